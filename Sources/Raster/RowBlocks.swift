/// Which blocks of each row in a band have been touched, a bit each, so that nothing else is looked at or cleared.
final class RowBlocks {
  /// Pixels in a block, as a shift.
  private static let shift = 4

  private let bits = Scratch<UInt64>()
  private var words = 1

  /// Makes room for rows of so many pixels; what was touched before has been taken.
  func reserve(rows: Int, width: Int) {
    words = (width >> RowBlocks.shift) >> 6 + 1
    bits.reserve(rows * words)
  }

  /// Marks the pixels of a row from `start` up to `end`, which is greater and at most the width.
  @inline(__always)
  func touch(_ row: Int, from start: Int, to end: Int) {
    let first = start >> RowBlocks.shift
    let last = (end &- 1) >> RowBlocks.shift
    let line = unsafe bits.base + row &* words
    if first >> 6 == last >> 6 {
      unsafe line[first >> 6] |= (UInt64.max >> UInt64(63 &- (last &- first))) &<< UInt64(first & 63)
    } else {
      for block in first...last { unsafe line[block >> 6] |= 1 &<< UInt64(block & 63) }
    }
  }

  /// Calls `body` with the start and the end of each run of touched blocks, left to right; the row is untouched afterwards.
  @inline(__always)
  func take(_ row: Int, width: Int, _ body: (_ from: Int, _ to: Int) -> Void) {
    let line = unsafe bits.base + row &* words
    for index in 0..<words {
      var word = unsafe line[index]
      guard word != 0 else { continue }
      unsafe line[index] = 0
      while word != 0 {
        let first = word.trailingZeroBitCount
        let count = (~(word &>> UInt64(first))).trailingZeroBitCount
        let end = first &+ count
        word = end < 64 ? word & (UInt64.max &<< UInt64(end)) : 0
        let base = index << 6
        body((base &+ first) << RowBlocks.shift, min((base &+ end) << RowBlocks.shift, width))
      }
    }
  }
}
