import EaselGeometry
import EaselRaster
import Testing

/// Painting in pieces gives the bytes of painting at once.
@Suite struct SplitTests {
  static let side = 24

  /// One thing to paint, kept as a value so that it can be painted several times.
  indirect enum Shape {
    case painted(Path, Paint)
    case paintedRect(Rect, Paint)
    case group([Item], Double, Shadow?)
    case rect(Rect, Color)
    case fill(Path, Color, FillRule)
    case stroke(Path, StrokeStyle, Color)
    case polyline([Point], Double, Color)
    case tapered([Point], [Double], Color)
    case picture(Bitmap, Rect, Double)
    case raw(Bitmap, PixelRect, PixelPoint)
    case mask(Bitmap, Rect, Color)
    case rawMask(Bitmap, PixelPoint, Color)
  }

  struct Item {
    var shape: Shape
    var transform: AffineTransform
    var clip: Rect?
    var clipPath: Path?
    var mode = BlendMode.normal

    func paint(_ painter: Painter) {
      painter.saveState()
      if let clip { painter.clip(to: clip) }
      if let clipPath { try? painter.clip(to: clipPath) }
      painter.concatenate(transform)
      painter.blendMode = mode
      switch shape {
      case .painted(let path, let paint): painter.fill(path, with: paint)
      case .paintedRect(let rect, let paint): painter.fill(rect, with: paint)
      case .group(let items, let opacity, let shadow):
        try? painter.group(opacity: opacity, shadow: shadow) { for item in items { item.paint($0) } }
      case .rect(let rect, let color): painter.fill(rect, color: color)
      case .fill(let path, let color, let rule): painter.fill(path, color: color, rule: rule)
      case .stroke(let path, let style, let color): painter.stroke(path, style: style, color: color)
      case .polyline(let points, let width, let color): painter.stroke(polyline: points, width: width, color: color)
      case .tapered(let points, let widths, let color): painter.stroke(polyline: points, widths: widths, color: color)
      case .picture(let picture, let rect, let opacity): painter.draw(picture, in: rect, opacity: opacity)
      case .raw(let picture, let rect, let origin): painter.copy(picture, from: rect, to: origin)
      case .mask(let mask, let rect, let color): painter.fill(mask: mask, in: rect, color: color)
      case .rawMask(let mask, let origin, let color): painter.fill(mask: mask, at: origin, color: color)
      }
      painter.restoreState()
    }
  }

  static func path(_ dice: inout Dice, _ side: Double) -> Path {
    var path = Path()
    if dice.chance(0.15) {
      path.addRoundedRect(in: Rect(spanning: dice.point(side), dice.point(side)), cornerRadius: dice.real(0...6))
    }
    if dice.chance(0.15) { path.addEllipse(in: Rect(spanning: dice.point(side), dice.point(side))) }
    for _ in 0..<dice.whole(1...7) {
      let reach = dice.chance(0.05) ? side * 1e4 : side
      switch dice.whole(0...9) {
      case 0, 1: path.move(to: dice.point(reach))
      case 2: path.closeSubpath()
      case 3: path.addQuadCurve(to: dice.point(reach), control: dice.point(reach))
      case 4: path.addCurve(to: dice.point(reach), control1: dice.point(reach), control2: dice.point(reach))
      case 5:
        let point = dice.point(side)
        path.addLine(to: Point(point.x.rounded(), point.y.rounded()))
      default: path.addLine(to: dice.point(reach))
      }
    }
    return path
  }

  static func transform(_ dice: inout Dice) -> AffineTransform {
    switch dice.whole(0...4) {
    case 0: .identity
    case 1:
      AffineTransform(a: dice.real(0.3...3), b: 0, c: 0, d: dice.real(0.3...3), tx: dice.real(-5...5), ty: dice.real(-5...5))
    case 2:
      AffineTransform(a: dice.real(-2...2), b: dice.real(-2...2), c: dice.real(-2...2), d: dice.real(-2...2), tx: 8, ty: 8)
    case 3: AffineTransform(a: 0.6, b: 0.8, c: -0.8, d: 0.6, tx: 9, ty: -3)
    default: AffineTransform(a: 1.5, b: 0, c: 0, d: 1.5, tx: 0, ty: 0)
    }
  }

