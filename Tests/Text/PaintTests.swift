import EaselGeometry
import EaselRaster
import EaselTestSupport
@testable import EaselText
import Testing

/// How text looks.
@Suite(.needsFont) struct PaintTests {
  static let scales = [1, 1.25, 1.5, 2]

  @Test func `A word looks as drawn`() throws {
    let word = try TextLine("Hi!", 16)
    let picture = coverage(24, 19, .identity) { $0.draw(word, at: .zero, color: .black) }
    #expect(
      art(picture) == """
        ........................
        ........................
        ........................
        ..#......#....#....##...
        ..#......#....#....##...
        ..#......#.........##...
        ..#......#....#....##...
        ..#......#....#....##...
        ..########....#....##...
        ..#......#....#....##...
        ..#......#....#.....#...
        ..#......#....#.........
        ..#......#....#.........
        ..#......#....#....##...
        ..#......#....#....##...
        ........................
        ........................
        ........................
        ........................
        """)
  }

  @Test func `Ink lies in the measured box at every scale, but for a pixel of rounding`() throws {
    for text in ["Hamburgefonstiv", "gjpqy,;|[]{}", "0123456789", "llllllllll", "MMMM WWWW @@"] {
      for size in [8, 11, 12.5, 13, 17, 22.7, 48] {
        let line = try TextLine(text, size)
        for scale in PaintTests.scales {
          let picture = coverage(Int((line.size.width + 40) * scale), Int((line.size.height + 40) * scale), scaling(scale)) {
            $0.draw(line, at: Point(20, 20), color: .black)
          }
          let box = Rect(origin: Point(20 * scale, 20 * scale), size: Size(line.size.width * scale, line.size.height * scale))
          let outer = PixelRect(covering: box.insetBy(dx: -1, dy: -1), scale: 1)
          let inked = ink(picture)
          #expect(outer.intersection(inked) == inked && inked.area > 0, "\(text) \(size) pt × \(scale): \(inked) in \(outer)")
          #expect(Double(inked.width) > box.width - 0.35 * size * scale)
        }
      }
    }
  }

  @Test func `Glyphs are made for the pixels: 17 points at scale 2 are 34 points at scale 1`() throws {
    for (size, scale) in [(17.0, 2.0), (16, 1.5), (16, 1.25)] {
      let small = try TextLine("Sharp at every scale", size)
      let large = try TextLine("Sharp at every scale", size * scale)
      let scaled = coverage(500, 60, scaling(scale)) { $0.draw(small, at: Point(3, 4), color: .black) }
      let plain = coverage(500, 60, .identity) { $0.draw(large, at: Point(3 * scale, 4 * scale), color: .black) }
      #expect(bytes(scaled) == bytes(plain))
    }
    // A stem of 3.3 pixels: black inside, grey at most at its two edges.
    let stem = try coverage(40, 60, scaling(2)) { $0.draw(try TextLine("l", 17), at: Point(1, 0), color: .black) }
    let row = stem.row(30).filter { $0 != 0 }
    #expect(row.count <= 5 && row.filter { $0 == 255 }.count >= 2 && row.filter { $0 != 255 }.count <= 2, "\(row)")
  }

  @Test func `Painted in pieces it is the same as painted whole, at four scales, turned and stretched`() throws {
    let line = try TextLine("Whole & pieces, fi AV שלום 😀", 15)
    var transforms = PaintTests.scales.map(scaling)
    transforms.append(AffineTransform(a: 0.8, b: 0.6, c: -0.6, d: 0.8, tx: 40, ty: -20))
    transforms.append(AffineTransform(a: 2, b: 0, c: 0, d: 1, tx: 1.3, ty: 2.7))
    transforms.append(AffineTransform(a: -1, b: 0, c: 0, d: 1, tx: 200, ty: 2.7))
    transforms.append(AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 60, ty: 2))
    let size = PixelSize(width: 240, height: 120)
    for (seed, transform) in transforms.enumerated() {
      var dice = SeededGenerator(seed: UInt64(seed))
      func paint(_ target: Bitmap, _ clip: borrowing Region) {
        let painter = Painter(target: target, transform: transform, clip: clip)
        painter.draw(line, at: Point(2.3, 4.6), color: Color(red: 0.9, green: 0.2, blue: 0, alpha: 0.7))
      }
      let whole = bitmap(size.width, size.height)
      whole.fill(.white)
      paint(whole, Region(PixelRect(size)))
      let pieces = bitmap(size.width, size.height)
      pieces.fill(.white)
      var x = 0
      while x < size.width {
        let width = Int.random(in: 1...40, using: &dice)
        let cut = Int.random(in: 0...size.height, using: &dice)
        paint(pieces, Region(PixelRect(x: x, y: 0, width: width, height: cut)))
        paint(pieces, Region(PixelRect(x: x, y: cut, width: width, height: size.height - cut)))
        x += width
      }
      #expect(bytes(whole) == bytes(pieces), "\(transform)")
      #expect(Set(bytes(whole)).count > 10)
    }
  }

  @Test func `A turned line covers as much as an upright one`() throws {
    let line = try TextLine("Turned", 24)
    func sum(_ transform: AffineTransform) -> Double {
      let picture = coverage(200, 200, transform) { $0.draw(line, at: Point(0, -14), color: .black) }
      return Double(bytes(picture).reduce(0) { $0 + Int($1) })
    }
    let upright = sum(AffineTransform(translationX: 50, y: 100))
    let turns = [(0.8, 0.6), (0, 1), (-1, 0), (-0.6, -0.8)]
    for (cosine, sine) in turns {
      let turn = AffineTransform(cosine: cosine, sine: sine).concatenating(AffineTransform(translationX: 100, y: 100))
      #expect((sum(turn) / upright - 1).magnitude < 0.02, "\(cosine) \(sine)")
    }
  }

  @Test func `Text has its colour, and is no darker where letters overlap`() throws {
    let target = bitmap(60, 40, .xrgb32)
    target.fill(.white)
    let painter = Painter(target: target, clip: Region(PixelRect(target.size)))
    painter.draw(try TextLine("█", 20), at: .zero, color: Color(red: 1, green: 0, blue: 0, alpha: 0.5))
    #expect(target.pixel(x: 5, y: 12) & 0xffffff == 0xff7f7f)
    // A long stroke laid over the letter x.
    let overlap = try coverage(60, 40, .identity) {
      $0.draw(try TextLine("██\u{338}", 20), at: .zero, color: Color(white: 0, alpha: 0.5))
    }
    #expect(Set(bytes(overlap)).max() == 128)
    let nothing = try coverage(60, 40, .identity) { $0.draw(try TextLine("x", 20), at: .zero, color: .clear) }
    #expect(ink(nothing) == .zero)
  }

  @Test func `The pixels are made once for a scale, and faces that are open have a bound`() throws {
    let line = try TextLine("Kept", 17)
    func image(_ scale: Double) -> LineImage? {
      _ = coverage(80, 40, scaling(scale)) { $0.draw(line, at: .zero, color: .black) }
      return line.image
    }
    let first = image(1)
    #expect(first != nil && image(1) === first)
    let second = image(2)
    #expect(second !== first && image(2) === second)
    for pixels in 20..<60 {
      _ = try coverage(80, 40, .identity) { $0.draw(try TextLine("x", Double(pixels)), at: .zero, color: .black) }
    }
    #expect(try FontLibrary.ofProcess.get().faces.count == FontLibrary.mostFaces)
  }
}
