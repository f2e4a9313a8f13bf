import EaselCanvas
import EaselGeometry
import EaselInk
import EaselInputEvents
import EaselPlatformHeadless
import EaselRaster
import EaselTestSupport
import EaselToolkit
import Testing

/// A window that a canvas fills.
final class Page {
  let harness: WindowHarness
  let canvas: CanvasView

  init(size: Size = Size(64, 32), scale: Double = 1, document: Document = Document(), transform: AffineTransform = .identity) {
    var options = HeadlessOptions()
    options.size = size
    options.scale = scale
    harness = WindowHarness(size: size, options: options)
    canvas = CanvasView(frame: Rect(origin: .zero, size: size), document: document)
    if transform.isIdentity {
      harness.window.rootView = canvas
    } else {
      harness.window.addSubview(canvas)
      canvas.transform = transform
    }
    harness.settle()
  }

  /// What is on screen, white as a dot.
  func letters(_ rect: PixelRect) -> String {
    harness.picture().letters([0xffffff: ".", 0xff0000: "r", 0x000000: "B"], in: rect)
  }

  func count(of color: UInt32) -> Int {
    let picture = harness.picture()
    return (0..<picture.size.height).reduce(0) { sum, y in
      sum + (0..<picture.size.width).count { picture.pixel(x: $0, y: y) & 0xffffff == color }
    }
  }
}

