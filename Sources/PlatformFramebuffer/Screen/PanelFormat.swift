/// How a panel's pixels lie in memory, by the bits that each colour has in a pixel (FFB-7).
nonisolated struct PanelFormat: Hashable {
  /// Where a colour's bits lie.
  struct Channel: Hashable {
    /// Bits below it.
    var offset: UInt32
    /// Its own bits, 1 to 8.
    var length: UInt32

    /// The greatest value.
    var most: UInt32 { (1 << length) - 1 }
    /// Its bits in a pixel.
    var mask: UInt32 { most << offset }
  }

  /// What a pixel's value means.
  enum Kind: Hashable {
    /// Red, green and blue bits.
    case colours(red: Channel, green: Channel, blue: Channel)
    /// One byte of grey.
    case grey
    /// One byte: three bits of red, three of green, two of blue, in a palette that we set.
    case palette
  }

  /// What a pixel's value means.
  var kind: Kind
  /// 8, 16, 24 or 32.
  var bitsPerPixel: Int

  /// Bytes that one pixel takes.
  var bytesPerPixel: Int { bitsPerPixel / 8 }

  /// A format from its fields' offsets and lengths.
  static func colours(_ bitsPerPixel: Int, red: (UInt32, UInt32), green: (UInt32, UInt32), blue: (UInt32, UInt32))
    -> PanelFormat
  {
    PanelFormat(
      kind: .colours(
        red: Channel(offset: red.0, length: red.1), green: Channel(offset: green.0, length: green.1),
        blue: Channel(offset: blue.0, length: blue.1)), bitsPerPixel: bitsPerPixel)
  }

  static let xrgb8888 = colours(32, red: (16, 8), green: (8, 8), blue: (0, 8))
  static let xbgr8888 = colours(32, red: (0, 8), green: (8, 8), blue: (16, 8))
  static let rgb888 = colours(24, red: (16, 8), green: (8, 8), blue: (0, 8))
  static let bgr888 = colours(24, red: (0, 8), green: (8, 8), blue: (16, 8))
  static let rgb565 = colours(16, red: (11, 5), green: (5, 6), blue: (0, 5))
  static let bgr565 = colours(16, red: (0, 5), green: (5, 6), blue: (11, 5))
  static let rgb555 = colours(16, red: (10, 5), green: (5, 5), blue: (0, 5))
  static let grey8 = PanelFormat(kind: .grey, bitsPerPixel: 8)
  static let palette8 = PanelFormat(kind: .palette, bitsPerPixel: 8)
}
