internal import EaselInputEvents

/// Recognizes fingers that rest, if wanted after some taps; continuous (9.2).
///
/// It begins by its deadline, without an event. From then on the fingers may move as they like.
open class LongPressGestureRecognizer: GestureRecognizer {
  /// How long the fingers have to rest, in seconds; 0 makes them a long press as soon as they are down (K-5, LP-3).
  public var minimumPressDuration: Double {
    get { ownDuration ?? tuning.longPressMinimumDuration }
    set { ownDuration = newValue }
  }
  /// How far a resting finger may stray, in points (K-6).
  public var allowableMovement: Double {
    get { ownMovement ?? threshold(\.longPressAllowableMovement) }
    set { ownMovement = newValue }
  }
  /// How many fingers press.
  public var numberOfTouchesRequired = 1
  /// How many taps come before the press (LP-2).
  @safe @exclusivity(unchecked) public var numberOfTapsRequired = 0

  private var ownDuration: Double?
  @safe @exclusivity(unchecked) private var ownMovement: Double?
  @safe @exclusivity(unchecked) private var sequence = TapSequence()

  /// Whether the taps are done, so that the fingers that are down press.
  private var isPress: Bool { sequence.taps >= numberOfTapsRequired }
  /// Whether the fingers have rested long enough, be it held or recognized.
  private var hasPressed: Bool { isActive || attempt.wish != nil }

  open override func touchesBegan(_ touches: Set<Touch>, with event: Event) {
    // A copy, since touches are ignored meanwhile.
    let began = attempt.down.filter { $0.phase == .began }
    for touch in began {
      if hasPressed {
        ignore(touch, for: event)
      } else {
        take(touch)
      }
      guard canHear else { return }
    }
  }

  /// Takes a finger of a tap or of the press in.
  private func take(_ touch: Touch) {
    let tuning = tuning
    if case .fails(let reason) = sequence.begin(touch, fingers: numberOfTouchesRequired, tuning: tuning) {
      return fail(reason)
    }
    guard isPress else {
      if sequence.fingersSoFar == 1 { setDeadline(after: tuning.tapMaximumDuration) }
      return
    }
    // The time between taps is over, that of the press begins with the last finger (LP-3).
    cancelDeadline()
    if sequence.fingersSoFar == numberOfTouchesRequired { startClock() }
  }

  private func startClock() {
    if minimumPressDuration > 0 { setDeadline(after: minimumPressDuration) } else { state = .began }
  }

  open override func touchesMoved(_ touches: Set<Touch>, with event: Event) {
    if isActive {
      state = .changed
    } else {
      failIfMoved()
    }
  }

  private func failIfMoved() {
    let limit = isPress ? allowableMovement : threshold(\.tapAllowableMovement)
    if let touch = attempt.down.firstKept(where: { $0.distanceFromOrigin > limit }) {
      return fail(.moved(touch.distanceFromOrigin, limit: limit))
    }
  }

  open override func touchesEnded(_ touches: Set<Touch>, with event: Event) {
    if isActive {
      state = .ended
    } else if isPress {
      fail(.liftedEarly)
    } else {
      endTap()
    }
  }

  private func endTap() {
    failIfMoved()
    for touch in attempt.down where touch.phase == .ended && canHear {
      switch sequence.end(touch, fingers: numberOfTouchesRequired) {
      case .fails(let reason): return fail(reason)
      case .tapEnds: setDeadline(after: tuning.multiTapInterval)
      case .goesOn: break
      }
    }
  }

  open override func touchesCancelled(_ touches: Set<Touch>, with event: Event) {
    if isActive { state = .cancelled } else { fail(.touchCancelled) }
  }

  open override func deadlineFired() {
    if attempt.down.isEmpty, attempt.sequence == nil {
      fail(.noFurtherTap)
    } else if isPress {
      state = .began
    } else {
      fail(.lasted(tuning.tapMaximumDuration, limit: tuning.tapMaximumDuration))
    }
  }

  override func takesSequence(_ event: Event) -> Bool {
    guard event.type == .transform, event.transform?.kind == .hold, numberOfTapsRequired == 0 else { return false }
    return event.transform?.fingerCount == numberOfTouchesRequired
  }

  override func sequence(_ phase: SequencePhase, _ event: Event) {
    switch phase {
    case .began: startClock()
    case .changed: break
    case .ended, .cancelled: endWithSequence(phase)
    }
  }

  open override func reset() {
    sequence = TapSequence()
  }

  open override var keepsAttemptOpen: Bool { sequence.taps > 0 && !hasPressed }

  override func continues(with touch: Touch) -> Bool {
    sequence.continues(with: touch, fingers: numberOfTouchesRequired, tuning: tuning)
  }

  /// The lift of any finger ends it (LP-8).
  override var hasLostFingers: Bool { attempt.down.contains(where: \.isLeaving) }
}
