internal import EaselGeometry

/// One segment of a round line: all that lies within a distance of it, which may grow or shrink evenly from one end to the other.
///
/// Ends are fixed point, radii are pixels. No end's disc holds the other's: such a capsule is that `disc`.
struct Capsule {
  var ax: Int32
  var ay: Int32
  var bx: Int32
  var by: Int32
  var radiusA: Float
  var radiusB: Float

  /// Half a pixel's diagonal, and a little more.
  static let halfDiagonal = 0.70711
  /// No segment that is painted goes further along either axis, in pixels.
  static let longest = 4096

  init(_ ax: Int, _ ay: Int, _ bx: Int, _ by: Int, radius: Float) {
    self.init(ax, ay, bx, by, radius: radius, to: radius)
  }

  init(_ ax: Int, _ ay: Int, _ bx: Int, _ by: Int, radius: Float, to radiusB: Float) {
    self.ax = Int32(truncatingIfNeeded: ax)
    self.ay = Int32(truncatingIfNeeded: ay)
    self.bx = Int32(truncatingIfNeeded: bx)
    self.by = Int32(truncatingIfNeeded: by)
    radiusA = radius
    self.radiusB = radiusB
  }

  /// The pixels that it can touch: a pixel's middle lies within half a diagonal more than the radius of the segment.
  @inline(__always)
  var pixels: PixelRect {
    let reach = Int(Fixed.nearest((Double(max(radiusA, radiusB)) + Capsule.halfDiagonal - 0.5) * 256)) &+ 2
    let left = (Int(min(ax, bx)) &- reach) >> 8
    let top = (Int(min(ay, by)) &- reach) >> 8
    let right = ((Int(max(ax, bx)) &+ reach) >> 8) &+ 1
    let bottom = ((Int(max(ay, by)) &+ reach) >> 8) &+ 1
    return PixelRect(x: left, y: top, width: right &- left, height: bottom &- top)
  }

  /// Whether it must be halved before it is painted.
  @inline(__always)
  var isLong: Bool {
    (Int(bx) &- Int(ax)).magnitude > Capsule.longest << 8 || (Int(by) &- Int(ay)).magnitude > Capsule.longest << 8
  }

  /// The disc of an end, if it holds all of the capsule.
  var disc: Capsule? {
    let dx = Double(Int(bx) &- Int(ax)) / 256
    let dy = Double(Int(by) &- Int(ay)) / 256
    let difference = Double(radiusA) - Double(radiusB)
    guard difference != 0, dx * dx + dy * dy <= difference * difference * 1.0001 else { return nil }
    let isA = radiusA > radiusB
    return Capsule(
      Int(isA ? ax : bx), Int(isA ? ay : by), Int(isA ? ax : bx), Int(isA ? ay : by), radius: max(radiusA, radiusB))
  }

  /// The capsule cut in its middle.
  var halves: (Capsule, Capsule) {
    var first = self
    first.bx = Int32(truncatingIfNeeded: (Int(ax) &+ Int(bx)) >> 1)
    first.by = Int32(truncatingIfNeeded: (Int(ay) &+ Int(by)) >> 1)
    first.radiusB = (radiusA + radiusB) / 2
    var second = self
    (second.ax, second.ay, second.radiusA) = (first.bx, first.by, first.radiusB)
    return (first, second)
  }
}