  static func item(_ dice: inout Dice) -> Item {
    let side = Double(SplitTests.side)
    let color = dice.color()
    let shape: Shape
    switch dice.whole(0...16) {
    case 12, 13: shape = .painted(path(&dice, side), dice.paint(side))
    case 14: shape = .paintedRect(Rect(spanning: dice.point(side), dice.point(side)), dice.paint(side))
    case 15, 16:
      let items = (0..<dice.whole(1...2)).map { _ in SplitTests.item(&dice) }
      shape = .group(items, dice.chance(0.5) ? 1 : dice.real(0...1), dice.chance(0.6) ? dice.shadow() : nil)
    case 0: shape = .rect(Rect(spanning: dice.point(side), dice.point(side)), color)
    case 1, 2: shape = .fill(path(&dice, side), color, dice.pick([.nonZero, .evenOdd]))
    case 3, 4, 5:
      let style = StrokeStyle(
        width: dice.pick([0, 0.4, 1, 2, 3.3, 9, 30]), cap: dice.pick([.butt, .round, .square]),
        join: dice.pick([.miter, .round, .bevel]), miterLimit: dice.real(1...6),
        dash: dice.pick([[], [], [5, 2], [0.3, 0.2, 1], [0, 4]]), dashPhase: dice.real(-9...9))
      shape = .stroke(path(&dice, side), style, color)
    case 6:
      let points = (0..<dice.whole(1...9)).map { _ in dice.point(side) }
      let widths = points.map { _ in dice.chance(0.2) ? 0 : dice.real(0...12) }
      shape = .tapered(points, widths, color)
    case 7:
      let points = (0..<dice.whole(1...9)).map { _ in dice.point(side) }
      shape = .polyline(points, dice.pick([0, 0.5, 1, 3, 4.7, 12, 40]), color)
    case 8: shape = .mask(mask(&dice), Rect(spanning: dice.point(side), dice.point(side)), color)
    case 9: shape = .rawMask(mask(&dice), PixelPoint(x: dice.whole(-9...20), y: dice.whole(-9...20)), color)
    case 10: shape = .picture(picture(&dice), Rect(spanning: dice.point(side), dice.point(side)), dice.real(0...1.4))
    default:
      let rect = PixelRect(x: dice.whole(-2...3), y: dice.whole(-2...3), width: dice.whole(1...9), height: dice.whole(1...9))
      shape = .raw(picture(&dice), rect, PixelPoint(x: dice.whole(-4...20), y: dice.whole(-4...20)))
    }
    let clip = dice.chance(0.3) ? Rect(spanning: dice.point(side), dice.point(side)) : nil
    let clipPath = dice.chance(0.25) ? path(&dice, side) : nil
    let mode = dice.chance(0.3) ? dice.pick(BlendMode.allCases) : .normal
    return Item(shape: shape, transform: transform(&dice), clip: clip, clipPath: clipPath, mode: mode)
  }

  static func picture(_ dice: inout Dice) -> Bitmap {
    let result = bitmap(dice.whole(1...12), dice.whole(1...12), dice.pick([.argb32, .xrgb32]))
    for y in 0..<result.size.height {
      for x in 0..<result.size.width { result.fill(dice.color(), in: PixelRect(x: x, y: y, width: 1, height: 1)) }
    }
    return result
  }

  static func mask(_ dice: inout Dice) -> Bitmap {
    let result = bitmap(dice.whole(1...20), dice.whole(1...12), .alpha8)
    for y in 0..<result.size.height {
      for x in 0..<result.size.width {
        result.fill(Color(white: 0, alpha: dice.real(0...1)), in: PixelRect(x: x, y: y, width: 1, height: 1))
      }
    }
    return result
  }

  /// Cuts a rectangle into random rectangles, dealt out to a few hands.
  static func deal(_ rect: PixelRect, _ hands: inout [[PixelRect]], _ dice: inout Dice) {
    if rect.width > 1 && dice.chance(0.45) {
      let cut = dice.whole(1...rect.width - 1)
      deal(PixelRect(x: rect.x, y: rect.y, width: cut, height: rect.height), &hands, &dice)
      deal(PixelRect(x: rect.x + cut, y: rect.y, width: rect.width - cut, height: rect.height), &hands, &dice)
    } else if rect.height > 1 && dice.chance(0.6) {
      let cut = dice.whole(1...rect.height - 1)
      deal(PixelRect(x: rect.x, y: rect.y, width: rect.width, height: cut), &hands, &dice)
      deal(PixelRect(x: rect.x, y: rect.y + cut, width: rect.width, height: rect.height - cut), &hands, &dice)
    } else {
      hands[dice.whole(0...hands.count - 1)].append(rect)
    }
  }

  @Test func `A scene painted in any pieces equals the scene painted whole, byte for byte`() {
    var trail: [String] = []
    let painter = Painter()
    let size = PixelSize(width: SplitTests.side, height: SplitTests.side)
    for seed in 0..<1200 {
      var dice = Dice(seed)
      let items = (0..<dice.whole(1...3)).map { _ in SplitTests.item(&dice) }
      let format = dice.pick([PixelFormat.argb32, .xrgb32])
      let whole = bitmap(size.width, size.height, format)
      painter.begin(target: whole)
      for item in items { item.paint(painter) }
      painter.end()
      let pieces = bitmap(size.width, size.height, format)
      var hands: [[PixelRect]] = Array(repeating: [], count: dice.whole(1...4))
      SplitTests.deal(PixelRect(size), &hands, &dice)
      for hand in hands {
        var region = Region()
        for rect in hand { region.formUnion(rect) }
        painter.begin(target: pieces, clip: region)
        for item in items { item.paint(painter) }
        painter.end()
      }
      if bytes(whole) != bytes(pieces) { trail.append("seed \(seed): \(items.map { "\($0.shape)".prefix(90) })") }
    }
    #expect(trail == [])
  }

  @Test func `Nothing is painted outside the clip`() {
    var trail: [Int] = []
    let painter = Painter()
    for seed in 0..<300 {
      var dice = Dice(seed + 100_000)
      let target = bitmap(SplitTests.side, SplitTests.side)
      target.fill(.green)
      var region = Region(PixelRect(x: dice.whole(0...20), y: dice.whole(0...20), width: 5, height: 3))
      region.formUnion(PixelRect(x: dice.whole(-5...20), y: dice.whole(-5...20), width: 7, height: 7))
      painter.begin(target: target, clip: region)
      for _ in 0..<4 { SplitTests.item(&dice).paint(painter) }
      var isClean = true
      for y in 0..<SplitTests.side {
        for x in 0..<SplitTests.side where !region.contains(PixelPoint(x: x, y: y)) {
          if target.pixel(x: x, y: y) != 0xFF00_FF00 { isClean = false }
        }
      }
      if !isClean { trail.append(seed) }
    }
    #expect(trail == [])
  }
}
