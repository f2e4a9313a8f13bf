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

  private static func unit(_ value: Double) -> Double {
    value > 0 ? min(value, 1) : 0
  }

  private static func byte(_ value: Double) -> UInt32 {
    UInt32(value * 255 + 0.5)
  }
}

/// Lays one colour over rows of a bitmap; the one place where colour and coverage meet, so that all shapes agree.
@safe struct SolidBlender {
  private let pixel: UInt32
  /// Whether coverage is kept as it is, where it is more than what is there, and no colour laid over.
  private let raises: Bool
  private let isOpaque: Bool
  private let isAlpha: Bool
  @unsafe private let base: UnsafeMutableRawPointer
  private let stride: Int

  init(_ bitmap: Bitmap, color: Color) {
    pixel = Pixel.premultiplied(color)
    raises = false
    isOpaque = pixel >> 24 == 255
    isAlpha = bitmap.format == .alpha8
    unsafe base = bitmap.pixels
    stride = bitmap.stride
  }

  /// Raises coverage in a bitmap of bytes.
  init(raising mask: Bitmap) {
    pixel = 0xFF00_0000
    raises = true
    isOpaque = true
    isAlpha = true
    unsafe base = mask.pixels
    stride = mask.stride
  }

  /// Whether painting changes nothing.
  var isInvisible: Bool { pixel == 0 }

  /// Paints a run of wholly covered pixels; the run lies in the bitmap.
  func fill(x: Int, y: Int, count: Int) {
    if isAlpha {
      let row = unsafe (base + y * stride + x).assumingMemoryBound(to: UInt8.self)
      for index in 0..<count { unsafe row[index] = coverOne(row[index], 255) }
    } else {
      let row = unsafe (base + y * stride).assumingMemoryBound(to: UInt32.self) + x
      if isOpaque {
        unsafe row.update(repeating: pixel, count: count)
      } else {
        for index in 0..<count { unsafe row[index] = Pixel.over(pixel, row[index]) }
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
    while index &+ 8 <= count {
      let eight = unsafe UnsafeRawPointer(mask + index).loadUnaligned(as: UInt64.self)
      if eight == .max && isOpaque {
        unsafe (row + index).update(repeating: pixel, count: 8)
      } else if eight != 0 {
        for step in index..<index &+ 8 { unsafe blendOne(row + step, UInt32(mask[step])) }
      }
      index &+= 8
    }
    while index < count {
      unsafe blendOne(row + index, UInt32(mask[index]))
      index &+= 1
    }
  }

  @inline(__always)
  private func blendOne(_ target: UnsafeMutablePointer<UInt32>, _ coverage: UInt32) {
    guard coverage != 0 else { return }
    if coverage == 255 && isOpaque {
      unsafe target.pointee = pixel
    } else {
      unsafe target.pointee = Pixel.over(Pixel.scale(pixel, by: coverage), target.pointee)
    }
  }

  @inline(__always)
  private func coverOne(_ target: UInt8, _ coverage: UInt32) -> UInt8 {
    UInt8(truncatingIfNeeded: Pixel.over(Pixel.scale(pixel & 0xFF00_0000, by: coverage), UInt32(target) << 24) >> 24)
  }
}
