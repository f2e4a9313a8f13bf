internal import CEaselLinuxShims
internal import Dispatch
public import EaselInputEvents
public import EaselPlatform
internal import Glibc

/// The loop of a real program: one epoll for descriptors, one timerfd for all timers, one eventfd for other threads.
///
/// A turn waits, reads input, fires the timers that were due before that reading, runs work from other threads and the main
/// dispatch queue, then the hooks. With nothing to do it stands in `epoll_wait` for ever and makes no system call.
@safe @MainActor public final class EpollLoop: EventLoop {
  /// The library's queue of main-thread work, drained by one loop of the process at most.
  public enum MainQueue: Sendable {
    /// This loop drains it: an application's `Task { @MainActor in … }` runs in the loop's turns.
    case drained
    /// Somebody else does, or this loop runs inside one of its tasks, as in a test: draining does not nest.
    case leftAlone
  }

  let sources: SourceList
  private let timers = TimerQueue()
  private let deliverHooks = HookList()
  private let paintHooks = HookList()
  private let flushHooks = HookList()
  private let readClock: () -> Timestamp
  private let timerDescriptor: FileDescriptor
  private nonisolated let work = WorkQueue()
  private nonisolated let wakeDescriptor: FileDescriptor
  private let mainQueue: MainQueue
  private let ready = UnsafeMutableBufferPointer<easel_ready>.allocate(capacity: 32)
  private var signals: (source: SignalSource, registration: SourceRegistration)?
  // Unchecked: each access ends before anything else is called, and each turn makes many.
  @safe @exclusivity(unchecked) private var timerTime: Timestamp?
  @safe @exclusivity(unchecked) private var mainQueueIsReady = true
  private var isRunning = false
  @safe @exclusivity(unchecked) private var isStopping = false

  // Tokens of the loop's own descriptors; those of sources count from 1.
  private static let timerToken = UInt64.max
  private static let wakeToken = UInt64.max - 1
  private static let mainQueueToken = UInt64.max - 2

  /// A loop without sources; made and run on the main thread.
  ///
  /// - Parameters:
  ///   - mainQueue: whether this loop drains the main dispatch queue.
  ///   - clock: what `now` tells and timers go by; with another clock than the system's, turns are taken with `poll()`.
  /// - Throws: `SystemError` if the process has no descriptors left.
  public init(
    mainQueue: MainQueue = .drained, clock: @escaping () -> Timestamp = { MonotonicClock().now }
  ) throws(SystemError) {
    self.mainQueue = mainQueue
    readClock = clock
    sources = try SourceList()
    timerDescriptor = try FileDescriptor(result: easel_timerfd_create(), of: "make a timer")
    wakeDescriptor = try FileDescriptor(result: easel_eventfd_create(), of: "make a wake-up descriptor")
    // These three only tell changes, so that nobody needs to read them.
    try watch(timerDescriptor.number, EpollLoop.timerToken)
    try watch(wakeDescriptor.number, EpollLoop.wakeToken)
    if mainQueue == .drained {
      // The library traps where it gets no descriptor for this, so there must be room for one.
      _ = try FileDescriptor(result: easel_eventfd_create(), of: "make a wake-up descriptor")
      try watch(_dispatch_get_main_queue_handle_4CF(), EpollLoop.mainQueueToken)
    }
  }

  isolated deinit {
    unsafe ready.deallocate()
  }

  private func watch(_ descriptor: Int32, _ token: UInt64) throws(SystemError) {
    let interest = UInt32(EASEL_READABLE | EASEL_EDGE)
    let result = easel_epoll_add(sources.epoll.number, descriptor, interest, token)
    guard result == 0 else { throw SystemError(action: "wait for a descriptor", code: -result) }
  }

  /// When the next timer fires; nil if only descriptors and other threads can wake the loop.
  public var nextDeadline: Timestamp? { timers.earliest }

  // MARK: What can be waited for

  /// The monotonic clock's time, read anew each time, which makes no system call.
  public var now: Timestamp { readClock() }

  /// Watches a descriptor as long as the returned registration is kept; the source itself is kept weakly.
  ///
  /// - Throws: `SystemError` if the kernel cannot wait for such a descriptor.
  public func add(
    _ source: any EventSource, interest: IOReadiness = .readable, priority: SourcePriority = .ordinary
  ) throws(SystemError) -> SourceRegistration {
    SourceRegistration(entry: try sources.add(source, interest: interest, priority: priority), sources: sources)
  }

  /// Runs an action whenever the signal comes, in place of what the signal would do, as long as the hook is kept.
  ///
  /// The signal is blocked in the calling thread: call it before other threads are made, or they take the signal as before.
  /// A program that is started meanwhile inherits the block.
  public func onSignal(_ signal: Signal, _ action: @escaping () -> Void) throws(SystemError) -> LoopHook {
    if let signals { return try signals.source.add(signal, action) }
    let source = try SignalSource()
    signals = (source, try add(source))
    return try source.add(signal, action)
  }

