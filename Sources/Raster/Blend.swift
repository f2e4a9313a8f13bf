internal import CEaselPixman
internal import EaselGeometry

/// Arithmetic on premultiplied pixels 0xAARRGGBB, two components at a time; every product is rounded to the nearest 255th.
enum Pixel {
  /// A colour as a pixel; components that are no numbers count as zero.
  static func premultiplied(_ color: Color) -> UInt32 {
    let alpha = unit(color.alpha)
    return byte(alpha) << 24 | byte(unit(color.red) * alpha) << 16 | byte(unit(color.green) * alpha) << 8
      | byte(unit(color.blue) * alpha)
  }

  /// All four components times a coverage from 0 to 255.
  @inline(__always)
  static func scale(_ pixel: UInt32, by coverage: UInt32) -> UInt32 {
    var low = (pixel & 0xFF00FF) &* coverage &+ 0x800080
    low = ((low &+ ((low >> 8) & 0xFF00FF)) >> 8) & 0xFF00FF
    var high = ((pixel >> 8) & 0xFF00FF) &* coverage &+ 0x800080
    high = (high &+ ((high >> 8) & 0xFF00FF)) & 0xFF00_FF00
    return low | high
  }

  /// A pixel laid over another.
  @inline(__always)
  static func over(_ source: UInt32, _ destination: UInt32) -> UInt32 {
    source &+ scale(destination, by: 255 &- source >> 24)
  }

  /// A pixel's four components in 16 bits each.
  @inline(__always)
  static func wide(_ pixel: UInt32) -> UInt64 {
    (UInt64(pixel) | UInt64(pixel) << 24) & 0x00FF_00FF_00FF_00FF
  }

  /// Four components of 16 bits, each divided by 255 and rounded to the nearest.
  @inline(__always)
  static func divide(_ products: UInt64) -> UInt64 {
    let sums = products &+ 0x0080_0080_0080_0080
    return ((sums &+ ((sums >> 8) & 0x00FF_00FF_00FF_00FF)) >> 8) & 0x00FF_00FF_00FF_00FF
  }

  /// Four pixels as halves of 16 bits.
  @inline(__always)
  static func halves(_ pixels: SIMD4<UInt32>) -> SIMD8<UInt16> { unsafe unsafeBitCast(pixels, to: SIMD8<UInt16>.self) }

  /// Components of 16 bits, each divided by 255 and rounded to the nearest; the quotient is in the upper byte.
  @inline(__always)
  static func divide(_ products: SIMD8<UInt16>) -> SIMD8<UInt16> {
    let sums = products &+ SIMD8(repeating: 128)
    return sums &+ sums &>> 8
  }

  /// Four components of 16 bits as a pixel.
  @inline(__always)
  static func narrow(_ wide: UInt64) -> UInt32 {
    UInt32(truncatingIfNeeded: wide | wide >> 24)
  }

  private static func unit(_ value: Double) -> Double {
    value > 0 ? min(value, 1) : 0
  }

  private static func byte(_ value: Double) -> UInt32 {
    UInt32(value * 255 + 0.5)
  }
}

/// Lays one colour over rows of a bitmap.
@safe struct SolidBlender {
  private let pixel: UInt32
  /// The pixel's components in 16 bits each, and its opacity.
  private let wide: UInt64
  private let alpha: UInt64
  /// The same for four pixels: blue and red, green and opacity.
  private let lowParts: SIMD8<UInt16>
  private let highParts: SIMD8<UInt16>
  /// Whether coverage is kept as it is, where it is more than what is there, and no colour laid over.
  private let raises: Bool
  private let isOpaque: Bool
  private let isAlpha: Bool
  @unsafe private let base: UnsafeMutableRawPointer
  private let stride: Int

  /// - Parameter origin: the place that the bitmap's corner has in the coordinates of what is painted.
  init(_ bitmap: Bitmap, at origin: PixelPoint = PixelPoint(x: 0, y: 0), color: Color) {
    pixel = Pixel.premultiplied(color)
    wide = Pixel.wide(pixel)
    alpha = UInt64(pixel >> 24)
    let halves = Pixel.halves(SIMD4(repeating: pixel))
    lowParts = halves & SIMD8(repeating: 255)
    highParts = halves &>> 8
    raises = false
    isOpaque = pixel >> 24 == 255
    isAlpha = bitmap.format == .alpha8
    unsafe base = bitmap.pixels - (origin.y * bitmap.stride + origin.x * bitmap.format.bytesPerPixel)
    stride = bitmap.stride
  }

  /// Raises coverage in a bitmap of bytes.
  init(raising mask: Bitmap, at origin: PixelPoint) {
    pixel = 0xFF00_0000
    wide = Pixel.wide(pixel)
    alpha = 255
    (lowParts, highParts) = (.zero, .zero)
    raises = true
    isOpaque = true
    isAlpha = true
    unsafe base = mask.pixels - (origin.y * mask.stride + origin.x)
    stride = mask.stride
  }

