import EaselGeometry
import EaselTestSupport
@testable import EaselToolkit
import Testing

/// Swipes (9.7).
@Suite(.harnessed) struct SwipeTests {
  /// Plays a script on a recognizer G, whose actions tell of its fingers and where they went down.
  private func play(_ script: TouchScript, _ direction: SwipeGestureRecognizer.Direction = .right, fingers: Int = 1) -> String {
    let scene = RecognizerScene(explains: true)
    let swipe = scene.add("G", SwipeGestureRecognizer()) { swipe in
      let places = (0..<swipe.numberOfTouches).map { swipe.location(ofTouch: $0, in: nil).short }
      return "\(places.joined(separator: " ")) around \(swipe.location(in: nil).short)"
    }
    swipe.direction = direction
    swipe.numberOfTouchesRequired = fingers
    return scene.play(script)
  }

  private let down = TouchScript().down("A", 200, 400)
  private let elsewhere = "G:failed, another direction"
  private let recognized = "act(G,ended) 200,400 around 200,400"

  /// A finger that is moved by this much at a time.
  private func stroke(_ x: Double, _ y: Double, at time: Double = 0.1) -> TouchScript {
    down.at(time).move("A", 200 + x, 400 + y)
  }

  @Test func `A swipe goes in one of its directions, by default to the right (SW-1)`() {
    let strokes = [stroke(60, 0), stroke(-60, 0), stroke(0, -60), stroke(0, 60)]
    for (index, direction) in [SwipeGestureRecognizer.Direction.right, .left, .up, .down].enumerated() {
      #expect(direction.rawValue == 1 << index)
      // Across and backward are other directions.
      let expected = strokes.indices.map { "0.100 \($0 == index ? recognized : elsewhere)" }
      #expect(strokes.map { play($0, direction) } == expected)
    }
    let swipe = SwipeGestureRecognizer()
    #expect(swipe.direction == .right && swipe.numberOfTouchesRequired == 1)
  }

