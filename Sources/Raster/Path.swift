public import EaselGeometry

/// Subpaths of straight lines and Bézier curves.
///
/// A path takes any number: when it is painted, an element with a coordinate that is not a number counts as not there, and
/// infinite or huge ones count as very far away. Emptied with `removeAll(keepingCapacity:)` and filled again it allocates nothing.
public struct Path: Hashable, Sendable {
  /// The kinds of element; each takes its points from `points` in order.
  enum Verb: UInt8, Hashable, Sendable {
    case move, line, quad, cubic, close

    var pointCount: Int {
      switch self {
      case .close: 0
      case .move, .line: 1
      case .quad: 2
      case .cubic: 3
      }
    }
  }

  var verbs: [Verb] = []
  var points: [Point] = []

  /// No elements.
  public init() {}

  /// Whether there is no element.
  public var isEmpty: Bool { verbs.isEmpty }

  /// Begins a subpath.
  public mutating func move(to point: Point) {
    verbs.append(.move)
    points.append(point)
  }

  /// Goes straight to a point; without a subpath it begins one.
  public mutating func addLine(to point: Point) {
    verbs.append(verbs.isEmpty ? .move : .line)
    points.append(point)
  }

  /// Begins a subpath at the first point and goes straight to each of the others.
  public mutating func addLines(_ points: [Point]) {
    for (index, point) in points.enumerated() {
      if index == 0 { move(to: point) } else { addLine(to: point) }
    }
  }

  /// Goes to a point along a quadratic curve; without a subpath it begins one at the control point.
  public mutating func addQuadCurve(to point: Point, control: Point) {
    if verbs.isEmpty { move(to: control) }
    verbs.append(.quad)
    points.append(control)
    points.append(point)
  }

  /// Goes to a point along a cubic curve; without a subpath it begins one at the first control point.
  public mutating func addCurve(to point: Point, control1: Point, control2: Point) {
    if verbs.isEmpty { move(to: control1) }
    verbs.append(.cubic)
    points.append(control1)
    points.append(control2)
    points.append(point)
  }

  /// Goes straight back to where the subpath began and joins its ends; the next element starts there.
  public mutating func closeSubpath() {
    guard !verbs.isEmpty else { return }
    verbs.append(.close)
  }

  /// Takes all elements out.
  public mutating func removeAll(keepingCapacity: Bool = false) {
    verbs.removeAll(keepingCapacity: keepingCapacity)
    points.removeAll(keepingCapacity: keepingCapacity)
  }

  /// Adds another path's elements, as they look after a transform.
  public mutating func addPath(_ other: Path, transform: AffineTransform = .identity) {
    verbs.append(contentsOf: other.verbs)
    for point in other.points { points.append(transform.isIdentity ? point : transform.apply(point)) }
  }

  /// The path as it looks after a transform.
  public func applying(_ transform: AffineTransform) -> Path {
    var result = Path()
    result.addPath(self, transform: transform)
    return result
  }

  /// Where the next element starts, or nil if there is none yet; linear in the elements since the subpath began if it is closed.
  public var currentPoint: Point? {
    guard verbs.last == .close else { return points.last }
    var index = points.count
    for verb in verbs.reversed() {
      index -= verb.pointCount
      if verb == .move { return points[index] }
    }
    return nil
  }

  /// One step of a path.
  public enum Element: Hashable, Sendable {
    /// A subpath begins.
    case move(to: Point)
    /// A straight line.
    case line(to: Point)
    /// A quadratic curve.
    case quadCurve(to: Point, control: Point)
    /// A cubic curve.
    case curve(to: Point, control1: Point, control2: Point)
    /// The way back to where the subpath began.
    case closeSubpath
  }

  /// Calls `body` with each element in order.
  public func forEach(_ body: (Element) -> Void) {
    var next = 0
    for verb in verbs {
      switch verb {
      case .move: body(.move(to: points[next]))
      case .line: body(.line(to: points[next]))
      case .quad: body(.quadCurve(to: points[next + 1], control: points[next]))
      case .cubic: body(.curve(to: points[next + 2], control1: points[next], control2: points[next + 1]))
      case .close: body(.closeSubpath)
      }
      next += verb.pointCount
    }
  }
}
