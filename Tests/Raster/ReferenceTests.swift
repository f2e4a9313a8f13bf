import EaselGeometry
import EaselRaster
import Testing

/// Random shapes against what they should be, worked out pixel by pixel.
@Suite struct ReferenceTests {
  private static let side = 16

  /// The signed area of a polygon inside each pixel, exact: the polygon is cut to the pixel edge by edge.
  private static func areas(_ polygons: [[Point]]) -> [Double] {
    var result: [Double] = []
    for y in 0..<side {
      for x in 0..<side {
        result.append(polygons.reduce(0) { $0 + area(cut($1, Double(x), Double(y))) })
      }
    }
    return result
  }

  private static func cut(_ polygon: [Point], _ x: Double, _ y: Double) -> [Point] {
    let sides: [(Point) -> Double] = [{ $0.x - x }, { x + 1 - $0.x }, { $0.y - y }, { y + 1 - $0.y }]
    return sides.reduce(polygon) { corners, depth in
      var kept: [Point] = []
      for (index, b) in corners.enumerated() {
        let a = corners[(index + corners.count - 1) % corners.count]
        let (da, db) = (depth(a), depth(b))
        if (da < 0) != (db < 0) { kept.append(a + (b - a) * (da / (da - db))) }
        if db >= 0 { kept.append(b) }
      }
      return kept
    }
  }

  private static func area(_ corners: [Point]) -> Double {
    var sum = 0.0
    for (index, b) in corners.enumerated() {
      let a = corners[(index + corners.count - 1) % corners.count]
      sum += a.x * b.y - b.x * a.y
    }
    return sum / 2
  }

  private static func path(_ polygons: [[Point]]) -> Path {
    var path = Path()
    for polygon in polygons {
      for (index, point) in polygon.enumerated() { index == 0 ? path.move(to: point) : path.addLine(to: point) }
    }
    return path
  }

  @Test func `Filled polygons have their exact area in every pixel`() {
    var worst = 0.0
    for seed in 0..<120 {
      var dice = Dice(seed)
      let polygons = (0..<dice.whole(1...2)).map { _ in
        (0..<dice.whole(3...6)).map { _ in dice.chance(0.1) ? dice.point(400) : dice.point(16) }
      }
      let picture = coverage(side, side) { $0.fill(ReferenceTests.path(polygons), color: .black) }
      let folded = coverage(side, side) { $0.fill(ReferenceTests.path(polygons), color: .black, rule: .evenOdd) }
      let areas = ReferenceTests.areas(polygons)
      let whole = differences(picture, areas.map { min(1, $0.magnitude) })
      let odd = differences(
        folded,
        areas.map { area in
          let rest = area.magnitude.truncatingRemainder(dividingBy: 2)
          return rest > 1 ? 2 - rest : rest
        })
      worst = max(worst, -whole.least, whole.greatest, -odd.least, odd.greatest)
    }
    // Corners are rounded to 256ths of a pixel, and each edge may be off by that along all of a pixel.
    #expect(worst < 0.02)
  }

  private var side: Int { ReferenceTests.side }

  @Test func `Filled curves are what they are named after`() {
    let ellipse = coverage(side, side) {
      $0.fill(Path(ellipseIn: Rect(x: 1.3, y: 2.1, width: 12.2, height: 9.4)), color: .black)
    }
    let round = coverage(side, side) {
      $0.fill(Path(roundedRect: Rect(x: 1.3, y: 2.1, width: 12.2, height: 9.4), cornerRadius: 4), color: .black)
    }
    var quad = Path()
    quad.move(to: Point(1, 14))
    quad.addQuadCurve(to: Point(15, 14), control: Point(8, -12))
    let hill = coverage(side, side) { $0.fill(quad, color: .black) }
    let reference = [
      sampled(side, side) { x, y in
        let u = (x - 7.4) / 6.1
        let v = (y - 6.8) / 4.7
        return u * u + v * v < 1
      },
      sampled(side, side) { x, y in
        let u = max(0, (x - 7.4).magnitude - 2.1)
        let v = max(0, (y - 6.8).magnitude - 0.7)
        return u * u + v * v < 16
      },
      sampled(side, side) { x, y in
        let t = (x - 1) / 14
        return t > 0 && t < 1 && y < 14 && y > 14 - 52 * t * (1 - t)
      },
    ]
    let worst = zip([ellipse, round, hill], reference).map { picture, expected in
      let found = differences(picture, expected)
      return max(-found.least, found.greatest)
    }
    #expect(worst.allSatisfy { $0 < 0.07 })
  }

