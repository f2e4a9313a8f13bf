internal import EaselGeometry

/// Positions in 256ths of a pixel (24.8): the one place where real numbers become whole ones.
///
/// From here on coverage is whole-number arithmetic on the ends of whole lines, so that a pixel's value cannot depend on
/// which part of a picture is being painted.
enum Fixed {
  static let one = 256
  /// Lines end here, 2²¹ pixels away: a product of two differences still fits into 64 bits.
  static let limit = 1 << 29
  static let pixelLimit = Double(limit / one)

  /// A number so large that the spacing of its neighbours is 1.
  ///
  /// Added to a value it rounds that to a whole number, which is then in its lowest bits. Quicker than conversion where a processor cannot round, and it never traps.
  @inline(__always)
  private static var magic: Double { 0x1.8p52 }

  /// The nearest whole number, a half to the even one; the value must lie within 2⁵⁰, else the result is of no use.
  @inline(__always)
  static func nearest(_ value: Double) -> Int {
    Int(bitPattern: UInt(truncatingIfNeeded: (value + magic).bitPattern &- magic.bitPattern))
  }

  /// The nearest 256th of a pixel; the value must lie within the limit and be a number, else the result is of no use.
  ///
  /// Halves go to the even one, so moving by whole pixels does not change how a place within the pixel is rounded.
  @inline(__always)
  static func quantized(_ value: Double) -> Int {
    nearest(value * 256)
  }

  /// The whole number below a value, or the value itself.
  @inline(__always)
  static func below(_ value: Double) -> Int {
    nearest(value - 0.5)
  }

  /// The nearest 256th of a pixel, huge values at the limit; nothing for what is not a number.
  @inline(__always)
  static func clamped(_ value: Double) -> Int? {
    guard value == value else { return nil }
    return quantized(max(-pixelLimit, min(pixelLimit, value)))
  }

  /// A quotient rounded down; the divisor is positive.
  @inline(__always)
  static func floorDivide(_ value: Int, _ divisor: Int) -> (quotient: Int, remainder: Int) {
    var quotient = value / divisor
    var remainder = value &- quotient &* divisor
    if remainder < 0 {
      quotient &-= 1
      remainder &+= divisor
    }
    return (quotient, remainder)
  }

  /// The part of a line, as parameters from 0 to 1, whose ends lie within the limit; nothing if there is none.
  static func cut(from a: Point, to b: Point) -> (from: Double, to: Double)? {
    guard a.isFinite, b.isFinite else { return nil }
    // A little less than the limit, so that rounding cannot lead out of it.
    let far = pixelLimit - 1
    var from = 0.0
    var to = 1.0
    for (start, delta) in [(a.x, b.x - a.x), (a.y, b.y - a.y)] {
      if delta == 0 {
        guard start.magnitude <= far else { return nil }
        continue
      }
      let first = (-far - start) / delta
      let second = (far - start) / delta
      from = max(from, min(first, second))
      to = min(to, max(first, second))
    }
    return from <= to ? (from, to) : nil
  }
}
