public import EaselGeometry

extension Painter {
  /// Fills the inside of a path; open subpaths count as closed.
  ///
  /// Within a pixel areas are added up: each is exact, but where subpaths overlap in part of one pixel it is covered as if they lay side
  /// by side there, which is right for parts that touch and too much, by what they share, for parts that lie on each other.
  public func fill(_ path: Path, with paint: Paint, rule: FillRule = .nonZero) {
    guard !path.isEmpty, let span = span(paint) else { return }
    fill(path, rule: rule, with: span)
  }

  /// Fills the inside of a path with a colour.
  public func fill(_ path: Path, color: Color, rule: FillRule = .nonZero) {
    fill(path, with: .color(color), rule: rule)
  }

  /// Draws a line along a path.
  ///
  /// The line is one shape: it is not darker where it crosses itself. A subpath of length zero is a dot if its caps are round and a
  /// square if they are square; a subpath that only moves is nothing. Round caps with round joins under a transform that keeps
  /// shapes, and hairlines, take the fast way of `stroke(polyline:width:color:)`.
  public func stroke(_ path: Path, style: StrokeStyle, with paint: Paint) {
    guard !path.isEmpty, style.width >= 0, style.width.isFinite, let span = span(paint) else { return }
    stroke(path, style: style, with: span)
  }

  /// Draws a line along a path with a colour.
  public func stroke(_ path: Path, style: StrokeStyle, color: Color) {
    stroke(path, style: style, with: .color(color))
  }

  /// Draws a round line through points; one point is a dot.
  ///
  /// This is the fast way for ink: it allocates nothing once warm.
  /// A pixel depends on the segments within half the width and one pixel of it alone. So a part of the points painted within
  /// the damage of its own segments gives the same pixels as all of them painted there.
  /// Width 0 is a hairline. Points that are no numbers are left out.
  public func stroke(polyline points: Span<Point>, width: Double, color: Color) {
    guard !points.isEmpty, width >= 0, width.isFinite, let span = span(.color(color)) else { return }
    guard width == 0 || state.transform.keepsShapes else {
      scratchPath.removeAll(keepingCapacity: true)
      scratchPath.move(to: points[0])
      for index in points.indices { scratchPath.addLine(to: points[index]) }
      return stroke(scratchPath, style: StrokeStyle(width: width), with: span)
    }
    did(points.count)
    var pen = beginRound(width: width)
    pen.move(to: points[0])
    if points.count == 1 { pen.line(to: points[0]) }
    for index in 1..<max(1, points.count) { pen.line(to: points[index]) }
    forEachClip(within: state.clip) { capsules.paint($0, with: span, didWork: did) }
  }

  /// Draws a round line through points.
  public func stroke(polyline points: [Point], width: Double, color: Color) {
    stroke(polyline: points.span, width: width, color: color)
  }

  // MARK: Which pixels

  /// The smallest rectangle around the pixels of the target that filling a path would change, within the clip.
  ///
  /// It takes about as long as filling it.
  public func pixels(filling path: Path, rule: FillRule = .nonZero) -> PixelRect {
    recorded { fill(path, rule: rule, with: $0) }
  }

  /// The smallest rectangle around the pixels of the target that a line along a path would change, within the clip.
  ///
  /// It takes about as long as drawing it.
  public func pixels(stroking path: Path, style: StrokeStyle) -> PixelRect {
    guard style.width >= 0, style.width.isFinite else { return .zero }
    return recorded { stroke(path, style: style, with: $0) }
  }

  private func recorded(_ paint: (SpanPainter) -> Void) -> PixelRect {
    guard target != nil, !state.clip.isEmpty else { return .zero }
    let record = PixelRecord()
    paint(SpanPainter(record, clip: state.mask))
    return record.box
  }

  // MARK: Rasterizing

  private func fill(_ path: Path, rule: FillRule, with span: SpanPainter) {
    area.begin(clip: state.clip)
    addEdges(of: path)
    forEachClip(within: state.clip) { area.paint($0, rule: rule, with: span, didWork: did) }
  }

  /// Gives a path's edges to the rasterizer of areas, which has begun.
  func addEdges(of path: Path) {
    let transform = state.transform
    var start = Point.zero
    var current = Point.zero
    did(path.points.count)
    path.forEachStep(transform: transform, tolerance: Path.tolerance) { step in
      switch step {
      case .move(let point):
        area.addLine(from: current, to: start)
        start = transform.apply(point)
        current = start
      case .line(let point), .bend(let point):
        let next = transform.apply(point)
        area.addLine(from: current, to: next)
        current = next
      case .close:
        area.addLine(from: current, to: start)
        current = start
      }
    }
    area.addLine(from: current, to: start)
  }

  func stroke(_ path: Path, style: StrokeStyle, with span: SpanPainter) {
    did(path.points.count)
    let transform = state.transform
    let reach = style.width * max(1, style.join == .miter ? style.miterLimit.magnitude : 1)
    let visible = visiblePart(for: style, reach: reach)
    if style.width == 0 || (style.cap == .round && style.join == .round && transform.keepsShapes) {
      var pen = beginRound(width: style.width)
      path.outline(with: &pen, style: style, transform: transform, visible: visible, reach: reach)
      forEachClip(within: state.clip) { capsules.paint($0, with: span, didWork: did) }
      return
    }
    stroker.begin(style, half: style.width / 2, tolerance: Path.tolerance / transform.stretch)
    if style.cap == .round && style.join == .round {
      var pen = SegmentPen(stroker)
      // So that nothing is copied when the pen writes.
      stroker = Stroker()
      path.outline(with: &pen, style: style, transform: transform, visible: visible, reach: reach)
      stroker = pen.stroker
      return fillOutline(overlap: .united, with: span)
    }
    path.outline(with: &stroker, style: style, transform: transform, visible: visible, reach: reach)
    fillOutline(overlap: .seenTo, with: span)
  }

  /// Fills what the stroker has made.
  func fillOutline(overlap: AreaRasterizer.Overlap, with span: SpanPainter) {
    let transform = state.transform
    area.begin(clip: state.clip)
    var start = 0
    for end in stroker.ends {
      // A polygon with a corner nowhere has no inside.
      if stroker.points[start..<end].allSatisfy({ transform.apply($0).isFinite }) {
        var previous = transform.apply(stroker.points[max(start, end - 1)])
        for index in start..<end {
          let next = transform.apply(stroker.points[index])
          area.addLine(from: previous, to: next)
          previous = next
          if index & 0xFFF == 0 { did(0x1000) }
        }
        did((end - start) & 0xFFF)
      }
      start = end
    }
    forEachClip(within: state.clip) { area.paint($0, rule: .nonZero, overlap: overlap, with: span, didWork: did) }
  }

  /// Where in the path's units a dash must lie to show.
  private func visiblePart(for style: StrokeStyle, reach: Double) -> Rect {
    guard !style.dash.isEmpty, let back = state.transform.inverse else { return .zero }
    let part = back.boundingBox(of: state.clip.points(scale: 1).insetBy(dx: -2, dy: -2))
    return part.insetBy(dx: -reach, dy: -reach)
  }

  func beginRound(width: Double) -> RoundPen {
    capsules.begin(clip: state.clip)
    return RoundPen(capsules, transform: state.transform, radius: radius(width: width), isHairline: width == 0)
  }

  /// Half a line's width in pixels, under a transform that keeps shapes.
  func radius(width: Double) -> Float {
    guard width > 0 else { return 0.5 }
    let radius = min(width * state.transform.determinant.magnitude.squareRoot() / 2, Fixed.pixelLimit)
    return Float(radius == radius ? radius : 0)
  }
}
