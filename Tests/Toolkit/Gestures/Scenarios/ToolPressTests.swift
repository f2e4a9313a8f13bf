import EaselGeometry
import EaselInputEvents
import EaselPlatformHeadless
import EaselTestSupport
@testable import EaselToolkit
import Testing

/// A long press over a view that draws: what becomes of the press, without the popover that it opens (17.0).
@Suite(.harnessed) struct ToolPressTests {
  private func make() -> (GestureScene, LongPressGestureRecognizer) {
    let scene = GestureScene(isMultipleTouchEnabled: false)
    return (scene, scene.add("LP", LongPressGestureRecognizer(), showsStates: true))
  }

  @Test func `A finger that moves away before its time draws (A0-11, LP-4)`() {
    let (scene, _) = make()
    #expect(
      scene.play(
        TouchScript().down("A", 400, 300).at(0.1).move("A", 420, 300).at(0.2).move("A", 430, 310).at(0.9).up("A")) == """
          0.000 V.began{A}
          0.100 LP:failed
          0.100 V.moved{A}
          0.200 V.moved{A}
          0.900 V.ended{A}
          0.900 LP:reset
          """)
  }

  @Test func `Ten points of jitter are allowed, a hundredth more is not (A0-12, LP-4)`() {
    for (reach, expected) in [
      (10.0, "V.began{A} V.moved{A} LP:began act(LP,began) V.cancelled{A}"), (10.01, "V.began{A} LP:failed V.moved{A}"),
    ] {
      let (scene, _) = make()
      scene.harness.play(TouchScript().down("A", 400, 300).at(0.1).move("A", 400 + reach, 300).at(0.6))
      #expect(scene.entries == expected)
    }
  }

  @Test func `A short touch is the view's, without delay (A0-13, LP-4, DC-5)`() {
    let (scene, _) = make()
    #expect(
      scene.play(TouchScript().down("A", 400, 300).at(0.1).up("A").at(1))
        == "0.000 V.began{A}\n0.100 LP:failed\n0.100 V.ended{A}\n0.100 LP:reset")
  }

  @Test func `A lift at the very deadline comes after it (A0-14, TD-1, LP-5)`() {
    let (scene, _) = make()
    let start = scene.harness.loop.now
    scene.harness.play(TouchScript().down("A", 400, 300))
    // The frame carries the time of the deadline, which has not been run yet.
    scene.harness.send([.init(finger: "A", phase: .up)], time: start.advanced(bySeconds: 0.5))
    #expect(
      scene.entries == "V.began{A} LP:began act(LP,began) V.cancelled{A} LP:ended act(LP,ended) LP:reset")
  }

  @Test func `A second finger ends the attempt until both have lifted (A0-15, LP-4, TD-19, RS-3)`() {
    let (scene, press) = make()
    #expect(
      scene.play(
        TouchScript().down("A", 400, 300).at(0.2).down("B", 100, 300).at(0.7).up("A").at(0.8)) == """
          0.000 V.began{A}
          0.200 LP:failed
          0.700 V.ended{A}
          """)
    #expect(press.state == .failed)
    scene.harness.trace.clear()
    scene.harness.play(TouchScript().up("B"))
    #expect(scene.entries == "LP:reset" && press.state == .possible)
  }

  @Test func `A longer press is told later, and a change during a press moves no running deadline (A0-16, EN-5)`() {
    let (scene, press) = make()
    press.minimumPressDuration = 1
    scene.harness.play(TouchScript().down("A", 400, 300).at(0.9))
    #expect(scene.take() == "V.began{A}")
    press.minimumPressDuration = 5
    #expect(scene.play(TouchScript().at(0.3)) == "0.100 LP:began\n0.100 act(LP,began)\n0.100 V.cancelled{A}")
  }
}
