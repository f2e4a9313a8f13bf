import EaselGeometry
import EaselInputEvents
import EaselPlatformHeadless
import EaselTestSupport
@testable import EaselToolkit
import Testing

/// What can be seen of what happens inside: the explainer and the overlay of contacts.
@Suite(.harnessed) struct DiagnosisTests {
  private let full = Rect(x: 0, y: 0, width: 480, height: 800)

  private final class Lines {
    var text: [String] = []
  }

  private func named<Recognizer: GestureRecognizer>(
    _ name: String, _ recognizer: Recognizer, on view: View
  ) -> Recognizer {
    recognizer.name = name
    view.addGestureRecognizer(recognizer)
    return recognizer
  }

  @Test func `The explainer says who was offered a contact, who waits, who failed and why`() {
    let harness = WindowHarness()
    let lines = Lines()
    harness.application.onGestureNote { lines.text.append($0) }
    let view = harness.add("V", full)
    let double = named("double", TapGestureRecognizer(), on: view)
    double.numberOfTapsRequired = 2
    let single = named("single", TapGestureRecognizer(), on: view)
    single.require(toFail: double)
    let off = named("off", PanGestureRecognizer(), on: view)
    off.isEnabled = false
    let contact = harness.backend.newContact().value + 1
    harness.play(TouchScript().down("A", 100, 100).at(0.06).up("A").at(1))
    harness.play(TouchScript().down("A", 100, 100).move("A", 112.34, 100).up("A"))
    #expect(
      lines.text.joined(separator: "\n") == """
        0.000 contact \(contact) on RecordingView is offered to double
        0.000 contact \(contact) on RecordingView is offered to single
        0.000 contact \(contact) on RecordingView is kept from off: it is disabled
        0.060 single waits for double to fail
        0.410 double failed: no further tap came in time
        0.410 single: ended
        0.410 single takes contact \(contact) on RecordingView from views
        0.410 double is ready again
        0.410 single is ready again
        1.000 contact \(contact + 1) on RecordingView is offered to double
        1.000 contact \(contact + 1) on RecordingView is offered to single
        1.000 contact \(contact + 1) on RecordingView is kept from off: it is disabled
        1.000 double failed: moved 12.3 pt > 10.0
        1.000 single failed: moved 12.3 pt > 10.0
        1.000 double is ready again
        1.000 single is ready again
        """)
    harness.application.onGestureNote(nil)
    let count = lines.text.count
    harness.play(TouchScript().down("A", 100, 100).up("A"))
    #expect(lines.text.count == count)
  }

  @Test func `The overlay draws contacts and trails, takes no touches, and goes some time after the last lift`() throws {
    let harness = WindowHarness()
    let view = harness.add("V", full)
    let before = harness.picture().fingerprint
    harness.application.showsTouches = true
    harness.trace.clear()
    harness.play(TouchScript().down("A", 100, 100).at(0.1).move("A", 200, 100))
    let overlay = try #require(harness.window.subviews.last as? TouchOverlay)
    #expect(overlay.contactCount == 1 && overlay !== view)
    #expect(harness.picture().fingerprint != before)
    harness.play(TouchScript().up("A").down("A", 150, 100).up("A"))
    #expect(harness.trace.entries == "V.began{A} V.moved{A} V.ended{A} V.began{A} V.ended{A}")
    #expect(overlay.contactCount == 0 && overlay.superview != nil)
    harness.loop.advance(bySeconds: 1)
    #expect(overlay.superview == nil && harness.picture().fingerprint == before)
    harness.play(TouchScript().down("A", 100, 100))
    harness.application.showsTouches = false
    #expect(!harness.window.subviews.contains { $0 is TouchOverlay } && harness.picture().fingerprint == before)
  }
}
