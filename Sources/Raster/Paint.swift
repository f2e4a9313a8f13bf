public import EaselGeometry

/// What a shape is painted with; places are in the units of what is painted, under the painter's transform when it is painted.
///
/// Colours are mixed as sRGB's numbers, not as light, as Core Graphics and cairo do it; bitmaps hold them multiplied by opacity.
public enum Paint {
  /// One colour everywhere.
  case color(Color)
  /// Colours along a line.
  ///
  /// From a point to the same point there is only what lies beyond its end: the last colour, or nothing if the spread is `none`.
  case linearGradient(Gradient, from: Point, to: Point, spread: Spread = .pad)
  /// Colours from one circle to another; where no circle between or beyond them goes there is nothing.
  ///
  /// From a circle to the same circle it is as with a line from a point to the same point.
  case radialGradient(
    Gradient, startCenter: Point, startRadius: Double, endCenter: Point, endRadius: Double, spread: Spread = .pad)
  /// Colours around a point, clockwise as seen on a screen from an angle in radians.
  case conicGradient(Gradient, center: Point, angle: Double = 0)
  /// A bitmap, once or again and again.
  case pattern(Pattern)
}

/// Lays a paint over rows of a bitmap, through a shape's coverage and the clip; the one place where they meet.
///
/// A rasterizer hands it its spans: runs of covered pixels, or of pixels with a coverage each.
struct SpanPainter {
  /// Where runs of pixels go.
  private enum Goal {
    /// One colour is laid over them: the quick way.
    case solid(SolidBlender)
    /// They take what a row of colours and a blend mode make of them.
    case rows(RowBlender)
    /// They are not painted; note is taken of them.
    case record(PixelRecord)
  }

  private let goal: Goal
  private let clip: ClipMask?

  init(_ solid: SolidBlender, clip: ClipMask? = nil) {
    goal = .solid(solid)
    self.clip = clip
  }

  init(_ rows: RowBlender, clip: ClipMask?) {
    goal = .rows(rows)
    self.clip = clip
  }

  init(_ record: PixelRecord, clip: ClipMask?) {
    goal = .record(record)
    self.clip = clip
  }

  /// What fills whole rectangles at once, if nothing but one colour counts.
  var wholeSolid: SolidBlender? {
    guard clip == nil, case .solid(let solid) = goal else { return nil }
    return solid
  }

  /// Has a run of pixels fetched from memory, as they will be painted soon.
  @inline(__always)
  func expect(x: Int, y: Int, count: Int) {
    if case .solid(let solid) = goal { solid.expect(x: x, y: y, count: count) }
  }

  /// Paints a run of wholly covered pixels; the run lies in the bitmap and in the clip's box.
  @inline(__always)
  func fill(x: Int, y: Int, count: Int) {
    if let clip { return unsafe paint(x: x, y: y, mask: clip.row(x: x, y: y), count: count) }
    switch goal {
    case .solid(let solid): solid.fill(x: x, y: y, count: count)
    case .rows(let rows): unsafe rows.paint(x: x, y: y, mask: nil, count: count)
    case .record(let record): record.add(x: x, y: y, count: count)
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
    switch goal {
    case .solid(let solid): unsafe solid.blend(x: x, y: y, mask: mask, count: count)
    case .rows(let rows): unsafe rows.paint(x: x, y: y, mask: mask, count: count)
    case .record(let record): unsafe record.add(x: x, y: y, mask: mask, count: count)
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
