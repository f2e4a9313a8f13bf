public import EaselGeometry
internal import Glibc

/// Whole shapes, each a subpath of its own or, for arcs, a part of one.
extension Path {
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
  public init(roundedRect rect: Rect, cornerRadius: Double) {
    self.init()
    addRoundedRect(in: rect, cornerRadius: cornerRadius)
  }

  /// Adds a closed rectangle, clockwise from its top left corner; an empty one adds nothing.
  public mutating func addRect(_ rect: Rect) {
    guard !rect.isEmpty else { return }
    move(to: rect.origin)
    addLine(to: Point(x: rect.maxX, y: rect.minY))
    addLine(to: Point(x: rect.maxX, y: rect.maxY))
    addLine(to: Point(x: rect.minX, y: rect.maxY))
    closeSubpath()
  }

  /// Adds a closed ellipse that touches a rectangle's four edges, clockwise; an empty one adds nothing.
  public mutating func addEllipse(in rect: Rect) {
    addRoundedRect(in: rect, cornerSize: Size(width: rect.width / 2, height: rect.height / 2))
  }

  /// Adds a closed rectangle with round corners, clockwise; the radius is limited to half the shorter side.
  public mutating func addRoundedRect(in rect: Rect, cornerRadius: Double) {
    let limited = min(cornerRadius, rect.width / 2, rect.height / 2)
    addRoundedRect(in: rect, cornerSize: Size(width: limited, height: limited))
  }

  /// Adds a closed rectangle whose corners are quarters of an ellipse with these radii, clockwise.
  ///
  /// The radii are limited to half the sides; without any the corners are sharp. An empty rectangle adds nothing.
  public mutating func addRoundedRect(in rect: Rect, cornerSize: Size) {
    guard !rect.isEmpty else { return }
    let radiusX = min(cornerSize.width, rect.width / 2)
    let radiusY = min(cornerSize.height, rect.height / 2)
    guard radiusX > 0, radiusY > 0 else { return addRect(rect) }
    let left = rect.minX
    let top = rect.minY
    let right = rect.maxX
    let bottom = rect.maxY
    let restX = radiusX * (1 - Path.quarter)
    let restY = radiusY * (1 - Path.quarter)
    move(to: Point(left + radiusX, top))
    addLine(to: Point(right - radiusX, top))
    addCurve(to: Point(right, top + radiusY), control1: Point(right - restX, top), control2: Point(right, top + restY))
    addLine(to: Point(right, bottom - radiusY))
    addCurve(
      to: Point(right - radiusX, bottom), control1: Point(right, bottom - restY), control2: Point(right - restX, bottom))
    addLine(to: Point(left + radiusX, bottom))
    addCurve(to: Point(left, bottom - radiusY), control1: Point(left + restX, bottom), control2: Point(left, bottom - restY))
    addLine(to: Point(left, top + radiusY))
    addCurve(to: Point(left + radiusX, top), control1: Point(left, top + restY), control2: Point(left + restX, top))
    closeSubpath()
  }

  /// How far a quarter circle's control points lie from its ends, in radii: the cubic that touches the circle in its middle.
  private static let quarter = 4.0 / 3.0 * (2.0.squareRoot() - 1)

  // MARK: Arcs

  /// Adds a part of a circle, with a straight line to its start if there is a subpath.
  ///
  /// Angles are radians from the x axis and grow clockwise on screen, as y grows downwards (CO-1). A turn of 2π or more is a whole
  /// circle. Numbers that are not finite, or a negative radius, add nothing.
  public mutating func addArc(center: Point, radius: Double, startAngle: Double, endAngle: Double, clockwise: Bool) {
    let turn = clockwise ? endAngle - startAngle : startAngle - endAngle
    guard turn.isFinite else { return }
    var rest = turn
    if turn < 0 {
      rest = turn.truncatingRemainder(dividingBy: 2 * .pi)
      if rest < 0 { rest += 2 * .pi }
    }
    addRelativeArc(center: center, radius: radius, startAngle: startAngle, delta: clockwise ? rest : -rest)
  }

  /// Adds a part of a circle that turns by an angle, clockwise if it is positive; see `addArc(center:radius:startAngle:endAngle:clockwise:)`.
  public mutating func addRelativeArc(center: Point, radius: Double, startAngle: Double, delta: Double) {
    guard center.isFinite, radius.isFinite, radius >= 0, startAngle.isFinite, delta.isFinite else { return }
    let turn = max(-2 * Double.pi, min(2 * Double.pi, delta))
    var from = Point(x: cos(startAngle), y: sin(startAngle))
    let start = center + from * radius
    if verbs.isEmpty { move(to: start) } else { addLine(to: start) }
    let count = Int((turn.magnitude / (.pi / 2) - 1e-9).rounded(.up))
    guard count > 0, radius > 0 else { return }
    let step = turn / Double(count)
    let reach = 4.0 / 3.0 * tan(step / 4) * radius
    for index in 1...count {
      let angle = startAngle + step * Double(index)
      let to = Point(x: cos(angle), y: sin(angle))
      addCurve(
        to: center + to * radius, control1: center + from * radius + Point(x: -from.y, y: from.x) * reach,
        control2: center + to * radius - Point(x: -to.y, y: to.x) * reach)
      from = to
    }
  }

  /// Rounds a corner: goes from the current point towards the first point and turns, along an arc of a circle, towards the second.
  ///
  /// The arc touches both lines; a straight line leads to its start, and the second point itself is not reached. Where no circle
  /// touches both, as they are one, a line goes to the corner.
  public mutating func addArc(tangent1End corner: Point, tangent2End end: Point, radius: Double) {
    guard let current = currentPoint else { return move(to: corner) }
    let first = corner.distance(to: current)
    let second = corner.distance(to: end)
    let a = (current - corner) * (1 / first)
    let b = (end - corner) * (1 / second)
    let sine = a.x * b.y - a.y * b.x
    let cosine = a.x * b.x + a.y * b.y
    guard radius > 0, radius.isFinite, sine.isFinite, sine.magnitude > 1e-9 else { return addLine(to: corner) }
    // The distance from the corner to where the circle touches is r / tan(half the corner's angle).
    let reach = radius * (1 + cosine) / sine.magnitude
    let side = sine > 0 ? -1.0 : 1.0
    let start = corner + a * reach
    let center = start + Point(x: a.y, y: -a.x) * (radius * side)
    let from = start - center
    let to = corner + b * reach - center
    let turn = atan2(from.x * to.y - from.y * to.x, from.x * to.x + from.y * to.y)
    addRelativeArc(center: center, radius: radius, startAngle: atan2(from.y, from.x), delta: turn)
  }
}
