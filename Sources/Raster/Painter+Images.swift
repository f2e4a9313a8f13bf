internal import CEaselPixman
public import EaselGeometry

extension Painter {
  /// Lays a bitmap over a rectangle, stretched to fill it.
  ///
  /// As long as the transform keeps rectangles axis-aligned, the rectangle snaps to whole pixels (WHD-10); a bitmap of exactly its size is
  /// then taken pixel by pixel, turned and mirrored as it may be. Otherwise it is painted as the rectangle's path would be.
  /// A bitmap of bytes is black with that opacity. One that is reduced is first made smaller by whole factors, as far as it shows.
  /// Wraps `pixman_image_composite32`; a bitmap enlarged beyond pixman's 16.16 numbers (about 30,000 times) is not drawn, nor is one
  /// that is reduced if there is no memory for the smaller one.
  ///
  /// - Parameters:
  ///   - filter: how pixels are found between those of the bitmap.
  ///   - opacity: from 0 to 1, applied to all of the bitmap.
  public func draw(_ bitmap: Bitmap, in rect: Rect, filter: ImageFilter = .bilinear, opacity: Double = 1) {
    guard let target, !rect.isEmpty, rect.isFinite, opacity > 0, !state.clip.isEmpty else { return }
    precondition(bitmap !== target, "A bitmap is not drawn into itself.")
    guard state.transform.keepsAxes else {
      scratchPath.removeAll(keepingCapacity: true)
      scratchPath.addRect(rect)
      return fill(scratchPath, with: .pattern(Pattern(bitmap, in: rect, spread: .pad, filter: filter, opacity: opacity)))
    }
    let pixels = snapped(rect)
    let visible = pixels.intersection(state.clip)
    guard !visible.isEmpty else { return }
    let picture = Picture(
      bitmap, place: Painter.place(of: bitmap.size, in: pixels, turnedAs: state.transform), spread: .pad, filter: filter,
      opacity: state.blendMode == .normal ? 1 : opacity, canvas: canvas, visible: visible, didWork: did)
    guard let picture else { return }
    if state.blendMode == .normal {
      layDown(picture, on: target, within: pixels, opacity: opacity)
    } else if let span = span(of: picture) {
      fill(pixels, with: span)
    }
  }

  /// Lays a bitmap down with its corner at a point, one of its pixels a unit.
  public func draw(_ bitmap: Bitmap, at point: Point, filter: ImageFilter = .bilinear, opacity: Double = 1) {
    let size = Size(width: Double(bitmap.size.width), height: Double(bitmap.size.height))
    draw(bitmap, in: Rect(origin: point, size: size), filter: filter, opacity: opacity)
  }

  /// The quick way, by whole rectangles; nothing if there is no memory for a clip of that opacity.
  private func layDown(_ picture: Picture, on target: Bitmap, within pixels: PixelRect, opacity: Double) {
    let clip = state.mask
    let mask = clip?.bitmap(opacity: opacity)
    guard clip == nil || mask != nil else { return }
    let even = unsafe clip == nil && opacity < 1 ? Painter.solidMask(opacity) : nil
    guard unsafe clip != nil || opacity >= 1 || even != nil else { return }
    let corner = clip.map { PixelPoint(x: $0.box.x, y: $0.box.y) } ?? PixelPoint(x: 0, y: 0)
    forEachClip(within: pixels) { part in
      unsafe pixman_image_composite32(
        PIXMAN_OP_OVER, picture.bitmap.image, mask?.image ?? even, target.image, Int32(part.x - picture.origin.x),
        Int32(part.y - picture.origin.y), Int32(part.x - corner.x), Int32(part.y - corner.y), Int32(part.x - self.corner.x),
        Int32(part.y - self.corner.y), Int32(part.width), Int32(part.height))
      did(part.area)
    }
    if let even = unsafe even { unsafe pixman_image_unref(even) }
  }

  /// Replaces pixels by those of a bitmap, opacity included; nothing is laid over, transformed or rounded, only clipped.
  ///
  /// This is the way of caches to the screen; it moves whole rows. If the clip was narrowed to a path the bitmap is laid over
  /// what is there, through it. The blend mode does not count.
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
      target.copy(
        from: source, rect: part.moved(x: -dx, y: -dy), to: PixelPoint(x: part.x - corner.x, y: part.y - corner.y))
      did(part.area)
    }
  }

  private func drawPart(of source: Bitmap, _ rect: PixelRect, to origin: PixelPoint) {
    let visible = rect.intersection(PixelRect(source.size))
    saveState()
    state.blendMode = .normal
    state.clip = state.clip.intersection(visible.moved(x: origin.x - rect.x, y: origin.y - rect.y))
    draw(source, atPixel: PixelPoint(x: origin.x - rect.x, y: origin.y - rect.y))
    restoreState()
  }

  /// From a bitmap's pixels to a rectangle of pixels, turned and mirrored as a transform that keeps axes does it.
  static func place(of size: PixelSize, in pixels: PixelRect, turnedAs transform: AffineTransform) -> AffineTransform {
    let isTurned = transform.a == 0 && transform.d == 0 && !(transform.b == 0 && transform.c == 0)
    let width = Double(pixels.width) / Double(isTurned ? size.height : size.width)
    let height = Double(pixels.height) / Double(isTurned ? size.width : size.height)
    // What x and y of the bitmap become: positive, or from the other side.
    let across = isTurned ? transform.c : transform.a
    let down = isTurned ? transform.b : transform.d
    let x = across < 0 ? -width : width
    let y = down < 0 ? -height : height
    let left = Double(across < 0 ? pixels.maxX : pixels.x)
    let top = Double(down < 0 ? pixels.maxY : pixels.y)
    return isTurned
      ? AffineTransform(a: 0, b: y, c: x, d: 0, tx: left, ty: top) : AffineTransform(a: x, b: 0, c: 0, d: y, tx: left, ty: top)
  }

  private static func solidMask(_ opacity: Double) -> OpaquePointer? {
    var color = pixman_color_t()
    color.alpha = UInt16(opacity * 65535 + 0.5)
    return unsafe pixman_image_create_solid_fill(&color)
  }
}
