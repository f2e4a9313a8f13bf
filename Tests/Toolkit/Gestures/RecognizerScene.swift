import EaselGeometry
import EaselTestSupport
@testable import EaselToolkit

/// A window with a view in all of it and recognizers on that; the trace tells of their actions, with what they show then, and
/// if wanted of why they fail.
final class RecognizerScene {
  let harness = WindowHarness()
  let view: View
  /// A delegate that lets every pair of recognizers go together.
  let together = Together()

  /// - Parameters:
  ///   - recordsView: whether the trace tells what the view V hears too.
  ///   - explains: whether it tells why recognizers fail: `G:failed, lifted too early`.
  init(recordsView: Bool = false, explains: Bool = false) {
    harness.application.coalescesMotion = false
    let full = Rect(x: 0, y: 0, width: 480, height: 800)
    if recordsView {
      view = harness.add("V", full)
    } else {
      view = View(frame: full)
      harness.window.addSubview(view)
    }
    view.isMultipleTouchEnabled = true
    guard explains else { return }
    let trace = harness.trace
    harness.application.pipeline.gestures.arena.explain = { recognizer, note in
      guard case .failed(let reason) = note, let name = recognizer.name else { return }
      trace.record("\(name):failed, \(reason)")
    }
  }

  /// Adds a recognizer to the view or to another one.
  ///
  /// - Parameters:
  ///   - shows: what an action's entry tells of it.
  ///   - action: what a handler does afterwards.
  @discardableResult
  func add<Recognizer: GestureRecognizer>(
    _ name: String, _ recognizer: Recognizer, to other: View? = nil, shows: @escaping (Recognizer) -> String = { _ in "" },
    action: @escaping (Recognizer) -> Void = { _ in }
  ) -> Recognizer {
    recognizer.name = name
    let trace = harness.trace
    recognizer.addTarget { (recognizer: Recognizer) in
      let values = shows(recognizer)
      trace.record("act(\(name),\(recognizer.state))" + (values.isEmpty ? "" : " \(values)"))
      action(recognizer)
    }
    (other ?? view).addGestureRecognizer(recognizer)
    return recognizer
  }

  /// Plays a script from now on, and returns what happens meanwhile.
  @discardableResult
  func play(_ script: TouchScript) -> String {
    harness.trace.clear()
    harness.play(script)
    return harness.trace.text
  }
}

/// Looks at a first touch and fails after a while, also if the touch is gone by then: others may wait for it.
final class Patient: GestureRecognizer {
  var patience = 0.8
  /// Whether it fails by a lift.
  var failsOnLift = false

  override func touchesBegan(_ touches: Set<Touch>, with event: Event) {
    if attempt.touches.count == touches.count { setDeadline(after: patience) }
  }

  override func touchesEnded(_ touches: Set<Touch>, with event: Event) {
    if failsOnLift { state = .failed }
  }

  override func deadlineFired() { state = .failed }

  override var keepsAttemptOpen: Bool { true }
}

/// Says that recognizers go together (EX-4).
final class Together: GestureRecognizerDelegate {
  func gestureRecognizer(_: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer) -> Bool { true }
}

extension Double {
  /// With three decimals at most, as traces show it.
  var short: String {
    let rounded = (self * 1000).rounded() / 1000
    return rounded == rounded.rounded() && rounded.magnitude < 1e15 ? String(Int(rounded)) : String(rounded)
  }
}

extension Point {
  /// Both numbers, as traces show them.
  var short: String { "\(x.short),\(y.short)" }
}
