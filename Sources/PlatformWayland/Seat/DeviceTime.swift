import EaselInputEvents
import EaselPlatform

/// Gives the events of one device object their times (WTS).
final class DeviceTime {
  private unowned let list: SeatList
  @safe @exclusivity(unchecked) private var clock = InputClock()
  @safe @exclusivity(unchecked) private var monotonic = MonotonicTime()
  private var timestamps: ZwpInputTimestampsV1?

  init(list: SeatList) {
    self.list = list
  }

  /// Listens for nanoseconds, if they are not listened for yet and the compositor has them.
  func subscribe(_ make: (ZwpInputTimestampsManagerV1) -> ZwpInputTimestampsV1) {
    guard timestamps == nil, let manager = list.timestamps else { return }
    let made = make(manager)
    made.onEvent = { [weak self] event in
      switch event {
      case .timestamp(let high, let low, let nanoseconds):
        self?.clock.announce(secondsHigh: high, secondsLow: low, nanoseconds: nanoseconds)
      }
    }
    timestamps = made
  }

  /// The time of an event that has just been read.
  func time(_ milliseconds: UInt32) -> Timestamp {
    clock.time(milliseconds: milliseconds, arrival: Arrival(list.loop.now), monotonic: &monotonic)
  }

  /// The device goes.
  func invalidate() {
    timestamps?.destroy()
    timestamps = nil
  }
}
