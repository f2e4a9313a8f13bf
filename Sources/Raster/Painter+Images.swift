internal import CEaselPixman
public import EaselGeometry

extension Painter {
  /// Lays a bitmap over a rectangle, stretched to fill it.
  ///
  /// As long as the transform keeps rectangles axis-aligned and upright, the rectangle snaps to whole pixels (WHD-10); a bitmap
  /// of exactly its size is then taken pixel by pixel, any other is interpolated between its pixels. Otherwise the edges are soft by
  /// one pixel of the bitmap. A bitmap of bytes is black with that opacity. Wraps `pixman_image_composite32`; a bitmap enlarged or reduced
  /// beyond pixman's 16.16 numbers (about 30,000 times) is not drawn.
  ///
  /// - Parameter opacity: from 0 to 1, applied to all of the bitmap.
  public func draw(_ bitmap: Bitmap, in rect: Rect, opacity: Double = 1) {
    guard let target, !rect.isEmpty, rect.isFinite, opacity > 0 else { return }
    precondition(bitmap !== target, "A bitmap is not drawn into itself.")
    guard let picture = Picture(bitmap, in: rect, painter: self, target: target) else { return }
    if let clip = state.mask { return draw(bitmap, picture, through: clip, opacity: opacity, target) }
    let mask = unsafe opacity < 1 ? Painter.solidMask(opacity) : nil
    guard unsafe opacity >= 1 || mask != nil else { return }
    forEachClip(within: picture.bounds) { part in
      unsafe pixman_image_composite32(
        PIXMAN_OP_OVER, bitmap.image, mask, target.image, Int32(part.x - picture.origin.x),
        Int32(part.y - picture.origin.y), 0, 0, Int32(part.x), Int32(part.y), Int32(part.width), Int32(part.height))
      did(part.area)
    }
    if let mask = unsafe mask { unsafe pixman_image_unref(mask) }
  }

  /// Draws through a clip; nothing if there is no memory for a clip of that opacity.
  private func draw(_ bitmap: Bitmap, _ picture: Picture, through clip: ClipMask, opacity: Double, _ target: Bitmap) {
    guard let mask = clip.bitmap(opacity: opacity) else { return }
    forEachClip(within: picture.bounds) { part in
      unsafe pixman_image_composite32(
        PIXMAN_OP_OVER, bitmap.image, mask.image, target.image, Int32(part.x - picture.origin.x),
        Int32(part.y - picture.origin.y), Int32(part.x - clip.box.x), Int32(part.y - clip.box.y), Int32(part.x), Int32(part.y),
        Int32(part.width), Int32(part.height))
      did(part.area)
    }
  }

  /// Lays a bitmap down with its corner at a point, one of its pixels a unit.
  public func draw(_ bitmap: Bitmap, at point: Point, opacity: Double = 1) {
    let size = Size(width: Double(bitmap.size.width), height: Double(bitmap.size.height))
    draw(bitmap, in: Rect(origin: point, size: size), opacity: opacity)
  }

  /// Replaces pixels by those of a bitmap, opacity included; nothing is laid over, transformed or rounded, only clipped.
  ///
  /// This is the way of caches to the screen; it moves whole rows. If the clip was narrowed to a path the bitmap is laid over
  /// what is there, through it.
  /// - Parameters:
  ///   - source: has pixels of the same size as the target.
  ///   - rect: in the source; all of it by default.
  ///   - origin: where the rectangle's corner goes, in pixels of the target.
  public func copy(_ source: Bitmap, from rect: PixelRect? = nil, to origin: PixelPoint) {
    guard let target else { return }
    guard state.mask == nil else { return drawPart(of: source, rect ?? PixelRect(source.size), to: origin) }
    let rect = (rect ?? PixelRect(source.size)).intersection(PixelRect(source.size))
    let dx = origin.x - rect.x
    let dy = origin.y - rect.y
    forEachClip(within: rect.moved(x: dx, y: dy)) { part in
      target.copy(from: source, rect: part.moved(x: -dx, y: -dy), to: PixelPoint(x: part.x, y: part.y))
      did(part.area)
    }
  }

