/// A moment on the system's monotonic clock, in nanoseconds (CO-1, TO-7).
public struct Timestamp: Hashable, Comparable, Sendable {
  /// Nanoseconds since the clock's base.
  public var nanoseconds: Int64

  /// A moment from its nanoseconds.
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// A moment from its milliseconds.
  public init(milliseconds: Int64) {
    self.init(nanoseconds: milliseconds * 1_000_000)
  }

  /// A moment from its seconds, rounded to the nearest nanosecond; what no moment can hold becomes the farthest one.
  public init(seconds: Double) {
    let limit = 9.2e18
    let value = (seconds * 1e9).rounded()
    self.init(nanoseconds: value == value ? Int64(max(-limit, min(limit, value))) : 0)
  }

  /// The clock's base.
  public static let zero = Timestamp(nanoseconds: 0)

  /// Seconds since the clock's base.
  public var seconds: Double { Double(nanoseconds) / 1e9 }

  /// The moment so many seconds later.
  public func advanced(bySeconds seconds: Double) -> Timestamp {
    let (sum, overflow) = nanoseconds.addingReportingOverflow(Timestamp(seconds: seconds).nanoseconds)
    return Timestamp(nanoseconds: overflow ? (seconds > 0 ? .max : .min) : sum)
  }

  /// Seconds from `earlier` to this moment.
  public func seconds(since earlier: Timestamp) -> Double {
    Double(nanoseconds &- earlier.nanoseconds) / 1e9
  }

  /// Whether `a` is earlier than `b`.
  public static func < (a: Timestamp, b: Timestamp) -> Bool { a.nanoseconds < b.nanoseconds }
}
