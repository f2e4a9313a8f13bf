import EaselGeometry
import EaselRaster
import EaselTestSupport
@testable import EaselText
import Testing

/// Text in lines.
@Suite(.needsFont) struct LayoutTests {
  private func layout(
    _ text: String, _ width: Double, _ mode: LineBreakMode = .byWordWrapping, lines: Int = 0, height: Double = .infinity,
    alignment: TextAlignment = .leading
  ) throws -> TextLayout {
    let style = ParagraphStyle(alignment: alignment, lineBreakMode: mode)
    let size = Size(width: width, height: height)
    return try TextLayout(text, font: TestFont.of(17), style: style, size: size, numberOfLines: lines)
  }

  /// What each line shows, with bars between.
  private func shown(_ layout: TextLayout) -> String { layout.lines.map(\.line.text).joined(separator: "|") }

  @Test func `Lines end after words, and anywhere in a word that is too wide`() throws {
    let text = "The quick brown fox"
    let wide = try layout(text, 100)
    #expect(shown(wide) == "The quick|brown fox" && !wide.isTruncated)
    #expect(wide.lines.map { String(text[$0.range]) } == ["The quick ", "brown fox"])
    let narrow = try layout("a incomprehensibilities b", 60)
    #expect(narrow.lines.count > 3 && narrow.lines.allSatisfy { $0.line.size.width <= 60 })
    #expect(narrow.lines.map { String(narrow.text[$0.range]) }.joined() == narrow.text)
    #expect(try layout("ab", 0).lines.count == 2, "a line has at least one Character")
    #expect(try shown(layout("one two", .nan)) == "one two" && shown(layout("one two", -3)) == "o|n|e|t|w|o")
    #expect(try shown(layout("The quick brown", 60, .byCharWrapping)).hasPrefix("The q"))
    #expect(try layout("The quick brown fox", 50, .byClipping).lines.count == 1)
  }

  @Test func `Newlines of every kind end a line, and the last one begins another`() throws {
    #expect(try shown(layout("a\nb\r\nc\r\u{2029}d\n", .infinity)) == "a|b|c||d|")
    #expect(try shown(layout("", 50)) == "")
    let empty = try layout("", 50)
    #expect(empty.lines.count == 1 && empty.size == Size(width: 0, height: empty.font.lineHeight))
  }

  @Test func `A line may end where punctuation, hyphens, ideographs and what joins say`() throws {
    func parts(_ text: String) -> String {
      zip(text, LineBreaks.opportunities(in: text)).map { "\($0)" + ($1 ? "|" : "") }.joined()
    }
    let cases = [
      "one |two", "well-|known", "-1 |--option", "2019-10", "(a |b) |c!", "a\u{A0}b |c", "a\u{200B}|b", "日|本|語。|「日|本」|語",
      "and/or |x", "한|국", "キャッ", "a—|b", "x\u{2060}y", "50% |off", "😀|😀",
    ]
    for wanted in cases {
      #expect(parts(wanted.replacing("|", with: "")) == wanted)
    }
  }

  @Test func `Every width keeps all of the text, in order, and no line is wider`() throws {
    let text = "Zwölf Boxkämpfer jagen (Viktor) quer über שלום עולם den großen مرحبا بالعالم Sylter Deich. 日本語のテキスト 👩‍👩‍👧‍👦 end"
    for mode in [LineBreakMode.byWordWrapping, .byCharWrapping] {
      for width in stride(from: 12.0, to: 700, by: 31) {
        let made = try layout(text, width, mode)
        #expect(made.lines.map { String(text[$0.range]) }.joined() == text)
        #expect(made.lines.allSatisfy { $0.line.size.width <= width + 1 || $0.line.text.count == 1 }, "\(mode) \(width)")
        #expect(made.size.height == Double(made.lines.count) * made.font.lineHeight)
        guard mode == .byWordWrapping, width > 100 else { continue }
        let again = try layout(text, made.size.width, mode)
        #expect(shown(again) == shown(made), "what was measured is wide enough")
      }
    }
  }

