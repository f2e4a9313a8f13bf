internal import EaselGeometry
internal import EaselRaster

extension Bitmap {
  /// A row as files have it: bytes R, G, B and, if there is opacity, A, with colours not multiplied by it.
  func straightRow(_ y: Int) -> [UInt8] {
    if format == .alpha8 { return row(y) }
    var result: [UInt8] = []
    result.reserveCapacity(size.width * 4)
    for x in 0..<size.width {
      let pixel = pixel(x: x, y: y)
      let alpha = format == .argb32 ? pixel >> 24 : 255
      for shift in [16, 8, 0] as [UInt32] { result.append(Bitmap.straight(pixel >> shift & 255, alpha)) }
      if format == .argb32 { result.append(UInt8(alpha)) }
    }
    return result
  }

  /// Turns pixels that libspng wrote, bytes R, G, B and A with colours not multiplied, into words 0xAARRGGBB with colours that are.
  func premultiplyRGBA() {
    for y in 0..<size.height {
      let bytes = unsafe (pixels + y * stride).assumingMemoryBound(to: UInt8.self)
      let words = unsafe (pixels + y * stride).assumingMemoryBound(to: UInt32.self)
      for x in 0..<size.width {
        let alpha = unsafe UInt32(bytes[4 * x + 3])
        let red = unsafe Bitmap.multiplied(bytes[4 * x], alpha)
        let green = unsafe Bitmap.multiplied(bytes[4 * x + 1], alpha)
        let blue = unsafe Bitmap.multiplied(bytes[4 * x + 2], alpha)
        unsafe words[x] = alpha << 24 | red << 16 | green << 8 | blue
      }
    }
  }

  /// A component divided by opacity, to the nearest 255th; multiplied again it is what it was.
  private static func straight(_ component: UInt32, _ alpha: UInt32) -> UInt8 {
    guard alpha != 0 else { return 0 }
    return UInt8(min(255, (component * 255 + alpha / 2) / alpha))
  }

  private static func multiplied(_ component: UInt8, _ alpha: UInt32) -> UInt32 {
    (UInt32(component) * alpha + 127) / 255
  }
}
