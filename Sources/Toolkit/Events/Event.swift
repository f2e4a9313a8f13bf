public import EaselInputEvents

/// What happened at one time; one object serves all events of a session and must not be kept (EV-1).
public class Event {
  /// What an event tells about (EV-10).
  public enum EventType: Hashable, Sendable {
    /// Touches.
    case touches
    /// A pointer without a pressed button, or a pen near the surface.
    case hover
    /// A wheel, or fingers on a touchpad.
    case scroll
    /// A gesture on a touchpad: pinch and turn, swipe, or hold.
    case transform
    /// Keys.
    case presses
  }

  /// What it tells about.
  public let type: EventType
  /// The time of the newest change in it (TO-6).
  @safe @exclusivity(unchecked) public internal(set) var timestamp: Timestamp = .zero
  /// Modifier keys held meanwhile, as far as the cause tells them.
  @safe @exclusivity(unchecked) public internal(set) var modifierFlags: KeyModifiers = []
  /// Every touch that is down, and those that end in this event, of all windows (EV-2).
  @safe @exclusivity(unchecked) public internal(set) var allTouches: Set<Touch> = []
  /// The pointer's or pen's movement in a `hover` event.
  public internal(set) var hover: HoverEvent?
  /// The movement in a `scroll` event.
  public internal(set) var scroll: ScrollEvent?
  /// The gesture's values in a `transform` event.
  public internal(set) var transform: TransformEvent?
  /// Where a `scroll` or `transform` event stands among those that belong together; nil in others.
  ///
  /// All of a gesture or movement goes to the window where it began. A movement ends when the fingers lift from the touchpad,
  /// and for a wheel after a pause (PAN-15). It is cancelled if the pointer leaves before, or the window goes.
  public internal(set) var sequencePhase: SequencePhase?
  /// Where an event goes that is neither of touches nor of keys, while it goes.
  var window: Window?
  /// Counts turns, so that each window handles one only once (TD-7).
  @safe @exclusivity(unchecked) var turn: UInt64 = 0
  let predictor = TouchPredictor()

  init(type: EventType) {
    self.type = type
  }

  /// The touches that were hit-tested to a view (EV-3); linear in the number of touches.
  public func touches(for view: View) -> Set<Touch> {
    allTouches.filter { $0.view === view }
  }

  /// The touches that went down in a window (EV-3); linear in the number of touches.
  public func touches(for window: Window) -> Set<Touch> {
    allTouches.filter { $0.window === window }
  }

  /// The touches that a recognizer is bound to and does not ignore (EV-3); linear in the number of touches.
  public func touches(for recognizer: GestureRecognizer) -> Set<Touch> {
    allTouches.filter { touch in touch.bound.contains { $0 === recognizer } }
  }

  /// All samples of a touch since the previous event, oldest first, the last a copy of the touch; nil if it is not in this
  /// event (EV-5).
  ///
  /// The copies are other objects, are valid until the call returns that received this event, and serve again: asking
  /// costs no memory from the second time on, unless somebody keeps them.
  public func coalescedTouches(for touch: Touch) -> [Touch]? {
    guard allTouches.contains(touch) else { return nil }
    return touch.coalescedCopies(in: turn)
  }

  /// Where a touch will probably be within the next two refreshes; empty if nothing can be said, nil if the touch is not in
  /// this event (EV-6).
  public func predictedTouches(for touch: Touch) -> [Touch]? {
    guard allTouches.contains(touch) else { return nil }
    guard touch.phase == .moved || touch.phase == .stationary else { return [] }
    return predictor.predict(touch)
  }
}

extension Touch {
  /// Copies for the samples of this event; those of the last event are used again where nobody kept them.
  func coalescedCopies(in turn: UInt64) -> [Touch] {
    if delivery.changedTurn != turn { samples.removeAll(keepingCapacity: true) }
    if samples.isEmpty { samples.append(values) }
    if copies.count > samples.count { copies.removeLast(copies.count - samples.count) }
    for index in samples.indices {
      if index < copies.count, isKnownUniquelyReferenced(&copies[index]) {
        copies[index].values = samples[index]
      } else {
        let copy = Touch(copyOf: self, values: samples[index])
        if index < copies.count { copies[index] = copy } else { copies.append(copy) }
      }
    }
    return copies
  }
}