  @Test func `Too much text ends with an ellipsis, begins with one, or has one in the middle`() throws {
    let text = "The quick brown fox jumps over the lazy dog"
    let tail = try layout(text, 100, .byTruncatingTail, lines: 2)
    #expect(shown(tail) == "The quick|brown fo…" || shown(tail) == "The quick|brown f…", "\(shown(tail))")
    #expect(tail.isTruncated && tail.lines[1].line.size.width <= 100)
    let head = try layout(text, 100, .byTruncatingHead, lines: 2)
    #expect(head.lines[1].line.text.hasPrefix("…") && head.lines[1].line.text.hasSuffix("lazy dog"))
    let middle = try layout(text, 100, .byTruncatingMiddle, lines: 1)
    #expect(middle.lines[0].line.text.hasPrefix("The") && middle.lines[0].line.text.hasSuffix("dog"))
    #expect(try shown(layout("one\ntwo", 100, .byTruncatingTail, lines: 1)) == "one…")
    #expect(try shown(layout("one", 100, .byTruncatingTail, lines: 1)) == "one")
    #expect(try layout(text, 3, .byTruncatingTail, lines: 1).lines[0].line.text == "")
    let low = try layout(text, 100, .byTruncatingTail, height: TestFont.of(17).lineHeight * 2.9)
    #expect(low.lines.count == 2 && low.isTruncated, "as many lines as the height has room for")
    #expect(try layout(text, 100, .byWordWrapping, lines: 2).isTruncated)
    let hebrew = try layout("שלום עולם ושלום לכל מי שכאן", 100, .byTruncatingTail, lines: 1)
    #expect(hebrew.lines[0].line.isRightToLeft && hebrew.lines[0].line.text.hasSuffix("…"))
    #expect(hebrew.lines[0].line.caretOffset(atByte: hebrew.lines[0].hidden!.lowerBound) < 20, "the ellipsis is leftmost")
  }

  @Test func `Lines stand left, right, in the middle, or as their paragraph runs`() throws {
    func starts(_ alignment: TextAlignment) throws -> [Double] {
      try layout("left\nשלום", 200, alignment: alignment).lines.map { $0.origin.x }
    }
    let free = try layout("left\nשלום", 200).lines.map { 200 - $0.line.size.width }
    #expect(try starts(.left) == [0, 0] && starts(.right) == free && starts(.center) == free.map { $0 / 2 })
    #expect(try starts(.leading) == [0, free[1]] && starts(.trailing) == [free[0], 0])
  }

