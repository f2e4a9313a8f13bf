internal import EaselGeometry
internal import EaselInk
internal import EaselRaster

/// Paints strokes of the drawing; keeps its path, so that painting allocates nothing once warm.
final class StrokePainter {
  private var path = Path()

  /// Paints a stroke in the space of its page.
  ///
  /// Only the runs of segments that can reach the clip are handed on; since a pixel depends on the segments that touch it
  /// alone, the picture is the same as with all of them.
  func paint(_ stroke: Stroke, color: Color? = nil, in painter: Painter) {
    let clip = painter.clipBounds.insetBy(dx: -2, dy: -2)
    path.removeAll(keepingCapacity: true)
    if stroke.points.count == 1 {
      guard stroke.bounds(ofRun: 0).intersects(clip) else { return }
      path.move(to: stroke.points[0].point)
      path.addLine(to: stroke.points[0].point)
    }
    for run in stroke.runs.indices where stroke.bounds(ofRun: run).intersects(clip) {
      let points = stroke.points(ofRun: run)
      path.move(to: stroke.points[points.lowerBound].point)
      for index in points.dropFirst() { path.addLine(to: stroke.points[index].point) }
    }
    guard !path.isEmpty else { return }
    painter.stroke(path, style: StrokeStyle(width: Double(stroke.pen.width)), color: color ?? stroke.pen.color)
  }
}
