import EaselInputEvents
import EaselPlatform

/// What all input devices of a bare screen share: where they point to, the order of events, contact numbers, modifiers.
final class InputRoute {
  let loop: any EventLoop
  let log: Log
  /// Who takes the events.
  var onEvent: ((InputEvent) -> Void)?

  @safe @exclusivity(unchecked) var placement: InputPlacement
  /// Modifier keys that the keyboards hold.
  @safe @exclusivity(unchecked) var modifiers: KeyModifiers = []
  @safe @exclusivity(unchecked) var contacts = ContactIDSource()
  /// Events on their way, in order of arrival.
  @safe @exclusivity(unchecked) var queue: [InputEvent] = []

  @safe @exclusivity(unchecked) private var isDelivering = false
  @safe @exclusivity(unchecked) private var monotonic = MonotonicTime()

  init(loop: any EventLoop, log: Log, placement: InputPlacement) {
    self.loop = loop
    self.log = log
    self.placement = placement
  }

  /// Delivers what is queued; what comes up meanwhile follows in order.
  func deliver() {
    guard !isDelivering else { return }
    isDelivering = true
    var index = 0
    while index < queue.count {
      let event = monotonic.clamp(queue[index])  // LTM-1
      index += 1
      onEvent?(event)
    }
    queue.removeAll(keepingCapacity: true)
    isDelivering = false
  }
}
