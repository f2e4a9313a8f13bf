import EaselGeometry
import EaselInputEvents
import EaselTestSupport
@testable import EaselToolkit
import Testing

/// Taps (9.1).
@Suite(.harnessed) struct TapTests {
  /// Plays a script on a recognizer G, whose actions tell of its fingers and their place.
  private func play(_ script: TouchScript, set: (TapGestureRecognizer) -> Void = { _ in }) -> String {
    let scene = RecognizerScene(explains: true)
    let tap = scene.add("G", TapGestureRecognizer()) { "\($0.numberOfTouches) at \($0.location(in: nil).short)" }
    set(tap)
    return scene.play(script)
  }

  /// Many scripts and what each gives.
  private func expect(_ cases: [(TouchScript, String)], set: (TapGestureRecognizer) -> Void = { _ in }) {
    let traces = cases.map { play($0.0, set: set) }
    #expect(traces == cases.map(\.1))
  }

  private let down = TouchScript().down("A", 100, 100)
  private let pair = TouchScript().down("A", 100, 100).at(0.1).down("B", 200, 100)

  @Test func `A tap is quick and stays in its place (TAP-1, TAP-2, TAP-3)`() {
    expect([
      (down.at(0.1).move("A", 110, 100).at(0.2).up("A").at(1), "0.200 act(G,ended) 1 at 100,100"),
      (down.at(0.1).move("A", 110.1, 100).at(0.2).up("A").at(1), "0.100 G:failed, moved 10.1 pt > 10.0"),
      (down.at(0.1).move("A", 89, 100).move("A", 100, 100).up("A").at(1), "0.100 G:failed, moved 11.0 pt > 10.0"),
      (down.at(0.1).up("A", at: Point(100, 120)).at(1), "0.100 G:failed, moved 20.0 pt > 10.0"),
      (down.at(0.749).up("A").at(1), "0.749 act(G,ended) 1 at 100,100"),
      (down.at(0.75).up("A").at(1), "0.750 G:failed, 0.75 s > 0.75 s"),
      (down.at(1).up("A"), "0.750 G:failed, 0.75 s > 0.75 s"),
    ])
    let tap = TapGestureRecognizer()
    #expect([tap.numberOfTapsRequired, tap.numberOfTouchesRequired, Int(tap.buttonMaskRequired)] == [1, 1, 1])
  }

  @Test func `Exactly so many fingers tap, and those that are not bound do not count (TAP-2, TAP-4)`() {
    expect([
      (pair.at(0.2).up("A").at(0.3).up("B").at(1), "0.300 act(G,ended) 2 at 150,100"),
      (pair.at(0.2).frame { $0.up("A").up("B") }.at(1), "0.200 act(G,ended) 2 at 150,100"),
      (pair.at(0.2).down("C", 150, 150).at(1), "0.200 G:failed, 3 fingers > 2"),
      (pair.at(0.2).up("A").at(0.3).down("C", 150, 150).at(1), "0.300 G:failed, a finger came after the first lift"),
      (down.at(0.1).up("A").at(1), "0.100 G:failed, 1 fingers < 2"),
      // The time counts from the first finger, the movement of each from its own place.
      (down.at(0.7).down("B", 200, 100).at(0.72).up("A").at(0.76).up("B"), "0.750 G:failed, 0.75 s > 0.75 s"),
      (pair.at(0.2).move("B", 200, 111).at(1), "0.200 G:failed, moved 11.0 pt > 10.0"),
    ]) { $0.numberOfTouchesRequired = 2 }
    expect([(pair.at(1), "0.100 G:failed, 2 fingers > 1")])

    let scene = RecognizerScene(explains: true)
    scene.harness.window.addSubview(View(frame: Rect(x: 240, y: 0, width: 240, height: 800)))
    scene.add("G", TapGestureRecognizer())
    let script = TouchScript().down("B", 300, 100).at(0.1).down("A", 100, 100).at(0.2).up("A").at(0.3).up("B")
    #expect(scene.play(script) == "0.200 act(G,ended)")
  }

