internal import EaselGeometry

/// Paints the union of convex polygons: lines with caps and joins that are not round.
///
/// Each pixel is sampled at 16 × 16 places, each row of samples shifted by another 256th of a pixel, so that upright edges
/// are exact to a 256th and all others to a sixteenth. A sample is in or out, so polygons that meet leave no seam and those
/// that overlap count once; a pixel depends on the polygons that touch it alone, in any order and whatever the clip.
/// Corners are rounded to 256ths of a pixel.
final class PieceRasterizer {
  private struct Piece {
    var first: Int
    var count: Int
    var top: Int
    var bottom: Int
  }

  /// Bytes of samples that are worked on at once.
  static let bandBytes = 1 << 17

  private var xs: [Int32] = []
  private var ys: [Int32] = []
  private var pieces: [Piece] = []
  private var clip = PixelRect.zero
  /// The box of the kept polygons, in fixed point.
  private var left = Int.max
  private var top = Int.max
  private var right = Int.min
  private var bottom = Int.min
  private let samples = Scratch<UInt16>()
  private let mask = Scratch<UInt8>()
  private let crossings = Scratch<Int32>()
  private let extents = RowExtents()

  /// Forgets all polygons; from here on only those that can touch `clip` are kept.
  func begin(clip: PixelRect) {
    xs.removeAll(keepingCapacity: true)
    ys.removeAll(keepingCapacity: true)
    pieces.removeAll(keepingCapacity: true)
    self.clip = clip
    (left, top, right, bottom) = (.max, .max, .min, .min)
  }

  /// Adds a corner to the polygon that the next `endPiece` ends; in pixels, huge values count as far away.
  @inline(__always)
  func addCorner(_ point: Point) {
    xs.append(Int32(truncatingIfNeeded: Fixed.clamped(point.x) ?? 0))
    ys.append(Int32(truncatingIfNeeded: Fixed.clamped(point.y) ?? 0))
  }

  /// Ends a convex polygon; one that cannot touch the clip is forgotten.
  func endPiece() {
    let first = pieces.last.map { $0.first + $0.count } ?? 0
    var box = (left: Int.max, top: Int.max, right: Int.min, bottom: Int.min)
    for index in first..<xs.count {
      box.left = min(box.left, Int(xs[index]))
      box.right = max(box.right, Int(xs[index]))
      box.top = min(box.top, Int(ys[index]))
      box.bottom = max(box.bottom, Int(ys[index]))
    }
    guard box.left < clip.maxX << 8, box.right > clip.x << 8, box.top < clip.maxY << 8, box.bottom > clip.y << 8 else {
      xs.removeLast(xs.count - first)
      ys.removeLast(ys.count - first)
      return
    }
    left = min(left, box.left)
    top = min(top, box.top)
    right = max(right, box.right)
    bottom = max(bottom, box.bottom)
    pieces.append(Piece(first: first, count: xs.count - first, top: box.top, bottom: box.bottom))
  }

  /// Paints the part inside `rect`, which lies in the clip of `begin` and in the bitmap; `didWork` hears of it bit by bit.
  func paint(_ rect: PixelRect, with blender: SolidBlender, didWork: (Int) -> Void) {
    guard !pieces.isEmpty else { return }
    let box = PixelRect(
      x: left >> 8, y: top >> 8, width: (right + 255) >> 8 - left >> 8, height: (bottom + 255) >> 8 - top >> 8)
    let part = rect.intersection(box)
    guard !part.isEmpty else { return }
    let rows = min(part.height, max(1, PieceRasterizer.bandBytes / (32 * part.width)))
    samples.reserve(rows * part.width * 16)
    mask.reserve(part.width)
    crossings.reserve(rows * 32)
    extents.reserve(rows)
    var y = part.y
    while y < part.maxY {
      let band = PixelRect(x: part.x, y: y, width: part.width, height: min(rows, part.maxY - y))
      var work = band.area
      for piece in pieces where piece.top < band.maxY << 8 && piece.bottom > band.y << 8 {
        add(piece, to: band)
        // A row of samples costs about as much as a pixel.
        work += piece.count + min(piece.bottom - piece.top, band.height << 8) >> 4
        guard work >= Painter.workBetweenCalls else { continue }
        didWork(work)
        work = 0
      }
      resolve(band, with: blender)
      didWork(work)
      y += rows
    }
  }

