internal import EaselGeometry

/// One band's coverage while capsules are added to it, a byte a pixel.
@safe struct CapsuleMask {
  @unsafe private let base: UnsafeMutablePointer<UInt8>
  private let extents: RowExtents
  private let band: PixelRect
  private let profile: CapsuleProfile

  init(base: UnsafeMutablePointer<UInt8>, extents: RowExtents, band: PixelRect, profile: CapsuleProfile) {
    unsafe self.base = unsafe base
    self.extents = extents
    self.band = band
    self.profile = profile
  }

  /// Raises each pixel to what the capsule covers of it; returns how many pixels were looked at, and 1 for the capsule.
  func add(_ capsule: Capsule) -> Int {
    let reach = profile.reach
    let ax = Int(capsule.ax)
    let ay = Int(capsule.ay)
    let bx = Int(capsule.bx)
    let by = Int(capsule.by)
    let top = max(band.y, (min(ay, by) &- reach) >> 8)
    let bottom = min(band.maxY, ((max(ay, by) &+ reach) >> 8) &+ 1)
    let left = max(band.x, (min(ax, bx) &- reach) >> 8)
    let right = min(band.maxX, ((max(ax, bx) &+ reach) >> 8) &+ 1)
    guard top < bottom, left < right else { return 1 }
    var work = 1
    let segment = Segment(capsule, profile: profile)
    for y in top..<bottom {
      let spans = segment.spans(y: y, left: left, right: right)
      guard spans.from < spans.to else { continue }
      let row = unsafe base + ((y &- band.y) &* band.width &- band.x)
      unsafe segment.cover(row, y: y, from: spans.from, to: min(spans.to, spans.solidFrom))
      if spans.solidFrom < spans.solidTo {
        unsafe (row + spans.solidFrom).update(repeating: 255, count: spans.solidTo &- spans.solidFrom)
        unsafe segment.cover(row, y: y, from: spans.solidTo, to: spans.to)
      }
      extents.touch(y &- band.y, from: spans.from &- band.x, to: spans.to &- band.x)
      work &+= spans.to &- spans.from
    }
    return work
  }
}

/// A capsule prepared for its pixels.
///
/// Everything is relative to the segment's first end and so free of its place.
private struct Segment {
  let ax: Int
  let ay: Int
  let dx: Double
  let dy: Double
  let length: Double
  let unitX: Double
  let unitY: Double
  let profile: CapsuleProfile
  let side: EdgeProfile
  /// Whether a row's middle line cuts the band around the segment within a useful length.
  let isSteep: Bool
  /// How far the segment goes to the right in one row.
  let lean: Double
  /// Half the length that the band around the segment cuts out of a row.
  let outerRun: Double

  init(_ capsule: Capsule, profile: CapsuleProfile) {
    self.profile = profile
    ax = Int(capsule.ax)
    ay = Int(capsule.ay)
    dx = Double(Int(capsule.bx) &- ax) / 256
    dy = Double(Int(capsule.by) &- ay) / 256
    length = (dx * dx + dy * dy).squareRoot()
    unitX = length > 0 ? dx / length : 1
    unitY = length > 0 ? dy / length : 0
    side = EdgeProfile(normalX: unitY, normalY: unitX)
    isSteep = unitY.magnitude > 0.01
    lean = isSteep ? unitX / unitY : 0
    outerRun = isSteep ? (profile.outer / unitY).magnitude : 0
  }

  /// Which pixels of a row can be touched, and which of them are wholly covered for certain.
  ///
  /// A row's middle line cuts the band around the segment's straight line, and the discs around its ends, in intervals; a
  /// pixel of tolerance keeps rounding out of the result.
  @inline(__always)
  func spans(y: Int, left: Int, right: Int) -> (from: Int, to: Int, solidFrom: Int, solidTo: Int) {
    var from = left
    var to = right
    let height = Double((y << 8) &+ 128 &- ay) / 256
    let origin = Double(ax) / 256 - 0.5
    if isSteep {
      let middle = origin + height * lean
      from = max(from, Fixed.below(middle - outerRun) &- 1)
      to = min(to, Fixed.below(middle + outerRun) &+ 3)
    }
    guard profile.endRadius > 3, from < to else { return (from, to, to, to) }
    let solid = solidInterval(height)
    let solidFrom = max(from, Fixed.below(origin + solid.from) &+ 2)
    let solidTo = min(to, Fixed.below(origin + solid.to) &- 1)
    return solidFrom < solidTo ? (from, to, solidFrom, solidTo) : (from, to, to, to)
  }

