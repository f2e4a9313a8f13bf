public import EaselGeometry

/// A line of text in one font, shaped and measured; it never wraps.
///
/// Lengths are in points and do not depend on the scale at which the line is painted: what fits at one scale fits at all.
/// Its box is `size`; the baseline lies `font.ascender` below the box's top. Letters may reach a little beyond, as an italic f does.
/// Control characters and line separators count as blanks. Making one shapes the text, about 10 µs a letter;
/// painting one the first time at a scale costs that again.
public final class TextLine {
  /// The most scalars that are shaped; what comes after them would lie off every screen and is left out.
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

  let scalars: [UInt32]
  /// How much of the width each scalar takes; what several share lies with their first.
  private let widths: [Double]
  /// The picture of the line as it was painted last.
  var image: LineImage?

  /// Shapes a line; `text` may hold anything.
  ///
  /// - Throws: `FontError`, if there is no font, the library is missing, or the text cannot be shaped.
  public init(_ text: String, font: Font) throws(FontError) {
    self.text = text
    self.font = font
    scalars = text.unicodeScalars.prefix(TextLine.maximumLength).map { TextLine.isBlank($0) ? 0x20 : $0.value }
    let face = try FontLibrary.ofProcess.get().layoutFace(of: font)
    let factor = font.pointSize / face.pixelSize
    let metrics = face.metrics.scaled(by: factor)
    var widths = [Double](repeating: 0, count: scalars.count)
    var positions: [Double] = []
    var pen = 0.0
    if !scalars.isEmpty {
      let run = try face.run(of: scalars)
      positions.reserveCapacity(run.count)
      for index in 0..<run.count {
        positions.append(pen)
        let advance = TextLine.likely(run.advance(index)) * factor
        let cluster = run.cluster(index)
        if widths.indices.contains(cluster) { widths[cluster] += advance }
        pen += advance
      }
    }
    self.widths = widths
    self.positions = positions
    ascender = metrics.ascender
    size = Size(width: max(0, pen), height: metrics.lineHeight)
  }

  /// The same line, or its beginning with an ellipsis after it if it is wider than `width`.
  ///
  /// Where not even the ellipsis fits there is no text at all.
  ///
  /// - Throws: as the making of a line.
  public func elided(toWidth width: Double) throws(FontError) -> TextLine {
    guard size.width > width else { return self }
    let ellipsis = try TextLine("…", font: font)
    var kept = ""
    var room = width - ellipsis.size.width
    guard room >= 0 else { return try TextLine("", font: font) }
    var start = 0
    for character in text {
      let end = min(start + character.unicodeScalars.count, widths.count)
      guard start < end else { break }
      room -= widths[start..<end].reduce(0, +)
      guard room >= 0 else { break }
      kept.append(character)
      start = end
    }
    var excess = 1
    while true {
      while kept.last?.isWhitespace == true { kept.removeLast() }
      let line = try TextLine(kept + "…", font: font)
      // Letters that join take another shape at an end, so the sum may be off by a little.
      if line.size.width <= width || kept.isEmpty { return line }
      kept.removeLast(min(excess, kept.count))
      excess *= 2
    }
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: true
    default: false
    }
  }

  /// The likeliest length behind one that was rounded down to whole pixels.
  private static func likely(_ advance: Int) -> Double {
    advance > 0 ? Double(advance) + 0.5 : Double(advance)
  }
}
