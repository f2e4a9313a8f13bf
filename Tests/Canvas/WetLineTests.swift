import EaselGeometry
import EaselInk
import EaselPlatform
import EaselPlatformHeadless
import EaselRaster
import EaselTestSupport
import Testing

@testable import EaselCanvas
@testable import EaselToolkit

/// Lines in progress: what they look like, what they cost, and what is left of them.
@Suite(.harnessed) struct `A line in progress` {
  /// Lets fingers scribble, from the middle of a page on, so that they cross tiles and each other.
  struct Scribble {
    var generator: SeededGenerator
    let middle: Point
    /// How far they go from the middle; outside of a turned view ink shows or not, as the view's box is its clip.
    var limit = Double.infinity
    var places: [Character: Point] = [:]

    mutating func step(_ finger: Character, on page: Page) {
      let reach: Double = [0.3, 6, 60].randomElement(using: &generator) ?? 6
      let old = places[finger]
      var place = (old ?? middle) + Point(pick(-reach...reach), pick(-reach...reach))
      if place.distance(to: middle) > limit { place = middle }
      places[finger] = place
      page.harness.play(
        old == nil ? TouchScript().down(finger, place.x, place.y) : TouchScript().move(finger, place.x, place.y))
      if pick(0...1) < 0.3 { page.harness.loop.advance(bySeconds: 0.02) }
    }

