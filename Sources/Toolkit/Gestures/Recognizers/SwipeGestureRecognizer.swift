public import EaselGeometry
internal import EaselInputEvents

/// Recognizes a quick straight stroke of one or more fingers; discrete (9.7).
///
/// It is recognized while the fingers move, as soon as they have gone far enough: the later, the less far they have to go,
/// and the straighter they have to be.
open class SwipeGestureRecognizer: GestureRecognizer {
  /// Directions on screen (SW-1).
  public struct Direction: OptionSet, Hashable, Sendable {
    /// One bit a direction.
    public let rawValue: Int

    /// A set from its bits.
    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// Along +x.
    public static let right = Direction(rawValue: 1)
    /// Along -x.
    public static let left = Direction(rawValue: 2)
    /// Along -y.
    public static let up = Direction(rawValue: 4)
    /// Along +y.
    public static let down = Direction(rawValue: 8)
  }

  /// The directions that count; all fingers have to go in the same one (SW-6).
  public var direction = Direction.right
  /// How many fingers swipe.
  public var numberOfTouchesRequired = 1

  /// When the last finger went down; the time counts from there (SW-2).
  private var start: Timestamp?
  /// How far the fingers on a touchpad have gone (TR-2).
  private var touchpadWay = Point.zero
  /// Directions that are out of question in this attempt (SW-6).
  private var struck: Direction = []

  /// Where the fingers went down: their centre in a view's space (SW-7).
  open override func location(in view: View?) -> Point {
    guard let centre = originCentre else { return super.location(in: view) }
    return fromBase(centre, to: view)
  }

  /// Where a finger went down (SW-7).
  open override func location(ofTouch index: Int, in view: View?) -> Point {
    guard attempt.touches.indices.contains(index) else { return super.location(ofTouch: index, in: view) }
    return fromBase(attempt.touches[index].origin.location, to: view)
  }

  private var originCentre: Point? {
    guard !attempt.touches.isEmpty else { return nil }
    let sum = attempt.touches.reduce(Point.zero) { $0 + $1.origin.location }
    return sum * (1 / Double(attempt.touches.count))
  }

  open override func touchesBegan(_ touches: Set<Touch>, with event: Event) {
    guard !direction.isEmpty else { return fail(.noDirection) }
    let count = attempt.down.count
    guard count <= numberOfTouchesRequired else { return fail(.tooManyFingers(count, limit: numberOfTouchesRequired)) }
    if count == numberOfTouchesRequired { startClock(at: event.timestamp) }
  }

  private func startClock(at time: Timestamp) {
    start = time
    // A movement at the very end of the time still counts (SW-5).
    setDeadline(after: tuning.swipeMaximumDuration + Self.clockTick)
  }

  private static let clockTick = 1e-9

  open override func touchesMoved(_ touches: Set<Touch>, with event: Event) {
    judge(at: event.timestamp)
  }

  private func judge(at time: Timestamp) {
    guard let start, attempt.wish == nil else { return }
    let limits = Limits(after: time.seconds(since: start), tuning: tuning)
    for member in Self.inOrder where direction.subtracting(struck).contains(member) {
      switch verdict(on: member, limits) {
      case .isMet:
        cancelDeadline()
        state = .ended
        return
      case .isOpen: break
      case .isStruck: struck.insert(member)
      }
    }
    if direction.subtracting(struck).isEmpty { fail(.otherDirection) }
  }

  private enum Verdict { case isMet, isOpen, isStruck }

  /// How far a swipe has to have gone along its direction, and how far it may have gone across it (SW-3).
  private struct Limits {
    let along: Double
    let across: Double

    init(after time: Double, tuning: GestureTuning) {
      along = tuning.swipeMinimumPrimary * (1 - 0.94 * time)
      across = tuning.swipeMaximumSecondary * (1 - 0.98 * time)
    }

    /// Judges the way of one finger: x along the direction, y across.
    func verdict(on way: Point) -> Verdict {
      if way.x < 0 || way.y.magnitude > across { return .isStruck }
      return way.x < along ? .isOpen : .isMet
    }
  }

  /// Horizontal ones are looked at first (SW-6).
  private static let inOrder: [Direction] = [.right, .left, .up, .down]

  private func verdict(on member: Direction, _ limits: Limits) -> Verdict {
    guard attempt.sequence == nil else { return limits.verdict(on: member.turned(touchpadWay)) }
    var worst = Verdict.isMet
    for touch in attempt.down {
      switch limits.verdict(on: member.turned(touch.values.location - touch.origin.location)) {
      case .isStruck: return .isStruck
      case .isOpen: worst = .isOpen
      case .isMet: break
      }
    }
    return worst
  }

  override func takesSequence(_ event: Event) -> Bool {
    guard event.type == .transform, event.transform?.kind == .swipe, !direction.isEmpty else { return false }
    return event.transform?.fingerCount == numberOfTouchesRequired
  }

  override func sequence(_ phase: SequencePhase, _ event: Event) {
    switch phase {
    case .began: startClock(at: event.timestamp)
    case .changed:
      touchpadWay = touchpadWay + (event.transform?.delta ?? .zero)
      judge(at: event.timestamp)
    case .ended, .cancelled: if attempt.wish == nil { endWithSequence(phase) }
    }
  }

  open override func touchesEnded(_ touches: Set<Touch>, with event: Event) {
    if attempt.wish == nil { fail(.liftedEarly) }
  }

  open override func touchesCancelled(_ touches: Set<Touch>, with event: Event) {
    fail(.touchCancelled)
  }

  open override func deadlineFired() {
    fail(.lasted(tuning.swipeMaximumDuration, limit: tuning.swipeMaximumDuration))
  }

  open override func reset() {
    if let originCentre { lastCentroid = originCentre }
    start = nil
    touchpadWay = .zero
    struck = []
  }
}

extension SwipeGestureRecognizer.Direction {
  /// A vector as seen along one direction: x along it, y across.
  fileprivate func turned(_ vector: Point) -> Point {
    switch self {
    case .right: vector
    case .left: Point(x: -vector.x, y: vector.y)
    case .up: Point(x: -vector.y, y: vector.x)
    default: Point(x: vector.y, y: vector.x)
    }
  }
}
