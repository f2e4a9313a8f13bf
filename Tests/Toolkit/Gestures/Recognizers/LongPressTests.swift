import EaselGeometry
import EaselInputEvents
import EaselTestSupport
@testable import EaselToolkit
import Testing

/// Long presses (9.2).
@Suite(.harnessed) struct LongPressTests {
  /// Plays a script on a recognizer G, whose actions tell of its fingers and their place.
  private func play(_ script: TouchScript, set: (LongPressGestureRecognizer) -> Void = { _ in }) -> String {
    let scene = RecognizerScene(explains: true)
    set(add(to: scene))
    return scene.play(script)
  }

  private func add(to scene: RecognizerScene) -> LongPressGestureRecognizer {
    scene.add("G", LongPressGestureRecognizer()) { "\($0.numberOfTouches) at \($0.location(in: nil).short)" }
  }

  private func expect(_ cases: [(TouchScript, String)], set: (LongPressGestureRecognizer) -> Void = { _ in }) {
    let traces = cases.map { play($0.0, set: set) }
    #expect(traces == cases.map(\.1))
  }

  private let down = TouchScript().down("A", 100, 100)

  @Test func `A long press begins by its deadline and ends with the lift (LP-1, LP-5, LP-8)`() {
    expect([
      (down.at(0.9).up("A"), "0.500 act(G,began) 1 at 100,100\n0.900 act(G,ended) 0 at 100,100"),
      // The deadline comes before a lift of the same time.
      (down.at(0.5).up("A"), "0.500 act(G,began) 1 at 100,100\n0.500 act(G,ended) 0 at 100,100"),
    ])
    expect([(down.at(2), "1.500 act(G,began) 1 at 100,100")]) { $0.minimumPressDuration = 1.5 }
  }

  @Test func `Its numbers are the application's unless it has its own (LP-1)`() {
    let scene = RecognizerScene()
    let press = add(to: scene)
    #expect(press.minimumPressDuration == 0.5 && press.allowableMovement == 10)
    #expect(press.numberOfTouchesRequired == 1 && press.numberOfTapsRequired == 0)
    scene.harness.application.tuning.longPressMinimumDuration = 0.3
    scene.harness.application.tuning.longPressAllowableMovement = 20
    #expect(scene.play(down.at(0.2).move("A", 120, 100).at(1)) == "0.300 act(G,began) 1 at 120,100")
    press.minimumPressDuration = 0.1
    press.allowableMovement = 5
    #expect(press.minimumPressDuration == 0.1 && press.allowableMovement == 5)
    scene.play(TouchScript().up("A"))
    #expect(scene.play(down.at(1)) == "0.100 act(G,began) 1 at 100,100")
  }

  @Test func `A changed duration does not move the deadline of a press in progress (LP-5, EN-5)`() {
    let scene = RecognizerScene()
    let press = add(to: scene)
    scene.play(down.at(0.2))
    press.minimumPressDuration = 2
    #expect(scene.play(TouchScript().at(1)) == "0.300 act(G,began) 1 at 100,100")
  }

  @Test func `A press after a tap (LP-2)`() {
    let tap = down.at(0.06).up("A")
    expect([
      (
        tap.at(0.2).down("B", 110, 100).at(0.8).move("B", 150, 100).at(1).up("B"),
        "0.700 act(G,began) 1 at 110,100\n0.800 act(G,changed) 1 at 150,100\n1.000 act(G,ended) 0 at 150,100"
      ),
      (tap.at(1), "0.410 G:failed, no further tap came in time"),
      (tap.at(0.2).down("B", 110, 100).at(0.3).up("B"), "0.300 G:failed, lifted too early"),
      (down.at(0.1).move("A", 111, 100).at(0.2).up("A"), "0.100 G:failed, moved 11.0 pt > 10.0"),
      (down.at(1), "0.750 G:failed, 0.75 s > 0.75 s"),
      // Too far away: the new finger begins with the tap again, and stays too long for one.
      (
        tap.at(0.2).down("B", 150, 100).at(1),
        "0.200 G:failed, the new touch does not continue it\n0.950 G:failed, 0.75 s > 0.75 s"
      ),
    ]) { $0.numberOfTapsRequired = 1 }
    let taps = TouchScript().frame { $0.down("A", 100, 100).down("B", 200, 100) }.at(0.06).frame { $0.up("A").up("B") }
    expect([
      (
        taps.at(0.2).down("C", 100, 110).at(0.3).down("D", 200, 110).at(1).up("C"),
        "0.800 act(G,began) 2 at 150,110\n1.000 act(G,ended) 1 at 200,110"
      ),
      (
        taps.at(0.2).down("C", 160, 100).at(0.3).down("D", 240, 100).at(1),
        "0.300 G:failed, 50.0 pt from the first tap > 45.0"
      ),
    ]) {
      $0.numberOfTapsRequired = 1
      $0.numberOfTouchesRequired = 2
    }
  }

