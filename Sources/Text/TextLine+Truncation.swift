internal import EaselGeometry

extension TextLine {
  /// Where a line that is too wide is cut.
  public enum Truncation: Sendable {
    /// Its beginning is left out.
    case head
    /// What is left out lies between its beginning and its end.
    case middle
    /// Its end is left out.
    case tail
  }

  /// The same line, or as much of it as fits, with an ellipsis for the rest, if it is wider than `width`.
  ///
  /// Blanks beside the ellipsis are left out too. Where not even the ellipsis fits there is no text at all.
  ///
  /// - Throws: as the making of a line.
  public func truncated(toWidth width: Double, at truncation: Truncation = .tail) throws(FontError) -> TextLine {
    guard size.width > width else { return self }
    let paragraph = try Paragraph(text.beginning(scalars: TextLine.maximumLength), font: font)
    return try TruncatedLine(paragraph, 0..<paragraph.count, width: width, at: truncation).line
  }
}

/// A line with an ellipsis for what does not fit.
struct TruncatedLine {
  let line: TextLine
  /// The bytes of the paragraph for which the ellipsis stands.
  let hidden: Range<Int>
  /// Where the ellipsis stands among the bytes of the line; nil if not even it fits.
  let ellipsis: Int?

  /// Shows as much of a part of a paragraph as fits, and the ellipsis in any case.
  ///
  /// - Throws: `FontError`.
  init(_ paragraph: Paragraph, _ part: Range<Int>, width: Double, at truncation: TextLine.Truncation) throws(FontError) {
    let base = paragraph.baseLevel
    let room = width - (try TextLine("…", font: paragraph.font).size.width)
    guard room >= 0 else {
      line = try TextLine(Paragraph("", font: paragraph.font, base: base), 0..<0)
      hidden = paragraph.offsets[part.lowerBound]..<paragraph.offsets[part.upperBound]
      ellipsis = nil
      return
    }
    var cut = TruncatedLine.cut(paragraph, part, room: room, at: truncation)
    var excess = 1
    while true {
      TruncatedLine.strip(&cut, of: paragraph, in: part)
      let text = "\(paragraph.text(part.lowerBound..<cut.lowerBound))…\(paragraph.text(cut.upperBound..<part.upperBound))"
      let whole = try Paragraph(text, font: paragraph.font, base: base)
      let made = try TextLine(whole, 0..<whole.count)
      // Letters that join take another shape at an end, so the sum may be off by a little.
      if made.size.width <= width || cut == part {
        line = made
        hidden = paragraph.offsets[cut.lowerBound]..<paragraph.offsets[cut.upperBound]
        ellipsis = hidden.lowerBound - paragraph.offsets[part.lowerBound]
        return
      }
      cut = TruncatedLine.widen(cut, by: excess, in: part)
      excess *= 2
    }
  }

  /// What is left out so that the widths of the rest add up to no more than the room.
  private static func cut(
    _ paragraph: Paragraph, _ part: Range<Int>, room: Double, at truncation: TextLine.Truncation
  ) -> Range<Int> {
    var (low, high) = (part.lowerBound, part.upperBound)
    var (head, tail) = (0.0, 0.0)
    while low < high {
      let takesHead =
        switch truncation {
        case .tail: true
        case .head: false
        case .middle: head <= tail
        }
      let width = paragraph.widths[takesHead ? low : high - 1]
      guard head + tail + width <= room else { break }
      if takesHead {
        head += width
        low += 1
      } else {
        tail += width
        high -= 1
      }
    }
    return low..<high
  }

  private static func strip(_ cut: inout Range<Int>, of paragraph: Paragraph, in part: Range<Int>) {
    var (low, high) = (cut.lowerBound, cut.upperBound)
    while low > part.lowerBound, paragraph.blanks[low - 1] { low -= 1 }
    while high < part.upperBound, paragraph.blanks[high] { high += 1 }
    cut = low..<high
  }

  /// Leaves out more, on the side that has more.
  private static func widen(_ cut: Range<Int>, by count: Int, in part: Range<Int>) -> Range<Int> {
    let (head, tail) = (cut.lowerBound - part.lowerBound, part.upperBound - cut.upperBound)
    if head >= tail { return max(part.lowerBound, cut.lowerBound - count)..<cut.upperBound }
    return cut.lowerBound..<min(part.upperBound, cut.upperBound + count)
  }
}
