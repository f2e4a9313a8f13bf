internal import EaselGeometry

/// Turns a line into its outline: polygons whose non-zero inside is the line with its caps and joins.
///
/// An open line is one polygon, along its left side and back along its right one; a closed one is two, of which one runs the
/// other way. All is made in the path's own space, so that an uneven transform bends the pen too. Where the sides meet inside a corner they are
/// cut at their crossing, so that nothing is covered twice; if the line is too short for that they go by the corner itself.
/// The width may change from point to point: then the sides are the common tangents of the discs around the points.
struct Stroker: LinePen {
  /// The polygons' corners, one polygon after the other, and where each of them ends.
  private(set) var points: [Point] = []
  private(set) var ends: [Int] = []

  private var style = StrokeStyle(width: 1)
  /// Half the width, if it is everywhere the same.
  private var half = 0.5
  /// What is shorter counts as a point.
  private var least = 0.0
  /// How far an arc's middle may lie from its chord.
  private var tolerance = 0.1

  private var left: [Point] = []
  private var right: [Point] = []
  private var start = Point.zero
  private var startHalf = 0.0
  private var current = Point.zero
  private var currentHalf = 0.0
  private var first: Side?
  private var last: Side?
  /// Whether the next piece is the second one.
  private var isSecond = false
  private var hasDot = false

  /// One straight piece of the line.
  struct Side {
    /// Where it leads, and the normals to its left and right: unit vectors.
    var direction: Point
    var left: Point
    var right: Point
    /// How much of its length no corner has cut off yet.
    var room: Double
  }

  /// Forgets all polygons.
  ///
  /// - Parameter tolerance: how far arcs may lie from round, in the path's units.
  mutating func begin(_ style: StrokeStyle, half: Double, tolerance: Double) {
    points.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    self.style = style
    self.half = half
    // Arcs are finer than curves: all their chords lie on the same side, so the eye adds them up.
    self.tolerance = max(tolerance / 4, 1e-12)
    least = tolerance / 32
    forget()
  }

  mutating func move(to point: Point) { move(to: point, half: half) }

  mutating func move(to point: Point, half: Double) {
    end()
    start = point
    current = point
    startHalf = half
    currentHalf = half
  }

  mutating func line(to point: Point, isBend: Bool) { line(to: point, half: half, isBend: isBend) }

  mutating func line(to point: Point, half: Double, isBend: Bool) {
    let way = point - current
    let length = current.distance(to: point)
    guard length > least, length < .infinity else {
      hasDot = true
      if half > currentHalf { swell(to: half) }
      return
    }
    let sine = (currentHalf - half) / length
    guard sine.magnitude < 1 else { return swallow(point, half: half) }
    var side = Stroker.side(way * (1 / length), sine: sine, length: length)
    if var last {
      join(from: &last, to: &side, isBend: isBend)
      if isSecond { first = last }
      isSecond = false
    } else {
      isSecond = true
      first = side
      left.append(current + side.left * currentHalf)
      right.append(current + side.right * currentHalf)
    }
    last = side
    current = point
    currentHalf = half
  }

  mutating func close() {
    if first == nil { hasDot = true }
    line(to: start, half: startHalf, isBend: false)
    guard var first, var last else { return }
    if isSecond { first.room /= 2 }
    join(from: &last, to: &first, isBend: false)
    // The corner at the start is whole now; what stood there for an open line goes.
    points += left.dropFirst()
    ends.append(points.count)
    points += right.dropFirst().reversed()
    ends.append(points.count)
    forget()
    current = start
    currentHalf = startHalf
  }

  mutating func dot(at point: Point, direction: Point) {
    end()
    (current, currentHalf) = (point, half)
    capDot(direction)
    forget()
  }

  /// Puts caps on an open line.
  mutating func end() {
    if let first, let last {
      left.append(current + last.left * currentHalf)
      right.append(current + last.right * currentHalf)
      points += left
      cap(at: current, half: currentHalf, from: last.left, to: last.right, direction: last.direction)
      points += right.reversed()
      cap(at: start, half: startHalf, from: first.right, to: first.left, direction: first.direction * -1)
      ends.append(points.count)
    } else if hasDot {
      capDot(Point(x: 1, y: 0))
    }
    forget()
  }

  private mutating func forget() {
    left.removeAll(keepingCapacity: true)
    right.removeAll(keepingCapacity: true)
    first = nil
    last = nil
    hasDot = false
  }

  private static func side(_ direction: Point, sine: Double, length: Double) -> Side {
    let cosine = (1 - sine * sine).squareRoot()
    let normal = Point(x: -direction.y * cosine, y: direction.x * cosine)
    let tilt = direction * sine
    return Side(direction: direction, left: normal + tilt, right: tilt - normal, room: length)
  }

  // MARK: Width that changes

  /// Makes the line wider where it stands: a disc of its own.
  private mutating func swell(to half: Double) {
    let hadLine = first != nil
    end()
    (start, startHalf, currentHalf) = (current, half, half)
    hasDot = true
    if hadLine {
      capDot(Point(x: 1, y: 0))
      hasDot = false
    }
  }

