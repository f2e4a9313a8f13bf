internal import CEaselPixman
public import EaselGeometry

/// Things that are painted apart and come back as one.
extension Painter {
  /// Paints several things as if they were one: half-transparent as a whole, in the current blend mode, with one shadow.
  ///
  /// What `content` paints goes to a transparent bitmap and from there through the clip to the target, with the shadow under it. In
  /// the group blend modes begin at `normal`, and a clip to a path counts when the group comes back. Where nothing can show,
  /// `content` is not called. A group costs four bytes for each pixel of the box around the clip, and with a shadow of
  /// the box around all that may throw one into it; a shadow also makes some passes over it, however soft it is.
  ///
  /// - Parameters:
  ///   - opacity: from 0 to 1, applied to the whole.
  ///   - shadow: under all that the group covers.
  ///   - content: paints with this painter, whose states it restores if it saves any.
  /// - Throws: `RasterError.outOfMemory` if there is no memory for it; nothing was painted then.
  public func group(
    opacity: Double = 1, shadow: Shadow? = nil, _ content: (Painter) throws(RasterError) -> Void
  ) throws(RasterError) {
    guard let target, !state.clip.isEmpty, opacity > 0 || state.blendMode != .normal else { return }
    let clip = state.clip
    let plan = shadow.flatMap { ShadowPlan($0, state.transform) }
    let box = plan.map { clip.union($0.casters(for: clip)) } ?? clip
    let layer = try Bitmap(size: box.size, format: target.format == .alpha8 ? .alpha8 : .argb32)
    try paint(into: layer, of: box, isWhole: plan != nil, content)
    if let plan { try plan.lay(under: layer, of: box, within: clip, didWork: did) }
    draw(layer, atPixel: PixelPoint(x: box.x, y: box.y), opacity: max(opacity, 0))
  }

  /// - Parameter isWhole: whether all of the box is needed, whatever the clip.
  private func paint(
    into layer: Bitmap, of box: PixelRect, isWhole: Bool, _ content: (Painter) throws(RasterError) -> Void
  ) throws(RasterError) {
    let (target, corner, state, count) = (self.target, self.corner, self.state, savedCount)
    self.target = layer
    self.corner = PixelPoint(x: box.x, y: box.y)
    self.state.mask = nil
    self.state.blendMode = .normal
    if isWhole {
      self.state.region = [box]
      self.state.clip = box
    }
    defer {
      self.target = target
      self.corner = corner
      self.state = state
    }
    try content(self)
    precondition(savedCount == count, "A group restores the states that it saves.")
  }

  /// Lays a bitmap over the target pixel by pixel, whatever the transform; only the clip and the blend mode count.
  ///
  /// - Parameters:
  ///   - origin: where the bitmap's corner goes, in pixels of the target.
  ///   - opacity: from 0 to 1, applied to all of the bitmap.
  public func draw(_ bitmap: Bitmap, atPixel origin: PixelPoint, opacity: Double = 1) {
    let transform = state.transform
    state.transform = .identity
    draw(bitmap, at: Point(x: Double(origin.x), y: Double(origin.y)), opacity: opacity)
    state.transform = transform
  }
}
