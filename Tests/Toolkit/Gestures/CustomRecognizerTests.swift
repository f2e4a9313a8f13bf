import EaselGeometry
import EaselInputEvents
import EaselTestSupport
@testable import EaselToolkit
import Testing

/// Recognizers that applications make themselves (9.9); the two samples know the toolkit's public interface alone.
@Suite(.harnessed) struct CustomRecognizerTests {
  private func draw(_ points: [(Double, Double)], finger: Character = "A") -> TouchScript {
    var script = TouchScript().down(finger, points[0].0, points[0].1)
    for point in points.dropFirst() { script = script.wait(0.01).move(finger, point.0, point.1) }
    return script.wait(0.01).up(finger)
  }

  private let mark = [(100.0, 100.0), (110, 115), (120, 130), (140, 110), (170, 80)]

  @Test func `A check mark is recognized at the lift, and takes the touch from the view (CR-1, DC-7)`() {
    let scene = GestureScene()
    scene.add("check", CheckmarkRecognizer(), showsStates: true)
    scene.harness.play(draw(mark))
    #expect(
      scene.entries == """
        V.began{A} V.moved{A} V.moved{A} V.moved{A} V.moved{A} \
        check:ended act(check,ended) V.cancelled{A} check:reset
        """)
  }

  @Test func `What is no check mark fails, and the view keeps its touch (CR-1)`() {
    let others: [(String, [(Double, Double)])] = [
      ("only down", [(100, 100), (110, 115), (120, 130)]), ("only up", [(100, 100), (110, 90)]),
      ("to the left", [(100, 100), (90, 115), (110, 80)]), ("down again", [(100, 100), (110, 120), (120, 90), (130, 95)]),
      ("ends below its start", [(100, 100), (110, 130), (120, 110)]), ("too flat", [(100, 100), (110, 105), (120, 90)]),
    ]
    for (name, points) in others {
      let scene = GestureScene()
      scene.add("check", CheckmarkRecognizer(), showsStates: true)
      scene.harness.play(draw(points))
      #expect(scene.entries.contains("check:failed") && !scene.entries.contains("act"), "\(name)")
      #expect(scene.entries.contains("V.ended{A}") && scene.entries.contains("check:reset"), "\(name)")
    }
    let scene = GestureScene()
    scene.add("check", CheckmarkRecognizer(), showsStates: true)
    scene.harness.play(TouchScript().down("A", 100, 100).down("B", 200, 100).up("B").up("A"))
    scene.harness.play(TouchScript().down("A", 100, 100).cancel("A"))
    #expect(scene.entries.components(of: "check:failed") == 2 && scene.entries.components(of: "check:reset") == 2)
    scene.harness.trace.clear()
    scene.harness.play(draw(mark))
    #expect(scene.entries.contains("act(check,ended)"), "it is ready for the next one")
  }

  @Test
  func `A stroke begins at touch-down, so that the view gets nothing at all, and ends with its finger (CR-1, CR-2, DC-4)`()
    throws
  {
    let scene = GestureScene()
    scene.harness.application.coalescesMotion = true
    var strokes: [[Point]] = []
    scene.add("stroke", StrokeRecognizer(), showsStates: true) {
      if $0.state == .ended { strokes.append($0.samples.map(\.location)) }
    }
    scene.harness.play(
      TouchScript().down("A", 10, 10).frame { $0.move("A", 20, 10).move("A", 30, 10) }.down("B", 200, 200).move("B", 210, 200)
        .move("A", 40, 20).up("B").up("A", at: Point(50, 20)))
    #expect(
      scene.entries == """
        stroke:began act(stroke,began) stroke:changed act(stroke,changed) V.began{B} V.moved{B} act(stroke,changed) V.ended{B} \
        stroke:ended act(stroke,ended) stroke:reset
        """)
    #expect(strokes == [[Point(10, 10), Point(20, 10), Point(30, 10), Point(40, 20), Point(50, 20)]])
    let stroke = try #require(scene.view.gestureRecognizers?.first as? StrokeRecognizer)
    #expect(stroke.samples.isEmpty && stroke.state == .possible)
  }

  @Test func `A stroke that the system takes leaves nothing (CR-1, SC-9)`() throws {
    let scene = GestureScene()
    scene.add("stroke", StrokeRecognizer())
    scene.harness.play(TouchScript().down("A", 10, 10).move("A", 20, 10).cancel("A"))
    #expect(scene.entries == "act(stroke,began) act(stroke,changed) act(stroke,cancelled)")
    let stroke = try #require(scene.view.gestureRecognizers?.first as? StrokeRecognizer)
    #expect(stroke.samples.isEmpty)
  }

  @Test func `Who begins at touch-down without taking leaves all to the view (CR-2, DC-11)`() {
    let scene = GestureScene()
    scene.add("stroke", StrokeRecognizer()).cancelsTouchesInView = false
    scene.harness.play(TouchScript().down("A", 10, 10).move("A", 20, 10).up("A"))
    #expect(
      scene.entries
        == "act(stroke,began) V.began{A} act(stroke,changed) V.moved{A} act(stroke,ended) V.ended{A}")
  }

  @Test func `Who never leaves possible only observes, but for its gates (CR-3, DC-5, RS-4)`() {
    let script = TouchScript().down("A", 10, 10).move("A", 20, 10).down("B", 200, 200).up("B").up("A")
    let plain = GestureScene()
    plain.harness.play(script)
    let observed = GestureScene()
    let observer = observed.custom("G", silent: .all)
    observer.delaysTouchesEnded = false
    observed.harness.play(script)
    #expect(observed.entries == plain.entries.replacingLast("V.ended{A}", with: "G:failed V.ended{A}"))
    // With the usual gate, the end of a finger waits until the last one has lifted.
    let gated = GestureScene()
    gated.custom("G", silent: .all)
    gated.harness.play(script)
    #expect(gated.entries == "V.began{A} V.moved{A} V.began{B} G:failed V.ended{A,B}")
  }
}

extension String {
  fileprivate func replacingLast(_ end: String, with other: String) -> String {
    hasSuffix(end) ? String(dropLast(end.count)) + other : self
  }
}
