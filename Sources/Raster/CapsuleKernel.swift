internal import EaselGeometry

/// A capsule prepared for its pixels: the arithmetic of ink.
///
/// Everything is relative to the segment's ends and so free of its place. A segment is at most `Capsule.longest` pixels long, so
/// that 32-bit numbers hold a 256th of a pixel anywhere in it. The pixel's edge is taken as straight: along the sides it is, at
/// the ends it is as good as the radius is large.
struct CapsuleKernel {
  private let ax: Int
  private let ay: Int
  /// The way from the first end to the second.
  private let dx: Float
  private let dy: Float
  /// The direction from the first end to the second.
  private let unitX: Float
  private let unitY: Float
  /// The sides' slope towards the axis, as the sine and cosine of its angle.
  private let sine: Float
  private let cosine: Float
  private let length: Float
  private let radius: Float
  /// The radii less by what a pixel loses because the edge is curved.
  private let endA: Float
  private let endGrowth: Float
  /// The greater and the smaller component of the normal of the right side, and by how much those of the left one, where the
  /// distance is negative, are greater.
  private let right: (large: Float, small: Float)
  private let largeGrowth: Float
  private let smallGrowth: Float
  /// Whether both edges may lie in one pixel.
  private let isThin: Bool
  private let isPlain: Bool
  private let rows: CapsuleRows
  /// The pixels that can be touched.
  let pixels: PixelRect

  init(_ capsule: Capsule) {
    ax = Int(capsule.ax)
    ay = Int(capsule.ay)
    let dx = Double(Int(capsule.bx) &- ax) * (1 / 256)
    let dy = Double(Int(capsule.by) &- ay) * (1 / 256)
    self.dx = Float(dx)
    self.dy = Float(dy)
    let length = (dx * dx + dy * dy).squareRoot()
    let x = length > 0 ? dx / length : 1
    let y = length > 0 ? dy / length : 0
    let taper = length > 0 ? (Double(capsule.radiusA) - Double(capsule.radiusB)) / length : 0
    let cosine = (1 - taper * taper).squareRoot()
    self.length = Float(length)
    unitX = Float(x)
    unitY = Float(y)
    sine = Float(taper)
    self.cosine = Float(cosine)
    radius = capsule.radiusA
    endA = CapsuleKernel.endRadius(capsule.radiusA)
    endGrowth = CapsuleKernel.endRadius(capsule.radiusB) - endA
    let left = CapsuleKernel.normal(-cosine * y + taper * x, cosine * x + taper * y)
    right = CapsuleKernel.normal(cosine * y + taper * x, -cosine * x + taper * y)
    largeGrowth = left.large - right.large
    smallGrowth = left.small - right.small
    pixels = capsule.pixels
    isThin = min(capsule.radiusA, capsule.radiusB) < 1
    isPlain = !isThin && taper == 0
    rows = CapsuleRows(capsule, dx: dx, dy: dy, length: length, unitX: x, unitY: y)
  }

  @inline(__always)
  private static func endRadius(_ radius: Float) -> Float { radius - 1 / (24 * max(radius, 0.5)) }

  @inline(__always)
  private static func normal(_ x: Double, _ y: Double) -> (large: Float, small: Float) {
    (Float(max(x.magnitude, y.magnitude)), Float(min(x.magnitude, y.magnitude)))
  }

  /// Which pixels of a row can be touched, and which of them are wholly covered for certain.
  @inline(__always)
  func spans(y: Int, left: Int, right: Int) -> CapsuleRows.Spans {
    rows.spans(y: y, left: left, right: right)
  }

  /// Raises pixels to their coverage, in whole groups; `row` is indexed by the pixel's x.
  ///
  /// The last group may go on beyond `to`: what it does there is right as well.
  @inline(__always)
  func cover(_ row: UnsafeMutablePointer<UInt8>, y: Int, from: Int, to: Int) {
    let offset = Float((y << 8) &+ 128 &- ay) * (1 / 256)
    var x = from
    while x < to {
      let group = unsafe row + x
      let before = unsafe UnsafeRawPointer(group).loadUnaligned(as: UInt32.self)
      if before != .max {
        let offsets = Float((x << 8) &+ 128 &- ax) * (1 / 256) + Four.Numbers(0, 1, 2, 3)
        let parts = isPlain ? plainAreas(offsets, offset) : areas(offsets, offset)
        unsafe CapsuleKernel.raise(group, before, parts)
      }
      x &+= CapsuleMask.padding
    }
  }

