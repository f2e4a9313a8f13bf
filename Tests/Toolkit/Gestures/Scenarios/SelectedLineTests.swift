import EaselGeometry
import EaselInputEvents
import EaselRaster
import EaselTestSupport
@testable import EaselToolkit
import Testing

/// Selecting lines, clearing them, and dragging a line by a long press with a simultaneous pan (17.2, 17.3).
@Suite(.harnessed) struct SelectedLineTests {
  private func tap(_ x: Double, _ y: Double) -> TouchScript { TouchScript().down("A", x, y).at(0.06).up("A").at(1) }

  @Test func `Clearing while a line is selected leaves no line and no selection (A2-8)`() {
    let example = LineExample()
    example.scene.harness.play(tap(150, 65))
    #expect(example.canvas.selected === example.canvas.lines[0])
    #expect(example.scene.harness.picture().pixel(x: 150, y: 50) != 0xffff_ffff)
    example.scene.harness.play(TouchScript().down("A", 9, 9).up("A").at(0.1).down("B", 9, 9).up("B"))
    #expect(example.canvas.lines.isEmpty && example.canvas.selected == nil)
    #expect(example.scene.harness.picture().pixel(x: 150, y: 50) == 0xffff_ffff)
  }

  @Test func `A selected line is green along its way, and of the normal colour after a tap on nothing (A2-9)`() {
    let example = LineExample()
    let colors = { stride(from: 60, through: 240, by: 20).map { example.scene.harness.picture().pixel(x: $0, y: 50) } }
    #expect(Set(colors()) == [0xff00_0000])
    example.scene.harness.play(tap(150, 65))
    #expect(Set(colors()) == [0xff00_ff00])
    example.scene.harness.play(tap(150, 300))
    #expect(Set(colors()) == [0xff00_0000])
  }

