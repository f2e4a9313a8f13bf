import EaselGeometry
import EaselInputEvents
import EaselPlatformHeadless
import EaselTestSupport
@testable import EaselToolkit
import Testing

/// Who owns recognizers, whom they tell, and what they say of their touches (8.1).
@Suite(.harnessed) struct RecognizerTests {
  private func types(of view: View) -> [String]? { view.gestureRecognizers?.map { "\(type(of: $0))" } }

  @Test func `A view owns its recognizers, a recognizer has one view and does not keep it (GR-1)`() {
    let lives = LifetimeTracker()
    let kept = TapGestureRecognizer()
    do {
      let view = View(frame: GestureScene.full)
      let owned = PanGestureRecognizer()
      lives.track(view, "view")
      lives.track(owned, "owned")
      view.addGestureRecognizer(owned)
      view.addGestureRecognizer(kept)
      #expect(kept.view === view)
    }
    #expect(lives.survivors == [] && kept.view == nil)
    let (first, second) = (View(), View())
    first.addGestureRecognizer(kept)
    second.addGestureRecognizer(kept)
    second.addGestureRecognizer(kept)
    #expect(types(of: first) == [] && types(of: second) == ["TapGestureRecognizer"] && kept.view === second)
    first.removeGestureRecognizer(kept)
    #expect(kept.view === second, "another view's recognizer is not taken away")
  }

