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
  private var profile = CapsuleProfile(radius: 0)
  private let mask = Scratch<UInt8>()
  private let extents = RowExtents()

  /// Forgets all segments; from here on only those that can touch `clip` are kept; the radius is in pixels.
  func begin(clip: PixelRect, radius: Double) {
    capsules.removeAll(keepingCapacity: true)
    self.clip = clip
    bounds = .zero
    profile = CapsuleProfile(radius: radius)
  }

  /// Whether no segment has been kept.
  var isEmpty: Bool { capsules.isEmpty }

  /// Adds a segment, or a dot if its ends are one; fixed point.
  @inline(__always)
  func addSegment(_ ax: Int, _ ay: Int, _ bx: Int, _ by: Int) {
    let reach = profile.reach
    let left = (min(ax, bx) &- reach) >> 8
    let top = (min(ay, by) &- reach) >> 8
    let right = ((max(ax, bx) &+ reach) >> 8) &+ 1
    let bottom = ((max(ay, by) &+ reach) >> 8) &+ 1
    guard left < clip.maxX, right > clip.x, top < clip.maxY, bottom > clip.y else { return }
    bounds = bounds.union(PixelRect(x: left, y: top, width: right &- left, height: bottom &- top))
    capsules.append(Capsule(ax, ay, bx, by))
  }

  /// Paints the part inside `rect`, which lies in the clip of `begin` and in the bitmap; `didWork` hears of it bit by bit.
  func paint(_ rect: PixelRect, with blender: SolidBlender, didWork: (Int) -> Void) {
    let part = rect.intersection(bounds)
    guard !part.isEmpty else { return }
    let rows = min(part.height, max(1, CapsuleRasterizer.bandPixels / part.width))
    mask.reserve(rows * part.width)
    extents.reserve(rows)
    var y = part.y
    while y < part.maxY {
      let band = PixelRect(x: part.x, y: y, width: part.width, height: min(rows, part.maxY - y))
      let canvas = unsafe CapsuleMask(base: mask.base, extents: extents, band: band, profile: profile)
      var work = band.height
      for capsule in capsules {
        work &+= canvas.add(capsule)
        guard work >= Painter.workBetweenCalls else { continue }
        didWork(work)
        work = 0
      }
      for row in 0..<band.height {
        let touched = extents.take(row)
        guard touched.from < touched.to else { continue }
        let line = unsafe mask.base + (row * band.width + touched.from)
        let count = touched.to - touched.from
        unsafe blender.blend(x: band.x + touched.from, y: band.y + row, mask: line, count: count)
        unsafe line.update(repeating: 0, count: count)
        work &+= count
      }
      didWork(work)
      y += rows
    }
  }
}

/// One segment of a round line, in fixed point.
struct Capsule {
  var ax: Int32
  var ay: Int32
  var bx: Int32
  var by: Int32

  init(_ ax: Int, _ ay: Int, _ bx: Int, _ by: Int) {
    self.ax = Int32(truncatingIfNeeded: ax)
    self.ay = Int32(truncatingIfNeeded: ay)
    self.bx = Int32(truncatingIfNeeded: bx)
    self.by = Int32(truncatingIfNeeded: by)
  }
}

/// What the width of a round line decides.
struct CapsuleProfile {
  /// Half the width in pixels.
  let radius: Double
  /// The radius at round ends, less by what a pixel loses because the edge is curved.
  let endRadius: Double
  /// How far from a segment a pixel's middle can lie and still be touched: half a pixel's diagonal more than the radius.
  let outer: Double
  /// Up to where a pixel is wholly covered by a segment's side; negative if never.
  let inner: Double
  /// The same at round ends.
  let endInner: Double
  let endInnerSquare: Double
  let endOuterSquare: Double
  /// How far from a segment's box a touched pixel can begin, in fixed point: half a pixel less, as its middle counts.
  let reach: Int

  static let halfDiagonal = 0.70711

  init(radius: Double) {
    self.radius = radius
    endRadius = radius - 1 / (24 * max(radius, 0.5))
    outer = radius + CapsuleProfile.halfDiagonal
    inner = radius - CapsuleProfile.halfDiagonal
    endInner = endRadius - CapsuleProfile.halfDiagonal
    endInnerSquare = endInner > 0 ? endInner * endInner : -1
    let endOuter = max(0, endRadius + CapsuleProfile.halfDiagonal)
    endOuterSquare = endOuter * endOuter
    reach = Int(((outer - 0.5) * 256).rounded(.up)) + 1
  }
}

/// The area of a pixel on the inner side of a straight edge.
struct EdgeProfile {
  /// Up to here from the middle the area grows evenly; the edge cuts two opposite sides.
  private let flat: Double
  /// From here on the pixel is wholly in or out.
  private let full: Double
  private let slope: Double
  private let corner: Double

  /// An edge whose normal has these two components, of which one squared and the other squared make 1.
  @inline(__always)
  init(normalX: Double, normalY: Double) {
    let x = normalX.magnitude
    let y = normalY.magnitude
    let large = max(x, y)
    let small = min(x, y)
    flat = (large - small) / 2
    full = (large + small) / 2
    slope = 1 / large
    // Along an axis there is no corner; the factor is not used then but must be a number.
    corner = 1 / (2 * large * max(small, 1e-9))
  }

  /// The area, if the pixel's middle lies so far inside the edge.
  @inline(__always)
  func area(_ inside: Double) -> Double {
    let distance = inside.magnitude
    if distance <= flat { return 0.5 + inside * slope }
    let rest = full - distance
    let outside = rest > 0 ? rest * rest * corner : 0
    return inside > 0 ? 1 - outside : outside
  }

  /// The area between two parallel edges, if the pixel's middle lies so far from the line between them.
  @inline(__always)
  func area(between radius: Double, distance: Double) -> Double {
    let near = area(radius - distance)
    let far = radius + distance
    return far >= full ? near : near + area(far) - 1
  }
}