  @Test func `A double tap with the usual flags: both touches begin and are cancelled after the action (A3-1, DC-7)`() {
    for delays in [false, true] {
      let example = LineExample()
      example.canvas.removeGestureRecognizer(example.tap)
      example.double.delaysTouchesBegan = delays
      example.scene.harness.play(TouchScript().down("A", 9, 9).at(0.06).up("A").at(0.2).down("B", 9, 9).at(0.26).up("B"))
      #expect(
        example.scene.entries
          == (delays ? "act(dbl,ended)" : "V.began{A} V.began{B} act(dbl,ended) V.cancelled{A} V.cancelled{B}"))
    }
  }

  /// Presses the line and drags it: 30 points by the finger.
  private let pressAndDrag = TouchScript().down("A", 150, 50).at(0.6).move("A", 150, 58).at(0.62).move("A", 150, 65)
    .at(0.64).move("A", 150, 75).at(0.66).move("A", 150, 80).at(0.8).up("A")

  private let dragged = """
    0.500 act(LP,began)
    0.600 act(LP,changed)
    0.620 act(LP,changed)
    0.620 act(PAN,began)
    0.620 by 0,5
    0.640 act(LP,changed)
    0.640 act(PAN,changed)
    0.640 by 0,15
    0.660 act(LP,changed)
    0.660 act(PAN,changed)
    0.660 by 0,5
    0.800 act(LP,ended)
    0.800 act(PAN,ended)
    """

  @Test
  func `A long press selects, a simultaneous pan moves: the line goes as far as the finger without hysteresis (A3-7, PAN-6)`() {
    let example = LineExample()
    let (_, pan) = example.addPressAndPan()
    pan.delegate = example.canvas
    example.canvas.goesTogether = { [unowned pan] asking, _ in asking === pan }
    #expect(example.scene.play(pressAndDrag) == dragged)
    #expect(
      example.canvas.lines[0].from == Point(50, 70) && example.canvas.selected == nil && example.canvas.inProgress.isEmpty)
  }

  @Test func `Without the delegate the long press keeps the pan from beginning (A3-8, EX-2)`() {
    let example = LineExample()
    _ = example.addPressAndPan()
    #expect(
      example.scene.play(pressAndDrag) == """
        0.500 act(LP,began)
        0.600 act(LP,changed)
        0.620 act(LP,changed)
        0.640 act(LP,changed)
        0.660 act(LP,changed)
        0.800 act(LP,ended)
        """)
    #expect(example.canvas.lines[0].from == Point(50, 50))
  }

  @Test func `One yes is enough, from whichever delegate and for whichever order (A3-9, EX-4)`() {
    for way in 0..<3 {
      let example = LineExample()
      let (press, pan) = example.addPressAndPan()
      if way != 1 { press.delegate = example.canvas }
      if way != 0 { pan.delegate = example.canvas }
      // The long press's delegate; the pan's, for the pair in the other order; one yes and one no.
      example.canvas.goesTogether = { [unowned press] asking, _ in way == 1 || asking === press }
      #expect(example.scene.play(pressAndDrag) == dragged, "\(way)")
      #expect(example.canvas.lines[0].from == Point(50, 70), "\(way)")
    }
  }

  @Test func `A quick drag draws, although the pan is recognized (A3-10, DC-11)`() {
    let example = LineExample()
    let (_, pan) = example.addPressAndPan()
    pan.delegate = example.canvas
    #expect(
      example.scene.play(
        TouchScript().down("A", 10, 10).at(0.04).move("A", 22, 10).at(0.06).move("A", 60, 10).at(0.2).up("A").at(1)) == """
          0.040 act(PAN,began)
          0.040 V.began{A}
          0.040 V.moved{A}
          0.060 act(PAN,changed)
          0.060 V.moved{A}
          0.200 act(PAN,ended)
          0.200 V.ended{A}
          """)
    #expect(example.canvas.lines.count == 2 && example.canvas.lines[1].to == Point(60, 10))
  }

  @Test func `A lift before its time makes no long press: it fails; else it begins, changes, ends (A3-11, ST-2)`() {
    let example = LineExample()
    let (_, pan) = example.addPressAndPan(showsStates: true)
    pan.isEnabled = false
    let states = { example.scene.take().split(separator: " ").filter { $0.contains("LP") }.joined(separator: " ") }
    example.scene.harness.play(TouchScript().down("A", 150, 50).at(0.3).up("A").at(1))
    #expect(states() == "LP:failed LP:reset")
    example.scene.harness.play(pressAndDrag)
    #expect(
      states() == """
        LP:began act(LP,began) LP:changed act(LP,changed) act(LP,changed) act(LP,changed) act(LP,changed) \
        LP:ended act(LP,ended) LP:reset
        """)
  }

  @Test
  func `A second finger: the long press ignores it, the pan counts it without a jump, the view gets it (A3-12, LP-7, PAN-2)`() {
    let example = LineExample()
    let (_, pan) = example.addPressAndPan()
    pan.delegate = example.canvas
    example.canvas.goesTogether = { _, _ in true }
    example.scene.harness.play(
      TouchScript().down("A", 150, 50).at(0.6).move("A", 150, 65).at(0.64).move("A", 150, 75))
    #expect(pan.location(in: nil) == Point(150, 75))
    example.scene.harness.trace.clear()
    example.scene.harness.play(TouchScript().down("B", 250, 75))
    #expect(example.scene.take() == "V.began{B}" && pan.location(in: nil) == Point(200, 75))
    example.scene.harness.play(TouchScript().move("A", 150, 85).move("B", 250, 95).up("B"))
    #expect(
      example.scene.take() == "act(LP,changed) act(PAN,changed) by 0,5 act(PAN,changed) by 0,10 V.moved{B} V.ended{B}")
    example.scene.harness.play(TouchScript().up("A"))
    #expect(example.scene.entries == "act(LP,ended) act(PAN,ended)")
  }

  @Test func `A system cancel ends both gestures as cancelled and leaves the line where it is (A3-13, SC-9)`() {
    let example = LineExample()
    let (_, pan) = example.addPressAndPan()
    pan.delegate = example.canvas
    example.canvas.goesTogether = { _, _ in true }
    example.scene.harness.play(
      TouchScript().down("A", 150, 50).at(0.6).move("A", 150, 65).at(0.64).move("A", 150, 75))
    example.scene.harness.trace.clear()
    example.scene.harness.play(TouchScript().at(0.01).cancel("A").at(1))
    #expect(example.scene.entries == "act(LP,cancelled) act(PAN,cancelled) by 0,0")
    #expect(example.canvas.lines[0].from == Point(50, 65) && example.canvas.selected === example.canvas.lines[0])
  }
}
