internal import CEaselPixman
public import EaselGeometry

/// Coverage that is kept: it grows with a line, and colours are laid through it.
extension Painter {
  /// Raises each byte of the target to what a round line from one point to another covers of its pixel, if that is more.
  ///
  /// The target is a bitmap of bytes. As long as the transform keeps shapes, a line that was raised segment by segment, in any
  /// order and within any clips, has exactly the coverage with which `stroke(_:style:color:)` paints all of it at once: there
  /// too a pixel takes the greatest of what its segments give it. Under another transform neighbours do not join that well.
  /// Width 0 is a hairline, a line of length zero a dot; an end that is not a finite number makes it nothing.
  public func raise(from a: Point, to b: Point, width: Double) {
    guard let target, !state.clip.isEmpty, width >= 0, width.isFinite, a.isFinite, b.isFinite else { return }
    precondition(target.format == .alpha8, "Coverage is raised in a bitmap of bytes.")
    let span = SpanPainter(SolidBlender(raising: target, at: corner), clip: state.mask)
    guard width == 0 || state.transform.keepsShapes else {
      scratchPath.removeAll(keepingCapacity: true)
      scratchPath.move(to: a)
      scratchPath.addLine(to: b)
      return stroke(scratchPath, style: StrokeStyle(width: width), with: span)
    }
    var pen = beginRound(width: width)
    pen.move(to: a)
    pen.line(to: b)
    forEachClip(within: state.clip) { capsules.paint($0, with: span, didWork: did) }
  }

  /// Lays a colour over the pixels that a mask covers, as if a shape with this coverage were painted.
  ///
  /// It goes pixel by pixel, whatever the transform; only the clip counts.
  /// - Parameters:
  ///   - mask: a bitmap of bytes.
  ///   - origin: where the mask's corner goes, in pixels of the target.
  public func fill(mask: Bitmap, at origin: PixelPoint, color: Color) {
    precondition(mask.format == .alpha8, "A mask is a bitmap of bytes.")
    precondition(mask !== target, "A bitmap is not painted through itself.")
    guard let span = span(.color(color)) else { return }
    forEachClip(within: PixelRect(mask.size).moved(x: origin.x, y: origin.y)) { part in
      for y in part.y..<part.maxY {
        let row = unsafe mask.pixels + ((y - origin.y) * mask.stride + part.x - origin.x)
        unsafe span.blend(x: part.x, y: y, mask: row.assumingMemoryBound(to: UInt8.self), count: part.width)
      }
      did(part.area)
    }
  }

  /// Lays a colour over a rectangle as far as a mask covers it, which is stretched to fill the rectangle.
  ///
  /// The rectangle's edges and what lies between the mask's pixels are those of `draw(_:in:filter:opacity:)`, but where the transform
  /// turns rectangles the edges are soft by one pixel of the mask. Nothing is painted if there is no memory for a row.
  ///
  /// - Parameter mask: a bitmap of bytes.
  public func fill(mask: Bitmap, in rect: Rect, color: Color) {
    precondition(mask.format == .alpha8, "A mask is a bitmap of bytes.")
    precondition(mask !== target, "A bitmap is not painted through itself.")
    guard !rect.isEmpty, rect.isFinite, !state.clip.isEmpty, let span = span(.color(color)) else { return }
    let size = mask.size
    let transform = state.transform
    let pixels: PixelRect
    let place: AffineTransform
    if transform.keepsAxes {
      pixels = snapped(rect)
      place = Painter.place(of: size, in: pixels, turnedAs: transform)
    } else {
      let (x, y) = (rect.width / Double(size.width), rect.height / Double(size.height))
      place = AffineTransform(a: x, b: 0, c: 0, d: y, tx: rect.minX, ty: rect.minY).concatenating(transform)
      // Half a pixel of the mask beyond its edges is where interpolation ends.
      pixels = PixelRect(covering: transform.boundingBox(of: rect.insetBy(dx: -x, dy: -y)), scale: 1)
    }
    let picture = Picture(
      mask, place: place, spread: transform.keepsAxes ? .pad : .none, filter: .bilinear, canvas: canvas,
      visible: pixels.intersection(state.clip), didWork: did)
    guard let picture, let row = try? Bitmap(size: PixelSize(width: state.clip.width, height: 1), format: .alpha8) else {
      return
    }
    forEachClip(within: pixels) { part in
      for y in part.y..<part.maxY {
        picture.read(x: part.x, y: y, count: part.width, into: row)
        unsafe span.blend(x: part.x, y: y, mask: row.pixels.assumingMemoryBound(to: UInt8.self), count: part.width)
      }
      did(part.area)
    }
  }

  /// One colour everywhere, as pixman's image; the caller releases it.
  static func solid(_ color: Color) -> OpaquePointer? {
    let pixel = Pixel.premultiplied(color)
    func wide(_ shift: UInt32) -> UInt16 { UInt16(pixel >> shift & 0xFF) * 0x101 }
    var components = pixman_color_t(red: wide(16), green: wide(8), blue: wide(0), alpha: wide(24))
    return unsafe pixman_image_create_solid_fill(&components)
  }
}
