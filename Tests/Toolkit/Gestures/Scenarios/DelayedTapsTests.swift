import EaselGeometry
import EaselTestSupport
@testable import EaselToolkit
import Testing

/// A view that draws lines, with a single tap that selects and waits for a double tap that clears; both delay touches
/// (scenarios A2-1 to A2-7 and A2-10 to A2-12).
@Suite(.harnessed) struct DelayedTapsTests {
  private struct Line: Equatable {
    var from: Point
    var to: Point

    /// Whether one of 21 points along it is near.
    func isNear(_ point: Point) -> Bool {
      (0...20).contains { (from + (to - from) * (Double($0) / 20)).distance(to: point) < 20 }
    }
  }

  /// What the application knows.
  private final class Drawing {
    var lines = [Line(from: Point(50, 50), to: Point(250, 50))]
    var inProgress: [Touch: Line] = [:]
    var selected: Line?
  }

  private struct Example {
    let scene: RecognizerScene
    let drawing: Drawing
    let double: TapGestureRecognizer
    let single: TapGestureRecognizer

    func play(_ script: TouchScript) -> String { scene.play(script) }
  }

  private func make(waits: Bool = true) -> Example {
    let scene = RecognizerScene(recordsView: true)
    let drawing = Drawing()
    let double = scene.add("dbl", TapGestureRecognizer())
    double.numberOfTapsRequired = 2
    let single = scene.add("tap", TapGestureRecognizer()) {
      "at \($0.location(in: $0.view).short)"
    } action: { [drawing] tap in
      let point = tap.location(in: tap.view)
      drawing.selected = drawing.lines.first { $0.isNear(point) }
    }
    for tap in [double, single] { tap.delaysTouchesBegan = true }
    if waits { single.require(toFail: double) }
    guard let view = scene.view as? RecordingView else { preconditionFailure("The scene records its view.") }
    view.showsLocations = true
    view.onTouches = { [unowned view, drawing] call, touches, _ in
      for touch in touches {
        let here = touch.location(in: view)
        switch call {
        case "began": drawing.inProgress[touch] = Line(from: here, to: here)
        case "moved": drawing.inProgress[touch]?.to = here
        default:
          guard var line = drawing.inProgress.removeValue(forKey: touch), call == "ended" else { continue }
          line.to = here
          drawing.lines.append(line)
        }
      }
    }
    return Example(scene: scene, drawing: drawing, double: double, single: single)
  }

  private func tap(_ x: Double, _ y: Double) -> TouchScript { TouchScript().down("A", x, y).at(0.06).up("A") }
  private func doubleTap(_ x: Double, _ y: Double) -> TouchScript {
    tap(x, y).at(0.2).down("B", x, y).at(0.26).up("B").at(1)
  }

  @Test func `Without the requirement a double tap is a single tap too, once (A2-1, FR-9)`() {
    #expect(make(waits: false).play(doubleTap(150, 65)) == "0.060 act(tap,ended) at 150,65\n0.260 act(dbl,ended)")
  }

  @Test func `With it a double tap is that alone, and the view hears nothing (A2-2, DC-4)`() {
    let example = make()
    #expect(example.play(doubleTap(150, 65)) == "0.260 act(dbl,ended)")
    #expect(example.drawing.selected == nil && example.drawing.lines.count == 1)
  }

  @Test func `A single tap is told when no second one can come, where its finger went down (A2-3, A2-4, TAP-7)`() {
    let example = make()
    #expect(example.play(tap(150, 65).at(1)) == "0.410 act(tap,ended) at 150,65")
    #expect(example.drawing.selected == example.drawing.lines[0])
    let slid = TouchScript().down("A", 150, 75).at(0.03).move("A", 150, 69).at(0.06).up("A").at(1)
    #expect(example.play(slid) == "0.410 act(tap,ended) at 150,75")
    #expect(example.drawing.selected == nil)
  }

  @Test func `A drag begins for the view where the finger went down, as soon as it is no tap (A2-5, DC-3)`() {
    let example = make()
    #expect(
      example.play(
        TouchScript().down("A", 10, 10).at(0.02).move("A", 14, 10).at(0.04).move("A", 22, 10).at(0.06).move("A", 60, 10)
          .at(0.3).up("A")
      ) == """
        0.040 V.began{A(10,10 from 10,10)}
        0.040 V.moved{A(22,10 from 10,10)}
        0.060 V.moved{A(60,10 from 22,10)}
        0.300 V.ended{A(60,10 from 60,10)}
        """)
    #expect(example.drawing.lines.last == Line(from: Point(10, 10), to: Point(60, 10)))
  }

  @Test func `A finger that rests is the view's at the deadline (A2-6, DC-3)`() {
    #expect(
      make().play(TouchScript().down("A", 10, 10).at(0.9).move("A", 30, 10).at(1).up("A")) == """
        0.750 V.began{A(10,10 from 10,10)}
        0.900 V.moved{A(30,10 from 10,10)}
        1.000 V.ended{A(30,10 from 30,10)}
        """)
  }

  @Test func `Two fingers are no tap, and draw two lines (A2-7, TAP-4)`() {
    let example = make()
    #expect(
      example.play(
        TouchScript().down("A", 10, 10).at(0.1).down("B", 10, 90).at(0.2).frame { $0.move("A", 50, 10).move("B", 50, 90) }
          .at(0.3).up("A").at(0.4).move("B", 70, 90).at(0.5).up("B")
      ) == """
        0.100 V.began{A(10,10 from 10,10),B(10,90 from 10,90)}
        0.200 V.moved{A(50,10 from 10,10),B(50,90 from 10,90)}
        0.300 V.ended{A(50,10 from 50,10)}
        0.400 V.moved{B(70,90 from 50,90)}
        0.500 V.ended{B(70,90 from 70,90)}
        """)
    let drawn = [Line(from: Point(10, 10), to: Point(50, 10)), Line(from: Point(10, 90), to: Point(70, 90))]
    #expect(Array(example.drawing.lines.dropFirst()) == drawn)
  }

  @Test func `A recognizer that is removed while it waits does nothing more (A2-10, EN-3)`() {
    let example = make()
    #expect(example.play(tap(150, 65).at(0.2)) == "")
    example.scene.view.removeGestureRecognizer(example.single)
    #expect(
      example.play(TouchScript().at(1)) == """
        0.210 V.began{A(150,65 from 150,65)}
        0.210 V.ended{A(150,65 from 150,65)}
        """)
    #expect(example.drawing.selected == nil)
  }

  @Test func `When what it waits for is disabled it goes on at once (A2-11, EN-1, EN-4, FR-4)`() {
    let example = make()
    #expect(example.play(tap(150, 65).at(0.2)) == "")
    example.double.isEnabled = false
    #expect(example.scene.harness.trace.text == "0.200 act(tap,ended) at 150,65")
    #expect(example.play(TouchScript().at(1)) == "")
  }

  @Test func `A finger elsewhere that is taken away does not disturb the wait (A2-12)`() {
    let example = make()
    example.scene.harness.add("W", Rect(x: 240, y: 0, width: 240, height: 800))
    #expect(
      example.play(TouchScript().down("X", 300, 300).at(0.1).down("A", 150, 65).at(0.16).up("A").at(0.3).cancel("X").at(1))
        == """
        0.000 W.began{X}
        0.300 W.cancelled{X}
        0.510 act(tap,ended) at 150,65
        """)
  }
}
