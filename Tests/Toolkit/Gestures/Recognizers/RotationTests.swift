import EaselGeometry
import EaselTestSupport
@testable import EaselToolkit
import Testing

/// Rotations (9.6).
@Suite(.harnessed) struct RotationTests {
  private func add(to scene: RecognizerScene) -> RotationGestureRecognizer {
    scene.add("R", RotationGestureRecognizer()) { turn in
      "\(turn.rotation.short) with \(turn.numberOfTouches) at \(turn.location(in: nil).short)"
    }
  }

  /// Plays a script on a recognizer R, whose actions tell of its angle, its fingers and their middle.
  private func play(_ script: TouchScript) -> String {
    let scene = RecognizerScene(explains: true)
    _ = add(to: scene)
    return scene.play(script)
  }

  private let hub = Point(240, 400)

  /// The place at an angle, clockwise from +x, around the hub.
  private func spot(_ angle: Double, _ radius: Double = 100) -> Point { hub + Angles.unitVector(angle) * radius }

  /// A finger A on the hub, and B 100 points beside it.
  private var pair: TouchScript { TouchScript().down("A", hub.x, hub.y).down("B", hub.x + 100, hub.y) }

  @Test func `It begins by the arc that each finger goes, at angle 0 (RO-2, RO-3)`() {
    #expect(play(pair.at(0.1).move("B", to: spot(0.159)).at(0.2).move("B", to: spot(-0.159))) == "")
    for angle in [0.161, -0.161] {
      let trace = play(pair.at(0.1).move("B", to: spot(angle)).at(0.2).move("B", to: spot(angle * 3)))
      let middles = [angle, angle * 3].map { (hub + (spot($0) - hub) * 0.5).short }
      #expect(
        trace == """
          0.100 act(R,began) 0 with 2 at \(middles[0])
          0.200 act(R,changed) \((angle * 2).short) with 2 at \(middles[1])
          """)
    }
    // Farther apart less of an angle is enough.
    #expect(
      play(
        TouchScript().down("A", hub.x, hub.y).down("B", hub.x + 200, hub.y).at(0.1).move("B", to: spot(0.079, 200))
          .at(0.2).move("B", to: spot(0.081, 200))
      ).hasPrefix("0.200 act(R,began) 0 with 2"))
  }

  @Test func `The angle goes on beyond a half and a full turn, in both directions; clockwise is positive (RO-1)`() {
    for direction in [1.0, -1] {
      let scene = RecognizerScene()
      var angles: [Double] = []
      scene.add("R", RotationGestureRecognizer()) { _ in
        ""
      } action: {
        angles.append($0.rotation)
      }
      var script = pair
      for step in 1...130 { script = script.wait(0.008).move("B", to: spot(direction * 0.1 * Double(step))) }
      for step in (-130..<130).reversed() { script = script.wait(0.008).move("B", to: spot(direction * 0.1 * Double(step))) }
      scene.play(script)
      // It begins at 0.2.
      #expect(angles.first == 0)
      #expect(((angles.max() ?? 0) - (direction > 0 ? 12.8 : 13.2)).magnitude < 1e-9)
      #expect(((angles.min() ?? 0) - (direction > 0 ? -13.2 : -12.8)).magnitude < 1e-9)
      #expect(angles.count == 389)
    }
  }

  @Test func `Velocity is in radians a second; setting the angle stops it and counts from there (RO-4)`() {
    let scene = RecognizerScene()
    var total = 0.0
    let turn = scene.add("R", RotationGestureRecognizer()) {
      "\($0.rotation.short) \($0.velocity.short)"
    } action: { turn in
      total += turn.rotation
      turn.rotation = 0
      #expect(turn.rotation == 0 && turn.velocity == 0)
    }
    #expect(
      scene.play(
        pair.at(0.02).move("B", to: spot(0.2)).at(0.04).move("B", to: spot(0.3)).at(0.06).move("B", to: spot(0.25))
      ) == """
        0.020 act(R,began) 0 10
        0.040 act(R,changed) 0.1 5
        0.060 act(R,changed) -0.05 -2.5
        """)
    #expect((total - 0.05).magnitude < 1e-12)
    turn.rotation = 7
    scene.play(TouchScript().move("B", to: spot(0.35)))
    #expect((total - 7.15).magnitude < 1e-12)
  }

  @Test func `Velocity is measured over a tenth of a second, and there is none after a rest (RO-4)`() {
    let scene = RecognizerScene()
    let turn = add(to: scene)
    scene.play(pair.at(0.1).move("B", to: spot(0.3)).at(0.2).move("B", to: spot(0.5)))
    #expect(turn.velocity.short == "2")
    scene.play(TouchScript().at(0.09))
    #expect(turn.velocity.short == "2")
    scene.play(TouchScript().at(0.02))
    #expect(turn.velocity == 0)
  }

  @Test func `With one finger left it rests, and goes on without a jump when another comes (RO-4)`() {
    let turned = pair.at(0.1).move("B", to: spot(0.3)).at(0.2).move("B", to: spot(0.8))
    let began = play(turned)
    #expect(
      play(
        turned.at(0.3).up("B").at(0.4).move("A", 100, 100).at(0.5).down("C", 100, 200).at(0.6).move("C", 200, 100)
          .at(0.7).down("D", 0, 0).move("D", 300, 300).at(0.8).up("A").at(0.9).up("C")
      ) == began + """

        0.600 act(R,changed) \((0.5 - .pi / 2).short) with 2 at 150,100
        0.900 act(R,ended) \((0.5 - .pi / 2).short) with 0 at 150,100
        """)
    #expect(began.contains("0.200 act(R,changed) 0.5 with 2"))
    let scene = RecognizerScene()
    let turn = add(to: scene)
    scene.play(turned.at(0.21).up("B").move("A", 0, 0))
    #expect(turn.numberOfTouches == 1 && turn.rotation.short == "0.5" && turn.velocity == 0)
    #expect(turn.location(in: nil).short == (hub + (spot(0.8) - hub) * 0.5).short)
  }

  @Test func `Lifts, cancellations and the wait for others are as with a pinch (RO-4, RO-3)`() {
    #expect(play(pair.at(0.1).up("B")) == "0.100 R:failed, lifted too early")
    #expect(play(pair.at(0.1).cancel("B")) == "0.100 R:failed, a touch was cancelled")
    let turned = pair.at(0.1).move("B", to: spot(0.3))
    let middle = (hub + (spot(0.3) - hub) * 0.5).short
    #expect(
      play(turned.at(0.2).cancel("A")) == """
        0.100 act(R,began) 0 with 2 at \(middle)
        0.200 act(R,cancelled) 0 with 1 at \(middle)
        """)
    #expect(
      play(turned.at(0.2).frame { $0.up("A").up("B") }) == """
        0.100 act(R,began) 0 with 2 at \(middle)
        0.200 act(R,ended) 0 with 0 at \(middle)
        """)
    let scene = RecognizerScene()
    let patient = scene.add("W", Patient())
    let turn = scene.add("R", RotationGestureRecognizer()) { $0.rotation.short }
    turn.require(toFail: patient)
    #expect(
      scene.play(turned.at(0.2).move("B", to: spot(1)).at(0.9).move("B", to: spot(1.25)).at(1).up("A").up("B")) == """
        0.800 act(R,began) 0
        0.900 act(R,changed) 0.25
        1.000 act(R,ended) 0.25
        """)
    #expect(turn.rotation == 0)
  }

  @Test func `Fingers on one spot have no direction: the last one stays, and a first one comes later (RO-6)`() {
    let spots = TouchScript().down("A", 100, 100).down("B", 100, 100)
    #expect(
      play(
        spots.at(0.1).move("B", 100.5, 100).at(0.2).move("B", 100, 99.5).at(0.3).move("B", 120, 100).at(0.4).move("B", 100, 120)
          .at(0.5).move("B", 100, 100.9).at(0.6).move("B", 100.9, 100).at(0.7).move("B", 80, 100)
      ) == """
        0.400 act(R,began) 0 with 2 at 100,110
        0.500 act(R,changed) 0 with 2 at 100,100.45
        0.600 act(R,changed) 0 with 2 at 100.45,100
        0.700 act(R,changed) \((Double.pi / 2).short) with 2 at 90,100
        """)
  }
}

extension TouchScript {
  /// A finger moves.
  fileprivate func move(_ finger: Character, to point: Point) -> TouchScript { move(finger, point.x, point.y) }
}
