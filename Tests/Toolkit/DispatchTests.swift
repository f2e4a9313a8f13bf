import EaselGeometry
import EaselInputEvents
import EaselTestSupport
import EaselToolkit
import Testing

/// Timelines of the view phase (TD-17 to TD-30, DC-T16 to DC-T18, DC-T24).
@Suite struct DispatchTests {
  @Test func `A view without multi-touch gets only its first finger (DC-T16, TD-19)`() {
    let harness = WindowHarness()
    harness.add("V", Rect(x: 0, y: 0, width: 480, height: 800))
    harness.play(
      TouchScript().at(0).down("A", 10, 10).at(0.1).down("B", 50, 50)
        .at(0.2).frame { $0.move("A", 20, 10).move("B", 60, 50) }
        .at(0.3).up("A").at(0.4).down("C", 90, 90).at(0.5).frame { $0.up("B").up("C") }.at(0.6).down("D", 10, 10).up("D"))
    #expect(
      harness.trace.text == """
        0.000 V.began{A}
        0.200 V.moved{A}
        0.300 V.ended{A}
        0.600 V.began{D}
        0.600 V.ended{D}
        """)
  }
}
