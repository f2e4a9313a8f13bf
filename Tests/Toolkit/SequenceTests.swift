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

    override func sendEvent(_ event: Event) {
      let values = event.transform.map { "\($0.kind) \($0.scale)" } ?? event.scroll.map { "\($0.delta.x),\($0.delta.y)" }
      lines.append("\(event.sequencePhase.map { "\($0)" } ?? "?") \(values ?? "?")")
      super.sendEvent(event)
    }

    func take() -> String {
      defer { lines = [] }
      return lines.joined(separator: "; ")
    }
  }

  private let harness = WindowHarness(application: { backend, log, _ in
    App(backend: backend, applicationID: "test", log: log)
  })

  private var app: App { (harness.application as? App) ?? { preconditionFailure("The harness has the application.") }() }

  private func scroll(_ source: ScrollEvent.Source, _ y: Double, _ phase: ScrollEvent.Phase = .moved) -> InputEvent {
    .scroll(
      ScrollEvent(
        time: harness.loop.now, surface: harness.surface.id, position: Point(9, 9), source: source, delta: Point(0, y),
        phase: phase))
  }

  private func pinch(_ phase: SequencePhase, _ scale: Double = 1, kind: TransformEvent.Kind = .pinch) -> InputEvent {
    .transform(
      TransformEvent(
        time: harness.loop.now, surface: harness.surface.id, kind: kind, phase: phase, position: Point(9, 9), scale: scale))
  }

  private func send(_ events: InputEvent...) {
    for event in events { harness.backend.inputSink?.receive(event) }
  }

  @Test func `Fingers scroll from their first movement to their stop (PAN-15)`() {
    send(scroll(.finger, 0, .stopped), scroll(.finger, 3), scroll(.finger, 4))
    harness.loop.advance(bySeconds: 2)
    send(scroll(.finger, 5), scroll(.finger, 0, .stopped), scroll(.finger, 1), scroll(.finger, 0, .cancelled))
    #expect(
      app.take()
        == "began 0.0,3.0; changed 0.0,4.0; changed 0.0,5.0; ended 0.0,0.0; began 0.0,1.0; cancelled 0.0,0.0")
    send(scroll(.finger, 6, .stopped), scroll(.finger, .nan), scroll(.finger, 0))
    #expect(app.take() == "began 0.0,6.0; ended 0.0,0.0")
  }

  @Test func `A wheel stops 0.15 s after its last step (PAN-15)`() {
    send(scroll(.wheel, 48))
    harness.loop.advance(bySeconds: 0.1)
    send(scroll(.wheel, 48))
    harness.loop.advance(bySeconds: 0.149)
    #expect(app.take() == "began 0.0,48.0; changed 0.0,48.0")
    harness.loop.advance(bySeconds: 0.001)
    #expect(app.take() == "ended 0.0,0.0")
    #expect(harness.loop.nextDeadline == nil)
  }

  @Test func `A gesture begins once and ends once, whatever is sent (WPG-1, WPG-3)`() {
    send(pinch(.changed), pinch(.ended), pinch(.began), pinch(.changed, 1.5), pinch(.changed, .nan), pinch(.changed, -1))
    send(pinch(.changed, kind: .swipe), pinch(.ended, 2), pinch(.changed))
    #expect(app.take() == "began pinch 1.0; changed pinch 1.5; ended pinch 2.0")
    send(pinch(.began), pinch(.began, kind: .hold), pinch(.ended), pinch(.ended, kind: .hold))
    #expect(app.take() == "began pinch 1.0; cancelled pinch 1.0; began hold 1.0; ended hold 1.0")
  }

  @Test func `What is taken away is cancelled once, and its rest is swallowed (SC-4, SC-13)`() {
    send(pinch(.began), scroll(.finger, 3))
    harness.application.cancelAllInput()
    send(pinch(.changed), scroll(.finger, 3), pinch(.ended), scroll(.finger, 0, .stopped))
    #expect(app.take() == "began pinch 1.0; began 0.0,3.0; cancelled 0.0,0.0; cancelled pinch 1.0")
    harness.application.beginIgnoringInteractionEvents()
    send(pinch(.began), scroll(.finger, 3))
    harness.application.endIgnoringInteractionEvents()
    send(pinch(.changed), scroll(.finger, 3), pinch(.ended), scroll(.finger, 0, .stopped))
    #expect(app.take() == "")
    send(pinch(.began), scroll(.finger, 3))
    harness.window.close()
    #expect(app.take() == "began pinch 1.0; began 0.0,3.0; cancelled 0.0,0.0; cancelled pinch 1.0")
  }
}
