import EaselGeometry
import EaselTestSupport
@testable import EaselToolkit
import Testing

/// What recognizers delay and cancel in views (DC): the example timelines with one recognizer on one view.
@Suite(.harnessed) struct DelayTests {
  private let full = Rect(x: 0, y: 0, width: 480, height: 800)

  /// Plays a script on a view V with one recognizer G.
  private func trace<Recognizer: GestureRecognizer>(
    _ recognizer: Recognizer, showsLocations: Bool = false, _ script: TouchScript, set: (Recognizer) -> Void = { _ in }
  ) -> String {
    let harness = WindowHarness()
    harness.application.coalescesMotion = false
    let view = harness.add("V", full)
    view.showsLocations = showsLocations
    set(recognizer)
    let log = GestureLog(harness)
    log.add("G", recognizer, to: view)
    harness.play(script)
    return harness.trace.text
  }

  @Test func `A tap takes its touch from the view (DC-T1, DC-7)`() {
    let trace = trace(TapGestureRecognizer(), TouchScript().down("A", 100, 100).at(0.08).up("A").at(1))
    #expect(
      trace == """
        0.000 V.began{A}
        0.080 act(G,ended)
        0.080 V.cancelled{A}
        """)
  }

  @Test func `A finger that stays down too long is no tap (DC-T2, TAP-3)`() {
    let trace = trace(TapGestureRecognizer(), TouchScript().down("A", 100, 100).at(1).up("A"))
    #expect(
      trace == """
        0.000 V.began{A}
        1.000 V.ended{A}
        """)
  }

  @Test func `A finger that moves too far is no tap (DC-T3)`() {
    let trace = trace(
      TapGestureRecognizer(),
      TouchScript().down("A", 0, 0).at(0.05).move("A", 4, 0).at(0.1).move("A", 12, 0).at(0.2).up("A"))
    #expect(
      trace == """
        0.000 V.began{A}
        0.050 V.moved{A}
        0.100 V.moved{A}
        0.200 V.ended{A}
        """)
  }

  @Test func `A view does not hear of a delayed touch that becomes a tap (DC-T4, DC-1, DC-4)`() {
    let trace = trace(TapGestureRecognizer(), TouchScript().down("A", 100, 100).at(0.08).up("A").at(1)) {
      $0.delaysTouchesBegan = true
    }
    #expect(trace == "0.080 act(G,ended)")
  }

  @Test func `A delayed touch that is no tap begins where it went down (DC-T5, DC-2, DC-3)`() {
    let trace = trace(
      TapGestureRecognizer(), showsLocations: true,
      TouchScript().down("A", 0, 0).at(0.05).move("A", 4, 0).at(0.1).move("A", 12, 0).at(0.2).up("A")
    ) { $0.delaysTouchesBegan = true }
    #expect(
      trace == """
        0.100 V.began{A(0,0 from 0,0)}
        0.100 V.moved{A(12,0 from 0,0)}
        0.200 V.ended{A(12,0 from 12,0)}
        """)
  }

  @Test func `A pan takes its touch when it begins (DC-T11, PAN-5, PAN-6)`() {
    let trace = trace(
      PanGestureRecognizer(),
      TouchScript().down("A", 0, 0).at(0.02).move("A", 8, 0).at(0.04).move("A", 14, 0).at(0.06).move("A", 20, 0).up("A"))
    #expect(
      trace == """
        0.000 V.began{A}
        0.020 V.moved{A}
        0.040 act(G,began)
        0.040 V.cancelled{A}
        0.060 act(G,changed)
        0.060 act(G,ended)
        """)
  }
}
