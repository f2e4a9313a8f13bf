import Easel
import EaselTestSupport
import Testing
@testable import TouchTracker

/// Sections 17.2 and 17.3, without the menu: lines that are drawn, selected, moved and cleared.
@Suite(.harnessed) struct TouchTrackerTests {
  /// All lines in the order of their coming, ! behind the selected one and ? behind those in progress.
  private func describe(_ view: LineView) -> String {
    func name(_ line: Line) -> String { "\(Int(line.begin.x)),\(Int(line.begin.y))-\(Int(line.end.x)),\(Int(line.end.y))" }
    let finished = view.finishedLines.map { name($0) + ($0 === view.selectedLine ? "!" : "") }
    return (finished + view.linesInProgress.values.map { name($0) + "?" }.sorted()).joined(separator: " ")
  }

  @Test func `The program draws, selects, moves and clears lines (A2-2 to A2-5, A2-7, A3-7, A3-10, A3-12, A3-13)`() throws {
    let view = LineView()
    let run = ExampleRun(WindowHarness(), root: view) { [self] in describe(view) }
    let heard = try run.demonstration(of: "TouchTracker")
    #expect(
      heard == """
        0.040 10,10-22,10?
        0.060 10,10-200,300?
        0.080 10,10-200,300
        0.840 \("")
        1.360 50,50-80,50?
        1.380 50,50-250,50?
        1.400 50,50-250,50
        2.000 50,50-250,50 400,350-400,350? 50,150-50,150? 50,250-50,250?
        2.020 50,50-250,50 400,350-420,250? 50,150-250,160? 50,250-250,270?
        2.040 50,50-250,50 50,150-250,160 400,350-420,250? 50,250-250,270?
        2.060 50,50-250,50 50,150-250,160 400,350-420,250? 50,250-300,300?
        2.560 50,50-250,50 50,150-250,160 50,250-300,300 400,350-420,250?
        2.580 50,50-250,50 50,150-250,160 50,250-300,300
        4.050 50,50-250,50! 50,150-250,160 50,250-300,300
        4.240 50,50-250,50! 50,150-250,160 50,250-300,300 320,60-340,60?
        4.260 50,50-250,50! 50,150-250,160 50,250-300,300 320,60-400,180?
        4.280 50,50-250,50! 50,150-250,160 50,250-300,300 320,60-400,180
        5.280 50,50-250,50 50,150-250,160! 50,250-300,300 320,60-400,180
        5.700 50,50-250,50 50,165-250,175! 50,250-300,300 320,60-400,180
        5.720 50,50-250,50 50,170-250,180! 50,250-300,300 320,60-400,180
        6.220 50,50-250,50 50,170-250,180! 50,250-300,300 320,60-400,180 20,380-20,380?
        6.240 50,50-250,50 140,155-340,165! 50,250-300,300 320,60-400,180 20,380-200,350?
        6.260 50,50-250,50 140,175-340,185! 50,250-300,300 320,60-400,180 20,380-200,350?
        6.280 50,50-250,50 140,175-340,185! 50,250-300,300 320,60-400,180 20,380-200,350
        6.300 50,50-250,50 140,175-340,185 50,250-300,300 320,60-400,180 20,380-200,350
        7.300 50,50-250,50! 140,175-340,185 50,250-300,300 320,60-400,180 20,380-200,350
        7.700 50,70-250,70! 140,175-340,185 50,250-300,300 320,60-400,180 20,380-200,350
        8.200 50,70-250,70 140,175-340,185 50,250-300,300 320,60-400,180 20,380-200,350
        """)
  }

  @Test func `The program forgets a selected line that is cleared, and takes a short press for a tap (A2-8, A2-9, A3-11)`() {
    let view = LineView()
    let run = ExampleRun(WindowHarness(), root: view) { [self] in describe(view) }
    let line = TouchScript().down("A", 50, 50).wait(0.02).move("A", 250, 50).up("A").wait(0.5)
    #expect(run.play(line) == "50,50-250,50? 50,50-250,50")
    // A press that is lifted before its time is a tap.
    #expect(run.play(TouchScript().down("A", 150, 50).wait(0.49).up("A").wait(0.5)) == "50,50-250,50!")
    #expect(run.harness.picture().pixel(x: 150, y: 50) == 0xff00ff00)
    let taps = TouchScript().down("A", 150, 50).up("A").wait(0.1).down("A", 150, 50).up("A")
    #expect(run.play(taps) == "" && view.selectedLine == nil && view.finishedLines.isEmpty)
    #expect(run.harness.picture().pixel(x: 150, y: 50) == 0xffffffff)
  }
}
