import EaselGeometry
import EaselInputEvents
import EaselPlatform
import EaselPlatformHeadless
import EaselTestSupport
@testable import EaselToolkit
import Testing

/// The chain (RC), the first responder (FRS), keys (KB).
@Suite(.harnessed) struct ResponderTests {
  private let full = Rect(x: 0, y: 0, width: 480, height: 800)

  private final class Listener: Responder, ApplicationDelegate {
    var calls: [String] = []
    override func touchesBegan(_ touches: Set<Touch>, with event: Event?) { calls.append("touch") }
    override func pressesBegan(_ presses: Set<Press>, with event: PressesEvent?) { calls.append("press") }
  }

  private final class ViewDelegate: View, ApplicationDelegate {}

  private final class Detour: View {
    var target: Responder?
    override var next: Responder? { target }
  }

  @Test func `The chain goes from view to window to application to its delegate (RC-1, RC-2, RC-3, RC-4)`() {
    let harness = WindowHarness()
    let outer = View(frame: full)
    let inner = View(frame: full)
    outer.addSubview(inner)
    harness.window.rootView = outer
    #expect(inner.next === outer && outer.next === harness.window && harness.window.next === harness.application)
    #expect(harness.application.next == nil && Responder().next == nil)
    let listener = Listener()
    harness.application.delegate = listener
    #expect(harness.application.next === listener)
    harness.play(TouchScript().down("A", 1, 1).up("A"))
    harness.key(.down, "x")
    #expect(listener.calls == ["touch", "press"])
    // A delegate that is in the chain anyway is not asked twice.
    let view = ViewDelegate()
    harness.application.delegate = view
    #expect(harness.application.next == nil)
    // The chain is asked anew at each call, overrides included.
    harness.application.delegate = listener
    let detour = Detour(frame: full)
    inner.addSubview(detour)
    harness.play(TouchScript().down("A", 1, 1).up("A"))
    detour.target = listener
    harness.play(TouchScript().down("A", 1, 1).up("A"))
    #expect(listener.calls == ["touch", "press", "touch"])
  }

  @Test func `Becoming first asks the new one, then the old one (FRS-1, FRS-2, FRS-3, FRS-4)`() {
    let harness = WindowHarness()
    let (a, b) = (harness.add("A", full), harness.add("B", full))
    let stray = RecordingView("S", frame: full, trace: harness.trace, names: { _ in "" })
    func attempt(_ view: RecordingView) -> String {
      harness.trace.clear()
      let result = view.becomeFirstResponder()
      let first = (harness.window.firstResponder as? RecordingView)?.name ?? "none"
      return "\(result) \(first) [\(harness.trace.entries)]"
    }
    #expect(attempt(stray) == "false none []")
    #expect(attempt(a) == "true A [A.canBecome]")
    #expect(attempt(a) == "true A []")
    b.accepts = false
    #expect(attempt(b) == "false A [B.canBecome]")
    b.accepts = true
    a.gives = false
    #expect(attempt(b) == "false A [B.canBecome A.canResign]")
    a.gives = true
    #expect(attempt(b) == "true B [B.canBecome A.canResign A.resign]")
    #expect(b.isFirstResponder && !a.isFirstResponder)
    harness.play(TouchScript().down("A", 1, 1).up("A"))
    #expect(b.isFirstResponder, "a touch alone changes nothing")
    #expect(View().canBecomeFirstResponder == false && View().canResignFirstResponder)
    harness.trace.clear()
    b.removeFromSuperview()
    #expect(harness.window.firstResponder == nil && harness.trace.entries == "", "a view that leaves is not asked")
    #expect(a.becomeFirstResponder() && a.resignFirstResponder() && !a.isFirstResponder)
  }

  @Test func `Each window keeps its first responder, and the key window's counts (FRS-5, KB-1)`() throws {
    let harness = WindowHarness()
    let a = harness.add("A", full)
    let other = Window(application: harness.application, title: "", size: Size(300, 300))
    try other.makeKeyAndVisible()
    harness.settle()
    let b = harness.add("B", full, to: other)
    a.becomeFirstResponder()
    b.becomeFirstResponder()
    harness.trace.clear()
    #expect(a.isFirstResponder && b.isFirstResponder && harness.application.keyWindow === other)
    harness.backend.setKeyboardFocus(to: harness.surface)
    #expect(harness.window.isKeyWindow && !other.isKeyWindow)
    harness.key(.down, "x")
    harness.key(.up, "x")
    other.makeKey()
    #expect(other.isKeyWindow && a.isFirstResponder)
    #expect(harness.trace.entries == "A.pressed{x} A.released{x}")
    // Without a first responder the root view is asked, else the window.
    a.resignFirstResponder()
    harness.window.rootView = harness.add("R", full)
    harness.trace.clear()
    harness.key(.down, "y")
    #expect(harness.trace.entries == "R.pressed{y}")
  }