  private func drawPart(of source: Bitmap, _ rect: PixelRect, to origin: PixelPoint) {
    let visible = rect.intersection(PixelRect(source.size))
    saveState()
    state.clip = state.clip.intersection(visible.moved(x: origin.x - rect.x, y: origin.y - rect.y))
    draw(source, atPixel: PixelPoint(x: origin.x - rect.x, y: origin.y - rect.y))
    restoreState()
  }

  private static func solidMask(_ opacity: Double) -> OpaquePointer? {
    var color = pixman_color_t()
    color.alpha = UInt16(opacity * 65535 + 0.5)
    return unsafe pixman_image_create_solid_fill(&color)
  }
}

/// A bitmap prepared to be drawn: where it goes, and how its pixels are found there.
struct Picture {
  /// The pixels of the target that it can touch.
  let bounds: PixelRect
  /// The target's pixel that is the origin of what pixman transforms; it depends on the picture and the target alone.
  let origin: PixelPoint

  init?(_ bitmap: Bitmap, in rect: Rect, painter: Painter, target: Bitmap) {
    let transform = painter.state.transform
    let width = Double(bitmap.size.width)
    let height = Double(bitmap.size.height)
    let isUpright = transform.b == 0 && transform.c == 0 && transform.a > 0 && transform.d > 0
    let back: AffineTransform
    if isUpright {
      let snapped = painter.snapped(rect)
      bounds = snapped
      if snapped.size == bitmap.size {
        origin = PixelPoint(x: snapped.x, y: snapped.y)
        unsafe pixman_image_set_transform(bitmap.image, nil)
        unsafe pixman_image_set_filter(bitmap.image, PIXMAN_FILTER_NEAREST, nil, 0)
        unsafe pixman_image_set_repeat(bitmap.image, PIXMAN_REPEAT_NONE)
        return
      }
      let scaleX = width / Double(snapped.width)
      let scaleY = height / Double(snapped.height)
      back = AffineTransform(
        a: scaleX, b: 0, c: 0, d: scaleY, tx: -Double(snapped.x) * scaleX, ty: -Double(snapped.y) * scaleY)
    } else {
      let stretch = AffineTransform(
        a: rect.width / width, b: 0, c: 0, d: rect.height / height, tx: rect.minX, ty: rect.minY)
      guard let inverse = stretch.concatenating(transform).inverse else { return nil }
      back = inverse
      // Half a pixel of the bitmap beyond its edges is where interpolation ends.
      let soft = rect.insetBy(dx: -rect.width / width, dy: -rect.height / height)
      bounds = PixelRect(covering: transform.boundingBox(of: soft), scale: 1)
    }
    origin = PixelPoint(
      x: max(0, min(target.size.width, bounds.x)), y: max(0, min(target.size.height, bounds.y)))
    let start = back.apply(Point(x: Double(origin.x), y: Double(origin.y)))
    guard let a = Picture.fixed(back.a), let b = Picture.fixed(back.b), let c = Picture.fixed(back.c),
      let d = Picture.fixed(back.d), let x = Picture.fixed(start.x), let y = Picture.fixed(start.y)
    else { return nil }
    var matrix = pixman_transform_t(matrix: ((a, c, x), (b, d, y), (0, 0, 65536)))
    guard unsafe pixman_image_set_transform(bitmap.image, &matrix) != 0 else { return nil }
    unsafe pixman_image_set_filter(bitmap.image, PIXMAN_FILTER_BILINEAR, nil, 0)
    unsafe pixman_image_set_repeat(bitmap.image, isUpright ? PIXMAN_REPEAT_PAD : PIXMAN_REPEAT_NONE)
  }

  /// A number in pixman's 16.16, or nothing if it does not fit.
  private static func fixed(_ value: Double) -> pixman_fixed_t? {
    guard value.magnitude < 30000 else { return nil }
    return pixman_fixed_t((value * 65536).rounded())
  }
}
