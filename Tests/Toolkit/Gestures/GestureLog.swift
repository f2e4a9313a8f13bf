import EaselTestSupport
@testable import EaselToolkit

/// Records what recognizers do into a harness's trace: `act(G,began)` for actions, `G:failed` for states, `G:held` for one that
/// waits for others to fail.
final class GestureLog {
  private weak var harness: WindowHarness?
  private let trace: TraceRecorder
  private var shown: Set<String> = []

  /// A log of a harness's application.
  init(_ harness: WindowHarness) {
    self.harness = harness
    trace = harness.trace
    harness.application.pipeline.gestures.arena.explain = { [weak self] recognizer, note in
      self?.note(recognizer, note)
    }
  }

  private func note(_ recognizer: GestureRecognizer, _ note: GestureNote) {
    guard let name = recognizer.name, shown.contains(name) else { return }
    switch note {
    case .entered(let state): trace.record("\(name):\(state)")
    case .failed: trace.record("\(name):failed")
    case .waits: trace.record("\(name):held")
    // A recording recognizer tells of its resets itself.
    case .reset where recognizer as? RecordingRecognizer == nil: trace.record("\(name):reset")
    default: break
    }
  }

  /// Names a recognizer and adds it to a view; its actions are recorded, then `action` runs.
  ///
  /// - Parameter showsStates: whether its states are recorded too, each before its action.
  @discardableResult
  func add<Recognizer: GestureRecognizer>(
    _ name: String, _ recognizer: Recognizer, to view: View, showsStates: Bool = false,
    action: @escaping (Recognizer) -> Void = { _ in }
  ) -> Recognizer {
    recognizer.name = name
    (recognizer as? RecordingRecognizer)?.harness = harness
    recognizer.addTarget { [trace] (recognizer: Recognizer) in
      trace.record("act(\(name),\(recognizer.state))")
      action(recognizer)
    }
    if showsStates { shown.insert(name) }
    view.addGestureRecognizer(recognizer)
    return recognizer
  }
}
