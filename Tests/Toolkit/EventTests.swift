import EaselGeometry
import EaselInputEvents
import EaselPlatform
import EaselPlatformHeadless
import EaselTestSupport
@testable import EaselToolkit
import Testing

/// Event objects (EV).
@Suite(.harnessed) struct EventTests {
  private let full = Rect(x: 0, y: 0, width: 480, height: 800)

  private final class App: Application {
    var onEvent: ((Event) -> Void)?

    override func sendEvent(_ event: Event) {
      onEvent?(event)
      super.sendEvent(event)
    }
  }

  private func makeHarness() throws -> (WindowHarness, App) {
    let harness = WindowHarness(application: { backend, log, _ in App(backend: backend, applicationID: "test", log: log) })
    return (harness, try #require(harness.application as? App))
  }

  @Test func `One event serves a session and holds what is down or ends in it (EV-1, EV-2, EV-3)`() throws {
    let (harness, app) = try makeHarness()
    let other = Window(application: app, title: "", size: Size(200, 200))
    try other.makeKeyAndVisible()
    harness.settle()
    let (v, w) = (harness.add("V", Rect(x: 0, y: 0, width: 100, height: 100)), harness.add("W", full, to: other))
    v.isMultipleTouchEnabled = true
    var identities: [ObjectIdentifier] = []
    var lines: [String] = []
    app.onEvent = { event in
      identities.append(ObjectIdentifier(event))
      @MainActor func names(_ touches: Set<Touch>) -> String { touches.map { harness.name(of: $0) }.sorted().joined() }
      lines.append(
        [
          event.allTouches, event.touches(for: v), event.touches(for: harness.window), event.touches(for: w),
          event.touches(for: other),
        ]
        .map(names).joined(separator: "|"))
    }
    harness.play(TouchScript().down("A", 10, 10).down("B", 20, 20))
    harness.play(TouchScript().down("C", 5, 5), on: harness.backend.surfaces[1].id)
    harness.play(TouchScript().up("A").move("B", 21, 21).cancel("C").up("B"))
    #expect(Set(identities).count == 1)
    #expect(lines == ["A|A|A||", "AB|AB|AB||", "ABC|AB|AB|C|C", "ABC|AB|AB|C|C", "BC|B|B|C|C", "BC|B|B|C|C", "B|B|B||"])
    #expect(app.pipeline.session.event.allTouches.isEmpty)
  }

  @Test func `Movements are delivered at once while no paint waits, else directly before the paint (EV-4, WFR-9)`() {
    let harness = WindowHarness()
    let view = harness.add("V", full)
    view.showsLocations = true
    harness.settle()
    // Every call marks the whole view: too much to go out before the frame callback.
    view.onTouches = { _, _, event in
      let count = event.map { event in event.allTouches.first.flatMap { event.coalescedTouches(for: $0) }?.count ?? 0 }
      harness.trace.record("samples \(count ?? 0), paints \(harness.surface.presentCount)")
      view.setNeedsDisplay()
    }
    let before = harness.surface.presentCount
    harness.trace.clear()
    harness.play(
      TouchScript().at(0).down("A", 1, 1).at(0.004).move("A", 2, 1).at(0.006).move("A", 3, 1).at(0.008).move("A", 4, 1)
        .at(0.012).move("A", 5, 1).at(0.025).move("A", 6, 1).at(0.026).move("A", 7, 1).at(0.027).up("A"))
    // The display refreshes at 0.003, 0.020 and 0.037.
    #expect(
      harness.trace.text == """
        0.000 V.began{A(1,1 from 1,1)}
        0.000 samples 1, paints \(before)
        0.004 V.moved{A(2,1 from 1,1)}
        0.004 samples 1, paints \(before + 1)
        0.006 V.moved{A(3,1 from 2,1)}
        0.006 samples 1, paints \(before + 2)
        0.020 V.moved{A(5,1 from 3,1)}
        0.020 samples 2, paints \(before + 2)
        0.025 V.moved{A(6,1 from 5,1)}
        0.025 samples 1, paints \(before + 3)
        0.027 V.moved{A(7,1 from 6,1)}
        0.027 samples 1, paints \(before + 3)
        0.027 V.ended{A(7,1 from 7,1)}
        0.027 samples 1, paints \(before + 3)
        """)
    harness.settle()
    harness.application.coalescesMotion = false
    harness.play(TouchScript().down("A", 1, 1).wait(0.001).move("A", 2, 1).move("A", 3, 1).up("A"))
    #expect(harness.trace.entries.components(of: "V.moved") == 2, "the test switch turns coalescing off (TH-6)")
  }

  @Test func `A movement whose paint has gone with its window is delivered at the turn's end (EV-4)`() throws {
    let harness = WindowHarness()
    let view = harness.add("V", full)
    let other = Window(application: harness.application, title: "", size: Size(100, 100))
    try other.makeKeyAndVisible()
    harness.settle()
    harness.play(TouchScript().down("A", 1, 1))
    harness.play(TouchScript().down("B", 1, 1), on: harness.backend.surfaces[1].id)
    harness.trace.clear()
    // The other window has marked all of itself and waits for its callback, which holds a frame of both back.
    other.setNeedsDisplay()
    harness.loop.turn()
    other.setNeedsDisplay()
    harness.send([
      .init(finger: "B", phase: .moved, position: Point(2, 2)), .init(finger: "A", phase: .moved, position: Point(2, 2)),
    ])
    harness.loop.turn()
    #expect(harness.trace.entries == "" && harness.application.pipeline.hasWaitingMotion)
    other.isHidden = true
    harness.loop.turn()
    #expect(harness.trace.entries == "V.moved{A}" && view.touchGroup != nil)
  }

