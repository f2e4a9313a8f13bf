import EaselGeometry
import EaselPlatform
import EaselTestSupport
@testable import EaselToolkit
import Testing

/// Which view a point goes to (HT).
@Suite(.harnessed) struct HitTestingTests {
  /// A view that is larger for fingers than for the eye.
  private final class Generous: View {
    override func point(inside point: Point, with event: Event?) -> Bool {
      bounds.insetBy(dx: -10, dy: -10).contains(point)
    }
  }

  /// A view whose children may stand out of it.
  private final class Holder: View {
    override func point(inside point: Point, with event: Event?) -> Bool {
      bounds.contains(point) || subviews.contains { $0.frame.contains(point) }
    }
  }

  /// A window that answers with another view than the one under the finger.
  private final class Pointing: Window {
    var answer: View?
    var calls = 0

    override func hitTest(_ point: Point, with event: Event?) -> View? {
      calls += 1
      return answer ?? super.hitTest(point, with: event)
    }
  }

  private func child(_ frame: Rect, in superview: View) -> View {
    let view = View(frame: frame)
    superview.addSubview(view)
    return view
  }

  @Test func `Hidden, disabled, transparent and missed views take their subtree out (HT-1, HT-2, HT-3, HT-6, HT-15)`() {
    let root = View(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    let outer = child(Rect(x: 10, y: 10, width: 50, height: 50), in: root)
    let inner = child(Rect(x: 10, y: 10, width: 20, height: 20), in: outer)
    let at = Point(25, 25)
    #expect(outer.isUserInteractionEnabled && root.hitTest(at, with: nil) === inner)
    outer.isHidden = true
    #expect(root.hitTest(at, with: nil) === root)
    outer.isHidden = false
    outer.isUserInteractionEnabled = false
    #expect(root.hitTest(at, with: nil) === root)
    outer.isUserInteractionEnabled = true
    outer.alpha = 0.0099
    #expect(root.hitTest(at, with: nil) === root)
    outer.alpha = 0.01
    inner.alpha = 0.01
    #expect(root.hitTest(at, with: nil) === inner)
    // The left and top edges belong to the view, the right and bottom ones do not.
    #expect(root.hitTest(Point(20, 20), with: nil) === inner)
    #expect(root.hitTest(Point(40, 39.999), with: nil) === outer)
    #expect(root.hitTest(Point(39.999, 40), with: nil) === outer)
    #expect(root.hitTest(Point(100, 0), with: nil) == nil)
    inner.frame.size.width = 0
    #expect(root.hitTest(Point(20, 20), with: nil) === outer)
  }

  @Test
  func `The last subview is asked first; clipping, colours and drawn order by anything else do not count (HT-4, HT-5, HT-7)`() {
    let root = View(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    let low = child(Rect(x: 10, y: 10, width: 50, height: 50), in: root)
    let high = child(Rect(x: 10, y: 10, width: 50, height: 50), in: root)
    let out = child(Rect(x: 40, y: 0, width: 30, height: 30), in: low)
    #expect(root.hitTest(Point(55, 15), with: nil) === high)
    root.sendSubviewToBack(high)
    #expect(root.hitTest(Point(55, 15), with: nil) === out)
    // Outside of its superview a subview is drawn but not hit.
    #expect(root.hitTest(Point(70, 15), with: nil) === root)
    low.clipsToBounds = true
    low.backgroundColor = .clear
    #expect(root.hitTest(Point(55, 15), with: nil) === out)
  }

  @Test func `Windows are tried by level, then by showing; only those of the surface (HT-9)`() throws {
    let harness = WindowHarness()
    let other = Window(application: harness.application, title: "Other", size: Size(480, 800))
    try other.makeKeyAndVisible()
    var panels: [Window] = []
    for (index, level) in [0.0, 2, 1].enumerated() {
      let panel = Window(sharing: harness.window, frame: Rect(x: Double(index) * 50, y: 0, width: 100, height: 100))
      panel.level = level
      try panel.show()
      panels.append(panel)
    }
    func hit(_ x: Double) -> Int? {
      var found: Int?
      harness.play(TouchScript().down("A", x, 10))
      let touch = harness.application.pipeline.session.live.first
      found = panels.firstIndex { $0 === touch?.window }
      harness.play(TouchScript().up("A"))
      return found
    }
    // Panels cover 0…100, 50…150 and 100…200, the middle one highest.
    #expect([10, 60, 110, 160, 300].map(hit) == [0, 1, 1, 2, nil])
    panels[1].isHidden = true
    #expect([60, 110].map(hit) == [0, 2])
    panels[2].close()
    #expect([60, 110].map(hit) == [0, nil])
  }

  @Test func `hitTest runs once at the down, before sendEvent (HT-10, TD-2)`() {
    final class App: Application {
      var trace: TraceRecorder?
      override func sendEvent(_ event: Event) {
        trace?.record("send \(event.allTouches.first?.view is RecordingView)")
        super.sendEvent(event)
      }
    }
    final class Watching: Window {
      var trace: TraceRecorder?
      override func hitTest(_ point: Point, with event: Event?) -> View? {
        trace?.record("hitTest")
        return super.hitTest(point, with: event)
      }
    }
    let harness = WindowHarness(
      application: { backend, log, trace in
        let app = App(backend: backend, applicationID: "test", log: log)
        app.trace = trace
        return app
      },
      window: { app, size, trace in
        let window = Watching(application: app, title: "", size: size)
        window.trace = trace
        return window
      })
    harness.add("V", Rect(x: 0, y: 0, width: 100, height: 100))
    harness.play(TouchScript().down("A", 10, 10).move("A", 300, 300).up("A"))
    #expect(harness.trace.entries == "hitTest send true V.began{A} send true V.moved{A} send true V.ended{A}")
  }

  @Test func `An override's answer is trusted inside its window and counts as none elsewhere (HT-11, HT-12)`() throws {
    let harness = WindowHarness(window: { app, size, _ in Pointing(application: app, title: "", size: size) })
    let window = try #require(harness.window as? Pointing)
    let view = harness.add("V", Rect(x: 0, y: 0, width: 10, height: 10))
    window.answer = view
    harness.play(TouchScript().down("A", 300, 300).up("A"))
    #expect(harness.trace.entries == "V.began{A} V.ended{A}")
    // A view in no window, and one in another window: nothing begins, and what follows finds no touch.
    harness.trace.clear()
    let stray = View(frame: Rect(x: 0, y: 0, width: 480, height: 800))
    window.answer = stray
    harness.play(TouchScript().down("A", 5, 5).move("A", 6, 6).up("A"))
    let other = Window(application: harness.application, title: "", size: Size(100, 100))
    window.answer = other
    harness.play(TouchScript().down("A", 5, 5).up("A"))
    #expect(harness.trace.entries == "" && window.calls == 3)
    #expect(harness.messages.lines == ["debug: hitTest returned a view that is not in the window; it counts as none."])
    window.answer = nil
    window.isUserInteractionEnabled = false
    harness.play(TouchScript().down("A", 5, 5).move("A", 6, 6).up("A"))
    #expect(harness.trace.entries == "")
  }

  @Test func `While interaction is ignored new contacts are swallowed for life, those in progress go on (HT-13)`() {
    let harness = WindowHarness()
    let view = harness.add("V", Rect(x: 0, y: 0, width: 100, height: 100))
    view.isMultipleTouchEnabled = true
    harness.play(TouchScript().down("A", 10, 10))
    harness.application.beginIgnoringInteractionEvents()
    harness.application.beginIgnoringInteractionEvents()
    harness.play(TouchScript().down("B", 20, 20).move("A", 11, 11))
    harness.application.endIgnoringInteractionEvents()
    harness.play(TouchScript().down("C", 20, 20))
    harness.application.endIgnoringInteractionEvents()
    harness.play(TouchScript().move("B", 30, 30).move("C", 30, 30).up("B").up("C").down("D", 5, 5).up("D").up("A"))
    #expect(harness.trace.entries == "V.began{A} V.moved{A} V.began{D} V.ended{D} V.ended{A}")
  }

  @Test func `A larger point(inside:) reaches as far as the ancestors', and can take children outside in (HT-14)`() {
    let root = View(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    let outer = child(Rect(x: 20, y: 20, width: 20, height: 20), in: root)
    let generous = Generous(frame: Rect(x: 5, y: 5, width: 10, height: 10))
    outer.addSubview(generous)
    #expect(root.hitTest(Point(21, 21), with: nil) === generous)
    #expect(root.hitTest(Point(19, 21), with: nil) === root)
    let holder = Holder(frame: Rect(x: 50, y: 50, width: 20, height: 20))
    root.addSubview(holder)
    let outside = child(Rect(x: 30, y: 0, width: 10, height: 10), in: holder)
    #expect(root.hitTest(Point(85, 55), with: nil) === outside)
    #expect(root.hitTest(Point(75, 55), with: nil) === root)
  }
}
