public import EaselGeometry
internal import EaselInputEvents

/// Recognizes two fingers that move apart or together; continuous (9.5).
///
/// The scale counts from the moment of recognition. While only one finger is left it rests, and goes on without a jump when
/// a second one comes.
open class PinchGestureRecognizer: GestureRecognizer, TwoFingerGesture {
  /// How much farther apart the fingers are than they were; setting it makes later scales count from there, and the velocity
  /// 0 until the next movement (PI-4, PI-5).
  public var scale: Double {
    get { measured }
    set { count(from: newValue) }
  }

  /// Scale per second (PI-6).
  public var velocity: Double {
    guard let arena = attempt.arena else { return 0 }
    return distances.velocity(at: arena.now, window: arena.tuning.velocityWindow).x * base / reference
  }

  @safe @exclusivity(unchecked) var pair = FingerPair()
  private var measured = 1.0
  /// The scale at the reference distance.
  private var base = 1.0
  /// The distance from which the scale counts (PI-3).
  private var reference = 1.0
  /// The distance when the second finger came (PI-2).
  private var first = 1.0
  private var distances = VelocityTracker()
  /// What a touchpad says in place of a distance (TR-2).
  private var touchpadScale = 1.0

  /// Fingers on one spot have a distance too (PI-1).
  private var distance: Double { attempt.sequence == nil ? max(1, pair.line.distance(to: .zero)) : touchpadScale }

  private func count(from scale: Double) {
    measured = scale
    base = scale
    reference = distance
    distances.keepNewest()
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
    first = distance
    distances.removeAll()
    distances.add(Point(x: distance, y: 0), at: time)
    count(from: measured)
  }

  func pairMoved(at time: Timestamp) {
    distances.add(Point(x: distance, y: 0), at: time)
    if isActive { measured = base * distance / reference }
  }

  func pairBroke() {
    distances.removeAll()
  }

  var isFarEnough: Bool { (distance - first).magnitude > threshold(\.pinchHysteresis) }

  override func takesSequence(_ event: Event) -> Bool { event.type == .transform && event.transform?.kind == .pinch }

  override func sequence(_ phase: SequencePhase, _ event: Event) {
    guard let scale = event.transform?.scale else { return }
    let hasChanged = scale != touchpadScale
    touchpadScale = scale
    pairMoved(at: event.timestamp)
    takeSequence(phase, hasChanged: hasChanged)
  }

  /// The scale is 1 at the distance that the fingers have now (PI-3).
  override func willBeRecognized() {
    _ = pair.follow(attempt.down)
    measured = 1
    base = 1
    reference = distance
  }

  open override func reset() {
    if let centre = pair.centre { lastCentroid = centre }
    pair = FingerPair()
    measured = 1
    base = 1
    reference = 1
    distances.removeAll()
    touchpadScale = 1
  }
}
