import EaselGeometry
import EaselInputEvents
import EaselPlatform
import EaselPlatformHeadless
import EaselTestSupport
@testable import EaselToolkit
import Testing

/// What the system takes away (SC).
@Suite(.harnessed) struct CancellationTests {
  private let full = Rect(x: 0, y: 0, width: 480, height: 800)

  /// One window with a view that draws with two fingers, A and B, and a key held.
  private func drawing() -> (WindowHarness, RecordingView) {
    let harness = WindowHarness()
    let view = harness.add("V", full)
    view.isMultipleTouchEnabled = true
    view.becomeFirstResponder()
    harness.settle()
    harness.play(TouchScript().down("A", 1, 1).down("B", 2, 2))
    harness.key(.down, "x")
    harness.trace.clear()
    return (harness, view)
  }

  @Test
  func
    `Each cause cancels its touches in one event, and what follows of them is swallowed (SC-1 to SC-6, SC-8, SC-10, SC-12, SC-13, SC-16)`()
  {
    let causes: [(String, String, (WindowHarness) -> Void)] = [
      ("all of a wl_touch (SC-1)", "V.cancelled{A,B}", { $0.play(TouchScript().frame { $0.cancel("A").cancel("B") }) }),
      ("one slot (SC-2)", "V.cancelled{A} V.moved{B} V.ended{B}", { $0.play(TouchScript().cancel("A")) }),
      ("all of a device (SC-3)", "V.cancelled{A,B}", { $0.backend.cancelContacts() }),
      ("window closed (SC-4)", "V.cancelled{A,B} V.pressCancelled{x}", { $0.window.close() }),
      ("window hidden (SC-4)", "V.cancelled{A,B} V.pressCancelled{x}", { $0.window.isHidden = true }),
      ("surface gone (SC-4)", "V.cancelled{A,B} V.pressCancelled{x}", { $0.surface.requestClose() }),
      ("session paused (SC-5)", "V.cancelled{A,B} V.pressCancelled{x}", { $0.application.cancelAllInput() }),
      ("terminated (SC-6)", "V.cancelled{A,B} V.pressCancelled{x}", { $0.application.terminate() }),
      ("display lost (WER-2)", "V.cancelled{A,B} V.pressCancelled{x}", { $0.backend.loseDisplay() }),
    ]
    for (name, expected, cause) in causes {
      let (harness, view) = drawing()
      let surface = harness.surface.id
      var phases: [Touch.Phase] = []
      view.onTouches = { call, touches, event in
        if call == "cancelled" { phases += touches.map(\.phase) + (event?.allTouches.map(\.phase) ?? []) }
      }
      cause(harness)
      harness.isHostile = true
      harness.play(TouchScript().wait(0.1).move("A", 9, 9).move("B", 9, 9).wait(0.1).up("A").up("B"), on: surface)
      #expect(harness.trace.entries == expected, "\(name)")
      #expect(name.hasPrefix("one slot") || phases.allSatisfy { $0 == .cancelled }, "\(name)")
      #expect(harness.application.pipeline.session.live.isEmpty, "\(name)")
    }
  }

  @Test func `After a cancel the next down begins anew (SC-12), and only the window concerned loses its touches (SC-4)`() throws
  {
    let (harness, _) = drawing()
    let other = Window(application: harness.application, title: "", size: Size(300, 300))
    try other.show()
    harness.settle()
    harness.add("W", full, to: other)
    harness.play(TouchScript().down("C", 5, 5), on: harness.backend.surfaces[1].id)
    other.isHidden = true
    harness.play(TouchScript().cancel("A").down("D", 7, 7).up("D").up("B"))
    #expect(harness.trace.entries == "W.began{C} W.cancelled{C} V.cancelled{A} V.began{D} V.ended{D} V.ended{B}")
  }

  @Test func `Closing the window inside a turn cancels right after that turn (SC-4, WDE-4)`() {
    let (harness, view) = drawing()
    view.onTouches = { call, _, _ in
      guard call == "moved" else { return }
      harness.window.close()
      harness.trace.record("closed")
    }
    harness.play(TouchScript().frame { $0.move("A", 9, 9).move("B", 9, 9) }, on: harness.surface.id)
    #expect(harness.trace.entries == "V.moved{A,B} closed V.cancelled{A,B} V.pressCancelled{x}")
    #expect(harness.application.windows.isEmpty && harness.application.keyWindow == nil)
  }

  @Test func `Losing the keyboard's focus or showing another window cancels no touch (SC-14)`() throws {
    let (harness, _) = drawing()
    harness.backend.setKeyboardFocus(to: nil)
    let other = Window(application: harness.application, title: "", size: Size(300, 300))
    try other.makeKeyAndVisible()
    try Window(sharing: harness.window, frame: full).makeKeyAndVisible()
    harness.settle()
    harness.play(TouchScript().frame { $0.up("A").up("B") })
    #expect(harness.trace.entries == "V.ended{A,B}")
  }

  @Test func `Terminating tells the delegate, closes the windows and stops the loop, once (SC-6)`() {
    final class Delegate: ApplicationDelegate {
      var calls = 0
      func applicationWillTerminate(_ application: Application) { calls += application.windows.count }
    }
    let (harness, _) = drawing()
    let delegate = Delegate()
    harness.application.delegate = delegate
    harness.application.terminate()
    harness.application.terminate()
    #expect(delegate.calls == 1 && harness.application.windows.isEmpty && harness.backend.surfaces.isEmpty)
    harness.application.run()
  }
}
