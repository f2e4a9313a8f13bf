public import EaselGeometry

/// Collects one pointer's events into frames: hover, one touch while a button is held, scrolling (WPO-1, WPO-3 to WPO-5).
///
/// It traps on nothing. What comes while the pointer is on no surface of ours is dropped. Delivered arrays are on loan as those
/// of `TouchFrameAssembler`.
public struct PointerFrameAssembler: Sendable {
  private enum Change: Sendable {
    case enter(SurfaceID?, Point)
    case leave
    case motion(Point)
    case press(UInt32, serial: UInt32)
    case release(UInt32)
  }

  private var changes: [Change] = []
  private var scroll = ScrollAssembler()
  private var time = Timestamp.zero
  private var samples: [TouchSample] = []
  private var isLent = false

  private var surface: SurfaceID?
  /// Where the pointer is on it, or was when it left, in points.
  public private(set) var position = Point.zero
  private var buttons = PointerButtons()
  private var contact: ContactID?
  private var contactSerial: UInt32 = 0
  private var isHovering = false

  /// Modifier keys that the seat's keyboard holds; what is delivered carries them.
  public private(set) var modifiers: KeyModifiers = []

  /// An assembler of a pointer that is nowhere.
  public init() {}

  /// The surface that the pointer is on, as far as frames have told.
  public var focus: SurfaceID? { surface }

  /// The serial of the press that began a contact, or nil if that has ended (WDE-3).
  public func serial(of wanted: ContactID) -> UInt32? {
    contact == wanted ? contactSerial : nil
  }

  /// Whether no more may wait: the device does not end its group, and what has come is to be taken by `frame` (DLI-8).
  public var isFull: Bool { changes.count >= TouchFrameAssembler.mostPending }

  // MARK: What the device says

  /// The pointer comes onto a surface; nil is one that is not ours (WPO-2).
  public mutating func enter(_ surface: SurfaceID?, at position: Point) {
    changes.append(.enter(Self.isPossible(position) ? surface : nil, position))
  }

  /// The pointer leaves its surface.
  public mutating func leave() {
    changes.append(.leave)
  }

  /// The pointer moves; with a button held it may be outside (WPO-3).
  public mutating func motion(time: Timestamp, position: Point) {
    guard Self.isPossible(position) else { return }
    advance(to: time)
    changes.append(.motion(position))
  }

  /// A button changes; codes are the kernel's (WPO-4).
  public mutating func button(serial: UInt32, time: Timestamp, code: UInt32, isPressed: Bool) {
    advance(to: time)
    changes.append(isPressed ? .press(code, serial: serial) : .release(code))
  }

  /// A distance is scrolled, in points.
  public mutating func axis(time: Timestamp, _ axis: ScrollAxis, value: Double) {
    advance(to: time)
    scroll.add(value, on: axis)
  }

  /// What scrolls in this frame; without it a wheel does.
  public mutating func axisSource(_ source: ScrollEvent.Source) {
    scroll.setSource(source)
  }

  /// Fingers lift from the touchpad.
  public mutating func axisStop(time: Timestamp, _ axis: ScrollAxis) {
    advance(to: time)
    scroll.stop(axis)
  }

  /// Whole wheel steps.
  public mutating func axisDiscrete(_ axis: ScrollAxis, steps: Int32) {
    scroll.add(discrete: steps, on: axis)
  }

  /// Wheel steps in 120ths; they count instead of whole ones.
  public mutating func axisValue120(_ axis: ScrollAxis, units: Int32) {
    scroll.add(units: units, on: axis)
  }

  // MARK: What comes of it

  /// The group is complete: appends its events, in order of arrival and scrolling last.
  public mutating func frame(into output: inout [InputEvent], contacts: inout ContactIDSource) {
    for change in changes {
      apply(change, into: &output, contacts: &contacts)
    }
    changes.removeAll(keepingCapacity: true)
    flush(into: &output)
    guard let surface else { return scroll.reset() }
    if let event = scroll.take(time: time, surface: surface, position: position) {
      output.append(.scroll(event))
    }
  }

  /// The keyboard's modifiers have changed; a hovering pointer tells, so that touch emulation can show its markers.
  public mutating func setModifiers(_ newModifiers: KeyModifiers, into output: inout [InputEvent]) {
    guard newModifiers != modifiers else { return }
    modifiers = newModifiers
    if isHovering { hover(.moved, into: &output) }
  }

