import EaselGeometry
import EaselInputEvents
import EaselPlatform
import EaselPlatformHeadless
import EaselRaster
import EaselTestSupport
@testable import EaselToolkit
import Testing

/// Marks, damage and when it is painted (WFR, WXS-9, WXS-10).
@Suite(.harnessed) struct DisplayTests {
  /// A view that remembers what it was asked to draw.
  private final class Drawn: View {
    var asked: [Rect] = []

    override func draw(_ rect: Rect, in painter: Painter) {
      asked.append(rect)
    }
  }

  private func harness(scale: Double = 1, size: Size = Size(160, 160)) -> (WindowHarness, Drawn) {
    var options = HeadlessOptions()
    options.scale = scale
    let harness = WindowHarness(size: size, options: options)
    let view = Drawn(frame: Rect(origin: .zero, size: size))
    harness.window.addSubview(view)
    harness.settle()
    view.asked = []
    return (harness, view)
  }

  /// What the next paint names as damage.
  private func damage(_ harness: WindowHarness, _ change: () -> Void) -> [PixelRect] {
    harness.settle()
    let before = harness.surface.presentCount
    change()
    harness.settle()
    return harness.surface.presentCount == before ? [] : harness.surface.latestDamage
  }

  @Test func `A marked rectangle becomes pixels outward, through transforms, clips and scale`() {
    let (harness, view) = harness(scale: 2)
    let box = { (x: Int, y: Int, w: Int, h: Int) in [PixelRect(x: x, y: y, width: w, height: h)] }
    #expect(damage(harness) { view.setNeedsDisplay(Rect(x: 10, y: 20, width: 5, height: 5)) } == box(20, 40, 10, 10))
    #expect(view.asked == [Rect(x: 10, y: 20, width: 5, height: 5)])
    #expect(damage(harness) { view.setNeedsDisplay(Rect(x: 10.2, y: 20.6, width: 1, height: 1)) } == box(20, 41, 3, 3))
    #expect(damage(harness) { view.setNeedsDisplay(Rect(x: 150, y: 150, width: 50, height: 50)) } == box(300, 300, 20, 20))
    #expect(damage(harness) { view.setNeedsDisplay(Rect(x: 200, y: 0, width: 9, height: 9)) } == [])
    #expect(damage(harness) { view.setNeedsDisplay(Rect(x: .nan, y: 0, width: .infinity, height: -1)) } == [])
    let child = Drawn(frame: Rect(x: 40, y: 40, width: 20, height: 20))
    view.addSubview(child)
    #expect(damage(harness) { child.setNeedsDisplay(Rect(x: 0, y: 0, width: 5, height: 2)) } == box(80, 80, 10, 4))
    child.transform = AffineTransform(cosine: 0, sine: 1)
    #expect(damage(harness) { child.setNeedsDisplay(Rect(x: 0, y: 0, width: 5, height: 2)) } == box(116, 80, 4, 10))
    view.bounds.origin = Point(0, 10)
    #expect(damage(harness) { child.setNeedsDisplay(Rect(x: 0, y: 0, width: 5, height: 2)) } == box(116, 60, 4, 10))
    view.bounds.origin = .zero
    child.transform = .identity
    child.frame = Rect(x: 150, y: 150, width: 20, height: 20)
    harness.window.clipsToBounds = true
    #expect(damage(harness) { child.setNeedsDisplay() } == box(300, 300, 20, 20))
    #expect(damage(harness) { child.isHidden = true } == box(300, 300, 20, 20))
    #expect(damage(harness) { child.setNeedsDisplay() } == [])
    #expect(damage(harness) { view.alpha = 1 } == box(0, 0, 320, 320))
  }

