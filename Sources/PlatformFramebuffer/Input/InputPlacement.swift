import EaselGeometry
import EaselInputEvents

/// Where devices point to: which surface, on what panel, turned how (LCO-1).
nonisolated struct InputPlacement: Equatable {
  /// The surface that is shown, or nil while there is none.
  var surface: SurfaceID?
  /// The screen's name; what lies on another one is not heard (LCO-6).
  var screen: String?
  /// The panel's own extents, not turned.
  var panel: PixelSize
  /// How the user sees it.
  var orientation = Orientation.none
  /// Pixels per point.
  var scale = 1.0

  /// The view's extents in points.
  var size: Size {
    let turned = orientation.turned(panel)
    return Size(width: Double(turned.width) / scale, height: Double(turned.height) / scale)
  }

  /// The place in points of a place in the panel's pixels; what lies outside is moved to the edge (LCO-3).
  func point(x: Double, y: Double) -> Point {
    let place = orientation.viewPoint(Point(x: x, y: y), panel: panel)
    return clamped(Point(x: place.x / scale, y: place.y / scale))
  }

  /// A place in points, moved to the edge if it lies outside; the edge is the last place that a view there still contains.
  func clamped(_ point: Point) -> Point {
    let size = self.size
    return Point(x: min(max(0, point.x), size.width.nextDown), y: min(max(0, point.y), size.height.nextDown))
  }
}
