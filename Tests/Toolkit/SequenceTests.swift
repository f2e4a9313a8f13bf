import EaselGeometry
import EaselInputEvents
import EaselPlatform
import EaselPlatformHeadless
import EaselTestSupport
import EaselToolkit
import Testing

/// Runs of scroll and transform events (EV-10, TR-1, PAN-15).
@Suite(.harnessed) struct SequenceTests {
  private final class App: Application {
    var lines: [String] = []
    var onEvent: ((Event) -> Void)?

    override func sendEvent(_ event: Event) {
      guard let phase = event.sequencePhase else { return super.sendEvent(event) }
      lines.append("\(phase) \(values(of: event))")
      onEvent?(event)
      super.sendEvent(event)
    }

    private func values(of event: Event) -> String {
      if event.type == .scroll { return event.scroll.map { "\($0.source) \($0.delta.x),\($0.delta.y)" } ?? "?" }
      guard let transform = event.transform else { return "?" }
      let delta = transform.delta == .zero ? "" : " by \(transform.delta.x),\(transform.delta.y)"
      let scale = transform.scale == 1 ? "" : " ×\(transform.scale)"
      let rotation = transform.rotation == 0 ? "" : " \(transform.rotation)"
      return "\(transform.kind)\(delta)\(scale)\(rotation)"
    }

    func take() -> String {
      defer { lines = [] }
      return lines.joined(separator: "; ")
    }
  }

  private final class RecordingWindow: Window {
    var name = ""

    override func sendEvent(_ event: Event) {
      if let phase = event.sequencePhase { (application as? App)?.lines.append("\(name) \(event.type) \(phase)") }
      super.sendEvent(event)
    }
  }

  private func makeHarness() throws -> (WindowHarness, App) {
    let harness = WindowHarness(application: { backend, log, _ in App(backend: backend, applicationID: "test", log: log) })
    return (harness, try #require(harness.application as? App))
  }

  private let here = Point(9, 9)

  @Test func `Scrolling fingers are one run from their first movement to their stop (EV-10, PAN-15)`() throws {
    let (harness, app) = try makeHarness()
    harness.play(TouchScript().scroll(at: here, by: Point(0, 6), steps: 2).wait(2))
    #expect(app.take() == "began finger 0.0,3.0; changed finger 0.0,3.0; ended finger 0.0,0.0")
    // Fingers may rest; what ends without having begun says nothing, nor does what is no number.
    harness.isHostile = true
    harness.play(
      TouchScript().scroll(.finger, .stopped, 9, 9).scroll(.finger, by: Point(1, 0)).wait(2).scroll(.finger, by: Point(2, 0))
        .scroll(.finger, by: Point(.nan, 0)).scroll(.finger, .cancelled).scroll(.finger, .cancelled).scroll(.finger))
    #expect(app.take() == "began finger 1.0,0.0; changed finger 2.0,0.0; cancelled finger 0.0,0.0")
    // One event that moves and stops is two.
    harness.play(TouchScript().scroll(.finger, .stopped, 9, 9, by: Point(6, 0)))
    #expect(app.take() == "began finger 6.0,0.0; ended finger 0.0,0.0")
    #expect(harness.messages.lines.count { $0.contains("impossible numbers") } == 1)
  }

  @Test func `A wheel stops 0.15 s after its last step, and so does what need not tell (PAN-15)`() throws {
    for source in [ScrollEvent.Source.wheel, .continuous] {
      let (harness, app) = try makeHarness()
      let step = Point(0, 48)
      harness.play(TouchScript().scroll(source, .moved, 9, 9, by: step).wait(0.1).scroll(source, by: step).wait(0.149))
      #expect(app.take() == "began \(source) 0.0,48.0; changed \(source) 0.0,48.0")
      harness.loop.advance(bySeconds: 0.001)
      #expect(app.take() == "ended \(source) 0.0,0.0")
      #expect(harness.loop.nextDeadline == nil, "nothing wakes when nothing happens")
      harness.play(TouchScript().scroll(source, .moved, 9, 9, by: step).wait(0.15).scroll(source, by: step))
      #expect(app.take() == "began \(source) 0.0,48.0; ended \(source) 0.0,0.0; began \(source) 0.0,48.0")
      harness.play(TouchScript().scroll(.finger, .moved, 9, 9, by: step).wait(3))
      #expect(app.take() == "changed finger 0.0,48.0", "fingers tell when they stop")
    }
  }

  @Test func `A gesture is one run with its values (EV-10, WPG-1, WPG-2)`() throws {
    let (harness, app) = try makeHarness()
    var times: [Double] = []
    let start = harness.loop.now
    app.onEvent = { times.append($0.timestamp.seconds(since: start)) }
    harness.play(TouchScript().pinch(at: here, scale: 3, rotation: 1, steps: 2, interval: 0.25))
    #expect(app.take() == "began pinch; changed pinch ×2.0 0.5; changed pinch ×3.0 1.0; ended pinch ×3.0 1.0")
    #expect(times == [0, 0.25, 0.5, 0.75])
    harness.play(TouchScript().turn(at: here, rotation: -0.5, steps: 1).swipe(at: here, by: Point(8, 2), steps: 2))
    harness.play(TouchScript().hold(at: here, seconds: 1, fingers: 2).hold(.began).hold(.cancelled))
    #expect(
      app.take()
        == "began pinch; changed pinch -0.5; ended pinch -0.5; began swipe; changed swipe by 4.0,1.0; "
        + "changed swipe by 4.0,1.0; ended swipe; began hold; ended hold; began hold; cancelled hold")
  }

