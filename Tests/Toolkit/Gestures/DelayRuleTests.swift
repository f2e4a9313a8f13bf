import EaselGeometry
import EaselInputEvents
import EaselPlatformHeadless
import EaselTestSupport
@testable import EaselToolkit
import Testing

/// The rules of delaying and cancelling touches in views, one by one (DC-1 to DC-14).
@Suite(.harnessed) struct DelayRuleTests {
  private let child = Rect(x: 0, y: 0, width: 200, height: 200)

  @Test func `A beginning is withheld while its recognizer analyses and while it is held (DC-1, DC-4, TO-10)`() throws {
    let scene = GestureScene()
    let double = scene.tap("D", taps: 2)
    double.delaysTouchesEnded = false
    let single = scene.tap("S", showsStates: true)
    single.require(toFail: double)
    single.delaysTouchesBegan = true
    scene.harness.play(TouchScript().down("A", 100, 100))
    let touch = try #require(scene.harness.application.pipeline.session.live.first)
    #expect(touch.view === scene.view)
    scene.harness.play(TouchScript().wait(0.06).up("A").at(1))
    #expect(scene.entries == "S:held S:ended act(S,ended) S:reset")
    #expect(touch.view == nil, "it was discarded because of a recognizer (TO-10)")
  }

  @Test func `A release tells everything in one turn: began as it was, moved as it is, ended (DC-2, DC-3)`() {
    let scene = GestureScene()
    scene.view.showsLocations = true
    let gate = scene.custom(
      "G", silent: .all, does: [.began: { $0.setDeadline(after: 0.5) }, .deadline: { $0.state = .failed }])
    gate.delaysTouchesBegan = true
    gate.staysOpen = true
    #expect(
      scene.play(
        TouchScript().down("A", 1, 1).at(0.1).move("A", 2, 1).at(0.2).move("A", 5, 1).at(0.3).up("A", at: Point(6, 1)).at(1))
          == """
          0.500 G:failed
          0.500 V.began{A(1,1 from 1,1)}
          0.500 V.moved{A(6,1 from 1,1)}
          0.500 V.ended{A(6,1 from 5,1)}
          """)
  }

  @Test func `Once nothing is withheld, movements are told the short way again (DC-1)`() {
    let scene = GestureScene()
    scene.tap("D", taps: 2)
    let session = scene.harness.application.pipeline.session
    scene.harness.play(TouchScript().down("A", 1, 1).up("A"))
    #expect(session.withholdsTouches)
    scene.harness.loop.advance(bySeconds: 1)
    #expect(!session.withholdsTouches && scene.entries == "V.began{A} V.ended{A}")
  }

  @Test func `A released end waits for the gate of ends (DC-3, DC-5)`() {
    let scene = GestureScene()
    let fail: [RecordingRecognizer.Call: (RecordingRecognizer) -> Void] = [.deadline: { $0.state = .failed }]
    for (name, time, delaysBegan) in [("G", 0.4, true), ("H", 0.6, false)] {
      let gate = scene.custom(name, silent: .all, does: fail)
      gate.does[.began] = { $0.setDeadline(after: time) }
      gate.delaysTouchesBegan = delaysBegan
      gate.staysOpen = true
    }
    #expect(
      scene.play(TouchScript().down("A", 1, 1).at(0.1).move("A", 2, 1).at(0.3).up("A").at(1)) == """
        0.400 G:failed
        0.400 V.began{A}
        0.400 V.moved{A}
        0.600 H:failed
        0.600 V.ended{A}
        """)
  }

  @Test func `A released touch shows when and how hard it went down, and then itself again (DC-3)`() throws {
    let scene = GestureScene()
    var seen: [String] = []
    let start = scene.harness.loop.now
    scene.view.onTouches = { call, touches, _ in
      for touch in touches {
        let time = (touch.timestamp.seconds(since: start) * 100).rounded() / 100
        seen.append("\(call) \(touch.phase) \(time) \((touch.force / touch.maximumPossibleForce * 100).rounded())")
      }
    }
    let gate = scene.custom("G", does: [.began: { $0.setDeadline(after: 0.5) }, .deadline: { $0.state = .failed }])
    gate.delaysTouchesBegan = true
    let pen = { PenAxes(pressure: $0) }
    scene.harness.play(
      TouchScript().down("A", 1, 1, kind: .pencil, pen: pen(0.25)).at(0.2).move("A", 5, 1, kind: .pencil, pen: pen(0.75)).at(
        0.6))
    #expect(seen == ["began began 0.0 25.0", "moved moved 0.2 75.0"])
    let touch = try #require(scene.harness.application.pipeline.session.live.first)
    #expect(touch.location(in: nil) == Point(5, 1) && touch.force > touch.maximumPossibleForce / 2)
  }

  @Test func `New touches and released ones share the calls of their view (DC-3, TD-17)`() {
    let scene = GestureScene()
    let gate = scene.custom("G", silent: .all, does: [.moved: { $0.state = .failed }])
    gate.delaysTouchesBegan = true
    scene.view.showsLocations = true
    #expect(
      scene.play(
        TouchScript().down("A", 1, 1).down("B", 2, 2).at(0.1).frame { $0.move("A", 5, 1).down("C", 3, 3) }) == """
          0.100 G:failed
          0.100 V.began{A(1,1 from 1,1),B(2,2 from 2,2),C(3,3 from 3,3)}
          0.100 V.moved{A(5,1 from 1,1)}
          """)
  }

  @Test func `A touch whose end is withheld is gone: from the event, and as a first finger (DC-6)`() {
    let scene = GestureScene(isMultipleTouchEnabled: false)
    scene.tap("D", taps: 2)
    var counts: [String] = []
    scene.view.onTouches = { call, _, event in
      counts.append("\(call) \(event?.allTouches.count ?? -1) \(event?.touches(for: scene.view).count ?? -1)")
    }
    #expect(
      scene.play(TouchScript().down("A", 100, 100).at(0.06).up("A").at(0.2).down("B", 100, 100).at(0.3).move("B", 120, 100))
        == """
        0.000 V.began{A}
        0.200 V.began{B}
        0.300 V.moved{B}
        0.300 V.ended{A}
        """)
    #expect(counts == ["began 1 1", "began 1 1", "moved 1 1", "ended 1 1"])
  }

  @Test func `Recognition takes touches: actions, cancel, and no view afterwards (DC-7, TO-10)`() throws {
    let scene = GestureScene()
    var seen: [String] = []
    let note = { (touch: Touch?) in
      seen.append(
        "\(touch.map { "\($0.phase)" } ?? "-") \(touch?.view == nil ? "no view" : "view") \(touch?.window == nil ? "-" : "window")"
      )
    }
    scene.view.onTouches = { _, touches, _ in note(touches.first) }
    scene.add("pan", PanGestureRecognizer()) { _ in
      note(scene.harness.application.pipeline.session.live.first)
    }
    scene.harness.play(TouchScript().down("A", 0, 0).at(0.1).move("A", 14, 0).move("A", 20, 0).up("A"))
    #expect(
      scene.entries == "V.began{A} act(pan,began) V.cancelled{A} act(pan,changed) act(pan,ended)")
    #expect(
      seen == [
        "began view window", "moved view window", "cancelled view window", "moved no view window", "ended no view window",
      ])
  }

  @Test func `Each lifted touch is cancelled alone, oldest first, then all others in one call (DC-8)`() {
    let scene = GestureScene()
    let double = scene.tap("G", taps: 2)
    double.numberOfTouchesRequired = 2
    let script = TouchScript().frame { $0.down("A", 100, 100).down("B", 150, 100) }.at(0.05).up("B").up("A")
      .at(0.2).frame { $0.down("C", 100, 100).down("D", 150, 100) }.at(0.25).frame { $0.up("C").up("D") }
    #expect(
      scene.play(script) == """
        0.000 V.began{A,B}
        0.200 V.began{C,D}
        0.250 act(G,ended)
        0.250 V.cancelled{A}
        0.250 V.cancelled{B}
        0.250 V.cancelled{C,D}
        """)
  }

  @Test func `A finger that joins an active gesture is nobody else's (DC-9, TO-10)`() throws {
    let scene = GestureScene()
    scene.add("pan", PanGestureRecognizer())
    scene.harness.play(TouchScript().down("A", 0, 0).move("A", 14, 0).down("B", 100, 100))
    let touch = try #require(scene.harness.application.pipeline.session.live.last)
    #expect(touch.view == nil)
    scene.harness.play(TouchScript().wait(0.1).move("B", 110, 100).up("A").up("B"))
    #expect(
      scene.entries
        == "V.began{A} act(pan,began) V.cancelled{A} act(pan,changed) act(pan,ended)")
  }

  @Test func `It is so even if the gesture ends by the same event (DC-9, RS-2)`() {
    let scene = GestureScene()
    scene.custom("G", silent: .touches, does: [.ended: { $0.state = .ended }])
      .does[.began] = { if $0.numberOfTouches == 1 { $0.state = .began } }
    scene.harness.play(
      TouchScript().down("A", 0, 0).frame { $0.up("A").down("B", 100, 100) }.wait(0.1).move("B", 110, 100).up("B"))
    #expect(scene.entries == "G:began act(G,began) G:ended act(G,ended) G.reset")
  }

  @Test func `An ignored touch is neither gated nor taken nor shown (DC-10, GR-8, TO-12)`() throws {
    let scene = GestureScene()
    let ignorer = scene.custom("G")
    ignorer.delaysTouchesBegan = true
    ignorer.does[.began] = { if $0.numberOfTouches == 2 { $0.ignoreTouches() } }
    ignorer.does[.moved] = { $0.state = .began }
    scene.harness.play(TouchScript().down("A", 1, 1).down("B", 2, 2))
    let touches = scene.harness.application.pipeline.session.live
    #expect(touches.map(\.gestureRecognizers.count) == [1, 0])
    #expect(scene.harness.application.pipeline.session.event.touches(for: ignorer) == [touches[0]])
    scene.harness.play(TouchScript().wait(0.1).frame { $0.move("A", 5, 1).move("B", 5, 2) }.up("B"))
    #expect(
      scene.entries == """
        G.touchesBegan{A} G.touchesBegan{B} V.began{B} G.touchesMoved{A} G:began act(G,began) V.moved{B} V.ended{B}
        """)
    #expect(touches.map { $0.view == nil } == [true, false])
  }

  @Test func `A recognizer that ignores its only touch stays possible for others until that one lifts (DC-10, RS-4)`() {
    let scene = GestureScene()
    let picky = scene.custom("G")
    picky.does[.began] = { if $0.location(in: nil).x > 100 { $0.ignoreTouches() } }
    scene.harness.play(TouchScript().down("A", 200, 9).down("B", 9, 9).move("A", 201, 9).move("B", 10, 9))
    #expect(
      scene.take() == "G.touchesBegan{A} V.began{A} G.touchesBegan{B} V.began{B} V.moved{A} G.touchesMoved{B} V.moved{B}")
    scene.harness.play(TouchScript().up("B").up("A").down("C", 200, 9).up("C"))
    #expect(
      scene.take() == """
        G.touchesEnded{B} G:failed V.ended{B} V.ended{A} G.reset G.touchesBegan{C} V.began{C} G:failed V.ended{C} G.reset
        """)
  }

  @Test func `Recognition without taking releases what was withheld, both beginning and end (DC-11)`() {
    let scene = GestureScene()
    let tap = scene.tap("G", taps: 2)
    tap.delaysTouchesBegan = true
    tap.cancelsTouchesInView = false
    #expect(
      scene.play(TouchScript().down("A", 9, 9).at(0.06).up("A").at(0.2).down("B", 9, 9).at(0.26).up("B")) == """
        0.260 act(G,ended)
        0.260 V.began{A,B}
        0.260 V.ended{A,B}
        """)
  }

  @Test func `Whatever takes a recognizer out of the contest opens its gates (DC-12, EN-4)`() {
    let ways: [(String, (GestureScene, RecordingRecognizer) -> Void)] = [
      ("failure", { _, gate in gate.state = .failed }),
      ("prevention", { scene, _ in scene.view.gestureRecognizers?.last?.state = .began }),
      ("disabling", { _, gate in gate.isEnabled = false }),
      ("removal", { scene, gate in scene.view.removeGestureRecognizer(gate) }),
    ]
    for (name, way) in ways {
      let scene = GestureScene()
      let gate = scene.custom("G", silent: .all)
      gate.delaysTouchesBegan = true
      gate.staysOpen = true
      let other = scene.custom("H", silent: .all)
      other.cancelsTouchesInView = false
      scene.harness.play(TouchScript().down("A", 1, 1).down("B", 2, 2).at(0.1).up("A"))
      #expect(scene.take() == "", "\(name)")
      way(scene, gate)
      let own = name == "prevention" ? "H:began G:failed act(H,began) " : "G:failed "
      #expect(scene.entries == own + "V.began{A,B}" + (name == "prevention" ? " V.ended{A}" : ""), "\(name)")
    }
  }

  @Test func `An ancestor's recognizer gates and takes like the view's own (DC-13)`() {
    let scene = GestureScene()
    let inner = scene.harness.add("C", child, to: scene.view)
    inner.isMultipleTouchEnabled = true
    scene.tap("double", taps: 2, to: scene.harness.window).delaysTouchesBegan = true
    #expect(
      scene.play(TouchScript().down("A", 9, 9).at(0.06).up("A").at(1)) == """
        0.410 C.began{A}
        0.410 C.ended{A}
        """)
    scene.harness.trace.clear()
    #expect(
      scene.play(TouchScript().down("A", 9, 9).at(0.06).up("A").at(0.1).down("B", 9, 9).up("B").at(1))
        == "0.100 act(double,ended)")
  }
}
