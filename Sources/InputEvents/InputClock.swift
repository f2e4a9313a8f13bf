/// When an event was read: the loop's clock, which is another thing than the time that a device gave it (WTS-5).
public struct Arrival: Hashable, Sendable {
  /// The loop's time.
  public var loopTime: Timestamp

  /// An arrival at a time of the loop.
  public init(_ loopTime: Timestamp) {
    self.loopTime = loopTime
  }
}

/// Keeps times from running backwards (WTS-4).
///
/// Each device object has one for its own events, and a backend one for what it delivers: a group of events that waits for its
/// frame is delivered after later events of other devices.
public struct MonotonicTime: Hashable, Sendable {
  /// The latest time that was given out.
  public private(set) var latest: Timestamp

  /// Nothing given out yet.
  public init() {
    latest = Timestamp(nanoseconds: .min)
  }

  /// The event itself, or at the latest time if that is later than its own.
  public mutating func clamp(_ event: InputEvent) -> InputEvent {
    guard event.time < latest else {
      latest = event.time
      return event
    }
    return event.at(latest)
  }

  /// The time itself, or the latest one if that is later.
  public mutating func clamp(_ time: Timestamp) -> Timestamp {
    latest = max(latest, time)
    return latest
  }
}

/// Turns the 32-bit milliseconds of one protocol object into times on the monotonic clock (WTS-1 to WTS-4).
///
/// The first event decides what clock the object has: the system's monotonic one if its time lies near the arrival, else an
/// unknown one, which is shifted by the smallest delay seen of late. One clock an object, since synthetic devices have bases
/// of their own.
public struct InputClock: Sendable {
  /// How near to the arrival a time counts as the monotonic clock's, in milliseconds (WTS-2).
  public static let nearness: Int64 = 10_000
  /// How many events the smallest delay is taken from (WTS-2).
  public static let delayCount = 64
  /// How far a nanosecond value may be from its milliseconds, in milliseconds (WTS-3).
  public static let pairing: Int32 = 1_000

  private enum Base: Sendable {
    case unknown
    case monotonic
    case shifted
  }

  private struct Precise: Sendable {
    /// The low 32 bits of its milliseconds.
    var milliseconds: UInt32
    /// What is left below the millisecond.
    var rest: Int64
  }

  private var base = Base.unknown
  private var previous: UInt32 = 0
  private var widened: Int64 = 0
  private var precise: Precise?
  private var delays: [Int64] = []
  private var nextDelay = 0

  /// A clock that has seen no event.
  public init() {}

  /// Takes the nanosecond value that belongs to the object's next event (WTS-3).
  public mutating func announce(secondsHigh: UInt32, secondsLow: UInt32, nanoseconds: UInt32) {
    guard nanoseconds < 1_000_000_000 else {
      precise = nil
      return
    }
    // Only the low 32 bits of the milliseconds are used, so that the product may wrap.
    let seconds = UInt64(secondsHigh) << 32 | UInt64(secondsLow)
    let milliseconds = seconds &* 1000 &+ UInt64(nanoseconds / 1_000_000)
    precise = Precise(milliseconds: UInt32(truncatingIfNeeded: milliseconds), rest: Int64(nanoseconds % 1_000_000))
  }

  /// The time of an event, never after its arrival and never before what was given out earlier.
  public mutating func time(
    milliseconds: UInt32, arrival: Arrival, monotonic: inout MonotonicTime
  ) -> Timestamp {
    widen(milliseconds, arrival: arrival.loopTime.nanoseconds)
    let own = nanoseconds(milliseconds)
    let arrived = arrival.loopTime.nanoseconds
    guard base == .shifted else {
      return monotonic.clamp(Timestamp(nanoseconds: min(own, arrived)))
    }
    let shifted = own &+ smallestDelay(adding: arrived &- own)
    return monotonic.clamp(Timestamp(nanoseconds: min(shifted, arrived)))
  }

  /// Adds the signed difference to the previous value, so that a wrap and small steps back do no harm (WTS-1).
  private mutating func widen(_ milliseconds: UInt32, arrival: Int64) {
    defer { previous = milliseconds }
    guard case .unknown = base else {
      widened &+= Int64(Int32(bitPattern: milliseconds &- previous))
      return
    }
    let now = arrival / 1_000_000
    let distance = Int64(Int32(bitPattern: milliseconds &- UInt32(truncatingIfNeeded: now)))
    let isNear = distance.magnitude <= Self.nearness.magnitude
    base = isNear ? .monotonic : .shifted
    widened = isNear ? now &+ distance : Int64(milliseconds)
  }

  private mutating func nanoseconds(_ milliseconds: UInt32) -> Int64 {
    var whole = widened
    var rest: Int64 = 0
    if let precise {
      self.precise = nil
      let difference = Int32(bitPattern: precise.milliseconds &- milliseconds)
      if difference.magnitude <= Self.pairing.magnitude {
        whole &+= Int64(difference)
        rest = precise.rest
      }
    }
    let (product, overflows) = whole.multipliedReportingOverflow(by: 1_000_000)
    let (sum, overflowsToo) = product.addingReportingOverflow(rest)
    // Only a device that jumps by weeks at each event gets here; its times become the arrival's.
    return overflows || overflowsToo ? .max : sum
  }

  private mutating func smallestDelay(adding delay: Int64) -> Int64 {
    if delays.count < Self.delayCount {
      delays.append(delay)
    } else {
      delays[nextDelay] = delay
      nextDelay = (nextDelay + 1) % Self.delayCount
    }
    return delays.reduce(delay, min)
  }
}
