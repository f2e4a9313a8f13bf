package import EaselGeometry
package import EaselRaster

/// The ring that shows where a contact is: of fingers that the overlay follows, and of those that a mouse plays.
package struct ContactRing {
  private let radius: Double
  private let edgeWidth: Double
  private let ground: Color
  private let edge: Color

  /// A ring of a radius and an edge in points, with a colour inside.
  package init(radius: Double, edgeWidth: Double, ground: Color, edge: Color) {
    self.radius = radius
    self.edgeWidth = edgeWidth
    self.ground = ground
    self.edge = edge
  }

  /// What a ring around a place covers, antialiasing included.
  package func damage(around place: Point) -> Rect {
    box(around: place).insetBy(dx: -2, dy: -2)
  }

  /// Paints it around a place.
  package func draw(around place: Point, in painter: Painter) {
    var ring = Path()
    ring.addEllipse(in: box(around: place))
    painter.fill(ring, color: ground)
    painter.stroke(ring, style: StrokeStyle(width: edgeWidth), color: edge)
  }

  private func box(around place: Point) -> Rect {
    Rect(x: place.x - radius, y: place.y - radius, width: 2 * radius, height: 2 * radius)
  }
}
