internal import EaselGeometry
internal import EaselInputEvents

/// One try of a recognizer: from its first touch after a reset to its next reset.
struct Attempt {
  /// Who decides about it; nil while no attempt is open.
  var arena: GestureArena?
  /// Counts the attempts of all recognizers, so that no two are taken for one (FR-2).
  var number: UInt64 = 0
  /// How deep the recognizer's view lay when the attempt began: deeper ones come first (TD-8).
  var depth = 0
  /// The recognizer's place among those of its view (TD-8).
  var place = 0
  /// All touches bound in this attempt and not ignored, lifted ones too, in the order of their going down.
  var touches: [Touch] = []
  /// Those of them that are down.
  var down: [Touch] = []
  /// Touches that are down and were or would have been bound: a failed attempt lasts until they lift (RS-3).
  var links: [Touch] = []
  /// Whether it has had a touch: one that has none left is then over (RS-4).
  var hasHadTouch = false
  /// The scroll or touchpad gesture that feeds it in place of touches, by its number (TR-5).
  var sequence: UInt64?
  /// Whether that has stopped.
  var isSequenceOver = false
  /// Where its pointer is, in window base coordinates (TR-4).
  var sequencePoint: Point?
  /// The modifier keys of the newest event of an input without touches (GR-7).
  var modifiers: KeyModifiers?
  /// The centre of the touches that were down last (GR-6).
  var lastCentroid: Point?
  /// Where touches were that have lifted, by their index while they were down (GR-6).
  var lastLocations: [Point] = []
  /// What it waits to become, once those have failed that it requires to (FR-3).
  var wish: GestureRecognizer.State?
  /// Whom it waits for, while it has a wish (FR-8).
  var awaited: [GestureRecognizer] = []
  /// Those that it requires to fail for as long as both attempts last (FR-2).
  var requirements: [Requirement] = []
  /// The attempts that it has been asked about (FR-2).
  var asked: [UInt64] = []
  /// Whether the should-begin questions have been asked (DG-4).
  var hasAskedToBegin = false
  /// Whether it would have failed by a lift while held, which counts at the phase's end (FR-11).
  var failsAtPhaseEnd = false
  /// Whether its `touchesEnded` is running.
  var isHearingEnds = false
  /// Whether the last touch that left was taken away.
  var lastWasCancelled = false
  /// Why it fails, if it has said so.
  var reason: FailureReason?
  /// The sets that the touch methods get.
  var sets = TouchSets()

  struct Requirement {
    let recognizer: GestureRecognizer
    let attempt: UInt64
  }

  /// The window whose touches it looks at.
  var window: Window? { (links.first ?? touches.first)?.window }
  var isOpen: Bool { arena != nil }
  /// Whether there is anything that it looks at.
  var hasInput: Bool { !touches.isEmpty || sequence != nil }

  /// The centre of the touches that are down, or the pointer that feeds it, in window base coordinates.
  var centroid: Point? {
    if let sequencePoint { return sequencePoint }
    guard let first = down.first else { return nil }
    var sum = first.values.location
    for touch in down.dropFirst() { sum = sum + touch.values.location }
    let count = Double(down.count)
    return Point(x: sum.x / count, y: sum.y / count)
  }

  /// Whether all that it looked at is gone; touches that it ignores are so when they lift.
  var hasNothingLeft: Bool {
    guard sequence == nil else { return isSequenceOver }
    return hasHadTouch && down.isEmpty && (!touches.isEmpty || links.isEmpty)
  }
  /// Whether nothing keeps it from being reset once it has failed or was cancelled (RS-3).
  var mayReset: Bool { links.isEmpty && (sequence == nil || isSequenceOver) }

  /// Whether both attempts look at a touch, or at one input without touches (EX-1, TR-5).
  func shares(with other: Attempt) -> Bool {
    if let sequence { return sequence == other.sequence }
    return touches.contains { touch in other.touches.contains { $0 === touch } }
  }

  /// The touches that came into a phase in a turn, or nil if there are none.
  @inline(__always) mutating func touches(in phase: Touch.Phase, of turn: UInt64) -> Set<Touch>? {
    // Mostly it is one finger, whose set is there.
    if down.count == 1 { return withKept(down[0]) { $0.isIn(phase, of: turn) ? $0.single : nil } }
    return sets.set(of: down) { $0.isIn(phase, of: turn) }
  }

  /// Forgets touches that lift in this turn.
  mutating func dropLifted(in turn: UInt64) {
    guard links.contains(where: { $0.hasEnd(in: turn) }) else { return }
    links.removeAll { $0.hasEnd(in: turn) }
    drop { $0.hasEnd(in: turn) }
  }

  /// Forgets touches as being down.
  mutating func drop(where leaves: (Touch) -> Bool) {
    guard let last = down.last(where: leaves) else { return }
    lastWasCancelled = last.phase == .cancelled
    lastCentroid = centroid
    for (index, touch) in down.enumerated() {
      if index < lastLocations.count {
        lastLocations[index] = touch.values.location
      } else {
        lastLocations.append(touch.values.location)
      }
    }
    down.removeAll(where: leaves)
  }
}

/// Questions to an attempt's lists, which a method of the attempt would have copied with it for each moved touch.
extension [Touch] {
  /// Whether the touches are a window's.
  func look(into window: Window) -> Bool {
    // The list keeps them.
    !isEmpty && withKept(self[0]) { $0.isIn(window) }
  }

  /// The first touch of which something holds.
  @inline(__always) func firstKept(where isWanted: (Touch) -> Bool) -> Touch? {
    var index = 0
    while index < count {
      if withKept(self[index], isWanted) { return self[index] }
      index += 1
    }
    return nil
  }
}

extension Touch {
  /// Whether it came into a phase in a turn.
  func isIn(_ phase: Phase, of turn: UInt64) -> Bool { delivery.changedTurn == turn && values.phase == phase }

  /// Whether it ended or was cancelled in a turn.
  func hasEnd(in turn: UInt64) -> Bool {
    delivery.changedTurn == turn && isLeaving
  }

  /// Whether it ends or is cancelled in the present event.
  var isLeaving: Bool { phase == .ended || phase == .cancelled }
}

/// Makes the sets of touches that calls get, and keeps the last one: a moved touch costs no memory.
struct TouchSets {
  private var members: [Touch] = []
  private var latest: Set<Touch> = []
  private var latestMembers: [Touch] = []

  /// The set of the touches for which `belongs`, called once for each, says yes; nil if it is empty.
  mutating func set(of touches: [Touch], where belongs: (Touch) -> Bool) -> Set<Touch>? {
    var only: Int?
    var index = 0
    while index < touches.count {
      // The list keeps them.
      if withKept(touches[index], belongs) {
        if let only { return severalSet(of: touches, from: index, touches[only], belongs) }
        only = index
      }
      index += 1
    }
    guard let only else { return nil }
    return withKept(touches[only]) { $0.single }
  }

  private mutating func severalSet(
    of touches: [Touch], from index: Int, _ first: Touch, _ belongs: (Touch) -> Bool
  ) -> Set<Touch> {
    members.removeAll(keepingCapacity: true)
    members.append(first)
    members.append(touches[index])
    for touch in touches[(index + 1)...] where belongs(touch) { members.append(touch) }
    if !members.elementsEqual(latestMembers, by: ===) {
      latest = Set(members)
      latestMembers = members
    }
    return latest
  }
}
