import EaselGeometry
import EaselTestSupport
@testable import EaselToolkit
import Testing

/// Enabling, disabling, removing and changing recognizers in the middle of things (8.8).
@Suite(.harnessed) struct EnablingTests {
  private let draws: [RecordingRecognizer.Call: (RecordingRecognizer) -> Void] = [
    .began: { $0.state = .began }, .moved: { $0.state = .changed },
  ]

  @Test func `Disabling cancels what goes on, with its action before the setter returns, and fails what is possible (EN-1)`() {
    for name in ["possible", "began", "changed"] {
      let scene = GestureScene()
      let gesture = scene.custom("G", silent: .all, does: name == "possible" ? [:] : draws)
      scene.harness.play(TouchScript().down("A", 9, 9))
      if name == "changed" { scene.harness.play(TouchScript().move("A", 10, 9)) }
      scene.harness.trace.clear()
      gesture.isEnabled = false
      gesture.isEnabled = false
      scene.harness.trace.record("set")
      #expect(scene.take() == (name == "possible" ? "G:failed set" : "G:cancelled act(G,cancelled) set"), "\(name)")
      // What was taken from the view is not given back.
      scene.harness.play(TouchScript().move("A", 30, 9).up("A"))
      #expect(scene.take() == (name == "possible" ? "V.moved{A} V.ended{A}" : ""), "\(name)")
    }
  }

  @Test func `Disabled and enabled again it sees only touches that begin later: a way to stop a gesture (EN-2, RS-3)`() {
    let scene = GestureScene()
    let gesture = scene.custom("G", silent: [.moved], does: draws)
    scene.harness.play(TouchScript().down("A", 9, 9))
    scene.harness.trace.clear()
    gesture.isEnabled = false
    gesture.isEnabled = true
    #expect(scene.take() == "G:cancelled act(G,cancelled)")
    scene.harness.play(TouchScript().move("A", 30, 9).up("A"))
    #expect(scene.take() == "G.reset")
    scene.harness.play(TouchScript().down("B", 9, 9))
    #expect(scene.take() == "G.touchesBegan{B} G:began act(G,began)")
  }

  @Test func `Disabled without an attempt it gets nothing until it is enabled (EN-2)`() {
    let scene = GestureScene()
    let gesture = scene.custom("G", silent: [.ended, .reset])
    gesture.isEnabled = false
    scene.harness.play(TouchScript().down("A", 9, 9))
    gesture.isEnabled = true
    scene.harness.play(TouchScript().move("A", 30, 9).up("A").down("B", 9, 9))
    #expect(scene.entries == "V.began{A} V.moved{A} V.ended{A} G.touchesBegan{B} V.began{B}")
  }

  @Test func `Removing is like disabling, then there is no view; who is told still finds it (EN-3)`() {
    for isActive in [false, true] {
      let scene = GestureScene()
      var seen: [String] = []
      let gesture = scene.custom(
        "G", silent: .touches, action: { seen.append("\($0.state) \($0.view == nil ? "no view" : "view")") },
        does: isActive ? draws : [:])
      scene.harness.play(TouchScript().down("A", 9, 9))
      scene.harness.trace.clear()
      scene.view.removeGestureRecognizer(gesture)
      #expect(gesture.view == nil && scene.view.gestureRecognizers?.isEmpty == true)
      #expect(seen == (isActive ? ["began view", "cancelled view"] : []))
      #expect(scene.take() == (isActive ? "G:cancelled act(G,cancelled)" : "G:failed"))
      scene.harness.play(TouchScript().up("A"))
      #expect(scene.take() == (isActive ? "G.reset" : "V.ended{A} G.reset"))
    }
  }

  @Test func `A recognizer goes to another view in the middle of a gesture, also out of its own handler (EN-3, GR-1)`() {
    for isInHandler in [false, true] {
      let scene = GestureScene()
      let other = scene.harness.add("O", Rect(x: 300, y: 300, width: 100, height: 100), to: scene.view)
      let gesture = scene.custom(
        "G", silent: .touches,
        action: { [unowned other] in if $0.state == .cancelled, isInHandler { other.addGestureRecognizer($0) } },
        does: draws)
      scene.harness.play(TouchScript().down("A", 9, 9))
      scene.harness.trace.clear()
      if isInHandler { scene.view.removeGestureRecognizer(gesture) } else { other.addGestureRecognizer(gesture) }
      #expect(gesture.view === other && other.gestureRecognizers?.count == 1 && scene.view.gestureRecognizers?.count == 0)
      scene.harness.play(TouchScript().up("A").down("B", 310, 310))
      #expect(scene.entries == "G:cancelled act(G,cancelled) G.reset G:began act(G,began)")
    }
  }

  @Test func `A disabled recognizer neither gates nor excludes nor blocks (EN-4)`() {
    let scene = GestureScene()
    let gate = scene.custom("gate", silent: .all, does: draws)
    gate.delaysTouchesBegan = true
    let gesture = scene.custom("G", silent: .all, does: [.ended: { $0.state = .ended }])
    gesture.require(toFail: gate)
    gate.isEnabled = false
    scene.harness.play(TouchScript().down("A", 9, 9).up("A"))
    #expect(scene.entries == "V.began{A} G:ended act(G,ended) V.cancelled{A}")
  }

  @Test func `A change of configuration concerns later decisions: a pan whose minimum falls survives a lift (EN-5, PAN-11)`() {
    let scene = GestureScene()
    let pan = scene.add("pan", PanGestureRecognizer()) { if $0.state == .began { $0.minimumNumberOfTouches = 1 } }
    pan.minimumNumberOfTouches = 2
    scene.harness.play(
      TouchScript().down("A", 0, 0).down("B", 100, 0).frame { $0.move("A", 20, 0).move("B", 120, 0) }.up("B").move("A", 30, 0)
        .up("A"))
    #expect(
      scene.entries
        == "V.began{A} V.began{B} act(pan,began) V.cancelled{A,B} act(pan,changed) act(pan,ended)")
  }

  @Test func `Numbers set during an attempt do not undo what was decided (EN-5)`() {
    let scene = GestureScene()
    let tap = scene.tap("T", showsStates: true)
    scene.harness.play(TouchScript().down("A", 9, 9))
    tap.numberOfTapsRequired = 2
    scene.harness.play(TouchScript().up("A"))
    #expect(scene.take() == "V.began{A}", "one tap is not enough any more")
    tap.numberOfTapsRequired = 1
    scene.harness.play(TouchScript().wait(0.1).down("B", 9, 9).up("B"))
    #expect(scene.entries == "V.began{B} T:ended act(T,ended) V.cancelled{A} V.cancelled{B} T:reset")
  }
}
