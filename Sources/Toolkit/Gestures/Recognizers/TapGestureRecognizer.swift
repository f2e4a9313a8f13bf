public import EaselGeometry
internal import EaselInputEvents

/// Recognizes taps: one or more, with one or more fingers; discrete (9.1).
///
/// Without a requirement between them a recognizer of one tap is recognized at the first tap of a double tap (FR-9).
open class TapGestureRecognizer: GestureRecognizer {
  /// How many taps make the gesture.
  public var numberOfTapsRequired = 1
  /// How many fingers make a tap.
  public var numberOfTouchesRequired = 1
  /// The buttons that a pointer's tap has to press, bit 0 the primary one (TAP-13).
  @safe @exclusivity(unchecked) public var buttonMaskRequired: UInt32 = 1

  private var sequence = TapSequence()

  /// Where the first tap's fingers went down: their centre in a view's space (TAP-7).
  open override func location(in view: View?) -> Point {
    guard let centre = sequence.centre else { return super.location(in: view) }
    return fromBase(centre, to: view)
  }

  /// Where a finger of the first tap went down (TAP-8).
  open override func location(ofTouch index: Int, in view: View?) -> Point {
    guard sequence.firstPoints.indices.contains(index) else { return super.location(ofTouch: index, in: view) }
    return fromBase(sequence.firstPoints[index], to: view)
  }

  /// The fingers that are down; in the action message those of a tap (TAP-8).
  open override var numberOfTouches: Int { actualState == .ended ? numberOfTouchesRequired : super.numberOfTouches }

  open override func touchesBegan(_ touches: Set<Touch>, with event: Event) {
    guard let tuning = attempt.arena?.tuning else { return }
    for touch in attempt.down where touch.phase == .began && touches.contains(touch) {
      if touch.type == .indirectPointer, touch.buttonMask != buttonMaskRequired {
        return fail(.otherButtons(touch.buttonMask, required: buttonMaskRequired))
      }
      if case .fails(let reason) = sequence.begin(touch, fingers: numberOfTouchesRequired, tuning: tuning) {
        return fail(reason)
      }
      if sequence.fingersSoFar == 1 { setDeadline(after: tuning.tapMaximumDuration) }
    }
  }

  open override func touchesMoved(_ touches: Set<Touch>, with event: Event) {
    let limit = threshold(\.tapAllowableMovement)
    if let touch = attempt.down.firstKept(where: { $0.distanceFromOrigin > limit }) {
      return fail(.moved(touch.distanceFromOrigin, limit: limit))
    }
    let required = buttonMaskRequired
    if let touch = attempt.down.firstKept(where: { $0.type == .indirectPointer && $0.buttonMask != required }) {
      return fail(.otherButtons(touch.buttonMask, required: required))
    }
  }

  open override func touchesEnded(_ touches: Set<Touch>, with event: Event) {
    guard let tuning = attempt.arena?.tuning else { return }
    for touch in attempt.down where touch.phase == .ended {
      if touch.distanceFromOrigin > tuning.tapAllowableMovement {
        return fail(.moved(touch.distanceFromOrigin, limit: tuning.tapAllowableMovement))
      }
      switch sequence.end(touch, fingers: numberOfTouchesRequired) {
      case .fails(let reason): return fail(reason)
      case .tapEnds where sequence.taps >= numberOfTapsRequired:
        cancelDeadline()
        state = .ended
      case .tapEnds: setDeadline(after: tuning.multiTapInterval)
      case .goesOn: break
      }
    }
  }

  open override func touchesCancelled(_ touches: Set<Touch>, with event: Event) {
    fail(.touchCancelled)
  }

  open override func deadlineFired() {
    guard let tuning = attempt.arena?.tuning else { return }
    guard attempt.down.isEmpty else { return fail(.lasted(tuning.tapMaximumDuration, limit: tuning.tapMaximumDuration)) }
    fail(.noFurtherTap)
  }

  open override func reset() {
    if let centre = sequence.centre { lastCentroid = centre }
    sequence = TapSequence()
  }

  open override var keepsAttemptOpen: Bool { sequence.taps > 0 }

  /// A tap does not prevent one that needs more taps (EX-5).
  open override func canPrevent(_ other: GestureRecognizer) -> Bool {
    guard let count = other.tapCount else { return true }
    return count <= numberOfTapsRequired
  }

  override func continues(with touch: Touch) -> Bool {
    guard let tuning = attempt.arena?.tuning else { return true }
    return sequence.continues(with: touch, fingers: numberOfTouchesRequired, tuning: tuning)
  }

  override var tapCount: Int? { numberOfTapsRequired }
}
