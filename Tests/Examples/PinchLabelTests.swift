import Easel
import EaselTestSupport
@testable import PinchLabel
import Testing

/// Section 17.1, set-up b: a pinch that scales a font.
@Suite(.harnessed) struct PinchLabelTests {
  @Test func `The program's text grows from its size at began, and jumps at no lift and no cancel (A1-20 to A1-28)`() throws {
    let view = PinchView()
    let run = ExampleRun(WindowHarness(), root: view) { "\(view.label.font.pointSize)" }
    let heard = try run.demonstration(of: "PinchLabel")
    #expect(
      heard == """
        0.360 40.0
        0.860 10.0
        1.740 20.0
        3.120 40.0
        3.240 60.0
        """)
    // One finger on the label, one beside it; the scale counts from where ten points were passed.
    view.label.frame.size.height = 100
    let still = Point(100, 50)
    let scale = still.distance(to: Point(200, 570)) / still.distance(to: Point(200, 310))
    let down = TouchScript().down("A", 100, 50).down("B", 200, 300)
    let heardBeside = run.play(down.wait(0.1).move("B", 200, 310).wait(0.1).move("B", 200, 570))
    #expect(heardBeside == "\(60 * scale)")
  }
}
