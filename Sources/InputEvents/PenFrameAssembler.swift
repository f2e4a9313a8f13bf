public import EaselGeometry

/// Collects one tablet tool's events into frames: hover while it is near, one touch while its tip is down (WTB, LPN-1).
///
/// The tip decides what is down, not the pressure: a pen may press with 0 and not press with more. Nothing that a tool may say
/// traps: what does not fit is dropped. Delivered arrays are on loan as those of `TouchFrameAssembler`.
public struct PenFrameAssembler: Sendable {
  private enum Change: Sendable {
    case near(SurfaceID?)
    case away
    case down(SurfaceID?, serial: UInt32)
    case up
    case button(UInt32, isPressed: Bool)
  }

  /// What the tool tells of itself, in whatever kind of frame (WTB-5).
  private struct Values: Hashable, Sendable {
    var position = Point.zero
    var distance: Double?
    var pen: PenAxes
  }

  private var changes: [Change] = []
  private var values: Values
  private var shown: Values
  private var samples: [TouchSample] = []
  private var isLent = false
  private var time = Timestamp.zero

  private var surface: SurfaceID?
  private var contact: ContactID?
  private var contactSerial: UInt32 = 0
  private var buttons: UInt32 = 0
  private var isHovering = false

  /// Modifier keys that the seat's keyboard holds; what is delivered carries them.
  public var modifiers: KeyModifiers = []

  /// An assembler of a tool that is far from any surface.
  public init(isEraser: Bool = false) {
    values = Values(pen: PenAxes(isEraser: isEraser))
    shown = values
  }

  /// The surface that the tool is near to, as far as frames have told.
  public var focus: SurfaceID? { surface }

  /// Whether the tip is down and has been told.
  public var hasContact: Bool { contact != nil }

  /// Whether the tool has gone and only the frame is missing that says so (WTB-2).
  public var hasGone: Bool {
    if case .away = changes.last { true } else { false }
  }

  /// The serial of the tip's going down, or nil if that contact has ended (WDE-3).
  public func serial(of wanted: ContactID) -> UInt32? {
    contact == wanted ? contactSerial : nil
  }

  // MARK: What the tool says

  /// The tool comes near a surface; nil is one that is not ours.
  public mutating func proximityIn(on surface: SurfaceID?) { changes.append(.near(surface)) }

  /// The tool goes away.
  public mutating func proximityOut() { changes.append(.away) }

  /// The tip goes down; a tool that never said that it was near is near to this surface from now on (WTB-9).
  public mutating func down(on surface: SurfaceID?, serial: UInt32 = 0) {
    changes.append(.down(surface, serial: serial))
  }

  /// The tip goes up.
  public mutating func up() { changes.append(.up) }

  /// A button on the tool changes; codes are the kernel's.
  public mutating func button(_ code: UInt32, isPressed: Bool) {
    changes.append(.button(code, isPressed: isPressed))
  }

  /// Where the tool is, in points of the surface.
  public mutating func motion(to position: Point) {
    if PointerFrameAssembler.isPossible(position) { values.position = position }
  }

  /// Pressure from 0 to 1 (WTB-4).
  public mutating func pressure(_ pressure: Double) { values.pen.pressure = Self.clamped(pressure) ?? values.pen.pressure }

  /// Distance from the surface, from 0 to 1 at the end of its reach.
  public mutating func distance(_ distance: Double) { values.distance = Self.clamped(distance) ?? values.distance }

  /// How far the tool leans to +x and to +y, in degrees from upright (TO-15).
  public mutating func tilt(x: Double, y: Double) {
    guard let angles = PenTilt.angles(x: x, y: y) else { return }
    values.pen.altitude = angles.altitude
    values.pen.azimuth = angles.azimuth
  }

  /// The turn about its own axis, in clockwise degrees.
  public mutating func rotation(degrees: Double) {
    if degrees.magnitude <= 360 { values.pen.roll = degrees * .pi / 180 }
  }

  // MARK: What comes of it

  /// The group is complete: appends its events in order.
  public mutating func frame(
    at newTime: Timestamp, into output: inout [InputEvent], contacts: inout ContactIDSource
  ) {
    time = max(time, newTime)  // WTS-4
    var hasChanged = values != shown
    shown = values
    for change in changes {
      if apply(change, into: &output, contacts: &contacts) { hasChanged = false }
    }
    changes.removeAll(keepingCapacity: true)
    if hasChanged { move(into: &output) }
    flush(into: &output)
  }

