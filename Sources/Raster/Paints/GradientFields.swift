internal import EaselGeometry
internal import Glibc

/// Which place of a gradient's way lies under each pixel: a function of the pixel alone, whatever run of pixels is asked for.
///
/// Pixels are taken in blocks of 64 that begin at the same columns always; within one, places are small sums in single precision.
protocol GradientField {
  /// What is known of a block's row.
  associatedtype Line

  func line(block: Int, y: Int, spread: Spread) -> Line
  /// The places under the pixels so far from the block's begin, and which of them exist; the others are finite too.
  func places(_ line: Line, _ offsets: Four.Numbers) -> (Four.Numbers, Four.Choice)
}

enum GradientBlock {
  static let width = 64
  /// So far from the way's begin nothing matters any more, and nothing can become infinite.
  static let far = 1e5

  static func clamped(_ value: Double, _ limit: Double = far) -> Float { Float(max(-limit, min(limit, value))) }
}

/// A gradient along a line.
struct LinearField: GradientField {
  /// The place at the origin of pixels, and what a step to the right and down adds.
  private let start: Double
  private let right: Double
  private let down: Double

  /// - Parameter back: from pixels to the units of the points.
  init?(from a: Point, to b: Point, back: AffineTransform) {
    let way = b - a
    let square = way.x * way.x + way.y * way.y
    guard square > 0, square.isFinite else { return nil }
    right = (back.a * way.x + back.b * way.y) / square
    down = (back.c * way.x + back.d * way.y) / square
    start = ((back.tx - a.x) * way.x + (back.ty - a.y) * way.y) / square
    guard start.isFinite, right.isFinite, down.isFinite else { return nil }
  }

  struct Line {
    let start: Four.Numbers
    let step: Four.Numbers
  }

  @inline(__always)
  func line(block: Int, y: Int, spread: Spread) -> Line {
    var place = start + (Double(y) + 0.5) * down + (Double(block) + 0.5) * right
    // So that the many turns of a repeated gradient cost no precision.
    if spread == .repeat || spread == .reflect { place -= 2 * (place / 2).rounded(.down) }
    return Line(
      start: SIMD4(repeating: GradientBlock.clamped(place)), step: SIMD4(repeating: GradientBlock.clamped(right, 1e4)))
  }

  @inline(__always)
  func places(_ line: Line, _ offsets: Four.Numbers) -> (Four.Numbers, Four.Choice) {
    (line.start + line.step * offsets, Four.Choice(repeating: -1))
  }
}

/// The vector from a point to a pixel's middle, in units of some length.
struct VectorLine {
  let x: Four.Numbers
  let y: Four.Numbers
  let stepX: Four.Numbers
  let stepY: Four.Numbers

  /// - Parameter back: from pixels to such vectors.
  @inline(__always)
  init(_ back: AffineTransform, block: Int, y: Int) {
    let first = back.apply(Point(Double(block) + 0.5, Double(y) + 0.5))
    x = SIMD4(repeating: GradientBlock.clamped(first.x))
    self.y = SIMD4(repeating: GradientBlock.clamped(first.y))
    stepX = SIMD4(repeating: GradientBlock.clamped(back.a))
    stepY = SIMD4(repeating: GradientBlock.clamped(back.b))
  }

  @inline(__always)
  func at(_ offsets: Four.Numbers) -> (x: Four.Numbers, y: Four.Numbers) { (x + stepX * offsets, y + stepY * offsets) }
}

/// A gradient from one circle to another.
///
/// Of the circles between and beyond the two that go through a pixel the one with the greatest place counts whose radius is not
/// negative, as SVG and the canvas have it.
struct RadialField: GradientField {
  private let back: AffineTransform
  /// The vector between the middles, the first radius and what the second has more, in units of the largest of them.
  private let way: (x: Float, y: Float)
  private let radius: Float
  private let growth: Float
  /// The square's coefficient, way² − growth².
  private let square: Float
  /// Whether only places from 0 to 1 count.
  private let isBounded: Bool

  init?(from a: Point, _ radiusA: Double, to b: Point, _ radiusB: Double, isBounded: Bool, back: AffineTransform) {
    self.isBounded = isBounded
    guard radiusA >= 0, radiusB >= 0, a != b || radiusA != radiusB else { return nil }
    let unit = max(radiusA, radiusB, a.distance(to: b))
    guard unit > 0, unit.isFinite, (1 / unit).isFinite else { return nil }
    self.back = back.concatenating(AffineTransform(a: 1 / unit, b: 0, c: 0, d: 1 / unit, tx: -a.x / unit, ty: -a.y / unit))
    way = (Float((b.x - a.x) / unit), Float((b.y - a.y) / unit))
    radius = Float(radiusA / unit)
    growth = Float((radiusB - radiusA) / unit)
    let exact =
      ((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y) - (radiusB - radiusA) * (radiusB - radiusA)) / unit / unit
    // Circles that touch from within lie on one line through a point: the equation has one root.
    square = exact.magnitude < 1e-6 ? 0 : Float(exact)
    guard self.back.isFinite else { return nil }
  }

