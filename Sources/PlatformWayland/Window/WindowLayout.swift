import EaselGeometry
import EaselPlatform

/// A size in whole points, as a display counts surfaces.
nonisolated struct PointSize: Hashable {
  var width: Int
  var height: Int
}

/// Where the content lies in a window's surface and buffer.
///
/// With decorations of our own an invisible margin lies around the content: outside of the window's geometry, inside of
/// its input region, so that a finger can take the edge (WDE-2, WXS-8). It is part of the buffer and stays transparent.
struct WindowLayout: Hashable {
  /// The content in points; this is the window's geometry.
  let content: PointSize
  /// Pixels per point.
  let scale: SurfaceScale
  /// Edges that have a margin.
  let marginEdges: WindowEdges
  /// The margin's width in points.
  let margin: Int

  /// Points beside the window in which a finger can take its edge (WDE-2).
  static let fingerMargin = 16

  /// A layout of a content of at least one point, with a margin on the given edges.
  init(content: PointSize, scale: SurfaceScale, marginEdges: WindowEdges) {
    self.scale = scale
    self.marginEdges = marginEdges
    self.margin = WindowLayout.margin(for: scale)
    let width = scale.longestSide - margin * Self.count(marginEdges, .left, .right)
    let height = scale.longestSide - margin * Self.count(marginEdges, .top, .bottom)
    self.content = PointSize(
      width: min(max(content.width, 1), max(1, width)), height: min(max(content.height, 1), max(1, height)))
  }

  /// Where the content begins in the surface, in points.
  var origin: PointSize {
    PointSize(width: marginEdges.contains(.left) ? margin : 0, height: marginEdges.contains(.top) ? margin : 0)
  }

  /// The surface in points.
  var surface: PointSize {
    PointSize(
      width: content.width + origin.width + (marginEdges.contains(.right) ? margin : 0),
      height: content.height + origin.height + (marginEdges.contains(.bottom) ? margin : 0))
  }

  /// The buffer in pixels.
  var buffer: PixelSize {
    PixelSize(width: max(1, scale.pixels(surface.width)), height: max(1, scale.pixels(surface.height)))
  }

  /// The content's pixels in the buffer.
  var contentPixels: PixelRect {
    let left = scale.pixels(origin.width)
    let top = scale.pixels(origin.height)
    let right = scale.pixels(surface.width - origin.width - content.width)
    let bottom = scale.pixels(surface.height - origin.height - content.height)
    return PixelRect(
      x: left, y: top, width: max(1, buffer.width - left - right), height: max(1, buffer.height - top - bottom))
  }

  /// Bytes from row to row of the buffer, a multiple of a power of two (WSB-5).
  func stride(alignedTo bytes: Int) -> Int { (buffer.width * 4 + bytes - 1) & ~(bytes - 1) }

  /// Whether the buffer has pixels that must stay transparent.
  var hasMargin: Bool { !marginEdges.isEmpty }

  private static func count(_ edges: WindowEdges, _ a: WindowEdges, _ b: WindowEdges) -> Int {
    (edges.contains(a) ? 1 : 0) + (edges.contains(b) ? 1 : 0)
  }

  /// The smallest margin that is enough for a finger and takes whole pixels, if there is one that is not too wide.
  private static func margin(for scale: SurfaceScale) -> Int {
    guard case .fractional(let numerator) = scale else { return fingerMargin }
    return (fingerMargin..<2 * fingerMargin).first { $0 * numerator % 120 == 0 } ?? fingerMargin
  }
}
