import EaselGeometry
import EaselInputEvents

/// Where devices point to: which surface, on what panel, turned how (LCO-1).
nonisolated struct InputPlacement: Equatable {
  /// The surface that is shown, or nil while there is none.
  var surface: SurfaceID?
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
    let x = min(max(0, x), Double(panel.width))
    let y = min(max(0, y), Double(panel.height))
    let place = orientation.viewPoint(Point(x: x, y: y), panel: panel)
    return Point(x: place.x / scale, y: place.y / scale)
  }
}
