public import EaselGeometry

/// Makes one pointer's touchpad gestures out of what a display says of them (WPG).
///
/// At most one gesture is in progress, it stays on the surface where it began, and it ends once. What makes no sense is dropped;
/// it traps on nothing.
public struct TransformAssembler: Sendable {
  private var gesture: TransformEvent?
  private var surface: SurfaceID?
  private var position = Point.zero
  private var time = Timestamp.zero

  /// Modifier keys that the seat's keyboard holds; what is delivered carries them.
  public var modifiers: KeyModifiers = []

  /// An assembler without a gesture, of a pointer that is nowhere.
  public init() {}

  /// Whether a gesture is in progress.
  public var isActive: Bool { gesture != nil }

  /// Says where the pointer is; a gesture on a surface that it has left is cancelled.
  ///
  /// Displays may send the rest of a gesture to whatever is under the pointer, or to nobody, so no end would come.
  public mutating func pointer(on newSurface: SurfaceID?, at newPosition: Point, into output: inout [InputEvent]) {
    if let gesture, gesture.surface != newSurface { cancel(into: &output) }
    surface = newSurface
    if PointerFrameAssembler.isPossible(newPosition) { position = newPosition }
  }

  /// A gesture begins; one that is in progress is cancelled before (WPG-3).
  ///
  /// Surfaces other than the pointer's, nil among them, and impossible numbers of fingers are ignored.
  public mutating func begin(
    _ kind: TransformEvent.Kind, fingers: UInt32, on begun: SurfaceID?, time newTime: Timestamp,
    into output: inout [InputEvent]
  ) {
    advance(to: newTime)
    cancel(into: &output)
    guard let begun, begun == surface else { return }
    append(
      TransformEvent(
        time: time, surface: begun, kind: kind, phase: .began, position: position, fingerCount: Int(clamping: fingers),
        modifiers: modifiers),
      into: &output)
  }

  /// A gesture changes; `scale` counts from its beginning, `delta` and `degrees` from its last event (WPG-2).
  ///
  /// One that has not begun, or another kind, is ignored.
  public mutating func change(
    _ kind: TransformEvent.Kind, delta: Point, scale: Double = 1, degrees: Double = 0, time newTime: Timestamp,
    into output: inout [InputEvent]
  ) {
    advance(to: newTime)
    guard var event = step(of: kind, .changed) else { return }
    event.delta = delta
    event.scale = scale
    event.rotation += degrees * .pi / 180
    append(event, into: &output)
  }

  /// A gesture ends.
  public mutating func end(
    _ kind: TransformEvent.Kind, isCancelled: Bool, time newTime: Timestamp, into output: inout [InputEvent]
  ) {
    advance(to: newTime)
    guard let event = step(of: kind, isCancelled ? .cancelled : .ended) else { return }
    append(event, into: &output)
  }

  /// The gesture in progress is taken away, with the device or the surface for instance; the rest of it is swallowed.
  public mutating func cancel(into output: inout [InputEvent]) {
    guard let kind = gesture?.kind, let event = step(of: kind, .cancelled) else { return }
    append(event, into: &output)
  }

  private mutating func advance(to newTime: Timestamp) {
    time = max(time, newTime)  // WTS-4
  }

  /// The next event of the gesture in progress, if that is of the kind.
  private func step(of kind: TransformEvent.Kind, _ phase: SequencePhase) -> TransformEvent? {
    guard var event = gesture, event.kind == kind else { return nil }
    event.time = time
    event.phase = phase
    event.position = position
    event.delta = .zero
    event.modifiers = modifiers
    return event
  }

  private mutating func append(_ event: TransformEvent, into output: inout [InputEvent]) {
    guard event.isPlausible else { return }
    gesture = event.phase.isLast ? nil : event
    output.append(.transform(event))
  }
}
