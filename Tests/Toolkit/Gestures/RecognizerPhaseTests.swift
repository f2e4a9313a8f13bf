import EaselGeometry
import EaselInputEvents
import EaselPlatformHeadless
import EaselTestSupport
@testable import EaselToolkit
import Testing

/// How recognizers are shown touches, in turns with and without an event (6.1, 6.3, and what of 6.4 concerns them).
@Suite(.harnessed) struct RecognizerPhaseTests {
  private let small = Rect(x: 0, y: 0, width: 200, height: 200)

  @Test func `A deadline's turn: recognizer, actions, releases and cancels, reset (TD-6)`() throws {
    let scene = GestureScene()
    let held = scene.custom("T", silent: .touches)
    held.does = [.began: { $0.setDeadline(after: 0.5) }, .deadline: { $0.state = .began }, .ended: { $0.state = .ended }]
    let gate = scene.custom("G", silent: .touches)
    gate.delaysTouchesBegan = true
    gate.requiresExclusiveTouchType = false
    held.allowedTouchTypes = [.direct]
    var event: Event?
    scene.view.onTouches = { _, _, given in event = given }
    #expect(
      scene.play(TouchScript().down("A", 9, 9).down("P", 99, 9, kind: .pencil).at(0.6)) == """
        0.500 T.deadline
        0.500 T:began
        0.500 G:failed
        0.500 act(T,began)
        0.500 V.began{P}
        """)
    #expect(event === scene.harness.application.pipeline.session.event, "the session runs")
  }

  @Test func `A deadline after the session brings an event of its own with the touches concerned (TD-6, TO-18)`() throws {
    let scene = GestureScene()
    scene.tap("D", taps: 2)
    var events: [Event] = []
    scene.view.onTouches = { _, _, given in if let given { events.append(given) } }
    scene.harness.play(TouchScript().down("A", 9, 9))
    let touch = try #require(scene.harness.application.pipeline.session.live.first)
    scene.harness.play(TouchScript().up("A").at(1))
    #expect(scene.trace == "0.000 V.began{A}\n0.350 V.ended{A}")
    #expect(events.count == 2 && events[0] !== events[1] && events[1].allTouches == [touch])
    #expect(events[1].timestamp == touch.timestamp.advanced(bySeconds: 0.35) && touch.phase == .ended)
  }

  @Test func `Each recognizer gets one call a phase with its own changed touches, in recognizer order (TD-13)`() {
    let scene = GestureScene()
    let inner = scene.harness.add("C", small, to: scene.view)
    scene.custom("v")
    scene.custom("c", to: inner)
    scene.harness.play(TouchScript().frame { $0.down("A", 9, 9).down("B", 300, 9) }.down("C", 20, 9).down("D", 320, 9))
    #expect(
      scene.take() == """
        c.touchesBegan{A} v.touchesBegan{A,B} C.began{A} V.began{B} \
        c.touchesBegan{C} v.touchesBegan{C} v.touchesBegan{D} V.began{D}
        """)
    scene.harness.play(
      TouchScript().frame { $0.down("E", 330, 9).move("A", 10, 9).up("B").cancel("D") })
    #expect(
      scene.take() == """
        c.touchesMoved{A} v.touchesBegan{E} v.touchesMoved{A} v.touchesEnded{B} v.touchesCancelled{D} \
        C.moved{A} V.began{E} V.cancelled{D}
        """)
  }

  @Test func `Recognizers see touches before views; one that is failed meanwhile gets no call (TD-14, ST-4)`() {
    let scene = GestureScene()
    scene.custom("first", silent: [.reset], does: [.moved: { $0.state = .began }])
    scene.custom("second", silent: [.reset])
    scene.harness.play(TouchScript().down("A", 9, 9).move("A", 20, 9))
    #expect(
      scene.entries == """
        first.touchesBegan{A} second.touchesBegan{A} V.began{A} \
        first.touchesMoved{A} first:began second:failed act(first,began) V.cancelled{A}
        """)
  }

  @Test func `After a terminal state the rest of the event's calls are dropped (TD-15)`() {
    let scene = GestureScene()
    for (name, state) in [("failing", GestureRecognizer.State.failed), ("ending", .ended)] {
      let recognizer = scene.custom(name, silent: [.reset], does: [.moved: { $0.state = state }])
      recognizer.answers[.canPrevent] = { _ in false }
      recognizer.cancelsTouchesInView = false
    }
    scene.harness.play(TouchScript().down("A", 9, 9).down("B", 9, 9).frame { $0.move("A", 10, 9).up("B") })
    #expect(
      scene.entries == """
        failing.touchesBegan{A} ending.touchesBegan{A} V.began{A} failing.touchesBegan{B} ending.touchesBegan{B} V.began{B} \
        failing.touchesMoved{A} failing:failed ending.touchesMoved{A} ending:ended act(ending,ended) V.moved{A} V.ended{B}
        """)
  }

  @Test func `Neither multi-touch nor exclusive touch restricts recognizers (TD-16)`() {
    let scene = GestureScene(isMultipleTouchEnabled: false)
    let exclusive = scene.harness.add("E", small, to: scene.view)
    exclusive.isExclusiveTouch = true
    scene.custom("v")
    scene.custom("e", to: exclusive)
    scene.harness.play(TouchScript().down("A", 300, 9).down("B", 310, 9).down("C", 9, 9).move("B", 311, 9).move("C", 10, 9))
    #expect(
      scene.entries == """
        v.touchesBegan{A} V.began{A} v.touchesBegan{B} e.touchesBegan{C} v.touchesBegan{C} \
        v.touchesMoved{B} e.touchesMoved{C} v.touchesMoved{C}
        """)
  }

  @Test func `Recognizers of a removed subtree get touchesCancelled, those of ancestors keep the touch (TD-24, SC-7)`() {
    let scene = GestureScene()
    let outer = scene.harness.add("O", small, to: scene.view)
    let inner = scene.harness.add("I", small, to: outer)
    scene.custom("v")
    scene.custom("possible", to: outer)
    scene.custom("active", to: inner, does: [.began: { $0.state = .began }]).answers[.canPrevent] = { _ in false }
    scene.custom("gate", to: inner).delaysTouchesBegan = true
    scene.harness.play(TouchScript().down("A", 9, 9))
    scene.harness.trace.clear()
    outer.removeFromSuperview()
    scene.view.addSubview(outer)
    #expect(scene.take() == "", "outside of a turn it waits for the loop")
    scene.harness.loop.turn()
    #expect(
      scene.take() == """
        active.touchesCancelled{A} gate.touchesCancelled{A} possible.touchesCancelled{A} \
        active:cancelled gate:failed possible:failed act(active,cancelled)
        """)
    scene.harness.play(TouchScript().move("A", 10, 9).up("A"))
    #expect(
      scene.take() == """
        v.touchesMoved{A} v.touchesEnded{A} v:failed active.reset gate.reset possible.reset v.reset
        """)
  }

  @Test func `Moving a view within its window in one step keeps its recognizers (TD-25)`() {
    let scene = GestureScene()
    let first = scene.harness.add("F", small, to: scene.view)
    let second = scene.harness.add("S", Rect(x: 200, y: 0, width: 200, height: 200), to: scene.view)
    let inner = scene.harness.add("C", small, to: first)
    scene.custom("first", to: first)
    scene.custom("second", to: second)
    scene.custom("c", to: inner)
    scene.harness.play(TouchScript().down("A", 9, 9))
    second.addSubview(inner)
    scene.harness.play(TouchScript().move("A", 10, 9).up("A"))
    #expect(
      scene.entries == """
        c.touchesBegan{A} first.touchesBegan{A} C.began{A} c.touchesMoved{A} first.touchesMoved{A} C.moved{A} \
        c.touchesEnded{A} first.touchesEnded{A} c:failed first:failed C.ended{A} c.reset first.reset
        """)
  }
}

