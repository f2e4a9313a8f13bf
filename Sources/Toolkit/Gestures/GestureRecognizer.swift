public import EaselGeometry
public import EaselInputEvents
internal import EaselPlatform

/// Watches the touches of a view and of everything in it, and tells its targets when they make a gesture.
///
/// A view owns its recognizers (GR-1). Recognizers see touches before views do, and only bid: whoever wants to leave
/// `possible` asks the one `GestureArena`, which knows of requirements and exclusion. To make a recognizer of your own,
/// override the touch methods and set `state`; call `super` where you like, nothing depends on it (RS-1).
open class GestureRecognizer {
  /// Where a recognizer stands; ST-2 lists the legal steps.
  public enum State: Hashable, Sendable {
    /// It has not decided yet, or waits for others to fail.
    case possible
    /// A continuous gesture has begun.
    case began
    /// A continuous gesture goes on.
    case changed
    /// The gesture is complete; the only state that a discrete one is recognized by.
    case ended
    /// A continuous gesture was taken away.
    case cancelled
    /// This was not the gesture.
    case failed

    /// Another name of `ended`, for discrete gestures.
    public static let recognized = State.ended
  }

  /// A recognizer without view and targets.
  public required init() {}

  // MARK: Configuration

  /// A name for logs.
  public var name: String?
  /// Who is asked before things happen; weak.
  public weak var delegate: (any GestureRecognizerDelegate)?
  /// Whether recognition takes the touches away from their views (DC-7).
  public var cancelsTouchesInView = true
  /// Whether views get no touch as long as this might become the gesture (DC-1).
  public var delaysTouchesBegan = false
  /// Whether views do not hear of a touch's end as long as this might become the gesture (DC-5).
  public var delaysTouchesEnded = true
  /// The kinds of contacts that are looked at; all by default.
  public var allowedTouchTypes: Set<ContactKind> = [.direct, .pencil, .indirectPointer]
  /// Whether all touches of one gesture have to be of one kind.
  public var requiresExclusiveTouchType = true
  /// The view whose touches are watched.
  public var view: View? { home.object }

  /// Whether touches are looked at; setting it to false in the middle of a gesture ends it (EN-1).
  public var isEnabled: Bool {
    get { storedIsEnabled }
    set {
      guard newValue != storedIsEnabled else { return }
      // What has come before is still its own (EV-4).
      if !newValue { attempt.arena?.flushMotion() }
      storedIsEnabled = newValue
      if !newValue { attempt.arena?.withdraw(self, because: .disabled) }
    }
  }

  @safe @exclusivity(unchecked) private var storedIsEnabled = true
  /// The view, which sets it and takes it back (GR-1).
  @safe nonisolated(unsafe) var home = BackReference<View>()
  // The stage and the arena are the only ones that change what follows.
  /// Where it stands, whatever is shown to a handler.
  @safe @exclusivity(unchecked) var actualState = State.possible
  /// The state whose message is being sent (AC-3).
  var shownState: State?
  @safe @exclusivity(unchecked) var attempt = Attempt()
  /// The turn in which the delegate was asked about the event, and its answer (TD-10).
  var askedTurn: UInt64 = 0
  var delegateTakesEvent = true
  /// Lasting requirements: these have to fail first (FR-1).
  var requirements: [WeakRecognizer] = []
  var targets: [ActionTarget] = []
  /// The centre of the touches when there were some last, in window base coordinates (GR-6).
  var lastCentroid = Point.zero
  private(set) lazy var deadline = Deadline { [weak self] _ in self?.deadlineFalls() }

  // MARK: State

  /// Where the recognizer stands.
  ///
  /// Only a recognizer sets its own; what ST-2 does not allow is corrected or ignored (ST-3).
  public var state: State {
    get { shownState ?? actualState }
    set { (attempt.arena ?? reachableArena)?.request(newValue, of: self) }
  }

  /// The arena of the application in whose window the view is.
  var reachableArena: GestureArena? { view?.window?.application?.pipeline.gestures.arena }

  /// The application's thresholds.
  var tuning: GestureTuning { (attempt.arena ?? reachableArena)?.tuning ?? GestureTuning() }

  /// One of the application's thresholds, for each moved touch; copies no others.
  @inline(__always) func threshold(_ value: (GestureTuning) -> Double) -> Double {
    guard let arena = attempt.arena else { return value(tuning) }
    // The attempt keeps the arena.
    return withKept(arena) { $0.threshold(value) }
  }

  /// Why it is about to fail, said by those that know.
  func fail(_ reason: @autoclosure () -> FailureReason) {
    guard let arena = attempt.arena else { return }
    if arena.isExplained { attempt.reason = reason() }
    arena.request(.failed, of: self)
  }

  // MARK: Touches

  /// How many touches are down that the recognizer looks at (GR-6).
  open var numberOfTouches: Int { attempt.down.count }

  /// The centre of the touches in a view's space, or where it was last; nil means window base coordinates (GR-6).
  open func location(in view: View?) -> Point {
    fromBase(attempt.centroid ?? attempt.lastCentroid ?? lastCentroid, to: view)
  }

  /// Where one touch is, counted in the order in which they went down; for an index that there is not, where it was last, or
  /// the centre (GR-6).
  open func location(ofTouch index: Int, in view: View?) -> Point {
    if attempt.down.indices.contains(index) { return attempt.down[index].location(in: view) }
    (attempt.arena ?? reachableArena)?.log.once(
      "touch-index", .debug, "location(ofTouch:in:) was asked for a touch that there is not.")
    if attempt.lastLocations.indices.contains(index) { return fromBase(attempt.lastLocations[index], to: view) }
    return location(in: view)
  }

