public import EaselGeometry
internal import Glibc

/// The few functions of angles that the toolkit needs from the C library.
nonisolated enum Angles {
  /// The angle of a vector, clockwise from +x, in radians; 0 for no vector.
  static func angle(of vector: Point) -> Double { atan2(vector.y, vector.x) }

  /// The vector of length 1 at an angle.
  static func unitVector(_ angle: Double) -> Point { Point(x: cos(angle), y: sin(angle)) }
}

extension AffineTransform {
  /// A turn about the origin by an angle in radians; positive angles turn clockwise on screen (CO-1).
  public nonisolated init(rotationAngle angle: Double) {
    let direction = Angles.unitVector(angle)
    self.init(cosine: direction.x, sine: direction.y)
  }

  /// The map that turns by an angle in radians first, clockwise on screen, and does this one after it.
  public nonisolated func rotated(by angle: Double) -> AffineTransform {
    AffineTransform(rotationAngle: angle).concatenating(self)
  }
}
