import EaselGeometry
import EaselInputEvents
import EaselPlatform
import EaselPlatformHeadless
import EaselTestSupport
import Testing

@testable import EaselToolkit

/// References upwards keep nothing alive, so whoever goes first must leave the others in order.
@Suite(.harnessed) struct LifetimeTests {
  @Test func `A subview that somebody holds outlives its superview and has none then (CO-14)`() {
    let inner = View(frame: Rect(x: 5, y: 5, width: 10, height: 10))
    let leaf = View(frame: Rect(x: 1, y: 1, width: 5, height: 5))
    inner.addSubview(leaf)
    do {
      let outer = View(frame: Rect(x: 100, y: 100, width: 50, height: 50))
      outer.addSubview(inner)
      #expect(inner.superview === outer && leaf.convert(Point(0, 0), to: nil) == Point(106, 106))
    }
    #expect(inner.superview == nil && inner.next == nil && leaf.superview === inner)
    #expect(leaf.convert(Point(0, 0), to: nil) == Point(6, 6))
    inner.setNeedsDisplay()
    inner.setNeedsLayout()
    inner.removeFromSuperview()
    let other = View()
    other.addSubview(inner)
    #expect(inner.superview === other)
  }

  @Test func `A touch that somebody keeps beyond its end keeps no samples (TO-18)`() throws {
    final class Keeper: View {
      var touch: Touch?
      override func touchesBegan(_ touches: Set<Touch>, with event: Event?) { touch = touches.first }
    }
    let harness = WindowHarness(size: Size(100, 100))
    let view = Keeper(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    harness.window.addSubview(view)
    harness.settle()
    harness.play(TouchScript().down("a", 10, 10).drag("a", from: Point(10, 10), to: Point(60, 10), steps: 9))
    let touch = try #require(view.touch)
    #expect(!touch.history.samples(since: .zero).isEmpty && !touch.single.isEmpty)
    harness.play(TouchScript().up("a").wait(1))
    #expect(touch.phase == .ended && touch.history.samples(since: .zero).isEmpty)
    #expect(touch.samples.capacity == 0 && touch.copies.capacity == 0 && touch.single.isEmpty)
  }

  @Test func `A view that moves between superviews belongs to the last one, also when the first one goes`() {
    let view = View()
    let second = View()
    do {
      let first = View()
      first.addSubview(view)
      second.addSubview(view)
    }
    #expect(view.superview === second && second.subviews.count == 1)
  }

  @Test func `A window outlives its application, and input that comes then is nobody's`() throws {
    let loop = ManualLoop()
    let backend = HeadlessBackend(loop: loop)
    let lives = LifetimeTracker()
    var kept: Window?
    do {
      let application = Application(backend: backend, applicationID: "test", log: Log { _, _ in })
      lives.track(application, "application")
      let window = Window(application: application, title: "", size: Size(50, 50))
      try window.makeKeyAndVisible()
      loop.advance(bySeconds: 1)
      kept = window
    }
    let window = try #require(kept)
    #expect(lives.survivors == [] && window.application == nil && window.next == nil && window.surfaceState == nil)
    let sample = TouchSample(contact: ContactID(1), surface: SurfaceID(1), phase: .down, position: Point(10, 10))
    backend.inputSink?.receive(.touches(TouchFrame(time: loop.now, samples: [sample])))
    loop.advance(bySeconds: 1)
    let view = View(frame: window.bounds)
    window.addSubview(view)
    window.setNeedsDisplay()
    view.removeFromSuperview()
    window.makeKey()
    window.close()
    #expect(!window.isKeyWindow && window.subviews.isEmpty)
  }

  @Test func `An application that is dropped in the middle of a gesture leaves nothing behind (TH-5)`() throws {
    let loop = ManualLoop()
    let backend = HeadlessBackend(loop: loop)
    let lives = LifetimeTracker()
    let tap = TapGestureRecognizer()
    do {
      let application = Application(backend: backend, applicationID: "test", log: Log { _, _ in })
      let window = Window(application: application, title: "", size: Size(50, 50))
      let view = View(frame: Rect(x: 0, y: 0, width: 50, height: 50))
      let pan = PanGestureRecognizer()
      view.addGestureRecognizer(pan)
      view.addGestureRecognizer(tap)
      window.addSubview(view)
      try window.makeKeyAndVisible()
      loop.advance(bySeconds: 1)
      for finger in 1...2 as ClosedRange<UInt64> {
        let sample = TouchSample(
          contact: ContactID(finger), surface: SurfaceID(1), phase: .down, position: Point(10, Double(finger)))
        backend.send(.touches(TouchFrame(time: loop.now, samples: [sample])))
      }
      let touches = application.pipeline.session.live
      #expect(touches.count == 2 && pan.numberOfTouches == 2 && tap.state == .failed)
      for touch in touches { lives.track(touch, "touch") }
      lives.track(application, "application")
      lives.track(window, "window")
      lives.track(view, "view")
      lives.track(pan, "pan")
    }
    #expect(lives.survivors == [])
    #expect(tap.state == .possible && tap.numberOfTouches == 0 && tap.view == nil)
    loop.advance(bySeconds: 1)
  }

  @Test func `A closed window has no surface, and may be shown again`() throws {
    let harness = WindowHarness()
    let window = harness.window
    window.close()
    #expect(window.surfaceState == nil && harness.application.keyWindow == nil)
    window.setNeedsDisplay()
    window.level = 3
    try window.makeKeyAndVisible()
    harness.settle()
    #expect(window.surfaceState != nil && harness.application.keyWindow === window)
  }
}