  /// Where a row's middle line is so deep inside the capsule that pixels there are wholly covered; x from the first end.
  ///
  /// A capsule is convex: what lies between two of its points belongs to it. So the interval is what the end discs and the
  /// rectangle between them cut out of the line, taken together.
  private func solidInterval(_ height: Double) -> (from: Double, to: Double) {
    let inner = profile.endInner
    var from = Double.infinity
    var to = -Double.infinity
    for (centre, offset) in [(0, height), (dx, height - dy)] where offset.magnitude < inner {
      let half = (inner * inner - offset * offset).squareRoot()
      from = min(from, centre - half)
      to = max(to, centre + half)
    }
    guard isSteep, unitX.magnitude > 0.001 else { return (from, to) }
    let middle = height * lean
    let reach = (inner / unitY).magnitude
    let first = -height * unitY / unitX
    let last = (length - height * unitY) / unitX
    let start = max(middle - reach, min(first, last))
    let end = min(middle + reach, max(first, last))
    return start < end ? (min(from, start), max(to, end)) : (from, to)
  }

  /// Raises pixels to their coverage; `row` is indexed by the pixel's x.
  @inline(__always)
  func cover(_ row: UnsafeMutablePointer<UInt8>, y: Int, from: Int, to: Int) {
    let vy = Double((y << 8) &+ 128 &- ay) * (1 / 256)
    let alongY = vy * unitY
    let acrossY = vy * unitX
    // Multiples of a 256th: steps of 1 lose nothing, so it does not matter where a row begins.
    var vx = Double((from << 8) &+ 128 &- ax) * (1 / 256) - 1
    for x in from..<max(from, to) {
      vx += 1
      guard unsafe row[x] != 255 else { continue }
      let along = vx * unitX + alongY
      let part: Double
      if along < 0 {
        part = end(vx, vy)
      } else if along > length {
        part = end(vx - dx, vy - dy)
      } else {
        let distance = (vx * unitY - acrossY).magnitude
        guard distance < profile.outer else { continue }
        part = distance <= profile.inner ? 1 : side.area(between: profile.radius, distance: distance)
      }
      let byte = UInt8(truncatingIfNeeded: Fixed.nearest(part * 255))
      unsafe row[x] = max(row[x], byte)
    }
  }

  /// What a round end covers of a pixel whose middle lies there from the end; like `EdgeProfile`, with the normal left as long as
  /// it is so that little is divided.
  @inline(__always)
  private func end(_ x: Double, _ y: Double) -> Double {
    let square = x * x + y * y
    guard square < profile.endOuterSquare else { return 0 }
    guard square > profile.endInnerSquare else { return 1 }
    let distance = square.squareRoot()
    let radius = profile.endRadius
    if radius < 1 {
      // A line so thin has two edges in a pixel. At the very end of a dot no direction is better than another.
      guard distance > 0 else { return max(0, EdgeProfile(normalX: 1, normalY: 0).area(between: radius, distance: 0)) }
      let profile = EdgeProfile(normalX: x / distance, normalY: y / distance)
      return max(0, profile.area(between: radius, distance: distance))
    }
    let large = max(x.magnitude, y.magnitude)
    let small = min(x.magnitude, y.magnitude)
    let inside = (radius - distance) * distance
    if 2 * inside.magnitude <= large - small { return 0.5 + inside / large }
    let rest = (large + small) / 2 - inside.magnitude
    let outside = rest > 0 ? rest * rest / (2 * large * small) : 0
    return inside > 0 ? 1 - outside : outside
  }
}