  @Test func `What an opaque subview hides is not painted, and it is painted where the subview ends`() {
    let (harness, view) = harness()
    let child = Drawn(frame: Rect(x: 20, y: 20, width: 40, height: 40))
    view.addSubview(child)
    func asked(_ rect: Rect) -> [Int] {
      harness.settle()
      (view.asked, child.asked) = ([], [])
      view.setNeedsDisplay(rect)
      harness.settle()
      return [view.asked.count, child.asked.count]
    }
    let inside = Rect(x: 30, y: 30, width: 30, height: 30)
    #expect(asked(inside) == [1, 1])
    child.isOpaque = true
    #expect(asked(inside) == [0, 1] && asked(Rect(x: 30, y: 30, width: 31, height: 30)) == [1, 1])
    child.isOpaque = false
    child.backgroundColor = .red
    #expect(asked(inside) == [0, 1])
    child.alpha = 0.5
    #expect(asked(inside) == [1, 1])
    child.alpha = 1
    child.transform = AffineTransform(scaleX: 2, y: 2)
    #expect(asked(inside) == [1, 1], "A transform may leave corners out")
    child.transform = .identity
    child.isHidden = true
    #expect(asked(inside) == [1, 0])
  }

  @Test func `Showing, hiding, moving and reordering mark what was and what will be covered`() {
    let (harness, view) = harness()
    let child = Drawn(frame: Rect(x: 10, y: 10, width: 20, height: 20))
    let outside = Drawn(frame: Rect(x: 30, y: 0, width: 10, height: 10))
    child.addSubview(outside)
    let whole = PixelRect(x: 10, y: 10, width: 40, height: 20)
    func bounds(_ change: () -> Void) -> PixelRect { damage(harness, change).reduce(.zero) { $0.union($1) } }
    #expect(bounds { view.addSubview(child) } == whole)
    #expect(bounds { child.isHidden = true } == whole)
    #expect(bounds { child.isHidden = false } == whole)
    #expect(bounds { child.clipsToBounds = true } == whole)
    #expect(bounds { child.center.x += 10 } == PixelRect(x: 10, y: 10, width: 30, height: 20))
    child.clipsToBounds = false
    #expect(bounds { child.center.x -= 10 } == PixelRect(x: 10, y: 10, width: 50, height: 20))
    #expect(bounds { outside.frame.origin.x = 40 } == PixelRect(x: 40, y: 10, width: 20, height: 10))
    #expect(bounds { child.alpha = 0.5 } == PixelRect(x: 10, y: 10, width: 50, height: 20))
    #expect(bounds { child.backgroundColor = .red } == PixelRect(x: 10, y: 10, width: 20, height: 20))
    #expect(bounds { child.backgroundColor = .red } == .zero)
    #expect(bounds { view.insertSubview(Drawn(frame: child.frame), at: 0) } == PixelRect(x: 10, y: 10, width: 20, height: 20))
    #expect(bounds { view.sendSubviewToBack(child) } == PixelRect(x: 10, y: 10, width: 50, height: 20))
    #expect(bounds { child.removeFromSuperview() } == PixelRect(x: 10, y: 10, width: 50, height: 20))
  }

