import EaselGeometry
import EaselTestSupport
@testable import EaselToolkit
import Testing

/// Pans (9.3).
@Suite(.harnessed) struct PanTests {
  private func add(to scene: RecognizerScene) -> PanGestureRecognizer {
    scene.add("G", PanGestureRecognizer()) { pan in
      "\(pan.translation(in: nil).short) with \(pan.numberOfTouches) at \(pan.location(in: nil).short)"
    }
  }

  /// Plays a script on a recognizer G, whose actions tell of its translation, its fingers and their place.
  private func play(_ script: TouchScript, set: (PanGestureRecognizer) -> Void = { _ in }) -> String {
    let scene = RecognizerScene(explains: true)
    set(add(to: scene))
    return scene.play(script)
  }

  private func expect(_ cases: [(TouchScript, String)], set: (PanGestureRecognizer) -> Void = { _ in }) {
    let traces = cases.map { play($0.0, set: set) }
    #expect(traces == cases.map(\.1))
  }

  private let down = TouchScript().down("A", 100, 100)
  private let pair = TouchScript().down("A", 100, 100).down("B", 200, 100)

  @Test func `A pan begins beyond its hysteresis, which is no part of the translation (PAN-1, PAN-5, PAN-6)`() {
    expect([
      (down.at(0.1).move("A", 110, 100).at(0.2).up("A"), "0.200 G:failed, 0 fingers < 1"),
      (down.at(0.1).move("A", 110.01, 100), "0.100 act(G,began) 0.01,0 with 1 at 110.01,100"),
      (down.at(0.1).move("A", 114, 100), "0.100 act(G,began) 4,0 with 1 at 114,100"),
      (down.at(0.1).move("A", 280, 100), "0.100 act(G,began) 170,0 with 1 at 280,100"),
      (
        down.at(0.1).move("A", 130, 140).at(0.2).move("A", 130, 150),
        "0.100 act(G,began) 24,32 with 1 at 130,140\n0.200 act(G,changed) 24,42 with 1 at 130,150"
      ),
      // What counts is how far it is from the start, not how long the way was.
      (down.at(0.1).move("A", 108, 100).at(0.2).move("A", 95, 100), ""),
    ])
    let pan = PanGestureRecognizer()
    #expect(pan.minimumNumberOfTouches == 1 && pan.maximumNumberOfTouches == .max)
  }

  @Test func `Fingers that come and go make no jump, and one of several moves it by its share (PAN-2, PAN-7, PAN-14, PAN-16)`()
  {
    expect([
      (
        down.at(0.1).move("A", 120, 100).at(0.2).down("B", 220, 100).at(0.3).move("B", 230, 100).at(0.4).up("A")
          .at(0.5).move("B", 240, 100).at(0.6).up("B"),
        """
        0.100 act(G,began) 10,0 with 1 at 120,100
        0.300 act(G,changed) 15,0 with 2 at 175,100
        0.500 act(G,changed) 25,0 with 1 at 240,100
        0.600 act(G,ended) 25,0 with 0 at 240,100
        """
      ),
      (
        pair.down("C", 300, 100).at(0.1).move("A", 133, 100).at(0.2).move("A", 163, 100),
        """
        0.100 act(G,began) 1,0 with 3 at 211,100
        0.200 act(G,changed) 11,0 with 3 at 221,100
        """
      ),
      // One finger takes the place of another in one frame.
      (
        down.at(0.1).move("A", 120, 100).at(0.2).frame { $0.up("A").down("B", 300, 300) }.at(0.3).move("B", 300, 307),
        """
        0.100 act(G,began) 10,0 with 1 at 120,100
        0.300 act(G,changed) 10,7 with 1 at 300,307
        """
      ),
    ])
  }

