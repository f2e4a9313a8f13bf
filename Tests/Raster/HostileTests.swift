import EaselGeometry
import EaselRaster
import Testing

/// Numbers that no sensible program makes: nothing traps, nothing hangs, and the clip holds.
@Suite struct HostileTests {
  private static let numbers: [Double] = [
    .nan, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, 1e300, -1e12, 3e9, 2_097_152,
    -2_097_151.99,
    1e-300, .leastNonzeroMagnitude, 0, -0.0, 7, 11.5,
  ]

  private static func number(_ dice: inout Dice) -> Double { dice.chance(0.5) ? dice.real(-5...25) : dice.pick(numbers) }
  private static func point(_ dice: inout Dice) -> Point { Point(number(&dice), number(&dice)) }
  private static func rect(_ dice: inout Dice) -> Rect { Rect(origin: point(&dice), size: Size(number(&dice), number(&dice))) }

  private static func path(_ dice: inout Dice) -> Path {
    var path = Path()
    for _ in 0..<dice.whole(0...5) {
      switch dice.whole(0...7) {
      case 6:
        path.addArc(
          center: HostileTests.point(&dice), radius: HostileTests.number(&dice), startAngle: HostileTests.number(&dice),
          endAngle: HostileTests.number(&dice), clockwise: dice.chance(0.5))
      case 7:
        path.addArc(
          tangent1End: HostileTests.point(&dice), tangent2End: HostileTests.point(&dice), radius: HostileTests.number(&dice))
      case 0: path.move(to: HostileTests.point(&dice))
      case 1: path.addQuadCurve(to: HostileTests.point(&dice), control: HostileTests.point(&dice))
      case 2:
        path.addCurve(to: HostileTests.point(&dice), control1: HostileTests.point(&dice), control2: HostileTests.point(&dice))
      case 3: path.closeSubpath()
      case 4: path.addRoundedRect(in: HostileTests.rect(&dice), cornerRadius: HostileTests.number(&dice))
      default: path.addLine(to: HostileTests.point(&dice))
      }
    }
    return path
  }

  private static func paint(_ dice: inout Dice) -> Paint {
    let gradient = Gradient(
      stops: (0..<dice.whole(0...4)).map { _ in
        Gradient.Stop(location: number(&dice), color: Color(red: number(&dice), green: 1, blue: 0, alpha: number(&dice)))
      })
    let spread = dice.pick(Spread.allCases)
    switch dice.whole(0...3) {
    case 0: return .linearGradient(gradient, from: point(&dice), to: point(&dice), spread: spread)
    case 1:
      return .radialGradient(
        gradient, startCenter: point(&dice), startRadius: number(&dice), endCenter: point(&dice), endRadius: number(&dice),
        spread: spread)
    case 2: return .conicGradient(gradient, center: point(&dice), angle: number(&dice))
    default:
      let turn = AffineTransform(
        a: number(&dice), b: number(&dice), c: 1, d: number(&dice), tx: number(&dice), ty: number(&dice))
      return .pattern(
        Pattern(
          bitmap(5, 3), in: rect(&dice), spread: spread, filter: dice.pick(ImageFilter.allCases), opacity: number(&dice),
          transform: dice.chance(0.5) ? turn : .identity))
    }
  }

  @Test func `Any paint in any group is painted without a trap, inside the clip and the same in pieces`() {
    let painter = Painter()
    var trail: [Int] = []
    for seed in 0..<150 {
      var dice = Dice(seed + 5000)
      let colors = HostileTests.paint(&dice)
      let path = HostileTests.path(&dice)
      let shadow = Shadow(
        color: Color(white: HostileTests.number(&dice), alpha: HostileTests.number(&dice)), offset: HostileTests.point(&dice),
        blur: dice.chance(0.98) ? dice.real(-1...4) : HostileTests.number(&dice))
      let transform =
        dice.chance(0.6)
        ? AffineTransform.identity
        : AffineTransform(
          a: HostileTests.number(&dice), b: HostileTests.number(&dice), c: 0, d: HostileTests.number(&dice), tx: 0, ty: 1)
      let opacity = HostileTests.number(&dice)
      let mode = dice.pick(BlendMode.allCases)
      func paint(_ target: Bitmap, _ clip: PixelRect) {
        painter.begin(target: target, transform: transform, clip: Region(clip))
        painter.fill(Rect(x: 1, y: 1, width: 6, height: 6), with: colors)
        painter.blendMode = mode
        painter.fill(with: colors)
        try? painter.group(opacity: opacity, shadow: shadow) { $0.fill(path, with: colors) }
        painter.end()
      }
      let whole = bitmap(10, 10)
      paint(whole, PixelRect(x: 1, y: 1, width: 8, height: 8))
      let pieces = bitmap(10, 10)
      for x in [1, 4, 6] { paint(pieces, PixelRect(x: x, y: 1, width: x == 1 ? 3 : x == 4 ? 2 : 3, height: 8)) }
      let edge = (0..<10).flatMap { [whole.pixel(x: $0, y: 0), whole.pixel(x: 0, y: $0), whole.pixel(x: 9, y: $0)] }
      if bytes(whole) != bytes(pieces) || edge.contains(where: { $0 != 0 }) { trail.append(seed) }
    }
    #expect(trail == [])
  }

