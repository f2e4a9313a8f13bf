import EaselGeometry
import EaselInputEvents
import EaselPlatform
import EaselPlatformHeadless
import EaselTestSupport
@testable import EaselToolkit
import Testing

/// Hovering (HOV).
@Suite(.harnessed) struct HoverTests {
  private let left = Rect(x: 0, y: 0, width: 100, height: 100)

  private func hover(
    _ harness: WindowHarness, _ phase: HoverEvent.Phase, _ x: Double, _ y: Double, kind: ContactKind = .indirectPointer,
    distance: Double? = nil, pen: PenAxes? = nil
  ) {
    harness.backend.inputSink?.receive(
      .hover(
        HoverEvent(
          time: harness.loop.now, surface: harness.surface.id, phase: phase, position: Point(x, y), kind: kind,
          distance: distance, pen: pen)))
    harness.loop.turn()
  }

  @Test func `A pointer that enters, moves in and leaves a view is followed (HOV-1)`() {
    let harness = WindowHarness()
    let log = GestureLog(harness)
    let view = harness.add("V", left)
    let inner = harness.add("I", Rect(x: 0, y: 0, width: 50, height: 50), to: view)
    log.add("outer", HoverGestureRecognizer(), to: view) { [trace = harness.trace] recognizer in
      trace.record("at \(recognizer.location(in: recognizer.view).x)")
    }
    log.add("inner", HoverGestureRecognizer(), to: inner)
    hover(harness, .entered, 200, 10)
    hover(harness, .moved, 80, 10)
    hover(harness, .moved, 30, 10)
    hover(harness, .moved, 70, 10)
    hover(harness, .moved, 150, 10)
    #expect(
      harness.trace.entries == """
        act(outer,began) at 80.0 act(inner,began) act(outer,changed) at 30.0 act(inner,ended) act(outer,changed) at 70.0 \
        act(outer,ended) at 70.0
        """)
    harness.trace.clear()
    // A press, and leaving the window, say that it has left.
    hover(harness, .moved, 30, 10)
    hover(harness, .left, 900, 10)
    #expect(
      harness.trace.entries == "act(inner,began) act(outer,began) at 30.0 act(inner,ended) act(outer,ended) at 30.0")
  }

  @Test func `A pen tells its distance and angles; a pointer knows none (HOV-2)`() {
    let harness = WindowHarness()
    let log = GestureLog(harness)
    let recognizer = log.add("G", HoverGestureRecognizer(), to: harness.window)
    hover(harness, .entered, 10, 10)
    #expect(recognizer.zOffset == 0 && recognizer.altitudeAngle == .pi / 2 && recognizer.azimuthAngle(in: nil) == 0)
    hover(harness, .left, 10, 10)
    hover(harness, .entered, 10, 10, kind: .pencil, distance: 0.25, pen: PenAxes(altitude: 1, azimuth: 0.5))
    #expect(recognizer.zOffset == 0.25 && recognizer.altitudeAngle == 1)
    #expect((recognizer.azimuthAngle(in: nil) - 0.5).magnitude < 1e-12)
    #expect(recognizer.numberOfTouches == 0)
  }

  @Test func `Hovering excludes nothing, gates nothing and is required by nobody (HOV-3)`() {
    let harness = WindowHarness()
    let log = GestureLog(harness)
    let view = harness.add("V", left)
    let over = log.add("H", HoverGestureRecognizer(), to: view)
    over.delaysTouchesBegan = true
    let tap = log.add("T", TapGestureRecognizer(), to: view)
    tap.require(toFail: over)
    hover(harness, .moved, 10, 10)
    // The pointer still hovers while a finger taps.
    harness.play(TouchScript().down("A", 20, 20).at(0.05).up("A"))
    #expect(harness.trace.entries == "act(H,began) V.began{A} act(T,ended) V.cancelled{A}")
  }

  @Test func `Hovering ends when its recognizer is disabled, its view leaves, or its window is covered (HOV-1, EN-1, TD-24)`() {
    let harness = WindowHarness()
    let log = GestureLog(harness)
    let view = harness.add("V", left)
    let recognizer = log.add("H", HoverGestureRecognizer(), to: view)
    hover(harness, .moved, 10, 10)
    recognizer.isEnabled = false
    hover(harness, .moved, 11, 10)
    recognizer.isEnabled = true
    hover(harness, .moved, 12, 10)
    view.removeFromSuperview()
    harness.loop.turn()
    hover(harness, .moved, 13, 10)
    #expect(harness.trace.entries == "act(H,began) act(H,cancelled) act(H,began) act(H,cancelled)")
    #expect(recognizer.state == .possible)
  }
}
