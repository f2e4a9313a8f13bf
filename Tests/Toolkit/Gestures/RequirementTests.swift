import EaselGeometry
import EaselInputEvents
import EaselTestSupport
@testable import EaselToolkit
import Testing

/// Recognizers that wait for others to fail (8.5).
@Suite(.harnessed) struct RequirementTests {
  private typealias Does = [RecordingRecognizer.Call: (RecordingRecognizer) -> Void]
  private let endsAtLift: [RecordingRecognizer.Call: (RecordingRecognizer) -> Void] = [.ended: { $0.state = .ended }]
  private let lift = TouchScript().down("A", 9, 9).up("A")

  @Test func `A requirement lasts, is weak, and counts once; nobody waits for itself (FR-1)`() {
    let scene = GestureScene()
    let lives = LifetimeTracker()
    let gesture = scene.custom("G", silent: .all, does: endsAtLift)
    gesture.require(toFail: gesture)
    do {
      let gone = TapGestureRecognizer()
      lives.track(gone, "gone")
      gesture.require(toFail: gone)
    }
    #expect(lives.survivors == [])
    let other = scene.custom("O", silent: .all)
    other.staysOpen = true
    for _ in 0..<3 { gesture.require(toFail: other) }
    #expect(gesture.requirements.count == 1)
    for _ in 0..<2 {
      scene.harness.play(lift)
      other.state = .failed
      #expect(scene.take() == "V.began{A} G:held O:failed G:ended act(G,ended) V.cancelled{A}")
    }
  }