    private mutating func pick(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &generator) }
  }

  /// What a page must look like: all strokes painted whole, one after the other.
  private func reference(_ page: Page) -> Bitmap {
    let canvas = page.canvas
    let size = page.harness.surface.state.pixelSize
    guard let bitmap = try? Bitmap(size: size, format: .xrgb32) else { preconditionFailure("There is memory.") }
    let scale = page.harness.window.scale
    let painter = Painter()
    painter.begin(target: bitmap, transform: AffineTransform(scaleX: scale, y: scale))
    painter.concatenate(page.harness.window.toSuperview)
    if canvas.superview !== page.harness.window, let parent = canvas.superview { painter.concatenate(parent.toSuperview) }
    painter.fill(page.harness.window.bounds, color: page.harness.window.backgroundColor ?? .black)
    painter.concatenate(canvas.toSuperview)
    painter.clip(to: canvas.bounds)
    painter.fill(painter.clipBounds, color: canvas.paper)
    for stroke in canvas.document.strokes { paint(stroke, stroke.pen.color, painter) }
    for wet in canvas.wetStrokes { paint(wet.stroke, canvas.wetColor, painter) }
    return bitmap
  }

  private func paint(_ stroke: Stroke, _ color: Color, _ painter: Painter) {
    var path = Path()
    path.move(to: stroke.points[0].point)
    for point in stroke.points.dropFirst() { path.addLine(to: point.point) }
    if stroke.points.count == 1 { path.addLine(to: stroke.points[0].point) }
    painter.stroke(path, style: StrokeStyle(width: Double(stroke.pen.width)), color: color)
  }

  private static let transforms = [
    AffineTransform.identity, AffineTransform(translationX: 3.3, y: -2.7), AffineTransform(scaleX: 1.7, y: 1.7),
    AffineTransform(cosine: 0.8, sine: 0.6), AffineTransform(cosine: 0, sine: 1), AffineTransform(scaleX: 1.3, y: 0.8),
  ]

  @Test(arguments: [1.0, 1.25, 1.5, 2.0]) func `is the finished line painted whole, but for its colour`(scale: Double) {
    for (index, transform) in Self.transforms.enumerated() {
      let page = Page(size: Size(330, 290), scale: scale, transform: transform)
      page.canvas.wetColor = Color(red: 0.9, green: 0.1, blue: 0.3, alpha: 0.6)
      var scribble = Scribble(generator: SeededGenerator(seed: UInt64(scale * 100) + UInt64(index)), middle: Point(165, 145))
      if transform.b != 0 { scribble.limit = 110 }
      for step in 0..<120 {
        if step == 60 { page.canvas.pen = Pen(width: 11, color: Color(white: 0.3, alpha: 0.5)) }
        scribble.step(step < 60 ? ["a", "b"][step % 2] : ["a", "b", "c"][step % 3], on: page)
      }
      #expect(page.canvas.wetStrokes.count == 3)
      #expect(page.harness.picture().difference(from: reference(page)) == nil, "wet, \(transform)")
      for finger in "abc" { page.harness.play(TouchScript().up(finger)) }
      #expect(page.canvas.document.count == 3)
      #expect(page.harness.picture().difference(from: reference(page)) == nil, "dry, \(transform)")
    }
  }

  @Test func `changes nothing on screen when it ends in its own colour`() {
    for (index, alpha) in [1, 0.5].enumerated() {
      let page = Page(size: Size(600, 300), scale: 1.5)
      page.canvas.wetColor = Color(white: 0, alpha: alpha)
      page.canvas.pen.color = page.canvas.wetColor
      var scribble = Scribble(generator: SeededGenerator(seed: UInt64(index)), middle: Point(250, 170))
      for step in 0..<200 { scribble.step(["a", "b", "c", "d"][step % 4], on: page) }
      let shown = page.harness.picture()
      for finger in "abcd" {
        page.harness.play(TouchScript().up(finger))
        #expect(page.harness.picture().difference(from: shown) == nil, "\(finger) of \(alpha)")
      }
    }
  }

  @Test func `is a dot no more as soon as it has a direction`() {
    let page = Page(size: Size(60, 60))
    for (x, y) in [(20.5, 20.5), (40.25, 20), (20.5, 40.5)] {
      page.harness.play(TouchScript().down("a", x, y).wait(0.05))
      #expect(page.harness.picture().difference(from: reference(page)) == nil)
      page.harness.play(TouchScript().move("a", x, y - 10).wait(0.05))
      #expect(page.harness.picture().difference(from: reference(page)) == nil, "\(x), \(y)")
      page.harness.play(TouchScript().up("a"))
    }
  }

  @Test func `lies above what is finished and above the lines that began before it`() {
    let page = Page(size: Size(60, 60))
    page.canvas.wetColor = Color(red: 1, green: 0, blue: 0, alpha: 0.5)
    page.harness.play(
      TouchScript().down("a", 10, 30).move("a", 50, 30).down("b", 30, 10).move("b", 30, 50).up("a").wait(0.05))
    // Half red over black over white.
    #expect(page.harness.picture().pixel(x: 30, y: 30) & 0xffffff == 0x800000)
    page.canvas.pen.color = .blue
    page.canvas.wetColor = .green
    page.harness.play(TouchScript().down("c", 10, 28).move("c", 50, 28).up("b").wait(0.05))
    #expect(page.harness.picture().pixel(x: 30, y: 29) & 0xffffff == 0x00ff00)
  }

  @Test func `leaves neither ink nor memory when it is cancelled, beside others that go on`() {
    let page = Page(size: Size(600, 300))
    let script = TouchScript().down("a", 20, 20).drag("a", from: Point(20, 20), to: Point(580, 280), steps: 20)
    page.harness.play(script)
    page.harness.settle()
    let alone = page.harness.picture()
    let memory = page.canvas.maskByteCount
    page.harness.play(TouchScript().down("b", 20, 280).drag("b", from: Point(20, 280), to: Point(580, 20), steps: 20))
    page.harness.settle()
    #expect(memory > 0 && page.canvas.maskByteCount > memory)
    page.harness.play(TouchScript().cancel("b"))
    #expect(page.harness.picture().difference(from: alone) == nil && page.canvas.maskByteCount == memory)
    page.harness.play(TouchScript().up("a"))
    #expect(page.canvas.maskByteCount == 0 && page.canvas.document.count == 1)
    page.harness.play(TouchScript().down("c", 9, 9).move("c", 300, 9).wait(0.05))
    #expect(page.canvas.maskByteCount == 2 << 16)
    page.canvas.cancelDrawing()
    #expect(page.canvas.maskByteCount == 0)
  }

  @Test func `takes the memory of the tiles that it goes through`() {
    let page = Page(size: Size(1024, 1024))
    func tiles(_ points: Point...) -> Int {
      page.harness.play(
        points.dropFirst().reduce(TouchScript().down("a", points[0].x, points[0].y)) { $0.move("a", $1.x, $1.y) })
      page.harness.settle()
      defer { page.harness.play(TouchScript().cancel("a")) }
      return page.canvas.maskByteCount >> 16
    }
    #expect(tiles(Point(100, 100)) == 1 && tiles(Point(256, 512)) == 4)
    #expect(tiles(Point(10, 100), Point(1000, 100)) == 4 && tiles(Point(10, 256), Point(1000, 256)) == 8)
    // Four on the diagonal, and at three corners the ink of two more.
    #expect(tiles(Point(10, 10), Point(1010, 1010)) == 10)
    #expect(tiles(Point(10, 100), Point(1000, 100), Point(10, 101), Point(900, 102)) == 4)
    #expect(tiles(Point(10, 100), Point(9e5, 100)) == 4 && tiles(Point(500, 500), Point(9e5, 9e5), Point(-9e5, 9e5)) <= 8)
  }

  @Test func `comes out the same when the view is moved, resized, turned or zoomed under it, and after an undo`() {
    let page = Page(size: Size(500, 400), transform: AffineTransform(translationX: 0, y: 0.5))
    var scribble = Scribble(generator: SeededGenerator(seed: 77), middle: Point(250, 200))
    page.canvas.bounds.size = Size(200, 150)
    page.harness.play(TouchScript().down("z", 200, 160).move("z", 330, 260).up("z"))
    let changes: [(String, (Page) -> Void)] = [
      ("larger", { $0.canvas.bounds.size = Size(480, 390) }), ("moved", { $0.canvas.center.x += 7 }),
      ("undo", { $0.canvas.undo() }), ("scale", { $0.harness.surface.decide { $0.scale = 1.25 } }),
      ("redo", { $0.canvas.redo() }), ("turned", { $0.canvas.transform = AffineTransform(cosine: 0.96, sine: 0.28) }),
      ("zoomed", { $0.canvas.transform = AffineTransform(scaleX: 1.5, y: 1.5) }),
      ("window", { $0.harness.surface.decide { $0.size = Size(700, 650) } }),
      ("scrolled", { $0.canvas.bounds.origin = Point(20.5, 33) }), ("smaller", { $0.canvas.bounds.size = Size(90, 80) }),
      ("uneven", { $0.canvas.transform = AffineTransform(scaleX: 0.7, y: 1.5) }),
      ("translucent", { $0.canvas.alpha = 0.5 }), ("back", { $0.canvas.transform = .identity }),
    ]
    for (name, change) in changes {
      for step in 0..<12 { scribble.step(["a", "b"][step % 2], on: page) }
      change(page)
      for step in 0..<12 { scribble.step(["a", "b"][step % 2], on: page) }
      let shown = page.harness.picture()
      page.canvas.setNeedsDisplay()
      #expect(shown.difference(from: page.harness.picture()) == nil, "\(name), repainted")
      if page.canvas.alpha == 1 { #expect(shown.difference(from: reference(page)) == nil, "\(name)") }
    }
    page.harness.play(TouchScript().up("a").up("b"))
    #expect(page.canvas.document.count == 3 && page.canvas.maskByteCount == 0)
  }

  @Test func `takes no notice of numbers that cannot be, and goes on`() {
    let page = Page(size: Size(300, 280))
    page.harness.isHostile = true
    let numbers = [Double.nan, .infinity, -.infinity, 1e300, -2e6, 1e6, 9.9e5, -9.9e5, 140]
    for x in numbers {
      for y in numbers {
        page.harness.play(TouchScript().down("a", x, y).move("a", y, x).up("a"))
        page.harness.play(TouchScript().down("b", 140, 140).move("b", x, y).move("b", 200, 260).wait(0.02))
        #expect(page.harness.picture().difference(from: reference(page)) == nil, "\(x), \(y)")
        #expect(page.canvas.maskByteCount <= 4 << 16)
        page.harness.play(TouchScript().up("b"))
      }
    }
    let points = page.canvas.document.strokes.flatMap(\.points)
    #expect(points.allSatisfy { $0.x.magnitude <= 1e6 && $0.y.magnitude <= 1e6 })
    #expect(page.harness.picture().difference(from: reference(page)) == nil && page.canvas.document.count > 81)
  }
}

