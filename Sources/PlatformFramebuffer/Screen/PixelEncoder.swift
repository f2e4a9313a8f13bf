/// Turns our pixels into a panel's (FFB-7).
///
/// With fewer than eight bits a colour, ordered dithering spreads what is lost over an 8 × 8 pattern that is fixed to the panel, so that
/// a part painted again meets its surroundings (Bayer, An optimum method for two-level rendition, 1973).
nonisolated struct PixelEncoder {
  private let format: PanelFormat
  private let unused: UInt32

  init(_ format: PanelFormat) {
    self.format = format
    if case .colours(let red, let green, let blue) = format.kind {
      unused = ~(red.mask | green.mask | blue.mask)
    } else {
      unused = 0
    }
  }

  /// Writes `count` pixels 0xXXRRGGBB to a row of the panel.
  ///
  /// - Parameters:
  ///   - x: the first pixel's place on the panel, for the pattern; `y` likewise.
  ///   - target: where the first pixel goes.
  @unsafe func encode(_ pixels: UnsafePointer<UInt32>, count: Int, x: Int, y: Int, to target: UnsafeMutableRawPointer) {
    switch format.kind {
    case .grey: unsafe encodeGrey(pixels, count, target)
    case .palette: unsafe encodePalette(pixels, count, x, y, target)
    case .colours(let red, let green, let blue):
      switch format.bitsPerPixel {
      case 32 where format == .xrgb8888: unsafe encodeSame(pixels, count, target)
      case 32: unsafe encode32(pixels, count, red, green, blue, x, y, target)
      case 24: unsafe encode24(pixels, count, red, green, blue, target)
      default: unsafe encode16(pixels, count, red, green, blue, x, y, target)
      }
    }
  }

  private func encodeSame(_ pixels: UnsafePointer<UInt32>, _ count: Int, _ target: UnsafeMutableRawPointer) {
    let words = unsafe target.assumingMemoryBound(to: UInt32.self)
    for index in 0..<count { unsafe words[index] = pixels[index] | 0xff00_0000 }
  }

  private func encode32(
    _ pixels: UnsafePointer<UInt32>, _ count: Int, _ red: PanelFormat.Channel, _ green: PanelFormat.Channel,
    _ blue: PanelFormat.Channel, _ x: Int, _ y: Int, _ target: UnsafeMutableRawPointer
  ) {
    for index in 0..<count {
      let word = unsafe dithered(pixels[index], red, green, blue, threshold(x + index, y))
      unsafe target.storeBytes(of: word | unused, toByteOffset: index * 4, as: UInt32.self)
    }
  }

  private func encode16(
    _ pixels: UnsafePointer<UInt32>, _ count: Int, _ red: PanelFormat.Channel, _ green: PanelFormat.Channel,
    _ blue: PanelFormat.Channel, _ x: Int, _ y: Int, _ target: UnsafeMutableRawPointer
  ) {
    for index in 0..<count {
      let word = unsafe dithered(pixels[index], red, green, blue, threshold(x + index, y))
      unsafe target.storeBytes(of: UInt16(truncatingIfNeeded: word | unused), toByteOffset: index * 2, as: UInt16.self)
    }
  }

  private func encode24(
    _ pixels: UnsafePointer<UInt32>, _ count: Int, _ red: PanelFormat.Channel, _ green: PanelFormat.Channel,
    _ blue: PanelFormat.Channel, _ target: UnsafeMutableRawPointer
  ) {
    for index in 0..<count {
      let word = unsafe dithered(pixels[index], red, green, blue, 0)
      unsafe target.storeBytes(of: UInt8(truncatingIfNeeded: word), toByteOffset: index * 3, as: UInt8.self)
      unsafe target.storeBytes(of: UInt8(truncatingIfNeeded: word >> 8), toByteOffset: index * 3 + 1, as: UInt8.self)
      unsafe target.storeBytes(of: UInt8(truncatingIfNeeded: word >> 16), toByteOffset: index * 3 + 2, as: UInt8.self)
    }
  }

  private func encodeGrey(_ pixels: UnsafePointer<UInt32>, _ count: Int, _ target: UnsafeMutableRawPointer) {
    for index in 0..<count {
      let pixel = unsafe pixels[index]
      let grey = ((pixel >> 16 & 255) * 77 + (pixel >> 8 & 255) * 150 + (pixel & 255) * 29) >> 8
      unsafe target.storeBytes(of: UInt8(truncatingIfNeeded: grey), toByteOffset: index, as: UInt8.self)
    }
  }

  private func encodePalette(
    _ pixels: UnsafePointer<UInt32>, _ count: Int, _ x: Int, _ y: Int, _ target: UnsafeMutableRawPointer
  ) {
    let red = PanelFormat.Channel(offset: 5, length: 3)
    let green = PanelFormat.Channel(offset: 2, length: 3)
    let blue = PanelFormat.Channel(offset: 0, length: 2)
    for index in 0..<count {
      let word = unsafe dithered(pixels[index], red, green, blue, threshold(x + index, y))
      unsafe target.storeBytes(of: UInt8(truncatingIfNeeded: word), toByteOffset: index, as: UInt8.self)
    }
  }

  @inline(__always) private func dithered(
    _ pixel: UInt32, _ red: PanelFormat.Channel, _ green: PanelFormat.Channel, _ blue: PanelFormat.Channel, _ threshold: UInt32
  ) -> UInt32 {
    level(pixel >> 16 & 255, red, threshold) | level(pixel >> 8 & 255, green, threshold) | level(pixel & 255, blue, threshold)
  }

  /// The level of a channel for a value of 0 to 255, rounded up where what is lost is above the threshold of 0 to 254.
  @inline(__always) private func level(_ value: UInt32, _ channel: PanelFormat.Channel, _ threshold: UInt32) -> UInt32 {
    if channel.length == 8 { return value << channel.offset }
    let sum = value * channel.most + threshold + 1
    // Divided by 255: exact below 65,536, and the sum is at most 255 × 127 + 255.
    return ((sum + sum >> 8) >> 8) << channel.offset
  }

  @inline(__always) private func threshold(_ x: Int, _ y: Int) -> UInt32 {
    unsafe PixelEncoder.pattern.withUnsafeBufferPointer { unsafe UInt32($0[(y & 7) * 8 + (x & 7)]) }
  }

  /// Bayer's matrix, spread over 0 to 254.
  private static let pattern: [UInt8] = (0..<64).map { place in
    let x = place & 7
    let y = place >> 3
    var rank = 0
    for bit in 0..<3 {
      // The finest bit of the place decides most.
      rank = rank << 2 | ((x ^ y) >> bit & 1) << 1 | (y >> bit & 1)
    }
    return UInt8(rank * 254 / 63)
  }
}
