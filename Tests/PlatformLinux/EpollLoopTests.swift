import EaselInputEvents
import EaselPlatform
import EaselPlatformLinux
import Glibc
import Testing

@Suite(.serialized) struct `An epoll loop` {
  let loop: EpollLoop
  let log = EventLog()

  init() throws {
    // The tests' own main-actor tasks run it, and draining does not nest.
    loop = try EpollLoop(mainQueue: .leftAlone)
  }

  @Test func `runs a turn in the order input, timers, posted work, hooks by stage`() throws {
    let source = PipeSource()
    source.onReady = { [log] _ in log.add("input") }
    source.registration = try loop.add(source, priority: .input)
    let hooks = [HookStage.flush, .paint, .deliver].map { stage in loop.addHook(stage) { [log] in log.add("\(stage)") } }
    let timer = loop.makeTimer { [log, loop] _ in
      log.add("timer")
      loop.stop()
    }
    // Before the first wait posted work and hooks run, so that what was marked is painted.
    loop.post { [log, loop] in
      log.add("first")
      source.fill()
      timer.arm(at: loop.now)
      loop.post { log.add("work") }
    }
    loop.runBounded()
    #expect(log.take() == "first deliver paint flush input timer work deliver paint flush")
    withExtendedLifetime(hooks) {}
  }

  @Test func `reads input that came meanwhile before it fires a timer (TD-1)`() throws {
    let late = PipeSource()
    late.onReady = { [log] _ in log.add("late") }
    late.registration = try loop.add(late, priority: .input)
    let early = PipeSource()
    early.onReady = { [log] _ in
      log.add("early")
      late.fill()
    }
    early.registration = try loop.add(early, priority: .input)
    let timer = loop.makeTimer { [log, loop] _ in
      log.add("timer")
      loop.stop()
    }
    early.fill()
    timer.arm(at: loop.now)
    loop.runBounded()
    #expect(log.take() == "early late timer")
  }

  @Test func `hears input before other sources, whoever came first`() throws {
    let sources = ["ordinary", "input"].map { name in
      let source = PipeSource()
      source.onReady = { [log] _ in log.add(name) }
      return source
    }
    sources[0].registration = try loop.add(sources[0], priority: .ordinary)
    sources[1].registration = try loop.add(sources[1], priority: .input)
    sources.forEach { $0.fill() }
    withExtendedLifetime(sources) { loop.poll() }
    #expect(log.take() == "input ordinary")
  }

  @Test func `lets handlers remove each other and themselves, and tells the removed nothing more`() throws {
    let first = PipeSource()
    let second = PipeSource()
    for (name, source, other) in [("first", first, second), ("second", second, first)] {
      source.registration = try loop.add(source)
      source.onReady = { [log, unowned source, unowned other] _ in
        log.add(name)
        other.registration?.remove()
        source.registration = nil
      }
      source.fill()
    }
    loop.poll()
    first.fill()
    second.fill()
    loop.poll()
    #expect(log.take() == "first")
  }

  @Test func `forgets a source that goes without a word, and adds one from inside a handler`() throws {
    let added = PipeSource()
    added.onReady = { [log] _ in log.add("added") }
    var gone: PipeSource? = PipeSource()
    let kept = try loop.add(try #require(gone))
    gone = nil
    let adder = PipeSource()
    adder.onReady = { [log, loop] _ in
      log.add("adder")
      added.fill()
      added.registration = try? loop.add(added)
    }
    adder.registration = try loop.add(adder)
    adder.fill()
    loop.poll()
    log.add("|")
    loop.poll()
    #expect(log.take() == "adder | added")
    kept.remove()
  }

  @Test func `tells a prepared source the end of every wait, and does not wait while it has work (WEL-1)`() throws {
    final class Prepared: @MainActor PreparedEventSource {
      let pipe = PipeSource()
      let log: EventLog
      var work = 0
      var registration: SourceRegistration?

      init(log: EventLog) { self.log = log }

      var fileDescriptor: Int32 { pipe.fileDescriptor }

      func prepare() -> Bool {
        log.add("prepare")
        return work > 0
      }

      func process(_ readiness: IOReadiness) {
        log.add(readiness.contains(.readable) ? "read" : work > 0 ? "deliver" : "cancel")
        pipe.empty()
        if readiness.isEmpty && work > 0 { work -= 1 }
      }
    }
    let source = Prepared(log: log)
    source.registration = try loop.add(source, priority: .input)
    source.work = 1
    loop.poll()
    source.pipe.fill()
    loop.poll()
    loop.settle()
    // A wait that another thread's work ended is told as well.
    #expect(log.take() == "prepare deliver prepare read")
    let stop = loop.makeTimer { [loop] _ in loop.stop() }
    stop.arm(at: loop.now)
    loop.runBounded()
    #expect(log.take() == "prepare cancel prepare cancel")
    // Queued work is delivered and the descriptor read before a timer that is due (TD-1).
    source.work = 2
    stop.arm(at: loop.now)
    loop.runBounded()
    #expect(log.take() == "prepare deliver prepare deliver prepare cancel")
  }

  @Test func `tells room to write only to who asks for it, and a hang-up to everyone (WEL-3, WEL-11)`() throws {
    var ends: [Int32] = [0, 0]
    socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0, &ends)
    final class Socket: EventSource {
      let fileDescriptor: Int32
      var seen: [IOReadiness] = []

      init(_ descriptor: Int32) { fileDescriptor = descriptor }

      func process(_ readiness: IOReadiness) { seen.append(readiness) }
    }
    let socket = Socket(ends[0])
    let registration = try loop.add(socket)
    loop.poll()
    registration.interest = [.readable, .writable]
    loop.poll()
    registration.interest = .readable
    loop.poll()
    close(ends[1])
    loop.poll()
    registration.remove()
    loop.poll()
    #expect(socket.seen == [.writable, [.readable, .hangUp]])
    close(ends[0])
  }

