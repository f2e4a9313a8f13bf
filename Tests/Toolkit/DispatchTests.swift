import EaselGeometry
import EaselInputEvents
import EaselPlatform
import EaselPlatformHeadless
import EaselTestSupport
@testable import EaselToolkit
import Testing

/// Timelines of the view phase (TD-17 to TD-30, DC-T16 to DC-T18, DC-T24).
@Suite(.harnessed) struct DispatchTests {
  private let full = Rect(x: 0, y: 0, width: 480, height: 800)
  private let left = Rect(x: 0, y: 0, width: 100, height: 100)
  private let right = Rect(x: 100, y: 0, width: 100, height: 100)

  @Test func `A view without multi-touch gets only its first finger (DC-T16, TD-18, TD-19)`() {
    let harness = WindowHarness()
    harness.add("V", full)
    harness.play(
      TouchScript().at(0).down("A", 10, 10).at(0.1).down("B", 50, 50)
        .at(0.2).frame { $0.move("A", 20, 10).move("B", 60, 50) }
        .at(0.3).up("A").at(0.4).down("C", 90, 90).at(0.5).frame { $0.up("B").up("C") }.at(0.6).down("D", 10, 10).up("D"))
    #expect(
      harness.trace.text == """
        0.000 V.began{A}
        0.200 V.moved{A}
        0.300 V.ended{A}
        0.600 V.began{D}
        0.600 V.ended{D}
        """)
    // Of several in one frame the first counts; one that ends in the same event is still in the way.
    harness.trace.clear()
    harness.play(
      TouchScript().frame { $0.down("A", 1, 1).down("B", 2, 2) }.frame { $0.up("A").down("C", 3, 3) }.up("B").up("C")
        .down("D", 1, 1).up("D"))
    #expect(harness.trace.entries == "V.began{A} V.ended{A} V.began{D} V.ended{D}")
  }

  @Test func `A view with multi-touch gets all fingers, one call a phase (DC-T17, TD-17, TD-20)`() {
    let harness = WindowHarness()
    let view = harness.add("V", full)
    view.isMultipleTouchEnabled = true
    harness.add("S", left, to: view)
    harness.play(
      TouchScript().at(0).down("A", 200, 200).at(0.1).down("B", 250, 200).at(0.15).down("C", 10, 10)
        .at(0.2).frame { $0.move("A", 201, 200).move("B", 251, 200).move("C", 11, 10) }
        .at(0.3).move("A", 202, 200).at(0.4).frame { $0.up("A").move("B", 252, 200) }.at(0.5).up("B").up("C"))
    #expect(
      harness.trace.text == """
        0.000 V.began{A}
        0.100 V.began{B}
        0.150 S.began{C}
        0.200 V.moved{A,B}
        0.200 S.moved{C}
        0.300 V.moved{A}
        0.400 V.moved{B}
        0.400 V.ended{A}
        0.500 V.ended{B}
        0.500 S.ended{C}
        """)
  }

  @Test func `Views come in the order of their oldest touch, changed or not (TD-17)`() {
    let harness = WindowHarness()
    let (v, w) = (harness.add("V", left), harness.add("W", right))
    v.isMultipleTouchEnabled = true
    w.isMultipleTouchEnabled = true
    harness.play(
      TouchScript().down("A", 110, 10).down("B", 10, 10).down("C", 120, 10)
        .frame { $0.move("B", 11, 10).move("C", 121, 10) }.up("A").wait(0.1).frame { $0.move("C", 122, 10).move("B", 12, 10) }
        .frame { $0.cancel("C").up("B") })
    #expect(
      harness.trace.entries == """
        W.began{A} V.began{B} W.began{C} W.moved{C} V.moved{B} W.ended{A} V.moved{B} W.moved{C} V.ended{B} W.cancelled{C}
        """)
  }

  @Test func `An exclusive view and its neighbours shut each other out (DC-T18, TD-21)`() {
    let harness = WindowHarness()
    harness.add("V", left)
    harness.add("E", right).isExclusiveTouch = true
    harness.play(
      TouchScript().at(0).down("A", 10, 10).down("B", 110, 10).up("A").move("B", 111, 10).up("B")
        .at(0.1).down("C", 110, 10).down("D", 10, 10).up("C").move("D", 11, 10).up("D"))
    #expect(harness.trace.entries == "V.began{A} V.ended{A} E.began{C} E.ended{C}")
    // In one frame the first one counts; a suppressed touch is in nobody's way.
    harness.trace.clear()
    harness.play(
      TouchScript().frame { $0.down("A", 10, 10).down("B", 110, 10) }.down("F", 12, 12).up("A").down("C", 110, 10).up("C")
        .up("B").down("D", 110, 10).up("D").up("F"))
    #expect(harness.trace.entries == "V.began{A} V.ended{A} E.began{D} E.ended{D}")
  }

  @Test func `The defaults forward the same set and event to next (TD-23, RC-2)`() {
    final class Partial: View {
      override func touchesBegan(_ touches: Set<Touch>, with event: Event?) {}
    }
    let harness = WindowHarness()
    let outer = harness.add("V", full)
    let middle = View(frame: full)
    let inner = Partial(frame: full)
    outer.addSubview(middle)
    middle.addSubview(inner)
    harness.play(TouchScript().down("A", 1, 1).move("A", 2, 2).up("A").down("B", 1, 1).cancel("B"))
    #expect(harness.trace.entries == "V.moved{A} V.ended{A} V.cancelled{B}")
  }

  @Test func `A view removed in its own touchesMoved is cancelled at the end of the turn (DC-T24, TD-24, SC-7)`() {
    let harness = WindowHarness()
    let view = harness.add("V", full)
    view.onTouches = { [unowned view] call, touches, event in
      harness.trace.record("phase \(touches.first.map { "\($0.phase)" } ?? "")")
      guard call == "moved" else { return }
      view.removeFromSuperview()
      harness.window.addSubview(view)
      harness.trace.record("back")
    }
    harness.play(TouchScript().at(0).down("A", 1, 1).at(0.1).move("A", 2, 2).at(0.2).move("A", 3, 3).up("A"))
    #expect(
      harness.trace.text == """
        0.000 V.began{A}
        0.000 phase began
        0.100 V.moved{A}
        0.100 phase moved
        0.100 back
        0.100 V.cancelled{A}
        0.100 phase cancelled
        """)
  }

  @Test func `Outside of a turn a view's leaving cancels in the loop's next turn; its subtree counts (TD-24)`() {
    let harness = WindowHarness()
    let outer = harness.add("V", full)
    let inner = harness.add("I", left, to: outer)
    harness.play(TouchScript().down("A", 1, 1).down("B", 200, 200))
    outer.removeFromSuperview()
    #expect(harness.trace.entries == "I.began{A} V.began{B}")
    harness.loop.turn()
    #expect(harness.trace.entries == "I.began{A} V.began{B} I.cancelled{A} V.cancelled{B}")
    harness.play(TouchScript().move("A", 2, 2).up("B").up("A"))
    #expect(harness.trace.entries.components(of: "{") == 4)
    // An event that comes first finds the cancel due.
    harness.window.addSubview(outer)
    harness.trace.clear()
    harness.play(TouchScript().down("A", 1, 1))
    inner.removeFromSuperview()
    harness.send([.init(finger: "A", phase: .up)])
    #expect(harness.trace.entries == "I.began{A} I.cancelled{A}")
  }

  @Test func `A view that an earlier handler removed hears nothing of what began in that event (TD-27, TD-24)`() {
    let harness = WindowHarness()
    let (v, w) = (harness.add("V", left), harness.add("W", right))
    v.onTouches = { call, _, _ in if call == "began" { w.removeFromSuperview() } }
    harness.play(
      TouchScript().frame { $0.down("A", 1, 1).down("B", 110, 1) }.frame { $0.move("A", 2, 1).move("B", 111, 1) }
        .frame { $0.up("A").up("B") })
    #expect(harness.trace.entries == "V.began{A} V.moved{A} V.ended{A}")
    // One that leaves in the event of its end is cancelled instead.
    harness.window.addSubview(w)
    harness.trace.clear()
    v.onTouches = { call, _, _ in if call == "ended" { w.removeFromSuperview() } }
    harness.play(TouchScript().frame { $0.down("A", 1, 1).down("B", 110, 1) }.frame { $0.up("A").up("B") })
    #expect(harness.trace.entries == "V.began{A} W.began{B} V.ended{A} W.cancelled{B}")
  }

  @Test func `A view may leave in any kind of turn, and take others with it (TD-24, TD-27)`() {
    let harness = WindowHarness()
    let (v, w) = (harness.add("V", left), harness.add("W", right))
    let key = harness.add("K", Rect(x: 300, y: 300, width: 10, height: 10))
    key.becomeFirstResponder()
    key.commands = [KeyCommand("x") { w.removeFromSuperview() }]
    w.onTouches = { call, _, _ in if call == "cancelled" { v.removeFromSuperview() } }
    harness.trace.clear()
    harness.play(TouchScript().frame { $0.down("A", 1, 1).down("B", 110, 1) })
    harness.backend.inputSink?.receive(
      .key(KeyEvent(time: harness.loop.now, surface: harness.surface.id, phase: .down, code: 1, shortcutSymbol: 0x78)))
    #expect(harness.trace.entries == "V.began{A} W.began{B} W.cancelled{B} V.cancelled{A}")
  }

  @Test func `Moving inside the window and changing a view's settings leave touches alone (TD-25, TD-26)`() {
    let harness = WindowHarness()
    let (outer, view) = (harness.add("O", full), harness.add("V", left))
    harness.play(TouchScript().down("A", 1, 1))
    outer.addSubview(view)
    harness.loop.turn()
    view.isHidden = true
    view.alpha = 0
    view.isUserInteractionEnabled = false
    harness.play(TouchScript().wait(0.1).move("A", 2, 2).up("A"))
    #expect(harness.trace.entries == "V.began{A} V.moved{A} V.ended{A}")
  }

  @Test func `What an override keeps for itself reaches no view, and no view waits for ever (TD-5, TD-28, TD-29)`() throws {
    final class Keeping: Window {
      var keeps: (Event) -> Bool = { _ in false }
      override func sendEvent(_ event: Event) {
        if !keeps(event) { super.sendEvent(event) }
      }
    }
    let harness = WindowHarness(window: { app, size, _ in Keeping(application: app, title: "", size: size) })
    let window = try #require(harness.window as? Keeping)
    let view = harness.add("V", full)
    let script = TouchScript().down("A", 1, 1).wait(0.1).move("A", 2, 2).wait(0.1).up("A")
    let cases: [(Touch.Phase?, String)] = [
      (nil, "V.began{A} V.moved{A} V.ended{A}"), (.began, ""), (.moved, "V.began{A} V.ended{A}"),
      (.ended, "V.began{A} V.moved{A} V.cancelled{A}"),
    ]
    for (phase, expected) in cases {
      harness.trace.clear()
      window.keeps = { $0.allTouches.first?.phase == phase }
      harness.play(script)
      #expect(harness.trace.entries == expected)
    }
    // An application may call a view's methods itself; the pipeline takes no notice.
    harness.trace.clear()
    window.keeps = { event in
      if event.allTouches.first?.phase == .began { view.touchesBegan(event.allTouches, with: event) }
      return false
    }
    harness.play(script)
    #expect(harness.trace.entries == "V.began{A} V.began{A} V.moved{A} V.ended{A}")
  }

  @Test func `The application passes an event to each window once, in the order of its oldest touch (TD-3, TD-4)`() throws {
    final class Watching: Window {
      var note: (() -> Void)?
      override func sendEvent(_ event: Event) {
        note?()
        super.sendEvent(event)
        super.sendEvent(event)
      }
    }
    let harness = WindowHarness(window: { app, size, _ in Watching(application: app, title: "", size: size) })
    let second = Watching(application: harness.application, title: "", size: Size(300, 300))
    try second.makeKeyAndVisible()
    harness.settle()
    let (v, w) = (harness.add("V", full), harness.add("W", full, to: second))
    v.isMultipleTouchEnabled = true
    (harness.window as? Watching)?.note = { harness.trace.record("1") }
    second.note = { harness.trace.record("2") }
    let surface = harness.backend.surfaces[1].id
    harness.play(TouchScript().down("A", 1, 1), on: surface)
    harness.play(TouchScript().down("B", 1, 1).move("B", 2, 2))
    harness.play(TouchScript().down("C", 1, 1))
    harness.play(TouchScript().wait(0.1).up("A").wait(0.1).frame { $0.up("B").up("C") })
    #expect(
      harness.trace.entries == """
        2 W.began{A} 2 1 V.began{B} 2 1 V.moved{B} 2 1 V.began{C} 2 W.ended{A} 1 1 V.ended{B,C}
        """)
    #expect(w.touchGroup == nil)
  }

  @Test func `A touch on nothing but the window is the window's (TD-30)`() {
    final class Listening: Window {
      var note: ((String) -> Void)?
      override func touchesBegan(_ touches: Set<Touch>, with event: Event?) { note?("began") }
      override func touchesEnded(_ touches: Set<Touch>, with event: Event?) { note?("ended") }
    }
    let harness = WindowHarness(window: { app, size, trace in
      let window = Listening(application: app, title: "", size: size)
      window.note = { trace.record("window.\($0)") }
      return window
    })
    harness.play(TouchScript().down("A", 1, 1).move("A", 2, 2).up("A"))
    #expect(harness.trace.entries == "window.began window.ended")
  }
}

