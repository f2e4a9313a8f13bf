extension View {
  /// Asks for `layoutSubviews()` before the next frame.
  public func setNeedsLayout() {
    needsLayout = true
    markLayoutPath()
  }

  /// Lays out this view and everything below it now, as far as it was asked for.
  public func layoutIfNeeded() {
    // A layout may ask for another one; views that never come to rest are left for the next frame.
    var rounds = 0
    while needsLayout || subtreeNeedsLayout, rounds < 10 {
      layoutOnce()
      rounds += 1
    }
  }

  /// Tells the superviews that something below them needs layout.
  func markLayoutPath() {
    _ = up.use { parent in
      guard !parent.subtreeNeedsLayout else { return }
      parent.subtreeNeedsLayout = true
      parent.markLayoutPath()
    }
  }

  private func layoutOnce() {
    if needsLayout {
      needsLayout = false
      layoutSubviews()
    }
    guard subtreeNeedsLayout else { return }
    subtreeNeedsLayout = false
    for child in children { child.layoutOnce() }
  }
}
