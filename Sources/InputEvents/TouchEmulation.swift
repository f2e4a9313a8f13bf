public import EaselGeometry

/// Plays fingers with a pointer: one, or with Control held two that mirror each other (WEM-1 to WEM-6).
///
/// It is a filter above the devices, so it serves every backend. Real fingers pass untouched.
public final class TouchEmulation: InputFilter {
  /// Where the two fingers are, or would go down.
  public struct Markers: Hashable, Sendable {
    /// On which surface.
    public var surface: SurfaceID
    /// The pointer's place, in points of the window.
    public var pointer: Point
    /// The other finger's place.
    public var mirror: Point
    /// Whether the fingers are down.
    public var areDown: Bool
  }

  /// A pointer contact that is played as one finger or two.
  private struct Played {
    var pointer: ContactID
    var surface: SurfaceID
    var position: Point
    var mirror: ContactID?
    var center: Point
    /// Cancelled; nothing more is told of it.
    var isSwallowed = false

    var mirrored: Point { Point(x: 2 * center.x - position.x, y: 2 * center.y - position.y) }
  }

  /// Whether pressing a pointer from now on is a finger; one that is down stays what it is.
  public var isEnabled: Bool {
    didSet { if !isEnabled, !hasPair { setMarkers(nil) } }
  }

  /// Where the toolkit shows the fingers; nil while Control is not held and no two fingers are down.
  public private(set) var markers: Markers?

  /// Called after `markers` has changed.
  public var onMarkersChange: ((Markers?) -> Void)?

  private let size: (SurfaceID) -> Size?
  private let nextContact: () -> ContactID
  private var played: [Played] = []
  private var samples: [TouchSample] = []
  /// How far Control and Shift have moved the middle away from the window's centre.
  private var shift = Point.zero
  private var shiftSurface: SurfaceID?
  private var hover: (surface: SurfaceID, position: Point)?

  /// An emulation that asks `size` for a window's size in points, and `nextContact` for the second finger's number.
  public init(
    isEnabled: Bool, size: @escaping (SurfaceID) -> Size?, nextContact: @escaping () -> ContactID
  ) {
    self.isEnabled = isEnabled
    self.size = size
    self.nextContact = nextContact
  }

  /// Lets everything but a pressed pointer pass.
  public func filter(_ event: InputEvent, into output: inout [InputEvent]) {
    switch event {
    case .touches(let frame):
      play(frame, into: &output)
    case .hover(let event):
      output.append(.hover(event))
      if event.kind == .indirectPointer { follow(event) }
    case .key(let key):
      output.append(event)
      if key.phase == .cancelled { cancelPairs(on: key.surface, at: key.time, into: &output) }
    case .scroll, .transform:
      output.append(event)
    }
  }

  // MARK: Pressed

  private func play(_ frame: TouchFrame, into output: inout [InputEvent]) {
    guard isEnabled || !played.isEmpty, frame.samples.contains(where: { $0.kind == .indirectPointer }) else {
      output.append(.touches(frame))
      return
    }
    samples.removeAll(keepingCapacity: true)
    for sample in frame.samples {
      play(sample, modifiers: frame.modifiers)
    }
    if !samples.isEmpty {
      output.append(.touches(TouchFrame(time: frame.time, samples: samples, modifiers: frame.modifiers)))
    }
  }

  private func play(_ sample: TouchSample, modifiers: KeyModifiers) {
    guard sample.kind == .indirectPointer else { return samples.append(sample) }
    if sample.phase == .down && isEnabled {
      begin(sample, modifiers: modifiers)
      return
    }
    guard let index = played.firstIndex(where: { $0.pointer == sample.contact }) else { return samples.append(sample) }
    switch sample.phase {
    case .moved: move(index, to: sample.position, isFrozen: modifiers.contains(.shift))
    case .down: samples.append(sample)
    case .up, .cancelled: end(index, sample.phase)
    }
  }

  private func begin(_ sample: TouchSample, modifiers: KeyModifiers) {
    let center = modifiers.contains(.control) ? middle(of: sample.surface) : nil
    let finger = Played(
      pointer: sample.contact, surface: sample.surface, position: sample.position,
      mirror: center == nil ? nil : nextContact(), center: center ?? .zero)
    played.append(finger)
    append(finger, .down)
  }

  private func move(_ index: Int, to position: Point, isFrozen: Bool) {
    guard !played[index].isSwallowed, position != played[index].position else { return }
    if isFrozen { played[index].center += position - played[index].position }  // WEM-2: both move
    played[index].position = position
    append(played[index], .moved)
  }

  private func end(_ index: Int, _ phase: ContactPhase) {
    let finger = played.remove(at: index)
    if !finger.isSwallowed { append(finger, phase) }
    if finger.mirror != nil, let size = size(finger.surface) {
      shift = finger.center - Point(x: size.width / 2, y: size.height / 2)
      shiftSurface = finger.surface
    }
  }

  private func append(_ finger: Played, _ phase: ContactPhase) {
    samples.append(sample(finger.pointer, finger, phase, finger.position))
    guard let mirror = finger.mirror else { return }
    samples.append(sample(mirror, finger, phase, finger.mirrored))
    switch phase {
    case .down, .moved: setMarkers(markers(of: finger))
    case .up, .cancelled: setMarkers(nil)
    }
  }

  private func sample(_ contact: ContactID, _ finger: Played, _ phase: ContactPhase, _ position: Point) -> TouchSample {
    TouchSample(contact: contact, surface: finger.surface, phase: phase, position: position, isEmulated: true)
  }

  /// The keyboard's focus is gone, and with it what was known of Control (WEM-5).
  private func cancelPairs(on surface: SurfaceID, at time: Timestamp, into output: inout [InputEvent]) {
    samples.removeAll(keepingCapacity: true)
    for index in played.indices where played[index].surface == surface && played[index].mirror != nil {
      guard !played[index].isSwallowed else { continue }
      played[index].isSwallowed = true
      append(played[index], .cancelled)
    }
    if !samples.isEmpty { output.append(.touches(TouchFrame(time: time, samples: samples))) }
  }

  // MARK: Hovering

  private var hasPair: Bool { played.contains { $0.mirror != nil && !$0.isSwallowed } }

  private func follow(_ event: HoverEvent) {
    guard isEnabled, event.phase != .left, event.modifiers.contains(.control) else {
      shift = event.phase == .left && event.modifiers.contains(.control) ? shift : .zero
      hover = nil
      if !hasPair { setMarkers(nil) }
      return
    }
    if shiftSurface != event.surface { shift = .zero }
    shiftSurface = event.surface
    if let hover, hover.surface == event.surface, event.modifiers.contains(.shift) {
      shift += event.position - hover.position
    }
    hover = (event.surface, event.position)
    guard let middle = middle(of: event.surface), !hasPair else { return }
    let mirror = Point(x: 2 * middle.x - event.position.x, y: 2 * middle.y - event.position.y)
    setMarkers(Markers(surface: event.surface, pointer: event.position, mirror: mirror, areDown: false))
  }

  private func middle(of surface: SurfaceID) -> Point? {
    let moved = shiftSurface == surface ? shift : .zero
    return size(surface).map { Point(x: $0.width / 2 + moved.x, y: $0.height / 2 + moved.y) }
  }

  private func markers(of finger: Played) -> Markers {
    Markers(surface: finger.surface, pointer: finger.position, mirror: finger.mirrored, areDown: true)
  }

  private func setMarkers(_ new: Markers?) {
    guard new != markers else { return }
    markers = new
    onMarkersChange?(new)
  }
}