/// Turns: what waits, what runs at once, deadlines (TD-1, TD-7).
@Suite(.harnessed) struct TurnTests {
  private let full = Rect(x: 0, y: 0, width: 480, height: 800)

  @Test func `Deadlines run before a later event, in order, each a turn of its own (TD-1)`() {
    let harness = WindowHarness()
    harness.add("V", full)
    let pipeline = harness.application.pipeline
    func deadline(_ name: String, _ seconds: Double) -> Deadline {
      let deadline = Deadline { _ in
        harness.trace.record("\(name) \(pipeline.isInTurn)")
      }
      pipeline.arm(deadline, afterSeconds: seconds)
      return deadline
    }
    let kept = [deadline("late", 0.3), deadline("first", 0.1), deadline("second", 0.1), deadline("never", 0.15)]
    pipeline.deadlines.disarm(kept[3])
    pipeline.arm(kept[0], afterSeconds: 0.2)
    // A late loop: the event of 0.15 s is read before the timer of 0.1 s had its turn.
    let time = harness.loop.now.advanced(bySeconds: 0.15)
    harness.send([.init(finger: "A", phase: .down, position: Point(1, 1))], time: time)
    harness.loop.advance(bySeconds: 1)
    #expect(harness.trace.text == "0.000 first true\n0.000 second true\n0.000 V.began{A}\n0.200 late true")
  }