@Suite(.harnessed) struct `The canvas` {
  @Test func `draws a finger's line red while it is drawn and black when it is finished`() {
    let page = Page()
    let area = PixelRect(x: 6, y: 6, width: 14, height: 8)
    page.harness.play(TouchScript().down("a", 10, 10).drag("a", from: Point(10, 10), to: Point(16, 10), steps: 3))
    #expect(
      page.letters(area) == """
        ..............
        ..............
        ..??rrrrrr??..
        ..?rrrrrrrr?..
        ..?rrrrrrrr?..
        ..??rrrrrr??..
        ..............
        ..............
        """)
    page.harness.play(TouchScript().up("a"))
    #expect(page.count(of: 0xff0000) == 0 && page.count(of: 0x000000) == 28)
  }

  @Test func `gives each of several fingers and mice its own line`() {
    let page = Page()
    page.harness.play(
      TouchScript().frame { $0.down("a", 8, 8).down("b", 8, 24) }.down("m", 40, 8, kind: .indirectPointer, buttons: 1)
        .frame { $0.move("a", 30, 8).move("b", 30, 24).move("m", 60, 20, kind: .indirectPointer, buttons: 1) }
        .up("b").up("m").up("a"))
    let lines = page.canvas.document.strokes.map { $0.points.map { "\(Int($0.x)),\(Int($0.y))" }.joined(separator: " ") }
    #expect(lines == ["8,24 30,24", "40,8 60,20", "8,8 30,8"])
  }

  @Test func `leaves nothing of a cancelled contact and a dot of a tap`() {
    let page = Page()
    let blank = page.harness.picture().fingerprint
    page.harness.play(TouchScript().down("a", 8, 8).drag("a", from: Point(8, 8), to: Point(50, 20), steps: 5).cancel("a"))
    #expect(page.harness.picture().fingerprint == blank && page.canvas.document.count == 0 && !page.canvas.undo())
    page.harness.play(TouchScript().down("b", 8, 8).up("b"))
    #expect(page.count(of: 0x000000) == 4 && page.canvas.document.count == 1)
  }

  @Test func `takes the last line back and gives it again`() {
    let page = Page()
    var pictures: [UInt64] = [page.harness.picture().fingerprint]
    for finger in "abc" {
      let y = Double(finger.asciiValue ?? 0) - 90
      page.harness.play(TouchScript().down(finger, 5, y).move(finger, 60, 30 - y).up(finger))
      pictures.append(page.harness.picture().fingerprint)
    }
    var undone: [UInt64] = []
    while page.canvas.undo() { undone.append(page.harness.picture().fingerprint) }
    var redone: [UInt64] = []
    while page.canvas.redo() { redone.append(page.harness.picture().fingerprint) }
    #expect(undone == pictures.dropLast().reversed() && redone == Array(pictures.dropFirst()))
    #expect(Set(pictures).count == 4)
  }

  @Test func `puts lines that end together on the page in the order in which they began`() {
    let page = Page()
    let down = TouchScript().frame { script in
      "abcdefgh".reduce(script) { $0.down($1, Double($1.asciiValue ?? 0) - 90, 9) }
    }
    page.harness.play(down.frame { script in "hgfedcba".reduce(script) { $0.up($1) } })
    #expect(page.canvas.document.strokes.map { Int($0.points[0].x) } == Array(7...14))
  }

  @Test func `leaves no trace of red beside a finished line`() {
    let page = Page(size: Size(300, 200))
    page.harness.play(
      TouchScript().down("a", 20, 20).drag("a", from: Point(20, 20), to: Point(50, 170), steps: 30).up("a"))
    let shown = page.harness.picture()
    page.canvas.setNeedsDisplay()
    #expect(shown.difference(from: page.harness.picture()) == nil)
  }

  @Test func `tells each edit once, so that it can be kept`() {
    let page = Page()
    var trace = ""
    page.canvas.onEdit = { edit in
      switch edit {
      case .add(let stroke): trace += "add \(stroke.id.value) "
      case .remove(let stroke): trace += "remove \(stroke.id.value) "
      }
    }
    page.harness.play(TouchScript().down("a", 5, 5).up("a").down("b", 9, 9).cancel("b").down("c", 20, 9).up("c"))
    page.canvas.undo()
    page.canvas.redo()
    #expect(trace == "add 1 add 2 remove 2 add 2 ")
  }

  @Test(arguments: [1.0, 1.25, 1.5, 2.0]) func `shows after any input what a full repaint would show`(scale: Double) {
    var generator = SeededGenerator(seed: UInt64(scale * 8))
    let page = Page(size: Size(317, 211), scale: scale)
    var live: [Character: Point] = [:]
    for step in 0..<240 {
      randomStep(page, &live, &generator)
      guard step % 60 == 59 else { continue }
      let shown = page.harness.picture()
      page.canvas.setNeedsDisplay()
      let repainted = page.harness.picture()
      #expect(shown.difference(from: repainted) == nil, "scale \(scale), step \(step)")
    }
    for finger in live.keys { page.harness.play(TouchScript().up(finger)) }
    let fresh = Page(size: Size(317, 211), scale: scale, document: page.canvas.document)
    #expect(page.harness.picture().difference(from: fresh.harness.picture()) == nil)
  }

  private func randomStep(_ page: Page, _ live: inout [Character: Point], _ generator: inout SeededGenerator) {
    let finger = "abcdefg".randomElement(using: &generator) ?? "a"
    func point(near other: Point?) -> Point {
      let reach = other == nil ? 0...300.0 : -40.0...40.0
      return (other ?? .zero) + Point(Double.random(in: reach, using: &generator), Double.random(in: reach, using: &generator))
    }
    switch (live[finger], Int.random(in: 0..<20, using: &generator)) {
    case (nil, 0): page.canvas.undo()
    case (nil, 1): page.canvas.redo()
    case (nil, _):
      let place = point(near: nil)
      live[finger] = place
      page.harness.play(TouchScript().down(finger, place.x, place.y))
    case (.some, 0):
      page.harness.play(TouchScript().cancel(finger))
      live[finger] = nil
    case (.some, 1...3):
      page.harness.play(TouchScript().up(finger))
      live[finger] = nil
    case (.some(let old), _):
      let place = point(near: old)
      live[finger] = place
      page.harness.play(TouchScript().move(finger, place.x, place.y))
    }
  }

  @Test func `turned or moved by parts of a pixel shows the same ink as a full repaint`() {
    for transform in [
      AffineTransform(translationX: 3.3, y: -2.7), AffineTransform(cosine: 0.8, sine: 0.6),
      AffineTransform(scaleX: 1.7, y: 1.7),
    ] {
      let page = Page(size: Size(120, 90), transform: transform)
      page.harness.play(
        TouchScript().down("a", 40, 40).drag("a", from: Point(40, 40), to: Point(90, 60), steps: 9).up("a")
          .down("b", 60, 40).drag("b", from: Point(60, 40), to: Point(50, 80), steps: 5))
      let shown = page.harness.picture()
      page.canvas.setNeedsDisplay()
      #expect(shown.difference(from: page.harness.picture()) == nil)
      #expect(page.count(of: 0xff0000) > 20, "\(transform)")
    }
  }

  @Test func `damages only what a movement covers, however much is drawn`() {
    var document = Document()
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<200 {
      let points = (0..<20).map { _ in
        InkPoint(x: .random(in: 0...400, using: &generator), y: .random(in: 0...300, using: &generator))
      }
      if let stroke = Stroke(id: document.makeID(), pen: Pen(width: 3, color: .black), points: points) {
        document.insert(stroke)
      }
    }
    let damage = [Document(), document].map { document in
      let page = Page(size: Size(400, 300), document: document)
      page.harness.play(TouchScript().down("a", 100, 100).wait(0.02).move("a", 106, 100).wait(0.001))
      return page.harness.surface.latestDamage
    }
    #expect(damage[0] == damage[1] && damage[0].reduce(0) { $0 + $1.area } <= 14 * 8)
  }

  @Test func `sends a long diagonal as several rectangles, not as its box`() {
    let page = Page(size: Size(1000, 700))
    page.harness.play(
      TouchScript().down("a", 10, 10).drag("a", from: Point(10, 10), to: Point(990, 690), steps: 320).up("a").wait(0.05))
    let damage = page.harness.surface.latestDamage
    #expect(damage.count > 3 && damage.reduce(0) { $0 + $1.area } < 1000 * 700 / 4)
  }

  @Test func `WEL-6: lets its window's display be looked after while it makes tiles and masks`() throws {
    func draw(_ canvas: CanvasView) throws -> Int {
      let bitmap = try Bitmap(size: PixelSize(width: 1000, height: 800), format: .xrgb32)
      let painter = Painter()
      var calls = 0
      painter.whileBusy = { calls += 1 }
      painter.begin(target: bitmap, transform: AffineTransform(scaleX: 2, y: 2))
      canvas.draw(canvas.bounds, in: painter)
      return calls
    }
    var document = Document()
    for y in 0..<400 {
      let ends = [InkPoint(x: 0, y: Float(y)), InkPoint(x: 500, y: Float(400 - y))]
      if let stroke = Stroke(id: document.makeID(), pen: Pen(width: 3, color: .black), points: ends) { document.insert(stroke) }
    }
    let full = CanvasView(frame: Rect(x: 0, y: 0, width: 500, height: 400), document: document)
    let (made, cached) = (try draw(full), try draw(full))
    #expect(made >= cached + 16, "\(made), \(cached)")

    let page = Page(size: Size(500, 400))
    page.canvas.pen.width = 24
    page.harness.play(TouchScript().down("a", 200, 200))
    for step in 0..<400 { page.harness.play(TouchScript().move("a", 200 + Double(step % 30), 200 + Double(step % 20))) }
    let (masked, again) = (try draw(page.canvas), try draw(page.canvas))
    #expect(masked >= again + 8, "\(masked), \(again)")
  }
}