  /// Modifier keys that were held in the newest event of the gesture.
  public var modifierFlags: KeyModifiers { attempt.modifiers ?? attempt.arena?.event.modifierFlags ?? [] }

  /// The buttons of the gesture's pointer or pen, bit 0 the primary one.
  public var buttonMask: UInt32 {
    guard let touch = attempt.touches.last else { return 0 }
    return touch.buttonMask != 0 ? touch.buttonMask : touch.origin.buttons
  }

  /// A point of window base coordinates in a view's space.
  func fromBase(_ point: Point, to view: View?) -> Point {
    guard let view else { return point }
    return view.convert(point, from: attempt.touches.first?.window ?? self.view?.window)
  }

  /// A vector of window base coordinates in a view's directions (CO-11).
  func vectorFromBase(_ vector: Point, to view: View?) -> Point {
    view.map { $0.convertVectorFromBase(vector) } ?? vector
  }

  // MARK: To be overridden

  /// Called with new touches, before views are (TD-14).
  open func touchesBegan(_ touches: Set<Touch>, with event: Event) {}
  /// Called with touches that have changed.
  open func touchesMoved(_ touches: Set<Touch>, with event: Event) {}
  /// Called with touches that have lifted; they still count in `numberOfTouches` meanwhile.
  open func touchesEnded(_ touches: Set<Touch>, with event: Event) {}
  /// Called with touches that were taken away.
  open func touchesCancelled(_ touches: Set<Touch>, with event: Event) {}
  /// Called when properties that a pen had only estimated have become known (EV-8).
  open func touchesEstimatedPropertiesUpdated(_ touches: Set<Touch>) {}
  /// Called once after each attempt, while `state` still reads how it ended (RS-1); to forget what was gathered.
  open func reset() {}

  /// Whether recognizing this keeps another recognizer of the same touches from being recognized (EX-2).
  open func canPrevent(_ other: GestureRecognizer) -> Bool { true }
  /// Whether another recognizer of the same touches, once recognized, keeps this from being recognized (EX-2).
  open func canBePrevented(by other: GestureRecognizer) -> Bool { true }
  /// Whether this waits for another one to fail; asked once for each pair of attempts (FR-2).
  open func shouldRequireFailure(of other: GestureRecognizer) -> Bool { false }
  /// Whether another one waits for this to fail; asked once for each pair of attempts (FR-2).
  open func shouldBeRequiredToFail(by other: GestureRecognizer) -> Bool { false }
  /// Whether the event that brings a touch, or input without touches, is looked at (TD-10, TR-1).
  open func shouldReceive(_ event: Event) -> Bool { true }
  /// Called at the time set by `setDeadline(after:)`.
  open func deadlineFired() {}
  /// Whether an attempt goes on although no finger is down, as between the taps of a double tap (RS-4).
  open var keepsAttemptOpen: Bool { false }

  /// Whether a new touch belongs to the attempt that is open without a finger down; if not, the attempt fails first (TD-9).
  func continues(with touch: Touch) -> Bool { true }
  /// Called when it is about to begin or end as recognized, with what it then knows (FR-4).
  func willBeRecognized() {}
  /// Whether fingers that it needs have lifted: one that was held and begins only now is over at once (FR-4, FR-11).
  var hasLostFingers: Bool { false }
  /// Whether it is offered touches.
  var looksAtTouches: Bool { true }
  /// Whether it takes a `scroll` or `transform` event that begins, and so all that follows (TR-2).
  func takesSequence(_ event: Event) -> Bool { false }
  /// Called with each event of an input without touches that it has taken.
  func sequence(_ phase: SequencePhase, _ event: Event) {}
  /// How many taps it counts, if it is a tap: taps of one view stand in the order of falling counts (TD-8).
  var tapCount: Int? { nil }

  /// The end of an input without touches is the gesture's, too (TR-5).
  func endWithSequence(_ phase: SequencePhase) {
    if phase == .cancelled {
      if isActive { state = .cancelled } else { fail(.touchCancelled) }
    } else {
      if isActive { state = .ended } else { fail(.liftedEarly) }
    }
  }

  // MARK: To be called by recognizers

  /// Looks at a touch no more: it is neither held back nor taken away by this recognizer (DC-10).
  public func ignore(_ touch: Touch, for event: Event) {
    attempt.arena?.ignore(touch, by: self)
  }

  /// Calls `deadlineFired()` so many seconds from now on the dispatch clock, in place of the time set before; the end of the
  /// attempt takes it back.
  public func setDeadline(after seconds: Double) {
    attempt.arena?.arm(self, after: seconds)
  }

  /// Takes the deadline back.
  public func cancelDeadline() {
    attempt.arena?.disarm(self)
  }

  private func deadlineFalls() {
    guard attempt.arena != nil, actualState == .possible || actualState == .began || actualState == .changed else { return }
    deadlineFired()
  }

  // MARK: Requirements

  /// Makes this wait for another recognizer to fail whenever both look at something (FR-1); the other one is held weakly.
  public func require(toFail other: GestureRecognizer) {
    requirements.removeAll { $0.recognizer == nil }
    guard other !== self, !requirements.contains(where: { $0.recognizer === other }) else { return }
    requirements.append(WeakRecognizer(recognizer: other))
  }
}

/// A recognizer that may go away.
struct WeakRecognizer {
  weak var recognizer: GestureRecognizer?
}
