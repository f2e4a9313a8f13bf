internal import EaselGeometry
internal import EaselRaster

/// Paints view trees into a bitmap, as far as they lie in the damage.
final class ViewPainter {
  private let main = Painter()

  /// A painter that calls `whileBusy` after each view and, while much is painted, in the midst of views.
  init(whileBusy: @escaping () -> Void) {
    main.whileBusy = whileBusy
  }

  /// Paints windows, the lowest first.
  ///
  /// The damage is filled with black before them, so that nothing old stays, unless the lowest one covers it.
  func paint(_ windows: [Window], into bitmap: Bitmap, damage: borrowing Region, scale: Double) {
    main.begin(target: bitmap, transform: AffineTransform(scaleX: scale, y: scale), clip: damage)
    let painted = damage.bounds.points(scale: scale)
    if windows.first?.covers(painted) != true { main.fill(painted, color: .black) }
    for window in windows { paint(window, in: main) }
    main.end()
  }

  private func paint(_ view: View, in painter: Painter) {
    guard view.isShown else { return }
    painter.saveState()
    painter.concatenate(view.toSuperview)
    // Whole subtrees outside the damage are left out here.
    if painter.isVisible(view.extent) {
      if view.alpha < 1 { paintGroup(view, in: painter) } else { paintContent(of: view, in: painter) }
    }
    painter.restoreState()
  }

  private func paintContent(of view: View, in painter: Painter) {
    let bounds = view.storedBounds
    if view.storedClipsToBounds { painter.clip(to: bounds) }
    painter.saveState()
    painter.clip(to: bounds)
    let dirty = painter.clipBounds.intersection(bounds)
    if !dirty.isEmpty && !hidesContent(of: view, in: dirty) {
      if let color = view.storedBackgroundColor { painter.fill(bounds, color: color) }
      view.draw(dirty, in: painter)
      painter.whileBusy?()
    }
    painter.restoreState()
    for child in view.children { paint(child, in: painter) }
  }

  /// Whether a subview hides everything that the view itself shows inside a rectangle of its bounds.
  private func hidesContent(of view: View, in rect: Rect) -> Bool {
    var index = 0
    while index < view.children.count {
      // The view keeps its children.
      if withKept(view.children[index], { $0.covers(rect) }) { return true }
      index += 1
    }
    return false
  }

  /// Paints a translucent view with its subviews apart and lays the result over.
  ///
  /// So they do not show through each other; without memory for that the view is painted opaque.
  private func paintGroup(_ view: View, in painter: Painter) {
    painter.saveState()
    painter.clip(to: view.extent)
    do {
      try painter.group(opacity: view.alpha) { paintContent(of: view, in: $0) }
    } catch {
      paintContent(of: view, in: painter)
    }
    painter.restoreState()
  }
}
