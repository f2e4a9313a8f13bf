internal import EaselGeometry

/// Blurs coverage almost as a Gaussian would, by three means over boxes one after the other: its cost does not depend on how far.
///
/// At both ends of a box a pixel counts in part, so that the Gaussian's deviation is met at any size: P. Gwosdek et al., "Theoretical
/// Foundations of Gaussian Convolution by Extended Box Filtering", SSVM 2011. Along each axis the three sums are whole numbers and
/// are rounded once, so a pixel depends on its surroundings alone.
struct BoxBlur {
  /// What a pixel counts that is wholly in the box.
  private static let whole = 64
  private static let boxes = 3

  /// Pixels on each side of the middle one that count wholly.
  private let radius: Int
  /// What the two beyond them count.
  private let part: Int

  /// - Parameter deviation: the Gaussian's standard deviation, from 0 to 500 pixels.
  init(deviation: Double) {
    // What each of the boxes adds to the square.
    let square = deviation * deviation / Double(BoxBlur.boxes)
    radius = Int(((12 * square + 1).squareRoot() - 1) / 2)
    let r = Double(radius)
    let fraction = (2 * r + 1) * (r * (r + 1) - 3 * square) / (6 * (square - (r + 1) * (r + 1)))
    part = Int(fraction * Double(BoxBlur.whole) + 0.5)
  }

  private var isNothing: Bool { radius == 0 && part == 0 }

  /// How far a pixel is seen.
  var reach: Int { isNothing ? 0 : BoxBlur.boxes * (radius + 1) }

  /// Bytes blurred: smaller by `reach` on every side, where not all is known that is to be seen.
  func blurred(_ bytes: Bitmap, didWork: (Int) -> Void) throws(RasterError) -> Bitmap {
    isNothing ? bytes : try turned(turned(bytes, didWork), didWork)
  }

  /// Rows blurred, as columns.
  private func turned(_ bytes: Bitmap, _ didWork: (Int) -> Void) throws(RasterError) -> Bitmap {
    let width = bytes.size.width
    let result = try Bitmap(size: PixelSize(width: bytes.size.height, height: width - 2 * reach), format: .alpha8)
    let sums = Scratch<Int>()
    sums.reserve(width)
    let all = Double(BoxBlur.whole * (2 * radius + 1) + 2 * part)
    let share = 1 / (all * all * all)
    for y in 0..<bytes.size.height {
      let row = unsafe (bytes.pixels + y * bytes.stride).assumingMemoryBound(to: UInt8.self)
      for x in 0..<width { unsafe sums.base[x] = Int(row[x]) }
      var count = width
      for _ in 0..<BoxBlur.boxes {
        unsafe addUp(sums.base, count)
        count -= 2 * (radius + 1)
      }
      let column = unsafe (result.pixels + y).assumingMemoryBound(to: UInt8.self)
      for x in 0..<count {
        unsafe column[x * result.stride] = UInt8(truncatingIfNeeded: Int(Double(sums.base[x]) * share + 0.5))
      }
      didWork(width)
    }
    return result
  }

  /// Replaces each number by the weighed sum of the box that begins with it; those without a whole box are of no use afterwards.
  @inline(__always)
  private func addUp(_ numbers: UnsafeMutablePointer<Int>, _ count: Int) {
    let core = 2 &* radius &+ 1
    var sum = 0
    for index in 1..<core { unsafe sum &+= numbers[index] }
    for index in 0..<count &- core &- 1 {
      unsafe sum &+= numbers[index &+ core]
      let ends = unsafe numbers[index] &+ numbers[index &+ core &+ 1]
      unsafe numbers[index] = sum &* BoxBlur.whole &+ ends &* part
      unsafe sum &-= numbers[index &+ 1]
    }
  }
}