  /// Makes a write that is refused an error in place of the process's end: to a pipe or socket whose reader is gone (EPIPE),
  /// and beyond the limit of a file's size (EFBIG).
  ///
  /// It holds for the whole process and for programs that it starts, so it is the program's decision, not the loop's.
  public nonisolated static func surviveRefusedWrites() {
    _ = signal(SIGPIPE, SIG_IGN)
    _ = signal(SIGXFSZ, SIG_IGN)
  }

  /// Runs what waits in the main dispatch queue, for loops without descriptors; on the main thread, and not from a task there.
  public static func drainMainQueue() {
    // Once somebody has asked for the descriptor the library leaves the draining to this thread.
    _ = _dispatch_get_main_queue_handle_4CF()
    _dispatch_main_queue_callback_4CF(nil)
  }

  /// A timer of the one queue behind the one timerfd; arming it makes no system call before the loop waits.
  public func makeTimer(_ action: @escaping (Timestamp) -> Void) -> any LoopTimer { timers.makeTimer(action) }

  /// Runs an action at the end of each turn, in the order of stages and then of adding.
  public func addHook(_ stage: HookStage, _ action: @escaping () -> Void) -> LoopHook {
    switch stage {
    case .deliver: deliverHooks.add(action)
    case .paint: paintHooks.add(action)
    case .flush: flushHooks.add(action)
    }
  }

  /// Runs work in a later turn, after input and timers; may be called from any thread.
  public nonisolated func post(_ work: @escaping @Sendable @MainActor () -> Void) {
    guard self.work.append(work) else { return }
    var one: UInt64 = 1
    // Full it cannot be, and a wake-up that is already there is enough.
    _ = unsafe write(wakeDescriptor.number, &one, MemoryLayout<UInt64>.size)
  }

  /// Asks every source of priority `input` to read what waits into memory (WEL-6).
  public func drainInput() { sources.drain() }

  // MARK: Turns

  /// Runs turns until `stop()`, from the thread that made the loop; the hooks run once before the first wait.
  public func run() {
    precondition(!isRunning, "A loop does not run inside its own turn.")
    isRunning = true
    // What was marked before the first wait is painted before it.
    finishTurn()
    while !isStopping { turn(mayWait: true) }
    isStopping = false
    isRunning = false
  }

  /// Makes `run()` return after the present turn; called before `run()`, it ends with the first hooks.
  public func stop() { isStopping = true }

  /// Runs one turn that waits for nothing; a test takes its turns so, on a clock of its own.
  public func poll() {
    precondition(!isRunning, "A loop does not run inside its own turn.")
    isRunning = true
    turn(mayWait: false)
    isRunning = false
  }

  private func turn(mayWait: Bool) {
    _ = waitAndProcess(mayWait: mayWait)
    if let earliest = timers.earliest {
      let time = readClock()
      if earliest <= time {
        // Input that came before this moment goes first (TD-1), also what came while the other input was handled.
        // A source that still had something queued delivers it in one round and reads its descriptor in the next.
        for _ in 0..<4 {
          guard waitAndProcess(mayWait: false) else { break }
        }
        let order = timers.order
        while timers.fireNext(at: time, armedUpTo: order) {}
      }
    }
    finishTurn()
  }

  private func finishTurn() {
    work.run()
    if mainQueue == .drained && mainQueueIsReady {
      mainQueueIsReady = false
      _dispatch_main_queue_callback_4CF(nil)
    }
    deliverHooks.run()
    paintHooks.run()
    flushHooks.run()
  }

  /// One round of the sources; whether one of them had work before the wait.
  private func waitAndProcess(mayWait: Bool) -> Bool {
    let hasWork = sources.prepare()
    let timeout: Int32 = mayWait && !hasWork && !isStopping && !armTimer() ? -1 : 0
    let count = unsafe easel_epoll_wait(sources.epoll.number, ready.baseAddress, Int32(ready.count), timeout)
    precondition(count >= 0 || count == -EINTR, "Waiting for descriptors failed: \(SystemError.text(of: -count)).")
    for index in 0..<Int(max(0, count)) {
      let event = unsafe ready[index]
      switch event.token {
      case EpollLoop.timerToken: timerTime = nil
      case EpollLoop.wakeToken: break
      case EpollLoop.mainQueueToken: mainQueueIsReady = true
      default: sources.mark(token: event.token, IOReadiness(rawValue: event.readiness))
      }
    }
    sources.process()
    return hasWork
  }

  /// Sets the kernel's timer to the earliest deadline if it is not; whether one is due already.
  private func armTimer() -> Bool {
    let earliest = timers.earliest
    if let earliest, earliest <= readClock() { return true }
    guard earliest != timerTime else { return false }
    let result = easel_timerfd_arm(timerDescriptor.number, earliest?.nanoseconds ?? 0)
    precondition(result == 0, "Arming a timer failed: \(SystemError.text(of: -result)).")
    timerTime = earliest
    return false
  }
}
