internal import CEaselTurboJPEG
import EaselFormats
import EaselGeometry
import EaselRaster
import Testing

@Suite struct JPEGTests {
  /// A file of a picture whose left half is one colour and whose right half another, its top row of blocks white.
  private static func file(
    _ width: Int, _ height: Int, sampling: TJSAMP = TJSAMP_444, flags: Int32 = 0, order: TJPF = TJPF_RGB
  ) -> [UInt8] {
    let bytes = order == TJPF_CMYK ? 4 : 3
    var pixels: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let color: [UInt8] = y < 8 ? [255, 255, 255, 255] : x < width / 2 ? [200, 40, 20, 255] : [10, 60, 220, 255]
        pixels += color.prefix(bytes)
      }
    }
    guard let handle = tjInitCompress() else { return [] }
    defer { _ = tjDestroy(handle) }
    var (data, count): (UnsafeMutablePointer<UInt8>?, UInt) = (nil, 0)
    _ = tjCompress2(
      handle, pixels, Int32(width), 0, Int32(height), Int32(order.rawValue), &data, &count, Int32(sampling.rawValue), 92, flags)
    defer { tjFree(data) }
    return data.map { [UInt8](UnsafeBufferPointer(start: $0, count: Int(count))) } ?? []
  }

  @Test func `JPEG files of every kind are read: any sampling, progressive, grey, with four inks`() throws {
    let files = [
      JPEGTests.file(32, 24), JPEGTests.file(33, 21, sampling: TJSAMP_420), JPEGTests.file(32, 24, sampling: TJSAMP_422),
      JPEGTests.file(32, 24, flags: TJFLAG_PROGRESSIVE), JPEGTests.file(32, 24, sampling: TJSAMP_GRAY),
      JPEGTests.file(32, 24, order: TJPF_CMYK),
    ]
    var trail: [String] = []
    for file in files {
      let picture = try JPEG.decode(file)
      let pixels = [(4, 2), (4, 16), (24, 16)].map { name(picture.pixel(x: $0.0, y: $0.1)) }
      trail.append("\(picture.size.width)x\(picture.size.height) \(picture.format) \(pixels)")
    }
    let colors = "[\"white\", \"red\", \"blue\"]"
    #expect(
      trail == [
        "32x24 xrgb32 \(colors)", "33x21 xrgb32 \(colors)", "32x24 xrgb32 \(colors)", "32x24 xrgb32 \(colors)",
        "32x24 xrgb32 [\"white\", \"grey\", \"grey\"]", "32x24 xrgb32 \(colors)",
      ])
  }

  /// The name of a colour of the test pictures, which is lossy; the top byte is full.
  private func name(_ pixel: UInt32) -> String {
    let (red, green, blue) = (Int(pixel >> 16 & 255), Int(pixel >> 8 & 255), Int(pixel & 255))
    func near(_ r: Int, _ g: Int, _ b: Int) -> Bool { max(abs(red - r), abs(green - g), abs(blue - b)) <= 14 }
    guard pixel >> 24 == 255 else { return "not opaque" }
    if near(255, 255, 255) { return "white" }
    if near(200, 40, 20) { return "red" }
    if near(10, 60, 220) { return "blue" }
    return red == green && green == blue ? "grey" : "\(red) \(green) \(blue)"
  }

  /// A file with an EXIF segment behind its start.
  private static func turned(_ file: [UInt8], _ number: UInt8, isLittle: Bool, tag: UInt8 = 0x12) -> [UInt8] {
    let little: [UInt8] = [
      0x49, 0x49, 42, 0, 8, 0, 0, 0, 2, 0, 0, 1, 3, 0, 1, 0, 0, 0, 9, 0, 0, 0, tag, 1, 3, 0, 1, 0, 0, 0, number, 0, 0, 0,
    ]
    let big: [UInt8] = [
      0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 2, 1, 0, 0, 3, 0, 0, 0, 1, 0, 9, 0, 0, 1, tag, 0, 3, 0, 0, 0, 1, 0, number, 0, 0,
    ]
    let content = [0x45, 0x78, 0x69, 0x66, 0, 0] + (isLittle ? little : big)
    return file.prefix(2) + [0xFF, 0xE1, 0, UInt8(content.count + 2)] + content + file.dropFirst(2)
  }

  @Test func `A picture is turned upright as its EXIF data says, in either order of bytes`() throws {
    let file = JPEGTests.file(32, 24)
    var trail: [String] = []
    for number in 0...9 as ClosedRange<UInt8> {
      for isLittle in [true, false] {
        let picture = try JPEG.decode(JPEGTests.turned(file, number, isLittle: isLittle))
        let (right, bottom) = (picture.size.width - 3, picture.size.height - 3)
        let corners = [(2, 2), (right, 2), (2, bottom), (right, bottom)].map { x, y in
          name(picture.pixel(x: x, y: y)).prefix(1)
        }
        trail.append("\(number) \(picture.size.width)x\(picture.size.height) \(corners.joined())")
      }
    }
    // White, red and blue at the four corners.
    let expected = [
      "0 32x24 wwrb", "1 32x24 wwrb", "2 32x24 wwbr", "3 32x24 brww", "4 32x24 rbww",
      "5 24x32 wrwb", "6 24x32 rwbw", "7 24x32 bwrw", "8 24x32 wbwr", "9 32x24 wwrb",
    ]
    #expect(trail == expected.flatMap { [$0, $0] })
    let other = try JPEG.decode(JPEGTests.turned(file, 6, isLittle: true, tag: 0x13))
    #expect(other.size == PixelSize(width: 32, height: 24))
  }

  /// A file with another size in its frame header.
  private static func resized(_ file: [UInt8], _ width: Int, _ height: Int) -> [UInt8] {
    var file = file
    guard let frame = file.indices.first(where: { file[$0] == 0xFF && (file[$0 + 1] == 0xC0 || file[$0 + 1] == 0xC2) }) else {
      return []
    }
    for (index, value) in [height >> 8, height, width >> 8, width].enumerated() {
      file[frame + 5 + index] = UInt8(truncatingIfNeeded: value)
    }
    return file
  }

  @Test func `A JPEG header that is too large, or larger than the file can fill, is refused before memory is taken (DLI-5)`() {
    let file = JPEGTests.file(16, 16, flags: TJFLAG_PROGRESSIVE)
    let sizes = [(16, 16), (16385, 1), (1, 65500), (16384, 16384), (16384, 8192), (4096, 4096), (0, 5)]
    let trail = sizes.map { outcome(of: JPEG.decode, JPEGTests.resized(file, $0.0, $0.1)) }
    #expect(
      trail == [
        "16x16", "too large: 16385x1", "too large: 1x65500", "too large: 16384x16384", "damaged", "damaged", "damaged",
      ], "\(trail)")
  }

  @Test func `A JPEG file with more scans than its size allows work for is refused`() {
    var file = JPEGTests.resized(JPEGTests.file(16, 16), 16000, 8000)
    file += (0..<60).flatMap { _ in [0xFF, 0xDA] as [UInt8] } + [UInt8](repeating: 0, count: 200_000)
    #expect(outcome(of: JPEG.decode, file) == "too large: 16000x8000")
  }

  @Test func `Damaged JPEG files are errors or pictures of their size, wherever they are damaged`() {
    let progressive = JPEGTests.file(24, 24, flags: TJFLAG_PROGRESSIVE)
    let files = [JPEGTests.file(24, 24), JPEGTests.turned(progressive, 6, isLittle: true)]
    var kinds: Set<String> = []
    for file in files {
      for length in 0..<file.count - 2 { kinds.insert(outcome(of: JPEG.decode, [UInt8](file.prefix(length)))) }
    }
    #expect(kinds == ["damaged"], "\(kinds)")
    var state: UInt64 = 7
    var largest = 0
    for index in 0..<3000 {
      var bytes = files[index % 2]
      for _ in 0..<3 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        bytes[Int(state >> 33) % bytes.count] = UInt8(truncatingIfNeeded: state >> 20)
      }
      if let picture = try? JPEG.decode(bytes) { largest = max(largest, picture.size.area) }
    }
    #expect(largest > 0 && largest <= 1 << 26)
    #expect(outcome(of: JPEG.decode, []) == "damaged" && outcome(of: JPEG.decode, [0xFF, 0xD8]) == "damaged")
  }
}
