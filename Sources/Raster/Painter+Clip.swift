public import EaselGeometry

extension Painter {
  /// Narrows the clip to a rectangle, snapped as a filled one would be; under a transform that turns rectangles, to the
  /// pixels of the box around it.
  public func clip(to rect: Rect) {
    state.clip = state.clip.intersection(snapped(rect))
  }

  /// Narrows the clip to the pixels of some rectangles, each snapped as a filled one would be.
  public func clip(to rects: [Rect]) {
    var pixels = Region()
    for rect in rects { pixels.formUnion(snapped(rect)) }
    clip(to: pixels)
  }

  /// Narrows the clip to a region in pixels of the target, whatever the transform.
  public func clip(to pixels: borrowing Region) {
    var narrowed = Region()
    for rect in state.region { narrowed.formUnion(rect) }
    narrowed.formIntersection(pixels)
    state.region.removeAll(keepingCapacity: true)
    narrowed.forEachRect { state.region.append($0) }
    state.clip = state.clip.intersection(narrowed.bounds)
  }

  /// Narrows the clip to the inside of a path; where an edge goes through a pixel, what is painted there shows in part.
  ///
  /// Costs a byte for each pixel of the box around what is left, and one more pass over all that is painted through it.
  /// - Throws: `RasterError.outOfMemory` if there is no memory for them; the clip is empty then.
  public func clip(to path: Path, rule: FillRule = .nonZero) throws(RasterError) {
    let transform = state.transform
    var box = PointBox()
    path.forEachStep(transform: transform, tolerance: Path.tolerance) { step in
      if let point = step.point { box.add(transform.apply(point)) }
    }
    let all = state.clip
    // A little more, as corners are rounded; what is not finite may be anywhere.
    let pixels = box.rect.isFinite ? PixelRect(covering: box.rect.insetBy(dx: -0.01, dy: -0.01), scale: 1) : all
    let kept = all.intersection(pixels)
    state.clip = .zero
    guard !kept.isEmpty else { return }
    let bitmap = try Bitmap(size: kept.size, format: .alpha8)
    let corner = PixelPoint(x: kept.x, y: kept.y)
    let span = SpanPainter(SolidBlender(bitmap, at: corner, color: .black), clip: state.mask)
    state.clip = kept
    area.begin(clip: kept)
    addEdges(of: path)
    area.paint(kept, rule: rule, with: span, didWork: did)
    state.mask = ClipMask(bitmap, box: kept)
  }
}
