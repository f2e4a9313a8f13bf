internal import CEaselPixman
public import EaselGeometry

/// How a bitmap's pixels lie in memory.
public enum PixelFormat: Hashable, Sendable {
  /// 32-bit words 0xAARRGGBB, colours premultiplied by alpha.
  case argb32
  /// 32-bit words 0xXXRRGGBB; the top byte means nothing.
  case xrgb32
  /// One byte of coverage or opacity.
  case alpha8

  /// Bytes that one pixel takes.
  public var bytesPerPixel: Int { self == .alpha8 ? 1 : 4 }

  var pixman: pixman_format_code_t {
    switch self {
    case .argb32: PIXMAN_a8r8g8b8
    case .xrgb32: PIXMAN_x8r8g8b8
    case .alpha8: PIXMAN_a8
    }
  }
}

/// Why the raster cannot do what was asked.
public enum RasterError: Error, Equatable, CustomStringConvertible {
  /// No memory for a bitmap of this size.
  case outOfMemory(PixelSize)

  /// For the user: what there is no memory for, and what to do.
  public var description: String {
    switch self {
    case .outOfMemory(let size):
      "There is no memory for a picture of \(size.width)x\(size.height) pixels. Close other programs, or ask for a smaller one."
    }
  }
}

/// Rows of pixels in memory, painted by a `Painter`; wraps `pixman_image_t`.
@safe public final class Bitmap {
  /// Its extents.
  public let size: PixelSize
  /// How a pixel lies in memory.
  public let format: PixelFormat
  /// Bytes from the start of a row to that of the next.
  public let stride: Int
  /// The first row's first pixel; valid as long as the bitmap lives.
  @unsafe public let pixels: UnsafeMutableRawPointer
  @unsafe let image: OpaquePointer
  private let owner: AnyObject?

  /// Pixels of its own, all zero: transparent, black or uncovered.
  ///
  /// - Throws: `RasterError.outOfMemory`.
  public init(size: PixelSize, format: PixelFormat) throws(RasterError) {
    precondition(!size.isEmpty, "A bitmap has at least one pixel.")
    guard let width = Int32(exactly: size.width), let height = Int32(exactly: size.height),
      let image = unsafe pixman_image_create_bits(format.pixman, width, height, nil, 0)
    else { throw .outOfMemory(size) }
    guard let data = unsafe pixman_image_get_data(image) else {
      unsafe pixman_image_unref(image)
      throw .outOfMemory(size)
    }
    self.size = size
    self.format = format
    self.stride = unsafe Int(pixman_image_get_stride(image))
    unsafe self.pixels = UnsafeMutableRawPointer(data)
    unsafe self.image = image
    self.owner = nil
  }

  /// Somebody else's pixels.
  ///
  /// - Parameters:
  ///   - pixels: the first row, aligned to 4 bytes.
  ///   - stride: bytes from row to row, a multiple of 4.
  ///   - owner: kept alive as long as the bitmap; it must keep the memory mapped.
  @unsafe public init(
    pixels: UnsafeMutableRawPointer, size: PixelSize, format: PixelFormat, stride: Int, owner: AnyObject?
  ) throws(RasterError) {
    precondition(!size.isEmpty, "A bitmap has at least one pixel.")
    precondition(UInt(bitPattern: pixels) % 4 == 0, "A bitmap's memory is aligned to 4 bytes.")
    precondition(
      stride % 4 == 0 && stride / format.bytesPerPixel >= size.width,
      "A row is as long as its pixels, and a multiple of 4 bytes.")
    guard let width = Int32(exactly: size.width), let height = Int32(exactly: size.height), let step = Int32(exactly: stride),
      let image = unsafe pixman_image_create_bits_no_clear(
        format.pixman, width, height, pixels.assumingMemoryBound(to: UInt32.self), step)
    else { throw .outOfMemory(size) }
    self.size = size
    self.format = format
    self.stride = stride
    unsafe self.pixels = pixels
    unsafe self.image = image
    self.owner = owner
  }

  /// A part of another bitmap, in the same memory: what is painted into one shows in the other.
  ///
  /// - Parameter rect: lies in `whole`; with `alpha8` its left edge is a multiple of 4.
  public convenience init(part rect: PixelRect, of whole: Bitmap) throws(RasterError) {
    precondition(
      !rect.isEmpty && rect.intersection(PixelRect(whole.size)) == rect, "A part of a bitmap lies in it and has a pixel.")
    let start = unsafe whole.pixels + (rect.y * whole.stride + rect.x * whole.format.bytesPerPixel)
    try unsafe self.init(pixels: start, size: rect.size, format: whole.format, stride: whole.stride, owner: whole)
  }

  deinit {
    unsafe pixman_image_unref(image)
  }

  /// One pixel as it lies in memory, for tests and readers of single pixels.
  public func pixel(x: Int, y: Int) -> UInt32 {
    precondition(x >= 0 && y >= 0 && x < size.width && y < size.height, "The pixel lies in the bitmap.")
    let row = unsafe pixels + y * stride
    return switch format {
    case .alpha8: unsafe UInt32(row.load(fromByteOffset: x, as: UInt8.self))
    case .argb32, .xrgb32: unsafe row.load(fromByteOffset: x * 4, as: UInt32.self)
    }
  }
}
