import EaselGeometry
import EaselTestSupport
@testable import EaselToolkit
import Testing

/// Spaces of views and what lies between them (CO).
@Suite(.harnessed) struct GeometryTests {
  /// A turn by 90° clockwise on screen (CO-1).
  let quarter = AffineTransform(cosine: 0, sine: 1)

  private func view(_ frame: Rect, in superview: View) -> View {
    let view = View(frame: frame)
    superview.addSubview(view)
    return view
  }

  @Test func `A point goes up by centre, transform and anchor (CO-1, CO-2, CO-3)`() {
    let view = View(frame: Rect(x: 100, y: 50, width: 40, height: 20))
    #expect(view.toSuperview.apply(Point(0, 0)) == Point(100, 50))
    // A quarter turn about the middle (120, 60): the left top corner comes to the right top.
    view.transform = quarter
    #expect(view.toSuperview.apply(Point(0, 0)) == Point(130, 40))
    // About the corner: the view hangs down from it.
    view.anchorPoint = .zero
    view.center = Point(100, 50)
    #expect(view.toSuperview.apply(Point(40, 0)) == Point(100, 90))
    // A moved bounds origin scrolls, a translation moves on.
    view.bounds.origin = Point(5, 7)
    view.transform = AffineTransform(a: 2, b: 0, c: 0, d: 2, tx: 3, ty: 4)
    #expect(view.toSuperview.apply(Point(15, 7)) == Point(123, 54))
    #expect(view.fromSuperview(Point(123, 54)) == Point(15, 7))
  }

