import EaselInputEvents
import EaselPlatform
import EaselPlatformHeadless
import Testing

@Suite struct `A manual loop` {
  let loop = ManualLoop()
  let log = EventLog()

  @Test func `fires timers in order of time and then of arming, with hooks after each deadline`() {
    let first = loop.makeTimer { [log] in log.add("a\($0.nanoseconds / 1_000_000)") }
    let second = loop.makeTimer { [log] in log.add("b\($0.nanoseconds / 1_000_000)") }
    let third = loop.makeTimer { [log] in log.add("c\($0.nanoseconds / 1_000_000)") }
    second.arm(at: Timestamp(milliseconds: 20))
    third.arm(at: Timestamp(milliseconds: 10))
    first.arm(at: Timestamp(milliseconds: 20))
    let paint = loop.addHook(.paint) { [log, loop] in log.add("paint\(loop.now.nanoseconds / 1_000_000)") }
    let deliver = loop.addHook(.deliver) { [log] in log.add("deliver") }
    loop.advance(to: Timestamp(milliseconds: 20))
    #expect(log.take() == "deliver paint0 c10 deliver paint10 b20 a20 deliver paint20")
    withExtendedLifetime((paint, deliver)) {}
    #expect(loop.isIdle && loop.now == Timestamp(milliseconds: 20))
  }

  @Test func `lets time pass in the midst of a turn, after which timers are late but in order`() {
    let timers = [10 as Int64, 30, 20].map { milliseconds in
      let timer = loop.makeTimer { [log, loop] in
        log.add("\(milliseconds) at \($0.nanoseconds / 1_000_000), \(loop.now.nanoseconds / 1_000_000)")
      }
      timer.arm(at: Timestamp(milliseconds: milliseconds))
      return timer
    }
    let slow = loop.addHook(.paint) { [loop] in if loop.now < Timestamp(milliseconds: 5) { loop.elapse(bySeconds: 0.025) } }
    loop.advance(to: Timestamp(milliseconds: 40))
    #expect(log.take() == "10 at 25, 25 20 at 25, 25 30 at 30, 30" && loop.now == Timestamp(milliseconds: 40))
    withExtendedLifetime((timers, slow)) {}
  }

  @Test func `lets a timer callback arm, disarm and release any timer`() {
    let box = TimerBox()
    box.other = loop.makeTimer { [log] _ in log.add("other") }
    box.released = loop.makeTimer { [log] _ in log.add("released") }
    box.own = loop.makeTimer { [log, loop] time in
      log.add("own\(time.nanoseconds / 1_000_000)")
      box.other?.disarm()
      box.released = nil
      // A time that has passed fires in the next turn, a later time then.
      if time < Timestamp(milliseconds: 3) { box.own?.arm(at: time.advanced(bySeconds: -1)) }
      if time == Timestamp(milliseconds: 1) { loop.post { box.own?.arm(at: Timestamp(milliseconds: 3)) } }
    }
    for timer in [box.own, box.other, box.released] { timer?.arm(at: Timestamp(milliseconds: 1)) }
    #expect(box.other?.deadline == Timestamp(milliseconds: 1))
    loop.run()
    #expect(log.take() == "own1 own3" && box.other?.deadline == nil)
    box.own = nil
    #expect(loop.now == Timestamp(milliseconds: 3))
  }

  @Test func `fires any armed, disarmed and armed again timers sorted by time and arming`() {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<50 {
      var fired: [Int] = []
      var expected: [(time: Int64, order: Int, name: Int)] = []
      let timers = (0..<12).map { name in loop.makeTimer { _ in fired.append(name) } }
      for order in 0..<60 {
        let name = Int.random(in: timers.indices, using: &random)
        expected.removeAll { $0.name == name }
        timers[name].disarm()
        guard Int.random(in: 0..<4, using: &random) > 0 else { continue }
        let time = loop.now.nanoseconds + Int64.random(in: -3...8, using: &random)
        timers[name].arm(at: Timestamp(nanoseconds: time))
        // What has passed is due now, but still in the order of its time.
        expected.append((time, order, name))
      }
      withExtendedLifetime(timers) { loop.run() }
      #expect(fired == expected.sorted { ($0.time, $0.order) < ($1.time, $1.order) }.map(\.name))
    }
  }

  @Test func `runs posted work before the hooks, and what that posts in the turn after`() {
    let hook = loop.addHook(.flush) { [log] in log.add("flush") }
    loop.post { [log, loop] in
      log.add("work")
      loop.post { log.add("more") }
    }
    loop.turn()
    loop.turn()
    #expect(log.take() == "work flush more flush")
    withExtendedLifetime(hook) {}
  }

  @Test func `forgets a hook whose token goes, also in the middle of a turn`() {
    let box = HookBox()
    box.tokens.append(
      loop.addHook(.paint) { [log] in
        log.add("first")
        box.tokens.removeAll()
      })
    box.tokens.append(loop.addHook(.paint) { [log] in log.add("second") })
    loop.turn()
    loop.turn()
    #expect(log.take() == "first")
  }

  @Test func `stops after the present turn, and runs on when told so again`() {
    let box = TimerBox()
    box.own = loop.makeTimer { [log, loop] time in
      log.add("tick\(time.nanoseconds / 1_000_000)")
      if time == Timestamp(milliseconds: 1) { loop.stop() }
      if time < Timestamp(milliseconds: 3) { box.own?.arm(at: time.advanced(bySeconds: 0.001)) }
    }
    box.own?.arm(at: Timestamp(milliseconds: 1))
    loop.run()
    log.add("stopped")
    loop.run()
    #expect(log.take() == "tick1 stopped tick2 tick3")
    box.own = nil
  }
}

/// What happened, in words.
final class EventLog {
  private var words: [String] = []

  func add(_ word: String) { words.append(word) }

  func take() -> String {
    defer { words = [] }
    return words.joined(separator: " ")
  }
}

/// Numbers that look random and are the same each time (splitmix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var value = state
    value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
    value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
    return value ^ (value >> 31)
  }
}

final class TimerBox {
  var own: (any LoopTimer)?
  var other: (any LoopTimer)?
  var released: (any LoopTimer)?
}

final class HookBox {
  var tokens: [LoopHook] = []
}
