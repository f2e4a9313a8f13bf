import EaselGeometry
import EaselRaster
import Glibc
import Testing

/// Our pictures beside cairo's: at most 2 % of the pixels differ by more than 32 levels.
@Suite struct OracleTests {
  static let side = 48
  private static let caps: [LineCap] = [.butt, .round, .square]
  private static let joins: [LineJoin] = [.miter, .round, .bevel]

  private static func stroke(_ path: Path, _ style: StrokeStyle, _ transform: AffineTransform = .identity) -> Difference {
    let ours = coverage(side, side) { painter in
      painter.concatenate(transform)
      painter.stroke(path, style: style, color: .black)
    }
    return Difference(bytes(ours), Oracle.stroke(path, width: side, height: side, style: style, transform: transform))
  }

  private static func fill(_ path: Path, _ rule: FillRule) -> Difference {
    let ours = coverage(side, side) { $0.fill(path, color: .black, rule: rule) }
    return Difference(bytes(ours), Oracle.fill(path, width: side, height: side, rule: rule))
  }

  private static func lines(_ points: [Point], closes: Bool = false) -> Path {
    var path = Path()
    path.addLines(points)
    if closes { path.closeSubpath() }
    return path
  }

  /// Paths that have been somebody's bug.
  private static var cases: [(name: String, path: Path)] {
    var cusp = Path()
    cusp.move(to: Point(8, 40))
    cusp.addCurve(to: Point(40, 40), control1: Point(44, 4), control2: Point(4, 4))
    var sharp = Path()
    sharp.move(to: Point(10, 24))
    sharp.addCurve(to: Point(10, 24.5), control1: Point(48, 24), control2: Point(48, 24.5))
    var loop = Path()
    loop.move(to: Point(6, 42))
    loop.addCurve(to: Point(42, 42), control1: Point(60, -8), control2: Point(-12, -8))
    var straight = Path()
    straight.move(to: Point(8, 10))
    straight.addQuadCurve(to: Point(38, 30), control: Point(23, 20))
    var after = lines([Point(10, 10), Point(30, 12), Point(22, 30)], closes: true)
    after.addLine(to: Point(40, 40))
    var arcs = Path()
    arcs.addArc(center: Point(24, 24), radius: 14, startAngle: 0.4, endAngle: 5, clockwise: true)
    var tangent = Path()
    tangent.move(to: Point(6, 8))
    tangent.addArc(tangent1End: Point(40, 10), tangent2End: Point(20, 44), radius: 9)
    return [
      ("corner", lines([Point(8, 38), Point(14, 10), Point(40, 22)])),
      ("acute", lines([Point(6, 20), Point(40, 24), Point(8, 28)])),
      ("zigzag", lines([Point(6, 30), Point(14, 12), Point(20, 34), Point(28, 12), Point(34, 34), Point(42, 14)])),
      ("triangle", lines([Point(10, 10), Point(38, 14), Point(20, 38)], closes: true)),
      ("coincident", lines([Point(8, 8), Point(8, 8), Point(24, 30), Point(24, 30), Point(24, 30), Point(40, 10)])),
      ("dot", lines([Point(20, 20), Point(20, 20)])), ("closed dot", lines([Point(20, 20)], closes: true)),
      ("lone move", lines([Point(20, 20)])), ("straight on", lines([Point(6, 6), Point(20, 20), Point(40, 40)])),
      ("crossing", lines([Point(8, 8), Point(40, 40), Point(40, 8), Point(8, 40)])),
      ("rectangle", Path(Rect(x: 10.5, y: 12.25, width: 24, height: 20))),
      ("round rectangle", Path(roundedRect: Rect(x: 8, y: 10, width: 30, height: 24), cornerRadius: 7)),
      ("ellipse", Path(ellipseIn: Rect(x: 6, y: 12, width: 36, height: 22))), ("cusp", cusp), ("sharp", sharp),
      ("loop", loop), ("straight curve", straight), ("line after close", after), ("arc", arcs), ("tangent", tangent),
      ("short steps", lines((0..<60).map { Point(8 + Double($0) * 0.5, 24 + Double($0 * $0 % 7) * 0.3) })),
    ]
  }

  @Test func `Every cap and join on every odd path looks as cairo draws it, at any width`() {
    var trail: [String] = []
    var sum = Difference()
    for (name, path) in OracleTests.cases {
      for cap in OracleTests.caps {
        for join in OracleTests.joins {
          // cairo leaves a square dot out, as it has no direction.
          if cap == .square && name.hasSuffix("dot") { continue }
          for width in [0.6, 1, 3, 8, 15] {
            let found = OracleTests.stroke(path, StrokeStyle(width: width, cap: cap, join: join))
            sum += found
            if !found.isSmall { trail.append("\(name) \(cap) \(join) \(width): \(found.large) of \(found.touched)") }
          }
        }
      }
    }
    #expect(trail == [] && sum.large * 50 <= sum.touched, "\(trail) \(sum)")
  }

