import EaselGeometry
import EaselTestSupport
@testable import EaselToolkit
import Testing

/// A panel that stands out of its superview and is fed by a window's `sendEvent` (section 17.4, seed 004).
@Suite(.harnessed) struct PanelScenarioTests {
  private final class Panel: View {
    var isTouched = false
    /// The finger that it follows; without it the panel forgets its touch at the end of any finger, as the seed's does.
    var follows: Touch?
    var remembersTouch = false
    var calls: [String] = []

    override func touchesBegan(_ touches: Set<Touch>, with event: Event?) {
      calls.append("began")
      isTouched = true
      follows = follows ?? touches.first
    }

    override func touchesMoved(_ touches: Set<Touch>, with event: Event?) {
      calls.append("moved")
      let touch = remembersTouch ? follows : touches.first
      guard isTouched, let touch, touches.contains(touch) else { return }
      frame.origin += touch.location(in: superview) - touch.previousLocation(in: superview)
    }

    override func touchesEnded(_ touches: Set<Touch>, with event: Event?) {
      calls.append("ended")
      stop(touches)
    }

    override func touchesCancelled(_ touches: Set<Touch>, with event: Event?) {
      calls.append("cancelled")
      stop(touches)
    }

    private func stop(_ touches: Set<Touch>) {
      if remembersTouch, let follows, !touches.contains(follows) { return }
      isTouched = false
      follows = nil
    }
  }

  private final class PanelWindow: Window {
    var panel: Panel?
    var callsSuper = true
    var isInstalled = true
    var seen: [String] = []

    override func sendEvent(_ event: Event) {
      if isInstalled, let panel { feed(panel, event) }
      if callsSuper { super.sendEvent(event) }
    }

    private func feed(_ panel: Panel, _ event: Event) {
      var sets: [Touch.Phase: Set<Touch>] = [:]
      for touch in event.allTouches {
        let point = touch.location(in: panel)
        seen.append("\(touch.phase) \(Int(point.x.rounded())),\(Int(point.y.rounded()))")
        let isInside = point.x > 0 && point.x <= panel.bounds.width && point.y > 0 && point.y <= panel.bounds.height
        if touch.phase != .began || isInside { sets[touch.phase, default: []].insert(touch) }
      }
      if let touches = sets[.began] { panel.touchesBegan(touches, with: event) }
      if let touches = sets[.moved] { panel.touchesMoved(touches, with: event) }
      if let touches = sets[.ended] { panel.touchesEnded(touches, with: event) }
      if let touches = sets[.cancelled] { panel.touchesCancelled(touches, with: event) }
    }
  }

  private final class Holder: View {
    var includesSubviews = false
    override func point(inside point: Point, with event: Event?) -> Bool {
      super.point(inside: point, with: event) || (includesSubviews && subviews.contains { $0.frame.contains(point) })
    }
  }

  private struct Scene {
    let harness = WindowHarness(window: { app, size, _ in PanelWindow(application: app, title: "", size: size) })
    let root: RecordingView
    let holder = Holder(frame: Rect(x: 20, y: 20, width: 100, height: 100))
    let panel = Panel(frame: Rect(x: 150, y: 150, width: 120, height: 80))

    init() {
      root = harness.add("R", Rect(x: 0, y: 0, width: 480, height: 800))
      root.isMultipleTouchEnabled = true
      root.addSubview(holder)
      holder.addSubview(panel)
      (harness.window as? PanelWindow)?.panel = panel
      harness.settle()
    }

    var window: PanelWindow? { harness.window as? PanelWindow }
    var origin: Point { panel.frame.origin }

    /// A finger goes down, moves in steps and stays down.
    func drag(_ from: Point, _ steps: [Point]) {
      harness.application.coalescesMotion = false
      var script = TouchScript().down("A", from.x, from.y)
      var at = from
      for step in steps {
        at += step
        script = script.wait(0.01).move("A", at.x, at.y)
      }
      harness.play(script)
    }
  }

  private let slow = Array(repeating: Point(10, 0), count: 24)

  @Test func `A panel outside of its superview is not hit, yet drags under the finger (A4-1, A4-2, A4-3, A4-11)`() {
    let scene = Scene()
    #expect(scene.root.hitTest(Point(200, 200), with: nil) === scene.root)
    scene.drag(Point(200, 200), [])
    #expect(scene.window?.seen == ["began 30,30"] && scene.panel.calls == ["began"])
    #expect(scene.harness.trace.entries == "R.began{A}")
    #expect(scene.harness.application.pipeline.session.live.first?.view === scene.root)
    scene.harness.play(TouchScript().up("A"))
    let second = Scene()
    second.drag(Point(200, 200), slow)
    #expect(second.origin == Point(390, 150))
    #expect(second.window?.seen.count == 25 && second.harness.trace.entries.components(of: "R.moved") == 24)
  }

