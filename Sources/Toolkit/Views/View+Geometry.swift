public import EaselGeometry
internal import EaselPlatform

extension View {
  /// The visible rectangle in this view's own space; a moved origin scrolls the content (CO-2).
  public var bounds: Rect {
    get { storedBounds }
    set { changeGeometry { storedBounds = newValue } }
  }

  /// Where the anchor point lies in the superview's space.
  public var center: Point {
    get { storedCenter }
    set { changeGeometry { storedCenter = newValue } }
  }

  /// How the view is turned and scaled about its anchor point, and moved (CO-3).
  public var transform: AffineTransform {
    get { storedTransform }
    set { changeGeometry { storedTransform = newValue } }
  }

  /// The point that `center` places and `transform` turns about, in units of the bounds; the middle by default.
  public var anchorPoint: Point {
    get { storedAnchorPoint }
    set { changeGeometry { storedAnchorPoint = newValue } }
  }

  /// The view's place in the superview's space: the box around the transformed bounds (CO-5).
  ///
  /// Setting it with another transform than the identity sizes the bounds by the inverse map and moves the box's corner
  /// to the frame's (CO-6).
  public var frame: Rect {
    get {
      guard storedTransform.isIdentity else { return toSuperview.boundingBox(of: storedBounds) }
      return Rect(
        x: storedCenter.x - storedAnchorPoint.x * storedBounds.width,
        y: storedCenter.y - storedAnchorPoint.y * storedBounds.height,
        width: storedBounds.width, height: storedBounds.height)
    }
    set { changeGeometry { place(newValue) } }
  }

  /// The map from this view's space to the superview's (CO-3).
  var toSuperview: AffineTransform {
    let anchor = anchorInBounds
    let t = storedTransform
    guard !t.isIdentity else {
      return AffineTransform(translationX: storedCenter.x - anchor.x, y: storedCenter.y - anchor.y)
    }
    let moved = t.applyLinear(anchor)
    return AffineTransform(
      a: t.a, b: t.b, c: t.c, d: t.d, tx: storedCenter.x + t.tx - moved.x, ty: storedCenter.y + t.ty - moved.y)
  }

  /// A point of the superview's space in this view's; the anchor if the transform cannot be inverted (CO-4).
  func fromSuperview(_ point: Point) -> Point {
    let anchor = anchorInBounds
    let t = storedTransform
    let offset = Point(x: point.x - storedCenter.x - t.tx, y: point.y - storedCenter.y - t.ty)
    guard !t.isTranslation else { return Point(x: offset.x + anchor.x, y: offset.y + anchor.y) }
    guard let inverse = t.inverse else { return anchor }
    return inverse.applyLinear(offset) + anchor
  }

  /// Whether points of the superview have a place in this view (CO-4).
  var isInvertible: Bool { storedTransform.isTranslation || storedTransform.inverse != nil }

  private var anchorInBounds: Point {
    Point(
      x: storedBounds.minX + storedAnchorPoint.x * storedBounds.width,
      y: storedBounds.minY + storedAnchorPoint.y * storedBounds.height)
  }

  private func place(_ frame: Rect) {
    guard !storedTransform.isIdentity else {
      storedBounds.size = frame.size
      storedCenter = Point(
        x: frame.minX + storedAnchorPoint.x * frame.width, y: frame.minY + storedAnchorPoint.y * frame.height)
      return
    }
    window?.application?.log.once(
      "frame-transform", .debug, "A frame was set on a view whose transform is not the identity.")
    if let inverse = storedTransform.inverse {
      let size = inverse.applyLinear(Point(x: frame.width, y: frame.height))
      storedBounds.size = Size(width: size.x.magnitude, height: size.y.magnitude)
    }
    let box = toSuperview.boundingBox(of: storedBounds)
    storedCenter += Point(x: frame.minX - box.minX, y: frame.minY - box.minY)
  }

  /// Marks what the view covered and what it covers then; a changed size lays out its subviews again.
  private func changeGeometry(_ change: () -> Void) {
    let size = storedBounds.size
    setNeedsDisplayInSuperview()
    change()
    invalidateExtent()
    setNeedsDisplayInSuperview()
    if storedBounds.size != size { setNeedsLayout() }
  }
}
