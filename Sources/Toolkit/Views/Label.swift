public import EaselGeometry
internal import EaselPlatform
public import EaselRaster
public import EaselText

/// A view that shows text, on one line or on several; touches go past it (HT-15).
///
/// Text that has no room is shown as `lineBreakMode` says; it stands in the middle of the bounds' height. Where there is no font the
/// label is empty, and the application's log says once why. A label that is painted again unchanged has its lines and
/// their pixels from the last time.
open class Label: View {
  /// The size of text that nobody has chosen, in points.
  public static let defaultFontSize = 17.0

  /// What is shown; control characters count as blanks.
  public var text: String? {
    didSet { if text != oldValue { lineDidChange() } }
  }

  /// The font, by default the system's at 17 points.
  public var font = Font.systemFont(ofSize: Label.defaultFontSize) {
    didSet { if font != oldValue { lineDidChange() } }
  }

  /// The colour of letters that have none of their own.
  public var textColor = Color.black {
    didSet { if textColor != oldValue { setNeedsDisplay() } }
  }

  /// Where in the width the text stands; by default where its paragraph begins.
  public var textAlignment = TextAlignment.leading {
    didSet { if textAlignment != oldValue { lineDidChange() } }
  }

  /// What becomes of text that has no room; by default it ends with an ellipsis.
  public var lineBreakMode = LineBreakMode.byTruncatingTail {
    didSet { if lineBreakMode != oldValue { lineDidChange() } }
  }

  /// The most lines, 1 by default; 0 means as many as the height has room for.
  public var numberOfLines = 1 {
    didSet { if numberOfLines != oldValue { lineDidChange() } }
  }

  /// The text in its bounds, and their size, or why there is none; nil until it is painted, so that a label that is never seen
  /// loads no font.
  private var shown: (layout: Result<TextLayout, FontError>, size: Size)?

  /// An empty label with its place in the superview's space.
  public override init(frame: Rect = .zero) {
    super.init(frame: frame)
    isUserInteractionEnabled = false
  }

  /// The size of the text without a bound for its width, in whole points; a label without text has the height of a line.
  open override var intrinsicContentSize: Size { sizeThatFits(.zero) }

  /// The size of the text in whole points, but not wider than `size` unless that has no width.
  open override func sizeThatFits(_ size: Size) -> Size {
    let width = size.width > 0 ? size.width : .infinity
    guard let fitting = try? layout(in: Size(width: width, height: .infinity)) else { return .zero }
    let wanted = fitting.isTruncated && width.isFinite ? width : fitting.size.width.rounded(.up)
    return Size(width: min(width, wanted), height: fitting.size.height.rounded(.up))
  }

  open override func draw(_ rect: Rect, in painter: Painter) {
    guard text?.isEmpty == false else { return }
    do throws(FontError) {
      let layout = try fittingLayout()
      let origin = Point(x: bounds.minX, y: bounds.minY + (bounds.height - layout.size.height) / 2)
      painter.draw(layout, at: origin, color: textColor)
    } catch {
      window?.application?.log.once("font: \(error)", .error, "\(error)")
    }
  }

  private func lineDidChange() {
    shown = nil
    setNeedsDisplay()
  }

  private func fittingLayout() throws(FontError) -> TextLayout {
    let size = bounds.size
    if let shown, shown.size == size { return try shown.layout.get() }
    let made = Result { () throws(FontError) in try layout(in: size) }
    shown = (made, size)
    return try made.get()
  }

  private func layout(in size: Size) throws(FontError) -> TextLayout {
    let style = ParagraphStyle(alignment: textAlignment, lineBreakMode: lineBreakMode)
    return try TextLayout(text ?? "", font: font, style: style, size: size, numberOfLines: max(0, numberOfLines))
  }
}
