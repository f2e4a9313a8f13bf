import EaselInputEvents
import Testing

/// Feeds a clock and reads milliseconds back.
private struct ClockBench {
  var clock = InputClock()
  var monotonic = MonotonicTime()

  mutating func time(_ milliseconds: UInt32, at arrival: Int64) -> Int64 {
    nanoseconds(milliseconds, at: arrival) / 1_000_000
  }

  mutating func nanoseconds(_ milliseconds: UInt32, at arrival: Int64) -> Int64 {
    clock.time(
      milliseconds: milliseconds, arrival: Arrival(Timestamp(milliseconds: arrival)), monotonic: &monotonic
    ).nanoseconds
  }
}

@Suite struct `An input clock` {
  @Test func `widens 32 bits across the wrap`() {
    // WTS-1, SCT-11: 32 ms apart.
    var bench = ClockBench()
    let now: Int64 = 3 << 32
    let first = bench.time(4_294_967_280, at: now - 16)
    let second = bench.time(16, at: now + 20)
    #expect(first == now - 16)
    #expect(second - first == 32)
  }

  @Test func `takes small steps back as no step at all`() {
    // WTS-4, SCT-11: 1000, 999 → both 1000; equal times are legal.
    var bench = ClockBench()
    #expect([1000, 999, 1000, 1000, 1001].map { bench.time($0, at: 1005) } == [1000, 1000, 1000, 1000, 1001])
  }

  @Test func `is the monotonic clock if it is near the arrival`() {
    // WTS-2
    var bench = ClockBench()
    let now: Int64 = (7 << 32) + 50_000
    #expect(bench.time(41_000, at: now) == now - 9_000)
    #expect(bench.time(50_007, at: now + 8) == now + 7)
  }

  @Test func `with an unknown base is shifted by the smallest delay seen of late`() {
    // WTS-2
    var bench = ClockBench()
    #expect(bench.time(100, at: 1_000_020) == 1_000_020)  // the first delay seen is all there is
    #expect(bench.time(110, at: 1_000_025) == 1_000_025)  // 5 ms less of a delay
    #expect(bench.time(120, at: 1_000_065) == 1_000_035)  // late by 30 ms, and so its time is earlier than its arrival
    for index in 0..<64 {
      _ = bench.time(UInt32(130 + 10 * index), at: Int64(1_000_075 + 10 * index))
    }
    // The smallest delay of the last 64 events is now 30 ms larger than the old one.
    #expect(bench.time(770, at: 1_000_800) == 1_000_715)
  }

  @Test func `never gives a time later than the arrival`() {
    // WTS-2
    var bench = ClockBench()
    #expect(bench.time(5_400, at: 5_000) == 5_000)
    #expect(bench.time(5_410, at: 5_005) == 5_005)
  }

  @Test func `takes nanoseconds that fit to their milliseconds`() {
    // WTS-3: value, offset in whole seconds and fraction; what does not fit is ignored, and one value serves one event.
    let table: [(low: UInt32, fraction: UInt32, expected: Int64)] = [
      (5, 123_456_789, 5_123_456_789), (5, 122_999_999, 5_122_999_999), (6, 0, 6_000_000_000),
      (5, 1_000_000_000, 5_123_000_000), (5, UInt32.max, 5_123_000_000), (7, 0, 5_123_000_000), (3, 0, 5_123_000_000),
    ]
    for row in table {
      var bench = ClockBench()
      bench.clock.announce(secondsHigh: 0, secondsLow: row.low, nanoseconds: row.fraction)
      #expect(bench.nanoseconds(5_123, at: 6_500) == row.expected)
      let later = bench.nanoseconds(6_400, at: 6_500)
      #expect(later == 6_400_000_000)
    }
  }

  @Test func `pairs nanoseconds across the wrap of the milliseconds`() {
    // WTS-3: 2^32 ms are 4294967.296 s; high words count modulo the wrap.
    var bench = ClockBench()
    let now: Int64 = (1 << 32) + 5
    bench.clock.announce(secondsHigh: 0, secondsLow: 4_294_967, nanoseconds: 298_250_000)
    #expect(bench.nanoseconds(2, at: now) == ((1 << 32) + 2) * 1_000_000 + 250_000)
    bench.clock.announce(secondsHigh: .max, secondsLow: 100, nanoseconds: 999_999_999)
    #expect(bench.time(3, at: now) == now - 2)
  }

  @Test func `survives any sequence of values`() {
    // WTS-1, WTS-4: seeded; times never decrease and never pass the arrival.
    for seed in 0..<40 as Range<UInt64> {
      var random = Seeded(seed)
      var bench = ClockBench()
      var arrival: Int64 = seed % 2 == 0 ? 0 : .random(in: 0...(1 << 40), using: &random)
      var latest = Int64.min
      for step in 0..<2_000 {
        arrival += .random(in: 0...20, using: &random)
        if step % 7 == 0 {
          bench.clock.announce(
            secondsHigh: .random(in: 0...UInt32.max, using: &random), secondsLow: .random(in: 0...UInt32.max, using: &random),
            nanoseconds: .random(in: 0...UInt32.max, using: &random))
        }
        // Steps of almost half the range always go forwards: the worst for a sum.
        let raw = seed % 3 == 0 ? UInt32(truncatingIfNeeded: step) &* 0x7fff_ffff : .random(in: 0...UInt32.max, using: &random)
        let time = bench.nanoseconds(raw, at: arrival)
        guard time >= latest, time <= arrival * 1_000_000 else {
          Issue.record("Seed \(seed), step \(step): \(time) after \(latest), arrival \(arrival).")
          return
        }
        latest = time
      }
    }
  }
}
