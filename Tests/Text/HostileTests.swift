import EaselGeometry
import EaselRaster
import EaselTestSupport
@testable import EaselText
import Testing

/// Texts, sizes and places that no sensible program has.
@Suite(.needsFont) struct HostileTests {
  static let texts = [
    "", "plain", "\u{E0FFF}\u{10FFFF}\u{FFFE}\u{378}",
    String(repeating: "e" + String(repeating: "\u{301}", count: 200), count: 3),
    "\u{202E}override\u{202C}\u{2066}x", "مرحبا 12 שלום abc", "👩‍👩‍👧‍👦🏳️‍🌈😀中文한국어", "\0\u{7F}\u{1B}[31m\n\r\n", "\u{FDFD}\u{12031}",
    "\u{200D}\u{200D}\u{FE0F}",
  ]
  static let sizes: [Double] = [.nan, 0, -0.0, -17, 1e-9, 0.3, 1, 17, 1e3, 1e6, .infinity, .greatestFiniteMagnitude]

  @Test func `Any text at any size is measured and painted without a trap, and never outside the clip`() throws {
    let transforms: [AffineTransform] = [
      .identity, scaling(1.25), scaling(1e-9), scaling(1e9), scaling(.nan), scaling(-1), scaling(0),
      AffineTransform(a: 1, b: .infinity, c: 0, d: 1, tx: 0, ty: 0), AffineTransform(a: 1, b: 1, c: 1, d: 1, tx: 0, ty: 0),
      AffineTransform(translationX: 1e300, y: -1e18), AffineTransform(a: 300, b: 7, c: -7, d: 0.01, tx: 5, ty: 5),
    ]
    let origins = [Point.zero, Point(-1e12, 4), Point(.nan, 0), Point(.infinity, 3), Point(1e300, -1e300)]
    let clip = PixelRect(x: 10, y: 10, width: 20, height: 20)
    let target = bitmap(40, 40)
    var trail: [String] = []
    for text in HostileTests.texts {
      for size in HostileTests.sizes {
        let font = Font.systemFont(ofSize: size)
        #expect(font.pointSize >= 0 && font.pointSize <= Font.maximumPointSize)
        let line = try TextLine(text, font: font)
        if !(line.size.width >= 0 && line.size.height >= 0 && line.size.height.isFinite) { trail.append("\(text) \(size)") }
        _ = try line.truncated(toWidth: size)
        for transform in transforms {
          for origin in origins {
            let painter = Painter(target: target, transform: transform, clip: Region(clip))
            painter.draw(line, at: origin, color: .red)
          }
        }
      }
    }
    for y in 0..<40 {
      for x in 0..<40 where !(10..<30).contains(x) || !(10..<30).contains(y) {
        if target.pixel(x: x, y: y) != 0 { trail.append("\(x),\(y)") }
      }
    }
    #expect(trail == [])
  }

  @Test func `A million letters are cut, and a line's pixels have a bound`() throws {
    let line = try TextLine(String(repeating: "lorem ipsum ", count: 100_000), 17)
    #expect(line.positions.count <= TextLine.maximumLength && line.positions.count > 4000)
    for scale in [0.1, 1, 4, 100, 10_000] {
      let target = bitmap(30, 30, .alpha8)
      let painter = Painter(target: target, transform: scaling(scale), clip: Region(PixelRect(target.size)))
      painter.draw(line, at: .zero, color: .black)
      let area = line.image?.box.area ?? 0
      #expect(area > 0 && area <= 16 << 20, "\(scale): \(area)")
    }
    let end = coverage(100, 30, AffineTransform(translationX: 90 - line.size.width, y: 0)) {
      $0.draw(line, at: .zero, color: .black)
    }
    #expect(ink(end).width > 60, "also far to the right")
  }

