import EaselTestSupport
@testable import TapCounter
import Testing

/// Section 17.1, set-up a: four tap recognizers in a chain.
@Suite(.harnessed) struct TapCounterTests {
  @Test func `The program counts each burst of taps once, as soon as it is sure (A1-1 to A1-9)`() throws {
    let counter = CounterView()
    let run = ExampleRun(WindowHarness(), root: counter) { "\(counter.counts)" }
    let heard = try run.demonstration(of: "TapCounter")
    #expect(
      heard == """
        0.410 [1, 0, 0, 0]
        1.610 [1, 1, 0, 0]
        2.810 [1, 1, 1, 0]
        3.660 [1, 1, 1, 1]
        4.660 [1, 1, 1, 2]
        5.210 [2, 1, 1, 2]
        6.410 [3, 1, 1, 2]
        6.970 [4, 1, 1, 2]
        8.200 [5, 1, 1, 2]
        8.610 [6, 1, 1, 2]
        9.250 [7, 1, 1, 2]
        """)
  }
}
