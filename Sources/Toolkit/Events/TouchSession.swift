internal import EaselGeometry
internal import EaselInputEvents

/// The touches that are down, and the one event that tells of them (EV-1).
///
/// The pipeline opens a turn, puts samples in and sends the event; the session keeps phases, times and membership right.
final class TouchSession {
  let event = Event(type: .touches)
  /// Every touch that is down or ends in this turn, oldest first.
  ///
  /// Like all that a moved touch reads or writes, it is not checked for overlapping accesses while the program runs: each access
  /// ends before anything else is called, and the checks took a third of a moved touch's time.
  @safe @exclusivity(unchecked) private(set) var live: [Touch] = []
  /// Those, and touches that are gone while their views have not been told all of it (DC-6), oldest first.
  @safe @exclusivity(unchecked) private(set) var known: [Touch] = []
  @safe @exclusivity(unchecked) private(set) var turn: UInt64 = 0
  /// The phases that occur in this turn.
  @safe @exclusivity(unchecked) private(set) var phases: PhaseSet = []
  /// Whether a touch is being taken away that its view has not been told of (DC-7).
  @safe @exclusivity(unchecked) var takesTouches = false
  /// Whether a view may not have been told everything: of a touch's began or end (DC-1, DC-5).
  @safe @exclusivity(unchecked) var withholdsTouches = false
  @safe @exclusivity(unchecked) private var byContact: [ContactID: Int] = [:]
  @safe @exclusivity(unchecked) private var hasEnds = false
  /// Whether a touch may be there whose view has left (TD-24): saves a walk in each turn.
  @safe @exclusivity(unchecked) var mayHaveLeftViews = false

  /// Whether anything has changed in this turn (EV-9).
  var hasChanges: Bool { !phases.isEmpty }

  /// A contact's place in `live`, or nil if it is not down.
  func index(of contact: ContactID) -> Int? {
    // A hand's fingers are found sooner by looking at each than by hashing.
    guard live.count <= Self.handful else { return byContact[contact] }
    var index = 0
    while index < live.count {
      if withKept(live[index], { $0.contact == contact }) { return index }
      index += 1
    }
    return nil
  }

  private static let handful = 10

  /// Calls `body` with each touch of `live`, oldest first; the session keeps them until the turn ends.
  @inline(__always) func forEachLive(_ body: (Touch) -> Void) {
    var index = 0
    while index < live.count {
      withKept(live[index], body)
      index += 1
    }
  }

  /// The same with those that changed in this turn.
  @inline(__always) func forEachChanged(_ body: (Touch) -> Void) {
    forEachLive { if $0.delivery.changedTurn == turn { body($0) } }
  }

  /// What changed in the last turn rests now.
  func beginTurn(at time: Timestamp) {
    if hasChanges { forEachChanged { $0.values.phase = .stationary } }
    turn += 1
    phases = []
    event.turn = turn
    // Timestamps never decrease while fingers are down (TO-7).
    event.timestamp = live.isEmpty ? time : max(event.timestamp, time)
  }

  func add(_ touch: Touch) {
    byContact[touch.contact] = live.count
    live.append(touch)
    known.append(touch)
    phases.insert(.began)
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
    if !isFirst {
      // One sample is kept in `values` alone.
      if touch.samples.isEmpty { touch.samples.append(touch.values) }
      touch.samples.append(values)
      // A touch's previous location is that of the previous event, whatever came between (TO-9).
      values.previousLocation = touch.values.previousLocation
    }
    touch.values = values
    if phase == .moved { touch.history.append(values.timestamp, location) }
  }

  /// Marks a touch as taken away by the system, where it is (SC-8).
  func cancel(_ touch: Touch, at time: Timestamp) {
    let isFirst = touch.delivery.changedTurn != turn
    if isFirst { markChanged(touch) } else if touch.samples.isEmpty { touch.samples.append(touch.values) }
    hasEnds = true
    phases.insert(.cancelled)
    touch.values.phase = .cancelled
    touch.values.previousLocation = touch.values.location
    touch.values.timestamp = max(time, touch.values.timestamp)
    if !isFirst { touch.samples.append(touch.values) }
  }

  /// A recognizer takes a touch away from its view, which is told in the view phase (DC-7).
  func take(_ touch: Touch) {
    guard !touch.delivery.isTaken else { return }
    touch.delivery.isBeingTaken = true
    takesTouches = true
  }

  /// Ended and cancelled touches leave after the event is dispatched (EV-2), and are forgotten once their views know.
  func endTurn() {
    if hasEnds { removeEnded() }
    if known.count > live.count { forgetTold() }
    if known.isEmpty { withholdsTouches = false }
  }

  private func forgetTold() {
    var index = 0
    while index < known.count {
      if known[index].delivery.isOver, !known[index].delivery.isTracked {
        forget(known.remove(at: index))
      } else {
        index += 1
      }
    }
  }

  private func removeEnded() {
    hasEnds = false
    forEachChanged { touch in
      guard touch.isLeaving else { return }
      touch.delivery.isOver = true
      event.allTouches.remove(touch)
    }
    live.removeAll { $0.delivery.isOver }
    byContact.removeAll(keepingCapacity: true)
    for (index, touch) in live.enumerated() { byContact[touch.contact] = index }
  }

  /// Forgets all touches; nobody is told.
  func letGo() {
    let all = known
    live = []
    known = []
    event.allTouches = []
    for touch in all { forget(touch) }
  }

  private func forget(_ touch: consuming Touch) {
    if let view = touch.hitView, let group = view.touchGroup {
      group.remove(touch)
      if group.isEmpty { view.touchGroup = nil }
    }
    touch.releaseMemory()
    // Who has not kept it will not ask it, and a view that no weak reference knows stays cheap to use.
    touch.release(isKept: !isKnownUniquelyReferenced(&touch))
  }

  /// The event that views get in a turn without input: the session's own or, if no finger is down, one for the touches that
  /// they are told of late (TD-6).
  func eventForViews(at time: Timestamp) -> Event {
    guard live.isEmpty, !known.isEmpty else { return event }
    let late = Event(type: .touches)
    late.timestamp = time
    late.turn = turn
    late.modifierFlags = event.modifierFlags
    late.allTouches = Set(known)
    return late
  }

  private func markChanged(_ touch: Touch) {
    touch.delivery.changedTurn = turn
    if !touch.samples.isEmpty { touch.samples.removeAll(keepingCapacity: true) }
  }
}

extension TouchValues {
  /// Whether another sample tells nothing new.
  nonisolated func saysSame(as other: TouchValues) -> Bool {
    location == other.location && pressure == other.pressure && altitude == other.altitude && azimuth == other.azimuth
      && roll == other.roll && majorRadius == other.majorRadius && buttons == other.buttons && isEraser == other.isEraser
  }
}
