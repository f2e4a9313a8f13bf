public import EaselGeometry
internal import EaselInputEvents

/// Recognizes two fingers that turn about each other; continuous (9.6).
///
/// The angle counts from the moment of recognition and may be more than a full turn. Beside it there is only the middle of the
/// fingers: whoever turns content about it moves the content's anchor, or adds a translation (RO-5).
open class RotationGestureRecognizer: GestureRecognizer, TwoFingerGesture {
  /// The angle in radians, clockwise positive; setting it makes later angles count from there, and the velocity 0 until the
  /// next movement (RO-1, RO-4).
  public var rotation: Double {
    get { measured }
    set { count(from: newValue) }
  }

  /// Radians per second (RO-4).
  public var velocity: Double {
    guard let arena = attempt.arena else { return 0 }
    return turns.velocity(at: arena.now, window: arena.tuning.velocityWindow).x
  }

  @safe @exclusivity(unchecked) var pair = FingerPair()
  private var measured = 0.0
  /// What the rotation is beside the turn.
  private var offset = 0.0
  /// How far the line has turned since the two fingers came together.
  private var turn = 0.0
  /// The line's direction when it had one last (RO-6).
  private var angle: Double?
  private var turns = VelocityTracker()

  private func count(from rotation: Double) {
    measured = rotation
    offset = rotation - turn
    turns.keepNewest()
  }

  /// The middle of the two fingers; with one finger left, where it was last (PI-7, PI-11).
  open override func location(in view: View?) -> Point {
    guard let centre = pair.centre else { return super.location(in: view) }
    return fromBase(centre, to: view)
  }

  open override func touchesBegan(_ touches: Set<Touch>, with event: Event) { takeNewFingers(event) }
  open override func touchesMoved(_ touches: Set<Touch>, with event: Event) { takeMovement(event) }
  open override func touchesEnded(_ touches: Set<Touch>, with event: Event) { takeLift() }
  open override func touchesCancelled(_ touches: Set<Touch>, with event: Event) { takeCancellation() }

  func pairFormed(at time: Timestamp) {
    turn = 0
    angle = nil
    followAngle()
    turns.removeAll()
    turns.add(.zero, at: time)
    count(from: measured)
  }

  func pairMoved(at time: Timestamp) {
    followAngle()
    turns.add(Point(x: turn, y: 0), at: time)
    if isActive { measured = turn + offset }
  }

  /// Adds the change of the line's direction, the short way round (RO-1); fingers on one spot have none (RO-6).
  private func followAngle() {
    guard pair.line.distance(to: .zero) >= 1 else { return }
    let now = Angles.angle(of: pair.line)
    if let angle {
      var change = now - angle
      if change > .pi { change -= 2 * .pi }
      if change <= -.pi { change += 2 * .pi }
      turn += change
    }
    angle = now
  }

  func pairBroke() {
    turns.removeAll()
  }

  /// The arc at each finger counts (RO-2).
  var isFarEnough: Bool { turn.magnitude * pair.line.distance(to: .zero) / 2 > threshold(\.rotationHysteresis) }

  override func takesSequence(_ event: Event) -> Bool { event.type == .transform && event.transform?.kind == .pinch }

  override func sequence(_ phase: SequencePhase, _ event: Event) {
    guard let rotation = event.transform?.rotation else { return }
    let hasChanged = rotation != turn
    turn = rotation
    turns.add(Point(x: turn, y: 0), at: event.timestamp)
    if isActive { measured = turn + offset }
    takeSequence(phase, hasChanged: hasChanged)
  }

  /// The rotation is 0 at the line that the fingers make now (RO-3).
  override func willBeRecognized() {
    if pair.follow(attempt.down) { followAngle() }
    measured = 0
    offset = -turn
  }

  open override func reset() {
    if let centre = pair.centre { lastCentroid = centre }
    pair = FingerPair()
    measured = 0
    offset = 0
    turn = 0
    angle = nil
    turns.removeAll()
  }
}
