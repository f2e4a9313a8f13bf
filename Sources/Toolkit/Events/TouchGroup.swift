/// The touches of one view while they last, and the sets of them that its methods get.
///
/// A set is made when the touches in it change and serves again until then: a moved touch costs no memory.
final class TouchGroup {
  private(set) var touches: [Touch] = []
  private var singles: [Set<Touch>] = []
  private var latest: Set<Touch> = []
  private var members: [Touch] = []
  /// The turn in which the view was last asked to handle them.
  var visitedTurn: UInt64 = 0

  var isEmpty: Bool { touches.isEmpty }

  func add(_ touch: Touch) {
    touches.append(touch)
    singles.append([touch])
  }

  func remove(_ touch: Touch) {
    guard let index = touches.firstIndex(where: { $0 === touch }) else { return }
    touches.remove(at: index)
    singles.remove(at: index)
    latest = []
    members.removeAll(keepingCapacity: true)
  }

  /// The phases that the view's touches have in this turn; mostly it is one.
  func phases(in turn: UInt64) -> PhaseSet {
    var phases: PhaseSet = []
    for touch in touches where touch.delivery.changedTurn == turn { phases.insert(PhaseSet(touch.phase)) }
    return phases
  }

  /// The touches that changed to `phase` in this turn and whose view is to hear of it, or nil if there is none (TD-18).
  ///
  /// They count as told from then on.
  func take(_ phase: Touch.Phase, in turn: UInt64) -> Set<Touch>? {
    members.removeAll(keepingCapacity: true)
    var last = 0
    for (index, touch) in touches.enumerated() {
      guard touch.delivery.changedTurn == turn, touch.phase == phase, touch.delivery.canHear(of: phase) else { continue }
      touch.delivery.tell(phase)
      members.append(touch)
      last = index
    }
    return set(last: last)
  }

  /// The touches whose view has left and has to be told of their end (TD-24); they count as told from then on.
  func takeLeft() -> Set<Touch>? {
    members.removeAll(keepingCapacity: true)
    var last = 0
    for (index, touch) in touches.enumerated() where touch.delivery.viewHasLeft && touch.delivery.isTracked {
      let knows = touch.delivery.state == .delivered
      touch.delivery.state = .finished
      guard knows else { continue }
      members.append(touch)
      last = index
    }
    return set(last: last)
  }

  private func set(last: Int) -> Set<Touch>? {
    if members.isEmpty { return nil }
    if members.count == 1 { return singles[last] }
    if latest.count != members.count || !members.allSatisfy(latest.contains) { latest = Set(members) }
    return latest
  }
}

extension TouchDelivery {
  /// Whether the view is still in its window and has heard what comes before a phase.
  fileprivate func canHear(of phase: Touch.Phase) -> Bool {
    guard !viewHasLeft else { return false }
    return phase == .began ? state == .accepted : state == .delivered
  }

  /// Notes that the view is told of a phase, and holds the order of DC-14 in debug builds.
  fileprivate mutating func tell(_ phase: Touch.Phase) {
    switch phase {
    case .began:
      assert(state == .accepted, "A touch begins once for its view (DC-14).")
      state = .delivered
    case .moved, .stationary:
      assert(state == .delivered, "A touch moves between its beginning and its end (DC-14).")
    case .ended, .cancelled:
      assert(state == .delivered, "A touch ends once for its view, after its beginning (DC-14).")
      state = .finished
    }
  }
}

/// Phases that occur in an event.
struct PhaseSet: OptionSet {
  let rawValue: UInt8

  init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  init(_ phase: Touch.Phase) {
    switch phase {
    case .began: self = .began
    case .moved: self = .moved
    case .ended: self = .ended
    case .cancelled: self = .cancelled
    case .stationary: self = []
    }
  }

  static let began = PhaseSet(rawValue: 1)
  static let moved = PhaseSet(rawValue: 2)
  static let ended = PhaseSet(rawValue: 4)
  static let cancelled = PhaseSet(rawValue: 8)
}
