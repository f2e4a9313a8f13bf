internal import CEaselTurboJPEG
internal import EaselGeometry
public import EaselRaster
internal import Glibc

/// Pictures from JPEG files; wraps libjpeg-turbo's TurboJPEG, whose functions return errors where libjpeg's own would jump over our frames.
public enum JPEG {
  /// Scans times pixels of a picture that is read, some seconds' work: each scan of a progressive file goes over all of it.
  private static let maximumWork = 4 << 30
  /// Pixels that a byte of a large file may stand for; with no code does JPEG come near.
  private static let maximumPixelsPerByte = 1024

  /// The library, loaded for good when the first file is read.
  private static let library: Result<easel_jpeg, FormatError> = {
    var functions = easel_jpeg()
    guard let missing = unsafe easel_jpeg_load(&functions) else { return .success(functions) }
    return .failure(
      .noLibrary("\(unsafe String(cString: missing)) cannot be loaded; on Debian: apt install libturbojpeg0."))
  }()

  /// The picture of a JPEG file, upright as its EXIF data has it, as `xrgb32`.
  ///
  /// Grey, colour and four inks (as Adobe's programs store them) are read; colours are taken as sRGB. Whatever the bytes are, the
  /// header is checked before memory is taken, by the limits of `PNG` (DLI-5), and against the file's length. A file that is cut off or
  /// damaged is an error, but for bytes between its parts that belong to none, which some cameras leave.
  public static func decode(_ bytes: [UInt8]) throws(FormatError) -> Bitmap {
    let library = try library.get()
    guard let handle = library.InitDecompress() else { throw .outOfMemory }
    defer { unsafe _ = library.Destroy(handle) }
    let result = unsafe bytes.withUnsafeBufferPointer { buffer in
      Result { () throws(FormatError) in try unsafe decode(buffer, by: library, handle) }
    }
    return try JPEGOrientation(of: bytes).upright(result.get())
  }

  private static func decode(
    _ bytes: UnsafeBufferPointer<UInt8>, by library: easel_jpeg, _ handle: tjhandle
  ) throws(FormatError) -> Bitmap {
    guard !bytes.isEmpty else { throw .damaged("There are no bytes.") }
    var (width, height, sampling, space): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    let length = UInt(bytes.count)
    try unsafe check(
      library.DecompressHeader3(handle, bytes.baseAddress, length, &width, &height, &sampling, &space), by: library, handle,
      isWhole: true)
    let size = PixelSize(width: Int(width), height: Int(height))
    // A file of tables alone is no error to the library.
    guard !size.isEmpty else { throw .damaged("There is no picture in the file.") }
    guard size.width <= PNG.maximumSide, size.height <= PNG.maximumSide, size.area <= PNG.maximumArea,
      unsafe scans(bytes) * size.area <= maximumWork
    else { throw .tooLarge(size) }
    guard size.area < 1 << 20 || size.area / maximumPixelsPerByte <= bytes.count else {
      throw .damaged("The file is too short for its size.")
    }
    guard let bitmap = try? Bitmap(size: size, format: .xrgb32) else { throw .outOfMemory }
    let hasInks = space == Int32(TJCS_CMYK.rawValue) || space == Int32(TJCS_YCCK.rawValue)
    let order = hasInks ? Int32(TJPF_CMYK.rawValue) : JPEG.wordOrder
    try unsafe check(
      library.Decompress2(
        handle, bytes.baseAddress, length, bitmap.pixels.assumingMemoryBound(to: UInt8.self), width, Int32(bitmap.stride),
        height, order, TJFLAG_LIMITSCANS), by: library, handle, isWhole: false)
    if hasInks { bitmap.mixInks() }
    return bitmap
  }

  /// The bytes of a word 0xFFRRGGBB as they lie in memory.
  private static var wordOrder: Int32 {
    #if _endian(little)
      Int32(TJPF_BGRA.rawValue)
    #else
      Int32(TJPF_ARGB.rawValue)
    #endif
  }

  /// At most so many scans; a picture within the picture counts too.
  private static func scans(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var count = 0
    for index in 1..<max(1, bytes.count) where unsafe bytes[index] == 0xDA && bytes[index - 1] == 0xFF { count += 1 }
    return count
  }

  /// - Parameter isWhole: whether even a warning is an error.
  private static func check(
    _ code: Int32, by library: easel_jpeg, _ handle: tjhandle, isWhole: Bool
  ) throws(FormatError) {
    guard code != 0 else { return }
    guard let words = unsafe library.GetErrorStr2(handle) else { throw .damaged("Unknown error.") }
    // C's search: the library's would link the matching of regular expressions, two megabytes.
    let isWarning = unsafe library.GetErrorCode(handle) == Int32(TJERR_WARNING.rawValue)
    if isWarning && !isWhole, unsafe strstr(words, "extraneous bytes before marker") != nil { return }
    if unsafe strstr(words, "nsufficient memory") != nil || strstr(words, "Memory allocation") != nil { throw .outOfMemory }
    throw .damaged(unsafe String(cString: words))
  }
}

extension Bitmap {
  /// Turns cyan, magenta, yellow and black, all stored as what they leave of the light, into words of colours.
  fileprivate func mixInks() {
    for y in 0..<size.height {
      let bytes = unsafe (pixels + y * stride).assumingMemoryBound(to: UInt8.self)
      let words = unsafe (pixels + y * stride).assumingMemoryBound(to: UInt32.self)
      for x in 0..<size.width {
        let black = unsafe UInt32(bytes[4 * x + 3])
        let red = unsafe (UInt32(bytes[4 * x]) * black + 127) / 255
        let green = unsafe (UInt32(bytes[4 * x + 1]) * black + 127) / 255
        let blue = unsafe (UInt32(bytes[4 * x + 2]) * black + 127) / 255
        unsafe words[x] = 0xFF00_0000 | red << 16 | green << 8 | blue
      }
    }
  }
}
