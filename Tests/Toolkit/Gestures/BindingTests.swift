import EaselGeometry
import EaselInputEvents
import EaselTestSupport
@testable import EaselToolkit
import Testing

/// Which recognizers get which touches (6.2).
@Suite(.harnessed) struct BindingTests {
  private let small = Rect(x: 0, y: 0, width: 200, height: 200)

  @Test
  func `Recognizers come deepest view first, up to the window; in a view by addition, taps by falling count (TD-8, GR-2)`() {
    let scene = GestureScene()
    let inner = scene.harness.add("C", small, to: scene.view)
    let order = { (touch: Touch) in touch.gestureRecognizers.compactMap(\.name).joined(separator: " ") }
    scene.custom("w", to: scene.harness.window)
    scene.custom("v", to: scene.view)
    scene.tap("one", taps: 1, to: inner)
    scene.custom("a", to: inner)
    scene.tap("three", taps: 3, to: inner)
    scene.tap("two", taps: 2, to: inner)
    scene.custom("b", to: inner)
    scene.tap("three again", taps: 3, to: inner)
    scene.harness.play(TouchScript().down("A", 9, 9).down("B", 300, 300))
    #expect(
      scene.entries == """
        a.touchesBegan{A} b.touchesBegan{A} v.touchesBegan{A} w.touchesBegan{A} C.began{A} \
        v.touchesBegan{B} w.touchesBegan{B} V.began{B}
        """)
    let touches = scene.harness.application.pipeline.session.live
    #expect(order(touches[0]) == "three a three again two b one v w")
    #expect(order(touches[1]) == "v w")
  }

  @Test func `A touch that cannot continue ends the attempt first: fail, dependents, actions, reset, offer (TD-9, TAP-9)`() {
    let scene = GestureScene()
    let double = scene.tap("double", taps: 2, showsStates: true)
    let single = scene.tap("single", showsStates: true)
    single.require(toFail: double)
    scene.custom("probe", silent: [.ended, .reset])
    scene.harness.play(TouchScript().down("A", 100, 100).at(0.06).up("A"))
    #expect(scene.take() == "probe.touchesBegan{A} V.began{A} single:held probe:failed")
    scene.harness.play(TouchScript().down("B", 180, 100))
    #expect(
      scene.take() == """
        double:failed single:ended act(single,ended) double:reset single:reset probe.touchesBegan{B} V.cancelled{A} V.began{B}
        """)
    scene.harness.play(TouchScript().wait(0.06).up("B").wait(1))
    #expect(
      scene.entries == """
        single:held probe:failed double:failed single:ended act(single,ended) V.cancelled{B} double:reset single:reset
        """)
  }

  @Test func `A custom recognizer's attempt without a finger goes on with any new touch (TD-9)`() {
    let scene = GestureScene()
    scene.custom("G").staysOpen = true
    scene.harness.play(TouchScript().down("A", 9, 9).wait(0.1).up("A").wait(5).down("B", 400, 700))
    #expect(
      scene.entries == "G.touchesBegan{A} V.began{A} G.touchesEnded{A} G.touchesBegan{B} V.began{B}")
  }

  @Test func `Disabled recognizers and other types of touches are out before anybody is asked (TD-10)`() {
    let scene = GestureScene()
    let delegate = scene.delegate("D", [.shouldReceiveEvent: { _, _ in true }, .shouldReceiveTouch: { _, _ in true }])
    let disabled = scene.custom("disabled", silent: [.reset])
    disabled.isEnabled = false
    let pencil = scene.custom("pencil", silent: [.reset])
    pencil.allowedTouchTypes = [.pencil]
    let first = scene.custom("first", silent: [.reset])
    let any = scene.custom("any", silent: [.reset])
    any.requiresExclusiveTouchType = false
    for recognizer in [disabled, pencil, first, any] {
      recognizer.delegate = delegate
      recognizer.answers[.shouldReceive] = { _ in true }
      recognizer.does[.cancelled] = { $0.state = .failed }
    }
    scene.harness.play(TouchScript().down("A", 9, 9))
    #expect(
      scene.take() == """
        first.shouldReceive() yes D.shouldReceiveEvent(first) yes D.shouldReceiveTouch(first) yes \
        any.shouldReceive() yes D.shouldReceiveEvent(any) yes D.shouldReceiveTouch(any) yes \
        first.touchesBegan{A} any.touchesBegan{A} V.began{A}
        """)
    // The first one has a finger, so a pen is nothing to it.
    scene.harness.play(TouchScript().down("P", 9, 9, kind: .pencil))
    #expect(
      scene.take() == """
        pencil.shouldReceive() yes D.shouldReceiveEvent(pencil) yes D.shouldReceiveTouch(pencil) yes \
        any.shouldReceive() yes D.shouldReceiveEvent(any) yes D.shouldReceiveTouch(any) yes \
        pencil.touchesBegan{P} any.touchesBegan{P} V.began{P}
        """)
  }

  @Test func `Any no keeps the touch away for its life; the event's question comes once, the touch's for each (TD-10, DG-2)`() {
    let scene = GestureScene()
    let isNo = { (name: String) in { (recognizer: GestureRecognizer, _: GestureRecognizer?) in recognizer.name != name } }
    let delegate = scene.delegate("D", [.shouldReceiveEvent: isNo("event"), .shouldReceiveTouch: isNo("touch")])
    for name in ["own", "event", "touch"] {
      let recognizer = scene.custom(name)
      recognizer.delegate = delegate
      if name == "own" { recognizer.answers[.shouldReceive] = { _ in false } }
    }
    scene.harness.play(TouchScript().frame { $0.down("A", 9, 9).down("B", 99, 9) }.move("A", 20, 9).up("A").up("B"))
    #expect(
      scene.entries == """
        own.shouldReceive() no D.shouldReceiveEvent(event) no \
        D.shouldReceiveEvent(touch) yes D.shouldReceiveTouch(touch) no \
        own.shouldReceive() no D.shouldReceiveTouch(touch) no \
        V.began{A,B} V.moved{A} V.ended{A} V.ended{B}
        """)
  }

  @Test func `A question's answer may take recognizers out: they get nothing (TD-10, TD-27)`() {
    let scene = GestureScene()
    let other = scene.harness.add("O", Rect(x: 300, y: 300, width: 50, height: 50), to: scene.view)
    let names = ["removed", "moved", "disabled"]
    let recognizers = names.map { scene.custom($0) }
    let delegate = scene.delegate("D", [:])
    delegate.answers[.shouldReceiveTouch] = { recognizer, _ in
      switch recognizer.name {
      case "removed": recognizer.view?.removeGestureRecognizer(recognizer)
      case "moved": other.addGestureRecognizer(recognizer)
      default: recognizer.isEnabled = false
      }
      return true
    }
    for recognizer in recognizers { recognizer.delegate = delegate }
    scene.harness.play(TouchScript().down("A", 9, 9).up("A"))
    #expect(
      scene.entries == """
        D.shouldReceiveTouch(removed) yes D.shouldReceiveTouch(moved) yes D.shouldReceiveTouch(disabled) yes V.began{A} V.ended{A}
        """)
    #expect(scene.harness.application.pipeline.gestures.arena.participants.isEmpty)
  }

  @Test func `A failed recognizer is linked to new touches, and is reset when the last one lifts (TD-11, RS-3)`() {
    let scene = GestureScene()
    scene.custom("G", does: [.moved: { $0.state = .failed }])
    scene.harness.play(TouchScript().down("A", 9, 9).move("A", 19, 9).down("B", 99, 9))
    #expect(scene.take() == "G.touchesBegan{A} V.began{A} G.touchesMoved{A} G:failed V.moved{A} V.began{B}")
    scene.harness.play(TouchScript().move("B", 100, 9).up("A").move("B", 101, 9))
    #expect(scene.take() == "V.moved{B} V.ended{A} V.moved{B}")
    #expect(scene.view.gestureRecognizers?.first?.state == .failed)
    scene.harness.play(TouchScript().up("B"))
    #expect(scene.take() == "V.ended{B} G.reset")
    #expect(scene.view.gestureRecognizers?.first?.state == .possible)
  }

  @Test func `A failed recognizer is not linked to a touch that it would not get (TD-11, TD-10)`() {
    let scene = GestureScene()
    let gesture = scene.custom("G", does: [.moved: { $0.state = .failed }])
    gesture.allowedTouchTypes = [.direct]
    scene.harness.play(TouchScript().down("A", 9, 9).move("A", 19, 9).down("P", 99, 9, kind: .pencil))
    scene.harness.trace.clear()
    scene.harness.play(TouchScript().up("A"))
    #expect(scene.entries == "V.ended{A} G.reset")
  }

  @Test func `A held discrete recognizer ignores new touches, a held continuous one takes them (TD-11)`() {
    let scene = GestureScene()
    let open = scene.custom("O", silent: .all)
    open.staysOpen = true
    let discrete = scene.custom("D", silent: [.ended], does: [.ended: { $0.state = .ended }])
    let continuous = scene.custom("C", silent: [.ended], does: [.began: { if $0.numberOfTouches == 1 { $0.state = .began } }])
    discrete.require(toFail: open)
    continuous.require(toFail: open)
    scene.harness.play(TouchScript().down("A", 9, 9).up("A").down("B", 99, 9))
    #expect(
      scene.take() == """
        D.touchesBegan{A} C.touchesBegan{A} C:held V.began{A} D:held C.touchesBegan{B} V.began{B}
        """)
    // The touch that it ignored does not hold its reset back either.
    discrete.isEnabled = false
    #expect(scene.take() == "D:failed D.reset")
  }

  @Test func `A touch tells who receives it now: not who has failed, ignored it, was disabled or finished (TO-12)`() throws {
    let scene = GestureScene()
    let all = ["failing", "ignoring", "disabled", "finishing", "watching"].map { scene.custom($0, silent: .all) }
    for recognizer in all { recognizer.answers[.canPrevent] = { _ in false } }
    scene.harness.play(TouchScript().down("A", 9, 9))
    let touch = try #require(scene.harness.application.pipeline.session.live.first)
    let names = { touch.gestureRecognizers.compactMap(\.name) }
    #expect(names() == ["failing", "ignoring", "disabled", "finishing", "watching"])
    all[0].state = .failed
    #expect(names() == ["ignoring", "disabled", "finishing", "watching"])
    all[1].ignore(touch, for: scene.harness.application.pipeline.session.event)
    #expect(names() == ["disabled", "finishing", "watching"])
    all[2].isEnabled = false
    #expect(names() == ["finishing", "watching"])
    all[3].state = .ended
    #expect(names() == ["watching"])
    scene.view.removeGestureRecognizer(all[4])
    #expect(names() == [])
  }

  @Test func `A recognizer added in the middle sees only touches that begin later (TD-12)`() {
    let scene = GestureScene()
    scene.harness.play(TouchScript().down("A", 9, 9))
    scene.custom("G")
    scene.harness.play(TouchScript().move("A", 20, 9).down("B", 99, 9).move("A", 30, 9).up("A").up("B"))
    #expect(
      scene.entries == """
        V.began{A} V.moved{A} G.touchesBegan{B} V.began{B} V.moved{A} V.ended{A} G.touchesEnded{B} G:failed V.ended{B} G.reset
        """)
  }
}
