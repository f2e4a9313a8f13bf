import EaselGeometry
import EaselRaster
import EaselTestSupport
import Testing

@testable import EaselPlatformFramebuffer

@Suite struct `A panel's pixels` {
  nonisolated static let formats: [PanelFormat] = [
    .xrgb8888, .xbgr8888, .rgb888, .bgr888, .rgb565, .bgr565, .rgb555, .grey8, .palette8,
  ]

  /// What one pixel becomes at a place of the panel.
  func encoded(_ pixel: UInt32, _ format: PanelFormat, x: Int = 0, y: Int = 0) -> [UInt8] {
    var bytes = [UInt8](repeating: 0xAA, count: format.bytesPerPixel)
    bytes.withUnsafeMutableBytes { target in
      withUnsafePointer(to: pixel) {
        PixelEncoder(format).encode($0, count: 1, x: x, y: y, to: target.baseAddress!)
      }
    }
    return bytes
  }

  @Test(
    "SCP-1, FFB-7: opaque red is what each format calls red",
    arguments: zip(
      formats,
      [
        [0, 0, 255, 255], [255, 0, 0, 255], [0, 0, 255], [255, 0, 0], [0, 0xF8], [0x1F, 0], [0, 0xFC], [76], [0xE0],
      ] as [[UInt8]]))
  func red(_ format: PanelFormat, _ bytes: [UInt8]) {
    #expect(encoded(0x12FF_0000, format, x: 3, y: 5) == bytes)
  }

  @Test("FFB-7: black and white stay black and white wherever they lie", arguments: formats)
  func extremes(_ format: PanelFormat) {
    let places = (0..<64).map { ($0 & 7, $0 >> 3) }
    let blacks = Set(places.map { encoded(0, format, x: $0.0, y: $0.1) })
    let whites = Set(places.map { encoded(0xFFFFFF, format, x: $0.0, y: $0.1) })
    #expect(blacks.count == 1 && whites.count == 1)
    #expect(whites.first!.allSatisfy { $0 == 255 })
  }

  @Test("FFB-7: an even grey is dithered to the right mean")
  func mean() {
    for value in stride(from: UInt32(0), through: 255, by: 5) {
      let sum = (0..<64).reduce(0) { sum, place in
        let bytes = encoded(value << 16, .rgb565, x: place & 7, y: place >> 3)
        return sum + Int(bytes[1] >> 3)
      }
      #expect(abs(Double(sum) / 64 / 31 - Double(value) / 255) < 0.01)
    }
  }

  /// A panel in memory with guard bytes around and between its rows.
  struct Panel {
    let size: PixelSize
    let format: PanelFormat
    let orientation: Orientation
    let start = 13
    let stride: Int
    var bytes: [UInt8]

    init(_ size: PixelSize, _ format: PanelFormat, _ orientation: Orientation) {
      self.size = size
      self.format = format
      self.orientation = orientation
      stride = size.width * format.bytesPerPixel + 20
      bytes = [UInt8](repeating: 0xAA, count: start + stride * size.height + 7)
    }

    mutating func copy(_ rects: [PixelRect], from picture: Bitmap) {
      bytes.withUnsafeMutableBytes { target in
        let writer = PanelWriter(
          memory: target.baseAddress! + start, stride: stride, panel: size, format: format, orientation: orientation)
        for rect in rects { writer.copy(rect, from: picture) }
      }
    }
  }

  func picture(_ size: PixelSize, seed: UInt64) throws -> Bitmap {
    let bitmap = try Bitmap(size: size, format: .xrgb32)
    var state = seed
    for y in 0..<size.height {
      for x in 0..<size.width {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        bitmap.pixels.storeBytes(of: UInt32(state >> 32), toByteOffset: y * bitmap.stride + x * 4, as: UInt32.self)
      }
    }
    return bitmap
  }

  /// The panel as FRO-1's table says, a pixel at a time.
  func naive(_ panel: Panel, _ rects: [PixelRect], from picture: Bitmap) -> [UInt8] {
    var bytes = panel.bytes
    for rect in rects {
      for y in rect.y..<rect.maxY {
        for x in rect.x..<rect.maxX where x >= 0 && y >= 0 && x < picture.size.width && y < picture.size.height {
          let (px, py): (Int, Int)
          switch panel.orientation {
          case .none: (px, py) = (x, y)
          case .quarter: (px, py) = (panel.size.width - 1 - y, x)
          case .half: (px, py) = (panel.size.width - 1 - x, panel.size.height - 1 - y)
          case .threeQuarters: (px, py) = (y, panel.size.height - 1 - x)
          }
          let at = panel.start + py * panel.stride + px * panel.format.bytesPerPixel
          let pixel = encoded(picture.pixel(x: x, y: y), panel.format, x: px, y: py)
          for (offset, byte) in pixel.enumerated() { bytes[at + offset] = byte }
        }
      }
    }
    return bytes
  }

  @Test(
    "FRO-2, SCP-2, FFB-3: each format and turn equals a copy of single pixels, and nothing else is written", arguments: formats)
  func turned(_ format: PanelFormat) throws {
    for orientation in Orientation.allCases {
      var panel = Panel(PixelSize(width: 75, height: 102), format, orientation)
      let picture = try picture(orientation.turned(panel.size), seed: 7)
      let rects = [
        PixelRect(x: 3, y: 5, width: 40, height: 61), PixelRect(x: 0, y: 0, width: 1, height: 1),
        PixelRect(x: 70, y: 70, width: 500, height: 500), PixelRect(x: -9, y: 66, width: 20, height: 2),
      ]
      let expected = naive(panel, rects, from: picture)
      panel.copy(rects, from: picture)
      #expect(panel.bytes == expected, "\(orientation)")
    }
  }

  @Test("SCP-5: a picture in a thousand rectangles equals the picture in one", arguments: [PanelFormat.rgb565, .palette8])
  func pieces(_ format: PanelFormat) throws {
    var whole = Panel(PixelSize(width: 64, height: 48), format, .quarter)
    var pieces = whole
    let picture = try picture(PixelSize(width: 48, height: 64), seed: 3)
    whole.copy([PixelRect(picture.size)], from: picture)
    // Cut at random places, and one in four copied twice.
    var random = SeededGenerator(seed: 5)
    var rects = [PixelRect(picture.size)]
    while rects.count < 1000 {
      let rect = rects.remove(at: Int.random(in: rects.indices, using: &random))
      let isWide = rect.width > rect.height
      let most = isWide ? rect.width : rect.height
      let cut = most > 1 ? Int.random(in: 1..<most, using: &random) : most
      var (first, second) = (rect, rect)
      if isWide {
        (first.width, second.x, second.width) = (cut, rect.x + cut, rect.width - cut)
      } else {
        (first.height, second.y, second.height) = (cut, rect.y + cut, rect.height - cut)
      }
      rects += second.isEmpty ? [first] : [first, second]
      if Int.random(in: 0..<4, using: &random) == 0 { rects.append(first) }
    }
    pieces.copy(rects, from: picture)
    #expect(pieces.bytes == whole.bytes)
  }
}