  @Test func `Movements that no paint ever takes are delivered before they grow without end`() {
    let harness = WindowHarness()
    let view = harness.add("V", full)
    harness.settle()
    view.onTouches = { _, _, _ in view.setNeedsDisplay() }
    harness.surface.isWithholdingFrames = true
    harness.play(TouchScript().down("A", 1, 1).move("A", 2, 2))
    for step in 0..<600 { harness.send([.init(finger: "A", phase: .moved, position: Point(Double(step), 9))]) }
    #expect(harness.trace.entries.components(of: "V.moved") >= 2)
  }

  @Test func `Coalesced touches are copies of all samples, the last one of the touch itself (EV-5, EV-7)`() {
    let harness = WindowHarness()
    let view = harness.add("V", full)
    var lines: [String] = []
    var kept: [[Touch]] = []
    view.onTouches = { call, touches, event in
      guard let touch = touches.first, let copies = event?.coalescedTouches(for: touch) else { return }
      #expect(!copies.contains { $0 === touch } && copies.last?.location(in: nil) == touch.location(in: nil))
      #expect(copies.last?.timestamp == touch.timestamp && copies.last?.phase == touch.phase)
      #expect(copies.allSatisfy { $0.view === view && $0.contact == touch.contact })
      lines.append(call + copies.map { " \(Int($0.location(in: nil).x))<\(Int($0.previousLocation(in: nil).x))" }.joined())
      kept.append(copies)
    }
    harness.settle()
    harness.play(
      TouchScript().down("A", 1, 1).frame { $0.move("A", 2, 1).move("A", 3, 1).move("A", 4, 1) }
        .frame { $0.move("A", 5, 1).up("A", at: Point(6, 1)) })
    #expect(lines == ["began 1<1", "moved 2<1 3<2 4<3", "moved 5<4", "ended 6<5"])
    #expect(kept.map { $0.map { Int($0.location(in: nil).x) } } == [[1], [2, 3, 4], [5], [6]], "kept copies do not change")
    let stranger = Touch(copyOf: kept[0][0], values: kept[0][0].values)
    #expect(harness.application.pipeline.session.event.coalescedTouches(for: stranger) == nil)
    #expect(harness.application.pipeline.session.event.predictedTouches(for: stranger) == nil)
  }

  @Test func `Predicted touches follow the path, not far and not behind (EV-6)`() {
    let harness = WindowHarness()
    let view = harness.add("V", full)
    harness.settle()
    var predictions: [(Touch.Phase, Point, [Point])] = []
    view.onTouches = { _, touches, event in
      guard let touch = touches.first, let predicted = event?.predictedTouches(for: touch) else { return }
      #expect(!predicted.contains { $0 === touch } && predicted.allSatisfy { $0.timestamp > touch.timestamp })
      #expect(predicted.allSatisfy { $0.timestamp.seconds(since: touch.timestamp) <= 2.0 / 60 + 1e-9 })
      predictions.append((touch.phase, touch.location(in: nil), predicted.map { $0.location(in: nil) }))
    }
    // 400 points a second along x and a parabola along y.
    var script = TouchScript().at(0).down("A", 10, 10)
    for step in 1...12 {
      let time = Double(step) * 0.008
      script = script.at(time).move("A", 10 + 400 * time, 10 + 900 * time * time)
    }
    harness.play(script.up("A"))
    #expect(predictions.first?.2.isEmpty == true && predictions.last?.2.isEmpty == true, "none for began and ended")
    let (_, here, ahead) = predictions[predictions.count - 2]
    #expect(ahead.count == 4)
    for (index, point) in ahead.enumerated() {
      let time = 0.096 + Double(index + 1) / 120
      #expect(point.distance(to: Point(10 + 400 * time, 10 + 900 * time * time)) < 0.01)
      #expect(point.distance(to: here) <= 40)
    }
    // At 4,000 points a second only what lies within 40 points is told.
    predictions.removeAll()
    harness.play(TouchScript().at(0).down("A", 10, 10).drag("A", from: Point(10, 10), to: Point(330, 10), steps: 10).up("A"))
    #expect(predictions.allSatisfy { prediction in prediction.2.allSatisfy { $0.distance(to: prediction.1) <= 40 } })
    #expect(predictions.contains { $0.2.count == 1 })
  }

  @Test func `Nothing is sent if nothing changed; hover, scroll and keys are events of their own (EV-9, EV-10)`() throws {
    let (harness, app) = try makeHarness()
    harness.add("V", full)
    harness.settle()
    var lines: [String] = []
    app.onEvent = { lines.append("\($0.type) \($0.allTouches.count)") }
    harness.play(TouchScript().down("A", 5, 5).move("A", 5, 5).frame { $0.move("A", 5, 5).move("A", 5, 5) }.up("A"))
    let (time, surface) = (harness.loop.now, harness.surface.id)
    harness.backend.inputSink?.receive(.hover(HoverEvent(time: time, surface: surface, phase: .moved, position: Point(9, 9))))
    harness.backend.inputSink?.receive(
      .scroll(ScrollEvent(time: time, surface: surface, position: Point(9, 9), source: .wheel, delta: Point(0, 48))))
    harness.backend.inputSink?.receive(
      .hover(HoverEvent(time: time, surface: surface, phase: .moved, position: Point(-9, .nan))))
    harness.key(.down, "x")
    harness.key(.up, "x")
    #expect(lines == ["touches 1", "touches 1", "hover 0", "scroll 0", "presses 0", "presses 0"])
    #expect(app.pipeline.keys.holdsAny(of: .all) == false)
  }
}

extension String {
  /// How often a text occurs.
  func components(of text: String) -> Int {
    var count = 0
    var rest = self[...]
    while let range = rest.firstRange(of: text) {
      count += 1
      rest = rest[range.upperBound...]
    }
    return count
  }
}
