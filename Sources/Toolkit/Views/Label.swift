public import EaselGeometry
internal import EaselPlatform
public import EaselRaster
public import EaselText

/// A view that shows one line of text; touches go past it (HT-15).
///
/// Text that is wider than the bounds ends with an ellipsis; it stands in the middle of their height. Where there is no font the
/// label is empty, and the application's log says once why.
open class Label: View {
  /// Where in its width a label's text stands.
  public enum TextAlignment: Sendable {
    /// At the left edge.
    case left
    /// In the middle.
    case center
    /// At the right edge.
    case right
  }

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

  /// Where in the width the text stands.
  public var textAlignment = TextAlignment.left {
    didSet { if textAlignment != oldValue { setNeedsDisplay() } }
  }

  /// The whole text, shaped, or why it cannot be; nil until somebody asks, so that a label that is never seen loads no font.
  private var whole: Result<TextLine, FontError>?
  /// The part of it that fits, and the width that it fits.
  private var fitting: (line: TextLine, width: Double)?

  /// An empty label with its place in the superview's space.
  public override init(frame: Rect = .zero) {
    super.init(frame: frame)
    isUserInteractionEnabled = false
  }

  /// The size of the text, in whole points; a label without text has the height of a line.
  open override var intrinsicContentSize: Size {
    guard let size = try? wholeLine().size else { return .zero }
    return Size(width: size.width.rounded(.up), height: size.height.rounded(.up))
  }

  /// The size of the text, but not wider than `size` unless that has no width.
  open override func sizeThatFits(_ size: Size) -> Size {
    let content = intrinsicContentSize
    return Size(width: size.width > 0 ? min(content.width, size.width) : content.width, height: content.height)
  }

  open override func draw(_ rect: Rect, in painter: Painter) {
    guard text?.isEmpty == false else { return }
    do throws(FontError) {
      let line = try fittingLine()
      let free = bounds.width - line.size.width
      let x =
        switch textAlignment {
        case .left: 0.0
        case .center: free / 2
        case .right: free
        }
      let origin = Point(x: bounds.minX + x, y: bounds.minY + (bounds.height - line.size.height) / 2)
      painter.draw(line, at: origin, color: textColor)
    } catch {
      window?.application?.log.once("font: \(error)", .error, "\(error)")
    }
  }

  private func lineDidChange() {
    whole = nil
    fitting = nil
    setNeedsDisplay()
  }

  private func wholeLine() throws(FontError) -> TextLine {
    if let whole { return try whole.get() }
    let made = Result { () throws(FontError) in try TextLine(text ?? "", font: font) }
    whole = made
    return try made.get()
  }

  private func fittingLine() throws(FontError) -> TextLine {
    if let fitting, fitting.width == bounds.width { return fitting.line }
    let line = try wholeLine().elided(toWidth: bounds.width)
    fitting = (line, bounds.width)
    return line
  }
}
