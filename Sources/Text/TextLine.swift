public import EaselGeometry

/// A line of text in one font, shaped and measured; it never wraps.
///
/// Lengths are in points and do not depend on the scale at which the line is painted: what fits at one scale fits at all.
/// Its box is `size`; the baseline lies `font.ascender` below the box's top. Letters may reach a little beyond, as an italic f does.
/// Control characters and line separators count as blanks. Words run in their own direction, as UAX #9 says.
/// Making one shapes its words, about 10 µs a letter, and looks up those that were shaped before; painting one the first time at a
/// scale costs the same again.
public final class TextLine {
  /// The most scalars of a line; what comes after them would lie off every screen and is left out.
  public static let maximumLength = 4096

  /// What was asked for.
  public let text: String
  /// The font.
  public let font: Font
  /// The width that the pen goes, and the font's line height.
  public let size: Size
  /// How far the box reaches above the baseline.
  public let ascender: Double
  /// Where the pen stands at each glyph, from the box's left edge, in the order from left to right.
  public let positions: [Double]
  /// Whether the line as a whole runs from right to left: its first letter decides.
  public let isRightToLeft: Bool

  /// The words from left to right.
  let words: [PlacedWord]
  /// Where each Character begins among the bytes of the text, and where the last one ends.
  let offsets: [Int]
  /// The picture of the line as it was painted last.
  var image: LineImage?
  /// Where each Character stands; made when somebody asks.
  private(set) lazy var cells = makeCells()

  /// A word and its place.
  struct PlacedWord {
    /// Of the line.
    var characters: Range<Int>
    /// From the left edge of the line's box.
    var x: Double
    var shaped: ShapedWord
  }

  /// Shapes a line; `text` may hold anything.
  ///
  /// - Throws: `FontError`, if there is no font, a library is missing, or the text cannot be shaped.
  public convenience init(_ text: String, font: Font) throws(FontError) {
    let paragraph = try Paragraph(text.beginning(scalars: TextLine.maximumLength), font: font)
    try self.init(paragraph, 0..<paragraph.count, text: text)
  }

  /// A part of a paragraph.
  convenience init(_ paragraph: Paragraph, _ part: Range<Int>) throws(FontError) {
    try self.init(paragraph, part, text: String(paragraph.text(part)))
  }

  private init(_ paragraph: Paragraph, _ part: Range<Int>, text: String) throws(FontError) {
    self.text = text
    font = paragraph.font
    isRightToLeft = paragraph.isRightToLeft
    let start = paragraph.offsets[part.lowerBound]
    offsets = paragraph.offsets[part.lowerBound...part.upperBound].map { $0 - start }
    var placed: [PlacedWord] = []
    var positions: [Double] = []
    var pen = 0.0
    for word in TextLine.visualOrder(of: try paragraph.words(in: part), blanks: paragraph) {
      let first = word.characters.lowerBound - part.lowerBound
      placed.append(PlacedWord(characters: first..<first + word.characters.count, x: pen, shaped: word.shaped))
      for position in word.shaped.positions { positions.append(pen + position * font.pointSize) }
      pen += word.shaped.width * font.pointSize
    }
    words = placed
    self.positions = positions
    let metrics = try font.lineMetrics()
    ascender = metrics.ascender
    size = Size(width: max(0, pen), height: metrics.lineHeight)
  }

  /// Puts words as they stand from left to right (rules L1 and L2 of UAX #9).
  private static func visualOrder(of words: [Paragraph.Word], blanks paragraph: Paragraph) -> [Paragraph.Word] {
    var words = words
    guard words.contains(where: { $0.level > 0 }) else { return words }
    var last = words.count - 1
    while last >= 0, paragraph.blanks[words[last].characters.lowerBound] {
      words[last].level = paragraph.baseLevel
      last -= 1
    }
    var level = words.map(\.level).max() ?? 0
    while level > 0 {
      var start = 0
      while start < words.count {
        var end = start
        while end < words.count, words[end].level >= level { end += 1 }
        if end > start { words[start..<end].reverse() }
        start = end + 1
      }
      level -= 1
    }
    return words
  }
}

extension String {
  /// The text up to so many scalars.
  func beginning(scalars count: Int) -> String {
    guard let end = unicodeScalars.index(startIndex, offsetBy: count, limitedBy: endIndex), end < endIndex else { return self }
    return String(unicodeScalars[..<end])
  }

  /// The text from so many scalars before its end.
  func ending(scalars count: Int) -> String {
    guard let start = unicodeScalars.index(endIndex, offsetBy: -count, limitedBy: startIndex), start > startIndex else {
      return self
    }
    return String(unicodeScalars[start...])
  }
}
