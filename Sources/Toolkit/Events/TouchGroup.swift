/// The touches of one view while they last, and the sets of them that its methods get.
final class TouchGroup {
  // Unchecked for the reason that stands with `TouchSession.live`.
  @safe @exclusivity(unchecked) private(set) var touches: [Touch] = []
  @safe @exclusivity(unchecked) private var sets = TouchSets()
  /// The view phase in which the view was last asked to handle them.
  @safe @exclusivity(unchecked) var visitedPhase: UInt64 = 0

  var isEmpty: Bool { touches.isEmpty }

  func add(_ touch: Touch) {
    touches.append(touch)
  }

  func remove(_ touch: Touch) {
    touches.removeAll { $0 === touch }
    sets = TouchSets()
  }

  /// The touches for which `isTold` says yes, or nil; `isTold` also notes that the view is told.
  func take(where isTold: (Touch) -> Bool) -> Set<Touch>? {
    sets.set(of: touches, where: isTold)
  }

  /// The touches whose view has left and has to be told of their end (TD-24); they count as told from then on.
  func takeLeft() -> Set<Touch>? {
    take { touch in
      guard touch.delivery.viewHasLeft, touch.delivery.isTracked else { return false }
      let knows = touch.delivery.state == .delivered
      touch.delivery.state = .finished
      return knows
    }
  }
}

extension TouchDelivery {
  /// Notes that the view is told of a phase, and holds the order of DC-14 in debug builds.
  mutating func tell(_ phase: Touch.Phase) {
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
