import EaselGeometry
import EaselInputEvents

/// One touchscreen: turns what it says into touch frames (LTC).
///
/// Contacts are told apart by the seat's slots, which no two screens share (LTC-2); their size is never told (LTC-5).
final class TouchScreen {
  private let route: InputRoute
  @safe @exclusivity(unchecked) private var touches = TouchFrameAssembler()

  init(route: InputRoute) {
    self.route = route
  }

  /// Whether a finger is down that has been told.
  var hasContacts: Bool { touches.liveCount > 0 }

  /// Takes one report; whether a finger has touched.
  func receive(_ report: TouchReport, at time: Timestamp) -> Bool {
    switch report {
    case .down(let slot, let x, let y):
      touches.down(
        id: slot, serial: 0, time: time, surface: route.placement.surface, position: route.placement.point(x: x, y: y),
        contacts: &route.contacts)
      return true
    case .motion(let slot, let x, let y):
      touches.motion(id: slot, time: time, position: route.placement.point(x: x, y: y))
    case .up(let slot):
      touches.up(id: slot, time: time)
    case .cancel(let slot):
      touches.cancel(id: slot, time: time)
    case .frame:
      queue(touches.frame())
    }
    if touches.isFull { queue(touches.frame()) }  // DLI-8
    return false
  }

  /// All that waited has been read: a last finger's up whose frame is missing is told (LTC-4).
  func endDrain() {
    if touches.hasLiftedLast { queue(touches.frame()) }
  }

  /// The device or the session goes, or the picture turns: every finger is taken away (LDV-2, LCX-6, LCO-5).
  func cancel() { queue(touches.cancel()) }

  /// A surface goes: the fingers on it are taken away.
  func cancel(on surface: SurfaceID) { queue(touches.cancel(on: surface)) }

  /// One finger is taken away.
  func cancel(_ contact: ContactID) { queue(touches.cancel(contact)) }

  private func queue(_ frame: TouchFrame?) {
    guard var frame else { return }
    frame.modifiers = route.modifiers
    route.queue.append(.touches(frame))
  }
}
