public import EaselGeometry

extension View {
  /// The colour under everything that the view draws; nil for none.
  public var backgroundColor: Color? {
    get { storedBackgroundColor }
    set {
      guard storedBackgroundColor != newValue else { return }
      storedBackgroundColor = newValue
      setNeedsDisplay()
    }
  }

  /// Whether `draw(_:in:)`, or the background colour, gives every pixel inside the bounds a colour that lets nothing through.
  ///
  /// Then what lies behind the view is not painted where the view hides it. A view that says so and leaves pixels out shows there
  /// what the buffer had before. By default false; an opaque `backgroundColor` needs no word.
  public var isOpaque: Bool {
    get { storedIsOpaque }
    set {
      guard storedIsOpaque != newValue else { return }
      storedIsOpaque = newValue
      setNeedsDisplay()
    }
  }

  /// The opacity of the view with all its subviews, as one picture: 0 is invisible, 1 opaque.
  ///
  /// A value between costs a bitmap of the damaged part at each paint.
  public var alpha: Double {
    get { storedAlpha }
    set { changeVisibility { storedAlpha = newValue == newValue ? min(1, max(0, newValue)) : 0 } }
  }

  /// Whether neither the view nor its subviews are shown or hit; touches in progress go on (TD-26).
  public var isHidden: Bool {
    get { storedIsHidden }
    set {
      guard storedIsHidden != newValue else { return }
      changeVisibility { storedIsHidden = newValue }
      visibilityDidChange()
    }
  }

  /// Whether subviews are shown only inside the bounds; has no influence on hit-testing (HT-4).
  ///
  /// Where a transform turns the view, they are cut to the upright box around the bounds.
  public var clipsToBounds: Bool {
    get { storedClipsToBounds }
    set {
      guard storedClipsToBounds != newValue else { return }
      changeVisibility { storedClipsToBounds = newValue }
    }
  }

  /// Whether anything of the view is shown, as far as it depends on itself.
  var isShown: Bool { !storedIsHidden && storedAlpha > 0 }

  /// Whether nothing behind the view can be seen inside a rectangle of its superview, or of the surface for a window.
  func covers(_ rect: Rect) -> Bool {
    guard isShown, storedAlpha >= 1, storedIsOpaque || storedBackgroundColor?.alpha == 1, storedTransform.isIdentity else {
      return false
    }
    return frame.union(rect) == frame
  }

  private func changeVisibility(_ change: () -> Void) {
    setNeedsDisplayInSuperview()
    change()
    invalidateExtent()
    setNeedsDisplayInSuperview()
  }
}
