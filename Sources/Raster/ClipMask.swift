internal import EaselGeometry

/// How much of each pixel a clip lets through, inside a box; nothing outside of it.
final class ClipMask {
  /// The pixels that it knows of.
  let box: PixelRect
  private let bitmap: Bitmap
  private let line = Scratch<UInt8>()

  /// - Parameter bitmap: bytes, as large as the box.
  init(_ bitmap: Bitmap, box: PixelRect) {
    self.bitmap = bitmap
    self.box = box
    line.reserve(box.width)
  }

  /// The bytes of a row from a pixel on, which lies in the box.
  @inline(__always)
  func row(x: Int, y: Int) -> UnsafePointer<UInt8> {
    let row = unsafe bitmap.pixels + ((y - box.y) * bitmap.stride + x - box.x)
    return unsafe UnsafePointer(row.assumingMemoryBound(to: UInt8.self))
  }

  /// The clip as a mask of a thing of some opacity, which is the clip itself if that is 1; nothing if there is no memory for it.
  func bitmap(opacity: Double) -> Bitmap? {
    guard opacity < 1 else { return bitmap }
    guard let result = try? Bitmap(size: box.size, format: .alpha8) else { return nil }
    let blender = SolidBlender(result, color: Color(white: 0, alpha: opacity))
    for y in 0..<box.height { unsafe blender.blend(x: 0, y: y, mask: row(x: box.x, y: box.y + y), count: box.width) }
    return result
  }

  /// A run of coverage, less what the clip keeps away; valid until the next call.
  func weighed(_ mask: UnsafePointer<UInt8>, x: Int, y: Int, count: Int) -> UnsafePointer<UInt8> {
    let own = unsafe row(x: x, y: y)
    let result = unsafe line.base
    for index in 0..<count {
      let product = unsafe UInt32(mask[index]) &* UInt32(own[index]) &+ 128
      unsafe result[index] = UInt8(truncatingIfNeeded: (product &+ product >> 8) >> 8)
    }
    return unsafe UnsafePointer(result)
  }
}