  /// The tool, its tablet or the session is taken away: hover ends, the touch is cancelled, what waited is forgotten.
  public mutating func cancel(into output: inout [InputEvent]) {
    changes.removeAll(keepingCapacity: true)
    leave(.cancelled, into: &output)
    flush(into: &output)
  }

  /// A surface goes; as `cancel` if the tool is near to it (WTB-10).
  public mutating func cancel(on gone: SurfaceID, into output: inout [InputEvent]) {
    if surface == gone { cancel(into: &output) }
    for index in changes.indices {
      switch changes[index] {
      case .near(gone): changes[index] = .near(nil)
      case .down(gone, let serial): changes[index] = .down(nil, serial: serial)
      default: break
      }
    }
  }

  /// The touch is taken away, because the display moves the window with it (WDE-4); nothing more is told of it.
  public mutating func cancel(_ taken: ContactID, into output: inout [InputEvent]) {
    guard contact == taken else { return }
    append(.cancelled)
    contact = nil
    flush(into: &output)
  }

  // MARK: Inside

  private static func clamped(_ value: Double) -> Double? {
    value == value ? min(max(0, value), 1) : nil
  }

  /// Takes one change; whether what was told of it carries the newest values.
  private mutating func apply(
    _ change: Change, into output: inout [InputEvent], contacts: inout ContactIDSource
  ) -> Bool {
    switch change {
    case .near(let newSurface):
      guard newSurface == nil || newSurface != surface else { return false }
      leave(.up, into: &output)
      surface = newSurface
      hover(.entered, into: &output)
      return true
    case .away:
      leave(.up, into: &output)  // what was drawn is kept (WTB-6)
      return true
    case .down(let fallback, let serial):
      return down(on: fallback, serial, into: &output, contacts: &contacts)
    case .up:
      guard contact != nil else { return false }
      append(.up)
      contact = nil
      hover(.entered, into: &output)
      return true
    case .button(let code, let isPressed):
      let bit = Self.bit(code)
      buttons = isPressed ? buttons | bit : buttons & ~bit
      guard contact != nil else { return false }
      append(.moved)
      return true
    }
  }

  private mutating func down(
    on fallback: SurfaceID?, _ serial: UInt32, into output: inout [InputEvent], contacts: inout ContactIDSource
  ) -> Bool {
    surface = surface ?? fallback
    guard surface != nil, contact == nil else { return false }
    if isHovering { hover(.left, into: &output) }
    contact = contacts.next()
    contactSerial = serial
    append(.down)
    return true
  }

  private mutating func move(into output: inout [InputEvent]) {
    if contact != nil {
      append(.moved)
    } else if isHovering {
      hover(.moved, into: &output)
    }
  }

  private mutating func leave(_ end: ContactPhase, into output: inout [InputEvent]) {
    if contact != nil { append(end) }
    contact = nil
    if isHovering { hover(.left, into: &output) }
    buttons = 0
    surface = nil
  }

  /// The bit of a button: those of pens lie behind the primary one, which is the tip's place with a pointer.
  private static func bit(_ code: UInt32) -> UInt32 {
    switch code {
    case 0x14b: 1 << 1  // BTN_STYLUS
    case 0x14c: 1 << 2
    case 0x149: 1 << 3
    default: PointerButtons.bit(code)
    }
  }

  private mutating func append(_ phase: ContactPhase) {
    guard let contact, let surface else { return }
    if isLent { samples.removeAll(keepingCapacity: true) }
    isLent = false
    samples.append(
      TouchSample(
        contact: contact, surface: surface, phase: phase, position: shown.position, kind: .pencil, buttons: buttons,
        pen: shown.pen))
  }

  private mutating func hover(_ phase: HoverEvent.Phase, into output: inout [InputEvent]) {
    guard let surface else { return }
    flush(into: &output)
    isHovering = phase != .left
    output.append(
      .hover(
        HoverEvent(
          time: time, surface: surface, phase: phase, position: shown.position, kind: .pencil, distance: shown.distance,
          pen: shown.pen, modifiers: modifiers)))
  }

  private mutating func flush(into output: inout [InputEvent]) {
    guard !isLent, !samples.isEmpty else { return }
    output.append(.touches(TouchFrame(time: time, samples: samples, modifiers: modifiers)))
    isLent = true
  }
}
