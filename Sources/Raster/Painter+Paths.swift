public import EaselGeometry

extension Painter {
  /// Fills the inside of a path with a colour; open subpaths count as closed.
  public func fill(_ path: Path, color: Color, rule: FillRule = .nonZero) {
    guard let target, !state.clip.isEmpty, !path.isEmpty else { return }
    let blender = SolidBlender(target, color: color)
    guard !blender.isInvisible else { return }
    let transform = state.transform
    var start = Point.zero
    var current = Point.zero
    area.begin(clip: state.clip)
    did(path.points.count)
    path.forEachStep(transform: transform, tolerance: Path.tolerance) { step in
      switch step {
      case .move(let point):
        area.addLine(from: current, to: start)
        start = transform.apply(point)
        current = start
      case .line(let point):
        let next = transform.apply(point)
        area.addLine(from: current, to: next)
        current = next
      case .close:
        area.addLine(from: current, to: start)
        current = start
      }
    }
    area.addLine(from: current, to: start)
    forEachClip(within: state.clip) { area.paint($0, rule: rule, with: blender, didWork: did) }
  }

  /// Draws a line along a path.
  ///
  /// The line is a union: it is not darker where it crosses itself. A subpath of length zero is a dot if its caps are round and a
  /// square if they are square; a subpath that only moves is nothing. Round caps with round joins under a transform that keeps
  /// shapes, and hairlines, take the fast way of `stroke(polyline:width:color:)`.
  public func stroke(_ path: Path, style: StrokeStyle, color: Color) {
    guard let target, !state.clip.isEmpty, !path.isEmpty, style.width >= 0, style.width.isFinite else { return }
    let blender = SolidBlender(target, color: color)
    guard !blender.isInvisible else { return }
    stroke(path, style: style, with: blender)
  }

  func stroke(_ path: Path, style: StrokeStyle, with blender: SolidBlender) {
    did(path.points.count)
    let transform = state.transform
    if style.width == 0 || (style.cap == .round && style.join == .round && transform.keepsShapes) {
      strokeRound(path, width: style.width, blender)
      return
    }
    stroker.begin(transform: transform, style: style)
    pieces.begin(clip: state.clip)
    path.forEachStep(transform: transform, tolerance: Path.tolerance) { stroker.add($0, to: pieces) }
    stroker.end(pieces)
    forEachClip(within: state.clip) { pieces.paint($0, with: blender, didWork: did) }
  }

  /// Draws a round line through points; one point is a dot.
  ///
  /// This is the fast way for ink: it allocates nothing once warm.
  /// A pixel depends on the segments within half the width and one pixel of it alone. So a part of the points painted within
  /// the damage of its own segments gives the same pixels as all of them painted there.
  /// Width 0 is a hairline. Points that are no numbers are left out.
  public func stroke(polyline points: Span<Point>, width: Double, color: Color) {
    guard let target, !state.clip.isEmpty, !points.isEmpty, width >= 0, width.isFinite else { return }
    let blender = SolidBlender(target, color: color)
    guard !blender.isInvisible else { return }
    guard width == 0 || state.transform.keepsShapes else {
      scratchPath.removeAll(keepingCapacity: true)
      scratchPath.move(to: points[0])
      for index in points.indices { scratchPath.line(to: points[index]) }
      stroke(scratchPath, style: StrokeStyle(width: width), color: color)
      return
    }
    did(points.count)
    var pen = beginRound(width: width)
    pen.move(to: points[0])
    if points.count == 1 { pen.line(to: points[0]) }
    for index in 1..<max(1, points.count) { pen.line(to: points[index]) }
    forEachClip(within: state.clip) { capsules.paint($0, with: blender, didWork: did) }
  }

  /// Draws a round line through points.
  public func stroke(polyline points: [Point], width: Double, color: Color) {
    stroke(polyline: points.span, width: width, color: color)
  }

  private func strokeRound(_ path: Path, width: Double, _ blender: SolidBlender) {
    var pen = beginRound(width: width)
    path.forEachStep(transform: state.transform, tolerance: Path.tolerance) { step in
      switch step {
      case .move(let point): pen.move(to: point)
      case .line(let point): pen.line(to: point)
      case .close: pen.close()
      }
    }
    forEachClip(within: state.clip) { capsules.paint($0, with: blender, didWork: did) }
  }

  func beginRound(width: Double) -> RoundPen {
    let scale = state.transform.determinant.magnitude.squareRoot()
    let radius = width == 0 ? 0.5 : min(width * scale / 2, Fixed.pixelLimit)
    capsules.begin(clip: state.clip, radius: radius == radius ? radius : 0)
    return RoundPen(capsules, transform: state.transform, isHairline: width == 0)
  }
}

/// Carries the points of a round line to its rasterizer: transforms, rounds, cuts and snaps.
struct RoundPen {
  private let capsules: CapsuleRasterizer
  private let transform: AffineTransform
  private let isHairline: Bool
  private var start = Point.zero
  private var current = Point.zero
  /// The current position in fixed point, if `isNear`.
  private var x = 0
  private var y = 0
  /// Whether the current position is a number within the limit.
  private var isNear = false
  private var isPlaced = false

  init(_ capsules: CapsuleRasterizer, transform: AffineTransform, isHairline: Bool) {
    self.capsules = capsules
    self.transform = transform
    self.isHairline = isHairline
  }

  mutating func move(to point: Point) {
    let device = transform.apply(point)
    isPlaced = device.isFinite
    start = device
    place(device)
  }

  @inline(__always)
  mutating func line(to point: Point) {
    add(to: transform.apply(point))
  }

  mutating func close() {
    if isPlaced { add(to: start) }
  }

  @inline(__always)
  private mutating func place(_ device: Point) {
    isNear = RoundPen.isNear(device)
    current = device
    x = Fixed.quantized(device.x)
    y = Fixed.quantized(device.y)
  }

  private static func isNear(_ point: Point) -> Bool {
    point.x.magnitude < Fixed.pixelLimit && point.y.magnitude < Fixed.pixelLimit
  }

  @inline(__always)
  private mutating func add(to end: Point) {
    if isNear && RoundPen.isNear(end) && !isHairline {
      let endX = Fixed.quantized(end.x)
      let endY = Fixed.quantized(end.y)
      capsules.addSegment(x, y, endX, endY)
      current = end
      x = endX
      y = endY
    } else {
      addSpecial(to: end)
    }
  }

  private mutating func addSpecial(to end: Point) {
    guard end.isFinite else { return }
    if !isPlaced {
      isPlaced = true
      start = end
      place(end)
    }
    var a = current
    var b = end
    place(end)
    if isHairline { RoundPen.snap(&a, &b) }
    guard let cut = Fixed.cut(from: a, to: b) else { return }
    (a, b) = (a + (b - a) * cut.from, a + (b - a) * cut.to)
    capsules.addSegment(Fixed.quantized(a.x), Fixed.quantized(a.y), Fixed.quantized(b.x), Fixed.quantized(b.y))
  }

  /// Moves a segment along an axis into the middle of the pixels that it runs through (WHD-10).
  private static func snap(_ a: inout Point, _ b: inout Point) {
    guard Fixed.clamped(a.x) == Fixed.clamped(b.x) || Fixed.clamped(a.y) == Fixed.clamped(b.y) else { return }
    a = Point(x: a.x.rounded(.down) + 0.5, y: a.y.rounded(.down) + 0.5)
    b = Point(x: b.x.rounded(.down) + 0.5, y: b.y.rounded(.down) + 0.5)
  }
}