  @Test func `Whatever is sent, a gesture begins once and ends once (WPG-3)`() throws {
    let (harness, app) = try makeHarness()
    harness.isHostile = true
    let pinch = TouchScript().pinch(.began, 9, 9)
    harness.play(TouchScript().pinch(.changed, 9, 9).pinch(.ended).hold(.cancelled))
    harness.play(pinch.pinch(.changed, scale: .nan).pinch(.changed, scale: -1).pinch(.changed, rotation: .infinity))
    harness.play(TouchScript().pinch(.changed, .nan, 9).swipe(.changed, 9, 9).swipe(.ended).pinch(.ended, 9, 9, scale: 2))
    harness.play(TouchScript().pinch(.began, 9, 9, fingers: 0).pinch(.ended))
    harness.play(TouchScript().pinch(.began, .nan, 9).pinch(.changed, 9, 9).pinch(.ended))
    #expect(app.take() == "began pinch; ended pinch ×2.0")
    harness.play(pinch.hold(.began).pinch(.ended).hold(.ended))
    #expect(app.take() == "began pinch; cancelled pinch; began hold; ended hold")
  }

  @Test func `A run stays with the window where it began (TR-1)`() throws {
    let harness = WindowHarness(
      application: { backend, log, _ in App(backend: backend, applicationID: "test", log: log) },
      window: { application, size, _ in RecordingWindow(application: application, title: "", size: size) })
    let app = try #require(harness.application as? App)
    (harness.window as? RecordingWindow)?.name = "base"
    let panel = RecordingWindow(sharing: harness.window, frame: Rect(x: 0, y: 0, width: 50, height: 50))
    panel.name = "panel"
    try panel.show()
    harness.settle()
    harness.play(TouchScript().pinch(.began, 10, 10).pinch(.changed, 90, 90).pinch(.ended))
    harness.play(TouchScript().scroll(.finger, .moved, 90, 90, by: here).scroll(.finger, .moved, 10, 10, by: here))
    let lines = app.take()
    #expect(lines.contains("panel transform began") && lines.contains("panel transform ended"))
    #expect(!lines.contains("base transform") && !lines.contains("panel scroll") && lines.contains("base scroll changed"))
    panel.close()
    harness.play(TouchScript().pinch(.began, 10, 10).pinch(.cancelled).scroll(.finger, .stopped))
    #expect(app.take().contains("base transform cancelled"))
  }

  @Test func `What is taken away is cancelled once, and its rest is swallowed (SC-4, SC-6, SC-8, SC-13, HT-13)`() throws {
    let (harness, app) = try makeHarness()
    let begin = TouchScript().pinch(.began, 9, 9).scroll(.finger, .moved, 9, 9, by: Point(0, 3))
    let rest = TouchScript().pinch(.changed, 9, 9).scroll(.finger, .moved, 9, 9, by: Point(0, 3)).pinch(.ended)
      .scroll(.finger, .stopped)
    let began = "began pinch; began finger 0.0,3.0"
    harness.play(begin)
    harness.application.cancelAllInput()
    harness.application.cancelAllInput()
    #expect(app.take() == began + "; cancelled finger 0.0,0.0; cancelled pinch")
    harness.play(rest)
    harness.application.beginIgnoringInteractionEvents()
    harness.play(begin)
    harness.application.endIgnoringInteractionEvents()
    harness.play(rest)
    #expect(app.take() == "")
    // From inside a handler the cancellation follows the event.
    app.onEvent = { [unowned app] in if $0.sequencePhase == .changed { app.cancelAllInput() } }
    harness.play(begin)
    harness.play(rest)
    #expect(app.take() == began + "; changed pinch; cancelled finger 0.0,0.0; cancelled pinch")
    harness.play(begin)
    harness.window.close()
    #expect(app.take() == began + "; cancelled finger 0.0,0.0; cancelled pinch")
    #expect(harness.loop.nextDeadline == nil)
  }

