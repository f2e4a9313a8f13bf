import EaselGeometry
import EaselRaster
import Testing

/// Whether a place is hit, and how far a shape reaches, held against what is painted.
@Suite struct HitTests {
  private static let side = 32

  private static func style(_ dice: inout Dice) -> StrokeStyle {
    StrokeStyle(
      width: dice.pick([1.5, 4, 9]), cap: dice.pick([.butt, .round, .square]), join: dice.pick([.miter, .round, .bevel]),
      miterLimit: dice.real(1...6), dash: dice.pick([[], [], [6, 3], [0, 5]]), dashPhase: dice.real(-5...5))
  }

  @Test func `A place is hit where all of its pixel is painted, and not where nothing is near`() {
    var wrong: [String] = []
    for seed in 0..<150 {
      var dice = Dice(seed)
      let path = SplitTests.path(&dice, Double(HitTests.side))
      let style = HitTests.style(&dice)
      let rule = dice.pick([FillRule.nonZero, .evenOdd])
      let filled = coverage(HitTests.side, HitTests.side) { $0.fill(path, color: .black, rule: rule) }
      let stroked = coverage(HitTests.side, HitTests.side) { $0.stroke(path, style: style, color: .black) }
      for _ in 0..<40 {
        let x = dice.whole(1...30)
        let y = dice.whole(1...30)
        let place = Point(Double(x) + 0.5, Double(y) + 0.5)
        let around = (-1...1).flatMap { dx in (-1...1).map { dy in (x + dx, y + dy) } }
        for (name, picture, isHit) in [
          ("fill", filled, path.contains(place, rule: rule)), ("stroke", stroked, path.strokeContains(place, style: style)),
        ] {
          let seen = around.map { picture.pixel(x: $0.0, y: $0.1) }
          if isHit ? seen.allSatisfy({ $0 == 0 }) : seen.allSatisfy({ $0 == 255 }) { wrong.append("\(seed) \(name) \(x) \(y)") }
        }
      }
    }
    #expect(wrong == [])
  }

  @Test func `A tolerance hits what lies that far outside and no further`() {
    let square = Path(Rect(x: 10, y: 10, width: 10, height: 10))
    let line = Path(Rect(x: 10, y: 10, width: 10, height: 0.0001))
    var trail = ""
    for x in [6.9, 7.1, 9.9, 10.1] {
      let place = Point(x, 15)
      trail += square.contains(place) ? "in" : square.contains(place, tolerance: 3) ? "near" : "out"
      trail += " "
      let above = Point(15, x)
      let style = StrokeStyle(width: 1, cap: .butt)
      trail +=
        line.strokeContains(above, style: style)
        ? "in" : line.strokeContains(above, style: style, tolerance: 2.5) ? "near" : "out"
      trail += ", "
    }
    #expect(trail == "out out, near near, near in, in in, ")
    let dashes = StrokeStyle(width: 2, cap: .butt, dash: [4, 4])
    var dashed = Path()
    dashed.addLines([Point(0, 5), Point(1e6, 5)])
    let hits = [1.0, 6, 9, 14, 800_001, 800_006].map { dashed.strokeContains(Point($0, 5), style: dashes) }
    #expect(hits == [true, false, true, false, true, false])
  }

  @Test func `What would be painted is known to the pixel, and the bounds of a path hold all of it`() {
    var wrong: [String] = []
    for seed in 0..<150 {
      var dice = Dice(seed + 5000)
      let path = SplitTests.path(&dice, Double(HitTests.side))
      let style = HitTests.style(&dice)
      for isStroke in [false, true] {
        let target = bitmap(HitTests.side, HitTests.side, .alpha8)
        let painter = Painter(target: target, clip: Region(PixelRect(x: 1, y: 2, width: 29, height: 28)))
        let box = isStroke ? painter.pixels(stroking: path, style: style) : painter.pixels(filling: path)
        if bytes(target).contains(where: { $0 != 0 }) { wrong.append("\(seed) painted") }
        if isStroke { painter.stroke(path, style: style, color: .black) } else { painter.fill(path, color: .black) }
        var seen = PixelRect.zero
        for y in 0..<HitTests.side {
          for x in 0..<HitTests.side where target.pixel(x: x, y: y) != 0 {
            seen = seen.union(PixelRect(x: x, y: y, width: 1, height: 1))
          }
        }
        if seen != box { wrong.append("\(seed) \(isStroke): \(seen) \(box)") }
        // A point more, so that a path without height has an extent.
        let bounds = (isStroke ? path.strokeBounds(style: style) : path.bounds).insetBy(dx: -0.1, dy: -0.1)
        let pixels = PixelRect(covering: bounds, scale: 1)
        if seen.intersection(pixels) != seen { wrong.append("\(seed) \(isStroke): \(seen) outside \(bounds)") }
      }
    }
    #expect(wrong == [])
  }

  @Test func `Bounds are those of where curves go`() {
    var path = Path()
    path.move(to: Point(0, 0))
    path.addCurve(to: Point(10, 0), control1: Point(0, 8), control2: Point(10, 8))
    path.addQuadCurve(to: Point(10, 10), control: Point(20, 5))
    #expect(path.bounds == Rect(x: 0, y: 0, width: 15, height: 10))
    #expect(path.controlBounds == Rect(x: 0, y: 0, width: 20, height: 10))
    let square = Path(Rect(x: 0, y: 0, width: 10, height: 10))
    let corner = square.strokeBounds(style: StrokeStyle(width: 2, cap: .butt, join: .miter))
    #expect(corner == Rect(x: -1, y: -1, width: 12, height: 12) && Path().bounds == .zero)
  }
}
