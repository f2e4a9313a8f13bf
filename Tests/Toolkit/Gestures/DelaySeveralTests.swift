import EaselGeometry
import EaselTestSupport
@testable import EaselToolkit
import Testing

/// What recognizers delay and cancel in views (DC): the example timelines with several views, fingers or recognizers (7.2).
///
/// DC-T16 to DC-T18 need no recognizer and stand with the dispatch of touches.
@Suite(.harnessed) struct DelaySeveralTests {
  @Test func `A tap on a child keeps the parent's tap from seeing the lift (DC-T19, DC-13, EX-6, TD-14)`() {
    let scene = GestureScene()
    let child = scene.harness.add("C", Rect(x: 0, y: 0, width: 200, height: 200), to: scene.view)
    let lift: [RecordingRecognizer.Call: (RecordingRecognizer) -> Void] = [.ended: { $0.state = .ended }]
    scene.custom("p", does: lift)
    scene.custom("c", to: child, does: lift)
    #expect(
      scene.play(TouchScript().down("A", 100, 100).at(0.08).up("A")) == """
        0.000 c.touchesBegan{A}
        0.000 p.touchesBegan{A}
        0.000 C.began{A}
        0.080 c.touchesEnded{A}
        0.080 c:ended
        0.080 p:failed
        0.080 act(c,ended)
        0.080 C.cancelled{A}
        0.080 c.reset
        0.080 p.reset
        """)
  }

  @Test func `The same with taps: the child's wins (DC-T19)`() {
    let scene = GestureScene()
    let child = scene.harness.add("C", Rect(x: 0, y: 0, width: 200, height: 200), to: scene.view)
    scene.tap("p", showsStates: true)
    scene.tap("c", to: child, showsStates: true)
    #expect(
      scene.play(TouchScript().down("A", 100, 100).at(0.08).up("A")) == """
        0.000 C.began{A}
        0.080 c:ended
        0.080 p:failed
        0.080 act(c,ended)
        0.080 C.cancelled{A}
        0.080 c:reset
        0.080 p:reset
        """)
  }

  @Test func `A removed view is cancelled, an ancestor's recognizer keeps the finger (DC-T24, TD-24, TD-12)`() {
    let scene = GestureScene()
    let child = scene.harness.add("C", Rect(x: 0, y: 0, width: 200, height: 200), to: scene.view)
    child.onTouches = { [unowned child] call, _, _ in if call == "moved" { child.removeFromSuperview() } }
    scene.custom("P")
    #expect(
      scene.play(
        TouchScript().down("A", 100, 100).at(0.1).move("A", 101, 100).at(0.2).move("A", 102, 100).at(0.3).up("A")) == """
          0.000 P.touchesBegan{A}
          0.000 C.began{A}
          0.100 P.touchesMoved{A}
          0.100 C.moved{A}
          0.100 C.cancelled{A}
          0.200 P.touchesMoved{A}
          0.300 P.touchesEnded{A}
          0.300 P:failed
          0.300 P.reset
          """)
  }

  @Test func `A pan disabled in its own action is cancelled in the same flush (DC-T25, EN-1, AC-5, RS-3)`() {
    let scene = GestureScene()
    let child = scene.harness.add("C", Rect(x: 0, y: 0, width: 200, height: 200), to: scene.view)
    scene.add("pan", PanGestureRecognizer(), showsStates: true) { if $0.state == .changed { $0.isEnabled = false } }
    #expect(child.superview === scene.view)
    #expect(
      scene.play(
        TouchScript().down("A", 100, 100).at(0.1).move("A", 114, 100).at(0.2).move("A", 120, 100)
          .at(0.3).move("A", 130, 100).at(0.4).up("A")) == """
          0.000 C.began{A}
          0.100 pan:began
          0.100 act(pan,began)
          0.100 C.cancelled{A}
          0.200 pan:changed
          0.200 act(pan,changed)
          0.200 pan:cancelled
          0.200 act(pan,cancelled)
          0.400 pan:reset
          """)
  }

  @Test func `A cancelled second tap sets the waiting single tap free (DC-T27, FR-4, SC-9)`() {
    let scene = GestureScene()
    let double = scene.tap("double", taps: 2, showsStates: true)
    scene.tap("single", showsStates: true).require(toFail: double)
    #expect(
      scene.play(
        TouchScript().down("A", 100, 100).at(0.06).up("A").at(0.2).down("B", 100, 100).at(0.25).cancel("B").at(1)) == """
          0.000 V.began{A}
          0.060 single:held
          0.200 V.began{B}
          0.250 double:failed
          0.250 single:ended
          0.250 act(single,ended)
          0.250 V.cancelled{A}
          0.250 V.cancelled{B}
          0.250 double:reset
          0.250 single:reset
          """)
  }
}
