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
}
