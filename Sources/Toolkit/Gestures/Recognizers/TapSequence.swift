internal import EaselGeometry
internal import EaselInputEvents

/// Counts the taps of one attempt, each with as many fingers as required (TAP-2 to TAP-9); long presses use it too (LP-2).
///
/// It only judges. Its owner sets the deadlines: `tapMaximumDuration` after the first finger of each tap, `multiTapInterval`
/// after the last lift.
struct TapSequence {
  /// What an event means for the sequence.
  enum Verdict {
    case goesOn
    /// All fingers of a tap have lifted in time.
    case tapEnds
    case fails(FailureReason)
  }

  /// How many taps are complete.
  private(set) var taps = 0
  /// Where the fingers of the first tap went down, in window base coordinates.
  private(set) var firstPoints: [Point] = []
  /// When the last finger of the newest tap lifted.
  private(set) var lastLift: Timestamp?
  private var points: [Point] = []
  private var fingersDown = 0
  private var hasLift = false

  /// How many fingers have come for the present tap; at the first one its time begins.
  var fingersSoFar: Int { points.count }

  /// The centre of the first tap's down points.
  var centre: Point? { Self.centre(of: firstPoints) }

  mutating func begin(_ touch: Touch, fingers: Int, tuning: GestureTuning) -> Verdict {
    if hasLift { return .fails(.fingerAfterLift) }
    points.append(touch.origin.location)
    if taps == 0 { firstPoints.append(touch.origin.location) }
    fingersDown += 1
    guard fingersDown <= fingers else { return .fails(.tooManyFingers(fingersDown, limit: fingers)) }
    if fingersDown == fingers, fingers > 1, taps > 0, let first = centre, let here = Self.centre(of: points) {
      let distance = first.distance(to: here)
      if distance > tuning.multiTapSeparation { return .fails(.apart(distance, limit: tuning.multiTapSeparation)) }
    }
    return .goesOn
  }

  mutating func end(_ touch: Touch, fingers: Int) -> Verdict {
    hasLift = true
    fingersDown -= 1
    guard fingersDown <= 0 else { return .goesOn }
    guard points.count == fingers else { return .fails(.tooFewFingers(points.count, required: fingers)) }
    taps += 1
    lastLift = touch.timestamp
    points = []
    fingersDown = 0
    hasLift = false
    return .tapEnds
  }

  /// Whether a new touch may be a finger of the next tap (TAP-9).
  func continues(with touch: Touch, fingers: Int, tuning: GestureTuning) -> Bool {
    guard let lastLift, touch.timestamp.seconds(since: lastLift) < tuning.multiTapInterval else { return false }
    guard fingers == 1, let first = firstPoints.first else { return true }
    return first.distance(to: touch.origin.location) <= tuning.multiTapSeparation
  }

  private static func centre(of points: [Point]) -> Point? {
    guard !points.isEmpty else { return nil }
    var sum = Point.zero
    for point in points { sum = sum + point }
    return Point(x: sum.x / Double(points.count), y: sum.y / Double(points.count))
  }
}

extension Touch {
  /// How far it is from where it went down.
  var distanceFromOrigin: Double { values.location.distance(to: origin.location) }
}
