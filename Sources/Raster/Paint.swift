public import EaselGeometry

/// What a shape is painted with.
public enum Paint: Hashable, Sendable {
  /// One colour everywhere.
  case color(Color)
}

/// Lays a paint over rows of a bitmap, through a shape's coverage and the clip; the one place where they meet.
///
/// A rasterizer hands it its spans: runs of covered pixels, or of pixels with a coverage each.
struct SpanPainter {
  private let solid: SolidBlender
  private let clip: ClipMask?
  /// Takes note of pixels instead of painting them.
  private let record: PixelRecord?

  init(_ solid: SolidBlender, clip: ClipMask? = nil, record: PixelRecord? = nil) {
    self.solid = solid
    self.clip = clip
    self.record = record
  }

  /// Whether painting changes nothing.
  var isInvisible: Bool { solid.isInvisible }

  /// Has a run of pixels fetched from memory, as they will be painted soon.
  @inline(__always)
  func expect(x: Int, y: Int, count: Int) { solid.expect(x: x, y: y, count: count) }

  /// Paints a run of wholly covered pixels; the run lies in the bitmap and in the clip's box.
  @inline(__always)
  func fill(x: Int, y: Int, count: Int) {
    if let clip {
      unsafe paint(x: x, y: y, mask: clip.row(x: x, y: y), count: count)
    } else if let record {
      record.add(x: x, y: y, count: count)
    } else {
      solid.fill(x: x, y: y, count: count)
    }
  }

  /// Paints a run of pixels with a coverage each; the run lies in the bitmap and in the clip's box.
  @inline(__always)
  func blend(x: Int, y: Int, mask: UnsafePointer<UInt8>, count: Int) {
    if let clip {
      unsafe paint(x: x, y: y, mask: clip.weighed(mask, x: x, y: y, count: count), count: count)
    } else {
      unsafe paint(x: x, y: y, mask: mask, count: count)
    }
  }

  @inline(__always)
  private func paint(x: Int, y: Int, mask: UnsafePointer<UInt8>, count: Int) {
    if let record {
      unsafe record.add(x: x, y: y, mask: mask, count: count)
    } else {
      unsafe solid.blend(x: x, y: y, mask: mask, count: count)
    }
  }
}

/// The box around pixels that would be painted.
final class PixelRecord {
  private(set) var box = PixelRect.zero

  func add(x: Int, y: Int, count: Int) {
    box = box.union(PixelRect(x: x, y: y, width: count, height: 1))
  }

  func add(x: Int, y: Int, mask: UnsafePointer<UInt8>, count: Int) {
    var from = 0
    var to = count
    while from < to, unsafe mask[from] == 0 { from += 1 }
    while from < to, unsafe mask[to - 1] == 0 { to -= 1 }
    add(x: x + from, y: y, count: to - from)
  }
}
