import EaselInputEvents
import Testing

/// A machine and a clock in milliseconds.
private struct RepeatBench {
  var machine = KeyRepeat()
  var trace: [String] = []

  mutating func press(_ code: UInt32, repeats: Bool = true, at time: Int64) {
    machine.press(code, repeats: repeats, at: Timestamp(milliseconds: time))
  }

  /// Fires at each deadline until a time, as a loop does.
  mutating func run(until end: Int64) {
    while let deadline = machine.deadline, deadline <= Timestamp(milliseconds: end) { fire(at: deadline) }
  }

  mutating func fire(at time: Timestamp) {
    guard let code = machine.fire(at: time) else { return }
    trace.append("\(code)@\(time.nanoseconds / 1_000_000)")
  }
}

@Suite struct `Key repeat` {
  @Test func `begins after the delay and goes on at the rate`() {
    // WKB-6: without being told, 25 a second after 400 ms.
    var bench = RepeatBench()
    bench.press(30, at: 1000)
    bench.run(until: 1500)
    #expect(bench.trace == ["30@1400", "30@1440", "30@1480"])
    bench = RepeatBench()
    bench.machine.configure(rate: 10, delay: 200)
    bench.press(30, at: 1000)
    bench.run(until: 1400)
    #expect(bench.trace == ["30@1200", "30@1300", "30@1400"])
  }

  @Test func `is of the key pressed last alone, and no other key's release stops it`() {
    // WKB-6
    var bench = RepeatBench()
    bench.press(30, at: 0)
    bench.run(until: 400)
    bench.press(42, repeats: false, at: 410)  // Shift does not repeat, and does not end a repeat
    bench.run(until: 440)
    bench.press(31, at: 450)
    bench.machine.release(30)
    bench.run(until: 900)
    bench.machine.release(31)
    bench.run(until: 2000)
    #expect(bench.trace == ["30@400", "30@440", "31@850", "31@890"])
    #expect(bench.machine.deadline == nil)
  }

  @Test func `does not happen when the rate is zero or nonsense, and stops with the focus`() {
    // WKB-6, WKB-5
    for rate in [0, -1, Int32.min] {
      var bench = RepeatBench()
      bench.press(30, at: 0)
      bench.machine.configure(rate: rate, delay: -5)
      #expect(bench.machine.deadline == nil)
      bench.press(30, at: 0)
      #expect(bench.machine.deadline == nil)
    }
    var bench = RepeatBench()
    bench.machine.configure(rate: .max, delay: .max)
    bench.press(30, at: 0)
    #expect(bench.machine.deadline == Timestamp(milliseconds: Int64(Int32.max)))
    bench.machine.stop()
    #expect(bench.machine.deadline == nil)
  }

  @Test func `after a stall happens once`() {
    // WKB-7
    var bench = RepeatBench()
    bench.press(30, at: 0)
    bench.fire(at: Timestamp(milliseconds: 399))
    bench.fire(at: Timestamp(milliseconds: 2000))
    bench.fire(at: Timestamp(milliseconds: 2000))
    bench.run(until: 2050)
    #expect(bench.trace == ["30@2000", "30@2040"])
  }
}