  @Test func `A deadline that is put off leaves the loop's timer to the next one (TD-1)`() {
    let harness = WindowHarness()
    let pipeline = harness.application.pipeline
    let first = Deadline { _ in harness.trace.record("first") }
    let second = Deadline { _ in harness.trace.record("second") }
    pipeline.arm(first, afterSeconds: 0.1)
    pipeline.arm(second, afterSeconds: 0.3)
    pipeline.arm(first, afterSeconds: 0.5)
    harness.loop.advance(bySeconds: 1)
    pipeline.arm(first, afterSeconds: 0.1)
    pipeline.deadlines.disarm(first)
    #expect(harness.loop.isIdle)
    #expect(harness.trace.text == "0.300 second\n0.500 first")
  }

  @Test func `Inside a turn the dispatch clock is the event's or the deadline's (TD-1, CO-1)`() {
    let harness = WindowHarness()
    let view = harness.add("V", full)
    let pipeline = harness.application.pipeline
    var times: [Timestamp] = []
    view.onTouches = { _, _, _ in times.append(pipeline.now) }
    let deadline = Deadline { _ in times.append(pipeline.now) }
    pipeline.arm(deadline, afterSeconds: 0.010)
    let start = harness.loop.now
    harness.send([.init(finger: "A", phase: .down, position: Point(1, 1))], time: start.advanced(bySeconds: 0.012))
    #expect(times == [start.advanced(bySeconds: 0.010), start.advanced(bySeconds: 0.012)])
    #expect(pipeline.now == start)
  }

