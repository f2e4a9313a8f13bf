internal import EaselGeometry

/// Paints the inside of polygons with exact area coverage.
///
/// Corners are rounded to 256ths of a pixel. Each edge adds to the cells that it crosses, in whole numbers, how much of the
/// pixel lies to its right; sums along a row are the coverage. Where an edge enters a row is computed from its two ends alone,
/// and sums do not depend on their order: so neither clip nor division into bands can change a pixel.
///
/// Where outlines overlap within one pixel the parts are added up and the sum is limited to the whole pixel, or folded for the
/// even-odd rule. Cost: the edges that cross the clip's rows, times the clip's bands, plus the pixels between the outermost edges.
final class AreaRasterizer {
  /// What is done where outlines that all go around the same way overlap within a pixel.
  enum Overlap {
    /// Areas are added up.
    case added
    /// Where more is added up than one outline can have, the pixel takes the union.
    case seenTo
    /// Every pixel takes the union, and depends on the outlines that touch it alone.
    case united
  }

  /// An edge that runs down, or ran up before it was turned over.
  struct Edge {
    var x0: Int32
    var y0: Int32
    var x1: Int32
    var y1: Int32
    var winding: Int32
  }

  /// Cells that are worked on at once: enough for most shapes, small enough for a processor's second cache.
  static let bandCells = 1 << 15

  private var edges: [Edge] = []
  /// The culling box in fixed point.
  private var top = 0
  private var bottom = 0
  private var right = 0
  /// The box of the edges that are kept; its left is where coverage may begin.
  private var minX = Int.max
  private var minY = Int.max
  private var maxY = Int.min
  private let cells = Scratch<Int32>()
  private let mask = Scratch<UInt8>()
  private let blocks = RowBlocks()
  private let weights = Scratch<UInt32>()
  private let crowded = Scratch<UInt8>()
  private let overlaps = OverlapRows()
  private let unions = Scratch<Int32>()
  private let unionBlocks = RowBlocks()

  /// Forgets all edges; from here on only those that can matter inside `clip` are kept.
  func begin(clip: PixelRect) {
    edges.removeAll(keepingCapacity: true)
    top = clip.y * Fixed.one
    bottom = clip.maxY * Fixed.one
    right = clip.maxX * Fixed.one
    minX = .max
    minY = .max
    maxY = .min
  }

  /// Adds one edge of a polygon, in pixels; cut 2²¹ pixels away, and left out if it is no number.
  func addLine(from a: Point, to b: Point) {
    let far = Fixed.pixelLimit
    if a.x.magnitude < far && a.y.magnitude < far && b.x.magnitude < far && b.y.magnitude < far {
      add(Fixed.quantized(a.x), Fixed.quantized(a.y), Fixed.quantized(b.x), Fixed.quantized(b.y))
    } else if a.isFinite && b.isFinite, min(a.y, b.y) < far, max(a.y, b.y) > -far, min(a.x, b.x) < far {
      addFarLine(from: a, to: b)
    }
  }

  /// Cuts an edge at the limits: above and below it counts for nothing, beside them it becomes vertical.
  private func addFarLine(from a: Point, to b: Point) {
    let far = Fixed.pixelLimit
    if max(a.x, b.x) <= -far {
      let (start, end) = (clamp(a), clamp(b))
      return add(start.x, start.y, end.x, end.y)
    }
    var cuts = [0.0, 1.0]
    for (start, delta) in [(a.x, b.x - a.x), (a.y, b.y - a.y)] where delta != 0 {
      for side in [-far, far] {
        let t = (side - start) / delta
        if t > 0 && t < 1 { cuts.append(t) }
      }
    }
    cuts.sort()
    var previous = clamp(a)
    for t in cuts.dropFirst() {
      let next = clamp(t == 1 ? b : Point(x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t))
      add(previous.x, previous.y, next.x, next.y)
      previous = next
    }
  }

  private func clamp(_ point: Point) -> (x: Int, y: Int) {
    (Fixed.clamped(point.x) ?? 0, Fixed.clamped(point.y) ?? 0)
  }

