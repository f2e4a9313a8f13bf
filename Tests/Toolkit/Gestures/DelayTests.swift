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

  @Test func `A delayed touch that rests begins when it is no tap any longer (DC-T6, DC-3)`() {
    let trace = trace(TapGestureRecognizer(), TouchScript().down("A", 100, 100).at(1).up("A")) {
      $0.delaysTouchesBegan = true
    }
    #expect(
      trace == """
        0.750 V.began{A}
        1.000 V.ended{A}
        """)
  }

  private let twoTaps = TouchScript().down("A", 100, 100).at(0.06).up("A").at(0.2).down("B", 100, 100).at(0.26).up("B").at(1)

  @Test func `A double tap withholds the first end and takes both touches (DC-T7, DC-5, DC-6)`() {
    let trace = trace(TapGestureRecognizer(), twoTaps) { $0.numberOfTapsRequired = 2 }
    #expect(
      trace == """
        0.000 V.began{A}
        0.200 V.began{B}
        0.260 act(G,ended)
        0.260 V.cancelled{A}
        0.260 V.cancelled{B}
        """)
  }

  @Test func `A withheld end comes when the second tap does not (DC-T8, DC-5)`() {
    let trace = trace(TapGestureRecognizer(), TouchScript().down("A", 100, 100).at(0.06).up("A").at(1)) {
      $0.numberOfTapsRequired = 2
    }
    #expect(
      trace == """
        0.000 V.began{A}
        0.410 V.ended{A}
        """)
  }

  @Test func `Without delay of ends a double tap takes what is not over (DC-T9, DC-7)`() {
    let trace = trace(TapGestureRecognizer(), twoTaps) {
      $0.numberOfTapsRequired = 2
      $0.delaysTouchesEnded = false
    }
    #expect(
      trace == """
        0.000 V.began{A}
        0.060 V.ended{A}
        0.200 V.began{B}
        0.260 act(G,ended)
        0.260 V.cancelled{B}
        """)
  }

  @Test func `A single tap that waits for a double tap comes when that fails (DC-T10, FR-3, FR-4, FR-10)`() {
    let scene = GestureScene()
    let double = scene.tap("D", taps: 2, showsStates: true)
    scene.tap("S", showsStates: true).require(toFail: double)
    #expect(
      scene.play(TouchScript().down("A", 100, 100).at(0.06).up("A").at(1)) == """
        0.000 V.began{A}
        0.060 S:held
        0.410 D:failed
        0.410 S:ended
        0.410 act(S,ended)
        0.410 V.cancelled{A}
        0.410 D:reset
        0.410 S:reset
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

  @Test func `A pan that takes nothing leaves the touch to the view (DC-T12, DC-11)`() {
    let trace = trace(
      PanGestureRecognizer(),
      TouchScript().down("A", 0, 0).at(0.02).move("A", 8, 0).at(0.04).move("A", 14, 0).at(0.06).move("A", 20, 0).up("A")
    ) { $0.cancelsTouchesInView = false }
    #expect(
      trace == """
        0.000 V.began{A}
        0.020 V.moved{A}
        0.040 act(G,began)
        0.040 V.moved{A}
        0.060 act(G,changed)
        0.060 V.moved{A}
        0.060 act(G,ended)
        0.060 V.ended{A}
        """)
  }

  @Test func `What the system takes while it is withheld has never been there (DC-T14, SC-10)`() {
    let scene = GestureScene()
    scene.custom("G").delaysTouchesBegan = true
    #expect(
      scene.play(TouchScript().down("A", 100, 100).at(0.1).cancel("A").at(1)) == """
        0.000 G.touchesBegan{A}
        0.100 G.touchesCancelled{A}
        0.100 G:failed
        0.100 G.reset
        """)
  }

  @Test func `A tap of two fingers takes the one that the view has (DC-T15, TD-16, TD-19)`() {
    let scene = GestureScene(isMultipleTouchEnabled: false)
    scene.tap("G").numberOfTouchesRequired = 2
    #expect(
      scene.play(
        TouchScript().down("A", 100, 100).at(0.02).down("B", 200, 100).at(0.1).up("A").at(0.12).up("B").at(1)) == """
          0.000 V.began{A}
          0.120 act(G,ended)
          0.120 V.cancelled{A}
          """)
  }
}
