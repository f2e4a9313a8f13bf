internal import CEaselPixman
internal import EaselGeometry

/// Lays colours that differ from pixel to pixel over rows of a bitmap, in any blend mode.
///
/// A row's colours are read, mixed with what is there as if they covered it wholly, and the result counts as far as they cover it.
final class RowBlender {
  private let target: Bitmap
  private let origin: PixelPoint
  private let source: any RowSource
  private let mode: BlendMode
  /// The row's colours, and a copy of what is below them.
  private let colors: Bitmap
  private let under: Bitmap

  /// - Parameters:
  ///   - origin: the place that the bitmap's corner has in the coordinates of what is painted.
  ///   - width: no run is longer.
  init(_ target: Bitmap, at origin: PixelPoint, source: any RowSource, mode: BlendMode, width: Int) throws(RasterError) {
    self.target = target
    self.origin = origin
    self.source = source
    self.mode = mode
    colors = try Bitmap(size: PixelSize(width: width, height: 1), format: .argb32)
    let isMixed = mode != .normal || target.format == .alpha8
    under = isMixed ? try Bitmap(size: PixelSize(width: width, height: 1), format: target.format) : colors
  }

  /// Paints a run of pixels with a coverage each, or wholly; the run lies in the bitmap.
  func paint(x: Int, y: Int, mask: UnsafePointer<UInt8>?, count: Int) {
    guard count > 0 else { return }
    source.read(x: x, y: y, count: count, into: colors)
    let bytes = target.format.bytesPerPixel
    let row = unsafe target.pixels + ((y - origin.y) * target.stride + (x - origin.x) * bytes)
    if mode == .normal && bytes == 4 {
      return unsafe RowBlender.layOver(row.assumingMemoryBound(to: UInt32.self), colors.words, mask, count)
    }
    unsafe under.pixels.copyMemory(from: row, byteCount: count * bytes)
    unsafe pixman_image_composite32(
      mode.pixman, colors.image, nil, under.image, 0, 0, 0, 0, 0, 0, Int32(count), 1)
    unsafe RowBlender.mix(
      row.assumingMemoryBound(to: UInt8.self), under.pixels.assumingMemoryBound(to: UInt8.self), mask, count, bytes)
  }

  private static func layOver(
    _ row: UnsafeMutablePointer<UInt32>, _ colors: UnsafePointer<UInt32>, _ mask: UnsafePointer<UInt8>?, _ count: Int
  ) {
    var index = 0
    while index &+ 4 <= count {
      let parts = unsafe mask.map { unsafe UnsafeRawPointer($0 + index).loadUnaligned(as: UInt32.self) } ?? .max
      if parts != 0 {
        let four = unsafe UnsafeRawPointer(colors + index).loadUnaligned(as: SIMD4<UInt32>.self)
        let target = unsafe UnsafeMutableRawPointer(row + index)
        let halves = unsafe unsafeBitCast(four, to: SIMD2<UInt64>.self)
        if parts == .max, halves.x & halves.y & 0xFF00_0000_FF00_0000 == 0xFF00_0000_FF00_0000 {
          unsafe target.storeBytes(of: four, as: SIMD4<UInt32>.self)
          index &+= 4
          continue
        }
        let under = unsafe target.loadUnaligned(as: SIMD4<UInt32>.self)
        unsafe target.storeBytes(of: Pixel.over(four, under, parts), as: SIMD4<UInt32>.self)
      }
      index &+= 4
    }
    while index < count {
      let part = unsafe UInt32(mask.map { unsafe $0[index] } ?? 255)
      let one = unsafe Pixel.over(SIMD4(colors[index], 0, 0, 0), SIMD4(row[index], 0, 0, 0), part)
      unsafe row[index] = one[0]
      index &+= 1
    }
  }

  /// Takes over as much of each pixel as is covered of it.
  private static func mix(
    _ row: UnsafeMutablePointer<UInt8>, _ mixed: UnsafePointer<UInt8>, _ mask: UnsafePointer<UInt8>?, _ count: Int, _ bytes: Int
  ) {
    guard let mask = unsafe mask else { return unsafe row.update(from: mixed, count: count * bytes) }
    for index in 0..<count {
      let part = unsafe UInt32(mask[index])
      for byte in index &* bytes..<(index &+ 1) &* bytes {
        let sum = unsafe UInt32(mixed[byte]) &* part &+ UInt32(row[byte]) &* (255 &- part) &+ 128
        unsafe row[byte] = UInt8(truncatingIfNeeded: (sum &+ sum >> 8) >> 8)
      }
    }
  }
}

extension Pixel {
  /// Four pixels laid over four others, as far as they are covered: a byte each in a word.
  @inline(__always)
  static func over(_ pixels: SIMD4<UInt32>, _ under: SIMD4<UInt32>, _ coverage: UInt32) -> SIMD4<UInt32> {
    let bytes = SIMD4<UInt32>(coverage, coverage &>> 8, coverage &>> 16, coverage &>> 24) & SIMD4(repeating: 255)
    let parts = halves(bytes | bytes &<< SIMD4(repeating: 16))
    let alphas = pixels &>> SIMD4(repeating: 24)
    let rests = SIMD8(repeating: 255) &- divide(parts &* halves(alphas | alphas &<< SIMD4(repeating: 16))) &>> 8
    let (above, below) = (halves(pixels), halves(under))
    let low = divide((above & SIMD8(repeating: 255)) &* parts &+ (below & SIMD8(repeating: 255)) &* rests) &>> 8
    let high = divide((above &>> 8) &* parts &+ (below &>> 8) &* rests) & SIMD8(repeating: 0xFF00)
    return unsafe unsafeBitCast(low | high, to: SIMD4<UInt32>.self)
  }
}
