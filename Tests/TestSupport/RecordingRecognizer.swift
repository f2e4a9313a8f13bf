public import EaselToolkit

/// A recognizer that records what it is called with and does what closures say.
///
/// It is made with the toolkit's public interface alone, as an application would make one.
open class RecordingRecognizer: GestureRecognizer {
  /// What a recognizer is called for.
  public enum Call: Hashable, Sendable {
    /// The four touch methods.
    case began, moved, ended, cancelled
    /// A deadline that it has set.
    case deadline
    /// The end of an attempt.
    case reset
  }

  /// What a recognizer is asked.
  public enum Question: String, Hashable, Sendable {
    /// The questions that a subclass may answer.
    case canPrevent, canBePrevented, shouldRequireFailure, shouldBeRequiredToFail, shouldReceive
  }

  /// What it does when called; the calls are recorded whether anything is done or not.
  public var does: [Call: (RecordingRecognizer) -> Void] = [:]
  /// What it answers; questions that stand here are recorded, others get the usual answer.
  public var answers: [Question: (GestureRecognizer?) -> Bool] = [:]
  /// Calls that are not recorded.
  public var silent: Set<Call> = []
  /// Whether an attempt of it goes on without a finger (RS-4).
  public var staysOpen = false
  /// The touches of the present call.
  public private(set) var touches: Set<Touch> = []
  /// The event of the present call.
  public private(set) var event: Event?
  /// Where it records, and who knows the fingers' names.
  public weak var harness: WindowHarness?

  /// Records a line under its name.
  public func record(_ entry: String) {
    harness?.trace.record("\(name ?? "?").\(entry)")
  }

  /// Ignores the touches of the present call (DC-10).
  public func ignoreTouches() {
    guard let event else { return }
    for touch in touches { ignore(touch, for: event) }
  }

  private func called(_ call: Call, _ entry: String, _ touches: Set<Touch> = [], _ event: Event? = nil) {
    if !silent.contains(call) {
      let names = touches.sorted { $0.contact < $1.contact }.map { harness?.name(of: $0) ?? "?" }
      record(touches.isEmpty ? entry : "\(entry){\(names.joined(separator: ","))}")
    }
    (self.touches, self.event) = (touches, event)
    does[call]?(self)
    (self.touches, self.event) = ([], nil)
  }

  private func answer(_ question: Question, about other: GestureRecognizer?, otherwise usual: Bool) -> Bool {
    guard let answer = answers[question] else { return usual }
    let isYes = answer(other)
    record("\(question.rawValue)(\(other?.name ?? "")) \(isYes ? "yes" : "no")")
    return isYes
  }

  open override func touchesBegan(_ touches: Set<Touch>, with event: Event) {
    called(.began, "touchesBegan", touches, event)
  }

  open override func touchesMoved(_ touches: Set<Touch>, with event: Event) {
    called(.moved, "touchesMoved", touches, event)
  }

  open override func touchesEnded(_ touches: Set<Touch>, with event: Event) {
    called(.ended, "touchesEnded", touches, event)
  }

  open override func touchesCancelled(_ touches: Set<Touch>, with event: Event) {
    called(.cancelled, "touchesCancelled", touches, event)
  }

  open override func deadlineFired() { called(.deadline, "deadline") }
  open override func reset() { called(.reset, "reset") }
  open override var keepsAttemptOpen: Bool { staysOpen }

  open override func canPrevent(_ other: GestureRecognizer) -> Bool {
    answer(.canPrevent, about: other, otherwise: super.canPrevent(other))
  }

  open override func canBePrevented(by other: GestureRecognizer) -> Bool {
    answer(.canBePrevented, about: other, otherwise: super.canBePrevented(by: other))
  }

  open override func shouldRequireFailure(of other: GestureRecognizer) -> Bool {
    answer(.shouldRequireFailure, about: other, otherwise: super.shouldRequireFailure(of: other))
  }

  open override func shouldBeRequiredToFail(by other: GestureRecognizer) -> Bool {
    answer(.shouldBeRequiredToFail, about: other, otherwise: super.shouldBeRequiredToFail(by: other))
  }

  open override func shouldReceive(_ event: Event) -> Bool {
    answer(.shouldReceive, about: nil, otherwise: super.shouldReceive(event))
  }
}

/// A recognizer's delegate that records the questions to which it was given an answer; others get the usual one.
public final class RecordingDelegate: GestureRecognizerDelegate {
  /// What a delegate is asked.
  public enum Question: String, Hashable, Sendable {
    /// The questions by the names of their methods.
    case shouldBegin, shouldReceiveTouch, shouldReceiveEvent, simultaneously, shouldRequireFailure, shouldBeRequiredToFail
  }

  /// The answers, each told who asks and, if it is about two, the other one.
  public var answers: [Question: (GestureRecognizer, GestureRecognizer?) -> Bool] = [:]
  private let name: String
  private let trace: TraceRecorder

  /// A delegate that gives the usual answers.
  public init(_ name: String, trace: TraceRecorder) {
    self.name = name
    self.trace = trace
  }

  private func answer(
    _ question: Question, _ recognizer: GestureRecognizer, _ other: GestureRecognizer? = nil, otherwise usual: Bool
  ) -> Bool {
    guard let answer = answers[question] else { return usual }
    let isYes = answer(recognizer, other)
    let names = [recognizer.name, other?.name].compactMap(\.self).joined(separator: ",")
    trace.record("\(name).\(question.rawValue)(\(names)) \(isYes ? "yes" : "no")")
    return isYes
  }

  /// Asked before the recognizer leaves `possible`.
  public func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
    answer(.shouldBegin, recognizer, otherwise: true)
  }

  /// Asked for each touch.
  public func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool {
    answer(.shouldReceiveTouch, recognizer, otherwise: true)
  }

  /// Asked for each event that brings touches.
  public func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive event: Event) -> Bool {
    answer(.shouldReceiveEvent, recognizer, otherwise: true)
  }

  /// Asked when one of two would block the other.
  public func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool {
    answer(.simultaneously, recognizer, other, otherwise: false)
  }

  /// Asked once for each pair of attempts.
  public func gestureRecognizer(_ recognizer: GestureRecognizer, shouldRequireFailureOf other: GestureRecognizer) -> Bool {
    answer(.shouldRequireFailure, recognizer, other, otherwise: false)
  }

  /// Asked once for each pair of attempts.
  public func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldBeRequiredToFailBy other: GestureRecognizer
  ) -> Bool {
    answer(.shouldBeRequiredToFail, recognizer, other, otherwise: false)
  }
}
