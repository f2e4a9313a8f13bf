internal import EaselGeometry

/// The sums of one band while edges are added: per row one cell a pixel and one beyond the last.
///
/// A cell holds how much the coverage grows from the pixel before it, in 2 · 256 · 256ths of a pixel.
@safe struct AreaCells {
  @unsafe private let base: UnsafeMutablePointer<Int32>
  private let blocks: RowBlocks
  /// How much edge there is in each cell, if that is of interest: 256ths of its height in the lower half, of its width in the upper.
  @unsafe private let weights: UnsafeMutablePointer<UInt32>?
  /// The rows in which a cell has more of it than one outline can have: a byte each.
  @unsafe private let crowded: UnsafeMutablePointer<UInt8>
  private let left: Int
  private let width: Int
  private let top: Int
  private let bottom: Int

  init(
    base: UnsafeMutablePointer<Int32>, weights: UnsafeMutablePointer<UInt32>?, crowded: UnsafeMutablePointer<UInt8>,
    blocks: RowBlocks, band: PixelRect
  ) {
    unsafe self.base = unsafe base
    unsafe self.weights = unsafe weights
    unsafe self.crowded = unsafe crowded
    self.blocks = blocks
    left = band.x
    width = band.width
    top = band.y
    bottom = band.maxY
  }

  /// Adds an edge's part in each of the band's rows, and returns in how many there is one.
  @inline(__always)
  func add(_ edge: AreaRasterizer.Edge) -> Int {
    let y0 = Int(edge.y0)
    let y1 = Int(edge.y1)
    var y = max(y0, top << 8)
    let end = min(y1, bottom << 8)
    guard y < end else { return 0 }
    let rows = (end &- y) >> 8 &+ 1
    let x0 = Int(edge.x0)
    let run = Int(edge.x1) &- x0
    let rise = y1 &- y0
    let winding = Int(edge.winding)
    if run == 0 {
      while y < end {
        let next = min(end, (y | 255) &+ 1)
        addPart(row: y >> 8, from: x0, to: x0, height: next &- y, winding)
        y = next
      }
      return rows
    }
    // Where the edge crosses a row's border: rounded down, from the edge's ends, and stepped without losing the remainder.
    var x = x0 &+ Fixed.floorDivide(run &* (y &- y0), rise).quotient
    var next = min(end, (y | 255) &+ 1)
    var (position, rest) = Fixed.floorDivide(run &* (next &- y0), rise)
    let step = end &- next > 256 ? Fixed.floorDivide(run << 8, rise) : (0, 0)
    while true {
      addPart(row: y >> 8, from: x, to: x0 &+ position, height: next &- y, winding)
      guard next < end else { return rows }
      x = x0 &+ position
      y = next
      next = min(end, y &+ 256)
      if next &- y == 256 && step != (0, 0) {
        position &+= step.0
        rest &+= step.1
        if rest >= rise {
          position &+= 1
          rest &-= rise
        }
      } else {
        (position, rest) = Fixed.floorDivide(run &* (next &- y0), rise)
      }
    }
  }

  /// Adds an upright edge inside one row of pixels.
  func addUpright(row: Int, at x: Int, height: Int, _ winding: Int) {
    addPart(row: row, from: x, to: x, height: height, winding)
  }

  /// Whether a cell has more edge in it than one outline can have, which goes through it but once.
  @inline(__always)
  static func isCrowded(_ weight: UInt32) -> Bool { (weight &+ 0x7EFF_7EFF) & 0x8000_8000 != 0 }

  @inline(__always)
  private func weigh(_ row: Int, _ cell: Int, _ height: Int, _ run: Int) {
    guard let weights = unsafe weights else { return }
    let place = unsafe weights + (row &* (width &+ 1) &+ cell)
    guard unsafe !AreaCells.isCrowded(place.pointee) else { return }
    unsafe place.pointee &+= UInt32(truncatingIfNeeded: height | run << 16)
    if unsafe AreaCells.isCrowded(place.pointee) { unsafe crowded[row] = 1 }
  }

  /// Adds the part of an edge inside one row of pixels.
  @inline(__always)
  private func addPart(row: Int, from a: Int, to b: Int, height: Int, _ winding: Int) {
    let line = unsafe base + (row &- top) &* (width &+ 1)
    let low = min(a, b) &- left << 8
    let high = max(a, b) &- left << 8
    let first = low >> 8
    guard first < width else { return }
    if first == high >> 8 || high <= 0 {
      if first < 0 || high <= 0 {
        unsafe line[0] &+= Int32(truncatingIfNeeded: height &* winding &* 512)
        blocks.touch(row &- top, from: 0, to: 1)
      } else {
        let area = height &* winding &* ((low & 255) &+ (high & 255))
        unsafe line[first] &+= Int32(truncatingIfNeeded: height &* winding &* 512 &- area)
        unsafe line[first &+ 1] &+= Int32(truncatingIfNeeded: area)
        weigh(row &- top, first, height, high &- low)
        blocks.touch(row &- top, from: first, to: first &+ 2)
      }
      return
    }
    unsafe addSlanted(line, row: row &- top, low: low, high: high, height: height, winding)
  }

  /// Adds a part that crosses several pixels, left to right; `low` and `high` are relative to the band.
  private func addSlanted(
    _ line: UnsafeMutablePointer<Int32>, row: Int, low: Int, high: Int, height: Int, _ winding: Int
  ) {
    let run = high &- low
    var cell = low >> 8
    var x = low
    var done = 0
    if cell < 0 {
      done = Fixed.floorDivide(-low &* height, run).quotient
      unsafe line[0] &+= Int32(truncatingIfNeeded: done &* winding &* 512)
      cell = 0
      x = 0
    }
    let first = cell
    let last = min(high >> 8, width &- 1)
    while cell <= last {
      let border = min((cell &+ 1) << 8, high)
      let next = border == high ? height : Fixed.floorDivide((border &- low) &* height, run).quotient
      let part = (next &- done) &* winding
      let area = part &* ((x &- cell << 8) &+ (border &- cell << 8))
      unsafe line[cell] &+= Int32(truncatingIfNeeded: part &* 512 &- area)
      unsafe line[cell &+ 1] &+= Int32(truncatingIfNeeded: area)
      weigh(row, cell, next &- done, border &- x)
      done = next
      x = border
      cell &+= 1
    }
    blocks.touch(row, from: first, to: last &+ 2)
  }
}
