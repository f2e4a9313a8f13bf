internal import EaselGeometry

extension View {
  /// Hidden, disabled and nearly transparent views take their subtree out; the last subview is asked first (HT-1, HT-6).
  func defaultHitTest(_ point: Point, with event: Event?) -> View? {
    guard !storedIsHidden, isUserInteractionEnabled, storedAlpha >= hitTestMinimumAlpha, isInvertible,
      self.point(inside: point, with: event)
    else { return nil }
    // By index and not over a copy, since an override may change the tree while it is asked.
    var index = children.count - 1
    while index >= 0 {
      if index < children.count {
        let child = children[index]
        if let hit = child.hitTest(child.fromSuperview(point), with: event) { return hit }
      }
      index -= 1
    }
    return self
  }

  /// K-22, as the application has set it (HT-2).
  private var hitTestMinimumAlpha: Double {
    storedAlpha >= 1 ? 0 : window?.application?.tuning.hitTestMinimumAlpha ?? GestureTuning().hitTestMinimumAlpha
  }
}
