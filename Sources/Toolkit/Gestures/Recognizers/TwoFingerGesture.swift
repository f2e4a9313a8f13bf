internal import EaselGeometry
internal import EaselInputEvents

/// The line between the two fingers that a pinch or a rotation follows (PI-1, RO-1).
struct FingerPair {
  /// From the older finger to the newer one, when both were down last.
  private(set) var line = Point.zero
  /// The middle between them then; nil before there were two (PI-11).
  private(set) var centre: Point?

  /// Takes in where two fingers are; false, and everything stays as it was, if there are not two (PI-7).
  mutating func follow(_ down: [Touch]) -> Bool {
    var older: Point?
    var index = 0
    while index < down.count {
      // The list keeps its touches.
      let (isLeaving, location) = withKept(down[index]) { ($0.isLeaving, $0.values.location) }
      index += 1
      if isLeaving { continue }
      guard let first = older else {
        older = location
        continue
      }
      line = location - first
      centre = first + line * 0.5
      return true
    }
    return false
  }
}

/// What pinch and rotation have in common: the coming and going of two fingers (PI-7 to PI-12, RO-4).
///
/// Both measure something of the line between the fingers. Their touch methods call the ones here, which call back.
protocol TwoFingerGesture: GestureRecognizer {
  var pair: FingerPair { get set }
  /// The pair is a new one: what is measured counts on from its line, without a jump (PI-8).
  func pairFormed(at time: Timestamp)
  /// A finger of the pair has moved.
  func pairMoved(at time: Timestamp)
  /// Only one finger is left (PI-7).
  func pairBroke()
  /// Whether what is measured has changed enough to begin.
  var isFarEnough: Bool { get }
}

extension TwoFingerGesture {
  /// Fingers beyond the second are ignored for good (PI-1).
  func takeNewFingers(_ event: Event) {
    while fingersLeft > 2, let last = attempt.down.last(where: { $0.phase == .began }) { ignore(last, for: event) }
    guard attempt.down.contains(where: { $0.phase == .began }), pair.follow(attempt.down) else { return }
    pairFormed(at: event.timestamp)
  }

  func takeMovement(_ event: Event) {
    guard pair.follow(attempt.down) else { return }
    pairMoved(at: event.timestamp)
    if isActive {
      state = .changed
    } else if attempt.wish == nil, isFarEnough {
      state = .began
    }
  }

  func takeLift() {
    let left = fingersLeft
    if left == 1 { pairBroke() }
    if !isActive { fail(.liftedEarly) } else if left == 0 { state = .ended }
  }

  func takeCancellation() {
    if isActive { state = .cancelled } else { fail(.touchCancelled) }
  }

  /// Takes an event of a touchpad's pinch in: the device has decided already, so the first change begins it (TR-3).
  func takeSequence(_ phase: SequencePhase, hasChanged: Bool) {
    switch phase {
    case .began: break
    case .changed where isActive: state = .changed
    case .changed: if hasChanged, attempt.wish == nil { state = .began }
    case .ended, .cancelled: endWithSequence(phase)
    }
  }

  private var fingersLeft: Int { attempt.down.count { !$0.isLeaving } }
}
