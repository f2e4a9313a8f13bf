import EaselGeometry
import EaselInputEvents
import EaselPlatformHeadless
import EaselTestSupport
@testable import EaselToolkit
import Testing

/// What recognizers hear when the system takes touches (section 10).
@Suite(.harnessed) struct SystemCancelTests {
  private typealias Cause = (name: String, takesAll: Bool, run: (GestureScene) -> Void)

  /// SC-1 to SC-7, and whether they take more than the touches themselves.
  private let causes: [(name: String, takesAll: Bool, run: (GestureScene) -> Void)] = [
    ("SC-1, all of a wl_touch", false, { $0.harness.play(TouchScript().frame { $0.cancel("A").cancel("B") }) }),
    (
      "SC-2, one slot after the other", false,
      { $0.harness.send([.init(finger: "A", phase: .cancelled), .init(finger: "B", phase: .cancelled)]) }
    ),
    ("SC-3, all of a device", false, { $0.harness.backend.cancelContacts() }),
    ("SC-4, window closed", true, { $0.harness.window.close() }),
    ("SC-4, window hidden", true, { $0.harness.window.isHidden = true }),
    ("SC-4, surface gone", true, { $0.harness.surface.requestClose() }),
    ("SC-5, session paused", true, { $0.harness.application.cancelAllInput() }),
    ("SC-6, told to end", true, { $0.harness.application.terminate() }),
    (
      "SC-7, view leaves", true,
      { scene in
        scene.view.removeFromSuperview()
        scene.harness.loop.turn()
      }
    ),
  ]

