import EaselGeometry
import EaselInputEvents

/// All mice and touchpads of a seat as one pointer with one cursor (LPT).
final class SeatPointer {
  /// Where the cursor is to be shown, in points of the view; nil while it is hidden.
  var onCursorChange: ((Point?) -> Void)?

  private let route: InputRoute
  private var pointer = PointerFrameAssembler()
  private var gestures = TransformAssembler()
  private var gestureDevice: ObjectIdentifier?
  /// Who holds which button.
  private var held: [(code: UInt32, device: ObjectIdentifier)] = []
  /// Where the cursor is, shown or not, in points; nil until there is a view in whose middle it begins.
  private var place: Point?
  /// Where it is shown, as the screen has been told.
  private var shownPlace: Point?

  init(route: InputRoute) {
    self.route = route
  }

  // MARK: What devices say

  func receive(_ report: PointerReport, of device: ObjectIdentifier, at time: Timestamp) {
    switch report {
    case .motion(let movement):
      // The mouse lies before the user, however the panel is turned (SCO-3).
      let scale = route.placement.scale
      let old = currentPlace
      move(to: route.placement.clamped(Point(x: old.x + movement.x / scale, y: old.y + movement.y / scale)), at: time)
    case .place(let x, let y):
      move(to: route.placement.point(x: x, y: y), at: time)
    case .button(let code, let isPressed):
      button(code, isPressed, of: device, at: time)
    case .scroll(let source, let vertical, let horizontal):
      scroll(source, vertical: vertical, horizontal: horizontal, at: time)
    }
  }

  func receive(_ report: GestureReport, of device: ObjectIdentifier, at time: Timestamp) {
    enter()
    endFrame()
    switch report {
    case .begin(let kind, let fingers):
      gestureDevice = device
      gestures.begin(kind, fingers: fingers, on: route.placement.surface, time: time, into: &route.queue)
    case .change(let kind, let delta, let scale, let degrees):
      guard gestureDevice == device else { return }
      gestures.change(kind, delta: delta, scale: scale, degrees: degrees, time: time, into: &route.queue)
    case .end(let kind, let isCancelled):
      guard gestureDevice == device else { return }
      gestures.end(kind, isCancelled: isCancelled, time: time, into: &route.queue)
    }
  }

  /// Scrolling, from a pointer or from a tablet's ring: wheels tell 120ths of a step, all else points and a 0 at the end.
  func scroll(_ source: ScrollEvent.Source, vertical: Double?, horizontal: Double?, at time: Timestamp) {
    enter()
    pointer.axisSource(source)
    for (axis, value) in [(ScrollAxis.vertical, vertical), (.horizontal, horizontal)] {
      guard let value else { continue }
      switch source {
      case .wheel:
        pointer.axis(time: time, axis, value: 0)  // brings the time along
        pointer.axisValue120(axis, units: SeatPointer.units(value))
      case .finger, .continuous:
        if value == 0 { pointer.axisStop(time: time, axis) } else { pointer.axis(time: time, axis, value: value) }
      }
    }
    endFrame()
  }

  private static func units(_ value: Double) -> Int32 {
    value.magnitude < 1e6 ? Int32(value.rounded()) : 0
  }

  /// A button counts from the first device that presses it to the last that releases it (LPT-3).
  private func button(_ code: UInt32, _ isPressed: Bool, of device: ObjectIdentifier, at time: Timestamp) {
    let isOwn = held.contains { $0.code == code && $0.device == device }
    guard isOwn != isPressed else { return }
    held.removeAll { $0.code == code && $0.device == device }
    let isElsewhere = held.contains { $0.code == code }
    if isPressed { held.append((code, device)) }
    guard !isElsewhere else { return }
    enter()
    pointer.button(serial: 0, time: time, code: code, isPressed: isPressed)
    endFrame()
  }

  /// It comes to a place, in points.
  func move(to newPlace: Point, at time: Timestamp) {
    place = newPlace
    enter()
    pointer.motion(time: time, position: newPlace)
    endFrame()
    show(newPlace)
  }

  /// Comes onto the surface that is shown, if it is not there yet.
  private func enter() {
    guard pointer.focus == nil, let surface = route.placement.surface else { return }
    pointer.enter(surface, at: currentPlace)
  }

  private var currentPlace: Point {
    if let place { return place }
    let size = route.placement.size
    return Point(x: size.width / 2, y: size.height / 2)
  }

  private func endFrame() {
    pointer.frame(into: &route.queue, contacts: &route.contacts)
    gestures.pointer(on: pointer.focus, at: pointer.position, into: &route.queue)
  }

  /// Whether a button is held.
  var hasContact: Bool { !held.isEmpty }

  // MARK: The cursor

  /// A finger touches: the cursor goes until the pointer moves (LPT-1, WTC-15).
  func hide() { show(nil) }

  /// A pen on a tablet beside the screen shows where it is, and the pointer goes on from there; nil when it has gone.
  func follow(_ pen: Point?) {
    place = pen ?? place
    show(pen)
  }

  private func show(_ newPlace: Point?) {
    guard newPlace != shownPlace else { return }
    shownPlace = newPlace
    onCursorChange?(newPlace)
  }

  // MARK: What is taken away

  /// Everything: the session goes, or the picture changes; the cursor is hidden until it moves.
  func cancel() {
    pointer.cancel(into: &route.queue)
    gestures.cancel(into: &route.queue)
    held.removeAll()
    hide()
  }

  /// The picture has changed: the cursor stays on it.
  func placementDidChange() {
    place = place.map { route.placement.clamped($0) }
  }

  func cancel(on surface: SurfaceID) {
    pointer.cancel(on: surface, into: &route.queue)
    gestures.pointer(on: pointer.focus, at: pointer.position, into: &route.queue)
  }

  func cancel(_ contact: ContactID) {
    pointer.cancel(contact, into: &route.queue)
  }

  /// A device, or a tool on it, goes: what it held is cancelled (LDV-2).
  func release(_ device: ObjectIdentifier) {
    if held.contains(where: { $0.device == device }) { pointer.cancel(into: &route.queue) }
    held.removeAll { $0.device == device }
    if gestureDevice == device { gestures.cancel(into: &route.queue) }
    gestures.pointer(on: pointer.focus, at: pointer.position, into: &route.queue)
  }

  func modifiersDidChange() {
    gestures.modifiers = route.modifiers
    pointer.setModifiers(route.modifiers, into: &route.queue)
  }
}