  /// Marks a polygon's samples in the band.
  private func add(_ piece: Piece, to band: PixelRect) {
    // The middles of the rows of samples lie at 16 n + 8; a row belongs to the edge that starts at or above it.
    let first = max((piece.top + 7) >> 4, band.y << 4)
    let end = min((piece.bottom + 7) >> 4, band.maxY << 4)
    guard first < end else { return }
    let lows = unsafe crossings.base - band.y << 4
    let highs = unsafe lows + band.height << 4
    unsafe (lows + first).update(repeating: .max, count: end - first)
    unsafe (highs + first).update(repeating: .min, count: end - first)
    var previous = piece.first + piece.count - 1
    for index in piece.first..<piece.first + piece.count {
      let isDown = ys[previous] < ys[index]
      let (a, b) = isDown ? (previous, index) : (index, previous)
      previous = index
      let y0 = Int(ys[a])
      let from = max((y0 + 7) >> 4, first)
      let to = min((Int(ys[b]) + 7) >> 4, end)
      guard from < to else { continue }
      let run = Int(xs[b]) - Int(xs[a])
      let rise = Int(ys[b]) - y0
      var (x, rest) = Fixed.floorDivide(run * (from << 4 + 8 - y0), rise)
      let step = Fixed.floorDivide(run << 4, rise)
      x += Int(xs[a])
      for row in from..<to {
        let value = Int32(truncatingIfNeeded: x)
        unsafe lows[row] = min(lows[row], value)
        unsafe highs[row] = max(highs[row], value)
        x &+= step.quotient
        rest &+= step.remainder
        if rest >= rise {
          x &+= 1
          rest &-= rise
        }
      }
    }
    for row in first..<end { unsafe mark(row, from: Int(lows[row]), to: Int(highs[row]), in: band) }
  }

  /// Marks the samples of one row that lie from one place in fixed point to another.
  @inline(__always)
  private func mark(_ row: Int, from low: Int, to high: Int, in band: PixelRect) {
    let shift = PieceRasterizer.shift(row & 15)
    let start = max((low &- shift &+ 15) >> 4, band.x << 4) &- band.x << 4
    let end = min((high &- shift &+ 15) >> 4, band.maxX << 4) &- band.x << 4
    guard start < end else { return }
    let line = row >> 4 &- band.y
    let base = unsafe samples.base + (line &* band.width << 4 &+ row & 15)
    let first = start >> 4
    let last = (end &- 1) >> 4
    let head = UInt16.max << UInt16(truncatingIfNeeded: start & 15)
    let tail = UInt16.max >> UInt16(truncatingIfNeeded: 15 &- (end &- 1) & 15)
    if first == last {
      unsafe base[first << 4] |= head & tail
    } else {
      unsafe base[first << 4] |= head
      var pixel = first &+ 1
      while pixel < last {
        unsafe base[pixel << 4] = .max
        pixel &+= 1
      }
      unsafe base[last << 4] |= tail
    }
    extents.touch(line, from: first, to: last &+ 1)
  }

  /// The shift of one of 16 rows of samples: the row's number with its four bits turned around.
  @inline(__always)
  private static func shift(_ row: Int) -> Int {
    (0xF7B3_D591_E6A2_C480 >> (UInt64(truncatingIfNeeded: row) << 2) & 15 as UInt64).asInt
  }

  private func resolve(_ band: PixelRect, with blender: SolidBlender) {
    for row in 0..<band.height {
      let touched = extents.take(row)
      guard touched.from < touched.to else { continue }
      let start = unsafe samples.base + (row * band.width + touched.from) << 4
      let words = unsafe UnsafeMutableRawPointer(start).assumingMemoryBound(to: UInt64.self)
      let mask = unsafe mask.base
      let count = touched.to - touched.from
      for index in 0..<count {
        let word = unsafe words + index << 2
        let all = unsafe word[0] | word[1] | word[2] | word[3]
        guard all != 0 else {
          unsafe mask[index] = 0
          continue
        }
        let bits =
          unsafe word[0].nonzeroBitCount + word[1].nonzeroBitCount
          + word[2].nonzeroBitCount + word[3].nonzeroBitCount
        unsafe mask[index] = UInt8(truncatingIfNeeded: (bits * 255 + 128) >> 8)
      }
      unsafe start.update(repeating: 0, count: count << 4)
      unsafe blender.blend(x: band.x + touched.from, y: band.y + row, mask: mask, count: count)
    }
  }
}

extension UInt64 {
  fileprivate var asInt: Int { Int(truncatingIfNeeded: self) }
}
