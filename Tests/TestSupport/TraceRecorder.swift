public import EaselInputEvents
internal import EaselPlatform

/// Collects what happens in the order in which it happens, each entry with its time, to be compared as one string.
public final class TraceRecorder {
  private var lines: [String] = []
  private let clock: () -> Timestamp
  private var start: Timestamp

  /// A recorder whose times count from now.
  public init(clock: @escaping () -> Timestamp) {
    self.clock = clock
    start = clock()
  }

  /// The moment from which times count, in nanoseconds.
  public var startNanoseconds: Int64 { start.nanoseconds }

  /// Adds an entry at the present time.
  public func record(_ entry: String) {
    lines.append("\(Self.seconds(clock(), since: start)) \(entry)")
  }

  /// Everything so far, one entry a line.
  public var text: String { lines.joined(separator: "\n") }

  /// The entries without their times, in one line.
  public var entries: String { lines.map { String($0.drop { $0 != " " }.dropFirst()) }.joined(separator: " ") }

  /// Forgets what was recorded; times count from now.
  public func clear() {
    lines.removeAll()
    start = clock()
  }

  /// Seconds with three decimals.
  private static func seconds(_ time: Timestamp, since start: Timestamp) -> String {
    let milliseconds = (time.nanoseconds - start.nanoseconds + 500_000) / 1_000_000
    let fraction = String(milliseconds % 1000)
    return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - fraction.count) + fraction
  }
}