  @Test func `A long diagonal stays several rectangles, never more than sixteen (WFR-7)`() {
    let (harness, view) = harness(size: Size(800, 800))
    let rects = damage(harness) {
      for step in 0..<300 {
        view.setNeedsDisplay(Rect(x: Double(step) * 2.5, y: Double(step) * 2.5, width: 6, height: 6))
      }
    }
    #expect(rects.count > 8 && rects.count <= 16)
    #expect(rects.reduce(0) { $0 + $1.area } < 800 * 800 / 8)
    for step in 0..<300 {
      let pixel = PixelRect(x: Int(Double(step) * 2.5) + 2, y: Int(Double(step) * 2.5) + 2, width: 1, height: 1)
      #expect(rects.contains { !$0.intersection(pixel).isEmpty } == true)
    }
    #expect(
      damage(harness) {
        view.setNeedsDisplay(Rect(x: 0, y: 0, width: 9, height: 9))
        view.setNeedsDisplay(Rect(x: 700, y: 0, width: 9, height: 9))
      }.count == 2)
  }

  @Test func `Painting visits only subtrees that lie in the damage`() {
    let (harness, view) = harness()
    let near = Drawn(frame: Rect(x: 0, y: 0, width: 40, height: 40))
    let far = Drawn(frame: Rect(x: 100, y: 100, width: 40, height: 40))
    let below = Drawn(frame: Rect(x: 5, y: 5, width: 10, height: 10))
    view.addSubview(near)
    view.addSubview(far)
    far.addSubview(below)
    harness.settle()
    for drawn in [view, near, far, below] { drawn.asked = [] }
    view.setNeedsDisplay(Rect(x: 30, y: 30, width: 20, height: 20))
    harness.settle()
    #expect(view.asked == [Rect(x: 30, y: 30, width: 20, height: 20)])
    #expect(near.asked == [Rect(x: 30, y: 30, width: 10, height: 10)])
    #expect(far.asked.isEmpty && below.asked.isEmpty)
  }

  @Test func `Marks cause one paint a frame; nothing marked, nothing happens (WFR-2, WFR-3)`() {
    let (harness, view) = harness()
    harness.settle()
    let before = harness.surface.presentCount
    for _ in 0..<5 {
      view.setNeedsDisplay()
      harness.loop.turn()
    }
    #expect(harness.surface.presentCount == before + 1, "the first goes out, the others wait for the callback")
    harness.settle()
    #expect(harness.surface.presentCount == before + 2)
    harness.loop.advance(bySeconds: 1)
    #expect(harness.surface.presentCount == before + 2 && harness.loop.isIdle)
  }

  @Test func `Small damage from input goes out in its turn, callback outstanding or not; nothing else does (WFR-10)`() {
    // A sixteenth of 160 × 160 pixels is 1600.
    let cases: [(String, Rect, Bool, Bool)] = [
      ("small, from input", Rect(x: 0, y: 0, width: 10, height: 10), true, true),
      ("as large as may be", Rect(x: 0, y: 0, width: 40, height: 40), true, true),
      ("too large", Rect(x: 0, y: 0, width: 41, height: 40), true, false),
      ("small, not from input", Rect(x: 0, y: 0, width: 10, height: 10), false, false),
    ]
    for (name, rect, isInput, goesOut) in cases {
      let (harness, _) = harness()
      let view = harness.add("V", Rect(x: 0, y: 0, width: 160, height: 160))
      harness.settle()
      // A paint while frames are withheld makes the third slot that an early commit needs here.
      harness.surface.isWithholdingFrames = true
      let corner = Rect(x: 0, y: 0, width: 1, height: 1)
      view.setNeedsDisplay(corner)
      harness.loop.advance(bySeconds: 2)
      view.setNeedsDisplay(corner)
      harness.play(TouchScript().down("A", 1, 1).up("A"))
      harness.surface.isWithholdingFrames = false
      harness.settle()
      // Paints of the same place leave all slots alike and a callback outstanding.
      for _ in 0..<4 {
        view.setNeedsDisplay(corner)
        harness.loop.advance(bySeconds: 1.0 / 60)
      }
      view.setNeedsDisplay(corner)
      harness.loop.turn()
      #expect(harness.surface.isWaitingForFrame)
      let before = harness.surface.presentCount
      if isInput {
        view.onTouches = { _, _, _ in view.setNeedsDisplay(rect) }
        harness.send([.init(finger: "A", phase: .down, position: Point(1, 1))], time: harness.loop.now)
      } else {
        view.setNeedsDisplay(rect)
      }
      harness.loop.turn()
      #expect((harness.surface.presentCount > before) == goesOut, "\(name)")
      if goesOut { #expect(harness.surface.newestInput == harness.loop.now) }
      harness.settle()
      #expect(harness.surface.presentCount == before + 1, "\(name)")
    }
  }

  @Test func `While nothing is shown, input or a configure permits one paint a second (WFR-5, WFR-6)`() {
    final class Noticing: Window {
      var changes: [Bool] = []
      override func presentingDidChange() { changes.append(isPresenting) }
    }
    let harness = WindowHarness(
      size: Size(160, 160), window: { app, size, _ in Noticing(application: app, title: "", size: size) })
    let view = harness.add("V", Rect(x: 0, y: 0, width: 160, height: 160))
    harness.settle()
    harness.surface.isWithholdingFrames = true
    view.setNeedsDisplay()
    harness.loop.advance(bySeconds: 2)
    let window = harness.window as? Noticing
    #expect(window?.isPresenting == false && window?.changes == [false])
    view.onTouches = { _, _, _ in view.setNeedsDisplay() }
    let before = harness.surface.presentCount
    var counts: [Int] = []
    func note() { counts.append(harness.surface.presentCount - before) }
    view.setNeedsDisplay()
    harness.loop.advance(bySeconds: 2)
    note()
    harness.play(TouchScript().down("A", 1, 1))
    note()
    harness.play(TouchScript().wait(0.5).move("A", 2, 2))
    note()
    harness.play(TouchScript().wait(0.6).move("A", 3, 3))
    note()
    harness.surface.decide { $0.size.width = 200 }
    harness.loop.turn()
    note()
    #expect(counts == [0, 1, 1, 2, 3])
    harness.surface.isWithholdingFrames = false
    harness.settle()
    #expect(window?.changes == [false, true] && window?.isPresenting == true)
  }

  @Test func `A new size or scale is answered whole and at once, the last of many wins (WXS-9, WXS-10)`() {
    let (harness, view) = harness()
    harness.window.rootView = view
    view.setNeedsDisplay()
    harness.loop.turn()
    #expect(harness.surface.isWaitingForFrame)
    let before = harness.surface.presentCount
    for width in 1...500 { harness.surface.decide { $0.size.width = 100 + Double(width) } }
    harness.loop.turn()
    #expect(harness.surface.presentCount == before + 1)
    #expect(harness.surface.latestDamage == [PixelRect(x: 0, y: 0, width: 600, height: 160)])
    #expect(view.frame == Rect(x: 0, y: 0, width: 600, height: 160) && view.asked.last == view.bounds)
    harness.surface.decide { $0.scale = 1.5 }
    harness.loop.turn()
    #expect(harness.surface.latestDamage == [PixelRect(x: 0, y: 0, width: 900, height: 240)])
    #expect(harness.window.scale == 1.5)
  }

  @Test func `A suspended or hidden window is not painted, and is whole afterwards (WXS-13, WXS-14)`() throws {
    let (harness, view) = harness()
    harness.surface.decide { $0.isSuspended = true }
    harness.settle()
    let before = harness.surface.presentCount
    view.setNeedsDisplay()
    harness.settle()
    #expect(harness.surface.presentCount == before)
    harness.surface.decide { $0.isSuspended = false }
    harness.settle()
    #expect(harness.surface.presentCount == before + 1)
    harness.window.isHidden = true
    view.setNeedsDisplay()
    harness.settle()
    #expect(harness.surface.presentCount == before + 1 && !harness.surface.isMapped)
    try harness.window.show()
    harness.settle()
    #expect(harness.surface.isMapped && harness.surface.latestDamage == [PixelRect(x: 0, y: 0, width: 160, height: 160)])
  }

  @Test func `Closing asks the window (WXS-11) and lets go of it`() throws {
    final class Refusing: Window {
      var answer = false
      override func shouldClose() -> Bool { answer }
    }
    let harness = WindowHarness(window: { app, size, _ in Refusing(application: app, title: "", size: size) })
    harness.surface.requestClose()
    harness.settle()
    #expect(harness.application.windows.count == 1)
    (harness.window as? Refusing)?.answer = true
    harness.surface.requestClose()
    #expect(harness.application.windows.isEmpty && harness.application.hosts.isEmpty && harness.backend.surfaces.isEmpty)
    let lives = LifetimeTracker()
    lives.track(harness.window, "window")
    harness.releaseWindow()
    #expect(lives.survivors == [])
    // An application that is dropped with open windows takes all along.
    do {
      let loop = ManualLoop()
      let backend = HeadlessBackend(loop: loop)
      let application = Application(backend: backend, applicationID: "test", log: Log { _, _ in })
      let window = Window(application: application, title: "", size: Size(50, 50))
      try window.makeKeyAndVisible()
      loop.advance(bySeconds: 1)
      for (object, name) in [(application, "application"), (window, "window"), (application.pipeline, "pipeline")]
        as [(AnyObject, String)]
      {
        lives.track(object, name)
      }
      lives.track(backend, "backend")
    }
    #expect(lives.survivors == [])
  }
}