  @Test func `One large step and random ones come to the same place (A4-4, A4-5, A4-6, A4-7)`() {
    let scene = Scene()
    scene.drag(Point(200, 200), [Point(240, 400)])
    #expect(scene.origin == Point(390, 550))
    scene.harness.play(TouchScript().up("A"))
    // A drag that begins outside crosses the panel without moving it.
    scene.panel.calls = []
    scene.drag(Point(20, 700), [Point(200, 0), Point(200, -100), Point(10, -30)])
    scene.harness.play(TouchScript().up("A"))
    #expect(scene.origin == Point(390, 550) && scene.panel.calls == ["moved", "moved", "moved", "ended"])
    #expect(!scene.panel.isTouched)
    var generator = SeededGenerator(seed: 45)
    let random = Scene()
    var left = Point(240, 400)
    var steps: [Point] = []
    for _ in 0..<20 {
      steps.append(Point(.random(in: -30...50, using: &generator), .random(in: -30...50, using: &generator)))
      left -= steps[steps.count - 1]
    }
    random.drag(Point(200, 200), steps + [left])
    #expect(random.origin.distance(to: Point(390, 550)) < 1e-9)
    // A cancel in mid-drag ends it.
    random.harness.play(TouchScript().cancel("A"))
    #expect(!random.panel.isTouched && random.panel.calls.last == "cancelled")
    let origin = random.origin
    random.drag(Point(20, 700), [Point(400, -100)])
    #expect(random.origin == origin)
  }

  @Test func `Inside of a scaled superview the panel stays under the finger (A4-8, TO-8)`() {
    let scene = Scene()
    scene.holder.transform = AffineTransform(scaleX: 2, y: 2)
    #expect(scene.panel.convert(scene.panel.bounds, to: nil) == Rect(x: 270, y: 270, width: 240, height: 160))
    scene.drag(Point(300, 300), [Point(240, 400)])
    #expect(scene.origin == Point(270, 350))
    let stepped = Scene()
    stepped.holder.transform = AffineTransform(scaleX: 2, y: 2)
    stepped.drag(Point(300, 300), slow)
    #expect(stepped.origin == Point(270, 150))
  }

  @Test func `A resting finger is stationary; its lifting stops the seed's panel, not the one that remembers (A4-10)`() {
    for (remembers, expected) in [(false, Point(160, 150)), (true, Point(170, 150))] {
      let scene = Scene()
      scene.panel.remembersTouch = remembers
      scene.drag(Point(200, 200), [])
      scene.harness.play(
        TouchScript().down("B", 20, 700).wait(0.1).move("A", 210, 200).wait(0.1).up("B").wait(0.1).move("A", 220, 200).up("A"))
      #expect(scene.origin == expected)
      #expect(scene.window?.seen.contains("stationary -150,530") == true)
    }
  }

  @Test func `Without super nothing is delivered, and the next session works (A4-12); inside, both happen (A4-14)`() {
    let scene = Scene()
    scene.window?.callsSuper = false
    scene.drag(Point(200, 200), [Point(10, 0)])
    scene.harness.play(TouchScript().up("A"))
    #expect(scene.harness.trace.entries == "")
    scene.window?.callsSuper = true
    scene.drag(Point(20, 700), [])
    scene.harness.play(TouchScript().up("A"))
    #expect(scene.harness.trace.entries == "R.began{A} R.ended{A}")
    scene.panel.calls = []
    scene.panel.frame = Rect(x: 10, y: 10, width: 50, height: 50)
    scene.drag(Point(40, 40), [])
    #expect(scene.panel.calls == ["began", "began"])
  }

  @Test func `A holder whose point(inside:) takes its children in needs no override (A4-15, HT-14)`() {
    let scene = Scene()
    scene.window?.isInstalled = false
    scene.holder.includesSubviews = true
    scene.drag(Point(200, 200), [Point(240, 400)])
    #expect(scene.origin == Point(390, 550) && scene.harness.trace.entries == "")
    scene.harness.play(TouchScript().up("A"))
    scene.drag(Point(20, 700), [Point(400, -100)])
    #expect(scene.origin == Point(390, 550))
  }

  @Test func `A panel removed in mid-drag traps nothing (A4-16, CO-14)`() {
    let scene = Scene()
    scene.drag(Point(200, 200), [Point(10, 0)])
    scene.panel.removeFromSuperview()
    scene.harness.play(TouchScript().wait(0.1).move("A", 240, 200).up("A"))
    #expect(scene.panel.calls == ["began", "moved", "moved", "ended"])
  }
}
