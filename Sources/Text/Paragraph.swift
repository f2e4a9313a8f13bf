/// A stretch of text that was shaped: its Characters, how wide each is, and the words that they make.
///
/// A newline counts as a blank. Lengths are in points.
struct Paragraph {
  /// What is shown.
  let text: String
  let font: Font
  /// Where each Character begins among the bytes of the text, and where the last one ends.
  private(set) var offsets: [Int] = [0]
  /// The width of each Character.
  private(set) var widths: [Double] = []
  /// Which Characters are blanks.
  private(set) var blanks: [Bool] = []
  /// The words in the order of the text; each runs in one direction.
  private(set) var words: [Word] = []
  /// 0 if the paragraph runs from left to right, 1 if it runs from right to left.
  private(set) var baseLevel: UInt8 = 0

  struct Word {
    /// Of the paragraph.
    var characters: Range<Int>
    var level: UInt8
    var shaped: ShapedWord
  }

  /// Scalars as they are shaped, and where each Character begins among them.
  private var scalars: [UInt32] = []
  private var starts: [Int] = []

  /// A word is cut after so many Characters.
  private static let longestWord = 64
  /// Of a Character no more scalars than these are shaped.
  private static let mostScalars = 32

  var count: Int { widths.count }
  var isRightToLeft: Bool { baseLevel == 1 }

  /// Shapes a text.
  ///
  /// - Parameter base: its level, if that is known; otherwise its first letter decides.
  /// - Throws: `FontError`.
  init(_ text: String, font: Font, base: UInt8? = nil) throws(FontError) {
    self.text = text
    self.font = font
    var needsBidi = base == 1
    for character in text {
      starts.append(scalars.count)
      var isBlank = true
      for scalar in character.unicodeScalars.prefix(Paragraph.mostScalars) {
        if BidiFunctions.matters(scalar.value) { needsBidi = true }
        let shown = Paragraph.isShownBlank(scalar) ? 0x20 : scalar.value
        if !(shown == 0x20 || 0x2000...0x200A ~= shown && shown != 0x2007 || shown == 0x3000) { isBlank = false }
        scalars.append(shown)
      }
      blanks.append(isBlank)
      offsets.append(offsets[offsets.count - 1] + character.utf8.count)
    }
    var levels: [Int8] = []
    if needsBidi, !scalars.isEmpty {
      (levels, baseLevel) = try BidiFunctions.ofProcess.get().resolve(scalars, base: base)
    }
    try split(levels)
  }

  /// Cuts the text into words and shapes them.
  private mutating func split(_ levels: [Int8]) throws(FontError) {
    let face = try FontLibrary.ofProcess.get().layoutFace(of: font)
    func level(_ character: Int) -> UInt8 { levels.isEmpty ? 0 : UInt8(max(0, levels[starts[character]])) }
    widths.reserveCapacity(starts.count)
    var first = 0
    while first < starts.count {
      var end = first + 1
      while end < starts.count, end - first < Paragraph.longestWord, blanks[end] == blanks[first],
        level(end) == level(first), script(end) == script(first)
      { end += 1 }
      let shaped = try face.word(key(first..<end, level: level(first)))
      words.append(Word(characters: first..<end, level: level(first), shaped: shaped))
      for width in shaped.characterWidths { widths.append(width * font.pointSize) }
      first = end
    }
  }

  /// Tells scripts apart whose blocks are half a page, the Indic and Thai ones: fcft shapes neighbours in one font as one script.
  private func script(_ character: Int) -> UInt32 {
    let scalar = scalars[starts[character]]
    return scalar < 0x900 || scalar >= 0x1000 ? 0 : scalar >> 7
  }

  private func key(_ characters: Range<Int>, level: UInt8) -> ShapedWord.Key {
    let start = starts[characters.lowerBound]
    let end = characters.upperBound < starts.count ? starts[characters.upperBound] : scalars.count
    var key = ShapedWord.Key(
      scalars: Array(scalars[start..<end]), starts: characters.map { Int32(starts[$0] - start) }, isRightToLeft: level & 1 == 1)
    if key.isRightToLeft, let bidi = try? BidiFunctions.ofProcess.get() {
      for index in key.scalars.indices { key.scalars[index] = bidi.mirrored(key.scalars[index]) }
    }
    return key
  }

  /// The words of a part of the paragraph; one that is cut is shaped again.
  ///
  /// - Throws: `FontError`.
  func words(in part: Range<Int>) throws(FontError) -> [Word] {
    var result: [Word] = []
    var index = firstWord(endingAfter: part.lowerBound)
    while index < words.count, words[index].characters.lowerBound < part.upperBound {
      let word = words[index]
      let kept = word.characters.clamped(to: part)
      if kept == word.characters {
        result.append(word)
      } else if !kept.isEmpty {
        let face = try FontLibrary.ofProcess.get().layoutFace(of: font)
        let shaped = try face.word(key(kept, level: word.level))
        result.append(Word(characters: kept, level: word.level, shaped: shaped))
      }
      index += 1
    }
    return result
  }

  private func firstWord(endingAfter character: Int) -> Int {
    var low = 0
    var high = words.count
    while low < high {
      let middle = (low + high) / 2
      if words[middle].characters.upperBound > character { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// The text of some Characters.
  func text(_ characters: Range<Int>) -> Substring {
    let utf8 = text.utf8
    let start = utf8.index(utf8.startIndex, offsetBy: offsets[characters.lowerBound])
    return text[start..<utf8.index(start, offsetBy: offsets[characters.upperBound] - offsets[characters.lowerBound])]
  }

  private static func isShownBlank(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: true
    default: false
    }
  }
}
