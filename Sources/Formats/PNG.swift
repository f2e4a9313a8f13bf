internal import CEaselSpng
public import EaselGeometry
public import EaselRaster

/// Why bytes cannot be read as a picture, or a picture not be written.
public enum FormatError: Error, Equatable {
  /// The bytes are no picture of this format, or are damaged; the words say how.
  case damaged(String)
  /// The picture is larger than any that is taken (DLI-5).
  case tooLarge(PixelSize)
  /// No memory for it.
  case outOfMemory
  /// The library that reads this format is not there, or is not one that can be used; the words say what to install.
  case noLibrary(String)
}

/// Pictures as PNG, from bytes to bytes; wraps libspng.
public enum PNG {
  /// The longest side of a picture that is read (DLI-5).
  public static let maximumSide = 16384
  /// The most pixels of a picture that is read (DLI-5).
  public static let maximumArea = 128 << 20
  /// The largest chunk that is kept, apart from the pixels, which are read in pieces.
  private static let maximumChunk = 16 << 20

  /// A bitmap as a PNG file with 8 bits a component.
  ///
  /// `argb32` keeps its opacity, with colours that come back exactly from `decode`; `xrgb32` has none; `alpha8` is grey.
  public static func encode(_ bitmap: Bitmap) throws(FormatError) -> [UInt8] {
    guard let context = unsafe spng_ctx_new(Int32(SPNG_CTX_ENCODER.rawValue)) else { throw .outOfMemory }
    defer { unsafe spng_ctx_free(context) }
    var header = spng_ihdr()
    header.width = UInt32(bitmap.size.width)
    header.height = UInt32(bitmap.size.height)
    header.bit_depth = 8
    header.color_type = bitmap.format.colorType
    let output = Output()
    try unsafe check(spng_set_png_stream(context, append, Unmanaged.passUnretained(output).toOpaque()))
    try unsafe check(spng_set_ihdr(context, &header))
    try unsafe check(
      spng_encode_image(
        context, nil, 0, Int32(SPNG_FMT_PNG.rawValue),
        Int32(SPNG_ENCODE_PROGRESSIVE.rawValue | SPNG_ENCODE_FINALIZE.rawValue)))
    for y in 0..<bitmap.size.height {
      let row = bitmap.straightRow(y)
      let code = unsafe row.withUnsafeBytes { unsafe spng_encode_row(context, $0.baseAddress, $0.count) }
      // The last row reports the end of the picture.
      if code != Int32(SPNG_EOI.rawValue) { try check(code) }
    }
    return output.bytes
  }

  /// The picture of a PNG file, as `argb32`; whatever the bytes are, the header is checked before memory is taken (DLI-5).
  public static func decode(_ bytes: [UInt8]) throws(FormatError) -> Bitmap {
    guard let context = unsafe spng_ctx_new(0) else { throw .outOfMemory }
    defer { unsafe spng_ctx_free(context) }
    let result = unsafe bytes.withUnsafeBytes { buffer in
      Result { () throws(FormatError) in try unsafe decode(buffer, with: context) }
    }
    return try result.get()
  }

  private static func decode(_ bytes: UnsafeRawBufferPointer, with context: OpaquePointer) throws(FormatError) -> Bitmap {
    guard unsafe !bytes.isEmpty else { throw .damaged("There are no bytes.") }
    try unsafe check(spng_set_png_buffer(context, bytes.baseAddress, bytes.count))
    try unsafe check(spng_set_chunk_limits(context, maximumChunk, maximumChunk))
    var header = spng_ihdr()
    try unsafe check(spng_get_ihdr(context, &header))
    let size = PixelSize(width: Int(header.width), height: Int(header.height))
    guard size.width <= maximumSide, size.height <= maximumSide, size.area <= maximumArea else { throw .tooLarge(size) }
    guard let bitmap = try? Bitmap(size: size, format: .argb32) else { throw .outOfMemory }
    precondition(bitmap.stride == size.width * 4, "A bitmap of words has no gaps between its rows.")
    try unsafe check(
      spng_decode_image(
        context, bitmap.pixels, bitmap.stride * size.height, Int32(SPNG_FMT_RGBA8.rawValue), Int32(SPNG_DECODE_TRNS.rawValue)))
    bitmap.premultiplyRGBA()
    return bitmap
  }

  private static func check(_ code: Int32) throws(FormatError) {
    guard code != 0 else { return }
    if code == Int32(SPNG_EMEM.rawValue) { throw .outOfMemory }
    throw .damaged(unsafe spng_strerror(code).map { unsafe String(cString: $0) } ?? "Unknown error \(code).")
  }
}

/// Where libspng writes to.
private final class Output {
  var bytes: [UInt8] = []
}

/// Takes what libspng writes; `user` is an `Output`.
private func append(
  _ context: OpaquePointer?, _ user: UnsafeMutableRawPointer?, _ data: UnsafeMutableRawPointer?, _ count: Int
) -> Int32 {
  guard let user = unsafe user, let data = unsafe data else { return Int32(SPNG_IO_ERROR.rawValue) }
  let output = unsafe Unmanaged<Output>.fromOpaque(user).takeUnretainedValue()
  unsafe output.bytes.append(contentsOf: UnsafeRawBufferPointer(start: data, count: count))
  return 0
}

extension PixelFormat {
  fileprivate var colorType: UInt8 {
    switch self {
    case .argb32: UInt8(SPNG_COLOR_TYPE_TRUECOLOR_ALPHA.rawValue)
    case .xrgb32: UInt8(SPNG_COLOR_TYPE_TRUECOLOR.rawValue)
    case .alpha8: UInt8(SPNG_COLOR_TYPE_GRAYSCALE.rawValue)
    }
  }
}
