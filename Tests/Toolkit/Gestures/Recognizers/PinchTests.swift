import EaselGeometry
import EaselTestSupport
@testable import EaselToolkit
import Testing

/// Pinches (9.5).
@Suite(.harnessed) struct PinchTests {
  private func add(to scene: RecognizerScene, as name: String = "P") -> PinchGestureRecognizer {
    scene.add(name, PinchGestureRecognizer()) { pinch in
      "\(pinch.scale.short) with \(pinch.numberOfTouches) at \(pinch.location(in: nil).short)"
    }
  }

  /// Plays a script on a recognizer P, whose actions tell of its scale, its fingers and their middle.
  private func play(_ script: TouchScript) -> String {
    let scene = RecognizerScene(explains: true)
    _ = add(to: scene)
    return scene.play(script)
  }

  /// Two fingers 100 points apart.
  private let pair = TouchScript().down("A", 100, 200).down("B", 200, 200)

  @Test func `It begins when the distance has changed enough, at scale 1, and counts from there (PI-2, PI-3, PI-4, PI-11)`() {
    #expect(
      play(
        pair.at(0.1).move("B", 208, 200).at(0.2).move("B", 209, 200).at(0.3).move("B", 318, 200).at(0.4).move("B", 154.5, 200))
          == """
          0.200 act(P,began) 1 with 2 at 154.5,200
          0.300 act(P,changed) 2 with 2 at 209,200
          0.400 act(P,changed) 0.5 with 2 at 127.25,200
          """)
    #expect(
      play(pair.at(0.1).move("B", 192, 200).at(0.2).move("B", 191.9, 200)) == "0.200 act(P,began) 1 with 2 at 145.95,200")
    // Together they may go anywhere.
    #expect(play(pair.at(0.1).frame { $0.move("A", 160, 500).move("B", 260, 500) }.at(0.2).move("A", 155, 500)) == "")
  }

  @Test func `The scale is exactly 1 when it begins, also after a wait (PI-3, FR-4)`() {
    let scene = RecognizerScene()
    var scales: [Double] = []
    let patient = scene.add("W", Patient())
    let pinch = scene.add("P", PinchGestureRecognizer()) { _ in
      ""
    } action: { pinch in
      if pinch.state != .ended { scales.append(pinch.scale) }
    }
    scene.play(pair.at(0.3).move("B", 333.3, 211.7).at(0.4).up("A").up("B").at(1))
    #expect(scales == [1])
    pinch.require(toFail: patient)
    scene.play(pair.at(0.1).move("B", 333.3, 211.7).at(0.2).move("B", 177.7, 201).at(1).move("A", 22.3, 199))
    #expect(scales.count == 3 && scales[1] == 1)
    let distances = [Point(155.4, 2), Point(77.7, 1)].map { $0.distance(to: .zero) }
    #expect((scales[2] - distances[0] / distances[1]).magnitude < 1e-12)
  }

  @Test func `Two fingers pinch, and a third has no influence (PI-1)`() {
    #expect(
      play(
        pair.at(0.1).down("C", 300, 600).at(0.2).move("C", 100, 700).at(0.3).move("B", 250, 200).at(0.4).down("D", 50, 50)
          .at(0.5).move("D", 60, 60).at(0.6).frame { $0.move("B", 400, 200).down("E", 10, 10) }.at(0.7).up("C").up("D")
      ) == """
        0.300 act(P,began) 1 with 2 at 175,200
        0.600 act(P,changed) 2 with 2 at 250,200
        """)
  }

  @Test func `Fingers on one spot have a distance of one point (PI-1)`() {
    let spot = TouchScript().down("A", 100, 200).down("B", 100, 200)
    #expect(
      play(
        spot.at(0.1).move("B", 109, 200).at(0.2).move("B", 110, 200).at(0.3).move("B", 100, 200).at(0.4).move("B", 100.5, 200)
          .at(0.5).move("B", 105, 200)
      ) == """
        0.200 act(P,began) 1 with 2 at 105,200
        0.300 act(P,changed) 0.1 with 2 at 100,200
        0.400 act(P,changed) 0.1 with 2 at 100.25,200
        0.500 act(P,changed) 0.5 with 2 at 102.5,200
        """)
  }

  @Test func `Velocity is scale per second over a tenth of a second; setting the scale stops it (PI-5, PI-6)`() {
    let scene = RecognizerScene()
    let pinch = scene.add("P", PinchGestureRecognizer()) {
      "\($0.scale.short) \($0.velocity.short)"
    } action: { pinch in
      guard pinch.scale > 1.15, pinch.scale < 1.9 else { return }
      pinch.scale = 3
      #expect(pinch.scale == 3 && pinch.velocity == 0)
    }
    #expect(
      scene.play(
        pair.at(0.02).move("B", 210, 200).at(0.04).move("B", 221, 200).at(0.06).move("B", 232, 200).at(0.08).move("B", 188, 200)
      ) == """
        0.020 act(P,began) 1 4.545
        0.040 act(P,changed) 1.1 4.773
        0.060 act(P,changed) 1.2 4.848
        0.080 act(P,changed) 2 -50
        """)
    scene.play(TouchScript().at(0.09))
    #expect(pinch.velocity.short == "-50")
    scene.play(TouchScript().at(0.02))
    #expect(pinch.velocity == 0)
  }

  @Test func `With one finger left it rests, and goes on without a jump when a second one comes (PI-7, PI-8)`() {
    let start = pair.at(0.1).move("B", 300, 200).at(0.2).move("B", 200, 200).at(0.3).up("B").at(0.4).move("A", 50, 250)
    let began = "0.100 act(P,began) 1 with 2 at 200,200\n0.200 act(P,changed) 0.5 with 2 at 150,200\n"
    #expect(
      play(start.at(0.5).down("C", 50, 350).at(0.6).move("C", 50, 450).at(0.7).up("A").down("D", 50, 460).move("D", 50, 470))
        == began + """
          0.600 act(P,changed) 1 with 2 at 50,350
          0.700 act(P,changed) 2 with 2 at 50,460
          """)
    // One takes the other's place in one frame, while the first one moves too.
    #expect(
      play(
        pair.at(0.1).move("B", 300, 200).at(0.2).move("B", 200, 200)
          .at(0.3).frame { $0.up("B").down("C", 100, 400).move("A", 100, 300) }.at(0.4).move("C", 100, 450)
      ) == began + """
        0.300 act(P,changed) 0.5 with 2 at 100,350
        0.400 act(P,changed) 0.75 with 2 at 100,375
        """)
    // A finger that moves while the other lifts moves alone.
    #expect(
      play(
        pair.at(0.1).move("B", 300, 200).at(0.2).move("B", 200, 200).at(0.3).frame { $0.up("B").move("A", 0, 200) }
          .at(0.4).up("A")
      ) == began + "0.400 act(P,ended) 0.5 with 0 at 150,200")
  }

  @Test func `With one finger left scale and middle stay, and the velocity is 0 (PI-7)`() {
    let scene = RecognizerScene()
    let pinch = add(to: scene)
    scene.play(pair.at(0.1).move("B", 300, 200).at(0.12).move("B", 200, 200).up("B"))
    #expect(pinch.numberOfTouches == 1 && pinch.state == .changed)
    #expect(pinch.scale == 0.5 && pinch.velocity == 0 && pinch.location(in: nil) == Point(150, 200))
    scene.play(TouchScript().move("A", 0, 0))
    #expect(pinch.scale == 0.5 && pinch.velocity == 0 && pinch.location(in: nil) == Point(150, 200))
    pinch.scale = 2
    scene.play(TouchScript().down("C", 0, 300).move("C", 0, 600))
    #expect(pinch.scale == 4)
  }

  @Test func `It ends with the last finger, by the scale that it had (PI-9)`() {
    let pinched = pair.at(0.1).move("B", 300, 200).at(0.2).move("B", 200, 200)
    let began = "0.100 act(P,began) 1 with 2 at 200,200\n0.200 act(P,changed) 0.5 with 2 at 150,200\n"
    #expect(play(pinched.at(0.3).up("A").at(0.4).up("B")) == began + "0.400 act(P,ended) 0.5 with 0 at 150,200")
    #expect(play(pinched.at(0.3).frame { $0.up("A").up("B") }) == began + "0.300 act(P,ended) 0.5 with 0 at 150,200")
    final class Pinch: PinchGestureRecognizer {
      var scaleAtReset = 0.0
      override func reset() {
        scaleAtReset = scale
        super.reset()
      }
    }
    let scene = RecognizerScene()
    let pinch = scene.add("P", Pinch())
    scene.play(pinched.at(0.3).up("A").at(0.4).up("B"))
    #expect(pinch.scaleAtReset == 0.5 && pinch.scale == 1 && pinch.location(in: nil) == Point(150, 200))
  }

  @Test func `Before it begins any lift is its end, so that views hear of theirs (PI-10)`() {
    let scene = RecognizerScene(recordsView: true)
    _ = add(to: scene)
    #expect(
      scene.play(pair.at(0.1).up("A").at(0.2).move("B", 300, 200).up("B")) == """
        0.000 V.began{A}
        0.000 V.began{B}
        0.100 V.ended{A}
        0.200 V.moved{B}
        0.200 V.ended{B}
        """)
    #expect(play(pair.at(0.1).up("A").at(0.2)) == "0.100 P:failed, lifted too early")
    #expect(play(TouchScript().down("A", 1, 1).at(0.1).up("A")) == "0.100 P:failed, lifted too early")
  }

  @Test func `A finger that is taken away cancels it, or makes it fail (PI-12)`() {
    #expect(play(pair.at(0.1).cancel("A")) == "0.100 P:failed, a touch was cancelled")
    #expect(
      play(pair.at(0.1).move("B", 300, 200).at(0.2).move("B", 200, 200).at(0.3).cancel("B").at(0.4).move("A", 0, 0)) == """
        0.100 act(P,began) 1 with 2 at 200,200
        0.200 act(P,changed) 0.5 with 2 at 150,200
        0.300 act(P,cancelled) 0.5 with 1 at 150,200
        """)
  }

  @Test func `Both fingers are on its view or in it (PI-13)`() {
    let scene = RecognizerScene()
    let left = View(frame: Rect(x: 0, y: 0, width: 150, height: 800))
    let right = View(frame: Rect(x: 150, y: 0, width: 330, height: 800))
    scene.view.addSubview(left)
    scene.view.addSubview(right)
    _ = add(to: scene)
    scene.add("left", PinchGestureRecognizer(), to: left)
    scene.add("right", PinchGestureRecognizer(), to: right)
    #expect(scene.play(pair.at(0.1).move("B", 300, 200)) == "0.100 act(P,began) 1 with 2 at 200,200")
  }

  @Test func `A held pinch that loses a finger by the lift that sets it free goes on with the other (FR-11, PI-7, PI-10)`() {
    for isFirst in [true, false] {
      let scene = RecognizerScene()
      let patient = Patient()
      patient.failsOnLift = true
      if isFirst { scene.add("W", patient) }
      let pinch = add(to: scene)
      if !isFirst { scene.add("W", patient) }
      pinch.require(toFail: patient)
      #expect(
        scene.play(
          pair.at(0.1).move("B", 300, 200).at(0.2).up("B").at(0.3).down("C", 100, 300).at(0.4).move("C", 100, 400).at(0.5)
            .up("A").up("C")
        ) == """
          0.200 act(P,began) 1 with 1 at 200,200
          0.400 act(P,changed) 2 with 2 at 100,300
          0.500 act(P,ended) 2 with 0 at 100,300
          """, "the patient one comes first: \(isFirst)")
    }
  }
}