@Suite(.harnessed) struct `A moved touch` {
  /// Lies on a page and sees how much has been painted below it.
  private final class Probe: View {
    var work = 0
    override func draw(_ rect: Rect, in painter: Painter) { work = painter.work }
  }

  /// A page with lines on it, one finger down, and a probe.
  private final class Scribbling {
    let page: Page
    private let probe: Probe
    private var step = 0

    init(lines: Int, transform: AffineTransform = .identity) {
      var generator = SeededGenerator(seed: 5)
      var document = Document()
      for _ in 0..<lines {
        let points = (0..<20).map { _ in
          InkPoint(x: .random(in: 0...400, using: &generator), y: .random(in: 0...300, using: &generator))
        }
        if let stroke = Stroke(id: document.makeID(), pen: Pen(width: 3, color: .black), points: points) {
          document.insert(stroke)
        }
      }
      page = Page(size: Size(400, 300), document: document, transform: transform)
      probe = Probe(frame: page.canvas.bounds)
      page.canvas.addSubview(probe)
      probe.isUserInteractionEnabled = false
      page.harness.settle()
      page.harness.play(TouchScript().down("a", 200, 150).wait(0.02))
    }

    /// Moves the finger around one place so often, and tells what was painted for it: on screen, and into masks.
    func move(times: Int) -> [Int] {
      let before = (probe.work, page.canvas.maskPainter.work)
      for _ in 0..<times {
        step += 1
        let (x, y) = (200 + Double(step * 7 % 20), 150 + Double(step * 3 % 20))
        page.harness.play(TouchScript().move("a", x, y).wait(0.02))
      }
      return [probe.work - before.0, page.canvas.maskPainter.work - before.1]
    }
  }

