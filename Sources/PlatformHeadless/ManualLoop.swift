public import EaselInputEvents
public import EaselPlatform

/// A loop whose clock moves only when it is told to: tests and the headless backend stand on it.
///
/// It waits for nothing and nobody, so the same calls give the same order of callbacks on every machine and at any speed.
public final class ManualLoop: EventLoop {
  /// The present time; set to a timer's deadline before that timer is called back.
  public private(set) var now: Timestamp

  private let timers = TimerQueue()
  private let hooks = HookStage.allCases.map { _ in HookList() }
  private nonisolated let work = WorkQueue()
  private let everyTurn: (() -> Void)?
  private let drain: ((Timestamp) -> Void)?
  private var isInTurn = false
  private var isStopping = false

  /// Turns without a step of time after which something must be arming itself again and again.
  ///
  /// A player of input from outside asks for as many more as it may play at one time.
  var turnLimit = 100_000

  /// A loop that has stood still so far.
  ///
  /// Never inlined: the optimizer (Swift 6.3) may put the object on an asynchronous caller's stack, where its isolated deinit, run
  /// later on the main thread, finds something else.
  ///
  /// - Parameters:
  ///   - now: the time at which its clock begins.
  ///   - everyTurn: called in each turn before the hooks, for work that comes from elsewhere: the main dispatch queue.
  ///   - drain: called by `drainInput`, with the present time.
  @inline(never)
  public init(now: Timestamp = .zero, everyTurn: (() -> Void)? = nil, drain: ((Timestamp) -> Void)? = nil) {
    self.now = now
    self.everyTurn = everyTurn
    self.drain = drain
  }

  /// When the next timer is due, or nil if none is armed.
  public var nextDeadline: Timestamp? { timers.earliest }

  /// Whether nothing would ever happen by itself: no timer is armed and no posted work waits.
  public var isIdle: Bool { timers.earliest == nil && work.isEmpty }

  /// A timer that fires when the clock passes its deadline.
  public func makeTimer(_ action: @escaping (Timestamp) -> Void) -> any LoopTimer { timers.makeTimer(action) }

  /// Runs an action at the end of each turn, in the order of stages and then of adding.
  public func addHook(_ stage: HookStage, _ action: @escaping () -> Void) -> LoopHook { hooks[stage.rawValue].add(action) }

  /// Runs work in the next turn; may be called from any thread, but starts no turn by itself.
  public nonisolated func post(_ work: @escaping @Sendable @MainActor () -> Void) {
    _ = self.work.append(work)
  }

  /// Tells whoever asked for it; there is no descriptor here.
  public func drainInput() { drain?(now) }

  /// Runs one turn at the present time: timers that are due, posted work, hooks.
  public func turn() {
    precondition(!isInTurn, "A loop does not run inside its own turn.")
    isInTurn = true
    let order = timers.order
    while timers.fireNext(at: now, armedUpTo: order) {}
    work.run()
    everyTurn?()
    for list in hooks { list.run() }
    isInTurn = false
  }

  /// Moves the clock to a time, with a turn for each deadline on the way and one at least, and one at the end.
  ///
  /// Timers of equal deadline fire in the order of their arming, in one turn.
  public func advance(to time: Timestamp) {
    precondition(time >= now, "Time does not run backwards.")
    settle()
    while let deadline = timers.earliest, deadline <= time {
      now = max(now, deadline)
      settle()
    }
    guard now < time else { return }
    now = time
    settle()
  }

  /// Lets time pass inside a turn, as work that takes long does; timers that fall due meanwhile fire after it.
  public func elapse(bySeconds seconds: Double) {
    precondition(isInTurn && seconds >= 0, "Between turns time is moved by advancing.")
    now = now.advanced(bySeconds: seconds)
  }

  /// Moves the clock by seconds.
  public func advance(bySeconds seconds: Double) { advance(to: now.advanced(bySeconds: seconds)) }

  /// Plays everything that comes by itself, the clock leaping from deadline to deadline, until nothing is left or `stop()`.
  public func run() {
    settle()
    while !isStopping, let deadline = timers.earliest {
      now = max(now, deadline)
      settle()
    }
    isStopping = false
  }

  /// Makes `run()` return after the present turn; called before `run()`, it ends with the first turn.
  public func stop() { isStopping = true }

  /// Runs turns until nothing is left to do at this time.
  private func settle() {
    var turns = 0
    repeat {
      turn()
      turns += 1
      precondition(turns < turnLimit, "A timer or posted work starts itself again without end at one time.")
    } while !isStopping && (!work.isEmpty || (timers.earliest.map { $0 <= now } ?? false))
  }
}