  @Test func `Any text in any room is laid out, painted and asked without a trap`() throws {
    let sizes: [Double] = [.nan, -.infinity, -5, 0, 1e-300, 7, 60, 1e18, .infinity]
    let modes: [LineBreakMode] = [
      .byWordWrapping, .byCharWrapping, .byClipping, .byTruncatingHead, .byTruncatingTail, .byTruncatingMiddle,
    ]
    let target = bitmap(20, 20)
    let painter = Painter(target: target, clip: Region(PixelRect(target.size)))
    let foreign = String(repeating: "x", count: 5000)
    for text in HostileTests.texts {
      for width in sizes {
        for (number, mode) in modes.enumerated() {
          let font = Font.systemFont(ofSize: HostileTests.sizes[(number + text.count) % HostileTests.sizes.count])
          let style = ParagraphStyle(alignment: .trailing, lineBreakMode: mode, lineSpacing: width)
          let size = Size(width: width, height: sizes[number])
          let layout = try TextLayout(text, font: font, style: style, size: size, numberOfLines: number - 2)
          #expect(!layout.lines.isEmpty && !layout.size.width.isNaN && !layout.size.height.isNaN)
          painter.draw(layout, at: Point(width, 3), color: .red)
          for point in [Point(.nan, .infinity), Point(-1e300, 1e300), Point(5, 5)] {
            _ = layout.characterRange(at: point)
            let index = layout.index(at: point)
            #expect(index >= text.startIndex && index <= text.endIndex)
          }
          _ = layout.caretRect(at: foreign.endIndex)
          _ = layout.selectionRects(for: foreign.startIndex..<foreign.endIndex)
        }
      }
    }
  }

  @Test func `A book is cut at a length that is known, and a label's line looks at its beginning alone`() throws {
    let book = String(repeating: "lorem ipsum dolor ", count: 20_000)
    let all = try TextLayout(book, font: TestFont.of(10), size: Size(width: 300, height: .infinity))
    #expect(all.isTruncated && all.lines.count > 1000)
    #expect(all.lines.reduce(0) { $0 + $1.line.text.count } <= TextLayout.maximumLength)
    let style = ParagraphStyle(lineBreakMode: .byTruncatingHead)
    let end = try TextLayout(book, font: TestFont.of(10), style: style, size: Size(width: 300, height: 20), numberOfLines: 1)
    #expect(end.lines[0].line.text.hasPrefix("…") && end.lines[0].line.size.width > 250)
    #expect(end.index(at: Point(299, 5)) > book.index(book.startIndex, offsetBy: 300_000))
    let marks = try TextLayout("e" + String(repeating: "\u{301}", count: 50_000), font: TestFont.of(10))
    #expect(marks.lines.count == 1 && marks.lines[0].line.positions.count <= 32)
    let target = bitmap(20, 20)
    Painter(target: target, clip: Region(PixelRect(target.size))).draw(all, at: Point(0, -9000), color: .black)
    #expect(Set(bytes(target)).count > 2, "the middle of it is there")
    #expect(all.lines.filter { $0.line.image != nil }.count < 6, "lines that are not seen have no pixels")
  }

  @Test func `What is too large for its own pixels is enlarged`() throws {
    let line = try TextLine("I", 17)
    let picture = coverage(300, 300, AffineTransform(a: 400, b: 0, c: 0, d: 400, tx: -850, ty: -3810)) {
      $0.draw(line, at: .zero, color: .black)
    }
    #expect(line.image?.pixels == 1024 && ink(picture).area == 300 * 300)
  }

  @Test func `A library that is not there, or is another one, says what to install`() {
    #expect {
      _ = try FcftFunctions(library: "libno-such-fcft.so.4")
    } throws: { error in
      "\(error)".contains("libno-such-fcft.so.4") && "\(error)".contains("apt install libfcft4")
    }
    #expect(throws: FontError.noLibrary("fcft lacks fcft_init")) { try FcftFunctions(library: "libpixman-1.so.0") }
    #expect(FontError.noFont.description.contains("apt install fonts-dejavu-core"))
  }
}
