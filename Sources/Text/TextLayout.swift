public import EaselGeometry

/// Text in one font, laid out in lines: a value that never changes, to be measured, painted, and asked for carets.
///
/// Its box begins at the origin; lines stand in its width as their alignment says. A paragraph ends at a newline and runs as its first
/// letter does. Blanks at the end of a wrapped line take no room. Lengths are in points and do not depend on the scale.
/// Making one costs some tenths of a microsecond a letter whose word was shaped before in this typeface, and 10 µs one that was not.
public final class TextLayout {
  /// The most scalars of a layout; what comes after them is left out.
  ///
  /// A longer text is a layout a paragraph.
  public static let maximumLength = 100_000

  /// What was asked for.
  public let text: String
  /// The font.
  public let font: Font
  /// How lines are made.
  public let style: ParagraphStyle
  /// From the top, at least one.
  public let lines: [Line]
  /// The width of the widest line, and the height of all.
  public let size: Size
  /// Whether some of the text is in no line.
  public let isTruncated: Bool

  /// From the top of one line to that of the next.
  let pitch: Double

  /// A line and its place.
  public struct Line {
    /// The letters.
    public let line: TextLine
    /// The upper left corner of its box, from that of the layout's.
    public let origin: Point
    /// What it shows of the text, with the blanks or the newline at its end.
    public let range: Range<String.Index>
    /// Where that lies among the bytes of the text.
    let bytes: Range<Int>
    /// Whether the paragraph goes on in the next line.
    let isWrapped: Bool
    /// The bytes of the text for which an ellipsis stands.
    let hidden: Range<Int>?
  }

  /// Lays out a text; it may hold anything.
  ///
  /// - Parameters:
  ///   - size: the room. What is no number counts as infinite, what is negative as 0; a line has at least one Character, and there
  ///     is at least one line, whatever the room.
  ///   - numberOfLines: the most lines; 0 means any number.
  /// - Throws: `FontError`, if there is no font, a library is missing, or the text cannot be shaped.
  public init(
    _ text: String, font: Font, style: ParagraphStyle = ParagraphStyle(),
    size: Size = Size(width: .infinity, height: .infinity), numberOfLines: Int = 0
  ) throws(FontError) {
    self.text = text
    self.font = font
    self.style = style
    let metrics = try font.lineMetrics()
    let spacing = style.lineSpacing > 0 && style.lineSpacing.isFinite ? style.lineSpacing : 0
    pitch = metrics.lineHeight + spacing
    let width = size.width.isNaN ? .infinity : max(0, size.width)
    let fitting = TextLayout.lineCount(in: size.height, pitch: pitch, spacing: spacing)
    let count = numberOfLines > 0 ? min(numberOfLines, fitting) : fitting
    var filler = LineFiller(text, font: font, mode: style.lineBreakMode, width: width, limit: count)
    try filler.fill()
    let widest = filler.lines.reduce(0) { max($0, $1.line.size.width) }
    let room = width.isFinite ? width : widest
    var lines: [Line] = []
    lines.reserveCapacity(filler.lines.count)
    for made in filler.lines {
      let x = TextLayout.start(of: made.line, in: room, style.alignment)
      let range = text.index(atByte: made.bytes.lowerBound)..<text.index(atByte: made.bytes.upperBound)
      lines.append(
        Line(
          line: made.line, origin: Point(x: x, y: Double(lines.count) * pitch), range: range, bytes: made.bytes,
          isWrapped: made.isWrapped, hidden: made.hidden))
    }
    self.lines = lines
    isTruncated = filler.isTruncated
    self.size = Size(width: widest, height: Double(lines.count) * pitch - spacing)
  }

  private static func lineCount(in height: Double, pitch: Double, spacing: Double) -> Int {
    guard height < 1e9, pitch > 0 else { return .max }
    // A room that was measured for so many lines has them, whatever was rounded.
    let count = ((height + spacing) / pitch + 1e-6).rounded(.down)
    return count < 1 ? 1 : Int(min(count, 1e9))
  }

  private static func start(of line: TextLine, in width: Double, _ alignment: TextAlignment) -> Double {
    let free = width - line.size.width
    return switch alignment {
    case .left: 0
    case .center: free / 2
    case .right: free
    case .leading: line.isRightToLeft ? free : 0
    case .trailing: line.isRightToLeft ? 0 : free
    }
  }

  /// The numbers of the lines that lie between two heights, and of one more on each side, since letters reach beyond.
  func lines(from top: Double, to bottom: Double) -> Range<Int> {
    guard pitch > 0, top <= bottom else { return 0..<(pitch > 0 ? 0 : lines.count) }
    let last = Double(lines.count)
    let low = min(max(0, (top / pitch).rounded(.down) - 1), last)
    let high = min(max(low, (bottom / pitch).rounded(.up) + 1), last)
    return Int(low)..<Int(high)
  }
}
