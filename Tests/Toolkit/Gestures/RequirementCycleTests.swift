import EaselGeometry
import EaselTestSupport
@testable import EaselToolkit
import Testing

/// Requirements in circles, requirements among taps, and held gestures whose finger lifts (FR-8 to FR-11).
@Suite(.harnessed) struct RequirementCycleTests {
  @Test func `A circle is broken where it closes: of two and of three (FR-8)`() {
    for count in 2...3 {
      let scene = GestureScene()
      let circle = (0..<count).map { scene.custom("r\($0)", silent: .all) }
      for (index, recognizer) in circle.enumerated() { recognizer.require(toFail: circle[(index + 1) % count]) }
      scene.harness.play(TouchScript().down("A", 9, 9))
      let before = scene.harness.messages.lines.count
      for recognizer in circle.dropLast() { recognizer.state = .ended }
      let last = count - 1
      #expect(scene.take() == "V.began{A} " + (0..<last).map { "r\($0):held" }.joined(separator: " "))
      circle[last].state = .ended
      let failed = (0..<last).map { "r\($0):failed" }.joined(separator: " ")
      #expect(scene.take() == "r\(last):ended \(failed) act(r\(last),ended) V.cancelled{A}")
      #expect(scene.harness.messages.lines.dropFirst(before).filter { $0.contains("FR-8") }.count == 1)
    }
  }

  @Test func `In a circle the failure of one releases who waits for it (FR-8, FR-4)`() {
    for count in 2...3 {
      let scene = GestureScene()
      let circle = (0..<count).map { scene.custom("r\($0)", silent: .all) }
      for (index, recognizer) in circle.enumerated() { recognizer.require(toFail: circle[(index + 1) % count]) }
      scene.harness.play(TouchScript().down("A", 9, 9))
      scene.harness.trace.clear()
      circle[0].state = .ended
      circle[1].state = .failed
      let rest = count == 3 ? "r2:failed " : ""
      #expect(scene.entries == "r0:held r1:failed r0:ended \(rest)act(r0,ended) V.cancelled{A}")
    }
  }

  @Test func `A requirement that is disregarded at the closing of a circle sets nobody else free (FR-8, FR-4)`() {
    let scene = GestureScene()
    let (first, second, third) = (
      scene.custom("r0", silent: .all), scene.custom("r1", silent: .all), scene.custom("r2", silent: .all)
    )
    first.require(toFail: second)
    second.require(toFail: first)
    second.require(toFail: third)
    scene.harness.play(TouchScript().down("A", 9, 9))
    first.state = .ended
    second.state = .ended
    #expect(scene.take() == "V.began{A} r0:held r1:held")
    // The second waits for the third alone; the first goes on waiting for the second.
    third.state = .failed
    #expect(scene.take() == "r2:failed r1:ended r0:failed act(r1,ended) V.cancelled{A}")
  }

  @Test func `Without a requirement a single tap comes with the first tap of a double tap (FR-9)`() {
    let scene = GestureScene()
    scene.tap("single")
    scene.tap("double", taps: 2)
    scene.harness.play(TouchScript().down("A", 9, 9).at(0.06).up("A").at(0.2).down("B", 9, 9).at(0.26).up("B"))
    #expect(
      scene.trace == """
        0.000 V.began{A}
        0.060 act(single,ended)
        0.060 V.cancelled{A}
        0.200 V.began{B}
        0.260 act(double,ended)
        0.260 V.cancelled{B}
        """)
  }

  @Test func `A requirement costs the time that the other one needs to fail (FR-10)`() {
    let scene = GestureScene()
    let double = scene.tap("double", taps: 2)
    scene.tap("single").require(toFail: double)
    scene.harness.application.tuning.multiTapInterval = 0.2
    #expect(
      scene.play(TouchScript().down("A", 9, 9).at(0.1).up("A").at(1)) == """
        0.000 V.began{A}
        0.300 act(single,ended)
        0.300 V.cancelled{A}
        """)
  }

  @Test func `A lift that fails both a held gesture and its requirement begins it, whichever comes first (FR-11)`() {
    for isFirst in [true, false] {
      let scene = GestureScene()
      let add = { scene.custom("O", silent: .all, does: [.ended: { $0.state = .failed }]) }
      let early = isFirst ? nil : add()
      let pan = scene.add("pan", PanGestureRecognizer(), showsStates: true)
      let other = early ?? add()
      pan.require(toFail: other)
      scene.harness.play(TouchScript().down("A", 0, 0).move("A", 20, 0))
      scene.harness.trace.clear()
      scene.harness.play(TouchScript().up("A"))
      #expect(
        scene.entries == "O:failed pan:began pan:ended act(pan,began) act(pan,ended) V.cancelled{A} "
          + "pan:reset", "\(isFirst)")
    }
  }

  @Test func `If the requirement survives the lift, the held gesture fails at the end of the phase (FR-11)`() {
    let scene = GestureScene()
    let pan = scene.add("pan", PanGestureRecognizer(), showsStates: true)
    let other = scene.custom("O", silent: [.began, .moved])
    other.staysOpen = true
    pan.require(toFail: other)
    scene.harness.play(TouchScript().down("A", 0, 0).move("A", 20, 0))
    scene.harness.trace.clear()
    scene.harness.play(TouchScript().up("A"))
    #expect(scene.take() == "O.touchesEnded{A} pan:failed pan:reset", "O withholds the end")
    other.state = .failed
    #expect(scene.take() == "O:failed V.ended{A} O.reset")
  }
}
