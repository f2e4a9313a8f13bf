import EaselGeometry
import EaselTestSupport
@testable import EaselToolkit
import Testing

/// When an attempt is over (8.4).
@Suite(.harnessed) struct ResetTests {
  @Test func `Reset comes once for each attempt, while the state still reads how it ended (RS-1)`() {
    for state in [GestureRecognizer.State.ended, .failed, .cancelled] {
      let scene = GestureScene()
      var seen: [String] = []
      let gesture = scene.custom("G", silent: .all)
      gesture.does = [
        .began: { if state == .cancelled { $0.state = .began } }, .moved: { $0.state = state },
        .reset: { seen.append("\($0.state) \($0.numberOfTouches)") },
      ]
      for _ in 0..<2 { scene.harness.play(TouchScript().down("A", 9, 9).move("A", 10, 9).move("A", 11, 9).up("A").wait(1)) }
      let once = state == .ended ? "ended 1" : "\(state) 0"
      #expect(seen == [once, once], "\(state)")
      #expect(gesture.state == .possible && gesture.numberOfTouches == 0)
    }
  }

  @Test func `After ended it is reset in the same turn and ignores its fingers; new ones start anew (RS-2)`() {
    let scene = GestureScene()
    let gesture = scene.custom("G", does: [.moved: { $0.state = .ended }])
    gesture.cancelsTouchesInView = false
    scene.harness.play(TouchScript().down("A", 9, 9).down("B", 99, 9))
    scene.harness.trace.clear()
    scene.harness.play(TouchScript().move("A", 10, 9))
    #expect(scene.take() == "G.touchesMoved{A} G:ended act(G,ended) V.moved{A} G.reset")
    #expect(gesture.state == .possible)
    scene.harness.play(TouchScript().move("B", 100, 9).down("C", 200, 9).frame { $0.move("A", 11, 9).move("C", 201, 9) })
    #expect(
      scene.take() == "V.moved{B} G.touchesBegan{C} V.began{C} G.touchesMoved{C} G:ended act(G,ended) V.moved{A,C} G.reset")
  }

  @Test func `After failed and cancelled the state stays until the last finger that it would have had lifts (RS-3)`() {
    for state in [GestureRecognizer.State.failed, .cancelled] {
      let scene = GestureScene()
      let gesture = scene.custom("G", silent: .touches)
      gesture.cancelsTouchesInView = false
      scene.harness.play(TouchScript().down("A", 9, 9).down("B", 99, 9))
      if state == .cancelled { gesture.state = .began }
      gesture.state = state
      scene.harness.play(TouchScript().up("A").down("C", 9, 9).up("B"))
      #expect(gesture.state == state)
      scene.harness.trace.clear()
      scene.harness.play(TouchScript().up("C"))
      #expect(scene.take() == "V.ended{C} G.reset" && gesture.state == .possible)
    }
  }

  @Test func `With no finger down a failure is reset in the same turn (RS-3, TAP-5)`() {
    let scene = GestureScene()
    scene.tap("D", taps: 2, showsStates: true)
    scene.harness.play(TouchScript().down("A", 9, 9).up("A"))
    #expect(scene.play(TouchScript().at(1)) == "0.000 V.began{A}\n0.350 D:failed\n0.350 V.ended{A}\n0.350 D:reset")
  }

  @Test func `The last touch's lift fails what is possible, before actions and gates; dependents hear of it (RS-4, FR-4)`() {
    let scene = GestureScene()
    let idle = scene.custom("idle", silent: .touches)
    let waiting = scene.custom("waiting", silent: .touches, does: [.began: { $0.state = .began }])
    waiting.require(toFail: idle)
    waiting.delaysTouchesEnded = false
    scene.harness.play(TouchScript().down("A", 9, 9).down("B", 99, 9).up("B"))
    #expect(scene.take() == "waiting:held V.began{A} V.began{B}", "B's end is withheld")
    scene.harness.play(TouchScript().up("A"))
    #expect(
      scene.take() == """
        idle:failed waiting:began waiting:ended act(waiting,began) act(waiting,ended) \
        V.cancelled{B} V.cancelled{A} idle.reset waiting.reset
        """)
  }

  @Test func `The last touch's cancel fails what is possible, held or not, and ends what goes on as cancelled (SC-9, RS-4)`() {
    let scene = GestureScene()
    let idle = scene.custom("idle", silent: .touches)
    let held = scene.custom("held", silent: .touches, does: [.began: { $0.state = .began }])
    held.require(toFail: idle)
    let active = scene.custom("active", silent: .touches, does: [.began: { $0.state = .began }])
    active.cancelsTouchesInView = false
    for recognizer in [idle, held] { recognizer.answers[.canBePrevented] = { _ in false } }
    scene.harness.play(TouchScript().down("A", 9, 9))
    scene.harness.trace.clear()
    scene.harness.play(TouchScript().cancel("A"))
    #expect(
      scene.take() == """
        active:cancelled idle:failed held:failed act(active,cancelled) V.cancelled{A} idle.reset held.reset active.reset
        """)
  }

  @Test func `One that says so stays possible without a finger (RS-4, GR-8)`() {
    let scene = GestureScene()
    let gesture = scene.custom("G", silent: .touches)
    gesture.staysOpen = true
    scene.harness.play(TouchScript().down("A", 9, 9).up("A").wait(60))
    #expect(scene.take() == "V.began{A}", "and goes on withholding the end")
    gesture.staysOpen = false
    scene.harness.play(TouchScript().down("B", 9, 9).up("B"))
    #expect(scene.take() == "V.began{B} G:failed V.ended{A,B} G.reset")
  }

  @Test func `A prevented recognizer and one whose requirement failed it hear of it by reset alone (RS-5)`() {
    let scene = GestureScene()
    let winner = scene.custom("winner", silent: .touches, does: [.moved: { $0.state = .ended }])
    scene.custom("prevented")
    let dependent = scene.custom("dependent")
    dependent.require(toFail: winner)
    scene.harness.play(TouchScript().down("A", 9, 9).move("A", 10, 9).up("A"))
    #expect(
      scene.entries == """
        prevented.touchesBegan{A} dependent.touchesBegan{A} V.began{A} \
        winner:ended prevented:failed dependent:failed act(winner,ended) V.cancelled{A} winner.reset \
        prevented.reset dependent.reset
        """)
  }
}
