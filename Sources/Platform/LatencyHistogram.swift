/// Counts durations in buckets that grow by a quarter of an octave, so that percentiles cost no memory (WPT-3).
package nonisolated struct LatencyHistogram {
  /// From under 16 µs to over 4 s.
  private static let bucketsPerOctave = 4
  private static let octaves = 18
  private static let base = 16_000.0

  /// A histogram of nothing.
  package init() {}

  /// Whether the display's own word was not to be had, and frame callbacks stand for it.
  package var isEstimate = false
  /// Durations counted.
  package private(set) var count = 0
  private var buckets = [Int](repeating: 0, count: octaves * bucketsPerOctave)

  /// Counts one duration; negative ones are not counted.
  package mutating func add(nanoseconds: Int64) {
    guard nanoseconds >= 0 else { return }
    var limit = Self.base
    var index = 0
    while index < buckets.count - 1, Double(nanoseconds) > limit {
      limit *= Self.step
      index += 1
    }
    buckets[index] += 1
    count += 1
  }

  /// A duration in seconds that this part of all did not exceed, up to a bucket's width; nil if none was counted.
  package func percentile(_ part: Double) -> Double? {
    guard count > 0 else { return nil }
    let wanted = max(1, Int((Double(count) * min(max(part, 0), 1)).rounded(.up)))
    var seen = 0
    var limit = Self.base
    for bucket in buckets {
      seen += bucket
      if seen >= wanted { return limit / 1e9 }
      limit *= Self.step
    }
    return limit / 1e9
  }

  /// The three numbers that people ask for, in milliseconds, over so many of what is named.
  package func summary(of things: String) -> String {
    guard count > 0 else { return "no \(things) measured" }
    let numbers = [("p50", 0.5), ("p95", 0.95), ("p99", 0.99)].map { name, part in
      let tenths = Int(((percentile(part) ?? 0) * 10_000).rounded())
      return "\(name) \(tenths / 10).\(tenths % 10) ms"
    }
    return numbers.joined(separator: ", ") + " over \(count) \(things)" + (isEstimate ? " (by frame callbacks)" : "")
  }

  /// The fourth root of 2.
  private static let step = 1.189_207_115_002_721
}
