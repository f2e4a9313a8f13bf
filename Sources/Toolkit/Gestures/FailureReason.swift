/// Why a recognizer failed, for the explainer; made only while somebody listens.
enum FailureReason {
  case moved(Double, limit: Double)
  case lasted(Double, limit: Double)
  case apart(Double, limit: Double)
  case tooManyFingers(Int, limit: Int)
  case tooFewFingers(Int, required: Int)
  case fingerAfterLift
  case liftedEarly
  case touchCancelled
  case otherDirection
  case noDirection
  case notAtEdge
  case otherButtons(UInt32, required: UInt32)
  case noFurtherTap
  case newTouchElsewhere
  case noTouchesLeft
  case delegateRefused
  case viewRefused(View)
  case prevented(by: GestureRecognizer)
  case requirementRecognized(GestureRecognizer)
  case disabled
  case removed
  case viewLeft
  case windowLost
  case recognizerSaidSo
}

extension FailureReason: CustomStringConvertible {
  var description: String {
    switch self {
    case .moved(let distance, let limit): "moved \(tenths(distance)) pt > \(tenths(limit))"
    case .lasted(let time, let limit): "\(hundredths(time)) s > \(hundredths(limit)) s"
    case .apart(let distance, let limit): "\(tenths(distance)) pt from the first tap > \(tenths(limit))"
    case .tooManyFingers(let count, let limit): "\(count) fingers > \(limit)"
    case .tooFewFingers(let count, let required): "\(count) fingers < \(required)"
    case .fingerAfterLift: "a finger came after the first lift"
    case .liftedEarly: "lifted too early"
    case .touchCancelled: "a touch was cancelled"
    case .otherDirection: "another direction"
    case .noDirection: "no direction is set"
    case .notAtEdge: "not at an edge"
    case .otherButtons(let mask, let required): "buttons \(mask), not \(required)"
    case .noFurtherTap: "no further tap came in time"
    case .newTouchElsewhere: "the new touch does not continue it"
    case .noTouchesLeft: "no touches left"
    case .delegateRefused: "the delegate refused"
    case .viewRefused(let view): "\(type(of: view)) refused"
    case .prevented(let other): "prevented by \(other.label)"
    case .requirementRecognized(let other): "it required \(other.label) to fail, which was recognized"
    case .disabled: "disabled"
    case .removed: "removed"
    case .viewLeft: "its view left the window"
    case .windowLost: "the window was closed or the system took everything"
    case .recognizerSaidSo: "it said so"
    }
  }

  private func tenths(_ value: Double) -> String { decimal(value, places: 1) }
  private func hundredths(_ value: Double) -> String { decimal(value, places: 2) }

  private func decimal(_ value: Double, places: Int) -> String {
    let scale = places == 1 ? 10.0 : 100.0
    let scaled = (value * scale).rounded()
    guard scaled.magnitude < 1e15 else { return String(value) }
    let whole = Int(scaled)
    let fraction = String(whole.magnitude % UInt(scale))
    let zeros = String(repeating: "0", count: places - fraction.count)
    return "\(whole < 0 ? "-" : "")\(whole.magnitude / UInt(scale)).\(zeros)\(fraction)"
  }
}

/// What can be told of a recognizer's life (the explainer's vocabulary).
enum GestureNote {
  /// It was offered a touch and looks at it.
  case offered(Touch)
  /// A touch was kept from it, and by what.
  case refused(Touch, by: String)
  /// It was recognized and takes touches away from their views (DC-7).
  case took([Touch])
  /// It looks at a touch no more.
  case ignored(Touch)
  /// It wants to be recognized and waits for others to fail.
  case waits(for: [GestureRecognizer])
  /// A requirement is disregarded because the other one waits for this one (FR-8).
  case cycle(with: GestureRecognizer)
  /// It went into a state other than failed.
  case entered(GestureRecognizer.State)
  /// It failed.
  case failed(FailureReason)
  /// It is ready for the next attempt.
  case reset
}

extension GestureRecognizer {
  /// How logs call it: by its name, or by its type.
  var label: String {
    name ?? String(describing: type(of: self))
  }
}
