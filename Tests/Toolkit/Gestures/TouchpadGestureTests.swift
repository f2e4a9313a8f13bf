import EaselGeometry
import EaselInputEvents
import EaselPlatform
import EaselPlatformHeadless
import EaselTestSupport
@testable import EaselToolkit
import Testing

/// Recognizers that are fed without touches: scrolling and touchpad gestures (TR, PAN-15).
@Suite(.harnessed) struct TouchpadGestureTests {
  private let full = Rect(x: 0, y: 0, width: 480, height: 800)

  private func make() -> (WindowHarness, GestureLog, RecordingView) {
    let harness = WindowHarness()
    return (harness, GestureLog(harness), harness.add("V", full))
  }

  @Test func `Fingers on a touchpad pan, from the first event to their stop (PAN-15, TR-2, TR-4)`() {
    let (harness, log, view) = make()
    let pan = log.add("P", PanGestureRecognizer(), to: view) { pan in
      let (translation, place) = (pan.translation(in: nil), pan.location(in: nil))
      harness.trace.record("(\(translation.x),\(translation.y)) \(pan.numberOfTouches) at \(place.x),\(place.y)")
    }
    let script = TouchScript().scroll(.finger, .moved, 100, 200, by: Point(0, 3)).wait(0.01).scroll(
      .finger, .moved, 100, 200, by: Point(2, 4)
    ).wait(0.01)
      .scroll(.finger, .stopped, 100, 200)
    harness.play(script)
    #expect(harness.trace.entries == "")
    pan.allowedScrollTypesMask = .continuous
    harness.play(script)
    #expect(
      harness.trace.entries == """
        act(P,began) (0.0,-3.0) 0 at 100.0,200.0 act(P,changed) (-2.0,-7.0) 0 at 100.0,200.0 \
        act(P,ended) (-2.0,-7.0) 0 at 100.0,200.0
        """)
    #expect(pan.state == .possible && pan.translation(in: nil) == .zero)
  }

  @Test func `A wheel's pan ends a while after its last step (PAN-15)`() {
    let (harness, log, view) = make()
    let pan = log.add("P", PanGestureRecognizer(), to: view)
    pan.allowedScrollTypesMask = .discrete
    harness.play(
      TouchScript().scroll(.wheel, .moved, 100, 200, by: Point(0, 10)).at(0.1)
        .scroll(.wheel, .moved, 100, 200, by: Point(0, 10)).at(1))
    #expect(
      harness.trace.text == """
        0.000 act(P,began)
        0.100 act(P,changed)
        0.250 act(P,ended)
        """)
  }

  @Test func `A touchpad's pinch and turn count from their first change (TR-3, WPG-2)`() {
    let (harness, log, view) = make()
    let pinch = log.add("S", PinchGestureRecognizer(), to: view) { harness.trace.record("\($0.scale)") }
    let turn = log.add("R", RotationGestureRecognizer(), to: view) { harness.trace.record("\($0.rotation)") }
    final class Both: GestureRecognizerDelegate {
      func gestureRecognizer(
        _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
      ) -> Bool { true }
    }
    let both = Both()
    pinch.delegate = both
    harness.play(
      TouchScript().pinch(.began, 100, 200).pinch(.changed, scale: 1.25).pinch(.changed, scale: 2.5)
        .pinch(.changed, scale: 2.5, rotation: 0.25).pinch(.changed, scale: 2.5, rotation: 0.75).pinch(.ended))
    #expect(
      harness.trace.entries == """
        act(S,began) 1.0 act(S,changed) 2.0 act(S,changed) 2.0 act(R,began) 0.0 act(S,changed) 2.0 act(R,changed) 0.5 \
        act(S,ended) 2.0 act(R,ended) 0.5
        """)
    #expect(pinch.state == .possible && turn.state == .possible && pinch.numberOfTouches == 0)
  }

  @Test func `A pinch without simultaneity keeps a turn of the same gesture from being recognized (TR-5, EX-2)`() {
    let (harness, log, view) = make()
    log.add("S", PinchGestureRecognizer(), to: view)
    let turn = log.add("R", RotationGestureRecognizer(), to: view, showsStates: true)
    harness.play(TouchScript().pinch(.began, 100, 200).pinch(.changed, scale: 1.1, rotation: 1))
    // Its attempt lasts as long as the gesture (RS-3).
    #expect(turn.state == .failed)
    harness.play(TouchScript().pinch(.changed, scale: 1.2, rotation: 2).pinch(.ended))
    #expect(harness.trace.entries == "R:failed act(S,began) act(S,changed) act(S,ended) R:reset")
    // A second one of its own kind in nested views, too: the deeper one is first (EX-6).
    harness.trace.clear()
    let inner = harness.add("I", Rect(x: 0, y: 0, width: 300, height: 300), to: view)
    log.add("inner", PinchGestureRecognizer(), to: inner)
    harness.play(TouchScript().pinch(.began, 100, 200).pinch(.changed, scale: 1.1).pinch(.cancelled))
    #expect(harness.trace.entries == "R:failed act(inner,began) act(inner,cancelled) R:reset")
  }

  @Test func `A swipe needs the right number of fingers and far enough movement (TR-2, SW-3)`() {
    let (harness, log, view) = make()
    let swipe = log.add("W", SwipeGestureRecognizer(), to: view)
    let script = TouchScript().swipe(.began, 100, 200, fingers: 3).wait(0.05).swipe(.changed, by: Point(30, 2)).wait(0.05)
      .swipe(.changed, by: Point(30, 2)).wait(0.05).swipe(.changed, by: Point(30, 2)).swipe(.ended)
    harness.play(script)
    #expect(harness.trace.entries == "")
    swipe.numberOfTouchesRequired = 3
    harness.play(script)
    #expect(harness.trace.text.hasSuffix("act(W,ended)") && harness.trace.entries == "act(W,ended)")
    harness.trace.clear()
    harness.play(TouchScript().swipe(.began, 100, 200, fingers: 3).wait(0.6).swipe(.changed, by: Point(90, 0)).swipe(.ended))
    #expect(harness.trace.entries == "" && swipe.state == .possible)
  }

  @Test func `Fingers that rest on a touchpad press (TR-2, LP-3)`() {
    let (harness, log, view) = make()
    let press = log.add("L", LongPressGestureRecognizer(), to: view)
    harness.play(TouchScript().hold(.began, 100, 200, fingers: 1).at(0.6).hold(.ended))
    #expect(
      harness.trace.text == """
        0.500 act(L,began)
        0.600 act(L,ended)
        """)
    harness.trace.clear()
    harness.play(TouchScript().hold(.began, 100, 200, fingers: 1).at(0.3).hold(.ended).at(1))
    harness.play(TouchScript().hold(.began, 100, 200, fingers: 2).at(0.7).hold(.ended))
    #expect(harness.trace.entries == "" && press.state == .possible)
  }

  @Test func `Who takes is asked once, at the begin; requirements hold; touches of views are left alone (TR-1, TR-5, FR-3)`() {
    let (harness, log, view) = make()
    final class Asked: GestureRecognizerDelegate {
      var questions = 0
      var answer = true

      func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive event: Event) -> Bool {
        questions += 1
        return answer
      }
    }
    let asked = Asked()
    let pan = log.add("P", PanGestureRecognizer(), to: view)
    let other = log.add("Q", PanGestureRecognizer(), to: view)
    pan.allowedScrollTypesMask = .all
    other.allowedScrollTypesMask = .all
    pan.delegate = asked
    pan.require(toFail: other)
    let script = TouchScript().down("A", 5, 5).scroll(.finger, .moved, 100, 200, by: Point(0, 3)).scroll(
      .finger, .moved, 100, 200, by: Point(0, 3)
    )
    .scroll(.finger, .stopped, 100, 200).up("A")
    harness.play(script)
    #expect(harness.trace.entries == "V.began{A} V.ended{A}", "Both have a finger to look at, which they keep to.")
    harness.trace.clear()
    harness.play(
      TouchScript().scroll(.finger, .moved, 100, 200, by: Point(0, 3)).scroll(.finger, .moved, 100, 200, by: Point(0, 3))
        .scroll(.finger, .stopped, 100, 200))
    #expect(harness.trace.entries == "act(Q,began) act(Q,changed) act(Q,ended)" && asked.questions == 2)
    asked.answer = false
    other.isEnabled = false
    harness.trace.clear()
    harness.play(TouchScript().scroll(.finger, .moved, 100, 200, by: Point(0, 3)).scroll(.finger, .stopped, 100, 200))
    #expect(harness.trace.entries == "")
  }

  @Test func `An application that keeps the stop for itself leaves no gesture open (TR-5, TD-29)`() {
    final class Keeper: Application {
      override func sendEvent(_ event: Event) {
        if event.sequencePhase?.isLast != true { super.sendEvent(event) }
      }
    }
    let harness = WindowHarness(application: { backend, log, _ in
      Keeper(backend: backend, applicationID: "test", log: log)
    })
    let log = GestureLog(harness)
    let pan = log.add("P", PanGestureRecognizer(), to: harness.add("V", full))
    pan.allowedScrollTypesMask = .all
    harness.play(TouchScript().scroll(.finger, .moved, 100, 200, by: Point(0, 3)).scroll(.finger, .stopped, 100, 200))
    #expect(harness.trace.entries == "act(P,began) act(P,cancelled)" && pan.state == .possible)
  }

  @Test func `A pan whose view leaves in the middle of scrolling is cancelled once (TD-24, TR-5)`() {
    let (harness, log, view) = make()
    let pan = log.add("P", PanGestureRecognizer(), to: view)
    pan.allowedScrollTypesMask = .all
    harness.play(TouchScript().scroll(.finger, .moved, 100, 200, by: Point(0, 3)))
    view.removeFromSuperview()
    harness.play(TouchScript().scroll(.finger, .moved, 100, 200, by: Point(0, 3)).scroll(.finger, .stopped, 100, 200))
    #expect(harness.trace.entries == "act(P,began) act(P,cancelled)" && pan.state == .possible)
  }
}
