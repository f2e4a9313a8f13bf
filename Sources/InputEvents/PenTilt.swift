internal import Glibc

/// A pen's tilt as its two angles (TO-15).
enum PenTilt {
  /// Altitude and azimuth in radians of a pen that leans by so many degrees to +x and to +y.
  ///
  /// Upright, the azimuth is 0; what is no number, or leans farther than it can, is nil.
  static func angles(x: Double, y: Double) -> (altitude: Double, azimuth: Double)? {
    guard x.magnitude <= 90, y.magnitude <= 90 else { return nil }
    let across = tan(x * .pi / 180)
    let down = tan(y * .pi / 180)
    return (atan2(1, hypot(across, down)), atan2(down, across))
  }
}
