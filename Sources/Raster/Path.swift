public import EaselGeometry

/// Subpaths of straight lines and Bézier curves.
///
/// A path takes any number: when it is painted, an element with a coordinate that is not a number counts as not there, and
/// infinite or huge ones count as very far away. Emptied with `removeAll(keepingCapacity:)` and filled again it allocates nothing.
public struct Path: Hashable, Sendable {
  /// The kinds of element; each takes its points from `points` in order.
  enum Verb: UInt8, Hashable, Sendable {
    case move, line, quad, cubic, close
  }

  var verbs: [Verb] = []
  var points: [Point] = []

  /// No elements.
  public init() {}

  /// A closed rectangle.
  public init(_ rect: Rect) {
    self.init()
    addRect(rect)
  }

  /// A closed ellipse that touches a rectangle's four edges.
  public init(ellipseIn rect: Rect) {
    self.init()
    addEllipse(in: rect)
  }

  /// A closed rectangle with round corners.
  public init(roundedRect rect: Rect, radius: Double) {
    self.init()
    addRoundedRect(rect, radius: radius)
  }

  /// Whether there is no element.
  public var isEmpty: Bool { verbs.isEmpty }

  /// Begins a subpath.
  public mutating func move(to point: Point) {
    verbs.append(.move)
    points.append(point)
  }

  /// Goes straight to a point; without a subpath it begins one.
  public mutating func line(to point: Point) {
    verbs.append(verbs.isEmpty ? .move : .line)
    points.append(point)
  }

  /// Goes to a point along a quadratic curve; without a subpath it begins one at the control point.
  public mutating func quad(to point: Point, control: Point) {
    if verbs.isEmpty { move(to: control) }
    verbs.append(.quad)
    points.append(control)
    points.append(point)
  }

  /// Goes to a point along a cubic curve; without a subpath it begins one at the first control point.
  public mutating func cubic(to point: Point, control1: Point, control2: Point) {
    if verbs.isEmpty { move(to: control1) }
    verbs.append(.cubic)
    points.append(control1)
    points.append(control2)
    points.append(point)
  }

  /// Goes straight back to where the subpath began and joins its ends; the next element starts there.
  public mutating func close() {
    guard !verbs.isEmpty else { return }
    verbs.append(.close)
  }

  /// Takes all elements out.
  public mutating func removeAll(keepingCapacity: Bool = false) {
    verbs.removeAll(keepingCapacity: keepingCapacity)
    points.removeAll(keepingCapacity: keepingCapacity)
  }

  /// Adds another path's elements.
  public mutating func append(_ other: Path) {
    verbs.append(contentsOf: other.verbs)
    points.append(contentsOf: other.points)
  }

  /// Adds a closed rectangle, clockwise from its top left corner; an empty one adds nothing.
  public mutating func addRect(_ rect: Rect) {
    guard !rect.isEmpty else { return }
    move(to: rect.origin)
    line(to: Point(x: rect.maxX, y: rect.minY))
    line(to: Point(x: rect.maxX, y: rect.maxY))
    line(to: Point(x: rect.minX, y: rect.maxY))
    close()
  }

  /// Adds a closed ellipse that touches a rectangle's four edges, clockwise; an empty one adds nothing.
  public mutating func addEllipse(in rect: Rect) {
    guard !rect.isEmpty else { return }
    addRounded(rect, radiusX: rect.width / 2, radiusY: rect.height / 2)
  }

  /// Adds a closed rectangle with round corners, clockwise; the radius is limited to half the shorter side.
  public mutating func addRoundedRect(_ rect: Rect, radius: Double) {
    guard !rect.isEmpty else { return }
    let limited = min(radius, rect.width / 2, rect.height / 2)
    guard limited > 0 else { return addRect(rect) }
    addRounded(rect, radiusX: limited, radiusY: limited)
  }

  /// How far a quarter circle's control points lie from its ends, in radii: the cubic that touches the circle in its middle.
  private static let quarter = 4.0 / 3.0 * (2.0.squareRoot() - 1)

  private mutating func addRounded(_ rect: Rect, radiusX: Double, radiusY: Double) {
    let left = rect.minX
    let top = rect.minY
    let right = rect.maxX
    let bottom = rect.maxY
    let restX = radiusX * (1 - Path.quarter)
    let restY = radiusY * (1 - Path.quarter)
    move(to: Point(left + radiusX, top))
    line(to: Point(right - radiusX, top))
    cubic(to: Point(right, top + radiusY), control1: Point(right - restX, top), control2: Point(right, top + restY))
    line(to: Point(right, bottom - radiusY))
    cubic(to: Point(right - radiusX, bottom), control1: Point(right, bottom - restY), control2: Point(right - restX, bottom))
    line(to: Point(left + radiusX, bottom))
    cubic(to: Point(left, bottom - radiusY), control1: Point(left + restX, bottom), control2: Point(left, bottom - restY))
    line(to: Point(left, top + radiusY))
    cubic(to: Point(left + radiusX, top), control1: Point(left, top + restY), control2: Point(left + restX, top))
    close()
  }
}