  @Test
  func `Fingers that draw, recognizer possible: recognizers, actions, views, in one event (SC-1 to SC-7, SC-8, SC-9, SC-16)`() {
    for cause in causes {
      let scene = GestureScene()
      scene.custom("G")
      scene.harness.play(TouchScript().down("A", 9, 9).down("B", 19, 9))
      scene.harness.trace.clear()
      var phases: [Touch.Phase] = []
      scene.view.onTouches = { _, touches, _ in phases += touches.map(\.phase) }
      cause.run(scene)
      #expect(
        scene.entries == "G.touchesCancelled{A,B} G:failed V.cancelled{A,B}" + (cause.name.hasPrefix("SC-7") ? "" : " G.reset"),
        "\(cause.name)")
      #expect(phases == [.cancelled, .cancelled], "\(cause.name)")
    }
  }

  @Test func `Fingers that draw, recognizer active: it is cancelled with one message (SC-1 to SC-7, SC-9, SC-16)`() {
    for cause in causes {
      let scene = GestureScene()
      let gesture = scene.custom("G", silent: .touches, does: [.began: { if $0.state == .possible { $0.state = .began } }])
      gesture.cancelsTouchesInView = false
      scene.harness.play(TouchScript().down("A", 9, 9).down("B", 19, 9))
      scene.harness.trace.clear()
      cause.run(scene)
      #expect(
        scene.entries == "G:cancelled act(G,cancelled) V.cancelled{A,B}" + (cause.name.hasPrefix("SC-7") ? "" : " G.reset"),
        "\(cause.name)")
    }
  }

  @Test func `Pan and tap: active is cancelled, possible fails (SC-9, PAN-13, TAP-12)`() {
    let scene = GestureScene()
    scene.add("pan", PanGestureRecognizer(), showsStates: true)
    scene.tap("tap", showsStates: true)
    scene.harness.play(TouchScript().down("A", 0, 0).cancel("A").down("B", 0, 0).move("B", 14, 0).cancel("B"))
    #expect(
      scene.entries == """
        V.began{A} pan:failed tap:failed V.cancelled{A} pan:reset tap:reset \
        V.began{B} pan:began tap:failed act(pan,began) V.cancelled{B} pan:cancelled act(pan,cancelled) pan:reset tap:reset
        """)
  }

  @Test func `One of two fingers taken away: recognizers hear of it and go on with the other (SC-2, SC-9)`() {
    let scene = GestureScene()
    scene.custom("G")
    scene.add("pan", PanGestureRecognizer(), showsStates: true)
    scene.harness.play(TouchScript().down("A", 9, 9).down("B", 19, 9))
    scene.harness.trace.clear()
    scene.harness.play(TouchScript().cancel("A").move("B", 39, 9).up("B"))
    #expect(
      scene.entries == """
        G.touchesCancelled{A} V.cancelled{A} G.touchesMoved{B} pan:began G:failed act(pan,began) V.cancelled{B} \
        pan:ended act(pan,ended) G.reset pan:reset
        """)
  }

  @Test func `A beginning that is withheld vanishes with the cancel; what follows of the contact is swallowed (SC-10, SC-12)`()
  {
    let scene = GestureScene()
    scene.harness.isHostile = true
    scene.custom("G", silent: [.reset]).delaysTouchesBegan = true
    scene.harness.play(TouchScript().down("A", 9, 9).cancel("A").move("A", 19, 9).up("A").down("B", 9, 9).up("B"))
    #expect(
      scene.entries == """
        G.touchesBegan{A} G.touchesCancelled{A} G:failed G.touchesBegan{B} G.touchesEnded{B} G:failed V.began{B} V.ended{B}
        """)
  }

  @Test func `Contacts that are still on the panel produce nothing until they come down again (SC-13)`() {
    let scene = GestureScene()
    scene.harness.isHostile = true
    scene.custom("G", silent: [.reset])
    scene.harness.play(TouchScript().down("A", 9, 9))
    scene.harness.application.cancelAllInput()
    scene.harness.trace.clear()
    scene.harness.play(TouchScript().move("A", 19, 9).move("A", 29, 9).up("A"))
    #expect(scene.take() == "")
    scene.harness.play(TouchScript().down("A", 9, 9).up("A"))
    #expect(scene.entries == "G.touchesBegan{A} V.began{A} G.touchesEnded{A} G:failed V.ended{A}")
  }

  @Test func `Another window and the keyboard's leaving cancel no gesture (SC-14)`() throws {
    let scene = GestureScene()
    scene.add("pan", PanGestureRecognizer())
    scene.harness.play(TouchScript().down("A", 0, 0).move("A", 14, 0))
    scene.harness.trace.clear()
    scene.harness.backend.setKeyboardFocus(to: nil)
    try Window(application: scene.harness.application, title: "", size: Size(300, 300)).makeKeyAndVisible()
    scene.harness.play(TouchScript().move("A", 20, 0).up("A"))
    #expect(scene.entries == "act(pan,changed) act(pan,ended)")
  }

  // MARK: Attempts without a finger

  /// A single tap that is held by a double tap, after one tap; the end of its touch is withheld.
  private func waiting() -> GestureScene {
    let scene = GestureScene()
    let double = scene.tap("double", taps: 2, showsStates: true)
    scene.tap("single", showsStates: true).require(toFail: double)
    scene.harness.play(TouchScript().down("C", 9, 9).up("C"))
    scene.harness.trace.clear()
    return scene
  }

  @Test func `Attempts without a finger outlive the loss of touches, and their deadlines run (SC-15, SC-1 to SC-3)`() {
    for cause in causes where !cause.takesAll {
      let scene = waiting()
      scene.harness.add("W", Rect(x: 400, y: 400, width: 80, height: 80)).isMultipleTouchEnabled = true
      scene.harness.play(TouchScript().down("A", 410, 410).down("B", 420, 410))
      cause.run(scene)
      #expect(scene.take() == "W.began{A} W.began{B} W.cancelled{A,B}", "\(cause.name)")
      scene.harness.loop.advance(bySeconds: 1)
      #expect(
        scene.entries == "double:failed single:ended act(single,ended) V.cancelled{C} double:reset single:reset",
        "\(cause.name)")
    }
  }

  @Test func `What takes everything fails them all together, held ones too, and releases the ends (SC-15, FR-6, SC-4 to SC-7)`()
  {
    for cause in causes where cause.takesAll {
      let scene = waiting()
      cause.run(scene)
      let told = cause.name.hasPrefix("SC-7") ? "cancelled" : "ended"
      #expect(scene.take() == "double:failed single:failed V.\(told){C} double:reset single:reset", "\(cause.name)")
      scene.harness.loop.advance(bySeconds: 1)
      #expect(scene.entries == "", "\(cause.name)")
    }
  }

  @Test func `It is so beside fingers that are down, and for the window concerned alone (SC-15, SC-4)`() throws {
    let scene = waiting()
    let second = Window(application: scene.harness.application, title: "", size: Size(300, 300))
    try second.makeKeyAndVisible()
    scene.harness.settle()
    scene.harness.add("W", GestureScene.full, to: second)
    scene.tap("other", taps: 2, to: second, showsStates: true).allowedTouchTypes = [.direct]
    let surface = scene.harness.backend.surfaces[1].id
    scene.harness.loop.advance(bySeconds: 1)
    scene.harness.trace.clear()
    scene.harness.play(TouchScript().down("A", 9, 9).up("A"))
    scene.harness.play(TouchScript().down("B", 9, 9).up("B"), on: surface)
    scene.harness.play(TouchScript().down("P", 19, 9, kind: .pencil), on: surface)
    scene.harness.trace.clear()
    second.isHidden = true
    #expect(scene.take() == "other:failed W.ended{B} W.cancelled{P} other:reset")
    scene.harness.loop.advance(bySeconds: 1)
    #expect(
      scene.entries == "double:failed single:ended act(single,ended) V.cancelled{A} double:reset single:reset")
  }

  @Test func `A recognizer that waits without a finger after the system took its last one is not left over (SC-15)`() {
    let scene = GestureScene()
    scene.custom("G").staysOpen = true
    scene.harness.play(TouchScript().down("A", 9, 9))
    scene.harness.trace.clear()
    scene.harness.application.cancelAllInput()
    #expect(scene.entries == "G.touchesCancelled{A} V.cancelled{A} G:failed G.reset")
    #expect(scene.harness.application.pipeline.gestures.arena.participants.isEmpty)
  }
}
