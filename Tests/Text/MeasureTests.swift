import EaselGeometry
import EaselRaster
import EaselTestSupport
import EaselText
import Testing

/// What text measures.
@Suite(.needsFont) struct MeasureTests {
  @Test func `All lengths grow with the size, exactly`() throws {
    let one = try TextLine("Hamburgefonstiv 123 AVAV", 1)
    for size in [0.5, 9, 12.5, 17, 17.3, 40, 512, 100_000] {
      let line = try TextLine("Hamburgefonstiv 123 AVAV", size)
      let pairs = [
        (line.size.width, one.size.width), (line.size.height, one.size.height), (line.ascender, one.ascender),
        (line.font.lineHeight, one.font.lineHeight), (line.font.descender, one.font.descender),
      ]
      #expect(pairs.allSatisfy { ($0 - $1 * size).magnitude < 1e-9 * size.magnitude }, "\(size): \(pairs)")
      #expect(line.font.ascender == line.ascender && line.font.descender < 0)
      #expect(line.size.height >= line.ascender - line.font.descender)
    }
  }

  @Test func `A letter is as wide as its font says, to a hundredth of the size`() throws {
    // Units of the font, 2048 a point.
    let units: [(String, Double)] = [
      ("H", 1540), ("i", 569), ("m", 1995), ("a", 1255), ("l", 569), ("W", 2025), ("o", 1253), ("e", 1260), (" ", 651),
      ("0", 1303),
    ]
    for (letter, width) in units {
      let measured = try TextLine(letter, 100).size.width
      #expect((measured - width / 20.48).magnitude < 1, "\(letter): \(measured)")
    }
    let sentence = try TextLine("The quick brown fox jumps over AVATAR, Tofu & fi-ligatures 0123", 100).size.width
    #expect((sentence / 3237.8 - 1).magnitude < 0.005, "rounding evens out: \(sentence)")
  }

  @Test func `Letters are kerned, joined, composed and turned round`() throws {
    func width(_ text: String) throws -> Double { try TextLine(text, 100).size.width }
    #expect(try width("AV") < width("A") + width("V") - 3)
    #expect(try TextLine("fi", 17).positions.count == 1)
    #expect(try TextLine("e\u{301}", 17).positions.count == 1)
    #expect(try (width("x\u{301}") - width("x")).magnitude < 0.01)
    let hebrew = try TextLine("שלום", 17)
    #expect(hebrew.positions.count == 4 && hebrew.positions == hebrew.positions.sorted())
    let last = coverage(60, 30, .identity) { $0.draw(hebrew, at: .zero, color: .black) }
    let first = try coverage(60, 30, .identity) { $0.draw(try TextLine("ם", 17), at: .zero, color: .black) }
    #expect((0..<30).allSatisfy { last.row($0).prefix(9) == first.row($0).prefix(9) }, "the last letter stands leftmost")
    #expect(try width("\u{200B}\u{AD}") == 0)
    #expect(try width("a\tb\r\n\u{0}\u{85}\u{2028}c") == width("a b     c"))
  }

  @Test func `An empty line has a height and no width`() throws {
    let line = try TextLine("", 17)
    #expect(line.size.width == 0 && line.size.height == line.font.lineHeight && line.positions == [])
  }

  @Test func `Bold is wider, and a family that is missing says so`() throws {
    #expect(try TextLine("Weight", 17, .bold).size.width > TextLine("Weight", 17).size.width + 2)
    for family in ["No Such Family", "", "-:,\\", "DejaVu Sans:bold", "DejaVu\0Sans"] {
      #expect(throws: FontError.noFamily(family)) { try Font(family: family, size: 17) }
    }
    #expect(FontError.noFamily("No Such").description.contains("\"No Such\""))
    for family in ["sans-serif", "serif", "monospace", "system-ui", "dejavu sans"] {
      #expect(try Font(family: family, size: 17).familyName == family)
    }
  }

  @Test func `Fonts are had by UIKit's names too`() throws {
    let bold = Font.boldSystemFont(ofSize: 17)
    #expect(bold == .systemFont(ofSize: 17, weight: .bold) && bold != .systemFont(ofSize: 17))
    #expect(try Font(name: "DejaVu Sans", size: 17) == Font(family: "DejaVu Sans", size: 17))
    #expect(Font(name: "No Such Family", size: 17) == nil)
  }

  @Test func `A line that is too wide ends with an ellipsis, as late as it can`() throws {
    let text = "Twelve  quick e\u{301}\u{328}lans of 👩‍👩‍👧 & fi"
    let whole = try TextLine(text, 17)
    var lengths: [Int] = []
    var width = whole.size.width + 5
    while width > -5 {
      let line = try whole.truncated(toWidth: width)
      #expect(line.size.width <= max(0, width))
      if line !== whole {
        let kept = line.text.dropLast()
        #expect(text.hasPrefix(kept) && (line.text.last == "…" || line.text.isEmpty) && kept.last?.isWhitespace != true)
        let next = String(text.prefix(kept.count + 1)) + "…"
        if !line.text.isEmpty, next.dropLast().last?.isWhitespace == false {
          #expect(try TextLine(next, 17).size.width > width, "\(next) would fit in \(width)")
        }
      }
      lengths.append(line.text.count)
      width -= 3.7
    }
    #expect(lengths == lengths.sorted(by: >) && lengths.last == 0 && Set(lengths).count > 15)
    #expect(try whole.truncated(toWidth: .nan) === whole && whole.truncated(toWidth: .infinity) === whole)
    #expect(try TextLine("שלום עולם", 17).truncated(toWidth: 60).text.hasPrefix("שלום"))
    let book = try TextLine(String(repeating: "word ", count: 20_000), 17).truncated(toWidth: 200)
    #expect(book.size.width <= 200 && book.size.width > 170 && book.text.hasSuffix("…"))
  }
}