/// Windows that keep events for themselves.
@Suite(.harnessed) struct KeptEventTests {
  private final class Keeper: Window {
    var keeps: (Event) -> Bool = { _ in false }

    override func sendEvent(_ event: Event) {
      if !keeps(event) { super.sendEvent(event) }
    }
  }

  private func scene(keeping phase: Touch.Phase) -> GestureScene {
    let scene = GestureScene(window: { application, size, _ in Keeper(application: application, title: "", size: size) })
    (scene.harness.window as? Keeper)?.keeps = { event in event.allTouches.contains { $0.phase == phase } }
    return scene
  }

  @Test func `A touch whose beginning was kept is never bound, even if later events are passed on (TD-28)`() {
    let scene = scene(keeping: .began)
    scene.custom("G")
    scene.harness.play(TouchScript().down("A", 9, 9).move("A", 10, 9).up("A"))
    #expect(scene.entries == "")
    #expect(scene.harness.application.pipeline.gestures.arena.participants.isEmpty)
  }

  @Test func `A touch whose end was kept is cancelled for recognizers and views right afterwards (TD-29, TD-5)`() {
    let scene = scene(keeping: .ended)
    scene.custom("active", silent: [.began], does: [.began: { if $0.numberOfTouches == 1 { $0.state = .began } }])
      .cancelsTouchesInView = false
    scene.custom("possible", silent: [.began]).answers[.canBePrevented] = { _ in false }
    scene.harness.play(TouchScript().down("A", 9, 9).down("B", 99, 9).move("B", 100, 9))
    scene.harness.trace.clear()
    // What else changes in the kept event reaches nobody.
    scene.harness.play(TouchScript().frame { $0.up("A").move("B", 110, 9) })
    #expect(scene.take() == "active.touchesCancelled{A} possible.touchesCancelled{A} V.cancelled{A}")
    scene.harness.play(TouchScript().move("B", 111, 9).up("B"))
    #expect(
      scene.take() == """
        active.touchesMoved{B} possible.touchesMoved{B} V.moved{B} \
        active.touchesCancelled{B} possible.touchesCancelled{B} active:cancelled possible:failed act(active,cancelled) \
        V.cancelled{B} active.reset possible.reset
        """)
  }
}

