public import EaselGeometry
internal import EaselInputEvents

/// Recognizes dragging with one or more fingers; continuous (9.3).
///
/// `translation(in:)` grows by the mean movement of the fingers, so that no finger that comes or goes makes it jump.
open class PanGestureRecognizer: GestureRecognizer {
  /// The fewest fingers that pan.
  @safe @exclusivity(unchecked) public var minimumNumberOfTouches = 1
  /// The most fingers that pan.
  @safe @exclusivity(unchecked) public var maximumNumberOfTouches = Int.max
  /// Which scrolling pans too, without touches; none by default (PAN-15).
  public var allowedScrollTypesMask: ScrollTypes = []

  /// Kinds of scrolling.
  public struct ScrollTypes: OptionSet, Hashable, Sendable {
    /// One bit a kind.
    public let rawValue: Int

    /// A set from its bits.
    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// A wheel that turns in steps.
    public static let discrete = ScrollTypes(rawValue: 1)
    /// Fingers on a touchpad, and whatever else scrolls without steps.
    public static let continuous = ScrollTypes(rawValue: 2)
    /// All of them.
    public static let all: ScrollTypes = [.discrete, .continuous]
  }

  /// The way of the fingers while there are enough, in window base coordinates (PAN-2).
  // Unchecked for the reason that stands with `TouchSession.live`.
  @safe @exclusivity(unchecked) private var way = Point.zero
  /// What the translation is beside the way: the hysteresis taken out, or what it was set to (PAN-6, PAN-8).
  private var offset = Point.zero
  @safe @exclusivity(unchecked) private var velocity = VelocityTracker()
  private var hasReachedMinimum = false
  /// The centre before the lift that ended the gesture (PAN-12).
  private var endCentroid: Point?

  /// How far the fingers have dragged, in a view's directions; nil means window base coordinates (PAN-8).
  public func translation(in view: View?) -> Point {
    vectorFromBase(way + offset, to: view)
  }

  /// Makes the translation something else; the velocity is zero until the next movement (PAN-8).
  public func setTranslation(_ translation: Point, in view: View?) {
    offset = (view.map { $0.convertVectorToBase(translation) } ?? translation) - way
    velocity.keepNewest()
  }

  /// The fingers' speed in points per second, in a view's directions (PAN-9).
  public func velocity(in view: View?) -> Point {
    guard let arena = attempt.arena else { return .zero }
    return vectorFromBase(velocity.velocity(at: arena.now, window: arena.tuning.velocityWindow), to: view)
  }

  /// The centre of the fingers; in the message of the end, where it was before the lift (PAN-12, PAN-14).
  open override func location(in view: View?) -> Point {
    if let endCentroid { return fromBase(endCentroid, to: view) }
    return super.location(in: view)
  }

  open override func touchesBegan(_ touches: Set<Touch>, with event: Event) {
    if isActive {
      while attempt.down.count > maximumNumberOfTouches, let last = attempt.down.last { ignore(last, for: event) }
      return
    }
    let count = attempt.down.count
    guard count <= maximumNumberOfTouches else { return fail(.tooManyFingers(count, limit: maximumNumberOfTouches)) }
    guard count >= minimumNumberOfTouches, count - touches.count < minimumNumberOfTouches else { return }
    hasReachedMinimum = true
    way = .zero
    velocity.removeAll()
    velocity.add(.zero, at: event.timestamp)
  }

  open override func touchesMoved(_ touches: Set<Touch>, with event: Event) {
    guard isCountLegal, let step = meanStep else { return }
    way = way + step
    velocity.add(way, at: event.timestamp)
    if isActive {
      state = .changed
    } else if attempt.wish == nil, way.distance(to: .zero) > threshold(\.panHysteresis) {
      begin()
    }
  }

  /// The fingers have gone far enough to begin (PAN-5).
  func begin() {
    state = .began
  }

  /// How far the fingers have gone before recognition, in window base coordinates.
  var wayBeforeRecognition: Point { way }

  /// The hysteresis is no part of the translation (PAN-6).
  override func willBeRecognized() {
    // Scrolling was decided about by the device (PAN-15).
    guard attempt.sequence == nil else { return }
    let limit = tuning.panHysteresis
    let length = way.distance(to: .zero)
    let share = length > limit ? limit / length : 1
    offset = Point(x: -way.x * share, y: -way.y * share)
  }

  open override func touchesEnded(_ touches: Set<Touch>, with event: Event) {
    lift(isCancelled: false)
  }

  open override func touchesCancelled(_ touches: Set<Touch>, with event: Event) {
    lift(isCancelled: true)
  }

  private func lift(isCancelled: Bool) {
    guard hasLostFingers else { return }
    let remaining = fingersLeft
    // A held one may yet begin by the same lift, and is over then too (FR-11).
    if isActive || attempt.wish != nil { endCentroid = attempt.centroid }
    if isActive {
      state = isCancelled ? .cancelled : .ended
    } else if hasReachedMinimum || remaining == 0 {
      fail(isCancelled ? .touchCancelled : .tooFewFingers(remaining, required: minimumNumberOfTouches))
    }
  }

  private var fingersLeft: Int { attempt.down.count { !$0.isLeaving } }

  /// Fewer than the fewest fingers end it (PAN-11).
  override var hasLostFingers: Bool { fingersLeft < minimumNumberOfTouches }

  override func takesSequence(_ event: Event) -> Bool {
    guard let source = event.scroll?.source, event.type == .scroll else { return false }
    return allowedScrollTypesMask.contains(source == .wheel ? .discrete : .continuous)
  }

  /// Scrolling drags the content against its own direction, from its first event on (PAN-15).
  override func sequence(_ phase: SequencePhase, _ event: Event) {
    if let delta = event.scroll?.delta, delta != .zero {
      way = way - delta
      velocity.add(way, at: event.timestamp)
    }
    switch phase {
    case .began: state = .began
    case .changed where isActive: state = .changed
    case .changed: break
    case .ended, .cancelled: endWithSequence(phase)
    }
  }

  open override func reset() {
    if let endCentroid { lastCentroid = endCentroid }
    way = .zero
    offset = .zero
    velocity.removeAll()
    hasReachedMinimum = false
    endCentroid = nil
  }

  private var isCountLegal: Bool {
    (minimumNumberOfTouches...max(minimumNumberOfTouches, maximumNumberOfTouches)).contains(attempt.down.count)
  }

  /// The mean movement in this event of the fingers that were there before and are there afterwards (PAN-2).
  private var meanStep: Point? {
    var sum = Point.zero
    var count = 0.0
    for touch in attempt.down {
      switch touch.phase {
      case .moved:
        sum = sum + (touch.values.location - touch.values.previousLocation)
        count += 1
      case .stationary: count += 1
      case .began, .ended, .cancelled: break
      }
    }
    return count > 0 ? Point(x: sum.x / count, y: sum.y / count) : nil
  }
}