  @Test func `costs the same however long its line is, and however much is drawn`() {
    var costs: [[Int]] = []
    for lines in [20, 1000] {
      let scribbling = Scribbling(lines: lines)
      _ = scribbling.move(times: 20)
      for length in [20, 180, 1200] {
        costs.append(scribbling.move(times: 20))
        #expect(scribbling.page.canvas.wetStrokes[0].stroke.points.count >= length)
        _ = scribbling.move(times: length == 20 ? 140 : length == 180 ? 1000 : 0)
      }
    }
    #expect(Set(costs).count == 1, "\(costs)")
    // Some 20 x 20 pixels a move: twice the paper, finished ink, the line's colour.
    #expect(costs[0][0] > 0 && costs[0][0] < 20 * 4 * 500 && costs[0][1] > 20 * 40 && costs[0][1] < 20 * 500)
  }

  @Test func `paints no part of its line again when the page has been moved by whole pixels`() {
    let scribbling = Scribbling(lines: 5, transform: AffineTransform(scaleX: 1.5, y: 1.5))
    _ = scribbling.move(times: 500)
    scribbling.page.canvas.center.x += 9
    scribbling.page.harness.settle()
    let moved = scribbling.move(times: 20)
    #expect(moved[1] < 20 * 500, "\(moved)")
    scribbling.page.canvas.center.x += 0.5
    scribbling.page.harness.settle()
    #expect(scribbling.move(times: 1)[1] < 500 && scribbling.page.canvas.maskPainter.work > 500 * 40)
  }
}