  /// The pointer is taken away: hover ends, its touch is cancelled, what waited is forgotten (WPO-6).
  public mutating func cancel(into output: inout [InputEvent]) {
    changes.removeAll(keepingCapacity: true)
    scroll.reset()
    leaveNow(into: &output)
    flush(into: &output)
  }

  /// A surface goes; as `cancel` if the pointer is on it (WTC-8).
  public mutating func cancel(on gone: SurfaceID, into output: inout [InputEvent]) {
    if surface == gone { cancel(into: &output) }
    for index in changes.indices {
      if case .enter(gone, let position) = changes[index] { changes[index] = .enter(nil, position) }
    }
  }

  /// The touch is taken away, because the display moves the window with it (WDE-4); nothing more is told of it.
  public mutating func cancel(_ taken: ContactID, into output: inout [InputEvent]) {
    guard contact == taken else { return }
    endContact(.cancelled)
    flush(into: &output)
  }

  // MARK: Inside

  static func isPossible(_ position: Point) -> Bool {
    let farthest = TouchFrameAssembler.farthest
    return position.x.magnitude <= farthest && position.y.magnitude <= farthest
  }

  private mutating func advance(to newTime: Timestamp) {
    time = max(time, newTime)  // WTS-4
  }

  private mutating func apply(_ change: Change, into output: inout [InputEvent], contacts: inout ContactIDSource) {
    switch change {
    case .enter(let newSurface, let position): enterNow(newSurface, position, into: &output)
    case .leave: leaveNow(into: &output)
    case .motion(let position): move(to: position, into: &output)
    case .press(let code, let serial): press(code, serial, into: &output, contacts: &contacts)
    case .release(let code): release(code, into: &output)
    }
  }

  private mutating func enterNow(_ newSurface: SurfaceID?, _ newPosition: Point, into output: inout [InputEvent]) {
    guard newSurface == nil || newSurface != surface else { return move(to: newPosition, into: &output) }
    leaveNow(into: &output)
    surface = newSurface
    position = newPosition
    if newSurface != nil { hover(.entered, into: &output) }
  }

  private mutating func leaveNow(into output: inout [InputEvent]) {
    endContact(.cancelled)  // WPO-3
    if isHovering { hover(.left, into: &output) }
    buttons.removeAll()
    flush(into: &output)
    if let surface, let event = scroll.cancel(time: time, surface: surface, position: position) {
      output.append(.scroll(event))
    }
    surface = nil
  }

  private mutating func move(to newPosition: Point, into output: inout [InputEvent]) {
    guard surface != nil, newPosition != position else { return }
    position = newPosition
    if contact != nil {
      append(.moved)
    } else if isHovering {
      hover(.moved, into: &output)
    }
  }

  private mutating func press(
    _ code: UInt32, _ serial: UInt32, into output: inout [InputEvent], contacts: inout ContactIDSource
  ) {
    guard surface != nil else { return }
    if contact == nil && buttons.contains(code) { buttons.removeAll() }  // its release went to somebody else
    guard !buttons.contains(code) else { return }
    let isFirst = buttons.isEmpty
    buttons.press(code)
    if isFirst {
      if isHovering { hover(.left, into: &output) }
      contact = contacts.next()
      contactSerial = serial
      append(.down)
    } else if contact != nil {
      append(.moved)
    }
  }

  private mutating func release(_ code: UInt32, into output: inout [InputEvent]) {
    guard buttons.release(code) else { return }
    guard buttons.isEmpty else {
      if contact != nil { append(.moved) }
      return
    }
    endContact(.up)
    hover(.entered, into: &output)
  }

  private mutating func append(_ phase: ContactPhase) {
    guard let contact, let surface else { return }
    if isLent { samples.removeAll(keepingCapacity: true) }
    isLent = false
    samples.append(
      TouchSample(
        contact: contact, surface: surface, phase: phase, position: position, kind: .indirectPointer,
        buttons: buttons.mask))
  }

  private mutating func endContact(_ phase: ContactPhase) {
    append(phase)
    contact = nil
  }

  private mutating func hover(_ phase: HoverEvent.Phase, into output: inout [InputEvent]) {
    guard let surface else { return }
    flush(into: &output)
    isHovering = phase != .left
    output.append(
      .hover(HoverEvent(time: time, surface: surface, phase: phase, position: position, modifiers: modifiers)))
  }

  private mutating func flush(into output: inout [InputEvent]) {
    guard !isLent, !samples.isEmpty else { return }
    output.append(.touches(TouchFrame(time: time, samples: samples, modifiers: modifiers)))
    isLent = true
  }
}