  /// One of the next point's disc and this one's holds the other: the greater is a disc of its own, and a new line begins there.
  private mutating func swallow(_ point: Point, half: Double) {
    let isGrowing = half > currentHalf
    if first == nil && !isGrowing { capDot(Point(x: 1, y: 0)) }
    hasDot = false
    end()
    (start, startHalf, current, currentHalf) = (point, half, point, half)
    hasDot = isGrowing
  }

  /// Adds the polygon of a dot.
  private mutating func capDot(_ direction: Point) {
    let normal = Point(x: -direction.y, y: direction.x)
    switch style.cap {
    case .butt: return
    case .round, .square:
      cap(at: current, half: currentHalf, from: normal, to: normal * -1, direction: direction)
      cap(at: current, half: currentHalf, from: normal * -1, to: normal, direction: direction * -1)
    }
    ends.append(points.count)
  }

  // MARK: Corners

  private mutating func cap(at point: Point, half: Double, from: Point, to: Point, direction: Point) {
    switch style.cap {
    case .butt: break
    case .square:
      points.append(point + (from + direction) * half)
      points.append(point + (to + direction) * half)
    case .round:
      points.append(point + from * half)
      Stroker.arc(&points, point, half, from, direction, tolerance)
      Stroker.arc(&points, point, half, direction, to, tolerance)
    }
  }

  /// Joins two pieces at the current point, on both sides.
  private mutating func join(from: inout Side, to: inout Side, isBend: Bool) {
    let cosine = from.direction.x * to.direction.x + from.direction.y * to.direction.y
    let isBack = cosine < 0 && Stroker.cross(from.direction, to.direction) == 0
    let room = min(from.room, to.room)
    let corner = Corner(
      point: current, half: currentHalf, room: room, join: isBend ? .round : style.join, miterLimit: style.miterLimit,
      tolerance: tolerance, ahead: from.direction)
    let isLeftOuter = Stroker.cross(from.left, to.left) < 0 || isBack
    let isRightOuter = Stroker.cross(from.right, to.right) > 0
    let cutLeft = corner.turn(&left, from.left, to.left, isOuter: isLeftOuter)
    let cutRight = corner.turn(&right, from.right, to.right, isOuter: isRightOuter)
    from.room -= max(cutLeft, cutRight)
    to.room -= max(cutLeft, cutRight)
  }

  private static func cross(_ a: Point, _ b: Point) -> Double { a.x * b.y - a.y * b.x }

  /// Adds an arc around a point from one unit vector to another, less than half a turn away, the second's end included.
  static func arc(
    _ points: inout [Point], _ point: Point, _ half: Double, _ from: Point, _ to: Point, _ tolerance: Double, depth: Int = 0
  ) {
    let cosine = from.x * to.x + from.y * to.y
    // The chord's middle lies r (1 − cos(angle / 2)) below the arc's; squared, for less arithmetic.
    let reach = max(0, 1 - tolerance / half)
    let sum = from + to
    let length = sum.distance(to: .zero)
    if (1 + cosine) / 2 < reach * reach && length > 1e-6 && depth < 8 {
      let middle = sum * (1 / length)
      arc(&points, point, half, from, middle, tolerance, depth: depth + 1)
      arc(&points, point, half, middle, to, tolerance, depth: depth + 1)
    } else {
      points.append(point + to * half)
    }
  }
}

/// A corner of a line, as one of its sides turns there.
private struct Corner {
  let point: Point
  let half: Double
  /// How much an inner side may be cut.
  let room: Double
  let join: LineJoin
  let miterLimit: Double
  let tolerance: Double
  /// Where the line came from leads.
  let ahead: Point

  /// Turns a side from one normal to the next; returns by how much both pieces are shorter on that side.
  func turn(_ side: inout [Point], _ a: Point, _ b: Point, isOuter: Bool) -> Double {
    let cosine = a.x * b.x + a.y * b.y
    let sine = (a.x * b.y - a.y * b.x).magnitude
    // Where the two sides' lines cross.
    let crossing = cosine > -0.9999 ? point + (a + b) * (half / (1 + cosine)) : point
    // The crossing lies this much, r (1 / cos(angle / 2) − 1), outside of the arc.
    let isFlat = cosine > 0.9 && half * (1 - cosine) < 4 * tolerance
    if !isOuter {
      if cosine > -0.9999 && half * sine <= room * (1 + cosine) {
        side.append(crossing)
        return half * sine / (1 + cosine)
      }
      side.append(point + a * half)
      side.append(point)
      side.append(point + b * half)
      return 0
    }
    switch join {
    case .round where isFlat: side.append(crossing)
    case .round:
      side.append(point + a * half)
      if cosine < -0.5 {
        let middle = cosine > -0.9999 ? (a + b) * (1 / (a + b).distance(to: .zero)) : ahead
        Stroker.arc(&side, point, half, a, middle, tolerance)
        Stroker.arc(&side, point, half, middle, b, tolerance)
      } else {
        Stroker.arc(&side, point, half, a, b, tolerance)
      }
    // The miter's length in widths is 1 / cos(turn / 2).
    case .miter where ((1 + cosine) / 2).squareRoot() * miterLimit >= 1 && cosine > -0.999999: side.append(crossing)
    case .miter, .bevel:
      side.append(point + a * half)
      side.append(point + b * half)
    }
    return 0
  }
}