/// The mask by itself.
@Suite struct LineMaskTests {
  private func paint(_ mask: LineMask, _ stroke: Stroke, _ transform: AffineTransform) -> (isPainted: Bool, red: Int) {
    guard let bitmap = try? Bitmap(size: PixelSize(width: 400, height: 300), format: .xrgb32) else { return (false, 0) }
    let painter = Painter()
    painter.begin(target: bitmap, transform: transform)
    let isPainted = mask.paint(
      stroke, color: .red, in: painter, raiser: Painter(), visible: Rect(x: 0, y: 0, width: 400, height: 300))
    let red = (0..<300).reduce(0) { sum, y in sum + (0..<400).count { bitmap.pixel(x: $0, y: y) & 0xff0000 != 0 } }
    return (isPainted, red)
  }

  @Test func `Without memory for a tile nothing is kept and the line is to be painted otherwise`() throws {
    let stroke = try #require(
      Stroke(
        id: StrokeID(1), pen: Pen(width: 4, color: .red),
        points: [InkPoint(x: 10, y: 10), InkPoint(x: 390, y: 10), InkPoint(x: 390, y: 290)]))
    var left = 2
    let stock = MaskStock {
      left -= 1
      return left < 0 ? nil : try? Bitmap(size: PixelSize(width: 256, height: 256), format: .alpha8)
    }
    let mask = LineMask(stock: stock)
    let starved = paint(mask, stroke, .identity)
    #expect(!starved.isPainted && starved.red == 0 && mask.byteCount == 0)
    left = 100
    let fed = paint(mask, stroke, .identity)
    #expect(fed.isPainted && fed.red > 2000 && mask.byteCount == 3 << 16)
  }

  @Test func `Tiles that a line has given back are as new for the next one`() throws {
    var made = 0
    let stock = MaskStock {
      made += 1
      return try? Bitmap(size: PixelSize(width: 256, height: 256), format: .alpha8)
    }
    let places: [[(Float, Float)]] = [
      [(10, 10), (390, 280)], [(390, 5), (390, 290)], [(5, 200), (390, 200)], [(200, 100)], [(-40, -40), (300, 20)],
    ]
    for place in places {
      let points = place.map { InkPoint(x: $0.0, y: $0.1) }
      let stroke = try #require(Stroke(id: StrokeID(1), pen: Pen(width: 9, color: .red), points: points))
      let reused = paint(LineMask(stock: stock), stroke, .identity)
      let fresh = paint(LineMask(stock: MaskStock()), stroke, .identity)
      #expect(reused.red == fresh.red && fresh.red > 20)
    }
    #expect(made <= 4, "The page has no more tiles")
  }

  @Test func `Under transforms that cannot be nothing is painted and nothing traps`() throws {
    let stroke = Stroke(id: StrokeID(1), pen: Pen(width: 4, color: .red), at: InkPoint(x: 10, y: 10))
    let numbers = [Double.nan, .infinity, 1e300, 1e150, 3e8, 0, 1e-300]
    var count = 0
    for scale in numbers {
      for move in numbers {
        let mask = LineMask(stock: MaskStock())
        count += paint(mask, stroke, AffineTransform(a: scale, b: 0, c: 0, d: scale, tx: move, ty: move)).red
        count += paint(mask, stroke, AffineTransform(a: scale, b: move, c: -move, d: scale, tx: 0, ty: 0)).red
        #expect(mask.byteCount <= 4 << 16)
      }
    }
    // Scale 0 leaves a dot of no width at the corner, in which rounding may find something.
    #expect(count < 40)
  }
}
