import EaselGeometry
import EaselTestSupport
@testable import EaselToolkit
import Testing

/// A pinch that sets the size of a label's font (scenarios A1-20 to A1-29); a number stands in for the font.
@Suite(.harnessed) struct PinchedLabelTests {
  private final class Label: View {
    var fontSize = 20.0
    private var sizeAtBegin = 0.0
    /// Whether it counts from each message to the next instead of from the beginning.
    var isIncremental = false

    func follow(_ pinch: PinchGestureRecognizer) {
      if isIncremental {
        fontSize *= pinch.scale
        pinch.scale = 1
      } else if pinch.state == .began {
        sizeAtBegin = fontSize
      } else {
        fontSize = sizeAtBegin * pinch.scale
      }
    }
  }

  private func makeScene(_ label: Label, explains: Bool = false, recordsView: Bool = false) -> RecognizerScene {
    let scene = RecognizerScene(recordsView: recordsView, explains: explains)
    label.frame = Rect(x: 60, y: 180, width: 60, height: 40)
    label.isUserInteractionEnabled = true
    scene.view.addSubview(label)
    let trace = scene.harness.trace
    scene.add("P", PinchGestureRecognizer()) {
      "\($0.scale.short) with \($0.numberOfTouches)"
    } action: { [unowned label] in
      label.follow($0)
      trace.record("font \(label.fontSize.short)")
    }
    return scene
  }

  /// One finger on the label, the other on the background beside it.
  private let pair = TouchScript().down("A", 100, 200).down("B", 200, 200)

  private var halved: TouchScript {
    pair.at(0.1).move("B", 208, 200).at(0.2).move("B", 209, 200).at(0.3).move("B", 318, 200).at(0.4).move("B", 154.5, 200)
  }

  private let halvedTrace = """
    0.200 act(P,began) 1 with 2
    0.200 font 20
    0.300 act(P,changed) 2 with 2
    0.300 font 40
    0.400 act(P,changed) 0.5 with 2
    0.400 font 10
    """

  @Test func `The font follows the fingers, on the label and beside it (A1-20, A1-28, PI-3, PI-13)`() {
    let label = Label()
    #expect(makeScene(label).play(halved) == halvedTrace)
    #expect(label.fontSize == 10)
  }

  @Test func `A lift changes nothing, nor does the finger that is left; the next pinch begins at 1 (A1-21, A1-22, PI-7, PI-9)`()
  {
    let label = Label()
    let scene = makeScene(label)
    scene.play(halved)
    #expect(
      scene.play(TouchScript().up("B").at(0.1).move("A", 150, 200).at(0.2).up("A"))
        == "0.200 act(P,ended) 0.5 with 0\n0.200 font 10")
    #expect(
      scene.play(pair.at(0.1).move("B", 220, 200).at(0.2).move("B", 340, 200)) == """
        0.100 act(P,began) 1 with 2
        0.100 font 10
        0.200 act(P,changed) 2 with 2
        0.200 font 20
        """)
  }

  @Test func `A finger that comes back goes on from the font as it is (A1-23, PI-8)`() {
    let scene = makeScene(Label())
    scene.play(halved.at(0.5).up("B"))
    #expect(
      scene.play(TouchScript().down("C", 300, 200).at(0.1).move("C", 400, 200))
        == "0.100 act(P,changed) 0.75 with 2\n0.100 font 15")
  }

  @Test func `Fingers that move together never pinch, and the view hears of their lift (A1-24, PI-2, PI-10)`() {
    let label = Label()
    let scene = makeScene(label, explains: true, recordsView: true)
    label.isUserInteractionEnabled = false
    #expect(
      scene.play(pair.at(0.1).frame { $0.move("A", 160, 200).move("B", 260, 200) }.at(0.2).frame { $0.up("A").up("B") }) == """
        0.000 V.began{A}
        0.000 V.began{B}
        0.100 V.moved{A,B}
        0.200 P:failed, lifted too early
        0.200 V.ended{A,B}
        """)
  }

  @Test func `A pinch that is taken away keeps its last scale (A1-25, PI-12)`() {
    let scene = makeScene(Label())
    scene.play(halved)
    #expect(
      scene.play(TouchScript().frame { $0.cancel("A").cancel("B") }) == "0.000 act(P,cancelled) 0.5 with 0\n0.000 font 10")
  }

  @Test func `Two lifts in one frame are one end (A1-26)`() {
    let scene = makeScene(Label())
    scene.play(halved)
    #expect(scene.play(TouchScript().frame { $0.up("A").up("B") }) == "0.000 act(P,ended) 0.5 with 0\n0.000 font 10")
  }

  @Test func `A third finger has no influence (A1-27, PI-1)`() {
    let scene = makeScene(Label())
    #expect(
      scene.play(
        pair.at(0.05).down("C", 400, 700).at(0.1).move("B", 208, 200).at(0.15).move("C", 10, 10).at(0.2).move("B", 209, 200)
          .at(0.3).frame { $0.move("B", 318, 200).move("C", 20, 400) }.at(0.35).up("C").at(0.4).move("B", 154.5, 200))
        == halvedTrace)
  }

  @Test func `Counting from message to message comes to the same font (A1-29, PI-5)`() {
    let labels = [Label(), Label()]
    labels[1].isIncremental = true
    for label in labels {
      var script = pair
      for step in 1...100 {
        let angle = Double(step) * 0.17
        script = script.wait(0.008).move("B", 260 + 70 * Angles.unitVector(angle).x, 200 + 3 * Double(step))
      }
      makeScene(label).play(script.wait(0.01).up("A").up("B"))
    }
    #expect(labels[0].fontSize > 25 && (labels[1].fontSize / labels[0].fontSize - 1).magnitude < 1e-9)
  }
}