  @Test
  func `The four questions come in their order until one is true, pairs in recognizer order, at the end of binding (FR-2)`() {
    let scene = GestureScene()
    let inner = scene.harness.add("C", Rect(x: 0, y: 0, width: 100, height: 100), to: scene.view)
    let (deep, high) = (scene.custom("deep", to: inner, silent: [.reset]), scene.custom("high", silent: [.reset]))
    for (name, recognizer) in [("D", deep), ("H", high)] {
      recognizer.answers[.shouldRequireFailure] = { _ in false }
      recognizer.answers[.shouldBeRequiredToFail] = { _ in false }
      let delegate = scene.delegate(
        name, [.shouldRequireFailure: { _, _ in false }, .shouldBeRequiredToFail: { _, _ in false }])
      recognizer.delegate = delegate
      delegates.append(delegate)
    }
    scene.harness.play(TouchScript().down("A", 9, 9).down("B", 19, 9))
    #expect(
      scene.entries == """
        deep.shouldRequireFailure(high) no D.shouldRequireFailure(deep,high) no \
        high.shouldBeRequiredToFail(deep) no H.shouldBeRequiredToFail(high,deep) no \
        high.shouldRequireFailure(deep) no H.shouldRequireFailure(high,deep) no \
        deep.shouldBeRequiredToFail(high) no D.shouldBeRequiredToFail(deep,high) no \
        deep.touchesBegan{A} high.touchesBegan{A} C.began{A} deep.touchesBegan{B} high.touchesBegan{B}
        """)
  }

  /// Keeps delegates alive, which are weak.
  private final class Keeper { var delegates: [RecordingDelegate] = [] }
  private let keeper = Keeper()
  private var delegates: [RecordingDelegate] {
    get { keeper.delegates }
    nonmutating set { keeper.delegates = newValue }
  }

  @Test func `Each of the four ways makes an edge for these attempts, and the rest is not asked (FR-2)`() {
    let names = ["r", "o"]
    let expected = [
      "r.shouldRequireFailure(o) yes",
      "r.shouldRequireFailure(o) no D.shouldRequireFailure(r,o) yes",
      "r.shouldRequireFailure(o) no D.shouldRequireFailure(r,o) no o.shouldBeRequiredToFail(r) yes",
      "r.shouldRequireFailure(o) no D.shouldRequireFailure(r,o) no o.shouldBeRequiredToFail(r) no D.shouldBeRequiredToFail(o,r) yes",
    ]
    for (way, questions) in expected.enumerated() {
      let scene = GestureScene()
      let (r, o) = (scene.custom(names[0], silent: .all, does: endsAtLift), scene.custom(names[1], silent: .all))
      o.staysOpen = true
      let delegate = scene.delegate(
        "D",
        [
          .shouldRequireFailure: { asking, _ in asking === r && way == 1 },
          .shouldBeRequiredToFail: { asking, _ in asking === o && way == 3 },
        ])
      (r.delegate, o.delegate) = (delegate, delegate)
      r.answers[.shouldRequireFailure] = { _ in way == 0 }
      o.answers[.shouldBeRequiredToFail] = { _ in way == 2 }
      scene.harness.play(lift)
      // The other direction is asked by the delegate's two questions alone.
      let back = "D.shouldRequireFailure(o,r) no D.shouldBeRequiredToFail(r,o) no"
      #expect(scene.take() == "\(questions) \(back) V.began{A} r:held", "\(way)")
      o.state = .failed
      #expect(scene.take() == "o:failed r:ended act(r,ended) V.cancelled{A}", "\(way)")
      // It was an edge of those two attempts: the next ones are asked again, and now the answer is no.
      r.answers[.shouldRequireFailure] = { _ in false }
      o.answers[.shouldBeRequiredToFail] = { _ in false }
      delegate.answers = [:]
      scene.harness.play(lift)
      #expect(scene.entries.hasSuffix("V.began{A} r:ended o:failed act(r,ended) V.cancelled{A}"), "\(way)")
    }
  }

  @Test func `Pairs are asked when they first have a touch in common, and a no removes no edge (FR-2)`() {
    let scene = GestureScene()
    let r = scene.custom("r", silent: .all, does: endsAtLift)
    let o = scene.custom("o", silent: .all)
    o.allowedTouchTypes = [.pencil]
    r.requiresExclusiveTouchType = false
    r.require(toFail: o)
    r.answers[.shouldRequireFailure] = { _ in false }
    scene.harness.play(TouchScript().down("A", 9, 9))
    #expect(scene.take() == "V.began{A}")
    scene.harness.play(TouchScript().down("P", 19, 9, kind: .pencil).down("Q", 29, 9, kind: .pencil))
    #expect(scene.take() == "r.shouldRequireFailure(o) no V.began{P} V.began{Q}")
    scene.harness.play(TouchScript().up("A"))
    #expect(scene.take() == "r:held", "A's end is withheld")
  }

  @Test func `An edge ends with the other one's attempt, also while its own goes on (FR-2)`() {
    let scene = GestureScene()
    let r = scene.custom("r", silent: .all)
    r.staysOpen = true
    scene.custom("o", silent: .all)
    r.answers[.shouldRequireFailure] = { [unowned r] _ in r.numberOfTouches == 1 && r.staysOpen }
    scene.harness.play(TouchScript().down("A", 9, 9).up("A"))
    #expect(scene.take() == "r.shouldRequireFailure(o) yes V.began{A} o:failed")
    r.answers[.shouldRequireFailure] = { _ in false }
    scene.harness.play(TouchScript().down("B", 9, 9))
    r.state = .ended
    #expect(
      scene.entries == "r.shouldRequireFailure(o) no V.began{B} r:ended o:failed act(r,ended) V.cancelled{A} V.cancelled{B}")
  }

  @Test func `Whoever wants to go on fails by an active requirement, waits for a possible one, else goes on (FR-3)`() {
    let scene = GestureScene()
    let inner = scene.harness.add("C", Rect(x: 0, y: 0, width: 100, height: 100), to: scene.view)
    let other = scene.custom(
      "O", to: inner, silent: .all, does: [.began: { $0.state = .began }, .ended: { $0.state = .ended }])
    let gesture = scene.custom("G", silent: .all, does: endsAtLift)
    gesture.require(toFail: other)
    gesture.answers[.canBePrevented] = { _ in false }
    scene.harness.play(lift)
    #expect(
      scene.take() == "O:began G:failed act(O,began) O:ended act(O,ended)", "it fails as soon as the other one begins (FR-5)")
    // Not participating: no touch of it.
    scene.harness.play(TouchScript().down("A", 300, 300).up("A"))
    #expect(scene.take() == "V.began{A} G:ended act(G,ended) V.cancelled{A}")
  }

  @Test func `An active requirement on another touch fails whoever wants to go on (FR-3)`() {
    let scene = GestureScene()
    let left = scene.harness.add("L", Rect(x: 0, y: 0, width: 100, height: 100), to: scene.view)
    let right = scene.harness.add("R", Rect(x: 200, y: 0, width: 100, height: 100), to: scene.view)
    let other = scene.custom("O", to: left, silent: .all, does: [.began: { $0.state = .began }])
    let gesture = scene.custom("G", to: right, silent: .all, does: endsAtLift)
    gesture.require(toFail: other)
    scene.harness.play(TouchScript().down("B", 9, 9).down("A", 209, 9).up("A"))
    #expect(scene.take() == "O:began act(O,began) R.began{A} G:failed R.ended{A}")
    // Active without any touch.
    scene.harness.play(TouchScript().cancel("B"))
    other.state = .began
    scene.harness.trace.clear()
    scene.harness.play(TouchScript().down("A", 209, 9).up("A"))
    #expect(scene.entries == "R.began{A} G:failed R.ended{A}")
  }

  @Test func `A held one goes on when the last open requirement fails, is disabled, removed or looks at nothing (FR-4)`() {
    let ways: [(String, (GestureScene, RecordingRecognizer) -> Void, String)] = [
      ("fails", { $1.state = .failed }, "O:failed "),
      ("disabled", { $1.isEnabled = false }, "O:failed "),
      ("removed", { scene, other in scene.view.removeGestureRecognizer(other) }, "O:failed "),
      ("ignores", { _, other in other.does[.deadline]?(other) }, ""),
    ]
    for (name, way, entry) in ways {
      let scene = GestureScene()
      let others = ["P", "O"].map { scene.custom($0, silent: .all) }
      let gesture = scene.custom("G", silent: .all, does: [.moved: { $0.state = .ended }])
      for other in others { gesture.require(toFail: other) }
      others[1].does[.began] = { other in
        guard let touch = other.touches.first, let event = other.event else { return }
        other.does[.deadline] = { $0.ignore(touch, for: event) }
      }
      scene.harness.play(TouchScript().down("A", 9, 9).move("A", 19, 9))
      #expect(scene.take() == "V.began{A} G:held V.moved{A}", "\(name)")
      others[0].state = .failed
      #expect(scene.take() == "P:failed", "\(name)")
      way(scene, others[1])
      #expect(scene.take() == entry + "G:ended act(G,ended) V.cancelled{A}", "\(name)")
    }
  }

  @Test func `A held continuous one begins with what it has by then; without fingers it also ends (FR-4, FR-11)`() {
    let scene = GestureScene()
    let other = scene.custom("O", silent: .all)
    other.staysOpen = true
    let pan = scene.add("pan", PanGestureRecognizer(), showsStates: true) { pan in
      scene.harness.trace.record("by \(Int(pan.translation(in: nil).x))")
    }
    pan.require(toFail: other)
    scene.harness.play(TouchScript().down("A", 0, 0).move("A", 14, 0).move("A", 50, 0))
    #expect(scene.take() == "V.began{A} pan:held V.moved{A} V.moved{A}")
    #expect(pan.state == .possible)
    other.state = .failed
    #expect(scene.take() == "O:failed pan:began act(pan,began) by 40 V.cancelled{A}")
    scene.harness.play(TouchScript().move("A", 60, 0).up("A"))
    scene.harness.trace.clear()
    let stroke = scene.custom("S", silent: .all, does: [.began: { $0.state = .began }])
    stroke.require(toFail: other)
    pan.isEnabled = false
    scene.harness.play(TouchScript().down("B", 0, 0).move("B", 14, 0).up("B"))
    #expect(scene.take() == "S:held V.began{B} V.moved{B}")
    other.state = .failed
    #expect(scene.take() == "O:failed S:began S:ended act(S,began) act(S,ended) V.cancelled{B}")
  }

  @Test func `A recognition fails all that require it to fail, held or not, also without a touch in common (FR-5)`() {
    let scene = GestureScene()
    let left = scene.harness.add("L", Rect(x: 0, y: 0, width: 100, height: 100), to: scene.view)
    let right = scene.harness.add("R", Rect(x: 200, y: 0, width: 100, height: 100), to: scene.view)
    let other = scene.custom("O", to: left, silent: .all, does: [.moved: { $0.state = .ended }])
    let apart = scene.custom("apart", to: right, silent: .all)
    let held = scene.custom("held", to: left, silent: .all, does: [.began: { $0.state = .began }])
    let unconcerned = scene.custom("unconcerned", to: right, silent: .all)
    for recognizer in [apart, held] { recognizer.require(toFail: other) }
    held.answers[.canBePrevented] = { _ in false }
    scene.harness.play(TouchScript().down("A", 9, 9).down("B", 209, 9))
    #expect(scene.take() == "held:held L.began{A} R.began{B}")
    scene.harness.play(TouchScript().move("A", 19, 9))
    #expect(scene.take() == "O:ended held:failed apart:failed act(O,ended) L.cancelled{A}")
    #expect(unconcerned.state == .possible)
  }

  @Test func `All that a recognition fails are marked before anybody is released: chains hold (FR-6, FR-7)`() {
    let scene = GestureScene()
    let names = ["single", "double", "triple"]
    let chain = names.map { scene.custom($0, silent: .all) }
    chain[0].require(toFail: chain[1])
    chain[1].require(toFail: chain[2])
    for recognizer in chain { recognizer.staysOpen = true }
    // Each wants to go on in turn; a held one counts as possible, so that the first waits for the third through the second.
    scene.harness.play(TouchScript().down("A", 9, 9))
    chain[0].state = .ended
    chain[1].state = .ended
    #expect(scene.take() == "V.began{A} single:held double:held")
    chain[2].state = .ended
    #expect(scene.take() == "triple:ended single:failed double:failed act(triple,ended) V.cancelled{A}")
    scene.harness.play(TouchScript().up("A"))
    // When the third fails, the second is recognized, and fails the first.
    scene.harness.play(TouchScript().down("B", 9, 9))
    chain[0].state = .ended
    chain[1].state = .ended
    scene.harness.trace.clear()
    chain[2].state = .failed
    #expect(scene.take() == "triple:failed double:ended single:failed act(double,ended) V.cancelled{B}")
    // Edges are not transitive by declaration: if only the second fails, the first goes on although the third is possible.
    scene.harness.play(TouchScript().up("B").down("C", 9, 9))
    chain[0].state = .ended
    scene.harness.trace.clear()
    chain[1].state = .failed
    #expect(scene.entries == "double:failed single:ended triple:failed act(single,ended) V.cancelled{C}")
  }
}