  @inline(__always)
  func line(block: Int, y: Int, spread: Spread) -> VectorLine { VectorLine(back, block: block, y: y) }

  @inline(__always)
  func places(_ line: VectorLine, _ offsets: Four.Numbers) -> (Four.Numbers, Four.Choice) {
    let q = line.at(offsets)
    let radius = Four.Numbers(repeating: self.radius)
    let growth = Four.Numbers(repeating: self.growth)
    let length = q.x * q.x + q.y * q.y
    if way.x == 0 && way.y == 0 {
      let place = (length.squareRoot() - radius) / growth
      return (RadialField.limited(place), Four.Choice(repeating: -1))
    }
    let half = q.x * SIMD4(repeating: way.x) + q.y * SIMD4(repeating: way.y) + radius * growth
    let rest = length - radius * radius
    guard square != 0 else {
      let isZero = ~Four.isLess(SIMD4(repeating: 1e-12), Four.magnitude(half))
      let place = RadialField.limited(rest / Four.choose(isZero, SIMD4(repeating: 1), half + half))
      return (place, ~isZero & ~Four.isLess(radius + place * growth, .zero))
    }
    let squares = Four.Numbers(repeating: square)
    let inside = half * half - squares * rest
    let exists = ~Four.isLess(inside, .zero)
    let root = Four.positive(inside).squareRoot()
    // The greater one first.
    let signed = Four.withSign(of: squares, root)
    let first = RadialField.limited((half + signed) / squares)
    let second = RadialField.limited((half - signed) / squares)
    let isFirst = isCircle(first, radius + first * growth)
    let isSecond = isCircle(second, radius + second * growth)
    return (Four.choose(isFirst, first, second), exists & (isFirst | isSecond))
  }

  @inline(__always)
  private func isCircle(_ place: Four.Numbers, _ radius: Four.Numbers) -> Four.Choice {
    let isThere = ~Four.isLess(radius, .zero)
    return isBounded ? isThere & ~Four.isLess(place, .zero) & ~Four.isLess(SIMD4(repeating: 1), place) : isThere
  }

  @inline(__always)
  private static func limited(_ place: Four.Numbers) -> Four.Numbers {
    let far = Four.Numbers(repeating: Float(GradientBlock.far))
    let low = Four.choose(Four.isLess(place, far), place, far)
    return Four.choose(Four.isLess(low, -far), -far, low)
  }
}

/// A gradient around a point.
struct ConicField: GradientField {
  private let back: AffineTransform

  /// - Parameter angle: where the way begins, in radians from the x axis; it runs clockwise as seen on a screen.
  init?(center: Point, angle: Double, back: AffineTransform) {
    guard center.isFinite, angle.isFinite else { return nil }
    let turn = AffineTransform(cosine: cos(angle), sine: -sin(angle))
    self.back = back.concatenating(AffineTransform(translationX: -center.x, y: -center.y)).concatenating(turn)
    guard self.back.isFinite else { return nil }
  }

  @inline(__always)
  func line(block: Int, y: Int, spread: Spread) -> VectorLine { VectorLine(back, block: block, y: y) }

  /// The angle by its tangent: Abramowitz and Stegun, "Handbook of Mathematical Functions", 4.4.49, to 2·10⁻⁸.
  @inline(__always)
  func places(_ line: VectorLine, _ offsets: Four.Numbers) -> (Four.Numbers, Four.Choice) {
    let q = line.at(offsets)
    let (x, y) = (Four.magnitude(q.x), Four.magnitude(q.y))
    let isSteep = Four.isLess(x, y)
    let large = Four.choose(isSteep, y, x)
    let small = Four.choose(isSteep, x, y)
    let isNothing = ~Four.isLess(.zero, large)
    let z = small / Four.choose(isNothing, SIMD4(repeating: 1), large)
    let square = z * z
    var sum = Four.Numbers(repeating: 0.0028662257)
    sum = sum * square - 0.0161657367
    sum = sum * square + 0.0429096138
    sum = sum * square - 0.0752896400
    sum = sum * square + 0.1065626393
    sum = sum * square - 0.1420889944
    sum = sum * square + 0.1999355085
    sum = sum * square - 0.3333314528
    var turns = (z + z * square * sum) * (0.5 / Float.pi)
    turns = Four.choose(isSteep, 0.25 - turns, turns)
    turns = Four.choose(Four.isLess(q.x, .zero), 0.5 - turns, turns)
    turns = Four.choose(Four.isLess(q.y, .zero), 1 - turns, turns)
    return (turns, Four.Choice(repeating: -1))
  }
}

extension AffineTransform {
  /// Whether all six numbers are finite.
  var isFinite: Bool { a.isFinite && b.isFinite && c.isFinite && d.isFinite && tx.isFinite && ty.isFinite }
}