  @Test func `Between two taps the attempt stays open for a while (TAP-5, TAP-6)`() {
    let scene = RecognizerScene()
    let tap = scene.add("G", TapGestureRecognizer())
    tap.numberOfTapsRequired = 2
    var notes: [String] = []
    scene.harness.application.pipeline.gestures.arena.explain = { _, note in
      switch note {
      case .entered(let state): notes.append("\(state)")
      case .failed(let reason): notes.append("\(reason)")
      case .reset: notes.append("reset")
      default: break
      }
    }
    scene.play(down.at(0.06).up("A").at(0.4))
    #expect(tap.state == .possible && tap.numberOfTouches == 0 && notes.isEmpty)
    scene.play(TouchScript().at(0.02))
    #expect(notes == ["no further tap came in time", "reset"])
    notes = []
    #expect(scene.play(down.at(0.06).up("A").at(0.2).down("B", 100, 100).at(0.26).up("B").at(1)) == "0.260 act(G,ended)")
    #expect(notes == ["ended", "reset"])
  }

  @Test func `A tap is where the first one's fingers went down (TAP-7, TAP-8)`() {
    let scene = RecognizerScene()
    let tap = scene.add("G", TapGestureRecognizer()) { tap in
      let fingers = (0..<tap.numberOfTouches).map { tap.location(ofTouch: $0, in: nil).short }
      return "\(fingers) \(tap.location(in: nil).short)"
    }
    tap.numberOfTapsRequired = 2
    tap.numberOfTouchesRequired = 2
    #expect(
      scene.play(
        pair.at(0.15).move("A", 106, 100).at(0.2).up("A").up("B")
          .at(0.3).down("C", 110, 110).down("D", 190, 120).at(0.4).up("C").up("D")
      ) == #"0.400 act(G,ended) ["100,100", "200,100"] 150,100"#)
    #expect(tap.location(in: nil) == Point(150, 100))
  }

  @Test func `The place of a tap that had to wait is told in the view as it lies then (TAP-7)`() {
    let scene = RecognizerScene()
    let single = scene.add("S", TapGestureRecognizer()) {
      "\($0.numberOfTouches) at \($0.location(in: nil).short), in the view \($0.location(in: $0.view).short)"
    }
    let double = scene.add("D", TapGestureRecognizer())
    double.numberOfTapsRequired = 2
    single.require(toFail: double)
    #expect(scene.play(down.at(0.03).move("A", 104, 100).at(0.06).up("A").at(0.2)) == "")
    scene.view.frame = Rect(x: 10, y: 20, width: 480, height: 800)
    #expect(scene.play(TouchScript().at(1)) == "0.210 act(S,ended) 1 at 100,100, in the view 90,80")
  }

  @Test func `The next tap comes soon and not far away (TAP-9)`() {
    let first = down.at(0.06).up("A")
    let elsewhere = "G:failed, the new touch does not continue it"
    expect([
      (first.at(0.2).down("B", 145, 100).at(0.26).up("B").at(1), "0.260 act(G,ended) 1 at 100,100"),
      (
        first.at(0.2).down("B", 145.1, 100).at(0.26).up("B").at(1),
        "0.200 \(elsewhere)\n0.610 G:failed, no further tap came in time"
      ),
      (first.at(0.409).down("B", 100, 100).at(0.46).up("B").at(1), "0.460 act(G,ended) 1 at 100,100"),
      (first.at(0.41).down("B", 100, 100).at(0.5), "0.410 G:failed, no further tap came in time"),
      // What the first attempt's end makes of the second tap: a first one.
      (
        first.at(0.2).down("B", 200, 100).at(0.26).up("B").at(0.4).down("C", 200, 100).at(0.46).up("C"),
        "0.200 \(elsewhere)\n0.460 act(G,ended) 1 at 200,100"
      ),
    ]) { $0.numberOfTapsRequired = 2 }
  }

