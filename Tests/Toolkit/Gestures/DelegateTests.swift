import EaselGeometry
import EaselInputEvents
import EaselTestSupport
@testable import EaselToolkit
import Testing

/// What delegates and views are asked (8.7).
@Suite(.harnessed) struct DelegateTests {
  private let beginsByMove: [RecordingRecognizer.Call: (RecordingRecognizer) -> Void] = [.moved: { $0.state = .began }]

  @Test func `Every question has its usual answer, and the delegate is weak (DG-1)`() {
    final class Silent: GestureRecognizerDelegate {}
    let silent = Silent()
    let (tap, pan) = (TapGestureRecognizer(), PanGestureRecognizer())
    #expect(silent.gestureRecognizerShouldBegin(tap) && silent.gestureRecognizer(tap, shouldReceive: Event(type: .touches)))
    #expect(!silent.gestureRecognizer(tap, shouldRecognizeSimultaneouslyWith: pan))
    #expect(!silent.gestureRecognizer(tap, shouldRequireFailureOf: pan))
    #expect(!silent.gestureRecognizer(tap, shouldBeRequiredToFailBy: pan))
    do {
      let gone = Silent()
      tap.delegate = gone
      #expect(tap.delegate === gone)
    }
    #expect(tap.delegate == nil)
    // A delegate that answers nothing changes nothing: touches are received, the pan begins, the tap fails.
    let scene = GestureScene()
    for (name, recognizer) in [("tap", tap), ("pan", pan)] { scene.add(name, recognizer, showsStates: true).delegate = silent }
    scene.harness.play(TouchScript().down("A", 0, 0).move("A", 20, 0))
    #expect(scene.entries == "V.began{A} tap:failed pan:began act(pan,began) V.cancelled{A}")
  }