  @Test func `A movement that waits for a paint goes before a deadline that falls due (EV-4, TD-1)`() {
    let harness = WindowHarness()
    let view = harness.add("V", full)
    harness.settle()
    view.onTouches = { _, _, _ in view.setNeedsDisplay() }
    harness.surface.isWithholdingFrames = true
    let deadline = Deadline { _ in harness.trace.record("deadline") }
    harness.play(TouchScript().at(0).down("A", 1, 1).at(0.001).move("A", 2, 2))
    harness.application.pipeline.arm(deadline, afterSeconds: 0.1)
    harness.play(TouchScript().at(0.004).move("A", 3, 3).at(0.2))
    #expect(
      harness.trace.text == """
        0.000 V.began{A}
        0.001 V.moved{A}
        0.101 V.moved{A}
        0.101 deadline
        """)
  }

  @Test func `Input that comes inside a turn waits; an event sent by hand runs at once (TD-7)`() {
    let harness = WindowHarness()
    let view = harness.add("V", full)
    view.isMultipleTouchEnabled = true
    harness.add("K", .zero)
    view.onTouches = { call, touches, event in
      guard call == "began", touches.first.map({ harness.name(of: $0) }) == "A" else { return }
      harness.send([.init(finger: "B", phase: .down, position: Point(5, 5))])
      let key = KeyEvent(time: harness.loop.now, surface: harness.surface.id, phase: .down, code: 1, shortcutSymbol: 0x78)
      harness.application.sendEvent(PressesEvent(key))
      // The event of this turn again: each window handles it once.
      if let event { harness.application.sendEvent(event) }
      harness.trace.record("done")
    }
    view.becomeFirstResponder()
    harness.trace.clear()
    harness.play(TouchScript().down("A", 1, 1).wait(0.1).frame { $0.up("A").up("B") })
    #expect(harness.trace.entries == "V.began{A} V.pressed{x} done V.began{B} V.ended{A,B}")
  }

  @Test func `A stored event of a session that is over does nothing`() {
    let harness = WindowHarness()
    let view = harness.add("V", full)
    var kept: Event?
    view.onTouches = { _, _, event in kept = event }
    harness.play(TouchScript().down("A", 1, 1).up("A"))
    harness.trace.clear()
    if let kept { harness.application.sendEvent(kept) }
    #expect(harness.trace.entries == "")
  }
}
