internal import EaselGeometry
internal import EaselInputEvents

/// The touches that are down, and the one event that tells of them (EV-1).
///
/// The pipeline opens a turn, puts samples in and sends the event; the session keeps phases, times and membership right.
final class TouchSession {
  let event = Event(type: .touches)
  /// Every touch that is down or ends in this turn, oldest first.
  private(set) var live: [Touch] = []
  private(set) var turn: UInt64 = 0
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
    for touch in changed { touch.values.phase = .stationary }
    changed.removeAll(keepingCapacity: true)
    event.turn = turn
    // Timestamps never decrease while fingers are down (TO-7).
    event.timestamp = live.isEmpty ? time : max(event.timestamp, time)
  }

  func add(_ touch: Touch) {
    live.append(touch)
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
    touch.values.phase = .cancelled
    touch.values.previousLocation = touch.values.location
    touch.values.timestamp = max(time, touch.values.timestamp)
    touch.samples.append(touch.values)
  }

  /// Ended and cancelled touches leave after the event is dispatched (EV-2).
  func endTurn() {
    guard hasEnds else { return }
    hasEnds = false
    for touch in changed where touch.phase == .ended || touch.phase == .cancelled {
      touch.delivery.isOver = true
      byContact[touch.contact] = nil
      event.allTouches.remove(touch)
      if let view = touch.view, let group = view.touchGroup {
        group.remove(touch)
        if group.isEmpty { view.touchGroup = nil }
      }
      touch.release()
    }
    live.removeAll { $0.delivery.isOver }
    changed.removeAll { $0.delivery.isOver }
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
