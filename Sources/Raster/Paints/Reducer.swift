internal import EaselGeometry

/// Makes bitmaps smaller: each pixel is the mean of those that fall into it.
///
/// Where sizes do not divide, some pixels are made of one row or column more than others; so all of the bitmap is used, and none twice.
enum Reducer {
  /// The greatest factor; sums of so many bytes fit into 16 bits.
  static let most = 256

  /// A part of a bitmap made smaller; nothing if there is no memory for it.
  ///
  /// - Parameters:
  ///   - size: of all of the smaller bitmap.
  ///   - cells: its pixels that are wanted.
  ///   - didWork: hears of it bit by bit.
  static func reduced(_ source: Bitmap, to size: PixelSize, cells: PixelRect, didWork: (Int) -> Void) -> Bitmap? {
    guard let result = try? Bitmap(size: cells.size, format: source.format) else { return nil }
    let columns = (cells.x...cells.maxX).map { $0 * source.size.width / size.width }
    let left = columns[0]
    let width = columns[cells.width] - left
    let bytes = source.format.bytesPerPixel
    let sums = Scratch<UInt16>()
    sums.reserve(width * bytes)
    for y in 0..<cells.height {
      let top = (cells.y + y) * source.size.height / size.height
      let bottom = (cells.y + y + 1) * source.size.height / size.height
      for row in top..<bottom {
        let start = unsafe source.pixels + (row * source.stride + left * bytes)
        unsafe add(start.assumingMemoryBound(to: UInt8.self), to: sums.base, count: width * bytes)
      }
      let target = unsafe (result.pixels + y * result.stride).assumingMemoryBound(to: UInt8.self)
      unsafe gather(sums.base, columns, bottom - top, into: target, bytes)
      unsafe sums.base.update(repeating: 0, count: width * bytes)
      didWork(width * (bottom - top) / 4)
    }
    return result
  }

  private static func add(_ row: UnsafePointer<UInt8>, to sums: UnsafeMutablePointer<UInt16>, count: Int) {
    for index in 0..<count { unsafe sums[index] &+= UInt16(row[index]) }
  }

  /// - Parameter columns: where each pixel begins in the bitmap, and where the last one ends.
  private static func gather(
    _ sums: UnsafePointer<UInt16>, _ columns: [Int], _ rows: Int, into target: UnsafeMutablePointer<UInt8>, _ bytes: Int
  ) {
    for cell in 0..<columns.count - 1 {
      let (x, end) = (columns[cell] - columns[0], columns[cell + 1] - columns[0])
      let part = 1 / Float((end - x) * rows)
      for byte in 0..<bytes {
        var sum: UInt32 = 0
        for column in x..<end { unsafe sum &+= UInt32(sums[column &* bytes &+ byte]) }
        unsafe target[cell &* bytes &+ byte] = UInt8(truncatingIfNeeded: Int32(Float(sum) * part + 0.5))
      }
    }
  }
}