  @Test func `Each Character is hit where it stands, and each caret is found again, whatever its direction`() throws {
    let texts = ["plain fi text", "אבג דהו", "abc אבג def", "שלום (abc) 12", "e\u{301}x👩‍👩‍👧 नमस्ते", "مرحبا 12 abc\nשלום"]
    for text in texts {
      let made = try layout(text, 1000)
      for index in text.indices where !text[index].isNewline {
        let after = text.index(after: index)
        let rects = made.selectionRects(for: index..<after)
        #expect(rects.count == 1, "\(text) \(text[index])")
        guard let rect = rects.first else { continue }
        let middle = Point(rect.midX, rect.midY)
        #expect(made.characterRange(at: middle) == index..<after, "\(text) \(text[index])")
        let caret = made.caretRect(at: index)
        #expect(caret.minX == rect.minX || caret.minX == rect.maxX)
        let inside = Point(caret.minX + (rect.midX - caret.minX) * 0.2, caret.midY)
        #expect(made.index(at: inside) == index, "\(text) \(text[index])")
      }
    }
    let hebrew = try layout("אבג", 100, alignment: .left)
    let places = hebrew.text.indices.map { hebrew.caretRect(at: $0).minX }
    #expect(places == places.sorted(by: >) && hebrew.caretRect(at: hebrew.text.endIndex).minX == 0)
    #expect(
      hebrew.index(at: Point(-50, 5)) == hebrew.text.endIndex && hebrew.index(at: Point(500, -9)) == hebrew.text.startIndex)
    #expect(hebrew.index(at: Point(.nan, .nan)) <= hebrew.text.endIndex && hebrew.characterRange(at: Point(90, 500)) == nil)
  }

  @Test func `Where a line is wrapped or shortened carets and hits stay on it`() throws {
    let made = try layout("The quick brown fox", 100)
    let right = made.index(at: Point(99, 5))
    #expect(made.caretRect(at: right).minY == 0 && right == made.text.index(made.text.startIndex, offsetBy: 9), "behind the k")
    let second = made.text.index(made.text.startIndex, offsetBy: 10)
    #expect(made.caretRect(at: second) == Rect(x: 0, y: made.font.lineHeight, width: 0, height: made.font.lineHeight))
    #expect(made.selectionRects(for: made.text.startIndex..<made.text.endIndex).count == 2)
    let cut = try layout("The quick brown fox jumps", 100, .byTruncatingMiddle, lines: 1)
    let width = cut.lines[0].line.size.width
    #expect(cut.caretRect(at: cut.text.endIndex).minX == width && cut.index(at: Point(width + 50, 3)) == cut.text.endIndex)
    let hidden = cut.text.index(cut.text.startIndex, offsetBy: 12)
    let range = cut.characterRange(at: Point(cut.caretRect(at: hidden).minX + 2, 5))
    #expect(range?.contains(hidden) == true && cut.text.distance(from: range!.lowerBound, to: range!.upperBound) > 5)
    #expect(cut.selectionRects(for: cut.text.startIndex..<cut.text.endIndex).map(\.width) == [width])
  }

  @Test func `Words run in their own direction (UAX 9), with brackets turned round`() throws {
    /// The Characters of a line from left to right.
    func visual(_ text: String) throws -> String {
      let line = try TextLine(text, 17)
      return String(zip(text, line.cells).sorted { $0.1.minX < $1.1.minX }.map(\.0))
    }
    #expect(try visual("abc אבג דהו xyz") == "abc והד גבא xyz")
    #expect(try visual("אבג abc דהו") == "והד abc גבא")
    #expect(try visual("אבג 12 דהו") == "והד 12 גבא")
    #expect(try visual("(אבג)") == ")גבא(")
    #expect(try TextLine("אבג abc", 17).isRightToLeft && !TextLine("abc אבג", 17).isRightToLeft)
    let bracket = try TextLine("א(", 17)
    #expect(bracket.words.first?.shaped.key.scalars.last == 0x29, "what opens is seen from the other side")
    #expect(FontError.noBidi("x").description.contains("apt install libfribidi0"))
    #expect(throws: FontError.self) { try BidiFunctions(library: "libno-such-fribidi.so.0") }
  }

  @Test func `A layout that is painted again has its pixels from the last time, and looks the same in pieces`() throws {
    let made = try layout("Several words אבג in\nsome lines 😀", 80)
    func paint(_ rects: [PixelRect]) -> [UInt8] {
      let target = bitmap(120, 160)
      for rect in rects {
        let painter = Painter(target: target, transform: scaling(1.5), clip: Region(rect))
        painter.draw(made, at: Point(0.3, 2.7), color: Color(white: 0.2, alpha: 0.7))
      }
      return bytes(target)
    }
    let whole = paint([PixelRect(x: 0, y: 0, width: 120, height: 160)])
    let images = made.lines.map { $0.line.image.map(ObjectIdentifier.init) }
    let pieces = (0..<16).map { PixelRect(x: 0, y: 10 * $0, width: 120, height: 10) }
    #expect(paint(pieces) == whole && Set(whole).count > 10)
    #expect(made.lines.map { $0.line.image.map(ObjectIdentifier.init) } == images && images.allSatisfy { $0 != nil })
  }

  @Test func `A word is shaped once for all sizes, and a layout made again is the same`() throws {
    let face = try FontLibrary.ofProcess.get().layoutFace(of: TestFont.of(17))
    let key = ShapedWord.Key(scalars: "word".unicodeScalars.map(\.value), starts: [0, 1, 2, 3], isRightToLeft: false)
    let first = try TextLine("word another", 17).words[0].shaped
    let second = try TextLine("another word", 40).words[2].shaped
    let third = try face.word(key)
    #expect(first === second && first === third)
    var cache = RecentCache<Int, Int>(limit: 10)
    for number in 0..<100 {
      cache.insert(number, for: number, cost: 1)
      _ = cache.value(of: 3)
      #expect(cache.count <= 20)
    }
    #expect(cache.value(of: 3) == 3 && cache.value(of: 50) == nil && cache.value(of: 99) == 99)
    cache.insert(7, for: -1, cost: 11)
    #expect(cache.value(of: -1) == nil)
  }
}
