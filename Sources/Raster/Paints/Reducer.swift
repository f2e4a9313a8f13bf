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
    let sums = Sums(width: width)
    for y in 0..<cells.height {
      let top = (cells.y + y) * source.size.height / size.height
      let bottom = (cells.y + y + 1) * source.size.height / size.height
      for row in top..<bottom {
        let start = unsafe source.pixels + (row * source.stride + left * bytes)
        if bytes == 4 {
          unsafe sums.add(start.assumingMemoryBound(to: UInt32.self))
        } else {
          unsafe sums.add(start.assumingMemoryBound(to: UInt8.self))
        }
      }
      unsafe sums.gather(columns, bottom - top, into: result.pixels + y * result.stride, bytes)
      sums.clear()
      didWork(width * (bottom - top) / 4)
    }
    return result
  }
}

/// The sums of columns of pixels.
private struct Sums {
  private let width: Int
  /// Of blue and red, or of bytes, 16 bits each.
  private let low = Scratch<UInt32>()
  /// Of green and opacity.
  private let high = Scratch<UInt32>()

  init(width: Int) {
    self.width = width
    low.reserve(width)
    high.reserve(width)
  }

  func clear() {
    unsafe low.base.update(repeating: 0, count: width)
    unsafe high.base.update(repeating: 0, count: width)
  }

  func add(_ row: UnsafePointer<UInt32>) {
    let (low, high) = unsafe (self.low.base, self.high.base)
    for x in 0..<width {
      let word = unsafe row[x]
      unsafe low[x] &+= word & 0x00FF_00FF
      unsafe high[x] &+= word &>> 8 & 0x00FF_00FF
    }
  }

  func add(_ row: UnsafePointer<UInt8>) {
    let low = unsafe self.low.base
    for x in 0..<width { unsafe low[x] &+= UInt32(row[x]) }
  }

  /// - Parameter columns: where each pixel begins in the bitmap, and where the last one ends.
  func gather(_ columns: [Int], _ rows: Int, into target: UnsafeMutableRawPointer, _ bytes: Int) {
    for cell in 0..<columns.count - 1 {
      let (x, end) = (columns[cell] &- columns[0], columns[cell + 1] &- columns[0])
      // Two sums of 32 bits each in a word.
      var even: UInt64 = 0
      var odd: UInt64 = 0
      for column in x..<end {
        unsafe even &+= Sums.apart(low.base[column])
        unsafe odd &+= Sums.apart(high.base[column])
      }
      // Of 32 bits after the point.
      let share = (1 << 32) / UInt64((end &- x) &* rows)
      let (first, third) = (Sums.mean(even & 0xFFFF_FFFF, share), Sums.mean(even &>> 32, share))
      if bytes == 4 {
        let (second, fourth) = (Sums.mean(odd & 0xFFFF_FFFF, share), Sums.mean(odd &>> 32, share))
        let word = first | second &<< 8 | third &<< 16 | fourth &<< 24
        unsafe target.storeBytes(of: word, toByteOffset: 4 &* cell, as: UInt32.self)
      } else {
        unsafe target.storeBytes(of: UInt8(truncatingIfNeeded: first), toByteOffset: cell, as: UInt8.self)
      }
    }
  }

  @inline(__always)
  private static func apart(_ pair: UInt32) -> UInt64 { (UInt64(pair) | UInt64(pair) &<< 16) & 0x0000_FFFF_0000_FFFF }

  @inline(__always)
  private static func mean(_ sum: UInt64, _ share: UInt64) -> UInt32 {
    UInt32(truncatingIfNeeded: (sum &* share &+ 1 &<< 31) &>> 32)
  }
}
