public import EaselGeometry

/// What a finger means: whether a place lies in a shape, or near enough.
extension Path {
  /// Whether a point lies inside, or not further away than a tolerance; open subpaths count as closed.
  ///
  /// - Parameter tolerance: in the path's units; with 0 only the inside counts, and the edge to either side.
  public func contains(_ point: Point, rule: FillRule = .nonZero, tolerance: Double = 0) -> Bool {
    var probe = Probe(point, tolerance: tolerance)
    var start = Point.zero
    var current = Point.zero
    forEachStep(transform: .identity, tolerance: Path.fineness(tolerance, point)) { step in
      switch step {
      case .move(let next):
        probe.add(current, start)
        start = next
        current = next
      case .line(let next), .bend(let next):
        probe.add(current, next)
        current = next
      case .close:
        probe.add(current, start)
        current = start
      }
    }
    probe.add(current, start)
    return probe.isHit(rule)
  }

  /// Whether a point lies on the line that a style draws along the path, or not further away from it than a tolerance.
  ///
  /// Caps, joins and gaps between dashes count as they are drawn; a hairline has no width here.
  /// - Parameter tolerance: in the path's units.
  public func strokeContains(_ point: Point, style: StrokeStyle, tolerance: Double = 0) -> Bool {
    let half = style.width / 2
    guard point.isFinite, half >= 0, half.isFinite else { return false }
    let least = max(half, 1e-9)
    let reach = (half + max(0, tolerance)) * 2 * max(1, style.join == .miter ? style.miterLimit.magnitude : 1) + least
    let visible = Rect(x: point.x - reach, y: point.y - reach, width: 2 * reach, height: 2 * reach)
    var stroker = Stroker()
    stroker.begin(style, half: least, tolerance: max(least * 0.002, tolerance * 0.01))
    outline(with: &stroker, style: style, transform: .identity, visible: visible, reach: reach)
    var probe = Probe(point, tolerance: tolerance)
    var start = 0
    for end in stroker.ends {
      for index in start..<end { probe.add(stroker.points[index == start ? end - 1 : index - 1], stroker.points[index]) }
      start = end
    }
    return probe.isHit(.nonZero)
  }

  /// How well curves are followed: a tenth of the tolerance, or what 32-bit numbers tell apart at that place.
  private static func fineness(_ tolerance: Double, _ point: Point) -> Double {
    max(0.001, tolerance * 0.1, max(point.x.magnitude, point.y.magnitude) * 1e-7)
  }
}

/// A place that is held against the edges of polygons.
private struct Probe {
  private let point: Point
  private let square: Double
  private var winding = 0
  private var isNear = false

  init(_ point: Point, tolerance: Double) {
    self.point = point
    square = tolerance > 0 ? tolerance * tolerance : -1
  }

  /// Adds an edge: whether it passes to the right of the place, and how near it comes.
  mutating func add(_ a: Point, _ b: Point) {
    if (a.y <= point.y) != (b.y <= point.y) {
      let side = (b.x - a.x) * (point.y - a.y) - (point.x - a.x) * (b.y - a.y)
      if b.y > a.y && side > 0 { winding += 1 }
      if b.y < a.y && side < 0 { winding -= 1 }
    }
    guard square >= 0, !isNear else { return }
    let way = b - a
    let length = way.x * way.x + way.y * way.y
    let along = length > 0 ? ((point.x - a.x) * way.x + (point.y - a.y) * way.y) / length : 0
    let off = point - (a + way * max(0, min(1, along)))
    isNear = off.x * off.x + off.y * off.y <= square
  }

  func isHit(_ rule: FillRule) -> Bool {
    isNear || (rule == .nonZero ? winding != 0 : winding % 2 != 0)
  }
}
