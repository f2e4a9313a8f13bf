internal import EaselGeometry

/// Fills lines with a text, one paragraph after the other, until it ends or there is no room.
struct LineFiller {
  /// A line whose place is not known yet.
  struct Made {
    var line: TextLine
    /// Of the text, with the blanks or the newline at the end.
    var bytes: Range<Int>
    /// Whether the paragraph goes on.
    var isWrapped: Bool
    /// The bytes of the text for which an ellipsis stands.
    var hidden: Range<Int>?
  }

  private(set) var lines: [Made] = []
  /// Whether some of the text is in no line.
  private(set) var isTruncated = false
  private let whole: String
  /// The part of it that is looked at.
  private let text: String
  private let font: Font
  private let mode: LineBreakMode
  private let width: Double
  private let limit: Int
  private let end: Int
  private let wholeEnd: Int

  /// - Parameter limit: the most lines.
  init(_ text: String, font: Font, mode: LineBreakMode, width: Double, limit: Int) {
    let scalars = limit < TextLayout.maximumLength / TextLine.maximumLength ? limit * TextLine.maximumLength : .max
    var taken = text.beginning(scalars: min(scalars, TextLayout.maximumLength))
    taken.makeContiguousUTF8()
    self.text = taken
    self.font = font
    self.mode = mode
    self.width = width
    self.limit = max(1, limit)
    end = taken.utf8.count
    wholeEnd = text.utf8.count
    whole = text
  }

  /// Makes the lines.
  ///
  /// - Throws: `FontError`.
  mutating func fill() throws(FontError) {
    var start = 0
    while true {
      let (content, next) = paragraph(at: start)
      try fill(content, start: start, next: next)
      if lines.count == limit || next == start + content.utf8.count { break }
      start = next
    }
    let shown = lines.last.map { $0.hidden == nil ? $0.bytes.upperBound : wholeEnd } ?? 0
    isTruncated = shown < wholeEnd || lines.last?.hidden != nil
  }

  /// The paragraph that begins at a byte, without its newline, and where the next one begins.
  private func paragraph(at start: Int) -> (content: String, next: Int) {
    let rest = text[text.index(atByte: start)...]
    guard let newline = rest.firstIndex(where: \.isNewline) else { return (String(rest), end) }
    return (String(rest[..<newline]), text.byteOffset(of: text.index(after: newline)))
  }

  private mutating func fill(_ content: String, start: Int, next: Int) throws(FontError) {
    let paragraph = try Paragraph(content, font: font)
    let wraps = mode != .byClipping && !(mode.truncation != nil && limit == 1)
    let breaks = wraps && mode != .byCharWrapping && width < .infinity ? LineBreaks.opportunities(in: content) : []
    var first = 0
    repeat {
      var last = wraps ? lineEnd(of: paragraph, from: first, breaks: breaks) : paragraph.count
      if lines.count + 1 == limit, let truncation = mode.truncation {
        let isWhole = last == paragraph.count && next >= wholeEnd && next == start + content.utf8.count
        if !isWhole || sum(of: paragraph, first..<last) > width {
          return try truncate(paragraph, first, start: start, next: next, at: truncation)
        }
      }
      let line = try shape(paragraph, first, &last, mayShrink: wraps)
      let bytes = start + paragraph.offsets[first]..<(last == paragraph.count ? next : start + paragraph.offsets[last])
      lines.append(Made(line: line, bytes: bytes, isWrapped: last < paragraph.count, hidden: nil))
      first = last
    } while first < paragraph.count && lines.count < limit
  }

  /// Makes a line; where a word is broken its letters may take a wider shape, and the line ends before.
  private func shape(_ paragraph: Paragraph, _ first: Int, _ last: inout Int, mayShrink: Bool) throws(FontError) -> TextLine {
    while true {
      let end = visibleEnd(of: paragraph, first..<last)
      // A line that is not wrapped may be any number of scalars long; no screen shows as many.
      let line = try TextLine(paragraph, first..<min(end, first + TextLine.maximumLength))
      guard mayShrink, line.size.width > width + tolerance, end - first > 1 else { return line }
      last = end - 1
    }
  }

  /// What the sum of widths may be off by, as numbers are rounded.
  private var tolerance: Double { 1e-6 * max(1, font.pointSize) }

  /// Where the line ends that begins at a Character; blanks behind it are its own.
  private func lineEnd(of paragraph: Paragraph, from first: Int, breaks: [Bool]) -> Int {
    let room = width + tolerance
    var pen = 0.0
    var best: Int?
    var index = first
    while index < paragraph.count {
      let isBlank = paragraph.blanks[index]
      let isFull = index - first >= TextLine.maximumLength || !isBlank && pen + paragraph.widths[index] > room
      if isFull, index > first { return best ?? index }
      pen += paragraph.widths[index]
      index += 1
      if breaks.isEmpty ? mode == .byCharWrapping && !isBlankNext(paragraph, index) : breaks[index - 1] { best = index }
    }
    return index
  }

  private func isBlankNext(_ paragraph: Paragraph, _ index: Int) -> Bool {
    index < paragraph.count && paragraph.blanks[index]
  }

  /// Leaves out the blanks at the end of a line if the paragraph goes on.
  private func visibleEnd(of paragraph: Paragraph, _ line: Range<Int>) -> Int {
    var end = line.upperBound
    guard end < paragraph.count else { return end }
    while end > line.lowerBound, paragraph.blanks[end - 1] { end -= 1 }
    return end
  }

  private func sum(of paragraph: Paragraph, _ part: Range<Int>) -> Double {
    paragraph.widths[part].reduce(0, +) - tolerance
  }

  /// Adds a last line that stands for all the rest.
  private mutating func truncate(
    _ paragraph: Paragraph, _ first: Int, start: Int, next: Int, at truncation: TextLine.Truncation
  ) throws(FontError) {
    let from = start + paragraph.offsets[first]
    if truncation == .tail {
      let cut = try TruncatedLine(paragraph, first..<paragraph.count, width: width, at: .tail)
      let hidden = start + cut.hidden.lowerBound..<wholeEnd
      return lines.append(Made(line: cut.line, bytes: from..<wholeEnd, isWrapped: false, hidden: hidden))
    }
    // The end of the text is shown, whatever paragraph it is of; of what lies between nothing need be known.
    let rest = String(whole[whole.index(atByte: from)...])
    let head = rest.beginning(scalars: TextLine.maximumLength)
    let tail = rest.utf8.count == head.utf8.count ? "" : rest.ending(scalars: TextLine.maximumLength)
    let isGap = !tail.isEmpty && head.utf8.count + tail.utf8.count < rest.utf8.count
    let known = isGap || tail.isEmpty ? head + tail : rest
    let joined = try Paragraph(known, font: font, base: paragraph.baseLevel)
    let cut = try TruncatedLine(joined, 0..<joined.count, width: width, at: truncation)
    let skipped = rest.utf8.count - known.utf8.count
    let hidden = from + cut.hidden.lowerBound..<from + cut.hidden.upperBound + skipped
    lines.append(Made(line: cut.line, bytes: from..<wholeEnd, isWrapped: false, hidden: hidden))
  }
}
