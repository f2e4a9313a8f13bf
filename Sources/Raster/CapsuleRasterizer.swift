internal import EaselGeometry

/// Paints round lines, the union of the capsules around their segments; this is the way of ink.
///
/// The coverage that one segment gives to one pixel is computed from the distance of the pixel's middle to the segment and the
/// direction of that distance, as the exact area of the pixel inside the straight edge there. A pixel takes the greatest of
/// the coverages that the segments give it. From this follows what ink needs:
/// - A pixel depends on the segments that touch it and on nothing else: not on the clip, nor the order, nor on segments further
///   away. A segment touches no pixel outside `reach` of its box. So a line that grows may be painted segment by
///   segment, each within its own damage, and comes out as if painted whole.
/// - Nothing is darker where a line crosses itself, turns back or has many points within one pixel, and there are no holes in
///   its corners; only in the crotch of a sharp corner a pixel may be lighter than its true area, by less than half.
/// Positions are 24.8 fixed point, and all that follows is computed from whole differences: moving a line by whole pixels
/// moves its picture.
///
/// Cost: a few nanoseconds a segment that cannot touch the clip, then the pixels of the capsule inside it.
final class CapsuleRasterizer {
  /// Bytes of mask that are worked on at once.
  static let bandPixels = 1 << 18

  private var capsules: [Capsule] = []
  /// The pixels that a segment must touch to be kept.
  private var clip = PixelRect.zero
  /// The box of the pixels that the kept segments touch.
  private var bounds = PixelRect.zero
  private let mask = Scratch<UInt8>()
  private let blocks = RowBlocks()
  /// The spans of two capsules' rows.
  private let spans = Scratch<CapsuleRows.Spans>(zero: CapsuleRows.Spans(from: 0, to: 0, solidFrom: 0, solidTo: 0))

  /// Forgets all segments; from here on only those that can touch `clip` are kept.
  func begin(clip: PixelRect) {
    capsules.removeAll(keepingCapacity: true)
    self.clip = clip
    bounds = .zero
  }

  /// Whether no segment has been kept.
  var isEmpty: Bool { capsules.isEmpty }

  /// Adds a segment, or a dot if its ends are one.
  ///
  /// A long one is halved until its pieces are short enough; where, depends on the segment alone.
  @inline(__always)
  func add(_ capsule: Capsule) {
    let pixels = capsule.pixels
    guard pixels.x < clip.maxX, pixels.maxX > clip.x, pixels.y < clip.maxY, pixels.maxY > clip.y else { return }
    if capsule.isLong { return addHalves(of: capsule) }
    bounds = bounds.union(pixels)
    capsules.append(capsule)
  }

  /// Adds a segment whose ends differ in radius; one end's disc may hold all of it.
  func add(tapered capsule: Capsule) {
    add(capsule.disc ?? capsule)
  }

  private func addHalves(of capsule: Capsule) {
    let halves = capsule.halves
    add(halves.0)
    add(halves.1)
  }

  /// Paints the part inside `rect`, which lies in the clip of `begin` and in the bitmap; `didWork` hears of it bit by bit.
  func paint(_ rect: PixelRect, with span: SpanPainter, didWork: (Int) -> Void) {
    let part = rect.intersection(bounds)
    guard !part.isEmpty else { return }
    let rows = min(part.height, max(1, CapsuleRasterizer.bandPixels / part.width))
    mask.reserve(rows * (part.width + CapsuleMask.padding))
    spans.reserve(2 * rows)
    blocks.reserve(rows: rows, width: part.width)
    var y = part.y
    while y < part.maxY {
      let band = PixelRect(x: part.x, y: y, width: part.width, height: min(rows, part.maxY - y))
      addCapsules(to: band, with: span, didWork: didWork)
      var work = band.height
      for row in 0..<band.height {
        blocks.take(row, width: band.width) { from, to in
          let line = unsafe mask.base + (row * (band.width + CapsuleMask.padding) + from)
          unsafe span.blend(x: band.x + from, y: band.y + row, mask: line, count: to - from)
          unsafe line.update(repeating: 0, count: to - from + CapsuleMask.padding)
          work &+= to - from
        }
      }
      didWork(work)
      y += rows
    }
  }

  private func addCapsules(to band: PixelRect, with span: SpanPainter, didWork: (Int) -> Void) {
    let canvas = unsafe CapsuleMask(base: mask.base, blocks: blocks, band: band, span: span)
    var work = 0
    var spans = unsafe self.spans.base
    var others = unsafe spans + band.height
    var previous: CapsuleKernel?
    for capsule in capsules {
      let kernel = CapsuleKernel(capsule)
      unsafe canvas.begin(kernel, spans: spans)
      // After the inside of the next one, under which most of this one's round end lies.
      if let previous { unsafe work &+= canvas.finish(previous, spans: others) }
      previous = kernel
      unsafe swap(&spans, &others)
      guard work >= Painter.workBetweenCalls else { continue }
      didWork(work)
      work = 0
    }
    if let previous { unsafe work &+= canvas.finish(previous, spans: others) }
    didWork(work)
  }
}
