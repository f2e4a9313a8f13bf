import EaselGeometry
import EaselInputEvents
import EaselPlatform
import EaselPlatformHeadless
import EaselTestSupport
@testable import EaselToolkit
import Testing

/// Touch objects (TO).
@Suite(.harnessed) struct TouchTests {
  private let full = Rect(x: 0, y: 0, width: 480, height: 800)

  /// What a test keeps of touches while they pass.
  private final class Notes {
    var lines: [String] = []
    var touches: [Touch] = []
  }

  private func harness(_ note: @escaping (Touch, Event, Notes, RecordingView) -> Void) -> (WindowHarness, RecordingView, Notes)
  {
    let harness = WindowHarness()
    let view = harness.add("V", full)
    view.isMultipleTouchEnabled = true
    let notes = Notes()
    view.onTouches = { [unowned view] _, touches, event in
      guard let event else { return }
      for touch in touches.sorted(by: { $0.contact < $1.contact }) { note(touch, event, notes, view) }
    }
    return (harness, view, notes)
  }

  @Test func `A contact is one object from down to up, and the next one another (TO-1, TO-2)`() {
    let (harness, _, notes) = harness { touch, event, notes, _ in
      #expect(event.allTouches.contains(touch))
      notes.touches.append(touch)
    }
    harness.play(TouchScript().down("A", 1, 1).move("A", 2, 2).up("A").down("A", 1, 1).cancel("A"))
    let numbers = notes.touches.map { touch in notes.touches.firstIndex { $0 === touch } }
    #expect(numbers == [0, 0, 0, 3, 3])
    #expect(notes.touches[0] != notes.touches[3] && Set(notes.touches).count == 2)
    let known: [Touch: Int] = [notes.touches[0]: 7]
    #expect(known[notes.touches[2]] == 7)
  }

