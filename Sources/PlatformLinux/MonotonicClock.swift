public import EaselInputEvents
internal import Glibc

/// The system's monotonic clock; reading it makes no system call.
public nonisolated struct MonotonicClock: Sendable {
  /// The clock.
  public init() {}

  /// The present time (`CLOCK_MONOTONIC`).
  public var now: Timestamp {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Timestamp(nanoseconds: Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec))
  }

  /// By how many seconds another clock of the kernel is ahead of this one (clock_gettime); nil if there is no such clock.
  public func difference(toClock id: UInt32) -> Double? {
    var time = timespec()
    guard let id = Int32(exactly: id), unsafe clock_gettime(id, &time) == 0 else { return nil }
    let other = Timestamp(nanoseconds: Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec))
    return other.seconds(since: now)
  }
}