  @Test func `Only movement with enough fingers counts (PAN-3)`() {
    expect([
      (
        down.at(0.1).move("A", 150, 100).at(0.2).down("B", 250, 100).at(0.3).frame {
          $0.move("A", 156, 100).move("B", 256, 100)
        }
        .at(0.4).frame { $0.move("A", 162, 100).move("B", 262, 100) },
        "0.400 act(G,began) 2,0 with 2 at 212,100"
      )
    ]) { $0.minimumNumberOfTouches = 2 }
  }

  @Test func `Too many fingers, too few, and a lift that leaves too few end the attempt (PAN-4)`() {
    expect([(pair, "0.000 G:failed, 2 fingers > 1")]) { $0.maximumNumberOfTouches = 1 }
    expect([
      (pair.at(0.1).up("A").at(0.2).up("B"), "0.100 G:failed, 1 fingers < 2"),
      (down.at(0.1).move("A", 150, 100).at(0.2).up("A"), "0.200 G:failed, 0 fingers < 2"),
    ]) { $0.minimumNumberOfTouches = 2 }
    expect([
      (pair.at(0.1).up("A").at(0.2).up("B"), "0.200 G:failed, 0 fingers < 1"),
      (pair.at(0.1).up("A").at(0.2).move("B", 211, 100), "0.200 act(G,began) 1,0 with 1 at 211,100"),
    ])
  }