  @Test func `Any numbers at all are painted without a trap, inside the clip and the same in pieces`() throws {
    let painter = Painter()
    let picture = bitmap(3, 3)
    picture.fill(.blue)
    let mask = bitmap(3, 3, .alpha8)
    mask.fill(.black)
    var trail: [Int] = []
    for seed in 0..<200 {
      var dice = Dice(seed)
      let path = HostileTests.path(&dice)
      let points = (0..<dice.whole(0...4)).map { _ in HostileTests.point(&dice) }
      let width = HostileTests.number(&dice)
      let style = StrokeStyle(
        width: width, cap: dice.pick([.butt, .round, .square]), join: dice.pick([.miter, .round, .bevel]),
        miterLimit: HostileTests.number(&dice), dash: (0..<dice.whole(0...3)).map { _ in HostileTests.number(&dice) },
        dashPhase: HostileTests.number(&dice))
      let widths = points.map { _ in HostileTests.number(&dice) }
      let transform =
        dice.chance(0.5)
        ? AffineTransform.identity
        : AffineTransform(
          a: HostileTests.number(&dice), b: HostileTests.number(&dice), c: HostileTests.number(&dice),
          d: HostileTests.number(&dice), tx: HostileTests.number(&dice), ty: HostileTests.number(&dice))
      let rect = HostileTests.rect(&dice)
      let color = Color(red: HostileTests.number(&dice), green: 0, blue: 1, alpha: HostileTests.number(&dice))
      func paint(_ target: Bitmap, _ clip: PixelRect) {
        painter.begin(target: target, clip: Region(clip))
        painter.concatenate(transform)
        _ = painter.clipBounds
        _ = painter.isVisible(rect)
        painter.fill(path, color: color)
        painter.fill(path, color: color, rule: .evenOdd)
        painter.stroke(path, style: style, color: color)
        painter.stroke(polyline: points, width: width, color: color)
        painter.stroke(polyline: points, widths: widths, color: color)
        _ = painter.pixels(stroking: path, style: style)
        painter.fill(rect, color: color)
        painter.draw(picture, in: rect, opacity: width)
        painter.fill(mask: mask, in: rect, color: color)
        painter.clip(to: rect)
        try? painter.clip(to: path)
        painter.fill(path, color: color)
        painter.end()
      }
      _ = path.contains(rect.origin, tolerance: width) || path.strokeContains(rect.origin, style: style, tolerance: width)
      _ = (path.bounds, path.controlBounds, path.strokeBounds(style: style), path.currentPoint)
      let whole = bitmap(10, 10)
      paint(whole, PixelRect(x: 1, y: 1, width: 8, height: 8))
      let pieces = bitmap(10, 10)
      for x in [1, 4, 6] { paint(pieces, PixelRect(x: x, y: 1, width: x == 1 ? 3 : x == 4 ? 2 : 3, height: 8)) }
      let edge = (0..<10).flatMap { [whole.pixel(x: $0, y: 0), whole.pixel(x: 0, y: $0), whole.pixel(x: 9, y: $0)] }
      if bytes(whole) != bytes(pieces) || edge.contains(where: { $0 != 0 }) { trail.append(seed) }
    }
    #expect(trail == [])
  }

  @Test func `Dashes of any length come to an end, however short and however far the line goes`() {
    let line = [Point(2, 4), Point(1e12, 5)]
    var path = Path()
    path.addLines(line)
    for dash in [
      [.leastNonzeroMagnitude], [.leastNonzeroMagnitude, 0], [1e-9, 1e-12], [1e300, 1e-300], [0.1, 0.2, 0, 0], [1e-3],
    ] {
      for width in [0.001, 2, 1e9] {
        let style = StrokeStyle(width: width, cap: .square, join: .miter, dash: dash, dashPhase: 7e5)
        let picture = coverage(8, 8) { $0.stroke(path, style: style, color: .black) }
        #expect(bytes(picture).count == 64)
        _ = path.strokeBounds(style: style)
        _ = path.strokeContains(Point(3, 4), style: style, tolerance: 1e6)
      }
    }
  }

  @Test func `Lines that run far outside look as if their visible part were drawn`() {
    let far = coverage(12, 12) { $0.stroke(polyline: [Point(-1e9, 6), Point(1e9, 6)], width: 2, color: .black) }
    let near = coverage(12, 12) { $0.stroke(polyline: [Point(-9, 6), Point(20, 6)], width: 2, color: .black) }
    var wedge = Path()
    wedge.move(to: Point(6, 6))
    wedge.addLine(to: Point(6 + 4e9, 6 + 4e9))
    wedge.addLine(to: Point(6 - 4e9, 6 + 4e9))
    let wide = coverage(12, 12) { $0.fill(wedge, color: .black) }
    var small = Path()
    small.move(to: Point(6, 6))
    small.addLine(to: Point(46, 46))
    small.addLine(to: Point(-34, 46))
    let narrow = coverage(12, 12) { $0.fill(small, color: .black) }
    #expect(bytes(far) == bytes(near))
    #expect(bytes(wide) == bytes(narrow))
  }

  @Test func `Subpaths without length are dots, squares or nothing`() {
    var dot = Path()
    dot.move(to: Point(4, 4))
    dot.addLine(to: Point(4, 4))
    let styles = [
      StrokeStyle(width: 4), StrokeStyle(width: 4, cap: .round, join: .miter), StrokeStyle(width: 4, cap: .square),
      StrokeStyle(width: 4, cap: .butt),
    ]
    let areas = styles.map { style in
      bytes(coverage(8, 8) { $0.stroke(dot, style: style, color: .black) }).reduce(0) { $0 + Double($1) / 255 }
    }
    // A disc of radius 2 has an area of 12.57.
    let expected = [12.57, 12.57, 16, 0]
    #expect(zip(areas, expected).allSatisfy { ($0 - $1).magnitude < 0.25 }, "\(areas)")
  }
}
