import EaselFormats
import EaselGeometry
import EaselRaster
import Testing

@Suite struct PNGTests {
  private static func picture(_ width: Int, _ height: Int, _ format: PixelFormat, _ pixel: (Int, Int) -> UInt32) throws
    -> Bitmap
  {
    let result = try Bitmap(size: PixelSize(width: width, height: height), format: format)
    for y in 0..<height {
      let row = result.pixels + y * result.stride
      for x in 0..<width {
        switch format {
        case .alpha8: row.storeBytes(of: UInt8(truncatingIfNeeded: pixel(x, y)), toByteOffset: x, as: UInt8.self)
        case .argb32, .xrgb32: row.storeBytes(of: pixel(x, y), toByteOffset: 4 * x, as: UInt32.self)
        }
      }
    }
    return result
  }

  private static func words(_ bitmap: Bitmap) -> [UInt32] {
    (0..<bitmap.size.height).flatMap { y in (0..<bitmap.size.width).map { bitmap.pixel(x: $0, y: y) } }
  }

  @Test func `Every premultiplied pixel comes back as it was`() throws {
    // Column: the component; row: the opacity; a component is never greater than the opacity.
    let all = try PNGTests.picture(256, 256, .argb32) { x, y in
      let value = UInt32(min(x, y))
      return UInt32(y) << 24 | value << 16 | (UInt32(y) - value) << 8 | value / 2
    }
    let back = try PNG.decode(PNG.encode(all))
    #expect(back.format == .argb32 && back.size == all.size && PNGTests.words(back) == PNGTests.words(all))
  }

  @Test func `Pictures without opacity come back opaque, bytes as grey`() throws {
    let colours = try PNGTests.picture(3, 2, .xrgb32) { x, y in UInt32(x * 1000 + y * 77) | 0x5500_0000 }
    let greys = try PNGTests.picture(3, 1, .alpha8) { x, _ in UInt32(x * 100) }
    let first = try PNGTests.words(PNG.decode(PNG.encode(colours)))
    let second = try PNGTests.words(PNG.decode(PNG.encode(greys)))
    #expect(first == PNGTests.words(colours).map { $0 | 0xFF00_0000 })
    #expect(second == [0xFF00_0000, 0xFF64_6464, 0xFFC8_C8C8])
  }

  /// A file with another size in its header, and the checksum that goes with it.
  private static func resized(_ file: [UInt8], _ width: UInt32, _ height: UInt32) -> [UInt8] {
    var file = file
    for index in 0..<4 {
      file[16 + index] = UInt8(truncatingIfNeeded: width >> (24 - 8 * UInt32(index)))
      file[20 + index] = UInt8(truncatingIfNeeded: height >> (24 - 8 * UInt32(index)))
    }
    var sum = UInt32.max
    for byte in file[12..<29] {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    sum = ~sum
    for index in 0..<4 { file[29 + index] = UInt8(truncatingIfNeeded: sum >> (24 - 8 * UInt32(index))) }
    return file
  }

  @Test func `A header that is too large is refused before memory is taken (DLI-5)`() throws {
    let file = try PNG.encode(PNGTests.picture(2, 2, .argb32) { _, _ in 0 })
    let sizes: [(UInt32, UInt32)] = [
      (2, 2), (16385, 1), (1, 16385), (16384, 16384), (0x7FFF_FFFF, 1), (0x8000_0000, 1), (0, 2),
    ]
    let trail = sizes.map { outcome(of: PNG.decode, PNGTests.resized(file, $0.0, $0.1)) }
    #expect(
      trail == [
        "2x2", "too large: 16385x1", "too large: 1x16385", "too large: 16384x16384", "damaged", "damaged",
        "damaged",
      ])
  }

  @Test func `Damaged files are refused wherever they are damaged`() throws {
    let file = try PNG.encode(PNGTests.picture(5, 4, .argb32) { x, y in UInt32(x * y) | 0xFF00_0000 })
    var kinds: Set<String> = []
    for length in 0..<file.count - 40 { kinds.insert(outcome(of: PNG.decode, [UInt8](file.prefix(length)))) }
    #expect(kinds == ["damaged"])
    var state: UInt64 = 7
    var isBad = false
    for _ in 0..<3000 {
      var bytes = file
      for _ in 0..<3 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        bytes[Int(state >> 33) % bytes.count] = UInt8(truncatingIfNeeded: state >> 20)
      }
      // Whatever it is, it ends, and a picture that comes out is not larger than its header may say.
      if outcome(of: PNG.decode, bytes) == "no memory" { isBad = true }
    }
    #expect(!isBad)
    #expect(outcome(of: PNG.decode, []) == "damaged")
  }
}
