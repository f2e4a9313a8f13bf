import EaselGeometry
import EaselRaster
import EaselTestSupport
import EaselText
import Testing

/// Families, weights and scripts.
@Suite(.needsFont) struct FontTests {
  @Test func `Families are asked in order, and those that are missing are left out`() throws {
    let font = try Font(families: ["No Such Family", "DejaVu Serif", "DejaVu Sans"], size: 20)
    #expect(font.familyNames == ["DejaVu Serif", "DejaVu Sans"])
    let serif = try TextLine("Hamburg", font: font).size.width
    #expect(try serif == TextLine("Hamburg", font: Font(family: "DejaVu Serif", size: 20)).size.width)
    let sans = try Font(families: ["DejaVu Sans", "DejaVu Serif"], size: 20)
    #expect(try TextLine("Hamburg", font: sans).size.width != serif, "in another order it is another font")
    #expect(throws: FontError.noFamily("No Such, Nor This")) { try Font(families: ["No Such", "Nor This"], size: 20) }
  }

  @Test func `Letters lean in an italic font, and weights stay with it`() throws {
    let upright = TestFont.of(40)
    let italic = upright.withItalic(true)
    #expect(italic.isItalic && italic.withSize(12).isItalic && italic.withWeight(.bold).weight == .bold && italic != upright)
    func pixels(_ font: Font) throws -> [UInt8] {
      try bytes(coverage(60, 60, .identity) { $0.draw(try TextLine("l", font: font), at: Point(10, 0), color: .black) })
    }
    #expect(try pixels(italic) != pixels(upright) && pixels(upright.withWeight(.black)) != pixels(upright))
  }

  @Test func `A font has colours, and Devanagari joins, where such fonts are`() throws {
    let smile = try TextLine("😀", 30)
    let target = bitmap(60, 50)
    Painter(target: target, clip: Region(PixelRect(target.size))).draw(smile, at: .zero, color: .black)
    let colours = Set(bytes(target))
    if (try? Font(family: "Noto Color Emoji", size: 30)) != nil { #expect(colours.count > 60, "\(colours.count)") }
    if (try? Font(family: "Lohit Devanagari", size: 30)) != nil {
      #expect(try TextLine("क्ष", 30).positions.count == 1, "three letters make one glyph")
    }
    #expect(smile.size.width > 0)
  }
}