  /// What the capsule covers of four pixels, whose middles are given as seen from the first end; its radius is the same all along
  /// and at least 1.
  ///
  /// Nearer than that to the axis a pixel is wholly covered, so the direction to the nearest point of the segment is the normal.
  @inline(__always)
  private func plainAreas(_ x: Four.Numbers, _ y: Float) -> Four.Numbers {
    let along = x * unitX + y * unitY
    let ahead = Four.positive(along)
    let place = ahead - Four.positive(ahead - length)
    let toX = Four.magnitude(x - place * unitX)
    let toY = Four.magnitude(y - place * unitY)
    let excess = Four.positive(toX - toY)
    let large = toY + excess + 0.001
    let small = toX - excess
    let square = large * large + small * small
    // Round ends are less by what a pixel loses because the edge is curved.
    let beyond = Four.magnitude(along - place)
    let loss = beyond - Four.positive(beyond - (radius - endA))
    return CapsuleKernel.area(square.squareRoot() * (radius - loss) - square, large, small)
  }

  /// What the capsule covers of four pixels, whose middles are given as seen from the first end.
  @inline(__always)
  private func areas(_ xA: Four.Numbers, _ yA: Float) -> Four.Numbers {
    let xB = xA - dx
    let yB = yA - dy
    let along = xA * unitX + yA * unitY
    let across = xA * unitY - yA * unitX
    let distance = Four.magnitude(across)
    // Where the pixel's middle lies along the side that it is nearer to.
    let lag = distance * sine
    let isA = Four.isLess(along * cosine, lag)
    let isB = Four.isLess(lag, (xB * unitX + yB * unitY) * cosine)
    let isEnd = isA | isB
    let base = radius - along * sine
    let drop = distance * cosine
    let isLeft = Four.isLess(across, .zero)
    let sideLarge = right.large + Four.keep(isLeft, Four.Numbers(repeating: largeGrowth))
    let sideSmall = right.small + Four.keep(isLeft, Four.Numbers(repeating: smallGrowth))
    // At the ends all is as many times as large as the pixel's middle is away.
    let endX = Four.magnitude(Four.choose(isB, xB, xA))
    let endY = Four.magnitude(yA + Four.keep(isB, Four.Numbers(repeating: yB - yA)))
    let excess = Four.positive(endX - endY)
    let endLarge = endY + excess + 0.001
    let endSmall = endX - excess
    let square = endLarge * endLarge + endSmall * endSmall
    let reach = square.squareRoot() * (endA + Four.keep(isB, Four.Numbers(repeating: endGrowth)))
    let large = Four.choose(isEnd, endLarge, sideLarge)
    let small = Four.choose(isEnd, endSmall, sideSmall)
    let near = CapsuleKernel.area(Four.choose(isEnd, reach - square, base - drop), large, small)
    guard isThin else { return near }
    let farLarge = Four.choose(isEnd, endLarge, (right.large + right.large + largeGrowth) - sideLarge)
    let farSmall = Four.choose(isEnd, endSmall, (right.small + right.small + smallGrowth) - sideSmall)
    let far = CapsuleKernel.area(Four.choose(isEnd, reach + square, base + drop), farLarge, farSmall)
    return Four.positive(near + far - 1)
  }

  /// The area of a pixel inside a straight edge whose normal has these components, each and the distance times the same factor.
  @inline(__always)
  private static func area(_ inside: Four.Numbers, _ large: Four.Numbers, _ small: Four.Numbers) -> Four.Numbers {
    let distance = Four.magnitude(inside)
    // Along an axis there is no corner; the factor is not used then but must be a number.
    let least = small + 1e-6
    let rest = Four.positive((large + least) * 0.5 - distance)
    let flat = large - (distance + distance)
    let isCorner = Four.isLess(flat, least)
    let share = Four.choose(isCorner, rest * rest, flat * least)
    let outside = share / ((large + large) * least)
    return 0.5 + Four.withSign(of: inside, 0.5 - outside)
  }

  /// Raises four pixels from what they are.
  @inline(__always)
  private static func raise(_ target: UnsafeMutablePointer<UInt8>, _ before: UInt32, _ parts: Four.Numbers) {
    // Added to a number from 0 to 255 it leaves the nearest whole one in the lowest bits.
    let sums = Four.bits(parts * 255 + 0x1.8p23)
    for lane in 0..<4 {
      let byte = UInt8(truncatingIfNeeded: sums[lane])
      let old = UInt8(truncatingIfNeeded: before >> UInt32(8 &* lane))
      unsafe target[lane] = old > byte ? old : byte
    }
  }
}