  @inline(__always)
  private func add(_ ax: Int, _ ay: Int, _ bx: Int, _ by: Int) {
    guard ay != by, min(ay, by) < bottom, max(ay, by) > top, min(ax, bx) < right else { return }
    minX = min(minX, ax, bx)
    minY = min(minY, ay, by)
    maxY = max(maxY, ay, by)
    let isDown = ay < by
    edges.append(
      Edge(
        x0: Int32(truncatingIfNeeded: isDown ? ax : bx), y0: Int32(truncatingIfNeeded: isDown ? ay : by),
        x1: Int32(truncatingIfNeeded: isDown ? bx : ax), y1: Int32(truncatingIfNeeded: isDown ? by : ay),
        winding: isDown ? 1 : -1))
  }

  /// Paints the part inside `rect`, which lies in the clip of `begin` and in the bitmap; `didWork` hears of it bit by bit.
  ///
  /// - Parameter overlap: other than `.added` for the non-zero rule alone.
  func paint(
    _ rect: PixelRect, rule: FillRule, overlap: Overlap = .added, with span: SpanPainter, didWork: (Int) -> Void
  ) {
    guard !edges.isEmpty else { return }
    let left = max(rect.x, minX >> 8)
    let first = max(rect.y, minY >> 8)
    let end = min(rect.maxY, (maxY + 255) >> 8)
    guard left < rect.maxX, first < end else { return }
    let width = rect.maxX - left
    let rows = max(1, AreaRasterizer.bandCells / (width + 1))
    cells.reserve(min(rows, end - first) * (width + 1))
    mask.reserve(width)
    crowded.reserve(min(rows, end - first))
    if overlap != .added { weights.reserve(min(rows, end - first) * (width + 1)) }
    blocks.reserve(rows: min(rows, end - first), width: width + 1)
    var y = first
    while y < end {
      let band = PixelRect(x: left, y: y, width: width, height: min(rows, end - y))
      accumulate(band, isWeighed: overlap != .added, didWork)
      if overlap != .added { resolveCrowded(band, isAll: overlap == .united, with: span, didWork) }
      resolve(band, rule: rule, with: span)
      didWork(band.area)
      y += rows
    }
  }

  private func accumulate(_ band: PixelRect, isWeighed: Bool, _ didWork: (Int) -> Void) {
    let sums = unsafe AreaCells(
      base: cells.base, weights: isWeighed ? weights.base : nil, crowded: crowded.base, blocks: blocks, band: band)
    var work = 0
    for edge in edges {
      work &+= 1 &+ sums.add(edge)
      guard work >= Painter.workBetweenCalls else { continue }
      didWork(work)
      work = 0
    }
    didWork(work)
  }

  /// Paints the rows that are crowded, and leaves nothing of them.
  ///
  /// Only the crowded pixels take what the union gives them: a pixel must not depend on others, which may lie outside of the clip.
  private func resolveCrowded(_ band: PixelRect, isAll: Bool, with span: SpanPainter, _ didWork: (Int) -> Void) {
    let crowded = unsafe crowded.base
    let size = band.width + 1
    if isAll { unsafe crowded.update(repeating: 1, count: band.height) }
    if (0..<band.height).contains(where: { unsafe crowded[$0] != 0 }) {
      unions.reserve(size)
      unionBlocks.reserve(rows: 1, width: size)
      overlaps.sort(edges, band: band) { unsafe crowded[$0] != 0 }
      for row in 0..<band.height where unsafe crowded[row] != 0 {
        unsafe crowded[row] = 0
        blocks.take(row, width: size) { _, _ in }
        let place = PixelRect(x: band.x, y: band.y + row, width: band.width, height: 1)
        let sums = unsafe AreaCells(base: unions.base, weights: nil, crowded: crowded, blocks: unionBlocks, band: place)
        overlaps.add(row: row, of: edges, band: band, to: sums)
        unionBlocks.take(0, width: size) { _, _ in }
        paintCrowded(row: row, band, isAll: isAll, with: span)
        didWork(size)
      }
    }
    unsafe weights.base.update(repeating: 0, count: band.height * size)
  }

