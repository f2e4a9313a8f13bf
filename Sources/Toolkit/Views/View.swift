public import EaselGeometry
public import EaselRaster

/// A rectangle on screen that draws itself, holds other views and takes touches.
///
/// A view has its own space, in points, whose visible part is `bounds`; `frame` and `center` lie in its superview's (CO-2).
/// Subclasses override `draw(_:in:)` to draw, `layoutSubviews()` to place subviews, the touch methods to listen.
open class View: Responder {
  /// A view with its place in the superview's space.
  public init(frame: Rect = .zero) {
    storedBounds = Rect(origin: .zero, size: frame.size)
    storedCenter = frame.center
    super.init()
  }

  deinit {
    for child in children { child.up = BackReference() }
    for recognizer in recognizers { recognizer.home = BackReference() }
  }

  // The parts of a view's state are changed by the extension files that carry their names.
  var storedBounds: Rect
  var storedCenter: Point
  var storedTransform = AffineTransform.identity
  var storedAnchorPoint = Point(x: 0.5, y: 0.5)
  var children: [View] = []
  /// The superview; it is set and taken back where `children` changes, and in the superview's `deinit`.
  @safe @exclusivity(unchecked) nonisolated(unsafe) var up = BackReference<View>()
  var storedAlpha = 1.0
  var storedIsHidden = false
  var storedBackgroundColor: Color?
  var storedIsOpaque = false
  var storedClipsToBounds = false
  @safe @exclusivity(unchecked) var needsLayout = true
  /// Whether any view below this one needs layout; if it is set here, it is set in all superviews.
  @safe @exclusivity(unchecked) var subtreeNeedsLayout = false
  /// Bounds and what subviews show outside of them, in this view's space; nil while unknown.
  var cachedExtent: Rect?
  /// The recognizers of this view, which it owns (GR-1).
  var recognizers: [GestureRecognizer] = []
  /// Whether it ever had one (GR-3).
  var hasHadRecognizers = false
  /// The touches that go to this view, while there are any.
  @safe @exclusivity(unchecked) var touchGroup: TouchGroup?
  /// What the newest touch on this view was like, to count taps (TO-11).
  var tapRecord: TapRecord?

  /// Whether the view and its subviews can be hit (HT-1).
  open var isUserInteractionEnabled = true
  /// Whether the view gets more than its first touch (TD-19, TD-20).
  open var isMultipleTouchEnabled = false
  /// Whether touches on this view and on others of its window shut each other out (TD-21).
  open var isExclusiveTouch = false

  /// The superview, or for a window the application (RC-1).
  open override var next: Responder? { up.object }

  override var owningWindow: Window? { window }

  // MARK: To be overridden

  /// Draws the part of the view that lies in `rect`; the default draws nothing.
  ///
  /// - Parameters:
  ///   - rect: what must be drawn, in this view's space: the box around the damage. Drawing more is harmless.
  ///   - painter: is clipped to the damage and to the bounds, and its space is this view's. It must not be kept.
  open func draw(_ rect: Rect, in painter: Painter) {}

  /// Places the subviews; called before painting if `setNeedsLayout()` was called or the size has changed.
  open func layoutSubviews() {}

  /// The size that the view would like to have inside `size`; the default is the size that it has.
  ///
  /// - Parameter size: in points; an extent of 0 or less is no limit.
  open func sizeThatFits(_ size: Size) -> Size { storedBounds.size }

  /// The size of what the view shows, where that has one; by default `noIntrinsicMetric` in both directions.
  open var intrinsicContentSize: Size { Size(width: View.noIntrinsicMetric, height: View.noIntrinsicMetric) }

  /// The view that a touch at a point of this view's space goes to, or nil (HT-1); may be called more often than once.
  open func hitTest(_ point: Point, with event: Event?) -> View? {
    defaultHitTest(point, with: event)
  }

  /// Whether a point of this view's space counts as inside; by default the half-open bounds (HT-3).
  open func point(inside point: Point, with event: Event?) -> Bool {
    storedBounds.contains(point)
  }

  /// Called before the view goes into a superview, or out of the one it has.
  open func willMove(toSuperview newSuperview: View?) {}
  /// Called after the view has gone into a superview, or out of the one it had.
  open func didMoveToSuperview() {}
  /// Called before the view goes into a window, or out of the one it has.
  open func willMove(toWindow newWindow: Window?) {}
  /// Called after the view has gone into a window, or out of the one it had.
  open func didMoveToWindow() {}
  /// Called after a subview was added.
  open func didAddSubview(_ subview: View) {}
  /// Called before a subview goes.
  open func willRemoveSubview(_ subview: View) {}

  /// Whether a recognizer may take touches of this view or of what is in it; asked before the recognizer's delegate (DG-3).
  open func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool { true }

  // MARK: Windows

  /// The window that the view is in; walks up the tree.
  public var window: Window? {
    up.use(\.window) ?? asWindow
  }

  /// Called after `isHidden` has changed.
  func visibilityDidChange() {}

  /// This view as a window, without a cast.
  var asWindow: Window? { nil }
}