  @Test func `Translation and velocity are told in a view's directions; setting the one stops the other (PAN-8, CO-11)`() {
    let scene = RecognizerScene()
    scene.view.transform = AffineTransform(rotationAngle: .pi / 2)
    let view = scene.view
    scene.add("G", PanGestureRecognizer()) { [unowned view] in
      "\($0.translation(in: view).short) \($0.translation(in: nil).short) \($0.velocity(in: view).short)"
    } action: { [unowned view, trace = scene.harness.trace] pan in
      guard pan.state == .began else { return }
      pan.setTranslation(Point(3, 4), in: view)
      trace.record("\(pan.translation(in: nil).short) \(pan.velocity(in: nil).short)")
    }
    #expect(
      scene.play(TouchScript().down("A", 240, 300).at(0.1).move("A", 260, 300).at(0.2).move("A", 270, 300)) == """
        0.100 act(G,began) 0,-10 10,0 0,-200
        0.100 -4,3 0,0
        0.200 act(G,changed) 3,-6 6,3 0,-100
        """)
  }

  @Test func `Velocity is that of the last tenth of a second, and none after a rest (PAN-9)`() {
    func velocities(liftAt time: Double) -> String {
      let scene = RecognizerScene()
      scene.add("G", PanGestureRecognizer()) { $0.velocity(in: nil).x.short }
      return scene.play(
        down.at(0.02).move("A", 108, 100).at(0.04).move("A", 116, 100).at(0.06).move("A", 126, 100)
          .at(0.12).move("A", 150, 100).at(time).up("A"))
    }
    let moves = "0.040 act(G,began) 400\n0.060 act(G,changed) 433.333\n0.120 act(G,changed) 420"
    #expect(velocities(liftAt: 0.22) == "\(moves)\n0.220 act(G,ended) 420")
    #expect(velocities(liftAt: 0.221) == "\(moves)\n0.221 act(G,ended) 0")
    #expect(PanGestureRecognizer().velocity(in: nil) == .zero)
  }

  @Test func `A finger too many is ignored once it pans, and belongs to the view (PAN-10)`() {
    let scene = RecognizerScene(recordsView: true)
    add(to: scene).maximumNumberOfTouches = 1
    #expect(
      scene.play(
        down.at(0.1).move("A", 120, 100).at(0.2).down("B", 200, 100).at(0.3).move("B", 230, 100).at(0.4).up("B")
          .at(0.5).move("A", 130, 100)
      ) == """
        0.000 V.began{A}
        0.100 act(G,began) 10,0 with 1 at 120,100
        0.100 V.cancelled{A}
        0.200 V.began{B}
        0.300 V.moved{B}
        0.400 V.ended{B}
        0.500 act(G,changed) 20,0 with 1 at 130,100
        """)
  }

  @Test func `It ends by the lift that leaves too few fingers, and shows where they were (PAN-11, PAN-12)`() {
    let scene = RecognizerScene()
    let pan = scene.add("G", PanGestureRecognizer()) { pan in
      let place = "with \(pan.numberOfTouches) at \(pan.location(in: nil).short)"
      return "\(pan.translation(in: nil).short) \(pan.velocity(in: nil).x.short) \(place)"
    }
    pan.minimumNumberOfTouches = 2
    #expect(
      scene.play(
        pair.at(0.1).frame { $0.move("A", 112, 100).move("B", 212, 100) }
          .at(0.2).frame { $0.move("A", 122, 100).move("B", 222, 100) }.at(0.25).up("B").at(0.3).move("A", 180, 100).up("A")
      ) == """
        0.100 act(G,began) 2,0 120 with 2 at 162,100
        0.200 act(G,changed) 12,0 100 with 2 at 172,100
        0.250 act(G,ended) 12,0 100 with 1 at 172,100
        """)
    #expect(pan.location(in: nil) == Point(172, 100))
  }

  @Test func `A finger that is taken away counts as lifted if enough are left (PAN-13)`() {
    expect([
      (
        pair.at(0.1).frame { $0.move("A", 120, 100).move("B", 220, 100) }.at(0.2).cancel("B").at(0.3).move("A", 125, 100)
          .at(0.4).cancel("A"),
        """
        0.100 act(G,began) 10,0 with 2 at 170,100
        0.300 act(G,changed) 15,0 with 1 at 125,100
        0.400 act(G,cancelled) 15,0 with 0 at 125,100
        """
      ),
      (pair.at(0.1).cancel("B").at(0.2).cancel("A"), "0.200 G:failed, a touch was cancelled"),
    ])
  }

  @Test func `A pan that has waited begins with what it knows then (FR-4, FR-11)`() {
    func play(_ script: TouchScript, isFirst: Bool, set: (PanGestureRecognizer, Patient) -> Void = { _, _ in }) -> String {
      let scene = RecognizerScene(explains: true)
      let patient = Patient()
      if isFirst { scene.add("P", patient) }
      let pan = add(to: scene)
      if !isFirst { scene.add("P", patient) }
      pan.require(toFail: patient)
      set(pan, patient)
      return scene.play(script)
    }
    let moved = down.at(0.1).move("A", 112, 100).at(0.2).move("A", 140, 100)
    let movedPair = pair.at(0.1).frame { $0.move("A", 120, 100).move("B", 220, 100) }
    for isFirst in [true, false] {
      let traces = [
        play(moved.at(0.9).move("A", 145, 100), isFirst: isFirst),
        play(moved.at(0.5).up("A").at(1), isFirst: isFirst),
        play(moved.at(0.5).up("A").at(1), isFirst: isFirst) { $1.failsOnLift = true },
        play(movedPair.at(0.5).up("B").at(1), isFirst: isFirst) {
          $0.minimumNumberOfTouches = 2
          $1.failsOnLift = true
        },
      ]
      #expect(
        traces == [
          """
          0.800 P:failed, it said so
          0.800 act(G,began) 30,0 with 1 at 140,100
          0.900 act(G,changed) 35,0 with 1 at 145,100
          """,
          "0.500 G:failed, 0 fingers < 1\n0.800 P:failed, it said so",
          """
          0.500 P:failed, it said so
          0.500 act(G,began) 30,0 with 0 at 140,100
          0.500 act(G,ended) 30,0 with 0 at 140,100
          """,
          """
          0.500 P:failed, it said so
          0.500 act(G,began) 10,0 with 1 at 170,100
          0.500 act(G,ended) 10,0 with 1 at 170,100
          """,
        ], "the patient one comes first: \(isFirst)")
    }
  }
}