  @Test func `Taps of several fingers are compared by their centres, when all fingers are down (TAP-9)`() {
    let first = pair.at(0.2).up("A").up("B")
    expect([
      (
        // Each finger for itself is too far from the first centre.
        first.at(0.3).down("C", 240, 100).at(0.35).down("D", 60, 100).at(0.4).up("C").up("D"),
        "0.400 act(G,ended) 2 at 150,100"
      ),
      (
        first.at(0.3).down("C", 150, 100).at(0.35).down("D", 240, 100).at(0.4).up("C").up("D"),
        "0.400 act(G,ended) 2 at 150,100"
      ),
      (
        first.at(0.3).down("C", 150, 100).at(0.35).down("D", 242, 100).at(0.4).up("C").up("D"),
        "0.350 G:failed, 46.0 pt from the first tap > 45.0"
      ),
    ]) {
      $0.numberOfTapsRequired = 2
      $0.numberOfTouchesRequired = 2
    }
  }

  @Test func `A finger that leaves the view within its few points still taps (TAP-10)`() {
    let scene = RecognizerScene()
    let small = View(frame: Rect(x: 100, y: 100, width: 20, height: 20))
    scene.view.addSubview(small)
    scene.add("G", TapGestureRecognizer(), to: small)
    #expect(scene.play(TouchScript().down("A", 118, 110).at(0.1).move("A", 126, 110).up("A")) == "0.100 act(G,ended)")
  }

  @Test func `A tap does not prevent one that needs more taps, but fewer (TAP-11)`() {
    let scene = RecognizerScene(explains: true)
    let single = scene.add("S", TapGestureRecognizer())
    let double = scene.add("D", TapGestureRecognizer())
    double.numberOfTapsRequired = 2
    #expect(
      scene.play(down.at(0.06).up("A").at(0.2).down("B", 100, 100).at(0.26).up("B").at(1)) == """
        0.060 act(S,ended)
        0.260 S:failed, prevented by D
        0.260 act(D,ended)
        """)
    let answers = [single.canPrevent(double), double.canPrevent(single), single.canPrevent(single)]
    #expect(answers == [false, true, true])
    #expect(single.canPrevent(PanGestureRecognizer()))
  }

  @Test func `A finger that is taken away does not tap (TAP-12)`() {
    expect([(down.at(0.1).cancel("A").at(1), "0.100 G:failed, a touch was cancelled")])
  }

  @Test func `Pens and pointers tap as fingers do, a pointer with the buttons that are asked for (TAP-13)`() {
    func press(_ buttons: UInt32) -> TouchScript {
      TouchScript().down("P", 50, 50, kind: .indirectPointer, buttons: buttons)
    }
    expect([
      (press(1).at(0.1).up("P").at(1), "0.100 act(G,ended) 1 at 50,50"),
      (press(2).at(0.1).up("P").at(1), "0.000 G:failed, buttons 2, not 1"),
      (
        press(1).at(0.1).move("P", 50, 50, kind: .indirectPointer, buttons: 3).at(1),
        "0.100 G:failed, buttons 3, not 1"
      ),
      (press(1).at(0.1).move("P", 61, 50, kind: .indirectPointer, buttons: 1), "0.100 G:failed, moved 11.0 pt > 10.0"),
      (press(1).at(0.8).up("P"), "0.750 G:failed, 0.75 s > 0.75 s"),
      (TouchScript().down("P", 50, 50, kind: .pencil).at(0.1).up("P").at(1), "0.100 act(G,ended) 1 at 50,50"),
      (
        TouchScript().down("P", 50, 50, kind: .pencil).at(0.1).move("P", 61, 50, kind: .pencil),
        "0.100 G:failed, moved 11.0 pt > 10.0"
      ),
    ])
    expect([
      (press(2).at(0.1).up("P").at(1), "0.100 act(G,ended) 1 at 50,50"),
      (press(1).at(0.1).up("P").at(1), "0.000 G:failed, buttons 1, not 2"),
    ]) { $0.buttonMaskRequired = 2 }
  }
}