  @Test func `It observes touches of its view and of all views in it, and is no responder (GR-2)`() {
    let scene = GestureScene()
    let half = Rect(x: 0, y: 0, width: 200, height: 200)
    let inner = scene.harness.add("I", half, to: scene.harness.add("O", half, to: scene.view))
    let beside = scene.harness.add("B", Rect(x: 300, y: 0, width: 100, height: 100))
    scene.custom("G", silent: [.reset])
    scene.harness.play(TouchScript().down("A", 9, 9).down("B", 9, 400).down("C", 310, 9))
    #expect(
      scene.entries == "G.touchesBegan{A} I.began{A} G.touchesBegan{B} V.began{B} B.began{C}")
    #expect(inner.window === beside.window && (scene.view.gestureRecognizers?.first as Any) as? Responder == nil)
  }

  @Test func `The list of recognizers is nil before the first and empty after the last (GR-3)`() {
    let view = View()
    #expect(types(of: view) == nil)
    let (tap, pan) = (TapGestureRecognizer(), PanGestureRecognizer())
    view.addGestureRecognizer(tap)
    view.addGestureRecognizer(pan)
    #expect(types(of: view) == ["TapGestureRecognizer", "PanGestureRecognizer"])
    view.removeGestureRecognizer(tap)
    view.removeGestureRecognizer(pan)
    #expect(types(of: view) == [] && tap.view == nil)
    // The whole list at once.
    view.gestureRecognizers = [tap, pan]
    view.gestureRecognizers = [pan, SwipeGestureRecognizer()]
    #expect(types(of: view) == ["PanGestureRecognizer", "SwipeGestureRecognizer"] && tap.view == nil && pan.view === view)
    view.gestureRecognizers = nil
    #expect(types(of: view) == [] && pan.view == nil)
  }

  // MARK: Targets

  private final class Listener {
    static let plain = GestureAction("plain", Listener.heard)
    static let telling = GestureAction("telling", Listener.heardFrom)
    static let typed = GestureAction("typed", Listener.heardFromTap)
    let name: String
    let trace: TraceRecorder

    init(_ name: String, _ trace: TraceRecorder) {
      self.name = name
      self.trace = trace
    }

    func heard() { trace.record("\(name) heard") }
    func heardFrom(_ recognizer: GestureRecognizer) { trace.record("\(name) heard \(recognizer.state)") }
    func heardFromTap(_ tap: TapGestureRecognizer) { trace.record("\(name) heard \(tap.numberOfTapsRequired) tap") }
  }

  private let oneTap = TouchScript().down("A", 9, 9).up("A")

  @Test func `Pairs are told once each, in the order of their addition; targets are weak (GR-4, GR-5)`() {
    let scene = GestureScene()
    let tap = TapGestureRecognizer()
    scene.view.addGestureRecognizer(tap)
    let first = Listener("first", scene.harness.trace)
    var second: Listener? = Listener("second", scene.harness.trace)
    tap.addTarget(first, action: Listener.telling)
    if let second { tap.addTarget(second, action: Listener.plain) }
    tap.addTarget(first, action: Listener.plain)
    tap.addTarget(first, action: Listener.telling)
    scene.harness.play(oneTap)
    #expect(scene.take() == "V.began{A} first heard ended second heard first heard V.cancelled{A}")
    second = nil
    scene.harness.play(oneTap)
    #expect(scene.take() == "V.began{A} first heard ended first heard V.cancelled{A}")
  }

  @Test func `Nil is a wildcard in removal; a token stands for one registration (GR-4)`() {
    let scene = GestureScene()
    let listeners = ["x", "y"].map { Listener($0, scene.harness.trace) }
    let ways: [(String, (TapGestureRecognizer, GestureTargetToken) -> Void, String)] = [
      (
        "pair", { tap, _ in tap.removeTarget(listeners[0], action: Listener.plain) },
        "x heard ended y heard y heard ended closure "
      ),
      ("target", { tap, _ in tap.removeTarget(listeners[0]) }, "y heard y heard ended closure "),
      ("action", { tap, _ in tap.removeTarget(nil, action: Listener.telling) }, "x heard y heard closure "),
      ("everything", { tap, _ in tap.removeTarget(nil) }, ""),
      ("token", { tap, token in tap.removeTarget(token) }, "x heard x heard ended y heard y heard ended "),
    ]
    for (name, remove, expected) in ways {
      let tap = TapGestureRecognizer()
      scene.view.addGestureRecognizer(tap)
      for listener in listeners {
        tap.addTarget(listener, action: Listener.plain)
        tap.addTarget(listener, action: Listener.telling)
      }
      let token = tap.addTarget { _ in scene.harness.trace.record("closure") }
      remove(tap, token)
      scene.harness.play(oneTap)
      #expect(scene.take() == "V.began{A} \(expected)V.cancelled{A}", "\(name)")
      scene.view.removeGestureRecognizer(tap)
    }
  }

  @Test func `UIKit's form of adding and removing compiles, with nil too, and a method that takes its own type (GR-4, GR-5)`() {
    let scene = GestureScene()
    let listener = Listener("x", scene.harness.trace)
    let tap = TapGestureRecognizer(target: listener, action: Listener.typed)
    let pan = PanGestureRecognizer(target: listener, action: Listener.typed)
    for recognizer in [tap, pan] { scene.view.addGestureRecognizer(recognizer) }
    scene.harness.play(oneTap)
    #expect(scene.take() == "V.began{A} x heard 1 tap V.cancelled{A}")
    tap.addTarget(listener, action: Listener.plain)
    tap.removeTarget(listener, action: Listener.typed)
    scene.harness.play(oneTap)
    #expect(scene.take() == "V.began{A} x heard V.cancelled{A}")
    tap.removeTarget(listener, action: nil)
    scene.harness.play(oneTap)
    #expect(scene.take() == "V.began{A} V.cancelled{A}")
    tap.addTarget { _ in scene.harness.trace.record("closure") }
    tap.removeTarget(nil, action: nil)
    scene.harness.play(oneTap)
    #expect(scene.take() == "V.began{A} V.cancelled{A}")
  }

  @Test func `Actions come with the recognizer, of its own type, or without; closures get it too (GR-5)`() {
    let scene = GestureScene()
    let listener = Listener("x", scene.harness.trace)
    let taps = [
      TapGestureRecognizer(target: listener, action: Listener.heard),
      TapGestureRecognizer(target: listener, action: Listener.heardFromTap),
      TapGestureRecognizer { scene.harness.trace.record("closure \($0.state)") },
    ]
    taps[0].addTarget(listener, action: Listener.heardFromTap)
    for tap in taps {
      scene.view.addGestureRecognizer(tap)
      scene.harness.play(oneTap)
      scene.view.removeGestureRecognizer(tap)
    }
    #expect(
      scene.entries == """
        V.began{A} x heard x heard 1 tap V.cancelled{A} V.began{A} x heard 1 tap V.cancelled{A} \
        V.began{A} closure ended V.cancelled{A}
        """)
  }

  @Test func `A target that an earlier one has removed is not told; one added is told from the next message on (GR-4, TD-27)`()
  {
    let scene = GestureScene()
    let tap = TapGestureRecognizer()
    scene.view.addGestureRecognizer(tap)
    var token: GestureTargetToken?
    tap.addTarget { tap in
      scene.harness.trace.record("first")
      if let token { tap.removeTarget(token) }
      tap.addTarget { _ in scene.harness.trace.record("added") }
    }
    token = tap.addTarget { _ in scene.harness.trace.record("second") }
    scene.harness.play(oneTap)
    scene.harness.play(oneTap)
    #expect(scene.entries == "V.began{A} first V.cancelled{A} V.began{A} first added V.cancelled{A}")
  }

  // MARK: Touches

  @Test func `Leaving touches count in the call that tells of them, and in no message (GR-6)`() {
    let scene = GestureScene()
    var seen: [String] = []
    let note = { (what: String, gesture: GestureRecognizer) in
      let place = gesture.location(in: nil)
      seen.append("\(what) \(gesture.numberOfTouches) \(Int(place.x)),\(Int(place.y))")
    }
    scene.custom(
      "G", action: { note("act \($0.state)", $0) },
      does: [
        .began: { if $0.state == .possible { $0.state = .began } },
        .moved: { $0.state = .changed },
        .ended: {
          note("ended", $0)
          $0.state = $0.numberOfTouches == 1 ? .ended : .changed
        },
        .cancelled: {
          note("cancelled", $0)
          $0.state = .changed
        },
      ])
    scene.harness.play(
      TouchScript().down("A", 10, 10).down("B", 30, 50).down("C", 50, 90).frame { $0.move("A", 20, 10).move("B", 40, 50) }
        .cancel("C").up("A").up("B", at: Point(60, 70)))
    #expect(
      seen == [
        "act began 1 10,10", "act changed 3 36,50", "cancelled 3 36,50", "act changed 2 30,30", "ended 2 30,30",
        "act changed 1 40,50", "ended 1 60,70", "act ended 0 60,70",
      ])
    let gesture = scene.view.gestureRecognizers?.first
    #expect(gesture?.location(in: nil) == Point(60, 70), "it stays where it was last")
  }

  @Test func `Places are converted at the time of the call, each finger's by the order of going down (GR-6, TO-8)`() throws {
    let scene = GestureScene()
    let inner = scene.harness.add("C", Rect(x: 100, y: 100, width: 200, height: 200), to: scene.view)
    let gesture = scene.custom("G", silent: .all, does: [.began: { if $0.numberOfTouches == 3 { $0.ignoreTouches() } }])
    scene.harness.play(TouchScript().down("A", 110, 110).down("B", 130, 150).down("C", 400, 400))
    #expect(gesture.numberOfTouches == 2)
    #expect(gesture.location(in: nil) == Point(120, 130) && gesture.location(in: inner) == Point(20, 30))
    #expect(
      gesture.location(ofTouch: 0, in: inner) == Point(10, 10) && gesture.location(ofTouch: 1, in: nil) == Point(130, 150))
    inner.frame.origin = Point(50, 50)
    #expect(gesture.location(in: inner) == Point(70, 80))
    // Out of range is where that finger was last, or the centre, and is logged once.
    let before = scene.harness.messages.lines.count
    #expect(gesture.location(ofTouch: 7, in: nil) == Point(120, 130))
    scene.harness.play(TouchScript().move("B", 150, 150).up("B"))
    #expect(gesture.location(ofTouch: 1, in: nil) == Point(150, 150) && gesture.location(in: nil) == Point(110, 110))
    #expect(gesture.location(ofTouch: -1, in: nil) == Point(110, 110))
    #expect(scene.harness.messages.lines.count == before + 1)
  }

  @Test func `Name, buttons and modifier keys (GR-7)`() {
    let scene = GestureScene()
    let gesture = scene.custom("G", silent: .all)
    #expect(gesture.name == "G" && gesture.buttonMask == 0 && gesture.modifierFlags == [])
    scene.harness.key(.down, "x")
    scene.harness.play(TouchScript().down("P", 9, 9, kind: .indirectPointer, buttons: 2))
    #expect(gesture.buttonMask == 2)
    scene.harness.play(TouchScript().move("P", 19, 9, kind: .indirectPointer, buttons: 3))
    #expect(gesture.buttonMask == 3 && gesture.modifierFlags == [])
    scene.harness.modifiers = [.shift, .control]
    scene.harness.play(TouchScript().move("P", 29, 9, kind: .indirectPointer, buttons: 3))
    #expect(gesture.modifierFlags == [.shift, .control])
    scene.harness.modifiers = .control
    scene.harness.play(TouchScript().move("P", 39, 9, kind: .indirectPointer, buttons: 3))
    #expect(gesture.modifierFlags == [.control])
  }

  @Test func `A deadline counts from its setting on the dispatch clock, and ends with the attempt (GR-8, TD-1)`() {
    let scene = GestureScene()
    let gesture = scene.custom("G", silent: .touches)
    gesture.does = [
      .began: { $0.setDeadline(after: 0.3) }, .moved: { $0.setDeadline(after: 0.3) }, .ended: { $0.state = .failed },
    ]
    let other = scene.custom("H", silent: .touches)
    other.does = [.began: { $0.setDeadline(after: 0.3) }, .moved: { $0.cancelDeadline() }]
    let trace = scene.play(
      TouchScript().down("A", 9, 9).at(0.1).move("A", 10, 9).at(0.5).up("A").at(0.6).down("B", 9, 9).at(0.7).up("B").at(2))
    #expect(
      trace == """
        0.000 V.began{A}
        0.100 V.moved{A}
        0.400 G.deadline
        0.500 G:failed
        0.500 H:failed
        0.500 V.ended{A}
        0.500 G.reset
        0.500 H.reset
        0.600 V.began{B}
        0.700 G:failed
        0.700 H:failed
        0.700 V.ended{B}
        0.700 G.reset
        0.700 H.reset
        """)
  }

  @Test func `A deadline that is set in a reset is taken back (GR-8, RS-1)`() {
    let scene = GestureScene()
    scene.custom("G", does: [.reset: { $0.setDeadline(after: 0.1) }])
    scene.harness.play(oneTap.at(1))
    #expect(scene.entries == "G.touchesBegan{A} V.began{A} G.touchesEnded{A} G:failed V.ended{A} G.reset")
    #expect(scene.harness.application.pipeline.deadlines.next == nil)
  }
}
