import EaselGeometry
import EaselPlatform

/// A framebuffer whose numbers fit together: where its pixels lie, and how (FFB-2, FFB-3).
nonisolated struct FramebufferLayout: Equatable {
  /// The visible part.
  var size: PixelSize
  /// Bytes from row to row.
  var stride: Int
  /// Bytes before the first visible pixel.
  var start: Int
  /// Bytes to map.
  var length: Int
  /// The rows at which a picture may begin: the present one, and another that the driver has memory for and can move to (FFB-8).
  ///
  /// The virtual size stays as it is (FFB-5): many a driver accepts another one, and breaks.
  var pages: [Int]
  /// How a pixel lies.
  var format: PanelFormat

  /// The longest side of a screen (DLI-1).
  static let longestSide = 16384

  /// Checks all that the kernel says before a byte is mapped; what does not fit together is refused with its numbers.
  init(_ info: FramebufferInfo) throws(BackendError) {
    let sides = 1...FramebufferLayout.longestSide
    guard sides.contains(info.size.width), sides.contains(info.size.height) else {
      throw FramebufferLayout.refusal("is \(info.size.width) × \(info.size.height) pixels large", info)
    }
    guard info.isPacked else { throw FramebufferLayout.refusal("keeps its colours in planes", info) }
    guard let format = FramebufferLayout.format(info) else {
      throw FramebufferLayout.refusal("has pixels that we do not know", info)
    }
    let bytes = format.bytesPerPixel
    stride = info.lineLength == 0 ? info.virtualSize.width * bytes : info.lineLength
    guard info.offset.x >= 0, info.offset.y >= 0, stride >= (info.offset.x + info.size.width) * bytes else {
      throw FramebufferLayout.refusal("has rows of \(stride) bytes, too short for its pixels", info)
    }
    length = (info.offset.y + info.size.height) * stride
    guard length <= info.memoryLength else {
      throw FramebufferLayout.refusal("has \(info.memoryLength) bytes of memory, fewer than its pixels", info)
    }
    start = info.offset.y * stride + info.offset.x * bytes
    size = info.size
    pages = [info.offset.y]
    let two = 2 * info.size.height
    if info.panStep > 0, info.size.height % info.panStep == 0, [0, info.size.height].contains(info.offset.y),
      info.virtualSize.height >= two, two * stride <= info.memoryLength
    {
      pages.append(info.size.height - info.offset.y)
      length = two * stride
    }
    self.format = format
  }

  /// By the bit fields, never by the number of bits alone.
  private static func format(_ info: FramebufferInfo) -> PanelFormat? {
    switch info.bitsPerPixel {
    case 8 where info.isGrey: return .grey8
    case 8 where info.visual == .palette: return .palette8
    case 16, 24, 32: break
    default: return nil
    }
    guard info.visual == .colours else { return nil }
    var taken: UInt32 = 0
    for field in [info.red, info.green, info.blue] {
      guard !field.isReversed, (1...8).contains(field.length), field.offset <= 32,
        Int(field.offset + field.length) <= info.bitsPerPixel
      else { return nil }
      let mask = PanelFormat.Channel(offset: field.offset, length: field.length).mask
      guard taken & mask == 0 else { return nil }
      taken |= mask
    }
    return .colours(
      info.bitsPerPixel, red: (info.red.offset, info.red.length), green: (info.green.offset, info.green.length),
      blue: (info.blue.offset, info.blue.length))
  }

  private static func refusal(_ fault: String, _ info: FramebufferInfo) -> BackendError {
    func bits(_ field: FramebufferInfo.Field) -> String {
      "\(field.length) at \(field.offset)\(field.isReversed ? " reversed" : "")"
    }
    return BackendError(
      "The framebuffer of the driver “\(info.driver)” \(fault): \(info.bitsPerPixel) bits a pixel, red \(bits(info.red)), "
        + "green \(bits(info.green)), blue \(bits(info.blue)), \(info.visual), \(info.virtualSize.width) × "
        + "\(info.virtualSize.height) virtual, \(info.lineLength) bytes a row, \(info.memoryLength) bytes. "
        + "Set another mode with fbset, or choose another screen by --screen.")
  }
}