  @Test func `The later, the shorter and the straighter it may be (SW-3, SW-4)`() {
    // Time, least way along, most way across.
    let table: [(Double, Double, Double)] = [
      (0, 50, 50), (0.1, 45.3, 45.1), (0.2, 40.6, 40.2), (0.3, 35.9, 35.3), (0.4, 31.2, 30.4), (0.5, 26.5, 25.5),
    ]
    for (time, along, across) in table {
      let label = time == 0 ? "0.000" : "\(time)00"
      let traces = [
        stroke(along + 0.001, 0, at: time), stroke(along - 0.001, 0, at: time),
        stroke(along + 9, across - 0.001, at: time), stroke(along + 9, 0.001 - across, at: time),
        stroke(along + 9, across + 0.001, at: time), stroke(along + 9, -across - 0.001, at: time),
      ].map { play($0) }
      #expect(
        traces == [
          "\(label) \(recognized)", "", "\(label) \(recognized)", "\(label) \(recognized)", "\(label) \(elsewhere)",
          "\(label) \(elsewhere)",
        ])
    }
  }

  @Test func `Too late, a step behind the start, a lift or a cancellation are its end (SW-5)`() {
    let traces = [
      play(stroke(20, 0).at(0.6)), play(down.at(0.501).move("A", 300, 400)), play(stroke(-0.1, 0)),
      play(stroke(20, 0).at(0.2).up("A")), play(stroke(20, 0).at(0.2).cancel("A")),
      // Coming back is allowed as long as it is not behind the start.
      play(stroke(40, 0).at(0.15).move("A", 200, 400).at(0.2).move("A", 241, 400)),
      // The way across has to be short at every moment.
      play(stroke(20, 46).at(0.2).move("A", 260, 400)),
    ]
    #expect(
      traces == [
        "0.500 G:failed, 0.50 s > 0.50 s", "0.500 G:failed, 0.50 s > 0.50 s", "0.100 \(elsewhere)",
        "0.200 G:failed, lifted too early", "0.200 G:failed, a touch was cancelled", "0.200 \(recognized)",
        "0.100 \(elsewhere)",
      ])
  }

  @Test func `The time begins with the last of exactly so many fingers, and all of them swipe (SW-2, SW-3, SW-7)`() {
    let pair = down.at(0.3).down("B", 200, 500)
    let traces = [
      play(pair.at(0.4).frame { $0.move("A", 245.4, 400).move("B", 245.4, 500) }, fingers: 2),
      play(pair.at(0.4).frame { $0.move("A", 260, 400).move("B", 245.2, 500) }, fingers: 2),
      play(pair.at(0.4).down("C", 200, 600), fingers: 2),
      play(down.at(0.4).move("A", 300, 400).at(0.6).down("B", 200, 500).at(0.7).move("B", 300, 500), fingers: 2),
      play(pair),
      play(pair.at(0.4).up("A"), fingers: 2),
    ]
    let both = "act(G,ended) 200,400 200,500 around 200,450"
    #expect(
      traces == [
        "0.400 \(both)", "", "0.400 G:failed, 3 fingers > 2", "0.700 \(both)", "0.300 G:failed, 2 fingers > 1",
        "0.400 G:failed, lifted too early",
      ])
  }

  @Test func `It is recognized in mid-movement, once (SW-7, RS-2)`() {
    let scene = RecognizerScene(recordsView: true)
    let swipe = scene.add("G", SwipeGestureRecognizer())
    #expect(
      scene.play(stroke(30, 0, at: 0.05).at(0.1).move("A", 260, 400)) == """
        0.000 V.began{A}
        0.050 V.moved{A}
        0.100 act(G,ended)
        0.100 V.cancelled{A}
        """)
    #expect(swipe.state == .possible && swipe.numberOfTouches == 0 && swipe.location(in: nil) == Point(200, 400))
    #expect(scene.play(TouchScript().move("A", 400, 400).at(0.1).up("A")) == "")
  }

  @Test func `A swipe that waits for others is decided: what its finger does no longer matters (FR-4, SW-7)`() {
    let scene = RecognizerScene()
    let patient = scene.add("W", Patient())
    let swipe = scene.add("G", SwipeGestureRecognizer()) { $0.location(in: nil).short }
    swipe.require(toFail: patient)
    #expect(scene.play(stroke(60, 0).at(0.2).move("A", 0, 0).at(0.3).up("A").at(1)) == "0.800 act(G,ended) 200,400")
  }

  @Test func `Of several directions all fingers go in one (SW-6)`() {
    let pair = down.down("B", 200, 500)
    let traces = [
      play(stroke(0, 60), [.right, .down]), play(stroke(60, 0), [.right, .down]),
      // At the very first moment a diagonal satisfies both.
      play(stroke(50, 50, at: 0), [.down, .right]),
      play(pair.at(0.1).frame { $0.move("A", 260, 400).move("B", 200, 560) }, [.right, .down], fingers: 2),
      play(pair.at(0.1).frame { $0.move("A", 200, 460).move("B", 200, 560) }, [.right, .down], fingers: 2),
      // A step to the left leaves only the left, and one to the right after it nothing.
      play(stroke(-5, 0).at(0.15).move("A", 150, 400), [.right, .left]),
      play(stroke(-5, 0).at(0.15).move("A", 260, 400), [.right, .left]),
    ]
    #expect(
      traces == [
        "0.100 \(recognized)", "0.100 \(recognized)", "0.000 \(recognized)", "0.100 \(elsewhere)",
        "0.100 act(G,ended) 200,400 200,500 around 200,450", "0.150 \(recognized)", "0.150 \(elsewhere)",
      ])
  }

  @Test func `Without a direction nothing is a swipe (SW-8)`() {
    #expect(play(stroke(60, 0), []) == "0.000 G:failed, no direction is set")
  }

  @Test func `A pan on the same view is quicker, unless it waits or both go together (SW-9)`() {
    func play(_ set: (PanGestureRecognizer, SwipeGestureRecognizer, Together) -> Void) -> String {
      let scene = RecognizerScene(explains: true)
      let pan = scene.add("P", PanGestureRecognizer())
      let swipe = scene.add("S", SwipeGestureRecognizer())
      set(pan, swipe, scene.together)
      return scene.play(stroke(20, 0, at: 0.05).at(0.1).move("A", 260, 400).at(0.2).up("A"))
    }
    let traces = [
      play { _, _, _ in }, play { pan, swipe, _ in pan.require(toFail: swipe) },
      play { _, swipe, together in swipe.delegate = together },
    ]
    #expect(
      traces == [
        """
        0.050 S:failed, prevented by P
        0.050 act(P,began)
        0.100 act(P,changed)
        0.200 act(P,ended)
        """,
        """
        0.100 P:failed, it required S to fail, which was recognized
        0.100 act(S,ended)
        """,
        """
        0.050 act(P,began)
        0.100 act(P,changed)
        0.100 act(S,ended)
        0.200 act(P,ended)
        """,
      ])
  }
}