  private func paintCrowded(row: Int, _ band: PixelRect, isAll: Bool, with span: SpanPainter) {
    let size = band.width + 1
    let line = unsafe cells.base + row * size
    let union = unsafe unions.base
    let weight = unsafe weights.base + row * size
    let mask = unsafe mask.base
    var sums: (all: Int32, union: Int32) = (0, 0)
    for x in 0..<band.width {
      unsafe sums.all &+= line[x]
      unsafe sums.union &+= union[x]
      unsafe mask[x] = coverage(isAll || AreaCells.isCrowded(weight[x]) ? sums.union : sums.all, .nonZero)
    }
    unsafe line.update(repeating: 0, count: size)
    unsafe union.update(repeating: 0, count: size)
    unsafe span.blend(x: band.x, y: band.y + row, mask: mask, count: band.width)
  }

  private func resolve(_ band: PixelRect, rule: FillRule, with span: SpanPainter) {
    for row in 0..<band.height {
      let line = unsafe cells.base + row * (band.width + 1)
      var sum: Int32 = 0
      var done = 0
      blocks.take(row, width: band.width + 1) { from, to in
        paintRun(band, row: row, from: done, to: from, coverage(sum, rule), with: span)
        let end = min(to, band.width)
        var x = from
        while x < end {
          // Some pixels with edges in them, then a run without.
          let start = x
          var isChanging = true
          repeat {
            let next = min(x + 8, end)
            isChanging = unsafe AreaRasterizer.isAnySet(line, x, next)
            if isChanging { x = unsafe sumUp(line, from: x, to: next, &sum, rule) }
          } while isChanging && x < end
          unsafe span.blend(x: band.x + start, y: band.y + row, mask: mask.base + start, count: x - start)
          let quiet = x
          while x < end, unsafe !AreaRasterizer.isAnySet(line, x, min(x + 8, end)) { x = min(x + 8, end) }
          paintRun(band, row: row, from: quiet, to: x, coverage(sum, rule), with: span)
        }
        if to > band.width { unsafe line[band.width] = 0 }
        done = end
      }
      paintRun(band, row: row, from: done, to: band.width, coverage(sum, rule), with: span)
    }
  }

  /// Turns cells into coverage, and clears them; gives the end back.
  @inline(__always)
  private func sumUp(
    _ line: UnsafeMutablePointer<Int32>, from: Int, to: Int, _ sum: inout Int32, _ rule: FillRule
  ) -> Int {
    let mask = unsafe mask.base
    for x in from..<to {
      unsafe sum &+= line[x]
      unsafe line[x] = 0
      unsafe mask[x] = coverage(sum, rule)
    }
    return to
  }

  @inline(__always)
  private static func isAnySet(_ line: UnsafeMutablePointer<Int32>, _ from: Int, _ to: Int) -> Bool {
    if to &- from == 8 {
      let words = unsafe UnsafeRawPointer(line + from)
      let first = unsafe words.loadUnaligned(as: UInt64.self) | words.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
      let rest =
        unsafe words.loadUnaligned(fromByteOffset: 16, as: UInt64.self)
        | words.loadUnaligned(fromByteOffset: 24, as: UInt64.self)
      return first | rest != 0
    }
    for x in from..<to where unsafe line[x] != 0 { return true }
    return false
  }

  /// Paints pixels that all have the same coverage.
  private func paintRun(
    _ band: PixelRect, row: Int, from: Int, to: Int, _ coverage: UInt8, with span: SpanPainter
  ) {
    guard from < to, coverage != 0 else { return }
    if coverage == 255 {
      span.fill(x: band.x + from, y: band.y + row, count: to - from)
    } else {
      unsafe (mask.base + from).update(repeating: coverage, count: to - from)
      unsafe span.blend(x: band.x + from, y: band.y + row, mask: mask.base + from, count: to - from)
    }
  }

  /// 255ths from the sum of a cell, in which a whole pixel is 2 · 256 · 256.
  @inline(__always)
  private func coverage(_ sum: Int32, _ rule: FillRule) -> UInt8 {
    var part = UInt32(sum.magnitude &+ 256) >> 9
    switch rule {
    case .nonZero: part = min(part, 256)
    case .evenOdd:
      part &= 511
      if part > 256 { part = 512 - part }
    }
    return UInt8(truncatingIfNeeded: (part &* 255 &+ 128) >> 8)
  }
}