  @Test func `A wheel that is taken away is swallowed until it pauses (SC-13)`() throws {
    let (harness, app) = try makeHarness()
    let step = TouchScript().scroll(.wheel, .moved, 9, 9, by: Point(0, 48))
    harness.play(step)
    harness.application.cancelAllInput()
    harness.play(step.wait(0.1))
    harness.play(step.wait(0.15))
    #expect(app.take() == "began wheel 0.0,48.0; cancelled wheel 0.0,0.0")
    harness.play(step)
    #expect(app.take() == "began wheel 0.0,48.0")
  }

  @Test func `A wheel that turns on another surface begins anew (PAN-15)`() throws {
    let (harness, app) = try makeHarness()
    let other = Window(application: app, title: "", size: Size(200, 200))
    try other.makeKeyAndVisible()
    harness.settle()
    let step = TouchScript().scroll(.wheel, .moved, 9, 9, by: Point(0, 48))
    harness.play(step)
    harness.play(step, on: harness.backend.surfaces[1].id)
    #expect(app.take() == "began wheel 0.0,48.0; ended wheel 0.0,0.0; began wheel 0.0,48.0")
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func `Whatever a display sends, a window sees each run begin once and end once (DC-14, WPG-3)`(seed: UInt64) throws {
    var dice = SeededGenerator(seed: seed)
    let (harness, app) = try makeHarness()
    harness.isHostile = true
    var open: [Event.EventType: Bool] = [:]
    var faults: Set<String> = []
    var counts: [Event.EventType: Int] = [:]
    app.onEvent = { event in
      guard let phase = event.sequencePhase else { return }
      if open[event.type, default: false] == (phase == .began) { faults.insert("\(event.type) \(phase)") }
      open[event.type] = !phase.isLast
      counts[event.type, default: 0] += 1
    }
    for _ in 0..<800 {
      harness.send(anything(&dice), on: SurfaceID(dice.next() % 9 == 0 ? 2 : 1))
      if dice.next() % 6 == 0 { harness.loop.advance(bySeconds: .random(in: 0...0.1, using: &dice)) }
      switch dice.next() % 60 {
      case 0: app.cancelAllInput()
      case 1, 2, 3: harness.window.isHidden = dice.next() % 4 == 0
      case 4: app.beginIgnoringInteractionEvents()
      case 5...20: if app.isIgnoringInteractionEvents { app.endIgnoringInteractionEvents() }
      default: break
      }
    }
    app.cancelAllInput()
    #expect(faults == [] && open[.scroll] == false && open[.transform] == false, "seed \(seed)")
    #expect(counts[.scroll, default: 0] > 20 && counts[.transform, default: 0] > 20, "seed \(seed): \(counts)")
  }

  /// Scrolling or a gesture's step, seldom with numbers that make no sense.
  private func anything(_ dice: inout SeededGenerator) -> InputEvent {
    let phases: [SequencePhase] = [.began, .changed, .changed, .ended, .cancelled]
    let number = dice.next() % 30 == 0 ? -.infinity : Double.random(in: 0.1...300, using: &dice)
    let position = Point(number, .random(in: 0...900, using: &dice))
    if Bool.random(using: &dice) {
      return .transform(
        TransformEvent(
          time: .zero, surface: SurfaceID(1), kind: Bool.random(using: &dice) ? .pinch : .hold,
          phase: phases.randomElement(using: &dice) ?? .ended, position: position, scale: number))
    }
    let endings: [ScrollEvent.Phase] = [.moved, .moved, .moved, .stopped, .cancelled]
    return .scroll(
      ScrollEvent(
        time: .zero, surface: SurfaceID(1), position: position, source: Bool.random(using: &dice) ? .finger : .wheel,
        delta: Point(0, dice.next() % 4 == 0 ? 0 : number), phase: endings.randomElement(using: &dice) ?? .stopped))
  }
}