  @Test func `The clock starts with the last finger; without duration it begins at once (LP-3)`() {
    expect([
      (
        down.at(0.2).down("B", 200, 100).at(1).up("B"),
        "0.700 act(G,began) 2 at 150,100\n1.000 act(G,ended) 1 at 100,100"
      )
    ]) { $0.numberOfTouchesRequired = 2 }
    let scene = RecognizerScene(recordsView: true)
    let press = add(to: scene)
    press.minimumPressDuration = 0
    #expect(
      scene.play(down.at(0.1).move("A", 200, 100).at(0.2).up("A")) == """
        0.000 act(G,began) 1 at 100,100
        0.100 act(G,changed) 1 at 200,100
        0.200 act(G,ended) 0 at 200,100
        """)
  }

  @Test func `Before its time neither movement nor lift nor a further finger may come (LP-4)`() {
    expect([
      (down.at(0.1).move("A", 110, 100).at(1), "0.500 act(G,began) 1 at 110,100"),
      (down.at(0.1).move("A", 106, 108.1).at(1), "0.100 G:failed, moved 10.1 pt > 10.0"),
      (down.at(0.4).up("A").at(1), "0.400 G:failed, lifted too early"),
      (down.at(0.4).down("B", 200, 100).at(1), "0.400 G:failed, 2 fingers > 1"),
    ])
    // Each finger counts from its own place.
    expect([
      (down.at(0.1).down("B", 200, 100).at(0.2).move("B", 200, 111).at(1), "0.200 G:failed, moved 11.0 pt > 10.0"),
      (down.at(0.1).up("A").at(1), "0.100 G:failed, lifted too early"),
    ]) { $0.numberOfTouchesRequired = 2 }
  }

  @Test func `Then fingers go where they like, and a change of force counts as movement (LP-6, LP-10)`() {
    let scene = RecognizerScene()
    let small = View(frame: Rect(x: 90, y: 90, width: 20, height: 20))
    scene.view.addSubview(small)
    scene.add("G", LongPressGestureRecognizer(), to: small) { $0.location(in: nil).short }
    func pen(_ pressure: Double) -> PenAxes { PenAxes(pressure: pressure) }
    #expect(
      scene.play(
        TouchScript().down("P", 100, 100, kind: .pencil, pen: pen(0.2)).at(0.6).move(
          "P", 400, 700, kind: .pencil, pen: pen(0.2)
        )
        .at(0.7).move("P", 400, 700, kind: .pencil, pen: pen(0.5)).at(0.8).up("P")
      ) == """
        0.500 act(G,began) 100,100
        0.600 act(G,changed) 400,700
        0.700 act(G,changed) 400,700
        0.800 act(G,ended) 400,700
        """)
  }

  @Test func `Further fingers are not its business then, and belong to the view (LP-7)`() {
    let scene = RecognizerScene(recordsView: true)
    _ = add(to: scene)
    #expect(
      scene.play(
        down.at(0.6).down("B", 200, 100).at(0.7).move("B", 250, 100).at(0.8).move("A", 101, 100).at(0.9).up("B").at(1).up("A")
      ) == """
        0.000 V.began{A}
        0.500 act(G,began) 1 at 100,100
        0.500 V.cancelled{A}
        0.600 V.began{B}
        0.700 V.moved{B}
        0.800 act(G,changed) 1 at 101,100
        0.900 V.ended{B}
        1.000 act(G,ended) 0 at 101,100
        """)
  }

  @Test func `A finger that is taken away cancels it, or makes it fail (LP-9)`() {
    expect([
      (down.at(0.4).cancel("A").at(1), "0.400 G:failed, a touch was cancelled"),
      (down.at(0.6).cancel("A").at(1), "0.500 act(G,began) 1 at 100,100\n0.600 act(G,cancelled) 0 at 100,100"),
    ])
    expect([
      (
        down.down("B", 200, 100).at(0.6).cancel("B").at(1),
        "0.500 act(G,began) 2 at 150,100\n0.600 act(G,cancelled) 1 at 100,100"
      )
    ]) { $0.numberOfTouchesRequired = 2 }
  }

  /// A recognizer G that waits for a patient one to fail.
  private func playHeld(
    _ script: TouchScript, isFirst: Bool = true, set: (LongPressGestureRecognizer, Patient) -> Void = { _, _ in }
  ) -> String {
    let scene = RecognizerScene(explains: true)
    let patient = Patient()
    if isFirst { scene.add("P", patient) }
    let press = add(to: scene)
    if !isFirst { scene.add("P", patient) }
    press.require(toFail: patient)
    set(press, patient)
    return scene.play(script)
  }

  @Test func `It waits for others to fail as long as the finger rests (LP-11, FR-4)`() {
    let patientFails = "0.800 P:failed, it said so"
    let scripts: [(TouchScript, String)] = [
      (down.at(0.6).move("A", 110, 100).at(1), "\(patientFails)\n0.800 act(G,began) 1 at 110,100"),
      (down.at(0.6).move("A", 111, 100).at(1), "0.600 G:failed, moved 11.0 pt > 10.0\n\(patientFails)"),
      (down.at(0.6).up("A").at(1), "0.600 G:failed, lifted too early\n\(patientFails)"),
      (down.at(0.6).cancel("A").at(1), "0.600 G:failed, a touch was cancelled\n\(patientFails)"),
      (down.at(0.6).down("B", 200, 100).at(1), "\(patientFails)\n0.800 act(G,began) 1 at 100,100"),
    ]
    let traces = scripts.map { playHeld($0.0) }
    #expect(traces == scripts.map(\.1))
  }

  @Test func `What it waits for may fail by the lift that would end it, whichever hears of it first (FR-11, LP-8)`() {
    for isFirst in [true, false] {
      let one = playHeld(down.at(0.6).up("A").at(1), isFirst: isFirst) { $1.failsOnLift = true }
      let two = playHeld(down.down("B", 200, 100).at(0.6).up("B").at(1).up("A"), isFirst: isFirst) {
        $0.numberOfTouchesRequired = 2
        $1.failsOnLift = true
      }
      let expected = [0, 1].map {
        "0.600 P:failed, it said so\n0.600 act(G,began) \($0) at 100,100\n0.600 act(G,ended) \($0) at 100,100"
      }
      #expect([one, two] == expected, "the patient one comes first: \(isFirst)")
    }
  }
}