  @Test func `Each event gives each touch one phase; unchanged ones are stationary and cause no call (TO-3, TO-4, TO-6)`() {
    let (harness, view, notes) = harness { _, _, _, _ in }
    view.onTouches = { call, _, event in
      let all = (event?.allTouches ?? []).sorted { $0.contact < $1.contact }
      let time = { (stamp: Timestamp) in (stamp.nanoseconds - harness.trace.startNanoseconds) / 1_000_000 }
      notes.lines.append(
        "\(call) @\(time(event?.timestamp ?? .zero)): "
          + all.map { "\($0.phase) @\(time($0.timestamp))" }.joined(separator: ", "))
    }
    harness.trace.clear()
    harness.play(
      TouchScript().at(0).down("A", 1, 1).at(0.1).down("B", 9, 9).at(0.2).move("A", 2, 2).at(0.3).move("B", 8, 8)
        .at(0.4).up("A").at(0.5).cancel("B"))
    #expect(
      notes.lines.joined(separator: "\n") == """
        began @0: began @0
        began @100: stationary @0, began @100
        moved @200: moved @200, stationary @100
        moved @300: stationary @200, moved @300
        ended @400: ended @400, stationary @300
        cancelled @500: cancelled @500
        """)
  }

  @Test func `Several transitions of one contact in a frame become events of one time (TO-5)`() {
    let cases: [(String, (TouchScript) -> TouchScript, String)] = [
      ("down and motion", { $0.down("A", 1, 1).move("A", 2, 2) }, "began(1,1) moved(2,2)"),
      (
        "down, motion and up elsewhere", { $0.down("A", 1, 1).move("A", 2, 2).up("A", at: Point(3, 3)) },
        "began(1,1) moved(2,2) ended(3,3)"
      ),
      ("down, motion and up there", { $0.down("A", 1, 1).move("A", 2, 2).up("A") }, "began(1,1) ended(2,2)"),
      ("down and up", { $0.down("A", 1, 1).up("A") }, "began(1,1) ended(1,1)"),
    ]
    for (name, frame, expected) in cases {
      let (harness, view, notes) = harness { _, _, _, _ in }
      view.onTouches = { call, touches, _ in
        let at = touches.first?.location(in: nil) ?? .zero
        notes.lines.append("\(call)(\(Int(at.x)),\(Int(at.y)))")
      }
      harness.play(TouchScript().frame(frame))
      #expect(notes.lines.joined(separator: " ") == expected, "\(name)")
    }
    // Motion and up with a second finger that begins meanwhile: beginnings first, ends last.
    let (harness, view, notes) = harness { _, _, _, _ in }
    view.onTouches = { call, touches, event in
      notes.lines.append("\(call){\(touches.map { harness.name(of: $0) }.sorted().joined())}")
    }
    harness.play(
      TouchScript().down("A", 1, 1).frame { $0.move("A", 2, 2).up("A", at: Point(3, 3)).down("B", 9, 9) }.up("B"))
    #expect(notes.lines.joined(separator: " ") == "began{A} began{B} moved{A} ended{A} ended{B}")
  }

  @Test func `Times never decrease while a finger is down (TO-7)`() {
    let (harness, _, notes) = harness { touch, event, notes, _ in
      notes.lines.append("\(touch.timestamp.nanoseconds / 1_000_000) \(event.timestamp.nanoseconds / 1_000_000)")
    }
    harness.application.coalescesMotion = false
    for (phase, time) in [(ContactPhase.down, 9000), (.moved, 8000), (.moved, 9500), (.up, 9400)] {
      harness.send(
        [.init(finger: "A", phase: phase, position: Point(Double(time) / 100, 1))], time: Timestamp(milliseconds: Int64(time)))
    }
    #expect(notes.lines == ["9000 9000", "9000 9000", "9500 9500", "9500 9500"])
  }

  @Test func `Locations convert with the view as it lies when asked (TO-8, TO-9)`() {
    let (harness, view, notes) = harness { touch, event, notes, view in
      let (here, before) = (touch.location(in: view), touch.previousLocation(in: view))
      notes.lines.append("\(Int(here.x)),\(Int(here.y)) from \(Int(before.x)),\(Int(before.y))")
      if touch.phase == .moved { view.frame.origin += here - before }
    }
    view.frame = Rect(x: 10, y: 20, width: 100, height: 100)
    harness.play(TouchScript().down("A", 30, 30).move("A", 40, 30).move("A", 45, 33).down("B", 60, 60).up("A").up("B"))
    // The view follows the finger, so the finger stays at (20, 10) of it.
    #expect(
      notes.lines == [
        "20,10 from 20,10", "30,10 from 20,10", "25,13 from 20,10", "35,37 from 35,37", "20,10 from 20,10", "35,37 from 35,37",
      ])
    var stationary: Touch?
    view.onTouches = { _, _, event in stationary = event?.allTouches.first { $0.phase == .stationary } }
    harness.play(TouchScript().down("A", 100, 100).move("A", 90, 90).down("B", 60, 60))
    #expect(stationary.map { $0.previousLocation(in: nil) } == Point(90, 90))
  }

  @Test func `View and window stay those of the down, wherever the finger goes (TO-10, TD-22)`() {
    let (harness, view, notes) = harness { touch, _, notes, view in
      notes.lines.append("\(touch.view === view) \(touch.window === view.window)")
    }
    view.frame = Rect(x: 0, y: 0, width: 50, height: 50)
    harness.play(TouchScript().down("A", 10, 10).move("A", 200, 200).move("A", -30, 2000).up("A"))
    #expect(notes.lines == Array(repeating: "true true", count: 4))
    // The touch keeps its view alive until its end, and no longer.
    let lives = LifetimeTracker()
    do {
      let gone = View(frame: Rect(x: 100, y: 100, width: 50, height: 50))
      lives.track(gone, "view")
      harness.window.addSubview(gone)
      harness.play(TouchScript().down("A", 110, 110))
      gone.removeFromSuperview()
    }
    #expect(lives.survivors == ["view"])
    harness.play(TouchScript().wait(0.1).move("A", 111, 111).up("A"))
    #expect(lives.survivors == [])
  }

  @Test func `Taps are counted by view, time and place (TO-11)`() {
    func counts(_ script: TouchScript) -> [Int] {
      let (harness, _, notes) = harness { touch, _, notes, _ in
        if touch.phase == .began { notes.lines.append(String(touch.tapCount)) }
      }
      harness.play(script)
      return notes.lines.compactMap { Int($0) }
    }
    func tap(_ script: TouchScript, _ x: Double = 10) -> TouchScript { script.down("A", x, 10).wait(0.05).up("A") }
    #expect(counts(tap(tap(tap(TouchScript()).wait(0.1)).wait(0.34))) == [1, 2, 3])
    #expect(counts(tap(tap(TouchScript()).wait(0.35))) == [1, 1], "K-3 is not reached any more")
    #expect(counts(tap(tap(TouchScript()).wait(0.1), 55)) == [1, 2], "K-4 itself counts")
    #expect(counts(tap(tap(TouchScript()).wait(0.1), 55.5)) == [1, 1])
    #expect(counts(tap(TouchScript().down("A", 10, 10).wait(0.74).up("A").wait(0.1))) == [1, 2])
    #expect(counts(tap(TouchScript().down("A", 10, 10).wait(0.75).up("A").wait(0.1))) == [1, 1], "K-1: too long")
    #expect(counts(tap(TouchScript().down("A", 10, 10).move("A", 20, 10).move("A", 10, 10).up("A").wait(0.1))) == [1, 2])
    #expect(counts(tap(TouchScript().down("A", 10, 10).move("A", 21, 10).move("A", 10, 10).up("A").wait(0.1))) == [1, 1])
    #expect(counts(tap(tap(TouchScript().down("B", 200, 10)).wait(0.1)).up("B")) == [1, 1, 2])
    #expect(counts(tap(TouchScript().down("B", 10, 10))) == [1, 1], "the nearest earlier touch is still down")
    #expect(counts(tap(TouchScript().down("A", 10, 10).cancel("A").wait(0.1))) == [1, 1])
  }

  @Test func `Kinds, buttons and pens are told as they are (TO-13, TO-14, TO-15, TO-16, TO-17, EV-8, WEM-1)`() {
    let (harness, view, notes) = harness { touch, _, notes, _ in notes.touches = [touch] }
    var told: [String] = []
    view.onTouches = { _, touches, _ in
      for touch in touches { told.append("\(touch.type) \(touch.buttonMask) \(touch.phase)") }
      notes.touches = Array(touches)
    }
    harness.play(
      TouchScript().down("M", 5, 5, kind: .indirectPointer, buttons: 1)
        .move("M", 5, 5, kind: .indirectPointer, buttons: 3).move("M", 5, 5, kind: .indirectPointer, buttons: 2).up("M"))
    #expect(
      told == ["indirectPointer 1 began", "indirectPointer 3 moved", "indirectPointer 2 moved", "indirectPointer 2 ended"])
    harness.play(TouchScript().down("A", 5, 5))
    var touch = notes.touches[0]
    #expect(touch.force == 0 && touch.maximumPossibleForce == 0 && touch.altitudeAngle == .pi / 2)
    #expect(touch.azimuthUnitVector(in: view) == Point(1, 0) && touch.majorRadius == 20 && touch.majorRadiusTolerance == 0)
    #expect(touch.preciseLocation(in: view) == Point(5, 5) && !touch.isEmulated)
    harness.play(
      TouchScript().up("A").down(
        "P", 5.25, 6.125, kind: .pencil, pen: PenAxes(pressure: 0.24, altitude: 1, azimuth: .pi / 2, roll: 0.5, isEraser: true))
    )
    touch = notes.touches[0]
    #expect((touch.force - 1).magnitude < 1e-9 && touch.maximumPossibleForce == 25.0 / 6.0)
    #expect(touch.altitudeAngle == 1 && touch.rollAngle == 0.5 && touch.isEraser && touch.type == .pencil)
    #expect(touch.azimuthUnitVector(in: nil).distance(to: Point(0, 1)) < 1e-9)
    view.transform = AffineTransform(cosine: 0, sine: 1)
    #expect(touch.azimuthUnitVector(in: view).distance(to: Point(1, 0)) < 1e-9)
    #expect(touch.azimuthAngle(in: view).magnitude < 1e-9)
    // All axes come in one frame, so nothing is an estimate.
    #expect(touch.estimatedProperties == [] && touch.estimatedPropertiesExpectingUpdates == [])
    #expect(touch.estimationUpdateIndex == nil && touch.location(in: nil) == Point(5.25, 6.125))
    harness.play(
      TouchScript().wait(0.1).move("P", 5, 5, kind: .pencil, pen: PenAxes(pressure: .nan, altitude: .infinity, azimuth: 0)))
    #expect(touch.force == 0 && touch.altitudeAngle == .pi / 2, "what is no number is unknown")
  }

  @Test func `Forty fingers are forty touches (TO-19), and a kept touch is live until its end (TO-18)`() {
    let (harness, _, notes) = harness { touch, _, notes, _ in
      if touch.phase == .began { notes.touches.append(touch) }
      if touch.phase == .ended { notes.lines.append("\(touch.location(in: nil).x)") }
    }
    let letters = (0..<40).compactMap { Unicode.Scalar(65 + $0).map(Character.init) }
    let all = { (body: @escaping (TouchScript, Character, Double) -> TouchScript) -> (TouchScript) -> TouchScript in
      { script in letters.enumerated().reduce(script) { body($0, $1.element, Double($1.offset)) } }
    }
    harness.play(
      TouchScript().frame(all { $0.down($1, $2, $2) }).frame(all { $0.move($1, $2 + 100, $2) }).frame(
        all { s, f, _ in s.up(f) }))
    #expect(notes.touches.count == 40 && Set(notes.touches).count == 40)
    #expect(notes.lines == (0..<40).map { "\(Double($0) + 100)" })
    #expect(notes.touches.allSatisfy { $0.phase == .ended })
  }

  @Test func `What no device should say is dropped and traps nothing`() {
    let (harness, _, _) = harness { _, _, _, _ in }
    harness.play(
      TouchScript().down("A", 5, 5).move("A", .nan, 5).move("A", 1e300, 5).move("A", 6, 6).up("A", at: Point(.infinity, 0)))
    harness.play(TouchScript().down("B", .nan, .nan).move("B", 5, 5).up("B"))
    let unknown = TouchSample(contact: ContactID(9_999), surface: SurfaceID(77), phase: .moved, position: .zero)
    for phase in [ContactPhase.moved, .up, .cancelled, .down] {
      var sample = unknown
      sample.phase = phase
      harness.backend.inputSink?.receive(.touches(TouchFrame(time: harness.loop.now, samples: [sample])))
    }
    harness.backend.inputSink?.receive(.touches(TouchFrame(time: harness.loop.now, samples: [])))
    // Down twice for one contact: the second one is ignored, in one frame as well as in two.
    harness.play(TouchScript().down("C", 5, 5))
    var again = unknown
    again.contact = harness.contact("C") ?? ContactID(0)
    again.phase = .down
    harness.backend.inputSink?.receive(.touches(TouchFrame(time: harness.loop.now, samples: [again])))
    harness.backend.inputSink?.receive(.touches(TouchFrame(time: harness.loop.now, samples: [again, again])))
    harness.play(TouchScript().up("C"))
    #expect(harness.trace.entries == "V.began{A} V.moved{A} V.ended{A} V.began{C} V.ended{C}")
  }
}
