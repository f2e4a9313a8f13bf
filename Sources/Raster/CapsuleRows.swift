/// Where the rows of pixels cut a capsule.
///
/// A row's middle line cuts the band around the segment's straight line, and the discs around its ends, in intervals; pixels of
/// tolerance keep rounding out of the result.
struct CapsuleRows {
  private let ax: Int
  private let ay: Int
  private let dx: Double
  private let dy: Double
  /// Whether a row's middle line cuts the band around the segment within a useful length.
  private let isSteep: Bool
  /// Whether the ends of the segment's rectangle cut it so.
  private let isSlanted: Bool
  /// How far the segment goes to the right in one row, and how far its ends' upright go.
  private let lean: Double
  private let endLean: Double
  private let lengthRun: Double
  /// Half the length that the bands of touched and of covered pixels cut out of a row.
  private let outerRun: Double
  private let innerRun: Double
  /// The radii up to which the ends cover pixels wholly; 0 if never.
  private let innerA: Double
  private let innerB: Double
  /// Whether there may be such pixels.
  private let isSolid: Bool

  init(_ capsule: Capsule, dx: Double, dy: Double, length: Double, unitX: Double, unitY: Double) {
    ax = Int(capsule.ax)
    ay = Int(capsule.ay)
    self.dx = dx
    self.dy = dy
    let radiusA = Double(capsule.radiusA)
    let radiusB = Double(capsule.radiusB)
    let outer = max(radiusA, radiusB) + Capsule.halfDiagonal
    innerA = CapsuleRows.inner(radiusA)
    innerB = CapsuleRows.inner(radiusB)
    isSolid = max(innerA, innerB) > 2
    isSteep = unitY.magnitude > 0.01
    isSlanted = unitX.magnitude > 0.001
    let perY = isSteep ? 1 / unitY : 0
    let perX = isSlanted ? 1 / unitX : 0
    lean = unitX * perY
    endLean = unitY * perX
    lengthRun = length * perX
    outerRun = (outer * perY).magnitude
    innerRun = (min(innerA, innerB) * perY).magnitude
  }

  /// A little less than needed, so that rounding does not matter.
  @inline(__always)
  private static func inner(_ radius: Double) -> Double {
    max(0, radius - Capsule.halfDiagonal - 1 / (24 * max(radius, 0.5)) - 0.001)
  }

  /// Pixels of a row, ends not included: those that can be touched, and of them those that are wholly covered for certain.
  struct Spans: BitwiseCopyable {
    var from: Int
    var to: Int
    var solidFrom: Int
    var solidTo: Int
  }

  /// The pixels that a row's middle line finds between two limits; without any, all ends are the same.
  @inline(__always)
  func spans(y: Int, left: Int, right: Int) -> Spans {
    var from = left
    var to = right
    let height = Double((y << 8) &+ 128 &- ay) * (1 / 256)
    let origin = Double(ax) * (1 / 256) - 0.5
    if isSteep {
      let middle = origin + height * lean
      from = max(from, Fixed.below(middle - outerRun) &+ 1)
      to = min(to, Fixed.below(middle + outerRun) &+ 1)
    }
    guard from < to else { return Spans(from: left, to: left, solidFrom: left, solidTo: left) }
    let open = Spans(from: from, to: to, solidFrom: to, solidTo: to)
    guard isSolid else { return open }
    let solid = solidInterval(height)
    guard solid.from < solid.to else { return open }
    let solidFrom = max(from, Fixed.below(origin + solid.from) &+ 1)
    let solidTo = min(to, Fixed.below(origin + solid.to) &+ 1)
    return solidFrom < solidTo ? Spans(from: from, to: to, solidFrom: solidFrom, solidTo: solidTo) : open
  }

  /// Where a row's middle line is so deep inside the capsule that pixels there are wholly covered; x from the first end.
  ///
  /// A capsule is convex: what lies between two of its points belongs to it. So the interval is what the end discs and the
  /// narrowest rectangle between them cut out of the line, taken together.
  @inline(__always)
  private func solidInterval(_ height: Double) -> (from: Double, to: Double) {
    var from = Double.infinity
    var to = -Double.infinity
    if height.magnitude < innerA {
      let half = (innerA * innerA - height * height).squareRoot()
      from = -half
      to = half
    }
    let other = height - dy
    if other.magnitude < innerB {
      let half = (innerB * innerB - other * other).squareRoot()
      from = min(from, dx - half)
      to = max(to, dx + half)
    }
    guard isSteep, isSlanted else { return (from, to) }
    let middle = height * lean
    let first = -height * endLean
    let last = lengthRun + first
    let start = max(middle - innerRun, min(first, last))
    let end = min(middle + innerRun, max(first, last))
    return start < end ? (min(from, start), max(to, end)) : (from, to)
  }
}
