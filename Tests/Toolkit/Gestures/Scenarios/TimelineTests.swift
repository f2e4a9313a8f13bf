import EaselGeometry
import EaselTestSupport
@testable import EaselToolkit
import Testing

/// Example timelines with long presses, nested pans and recognizers of several fingers (section 7).
@Suite(.harnessed) struct TimelineTests {
  @Test func `A long press takes its touch by its deadline (DC-T13, LP-5, DC-7)`() {
    let scene = RecognizerScene(recordsView: true)
    scene.add("G", LongPressGestureRecognizer())
    #expect(
      scene.play(TouchScript().down("A", 100, 100).at(0.9).up("A")) == """
        0.000 V.began{A}
        0.500 act(G,began)
        0.500 V.cancelled{A}
        0.900 act(G,ended)
        """)
  }

  @Test func `A drag from a child with a tap is its parent's pan (DC-T20)`() {
    let scene = RecognizerScene(explains: true)
    let child = scene.harness.add("C", Rect(x: 50, y: 50, width: 100, height: 100), to: scene.view)
    scene.add("tap", TapGestureRecognizer(), to: child)
    scene.add("pan", PanGestureRecognizer())
    #expect(
      scene.play(TouchScript().down("A", 100, 100).at(0.05).move("A", 114, 100).at(0.1).up("A")) == """
        0.000 C.began{A}
        0.050 tap:failed, moved 14.0 pt > 10.0
        0.050 act(pan,began)
        0.050 C.cancelled{A}
        0.100 act(pan,ended)
        """)
  }

  @Test func `Of two pans in one event the deeper view's wins (DC-T21, EX-6)`() {
    let scene = RecognizerScene(explains: true)
    let child = scene.harness.add("C", Rect(x: 50, y: 50, width: 100, height: 100), to: scene.view)
    scene.add("parent", PanGestureRecognizer())
    scene.add("child", PanGestureRecognizer(), to: child)
    #expect(
      scene.play(TouchScript().down("A", 100, 100).at(0.05).move("A", 114, 100).at(0.1).move("A", 120, 100).at(0.2).up("A"))
        == """
        0.000 C.began{A}
        0.050 parent:failed, prevented by child
        0.050 act(child,began)
        0.050 C.cancelled{A}
        0.100 act(child,changed)
        0.200 act(child,ended)
        """)
  }

  @Test func `A pan of two fingers over a view that draws with one (DC-T23, PAN-3, PAN-11, RS-2)`() {
    let scene = RecognizerScene(recordsView: true)
    scene.view.isMultipleTouchEnabled = false
    let pan = scene.add("pan", PanGestureRecognizer())
    pan.minimumNumberOfTouches = 2
    #expect(
      scene.play(
        TouchScript().down("A", 100, 100).at(0.1).move("A", 140, 100).at(0.2).down("B", 200, 100)
          .at(0.25).frame { $0.move("A", 146, 100).move("B", 206, 100) }
          .at(0.3).frame { $0.move("A", 152, 100).move("B", 212, 100) }
          .at(0.4).up("B").at(0.5).move("A", 200, 100).at(0.6).up("A")
      ) == """
        0.000 V.began{A}
        0.100 V.moved{A}
        0.250 V.moved{A}
        0.300 act(pan,began)
        0.300 V.cancelled{A}
        0.400 act(pan,ended)
        """)
  }

  @Test func `Only the recognizer that takes touches takes them, when it is recognized (DC-T26, DC-11)`() {
    let scene = RecognizerScene(recordsView: true)
    let pan = scene.add("pan", PanGestureRecognizer())
    pan.cancelsTouchesInView = false
    pan.delegate = scene.together
    scene.add("press", LongPressGestureRecognizer()).allowableMovement = 50
    #expect(
      scene.play(TouchScript().down("A", 100, 100).at(0.1).move("A", 112, 100).at(0.6).up("A")) == """
        0.000 V.began{A}
        0.100 act(pan,began)
        0.100 V.moved{A}
        0.500 act(press,began)
        0.500 V.cancelled{A}
        0.600 act(pan,ended)
        0.600 act(press,ended)
        """)
  }
}