  @Test func `A round segment covers what lies within half its width`() {
    var worst: [Double: (least: Double, greatest: Double)] = [:]
    for seed in 0..<48 {
      var dice = Dice(seed)
      let width = [1.0, 2, 4.5, 9][seed % 4]
      let a = dice.point(16)
      let b = dice.chance(0.2) ? a : dice.chance(0.2) ? Point(a.x, dice.real(0...16)) : dice.point(16)
      let picture = coverage(side, side) { $0.stroke(polyline: [a, b], width: width, color: .black) }
      let expected = sampled(side, side) { distance(Point($0, $1), a, b) < width / 2 }
      let found = differences(picture, expected)
      let before = worst[width] ?? (0, 0)
      worst[width] = (min(before.least, found.least), max(before.greatest, found.greatest))
    }
    // Sides are exact; at the ends of thin lines the curve is only roughly followed.
    let limits: [Double: Double] = [1: 0.25, 2: 0.09, 4.5: 0.05, 9: 0.04]
    for (width, limit) in limits {
      let found = worst[width] ?? (9, 9)
      #expect(found.least > -limit && found.greatest < limit, "width \(width): \(found)")
    }
  }

  @Test func `A round line is the union of its segments, nowhere darker and nowhere lighter than one of them`() {
    var least = 0.0
    var greatest = 0.0
    for seed in 0..<10 {
      var dice = Dice(seed)
      let width = dice.real(2...5)
      let points = (0..<5).map { _ in dice.point(16) }
      let picture = coverage(side, side) { $0.stroke(polyline: points, width: width, color: .black) }
      let union = sampled(side, side) { x, y in
        (1..<5).contains { distance(Point(x, y), points[$0 - 1], points[$0]) < width / 2 }
      }
      greatest = max(greatest, differences(picture, union).greatest)
      for index in 1..<5 {
        let single = coverage(side, side) {
          $0.stroke(polyline: [points[index - 1], points[index]], width: width, color: .black)
        }
        least = min(least, differences(picture, bytes(single).map { Double($0) / 255 }).least)
      }
    }
    #expect(least == 0 && greatest < 0.09)
  }

  @Test func `Lines with corners cover the union of their parts`() {
    var worst = 0.0
    var trail: [String] = []
    for seed in 0..<30 {
      var dice = Dice(seed)
      let width = dice.real(1...5)
      let points = (0..<3).map { _ in dice.point(16) }
      let cap = dice.pick([LineCap.butt, .square])
      let tilt = AffineTransform(a: 0.9, b: dice.real(-0.4...0.4), c: 0.3, d: 0.7, tx: 0.3, ty: 1)
      let round = dice.chance(0.4)
      let style = StrokeStyle(width: width, cap: round ? .round : cap, join: round ? .round : .bevel)
      var path = Path()
      for (index, point) in points.enumerated() { index == 0 ? path.move(to: point) : path.addLine(to: point) }
      let picture = coverage(side, side) { painter in
        painter.concatenate(tilt)
        painter.stroke(path, style: style, color: .black)
      }
      guard let back = tilt.inverse else { continue }
      let expected = sampled(side, side) { x, y in
        let place = back.apply(Point(x, y))
        return ReferenceTests.isInside(place, points, width / 2, round: round, square: cap == .square)
      }
      let found = differences(picture, expected)
      worst = max(worst, -found.least, found.greatest)
      let wrong = zip(bytes(picture), expected).count { (Double($0) / 255 - $1).magnitude > 0.1 }
      if wrong > 0 { trail.append("\(seed) \(wrong) \(found)") }
    }
    #expect(trail == [] && worst > 0, "\(trail)")
  }

  /// Whether a place lies on a line of two segments with bevels.
  private static func isInside(_ p: Point, _ line: [Point], _ half: Double, round: Bool, square: Bool) -> Bool {
    if round { return distance(p, line[0], line[1]) < half || distance(p, line[1], line[2]) < half }
    for index in 1...2 {
      let (a, b) = (line[index - 1], line[index])
      let length = a.distance(to: b)
      let u = (b - a) * (1 / length)
      let along = (p.x - a.x) * u.x + (p.y - a.y) * u.y
      let across = (p.x - a.x) * u.y - (p.y - a.y) * u.x
      let before = square && index == 1 ? half : 0
      let after = square && index == 2 ? half : 0
      if across.magnitude < half && along > -before && along < length + after { return true }
    }
    // The bevel: the triangle between the corner and the two outer ends there.
    let u = (line[1] - line[0]) * (1 / line[0].distance(to: line[1]))
    let v = (line[2] - line[1]) * (1 / line[1].distance(to: line[2]))
    let sign = u.x * v.y - u.y * v.x > 0 ? half : -half
    let corners = [line[1], line[1] + Point(u.y, -u.x) * sign, line[1] + Point(v.y, -v.x) * sign]
    let sides = (0..<3).map { index in
      let a = corners[index]
      let b = corners[(index + 1) % 3]
      return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)
    }
    return sides.allSatisfy { $0 > 0 } || sides.allSatisfy { $0 < 0 }
  }
}
