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

  /// The nearest 256th of a pixel; the value must lie within the limit and be a number.
  @inline(__always)
  static func quantized(_ value: Double) -> Int {
    Int(truncatingIfNeeded: Int64((value * 256).rounded()))
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
