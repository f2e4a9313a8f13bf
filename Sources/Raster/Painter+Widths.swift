public import EaselGeometry

/// Lines whose width changes from point to point, as a pen's does with pressure.
extension Painter {
  /// Draws a round line through points with a width at each; one point is a dot.
  ///
  /// Between two points the sides are straight and touch the discs around both. The line is one shape, so half-transparent ink has
  /// one even tone. As with `stroke(polyline:width:color:)` a pixel depends on the segments near it alone, so a line that grows
  /// may be painted segment by segment. Points and widths that are no numbers, and negative widths, are left out; a width of 0
  /// is a point.
  /// - Parameter widths: in the units of the points, as many as there are points.
  public func stroke(polyline points: Span<Point>, widths: Span<Double>, color: Color) {
    precondition(points.count == widths.count, "Each point has a width.")
    guard !points.isEmpty, let span = span(.color(color)) else { return }
    did(points.count)
    if state.transform.keepsShapes {
      strokeTapered(points, widths, with: span)
    } else {
      strokeTaperedOutline(points, widths, with: span)
    }
  }

  /// Draws a round line through points with a width at each.
  public func stroke(polyline points: [Point], widths: [Double], color: Color) {
    stroke(polyline: points.span, widths: widths.span, color: color)
  }

  /// Raises each byte of the target to what a line whose width changes evenly covers of it, if that is more.
  ///
  /// What `raise(from:to:width:)` is for lines of one width this is for `stroke(polyline:widths:color:)`.
  public func raise(from a: Point, width widthA: Double, to b: Point, width widthB: Double) {
    guard let target, !state.clip.isEmpty else { return }
    precondition(target.format == .alpha8, "Coverage is raised in a bitmap of bytes.")
    let span = SpanPainter(SolidBlender(raising: target, at: corner), clip: state.mask)
    let points = [a, b]
    let widths = [widthA, widthB]
    if state.transform.keepsShapes {
      strokeTapered(points.span, widths.span, with: span)
    } else {
      strokeTaperedOutline(points.span, widths.span, with: span)
    }
  }

  private func strokeTapered(_ points: Span<Point>, _ widths: Span<Double>, with span: SpanPainter) {
    capsules.begin(clip: state.clip)
    var previous: (point: Point, radius: Float)?
    var count = 0
    for index in points.indices where Painter.isUsable(points[index], widths[index]) {
      let next = (point: state.transform.apply(points[index]), radius: radius(width: widths[index]))
      if let previous {
        addTapered(from: previous.point, previous.radius, to: next.point, next.radius)
      }
      previous = next
      count += 1
    }
    if count == 1, let previous { addTapered(from: previous.point, previous.radius, to: previous.point, previous.radius) }
    forEachClip(within: state.clip) { capsules.paint($0, with: span, didWork: did) }
  }

  private static func isUsable(_ point: Point, _ width: Double) -> Bool {
    point.isFinite && width >= 0 && width.isFinite
  }

  private func addTapered(from a: Point, _ radiusA: Float, to b: Point, _ radiusB: Float) {
    guard let cut = Fixed.cut(from: a, to: b) else { return }
    let start = a + (b - a) * cut.from
    let end = a + (b - a) * cut.to
    let growth = radiusB - radiusA
    capsules.add(
      tapered: Capsule(
        Fixed.quantized(start.x), Fixed.quantized(start.y), Fixed.quantized(end.x), Fixed.quantized(end.y),
        radius: radiusA + growth * Float(cut.from), to: radiusA + growth * Float(cut.to)))
  }

  /// The same under a transform that bends circles.
  private func strokeTaperedOutline(_ points: Span<Point>, _ widths: Span<Double>, with span: SpanPainter) {
    stroker.begin(StrokeStyle(width: 1), half: 0.5, tolerance: Path.tolerance / state.transform.stretch)
    var last: (point: Point, half: Double)?
    var count = 0
    for index in points.indices where Painter.isUsable(points[index], widths[index]) {
      let next = (point: points[index], half: widths[index] / 2)
      if let last {
        stroker.move(to: last.point, half: last.half)
        stroker.line(to: next.point, half: next.half, isBend: false)
      }
      last = next
      count += 1
    }
    if count == 1, let last {
      stroker.move(to: last.point, half: last.half)
      stroker.line(to: last.point, half: last.half, isBend: false)
    }
    stroker.end()
    fillOutline(overlap: .united, with: span)
  }
}
