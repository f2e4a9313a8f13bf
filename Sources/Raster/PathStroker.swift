internal import EaselGeometry

/// Turns lines into the convex polygons that a stroke is the union of: a rectangle for each segment, caps and joins.
///
/// Everything is made in the path's own space and then transformed, so that an uneven transform bends the pen too.
struct PathStroker {
  private var transform = AffineTransform.identity
  private var style = StrokeStyle(width: 1)
  private var half = 0.5
  /// The corners of a disc around the origin, in the path's own space.
  private var disc: [Point] = []

  private var start = Point.zero
  private var current = Point.zero
  private var firstDirection: Point?
  private var lastDirection: Point?
  private var hasDot = false

  /// Prepares for a path; the style's width is positive.
  mutating func begin(transform: AffineTransform, style: StrokeStyle) {
    self.transform = transform
    self.style = style
    half = style.width / 2
    let stretch = max(
      transform.applyLinear(Point(x: half, y: 0)).distance(to: .zero),
      transform.applyLinear(Point(x: 0, y: half)).distance(to: .zero))
    if style.cap == .round || style.join == .round { makeDisc(pixels: stretch) }
    forget()
  }

  mutating func add(_ step: Path.Step, to pieces: PieceRasterizer) {
    switch step {
    case .move(let point):
      end(pieces)
      start = point
      current = point
    case .line(let point): line(to: point, pieces)
    case .close:
      if current == start && firstDirection == nil { hasDot = true }
      line(to: start, pieces)
      if let firstDirection, let lastDirection {
        join(at: start, from: lastDirection, to: firstDirection, pieces)
        forget()
      }
    }
  }

  /// Puts caps on an open line.
  mutating func end(_ pieces: PieceRasterizer) {
    if let firstDirection, let lastDirection {
      cap(at: start, direction: firstDirection * -1, pieces)
      cap(at: current, direction: lastDirection, pieces)
    } else if hasDot {
      cap(at: start, direction: Point(x: 1, y: 0), pieces)
      cap(at: start, direction: Point(x: -1, y: 0), pieces)
    }
    forget()
  }

  private mutating func forget() {
    firstDirection = nil
    lastDirection = nil
    hasDot = false
  }

  private mutating func line(to point: Point, _ pieces: PieceRasterizer) {
    let length = current.distance(to: point)
    guard length > 0 else {
      hasDot = true
      return
    }
    let direction = (point - current) * (1 / length)
    if let lastDirection {
      join(at: current, from: lastDirection, to: direction, pieces)
    } else {
      firstDirection = direction
    }
    lastDirection = direction
    let near = transform.apply(current)
    let far = transform.apply(point)
    if let cut = Fixed.cut(from: near, to: far) {
      let a = current + (point - current) * cut.from
      let b = current + (point - current) * cut.to
      let side = normal(direction)
      emit(a + side, b + side, b - side, a - side, pieces)
    }
    current = point
  }

  private func normal(_ direction: Point) -> Point {
    Point(x: -direction.y * half, y: direction.x * half)
  }

  private func cap(at point: Point, direction: Point, _ pieces: PieceRasterizer) {
    switch style.cap {
    case .butt: break
    case .round: emitDisc(at: point, pieces)
    case .square:
      let side = normal(direction)
      let ahead = point + direction * half
      emit(point + side, ahead + side, ahead - side, point - side, pieces)
    }
  }

  private func join(at point: Point, from: Point, to: Point, _ pieces: PieceRasterizer) {
    let cosine = from.x * to.x + from.y * to.y
    let sine = from.x * to.y - from.y * to.x
    // A curve's inner corners are so flat that a triangle fills them.
    if style.join == .round && cosine < 0.999 { return emitDisc(at: point, pieces) }
    let outside = sine > 0 ? -1.0 : 1.0
    let a = normal(from) * outside
    let b = normal(to) * outside
    // The miter's length in widths is 1 / cos(turn / 2).
    let halfAngle = ((1 + cosine) / 2).squareRoot()
    if style.join == .miter && halfAngle * style.miterLimit >= 1 && 1 + cosine > 1e-9 {
      emit(point, point + a, point + (a + b) * (1 / (1 + cosine)), point + b, pieces)
    } else {
      emit(point, point + a, point + b, point, pieces)
    }
  }

  /// Four corners, of which two may be the same.
  private func emit(_ a: Point, _ b: Point, _ c: Point, _ d: Point, _ pieces: PieceRasterizer) {
    pieces.addCorner(transform.apply(a))
    pieces.addCorner(transform.apply(b))
    pieces.addCorner(transform.apply(c))
    pieces.addCorner(transform.apply(d))
    pieces.endPiece()
  }

  private func emitDisc(at point: Point, _ pieces: PieceRasterizer) {
    for corner in disc { pieces.addCorner(transform.apply(point + corner)) }
    pieces.endPiece()
  }

  /// Halves the angles of a square until its sides lie within the tolerance of the circle.
  private mutating func makeDisc(pixels: Double) {
    disc.removeAll(keepingCapacity: true)
    disc += [Point(1, 0), Point(0, 1), Point(-1, 0), Point(0, -1)]
    // A side of a polygon with n corners is r (1 − cos(π / n)), about 5 r / n², high.
    while disc.count < 256, 2.5 * pixels > Path.tolerance * Double(disc.count * disc.count) {
      let coarse = disc
      disc.removeAll(keepingCapacity: true)
      for (index, corner) in coarse.enumerated() {
        let middle = corner + coarse[(index + 1) % coarse.count]
        disc.append(corner)
        disc.append(middle * (1 / middle.distance(to: .zero)))
      }
    }
    // Corners as far outside the circle as the sides' middles are inside.
    let inner = ((disc[0] + disc[1]) * 0.5).distance(to: .zero)
    for index in disc.indices { disc[index] = disc[index] * (half * 2 / (1 + inner)) }
  }
}
