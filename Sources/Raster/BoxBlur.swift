internal import EaselGeometry

/// Blurs coverage almost as a Gaussian would, by three means over boxes one after the other: its cost does not depend on how far.
///
/// The boxes' width is the one of SVG's `feGaussianBlur` (W3C, "Filter Effects Module Level 1"), which comes within 3 % of the
/// Gaussian. Along each axis the three sums are whole numbers and are rounded once, so a pixel depends on its surroundings alone.
struct BoxBlur {
  private let widths: [Int]

  /// - Parameter deviation: the Gaussian's standard deviation in pixels.
  init(deviation: Double) {
    // 3 · √(2π) / 4
    let width = Int(deviation * 1.879_971_205_6 + 0.5)
    // Two even boxes are off by half a pixel, to one side and to the other; the third has a middle.
    widths = width <= 1 ? [] : [width, width, width | 1]
  }

  /// How far a pixel is seen.
  var reach: Int { widths.reduce(0) { $0 + $1 - 1 } / 2 }

  /// Bytes blurred: smaller by `reach` on every side, where not all is known that is to be seen.
  func blurred(_ bytes: Bitmap, didWork: (Int) -> Void) throws(RasterError) -> Bitmap {
    guard !widths.isEmpty else { return bytes }
    return try turned(turned(bytes, didWork), didWork)
  }

  /// Rows blurred, as columns.
  private func turned(_ bytes: Bitmap, _ didWork: (Int) -> Void) throws(RasterError) -> Bitmap {
    let width = bytes.size.width
    let result = try Bitmap(size: PixelSize(width: bytes.size.height, height: width - 2 * reach), format: .alpha8)
    let sums = Scratch<Int>()
    sums.reserve(width)
    let part = 1 / Double(widths.reduce(1, *))
    for y in 0..<bytes.size.height {
      let row = unsafe (bytes.pixels + y * bytes.stride).assumingMemoryBound(to: UInt8.self)
      for x in 0..<width { unsafe sums.base[x] = Int(row[x]) }
      var count = width
      for box in widths {
        unsafe BoxBlur.addUp(sums.base, count, box)
        count -= box - 1
      }
      let column = unsafe (result.pixels + y).assumingMemoryBound(to: UInt8.self)
      for x in 0..<count {
        unsafe column[x * result.stride] = UInt8(truncatingIfNeeded: Int(Double(sums.base[x]) * part + 0.5))
      }
      didWork(width)
    }
    return result
  }

  /// Replaces each number by the sum of it and of those that follow, so many together; as many as are missing at the end are of no use.
  @inline(__always)
  private static func addUp(_ numbers: UnsafeMutablePointer<Int>, _ count: Int, _ box: Int) {
    var sum = 0
    for index in 0..<box &- 1 { unsafe sum &+= numbers[index] }
    for index in 0...count &- box {
      let first = unsafe numbers[index]
      unsafe sum &+= numbers[index &+ box &- 1]
      unsafe numbers[index] = sum
      sum &-= first
    }
  }
}