/// Turns that recognizers make by themselves (TD-31).
@Suite(.harnessed) struct OwnTurnTests {
  @Test func `Outside of a turn a state, disabling and removal run a turn before the call returns (TD-31, EN-1, AC-2)`() {
    let ways: [(String, (GestureScene, RecordingRecognizer) -> Void, String)] = [
      ("state", { $1.state = .ended }, "G:ended act(G,ended) V.cancelled{A} G.reset"),
      ("disabling", { $1.isEnabled = false }, "G:failed V.ended{A} G.reset"),
      ("removal", { $0.view.removeGestureRecognizer($1) }, "G:failed V.ended{A} G.reset"),
    ]
    for (name, way, expected) in ways {
      let scene = GestureScene()
      let gesture = scene.custom("G", silent: .touches)
      gesture.staysOpen = true
      scene.harness.play(TouchScript().down("A", 9, 9).up("A"))
      scene.harness.trace.clear()
      way(scene, gesture)
      scene.harness.trace.record("returned")
      #expect(scene.entries == expected + " returned", "\(name)")
      #expect(!scene.harness.application.pipeline.isInTurn)
    }
  }

  @Test func `A recognizer may be recognized without having had a touch (TD-31, RS-1)`() {
    let scene = GestureScene()
    let gesture = scene.custom("G")
    gesture.state = .began
    gesture.state = .changed
    #expect(scene.take() == "G:began act(G,began) G:changed act(G,changed)")
    gesture.state = .ended
    #expect(scene.take() == "G:ended act(G,ended) G.reset")
    #expect(gesture.state == .possible && scene.harness.application.pipeline.gestures.arena.participants.isEmpty)
  }

  @Test func `Movements that wait for a paint go first (TD-31, EV-4)`() {
    let scene = GestureScene()
    scene.harness.application.coalescesMotion = true
    let pan = scene.add("pan", PanGestureRecognizer()) { scene.harness.trace.record("\(Int($0.translation(in: nil).x))") }
    scene.harness.play(TouchScript().down("A", 0, 0).move("A", 14, 0))
    scene.view.setNeedsDisplay()
    scene.harness.loop.turn()
    scene.view.setNeedsDisplay()
    scene.harness.trace.clear()
    scene.harness.send([.init(finger: "A", phase: .moved, position: Point(30, 0))])
    #expect(scene.take() == "" && scene.harness.application.pipeline.hasWaitingMotion)
    pan.isEnabled = false
    #expect(scene.take() == "act(pan,changed) 20 act(pan,cancelled) 20")
  }

  @Test func `Input that a handler causes waits for the end of such a turn (TD-31, TD-7)`() {
    let scene = GestureScene()
    let gesture = scene.custom("G", silent: .touches) { _ in
      scene.harness.send([.init(finger: "B", phase: .down, position: Point(50, 50))])
      scene.harness.trace.record("sent")
    }
    gesture.cancelsTouchesInView = false
    scene.harness.play(TouchScript().down("A", 9, 9))
    gesture.state = .ended
    #expect(scene.entries == "V.began{A} G:ended act(G,ended) sent G.reset V.began{B}")
  }
}