  @Test func `Whether a touch is received is asked before touchesBegan (DG-2, TD-10)`() {
    let scene = GestureScene()
    let delegate = scene.delegate("D", [.shouldReceiveTouch: { _, _ in true }])
    for name in ["G", "H"] { scene.custom(name).delegate = delegate }
    scene.harness.play(TouchScript().frame { $0.down("A", 9, 9).down("B", 19, 9) })
    #expect(
      scene.entries == """
        D.shouldReceiveTouch(G) yes D.shouldReceiveTouch(H) yes D.shouldReceiveTouch(G) yes D.shouldReceiveTouch(H) yes \
        G.touchesBegan{A,B} H.touchesBegan{A,B} V.began{A,B}
        """)
  }

  /// A view that answers the should-begin question.
  private final class Refusing: View {
    var answers = true
    let trace: TraceRecorder
    let name: String

    init(_ name: String, _ frame: Rect, _ trace: TraceRecorder) {
      self.name = name
      self.trace = trace
      super.init(frame: frame)
    }

    override func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
      trace.record("\(name).shouldBegin(\(recognizer.name ?? "")) \(answers ? "yes" : "no")")
      return answers
    }

    // Touches end here and are not forwarded.
    override func touchesBegan(_ touches: Set<Touch>, with event: Event?) {}
    override func touchesMoved(_ touches: Set<Touch>, with event: Event?) {}
    override func touchesEnded(_ touches: Set<Touch>, with event: Event?) {}
    override func touchesCancelled(_ touches: Set<Touch>, with event: Event?) {}
  }

  private struct Nested {
    let scene = GestureScene()
    let views: [Refusing]
    let gesture: RecordingRecognizer
    let delegate: RecordingDelegate

    /// Views a and b lie beside each other in `middle`, which lies in `outer`; the recognizer is `middle`'s.
    init(_ does: [RecordingRecognizer.Call: (RecordingRecognizer) -> Void]) {
      let trace = scene.harness.trace
      let all = Rect(x: 0, y: 0, width: 400, height: 400)
      views = [
        Refusing("outer", all, trace), Refusing("middle", all, trace),
        Refusing("a", Rect(x: 0, y: 0, width: 200, height: 400), trace),
        Refusing("b", Rect(x: 200, y: 0, width: 200, height: 400), trace),
      ]
      scene.view.addSubview(views[0])
      views[0].addSubview(views[1])
      views[1].addSubview(views[2])
      views[1].addSubview(views[3])
      gesture = scene.custom("G", to: views[1], silent: .all, does: does)
      delegate = scene.delegate("D", [.shouldBegin: { _, _ in true }])
      gesture.delegate = delegate
    }
  }

  @Test
  func `Views of all touches are asked up to the recognizer's, each once, then the delegate; the first no decides (DG-3)`() {
    let play = { (nested: Nested) -> String in
      nested.scene.harness.play(TouchScript().down("A", 9, 9).down("B", 209, 9).move("A", 19, 9))
      return nested.scene.entries
    }
    let all = Nested(beginsByMove)
    #expect(
      play(all) == """
        a.shouldBegin(G) yes middle.shouldBegin(G) yes b.shouldBegin(G) yes D.shouldBegin(G) yes G:began act(G,began)
        """)
    let view = Nested(beginsByMove)
    view.views[1].answers = false
    #expect(play(view) == "a.shouldBegin(G) yes middle.shouldBegin(G) no G:failed")
    let delegate = Nested(beginsByMove)
    delegate.delegate.answers[.shouldBegin] = { _, _ in false }
    #expect(
      play(delegate) == """
        a.shouldBegin(G) yes middle.shouldBegin(G) yes b.shouldBegin(G) yes D.shouldBegin(G) no G:failed
        """)
  }

  @Test func `Views are not asked by a recognizer that takes no touches (DG-3)`() {
    let nested = Nested(beginsByMove)
    nested.gesture.cancelsTouchesInView = false
    for view in nested.views { view.answers = false }
    nested.scene.harness.play(TouchScript().down("A", 9, 9).move("A", 19, 9))
    #expect(nested.scene.entries == "D.shouldBegin(G) yes G:began act(G,began)")
  }

  @Test func `Who bids again while it is asked is not asked again (DG-4)`() {
    let scene = GestureScene()
    let gesture = scene.custom("G", silent: .all, does: beginsByMove)
    let delegate = scene.delegate("D", [:])
    delegate.answers[.shouldBegin] = { recognizer, _ in
      (recognizer as? RecordingRecognizer)?.state = .began
      return true
    }
    gesture.delegate = delegate
    scene.harness.play(TouchScript().down("A", 9, 9).move("A", 19, 9))
    #expect(scene.entries == "V.began{A} G:began D.shouldBegin(G) yes act(G,began) V.cancelled{A}")
  }

  @Test func `Should-begin is asked once an attempt, before a wait and before simultaneity (DG-4, ST-4)`() {
    let scene = GestureScene()
    let delegate = scene.delegate("D", [.shouldBegin: { _, _ in true }, .simultaneously: { _, _ in true }])
    let other = scene.custom("O", silent: .all)
    let active = scene.custom("active", silent: .all, does: [.began: { $0.state = .began }])
    active.cancelsTouchesInView = false
    let gesture = scene.custom("G", silent: .all, does: beginsByMove)
    gesture.require(toFail: other)
    other.answers[.canBePrevented] = { _ in false }
    gesture.delegate = delegate
    scene.harness.play(TouchScript().down("A", 9, 9))
    scene.harness.trace.clear()
    scene.harness.play(TouchScript().move("A", 19, 9).move("A", 29, 9))
    #expect(
      scene.take() == """
        D.shouldBegin(G) yes D.simultaneously(G,active) yes G:held V.moved{A} V.moved{A}
        """)
    other.state = .failed
    #expect(scene.take() == "O:failed G:began act(G,began) V.cancelled{A}")
    scene.harness.play(TouchScript().cancel("A").down("B", 9, 9).move("B", 19, 9))
    #expect(scene.entries.components(of: "D.shouldBegin(G)") == 1, "the next attempt is asked again")
  }
}
