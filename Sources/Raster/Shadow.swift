internal import CEaselPixman
public import EaselGeometry

/// What a group throws on what is below it: its own outline, moved, soft and of one colour.
public struct Shadow: Hashable, Sendable {
  /// The colour, opacity included.
  public var color: Color
  /// How far it is moved, in the units of what is painted; to the nearest whole pixel.
  public var offset: Point
  /// How soft it is, in the units of what is painted: twice the standard deviation, as in CSS and the canvas; at most 1,000 pixels.
  public var blur: Double

  /// A shadow from its parts.
  public init(color: Color = Color(white: 0, alpha: 1.0 / 3), offset: Point = .zero, blur: Double) {
    self.color = color
    self.offset = offset
    self.blur = blur
  }
}

/// A shadow in pixels.
struct ShadowPlan {
  private let color: Color
  private let dx: Int
  private let dy: Int
  private let blur: BoxBlur

  /// Nothing for a shadow that nobody can see, or that is moved by no number.
  init?(_ shadow: Shadow, _ transform: AffineTransform) {
    let offset = transform.applyLinear(shadow.offset)
    let far = 1e6
    guard shadow.color.alpha > 0, offset.x.magnitude < far, offset.y.magnitude < far else { return nil }
    color = shadow.color
    dx = Int(offset.x.rounded())
    dy = Int(offset.y.rounded())
    let deviation = shadow.blur / 2 * transform.determinant.magnitude.squareRoot()
    blur = BoxBlur(deviation: deviation > 0 ? min(deviation, 500) : 0)
  }

  /// The pixels that may throw a shadow on some pixels.
  func casters(for pixels: PixelRect) -> PixelRect {
    let reach = blur.reach
    let moved = pixels.moved(x: -dx, y: -dy)
    return PixelRect(x: moved.x - reach, y: moved.y - reach, width: moved.width + 2 * reach, height: moved.height + 2 * reach)
  }

  /// Lays the shadow of a layer under it.
  ///
  /// - Parameters:
  ///   - box: the pixels that the layer holds.
  ///   - clip: those that the shadow is wanted for, in the box as well as those that throw it.
  func lay(under layer: Bitmap, of box: PixelRect, within clip: PixelRect, didWork: (Int) -> Void) throws(RasterError) {
    let casters = casters(for: clip)
    let outline = try Bitmap(size: casters.size, format: .alpha8)
    unsafe pixman_image_set_transform(layer.image, nil)
    unsafe pixman_image_composite32(
      PIXMAN_OP_SRC, layer.image, nil, outline.image, Int32(casters.x - box.x), Int32(casters.y - box.y), 0, 0, 0, 0,
      Int32(casters.width), Int32(casters.height))
    let soft = try blur.blurred(outline, didWork: didWork)
    guard let source = unsafe Painter.solid(color) else { throw .outOfMemory(clip.size) }
    unsafe pixman_image_composite32(
      PIXMAN_OP_OVER_REVERSE, source, soft.image, layer.image, 0, 0, 0, 0, Int32(clip.x - box.x), Int32(clip.y - box.y),
      Int32(clip.width), Int32(clip.height))
    unsafe pixman_image_unref(source)
  }
}
