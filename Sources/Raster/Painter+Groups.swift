public import EaselGeometry

extension Painter {
  /// Lays a bitmap over the target pixel by pixel, whatever the transform; only the clip counts.
  ///
  /// This is how a group that was painted apart comes back.
  /// - Parameters:
  ///   - origin: where the bitmap's corner goes, in pixels of the target.
  ///   - opacity: from 0 to 1, applied to all of the bitmap.
  public func draw(_ bitmap: Bitmap, atPixel origin: PixelPoint, opacity: Double = 1) {
    saveState()
    state.transform = .identity
    draw(bitmap, at: Point(x: Double(origin.x), y: Double(origin.y)), opacity: opacity)
    restoreState()
  }
}
