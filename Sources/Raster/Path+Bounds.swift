public import EaselGeometry

extension Path {
  /// The smallest rectangle around all points that a path goes through; `.zero` if there are none.
  ///
  /// It may have no width or no height. Curves count with where they go, not with their control points.
  public var bounds: Rect {
    var box = PointBox()
    forEachCurve { curve in
      box.add(curve.from)
      box.add(curve.to)
      curve.forEachExtreme { box.add(curve.point(at: $0)) }
    }
    return box.rect
  }

  /// The smallest rectangle around all points and control points; quicker than `bounds`.
  public var controlBounds: Rect {
    var box = PointBox()
    for point in points where point.x == point.x && point.y == point.y { box.add(Path.tamed(point)) }
    return box.rect
  }

  /// The smallest rectangle around the line that a style draws along the path, with caps, joins and dashes; `.zero` if it is nothing.
  ///
  /// Round parts are followed to a thousandth of the width; more than 10,000 patterns of dashes count as one line. A hairline's width depends on the painter; here it has none.
  /// What a painter changes, to the pixel, is `Painter.pixels(stroking:style:)`.
  public func strokeBounds(style: StrokeStyle) -> Rect {
    var box = PointBox()
    var stroker = Stroker()
    let half = style.width / 2
    guard half >= 0, half.isFinite else { return .zero }
    stroker.begin(style, half: max(half, 1e-9), tolerance: max(half, 1e-9) * 0.002)
    let isCounted = hasCountableDashes(style)
    outline(with: &stroker, style: isCounted ? style : style.undashed, transform: .identity, visible: nil, reach: 0)
    for point in stroker.points { box.add(point) }
    if isCounted || box.rect == .zero { return box.rect }
    // Any place may have a cap, up to half a square's diagonal long.
    let reach = half * 2.0.squareRoot()
    return box.rect.union(bounds.insetBy(dx: -reach, dy: -reach))
  }

  /// Whether there are not so many dashes that it would take long to go along them.
  private func hasCountableDashes(_ style: StrokeStyle) -> Bool {
    let length = zip(points, points.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
    return length <= 10_000 * max(1, style.dash.reduce(0, +))
  }

  /// Has a pen walk along the path, dash by dash if the style has dashes.
  ///
  /// - Parameters:
  ///   - visible: outside of it dashes may be left out.
  ///   - reach: how far it goes beyond what is seen.
  func outline<Pen: LinePen>(
    with pen: inout Pen, style: StrokeStyle, transform: AffineTransform, visible: Rect?, reach: Double
  ) {
    if var dasher = Dasher(style, transform: transform, visible: visible, reach: reach) {
      // Finer, so that a curve has its length and the dashes at its end their places.
      forEachStep(transform: transform, tolerance: Path.tolerance / 8) { dasher.add($0, to: &pen) }
      dasher.end(&pen)
    } else {
      forEachStep(transform: transform, tolerance: Path.tolerance) { pen.add($0) }
    }
    pen.end()
  }

  /// Calls `body` with each line and curve as a curve; closing lines are left out, as they lead nowhere new.
  private func forEachCurve(_ body: (Curve) -> Void) {
    var next = 0
    var current: Point?
    var start = Point.zero
    for verb in verbs {
      let first = next
      next += verb.pointCount
      if verb == .close {
        if current != nil { current = start }
        continue
      }
      guard points[first..<next].allSatisfy({ $0.x == $0.x && $0.y == $0.y }) else { continue }
      let end = Path.tamed(points[next - 1])
      let from = verb == .move ? end : current ?? end
      if verb == .move || current == nil { start = end }
      let control1 = verb == .quad || verb == .cubic ? Path.tamed(points[first]) : from
      let control2 = verb == .cubic ? Path.tamed(points[first + 1]) : verb == .quad ? control1 : end
      let isCurve = current != nil && (verb == .quad || verb == .cubic)
      body(
        Curve(
          from: isCurve ? from : end, control1: isCurve ? control1 : end, control2: isCurve ? control2 : end, to: end,
          isQuadratic: verb == .quad))
      current = end
    }
  }
}

/// The smallest rectangle around points.
struct PointBox {
  private var low = Point(x: .infinity, y: .infinity)
  private var high = Point(x: -.infinity, y: -.infinity)

  mutating func add(_ point: Point) {
    low = Point(x: min(low.x, point.x), y: min(low.y, point.y))
    high = Point(x: max(high.x, point.x), y: max(high.y, point.y))
  }

  /// `.zero` without points.
  var rect: Rect { low.x <= high.x ? Rect(spanning: low, high) : .zero }
}

extension Curve {
  /// Calls `body` with each parameter between 0 and 1 at which a coordinate stops to grow or to shrink.
  func forEachExtreme(_ body: (Double) -> Void) {
    for axis in [\Point.x, \Point.y] {
      let p = [from[keyPath: axis], control1[keyPath: axis], control2[keyPath: axis], to[keyPath: axis]]
      let roots =
        isQuadratic
        ? Curve.roots(0, 2 * (p[0] - 2 * p[1] + p[3]), 2 * (p[1] - p[0]))
        : Curve.roots(
          3 * (p[3] - p[0] + 3 * (p[1] - p[2])), 6 * (p[0] - 2 * p[1] + p[2]), 3 * (p[1] - p[0]))
      for root in roots where root > 0 && root < 1 { body(root) }
    }
  }

  /// Where a·t² + b·t + c is 0.
  private static func roots(_ a: Double, _ b: Double, _ c: Double) -> [Double] {
    guard a.magnitude > 1e-12 * (b.magnitude + c.magnitude) else { return b == 0 ? [] : [-c / b] }
    let square = b * b - 4 * a * c
    guard square >= 0 else { return [] }
    // The sum without cancellation gives one root, and the product of both the other.
    let sum = -0.5 * (b + (b < 0 ? -square.squareRoot() : square.squareRoot()))
    return sum == 0 ? [0] : [sum / a, c / sum]
  }
}

extension AffineTransform {
  /// By how much it makes lengths longer at most, about; 1 if that is no number.
  var stretch: Double {
    let most = max(applyLinear(Point(x: 1, y: 0)).distance(to: .zero), applyLinear(Point(x: 0, y: 1)).distance(to: .zero))
    return most > 0 && most < .infinity ? most : 1
  }
}
