internal import EaselGeometry

/// Makes bitmaps smaller by whole factors: each pixel is the mean of those that fall into it.
enum Reducer {
  /// The greatest factor; sums of so many bytes fit into 16 bits.
  static let most = 256

  /// A part of a bitmap made smaller; nothing if there is no memory for it.
  ///
  /// - Parameters:
  ///   - cells: the pixels of the smaller bitmap that are wanted. Each is made of `columns` × `rows`, fewer at the right and lower edges.
  ///   - didWork: hears of it bit by bit.
  static func reduced(
    _ source: Bitmap, columns: Int, rows: Int, cells: PixelRect, didWork: (Int) -> Void
  ) -> Bitmap? {
    guard let result = try? Bitmap(size: cells.size, format: source.format) else { return nil }
    let left = cells.x * columns
    let width = min(cells.maxX * columns, source.size.width) - left
    let bytes = source.format.bytesPerPixel
    let sums = Scratch<UInt16>()
    sums.reserve(width * bytes)
    for y in 0..<cells.height {
      let top = (cells.y + y) * rows
      let bottom = min(top + rows, source.size.height)
      for row in top..<bottom {
        let start = unsafe source.pixels + (row * source.stride + left * bytes)
        unsafe add(start.assumingMemoryBound(to: UInt8.self), to: sums.base, count: width * bytes)
      }
      let target = unsafe (result.pixels + y * result.stride).assumingMemoryBound(to: UInt8.self)
      unsafe gather(sums.base, width, columns, bottom - top, into: target, bytes)
      unsafe sums.base.update(repeating: 0, count: width * bytes)
      didWork(width * (bottom - top) / 4)
    }
    return result
  }

  private static func add(_ row: UnsafePointer<UInt8>, to sums: UnsafeMutablePointer<UInt16>, count: Int) {
    for index in 0..<count { unsafe sums[index] &+= UInt16(row[index]) }
  }

  private static func gather(
    _ sums: UnsafePointer<UInt16>, _ width: Int, _ columns: Int, _ rows: Int, into target: UnsafeMutablePointer<UInt8>,
    _ bytes: Int
  ) {
    var x = 0
    var cell = 0
    while x < width {
      let end = min(x + columns, width)
      let part = 1 / Float((end - x) * rows)
      for byte in 0..<bytes {
        var sum: UInt32 = 0
        for column in x..<end { unsafe sum &+= UInt32(sums[column &* bytes &+ byte]) }
        unsafe target[cell &* bytes &+ byte] = UInt8(truncatingIfNeeded: Int32(Float(sum) * part + 0.5))
      }
      x = end
      cell += 1
    }
  }
}