  @Test func `endEditing resigns inside a subtree, with force without asking (FRS-6)`() {
    let harness = WindowHarness()
    let (outer, beside) = (harness.add("O", full), harness.add("B", full))
    let inner = harness.add("I", full, to: outer)
    inner.becomeFirstResponder()
    harness.trace.clear()
    #expect(harness.window.endEditing(in: beside) && inner.isFirstResponder)
    inner.gives = false
    #expect(!harness.window.endEditing(in: outer) && inner.isFirstResponder)
    #expect(harness.window.endEditing(in: outer, force: true) && !inner.isFirstResponder)
    inner.gives = true
    inner.becomeFirstResponder()
    #expect(harness.window.endEditing() && harness.window.firstResponder == nil)
    #expect(harness.trace.entries == "I.canResign I.canBecome I.canResign I.resign")
  }

  @Test
  func `Commands go before presses, from the first responder outward; the first that can act ends the search (KB-2, KB-3)`() {
    let harness = WindowHarness()
    let outer = harness.add("O", full)
    let inner = harness.add("I", full, to: outer)
    inner.becomeFirstResponder()
    var isAvailable = true
    func command(_ name: String, _ key: Unicode.Scalar, _ flags: KeyModifiers = .control, _ repeats: Bool = true) -> KeyCommand
    {
      KeyCommand(
        KeyInput(key), modifierFlags: flags, isRepeatable: repeats, isAvailable: { isAvailable || !name.hasPrefix("i") }
      ) {
        harness.trace.record(name)
      }
    }
    inner.commands = [command("inner", "z")]
    outer.commands = [command("outer", "z"), command("redo", "z", [.control, .shift]), command("once", "o", .control, false)]
    harness.trace.clear()
    harness.key(.down, "z", .control)
    harness.key(.up, "z", .control)
    isAvailable = false
    harness.key(.down, "z", .control)
    harness.key(.up, "z")
    harness.key(.down, "z", [.control, .shift])
    harness.key(.down, "z", [.control, .alphaShift])
    harness.key(.down, "z", [])
    harness.key(.up, "z")
    #expect(harness.trace.entries == "inner outer redo outer I.pressed{z} I.released{z}")
    // A held key repeats commands, unless they say no, and never begins a press again (KB-5).
    harness.trace.clear()
    for (key, flags) in [("z", KeyModifiers.control), ("o", .control), ("x", [])] as [(Unicode.Scalar, KeyModifiers)] {
      harness.key(.down, key, flags)
      harness.key(.repeated, key, flags)
      harness.key(.repeated, key, flags)
      harness.key(.up, key, flags)
    }
    #expect(harness.trace.entries == "outer outer outer once I.pressed{x} I.released{x}")
  }

  @Test func `Presses bubble, stay with who got them, and end with the focus (KB-1, KB-4)`() {
    let harness = WindowHarness()
    let outer = harness.add("O", full)
    let inner = harness.add("I", full, to: outer)
    inner.forwards = true
    inner.becomeFirstResponder()
    harness.trace.clear()
    harness.key(.down, "a")
    outer.becomeFirstResponder()
    harness.trace.clear()
    harness.key(.down, "b")
    harness.key(.down, "b")
    harness.key(.up, "a")
    #expect(harness.trace.entries == "O.pressed{b} I.released{a} O.released{a}")
    harness.trace.clear()
    harness.key(.down, "c")
    harness.backend.setKeyboardFocus(to: nil)
    #expect(harness.trace.entries == "O.pressed{c} O.pressCancelled{b} O.pressCancelled{c}")
    #expect(harness.application.keyWindow == nil)
    harness.key(.up, "c")
    harness.isHostile = true
    harness.key(.up, "q")
    harness.key(.cancelled, "q")
    harness.key(.repeated, "q")
    #expect(harness.trace.entries.components(of: "{") == 3)
  }

  @Test func `An application sees key events first and may keep them; an end that it keeps becomes a cancel (TD-5)`() {
    final class App: Application {
      var keeps: KeyEvent.Phase?
      override func sendEvent(_ event: Event) {
        guard let presses = event as? PressesEvent, presses.cause.phase == keeps else { return super.sendEvent(event) }
      }
    }
    let harness = WindowHarness(application: { backend, log, _ in App(backend: backend, applicationID: "", log: log) })
    let app = harness.application as? App
    let view = harness.add("V", full)
    view.becomeFirstResponder()
    harness.trace.clear()
    app?.keeps = .down
    harness.key(.down, "a")
    harness.key(.up, "a")
    app?.keeps = .up
    harness.key(.down, "a")
    harness.key(.up, "a")
    #expect(harness.trace.entries == "V.pressed{a} V.pressCancelled{a}")
  }

  @Test func `Keys are named as XKB names them`() {
    #expect(KeyInput("z").symbol == 0x7a && KeyInput("ä").symbol == 0xe4 && KeyInput("я").symbol == 0x100044f)
    #expect(KeyInput.function(1).symbol == 0xffbe && KeyInput.function(11).symbol == 0xffc8 && KeyInput.escape.symbol == 0xff1b)
  }
}