  @Test func `refuses a descriptor that cannot be waited for`() throws {
    final class Plain: EventSource {
      let fileDescriptor = open("/proc/self/exe", O_RDONLY | O_CLOEXEC)

      func process(_ readiness: IOReadiness) {}
    }
    let file = Plain()
    #expect(throws: SystemError(action: "wait for a descriptor", code: EPERM)) { _ = try loop.add(file) }
    close(file.fileDescriptor)
  }

  @Test func `wakes up for timers in their order, also for one that was armed in a callback`() {
    var timers: [any LoopTimer] = []
    let start = loop.now
    timers.append(
      loop.makeTimer { [log, loop] time in
        log.add("again")
        #expect(time >= start && time <= loop.now)
        if timers[1].deadline == nil { return loop.stop() }
        timers[0].arm(at: start.advanced(bySeconds: 0.003))
      })
    timers.append(loop.makeTimer { [log] _ in log.add("other") })
    timers.append(loop.makeTimer { [log] _ in log.add("never") })
    timers[2].arm(at: start.advanced(bySeconds: 0.0005))
    timers[1].arm(at: start.advanced(bySeconds: 0.002))
    timers[0].arm(at: start.advanced(bySeconds: 0.001))
    timers[2].disarm()
    loop.runBounded()
    #expect(log.take() == "again other again")
    // The first callback names the list that it is in.
    timers.removeAll()
  }

  @Test func `runs work from other threads in their order and wakes up for it`() {
    final class Seen {
      var latest = [Int](repeating: 0, count: 4)
      var isInOrder = true

      func add(_ number: Int, from thread: Int) {
        if latest[thread] != number - 1 { isInOrder = false }
        latest[thread] = number
      }
    }
    let seen = Seen()
    for thread in 0..<4 {
      Task.detached { [loop] in
        for number in 1...100 {
          loop.post {
            seen.add(number, from: thread)
            if seen.latest == [100, 100, 100, 100] { loop.stop() }
          }
        }
      }
    }
    loop.runBounded()
    #expect(seen.isInOrder)
  }

  @Test func `takes signals as events, as long as the hook is kept`() throws {
    var tokens: [LoopHook] = []
    for signal in Signal.allCases {
      tokens.append(try loop.onSignal(signal) { [log] in log.add("\(signal)") })
    }
    tokens.append(try loop.onSignal(.terminate) { [loop] in loop.stop() })
    // To this thread, where they are blocked now: the runner does not notice.
    for signal in Signal.allCases { pthread_kill(pthread_self(), signal.rawValue) }
    loop.runBounded()
    #expect(log.take() == "hangUp interrupt quit terminate")
    tokens.removeAll()
    var blocked = sigset_t()
    pthread_sigmask(SIG_BLOCK, nil, &blocked)
    #expect(Signal.allCases.allSatisfy { sigismember(&blocked, $0.rawValue) == 0 })
  }

  @Test func `drains sources of input only (WEL-6)`() throws {
    let sources = ["input", "ordinary"].map { name in
      let source = PipeSource()
      source.onDrain = { [log] in log.add(name) }
      return source
    }
    sources[0].registration = try loop.add(sources[0], priority: .input)
    sources[1].registration = try loop.add(sources[1], priority: .ordinary)
    withExtendedLifetime(sources) { loop.drainInput() }
    #expect(log.take() == "input")
  }

  @Test func `stopped before it runs, ends with the first hooks and may run again`() {
    let hook = loop.addHook(.paint) { [log] in log.add("paint") }
    loop.stop()
    loop.runBounded()
    loop.settle()
    #expect(log.take() == "paint paint")
    withExtendedLifetime(hook) {}
  }

  @Test func `goes by the clock that it is given, turn by turn`() throws {
    final class Clock { var now = Timestamp.zero }
    let clock = Clock()
    let loop = try EpollLoop(mainQueue: .leftAlone, clock: { clock.now })
    let timer = loop.makeTimer { [log] time in log.add("\(time.nanoseconds)") }
    timer.arm(at: Timestamp(nanoseconds: 5))
    loop.poll()
    clock.now = Timestamp(nanoseconds: 7)
    loop.poll()
    loop.poll()
    #expect(log.take() == "7")
  }

  @Test func `drains the main queue in a process of its own, so that main-actor tasks run`() {
    let words = output(of: "main-queue").split(separator: "\n").filter { $0 != "turn" }
    #expect(words == ["task", "answer 42", "end"])
    #expect(output(of: "headless-main-queue") == "task\nend\n")
  }

  @Test func `gives a child none of its descriptors, signals and pipes apart (DSE-6)`() {
    let lines = output(of: "descriptors").split(separator: "\n")
    #expect(lines.count == 3 && lines.first == lines.dropFirst().first, "\(lines)")
    #expect(output(of: "broken-pipe") == "an error, not the end\n")
  }
}
