import EaselGeometry
import EaselTestSupport
@testable import EaselToolkit
import Testing

/// When targets are told, of what, and in which order (8.3).
@Suite(.harnessed) struct ActionTests {
  /// Begins at once, changes with each movement, ends with the lift.
  private let drawing: [RecordingRecognizer.Call: (RecordingRecognizer) -> Void] = [
    .began: { $0.state = .began }, .moved: { $0.state = .changed }, .ended: { $0.state = .ended },
    .cancelled: { $0.state = .cancelled },
  ]

  @Test func `Targets hear of began, changed, ended and cancelled, never of possible and failed (AC-1)`() {
    let scene = GestureScene()
    scene.custom("G", silent: .all, does: drawing).cancelsTouchesInView = false
    scene.custom("F", silent: .touches, does: [.moved: { $0.state = .failed }]).answers[.canBePrevented] = { _ in false }
    scene.harness.play(TouchScript().down("A", 9, 9).move("A", 10, 9).up("A").down("B", 9, 9).cancel("B"))
    #expect(
      scene.entries.split(separator: " ").filter { $0.hasPrefix("act") || $0.hasPrefix("F:") } == [
        "act(G,began)", "F:failed", "act(G,changed)", "act(G,ended)", "act(G,began)", "F:failed", "act(G,cancelled)",
      ])
  }

  @Test func `Messages follow the recognizer phase, before views and before sendEvent returns (AC-2, DC-7)`() {
    final class Listening: Window {
      var trace: TraceRecorder?
      override func sendEvent(_ event: Event) {
        trace?.record("sendEvent")
        super.sendEvent(event)
        trace?.record("returned")
      }
    }
    let scene = GestureScene(window: { application, size, trace in
      let window = Listening(application: application, title: "", size: size)
      window.trace = trace
      return window
    })
    scene.custom("G", silent: [.reset], does: [.moved: { $0.state = .ended }])
    scene.custom("H", silent: [.reset]).answers[.canBePrevented] = { _ in false }
    scene.harness.play(TouchScript().down("A", 9, 9).move("A", 19, 9))
    #expect(
      scene.entries == """
        sendEvent G.touchesBegan{A} H.touchesBegan{A} V.began{A} returned \
        sendEvent G.touchesMoved{A} G:ended H.canBePrevented(G) no H.touchesMoved{A} act(G,ended) V.cancelled{A} returned
        """)
  }

  @Test func `Each message shows the state of its transition; changes of one turn are one message (AC-3)`() {
    let scene = GestureScene()
    let gesture = scene.custom("G", silent: .all)
    gesture.does[.began] = {
      for state in [GestureRecognizer.State.began, .changed, .changed, .changed, .ended] { $0.state = state }
    }
    scene.harness.play(TouchScript().down("A", 9, 9))
    #expect(scene.entries == "G:began G:changed G:ended act(G,began) act(G,changed) act(G,ended)")
    #expect(gesture.state == .possible)
  }

  @Test func `Messages come in the order of the transitions (AC-4)`() {
    let scene = GestureScene()
    let first = scene.custom("first", silent: .all, does: [.began: { $0.state = .began }])
    let second = scene.custom("second", silent: .all, does: [.began: { $0.state = .began }])
    for recognizer in [first, second] { recognizer.answers[.canPrevent] = { _ in false } }
    // The second one's call makes the first one go on once more, so its change comes after the second one's beginning.
    second.does[.began] = { [unowned first] recognizer in
      recognizer.state = .began
      first.state = .changed
    }
    scene.harness.play(TouchScript().down("A", 9, 9))
    #expect(
      scene.entries.split(separator: " ").filter { $0.hasPrefix("act") } == [
        "act(first,began)", "act(second,began)", "act(first,changed)",
      ])
  }

  @Test func `What a view's handler causes is sent at the end of the view phase, and what it releases is delivered (AC-5)`() {
    let scene = GestureScene()
    let inner = scene.harness.add("C", Rect(x: 0, y: 0, width: 100, height: 100), to: scene.view)
    let gate = scene.custom("gate", to: inner, silent: .all)
    gate.delaysTouchesBegan = true
    let active = scene.custom("active", to: inner, silent: .all, does: drawing)
    active.answers[.canPrevent] = { _ in false }
    active.cancelsTouchesInView = false
    scene.view.onTouches = { [unowned gate, unowned active] call, _, _ in
      guard call == "began" else { return }
      active.isEnabled = false
      gate.isEnabled = false
      scene.harness.trace.record("handled")
    }
    inner.onTouches = { _, _, _ in scene.harness.trace.record("still in the turn") }
    scene.harness.play(TouchScript().down("B", 9, 9))
    #expect(scene.take() == "active:began active.canPrevent(gate) no act(active,began)")
    scene.harness.play(TouchScript().down("A", 300, 9))
    #expect(
      scene.take() == """
        V.began{A} active:cancelled gate:failed handled act(active,cancelled) C.began{B} still in the turn
        """)
  }

  @Test func `A handler that disables another recognizer sends its last message in the same flush (AC-5, EN-1)`() {
    let scene = GestureScene()
    let other = scene.custom("other", silent: .all, does: drawing)
    other.answers[.canPrevent] = { _ in false }
    scene.custom(
      "first", silent: .all, action: { [unowned other] in if $0.state == .changed { other.isEnabled = false } }, does: drawing)
    scene.harness.play(TouchScript().down("A", 9, 9).move("A", 10, 9))
    #expect(
      scene.entries == """
        other:began other.canPrevent(first) no other.canPrevent(first) no first:began act(other,began) act(first,began) \
        other:changed first:changed act(other,changed) act(first,changed) other:cancelled act(other,cancelled)
        """)
  }

  @Test func `Of a recognizer that an earlier handler removed the last message is sent, a change is not (AC-6)`() {
    for (name, last) in [("ended", GestureRecognizer.State.ended), ("cancelled", .cancelled), ("changed", .changed)] {
      let scene = GestureScene()
      let remover = scene.custom("R", silent: .all, does: [.began: { $0.state = .began }, .moved: { $0.state = .changed }])
      let removed = scene.custom("X", silent: .all, does: [.began: { $0.state = .began }, .moved: { $0.state = last }])
      for recognizer in [remover, removed] { recognizer.answers[.canPrevent] = { _ in false } }
      remover.addTarget { [unowned scene = scene.view, unowned removed] remover in
        if remover.state == .changed { scene.removeGestureRecognizer(removed) }
      }
      scene.harness.play(TouchScript().down("A", 9, 9))
      scene.harness.trace.clear()
      scene.harness.play(TouchScript().move("A", 10, 9))
      let acts = scene.entries.split(separator: " ").filter { $0.hasPrefix("act") }
      #expect(acts == ["act(R,changed)", last == .changed ? "act(X,cancelled)" : "act(X,\(name))"], "\(name)")
    }
  }
}
