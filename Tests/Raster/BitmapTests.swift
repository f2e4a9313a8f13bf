import EaselGeometry
import EaselRaster
import Testing

@Suite struct BitmapTests {
  private static func numbered(_ width: Int, _ height: Int, _ format: PixelFormat = .argb32) -> Bitmap {
    let result = bitmap(width, height, format)
    for y in 0..<height {
      for x in 0..<width {
        let color = Color(
          red: Double(x) / 255, green: Double(y) / 255, blue: 0, alpha: format == .alpha8 ? Double(x + y) / 255 : 1)
        result.fill(color, in: PixelRect(x: x, y: y, width: 1, height: 1))
      }
    }
    return result
  }

  @Test func `A bitmap begins with zeros and is filled where it is told`() {
    let target = bitmap(4, 3)
    target.fill(Color(red: 1, green: 0.5, blue: 0, alpha: 0.5), in: PixelRect(x: 2, y: 1, width: 9, height: 9))
    let words = (0..<3).map { y in (0..<4).map { String(target.pixel(x: $0, y: y), radix: 16) }.joined(separator: " ") }
    #expect(words == ["0 0 0 0", "0 0 80804000 80804000", "0 0 80804000 80804000"])
  }

  @Test func `Copies within and between bitmaps equal copies pixel by pixel`() {
    var dice = Dice(2)
    var wrong = 0
    for _ in 0..<600 {
      let isSame = dice.chance(0.5)
      let format = dice.pick([PixelFormat.argb32, .xrgb32, .alpha8])
      let target = BitmapTests.numbered(9, 7, format)
      let source = isSame ? target : BitmapTests.numbered(6, 11, format)
      let rect = PixelRect(x: dice.whole(-3...8), y: dice.whole(-3...8), width: dice.whole(0...9), height: dice.whole(0...9))
      let origin = PixelPoint(x: dice.whole(-3...9), y: dice.whole(-3...9))
      var expected = (0..<7).map { y in (0..<9).map { target.pixel(x: $0, y: y) } }
      let before = expected
      for y in 0..<max(0, rect.height) {
        for x in 0..<max(0, rect.width) {
          let from = PixelPoint(x: rect.x + x, y: rect.y + y)
          let to = PixelPoint(x: origin.x + x, y: origin.y + y)
          guard from.x >= 0, from.y >= 0, from.x < source.size.width, from.y < source.size.height else { continue }
          guard to.x >= 0, to.y >= 0, to.x < 9, to.y < 7 else { continue }
          expected[to.y][to.x] = isSame ? before[from.y][from.x] : source.pixel(x: from.x, y: from.y)
        }
      }
      target.copy(from: source, rect: rect, to: origin)
      if expected != (0..<7).map({ y in (0..<9).map { target.pixel(x: $0, y: y) } }) { wrong += 1 }
    }
    #expect(wrong == 0)
  }

  @Test func `Pixels without opacity become opaque when copied to where it counts`() {
    let source = bitmap(2, 1, .xrgb32)
    let target = bitmap(2, 1)
    target.copy(from: source, region: Region(PixelRect(x: 1, y: 0, width: 5, height: 5)))
    #expect((0..<2).map { target.pixel(x: $0, y: 0) } == [0, 0xFF00_0000])
  }

  @Test func `A part of a bitmap shares its memory and keeps it alive`() throws {
    var whole: Bitmap? = bitmap(5, 5)
    let part = try Bitmap(part: PixelRect(x: 1, y: 2, width: 3, height: 2), of: #require(whole))
    let inner = try Bitmap(part: PixelRect(x: 1, y: 1, width: 2, height: 1), of: part)
    inner.fill(.white)
    let seen = whole.map { art(whole: $0) }
    whole = nil
    part.fill(.black)
    #expect(seen == ".....\n.....\n.....\n..##.\n.....")
    #expect(inner.pixel(x: 0, y: 0) == 0xFF00_0000)
  }

  private func art(whole: Bitmap) -> String {
    (0..<whole.size.height).map { y in
      (0..<whole.size.width).map { whole.pixel(x: $0, y: y) == 0 ? "." : "#" }.joined()
    }.joined(separator: "\n")
  }

  @Test func `A bitmap that no memory can hold is refused`() {
    let size = PixelSize(width: 1 << 30, height: 1 << 30)
    let beyond = PixelSize(width: 1 << 40, height: 1)
    #expect(throws: RasterError.outOfMemory(size)) { try Bitmap(size: size, format: .argb32) }
    #expect(throws: RasterError.outOfMemory(beyond)) { try Bitmap(size: beyond, format: .alpha8) }
  }
}
