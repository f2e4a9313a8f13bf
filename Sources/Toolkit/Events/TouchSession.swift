internal import EaselGeometry
internal import EaselInputEvents

/// The touches that are down, and the one event that tells of them (EV-1).
///
/// The pipeline opens a turn, puts samples in and sends the event; the session keeps phases, times and membership right.
final class TouchSession {
  let event = Event(type: .touches)
  /// Every touch that is down or ends in this turn, oldest first.
  private(set) var live: [Touch] = []
  /// Those, and touches that are gone while their views have not been told all of it (DC-6), oldest first.
  private(set) var known: [Touch] = []
  private(set) var turn: UInt64 = 0
  /// The phases that occur in this turn.
  private(set) var phases: PhaseSet = []
  /// Whether a touch is being taken away that its view has not been told of (DC-7).
  var takesTouches = false
  /// Whether a view may not have been told everything: of a touch's began or end (DC-1, DC-5).
  var withholdsTouches = false
  private var byContact: [ContactID: Touch] = [:]
  private var changed: [Touch] = []
  private var hasEnds = false
  /// Whether a touch may be there whose view has left (TD-24): saves a walk in each turn.
  var mayHaveLeftViews = false

  /// Whether anything has changed in this turn (EV-9).
  var hasChanges: Bool { !changed.isEmpty }

  func touch(_ contact: ContactID) -> Touch? {
    // A hand's fingers are found sooner by looking at each than by hashing.
    guard live.count <= Self.handful else { return byContact[contact] }
    for touch in live where touch.contact == contact { return touch.delivery.isOver ? nil : touch }
    return nil
  }

  private static let handful = 10

  /// What changed in the last turn rests now.
  func beginTurn(at time: Timestamp) {
    turn += 1
    phases = []
    for touch in changed { touch.values.phase = .stationary }
    changed.removeAll(keepingCapacity: true)
    event.turn = turn
    // Timestamps never decrease while fingers are down (TO-7).
    event.timestamp = live.isEmpty ? time : max(event.timestamp, time)
  }

  func add(_ touch: Touch) {
    live.append(touch)
    known.append(touch)
    phases.insert(.began)
    byContact[touch.contact] = touch
    event.allTouches.insert(touch)
    touch.history.append(touch.values.timestamp, touch.values.location)
    markChanged(touch)
  }

  /// Takes a sample in; one that changes nothing is dropped (EV-9).
  func update(_ touch: Touch, _ sample: TouchSample, at time: Timestamp, location: Point) {
    let phase: Touch.Phase =
      switch sample.phase {
      case .down, .moved: .moved
      case .up: .ended
      case .cancelled: .cancelled
      }
    let isFirst = touch.delivery.changedTurn != turn
    var values = TouchValues(
      sample, phase: phase, timestamp: max(time, touch.values.timestamp), location: location,
      previousLocation: touch.values.location)
    if phase == .moved, values.saysSame(as: touch.values) { return }
    if isFirst { markChanged(touch) }
    if phase != .moved { hasEnds = true }
    if phase == .moved || location != touch.values.location { touch.delivery.hasChanged = true }
    phases.insert(PhaseSet(phase))
    touch.samples.append(values)
    // A touch's previous location is that of the previous event, whatever came between (TO-9).
    if !isFirst { values.previousLocation = touch.values.previousLocation }
    touch.values = values
    if phase == .moved { touch.history.append(values.timestamp, location) }
  }

  /// Marks a touch as taken away by the system, where it is (SC-8).
  func cancel(_ touch: Touch, at time: Timestamp) {
    if touch.delivery.changedTurn != turn { markChanged(touch) }
    hasEnds = true
    phases.insert(.cancelled)
    touch.values.phase = .cancelled
    touch.values.previousLocation = touch.values.location
    touch.values.timestamp = max(time, touch.values.timestamp)
    touch.samples.append(touch.values)
  }

  /// A recognizer takes a touch away from its view, which is told in the view phase (DC-7).
  func take(_ touch: Touch) {
    guard !touch.delivery.isTaken else { return }
    touch.delivery.isBeingTaken = true
    takesTouches = true
  }

  /// Ended and cancelled touches leave after the event is dispatched (EV-2), and are forgotten once their views know.
  func endTurn() {
    if hasEnds {
      hasEnds = false
      for touch in changed where touch.phase == .ended || touch.phase == .cancelled {
        touch.delivery.isOver = true
        byContact[touch.contact] = nil
        event.allTouches.remove(touch)
      }
      live.removeAll { $0.delivery.isOver }
      changed.removeAll { $0.delivery.isOver }
    }
    guard known.count > live.count else { return }
    for touch in known where touch.delivery.isOver && !touch.delivery.isTracked { forget(touch) }
    known.removeAll { $0.delivery.isOver && !$0.delivery.isTracked }
  }

  private func forget(_ touch: Touch) {
    if let view = touch.hitView, let group = view.touchGroup {
      group.remove(touch)
      if group.isEmpty { view.touchGroup = nil }
    }
    touch.release()
  }

  /// The event that views get in a turn without input: the session's own or, if no finger is down, one for the touches that
  /// they are told of late (TD-6).
  func eventForViews(at time: Timestamp) -> Event {
    guard live.isEmpty, !known.isEmpty else { return event }
    let late = Event(type: .touches)
    late.timestamp = time
    late.turn = turn
    late.allTouches = Set(known)
    return late
  }

  private func markChanged(_ touch: Touch) {
    touch.delivery.changedTurn = turn
    touch.samples.removeAll(keepingCapacity: true)
    changed.append(touch)
  }
}

extension TouchValues {
  /// Whether another sample tells nothing new.
  nonisolated func saysSame(as other: TouchValues) -> Bool {
    location == other.location && pressure == other.pressure && altitude == other.altitude && azimuth == other.azimuth
      && roll == other.roll && majorRadius == other.majorRadius && buttons == other.buttons && isEraser == other.isEraser
  }
}