  /// Whether painting changes nothing.
  var isInvisible: Bool { pixel == 0 }

  /// Has a run of pixels fetched from memory, as they will be painted soon; the run lies in the bitmap.
  ///
  /// Where a line goes is not foreseen by the processor, and waiting for its pixels would take longer than painting them.
  @inline(__always)
  func expect(x: Int, y: Int, count: Int) {
    let pixel = isAlpha ? 1 : 4
    let row = unsafe base + y &* stride
    unsafe easel_prefetch(row + x &* pixel)
    unsafe easel_prefetch(row + (x &+ count &- 1) &* pixel)
  }

  /// Paints the pixels of a rectangle, which lies in the bitmap.
  func fill(_ rect: PixelRect) {
    for y in rect.y..<rect.maxY { fill(x: rect.x, y: y, count: rect.width) }
  }

  /// Paints a run of wholly covered pixels; the run lies in the bitmap.
  @inline(__always)
  func fill(x: Int, y: Int, count: Int) {
    if isAlpha {
      let row = unsafe (base + y * stride + x).assumingMemoryBound(to: UInt8.self)
      for index in 0..<count { unsafe row[index] = coverOne(row[index], 255) }
    } else {
      let row = unsafe (base + y * stride).assumingMemoryBound(to: UInt32.self) + x
      if isOpaque {
        unsafe row.update(repeating: pixel, count: count)
      } else {
        var index = 0
        while index &+ 4 <= count {
          unsafe blendFour(row + index, .max)
          index &+= 4
        }
        while index < count {
          unsafe row[index] = blended(row[index], 255)
          index &+= 1
        }
      }
    }
  }

  /// Paints a run of pixels with a coverage each; the run lies in the bitmap.
  func blend(x: Int, y: Int, mask: UnsafePointer<UInt8>, count: Int) {
    if isAlpha {
      let row = unsafe (base + y * stride + x).assumingMemoryBound(to: UInt8.self)
      if raises {
        for index in 0..<count { unsafe row[index] = max(row[index], mask[index]) }
      } else {
        for index in 0..<count { unsafe row[index] = coverOne(row[index], UInt32(mask[index])) }
      }
      return
    }
    let row = unsafe (base + y * stride).assumingMemoryBound(to: UInt32.self) + x
    var index = 0
    while index &+ 4 <= count {
      let four = unsafe UnsafeRawPointer(mask + index).loadUnaligned(as: UInt32.self)
      if four == .max && isOpaque {
        unsafe (row + index).update(repeating: pixel, count: 4)
      } else if four != 0 {
        // Without branches: which pixels of an edge are covered cannot be foreseen.
        unsafe blendFour(row + index, four)
      }
      index &+= 4
    }
    while index < count {
      unsafe row[index] = blended(row[index], mask[index])
      index &+= 1
    }
  }

  /// What `blended` does, to four pixels at once; their coverage is in the bytes of a word.
  @inline(__always)
  private func blendFour(_ target: UnsafeMutablePointer<UInt32>, _ coverage: UInt32) {
    let bytes = SIMD4<UInt32>(coverage, coverage &>> 8, coverage &>> 16, coverage &>> 24) & SIMD4(repeating: 255)
    let parts = Pixel.halves(bytes | bytes &<< SIMD4(repeating: 16))
    let rests = SIMD8(repeating: 255) &- Pixel.divide(parts &* SIMD8(repeating: UInt16(truncatingIfNeeded: alpha))) &>> 8
    let under = unsafe Pixel.halves(UnsafeRawPointer(target).loadUnaligned(as: SIMD4<UInt32>.self))
    let low = Pixel.divide(lowParts &* parts &+ (under & SIMD8(repeating: 255)) &* rests) &>> 8
    let high = Pixel.divide(highParts &* parts &+ (under &>> 8) &* rests) & SIMD8(repeating: 0xFF00)
    unsafe UnsafeMutableRawPointer(target).storeBytes(of: low | high, as: SIMD8<UInt16>.self)
  }

  @inline(__always)
  private func blended(_ under: UInt32, _ coverage: UInt8) -> UInt32 {
    let part = UInt64(coverage)
    let product = alpha &* part &+ 128
    let rest = 255 &- (product &+ product >> 8) >> 8
    return Pixel.narrow(Pixel.divide(wide &* part &+ Pixel.wide(under) &* rest))
  }

  @inline(__always)
  private func coverOne(_ target: UInt8, _ coverage: UInt32) -> UInt8 {
    UInt8(truncatingIfNeeded: Pixel.over(Pixel.scale(pixel & 0xFF00_0000, by: coverage), UInt32(target) << 24) >> 24)
  }
}