  @Test func `Dashes and miter limits look as cairo draws them`() {
    var trail: [String] = []
    let dashes: [[Double]] = [[6, 4], [5], [1, 3, 7, 3], [0, 6], [12, 2, 3, 2], [100, 3]]
    for (name, path) in OracleTests.cases {
      for (index, dash) in dashes.enumerated() {
        for phase in [0, 2.5, -3, 40] {
          let cap = OracleTests.caps[index % 3]
          let style = StrokeStyle(
            width: 4, cap: cap, join: OracleTests.joins[(index + 1) % 3], dash: dash, dashPhase: phase)
          let found = OracleTests.stroke(path, style)
          if !found.isSmall { trail.append("\(name) \(dash) \(phase): \(found.large) of \(found.touched)") }
        }
      }
      for limit in [1, 1.3, 2, 5, 20] {
        let found = OracleTests.stroke(path, StrokeStyle(width: 5, cap: .butt, join: .miter, miterLimit: limit))
        if !found.isSmall { trail.append("\(name) limit \(limit): \(found.large) of \(found.touched)") }
      }
    }
    #expect(trail == [], "\(trail)")
  }

  @Test func `Dashes without length are squares along the line, or dots, as cairo draws them`() {
    var trail: [String] = []
    var sum = Difference()
    for (name, path) in OracleTests.cases where !name.hasSuffix("dot") {
      for cap in [LineCap.square, .round] {
        for (width, gap) in [(3.0, 7.0), (6, 11)] {
          let style = StrokeStyle(width: width, cap: cap, join: .bevel, dash: [0, gap], dashPhase: -2)
          let found = OracleTests.stroke(path, style)
          sum += found
          if !found.isSmall { trail.append("\(name) \(cap) \(width): \(found.large) of \(found.touched)") }
        }
      }
    }
    #expect(trail == [], "\(trail) \(sum)")
  }

  @Test func `Strokes under a transform that bends the pen look as cairo draws them`() {
    var trail: [String] = []
    let transforms = [
      AffineTransform(a: 1.4, b: 0.2, c: -0.5, d: 0.5, tx: 8, ty: 6),
      AffineTransform(a: -0.9, b: 0, c: 0, d: 0.4, tx: 46, ty: 10),
    ]
    for (name, path) in OracleTests.cases {
      for transform in transforms {
        for (cap, join) in zip(OracleTests.caps, OracleTests.joins) {
          let found = OracleTests.stroke(path, StrokeStyle(width: 6, cap: cap, join: join), transform)
          if !found.isSmall { trail.append("\(name) \(cap) \(join): \(found.large) of \(found.touched)") }
        }
      }
    }
    #expect(trail == [], "\(trail)")
  }

  private static func randomPath(_ dice: inout Dice, hasDots: Bool) -> Path {
    var path = Path()
    let size = Double(side)
    for index in 0..<dice.whole(2...6) {
      switch index == 0 ? 0 : dice.whole(0...9) {
      case 0: path.move(to: dice.point(size))
      case 1 where hasDots: path.closeSubpath()
      case 2, 3: path.addQuadCurve(to: dice.point(size), control: dice.point(size))
      case 4, 5: path.addCurve(to: dice.point(size), control1: dice.point(size), control2: dice.point(size))
      case 6 where hasDots: path.addLine(to: path.currentPoint ?? .zero)
      default: path.addLine(to: dice.point(size))
      }
    }
    return path
  }

  /// Ten thousand, but where a sanitizer makes each of them many times as slow.
  private static let pathCount = getenv("EASEL_RANDOM_PATHS").flatMap { Int(String(cString: $0)) } ?? 10_000

  @Test func `Ten thousand random paths look as cairo draws them`() {
    var fills = Difference()
    var strokes = Difference()
    var trail: [Int] = []
    for seed in 0..<OracleTests.pathCount {
      var dice = Dice(seed)
      let cap = dice.pick(OracleTests.caps)
      // cairo leaves a square dot out, as it has no direction.
      let path = OracleTests.randomPath(&dice, hasDots: seed % 2 == 0 || cap != .square)
      if seed % 2 == 0 {
        let found = OracleTests.fill(path, dice.pick([.nonZero, .evenOdd]))
        fills += found
        if !found.isSmall { trail.append(seed) }
      } else {
        let style = StrokeStyle(
          width: dice.pick([0.7, 2, 5, 11]), cap: cap, join: dice.pick(OracleTests.joins),
          miterLimit: dice.real(1...8), dash: dice.pick([[], [], [4, 3], [7, 2, 1, 2]]), dashPhase: dice.real(-9...9))
        let found = OracleTests.stroke(path, style)
        strokes += found
        if !found.isSmall { trail.append(seed) }
      }
    }
    #expect(fills.large * 50 <= fills.touched && strokes.large * 50 <= strokes.touched, "fills \(fills), strokes \(strokes)")
    // Where a dash ends on a long curve is decided by how finely its length is measured.
    #expect(trail.count <= 10, "\(trail.count): \(trail.prefix(40))")
  }
}