  @Test func `A singular transform gives the anchor, and the view is never hit (CO-4)`() {
    let root = View(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    let child = view(Rect(x: 20, y: 20, width: 40, height: 40), in: root)
    child.transform = AffineTransform(scaleX: 0, y: 1)
    #expect(child.fromSuperview(Point(33, 44)) == Point(20, 20))
    #expect(root.convert(Point(33, 44), to: child) == Point(20, 20))
    #expect(root.hitTest(Point(40, 40), with: nil) === root)
    child.transform = AffineTransform(a: .nan, b: 0, c: 0, d: 1, tx: 0, ty: 0)
    #expect(root.hitTest(Point(40, 40), with: nil) === root)
  }

  @Test func `The frame is the box around the bounds and can be set (CO-5, CO-6)`() {
    let harness = WindowHarness()
    let view = View(frame: Rect(x: 10, y: 20, width: 40, height: 20))
    harness.window.addSubview(view)
    view.bounds.origin = Point(9, 9)
    #expect(view.frame == Rect(x: 10, y: 20, width: 40, height: 20))
    view.frame = Rect(x: 1.5, y: 2.25, width: 30, height: 10)
    #expect(view.frame == Rect(x: 1.5, y: 2.25, width: 30, height: 10))
    #expect(view.bounds == Rect(x: 9, y: 9, width: 30, height: 10))
    #expect(harness.messages.lines.isEmpty)
    view.transform = quarter
    #expect(view.frame == Rect(x: 11.5, y: -7.75, width: 10, height: 30))
    view.frame = Rect(x: 100, y: 200, width: 20, height: 60)
    #expect(view.bounds == Rect(x: 9, y: 9, width: 60, height: 20))
    #expect(view.frame == Rect(x: 100, y: 200, width: 20, height: 60))
    view.frame = Rect(x: 0, y: 0, width: 20, height: 60)
    #expect(harness.messages.lines == ["debug: A frame was set on a view whose transform is not the identity."])
  }

  @Test func `Points convert through any mix of views, rectangles as boxes, nil is the window (CO-7, CO-8)`() {
    let harness = WindowHarness()
    let scrolled = view(Rect(x: 100, y: 100, width: 200, height: 200), in: harness.window)
    scrolled.bounds.origin = Point(0, 50)
    // Twice as large inside of a scrolled view, and a turned one beside it.
    let large = view(Rect(x: 20, y: 70, width: 40, height: 40), in: scrolled)
    large.transform = AffineTransform(scaleX: 2, y: 2)
    let turned = view(Rect(x: 100, y: 50, width: 40, height: 20), in: scrolled)
    turned.transform = quarter
    turned.bounds.origin = Point(10, 0)
    #expect(large.convert(Point(0, 0), to: nil) == Point(100, 100))
    #expect(large.convert(Point(100, 100), from: nil) == Point(0, 0))
    #expect(large.convert(Point(10, 10), to: scrolled) == Point(20, 70))
    #expect(large.convert(Point(10, 10), to: harness.window) == Point(120, 120))
    // (10, 0) is the turned view's left top corner, at the right top on screen.
    #expect(turned.convert(Point(10, 0), to: nil) == Point(230, 90))
    #expect(turned.convert(Point(10, 0), to: large) == Point(65, -5))
    #expect(large.convert(Point(65, -5), to: turned) == Point(10, 0))
    #expect(turned.convert(Rect(x: 10, y: 0, width: 40, height: 20), to: nil) == Rect(x: 210, y: 90, width: 20, height: 40))
    let sloping = view(Rect(x: 0, y: 0, width: 10, height: 10), in: harness.window)
    let (cosine, sine) = (0.8, 0.6)
    sloping.transform = AffineTransform(cosine: cosine, sine: sine)
    let box = sloping.convert(sloping.bounds, to: nil)
    #expect((box.width - 14).magnitude < 1e-9 && (box.height - 14).magnitude < 1e-9)
  }

  @Test func `Windows of one surface know each other's place, others count as lying at one place (CO-9)`() throws {
    let harness = WindowHarness()
    let second = Window(application: harness.application, title: "Second", size: Size(200, 200))
    try second.makeKeyAndVisible()
    #expect(harness.window.convert(Point(10, 20), to: second) == Point(10, 20))
    _ = harness.window.convert(Point(1, 2), to: second)
    #expect(harness.messages.lines.count == 1)
    let shared = Window(sharing: harness.window, frame: Rect(x: 30, y: 40, width: 100, height: 100))
    try shared.show()
    #expect(harness.window.convert(Point(31, 42), to: shared) == Point(1, 2))
    #expect(shared.convert(Point(1, 2), to: harness.window) == Point(31, 42))
  }

  @Test func `Random chains of 32 views convert there and back within a millionth of a point (CO-10)`() {
    var generator = SeededGenerator(seed: 10)
    for _ in 0..<20 {
      let harness = WindowHarness()
      let (a, b) = (chain(32, in: harness.window, &generator), chain(20, in: harness.window, &generator))
      let point = Point(Double.random(in: 0...100, using: &generator), Double.random(in: 0...100, using: &generator))
      let back = a.convert(a.convert(point, to: b), from: b)
      #expect(back.distance(to: point) < 1e-6)
      #expect(a.convert(a.convert(point, to: nil), from: nil).distance(to: point) < 1e-6)
    }
  }

  private func chain(_ depth: Int, in root: View, _ generator: inout SeededGenerator) -> View {
    var last = root
    for _ in 0..<depth {
      last = view(
        Rect(
          x: .random(in: -20...20, using: &generator), y: .random(in: -20...20, using: &generator), width: 100, height: 80),
        in: last)
      last.bounds.origin = Point(.random(in: -9...9, using: &generator), 3)
      switch Int.random(in: 0...2, using: &generator) {
      case 0: last.transform = AffineTransform(cosine: 0.6, sine: -0.8)
      case 1: last.transform = AffineTransform(scaleX: .random(in: 0.8...1.2, using: &generator), y: 1.1)
      case _: last.anchorPoint = .zero
      }
    }
    return last
  }

  @Test func `Vectors convert by the linear parts alone (CO-11)`() {
    let root = View(frame: Rect(x: 50, y: 50, width: 100, height: 100))
    let child = view(Rect(x: 10, y: 10, width: 40, height: 40), in: root)
    child.transform = quarter.concatenating(AffineTransform(scaleX: 2, y: 2))
    #expect(child.convertVectorFromBase(Point(0, 4)) == Point(2, 0))
  }

  @Test func `A view outside any window converts through its root's superview space (CO-14)`() {
    let root = View(frame: Rect(x: 50, y: 60, width: 100, height: 100))
    let child = view(Rect(x: 10, y: 10, width: 40, height: 40), in: root)
    #expect(child.convert(Point(1, 2), to: nil) == Point(61, 72))
    #expect(child.convert(Point(61, 72), from: nil) == Point(1, 2))
    #expect(child.window == nil)
  }
}
