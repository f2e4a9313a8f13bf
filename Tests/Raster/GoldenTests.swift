import EaselFormats
import EaselGeometry
import EaselRaster
import Glibc
import Testing

/// Pictures that somebody has looked at and found right, kept as files.
///
/// Where other tests compare with a reference these catch what both might get wrong the same way, and what a change does to pictures
/// as a whole. `EASEL_GOLDEN=write` writes them anew: look at each before it is committed.
@Suite struct GoldenTests {
  private static let folder = #filePath.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" } + "/Golden"
  private static let size = PixelSize(width: 96, height: 64)

  @Test(arguments: GoldenScene.allCases)
  func `A scene looks as it did when it was last looked at`(scene: GoldenScene) throws {
    let bitmap = try Bitmap(size: GoldenTests.size, format: .xrgb32)
    let painter = Painter()
    painter.begin(target: bitmap)
    painter.fill(with: .color(.white))
    try scene.paint(painter)
    let path = "\(GoldenTests.folder)/\(scene.rawValue).png"
    if getenv("EASEL_GOLDEN").map({ String(cString: $0) }) == "write" { try GoldenTests.write(PNG.encode(bitmap), to: path) }
    let golden = try PNG.decode(GoldenTests.read(path))
    #expect(golden.size == bitmap.size)
    var differences = 0
    for y in 0..<bitmap.size.height {
      for x in 0..<bitmap.size.width {
        if GoldenTests.differ(golden.pixel(x: x, y: y), bitmap.pixel(x: x, y: y)) { differences += 1 }
      }
    }
    #expect(differences == 0, "pixels of \(path) that differ")
  }

  /// One level is left to processors: pixman has other ways on other ones.
  private static func differ(_ a: UInt32, _ b: UInt32) -> Bool {
    [0, 8, 16].contains { shift in abs(Int(a >> shift & 255) - Int(b >> shift & 255)) > 1 }
  }

  private static func read(_ path: String) throws -> [UInt8] {
    let file = try #require(fopen(path, "r"), "\(path) is there")
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = fread(&bytes, 1, bytes.count, file)
    return Array(bytes.prefix(count))
  }

  private static func write(_ bytes: [UInt8], to path: String) throws {
    let file = try #require(fopen(path, "w"), "\(path) can be written")
    defer { fclose(file) }
    try #require(fwrite(bytes, 1, bytes.count, file) == bytes.count)
  }
}

/// What is painted: a page for each part of the painter.
enum GoldenScene: String, CaseIterable {
  case strokes, ink, fills, gradients, images, layers

  func paint(_ painter: Painter) throws {
    switch self {
    case .strokes: strokes(painter)
    case .ink: ink(painter)
    case .fills: try fills(painter)
    case .gradients: gradients(painter)
    case .images: try images(painter)
    case .layers: try layers(painter)
    }
  }

  /// Caps beside joins; below them dashes, a hairline, and dots of all caps.
  private func strokes(_ painter: Painter) {
    let ways: [(LineCap, LineJoin)] = [(.butt, .miter), (.round, .round), (.square, .bevel)]
    for (index, (cap, join)) in ways.enumerated() {
      let left = 8 + Double(index) * 30
      var corner = Path()
      corner.addLines([Point(left, 24), Point(left + 9, 8), Point(left + 18, 24)])
      painter.stroke(corner, style: StrokeStyle(width: 7, cap: cap, join: join), color: Color(white: 0.2))
      var line = Path()
      line.addLines([Point(left, 36), Point(left + 20, 38)])
      painter.stroke(line, style: StrokeStyle(width: 4, cap: cap, join: join, dash: [5, 6], dashPhase: 2), color: .black)
      var dot = Path()
      dot.addLines([Point(left + 10, 47), Point(left + 10, 47)])
      painter.stroke(dot, style: StrokeStyle(width: 8, cap: cap, join: join), color: Color(red: 0.8, green: 0, blue: 0))
    }
    var hairline = Path(roundedRect: Rect(x: 6, y: 55, width: 84, height: 6), cornerRadius: 3)
    hairline.move(to: Point(6, 52))
    hairline.addLine(to: Point(90, 54))
    painter.stroke(hairline, style: StrokeStyle(width: 0), color: .black)
  }

  /// A line that crosses itself in one even tone, and one whose width follows a pressure.
  private func ink(_ painter: Painter) {
    let loop = (0...60).map { step in
      let turn = Double(step) / 60 * 4 * .pi
      return Point(30 + 20 * sin(turn) + Double(step) / 6, 32 + 22 * cos(turn * 1.5))
    }
    painter.stroke(polyline: loop, width: 6, color: Color(red: 0, green: 0.2, blue: 0.8, alpha: 0.5))
    let stroke = (0...40).map { Point(60 + Double($0) * 0.7, 60 - Double($0 * $0) * 0.034) }
    let widths = (0...40).map { 1 + 9 * sin(Double($0) / 40 * .pi) }
    painter.stroke(polyline: stroke, widths: widths, color: Color(red: 0.1, green: 0.5, blue: 0.1, alpha: 0.7))
  }

  /// Both rules on a star, and a star through a clip that is a ring.
  private func fills(_ painter: Painter) throws {
    func star(_ x: Double, _ y: Double) -> Path {
      var path = Path()
      path.addLines((0..<5).map { Point(x + 14 * sin(Double($0) * 0.8 * .pi), y - 14 * cos(Double($0) * 0.8 * .pi)) })
      path.closeSubpath()
      return path
    }
    painter.fill(star(18, 18), color: Color(red: 0.9, green: 0.5, blue: 0), rule: .nonZero)
    painter.fill(star(48, 18), color: Color(red: 0.9, green: 0.5, blue: 0), rule: .evenOdd)
    painter.saveState()
    var ring = Path(ellipseIn: Rect(x: 62, y: 3, width: 30, height: 30))
    ring.addEllipse(in: Rect(x: 70, y: 11, width: 14, height: 14))
    try painter.clip(to: ring, rule: .evenOdd)
    painter.fill(star(77, 18), color: .black)
    painter.restoreState()
    painter.concatenate(AffineTransform(a: 1, b: 0.2, c: -0.4, d: 1, tx: 26, ty: 30))
    painter.fill(Path(roundedRect: Rect(x: 4, y: 8, width: 56, height: 14), cornerRadius: 7), color: Color(white: 0.6))
    painter.fill(Rect(x: 10, y: 12, width: 44, height: 6), color: Color(red: 0, green: 0.4, blue: 0.6, alpha: 0.5))
  }

  /// The three kinds, with the spreads.
  private func gradients(_ painter: Painter) {
    let rainbow = Gradient(colors: [
      Color(red: 1, green: 0, blue: 0), Color(red: 0, green: 1, blue: 0, alpha: 0.5), Color(red: 0, green: 0, blue: 1),
    ])
    let spreads: [Spread] = [.none, .pad, .repeat, .reflect]
    for (index, spread) in spreads.enumerated() {
      let rect = Rect(x: 2 + Double(index) * 23, y: 2, width: 21, height: 18)
      painter.fill(
        rect, with: .linearGradient(rainbow, from: Point(rect.minX + 6, 4), to: Point(rect.minX + 14, 12), spread: spread))
      let below = Rect(x: rect.minX, y: 22, width: 21, height: 18)
      painter.fill(
        below,
        with: .radialGradient(
          rainbow, startCenter: Point(rect.minX + 8, 29), startRadius: 1, endCenter: Point(rect.minX + 10, 31), endRadius: 7,
          spread: spread))
    }
    painter.fill(
      Path(ellipseIn: Rect(x: 4, y: 42, width: 40, height: 20)), with: .conicGradient(rainbow, center: Point(24, 52), angle: 1))
    var line = Path()
    line.addLines([Point(52, 58), Point(66, 45), Point(78, 58), Point(90, 45)])
    painter.stroke(
      line, style: StrokeStyle(width: 6, cap: .round), with: .linearGradient(rainbow, from: Point(52, 0), to: Point(90, 0)))
  }

  /// A small picture enlarged both ways, turned, reduced, and as a pattern.
  private func images(_ painter: Painter) throws {
    let tile = try Bitmap(size: PixelSize(width: 8, height: 8), format: .argb32)
    let brush = Painter()
    brush.begin(target: tile)
    brush.fill(Rect(x: 0, y: 0, width: 8, height: 8), color: Color(red: 1, green: 0.8, blue: 0.2))
    brush.fill(Rect(x: 1, y: 1, width: 3, height: 3), color: .black)
    brush.fill(Rect(x: 4, y: 4, width: 4, height: 4), color: Color(red: 0, green: 0.3, blue: 0.9, alpha: 0.5))
    painter.draw(tile, in: Rect(x: 2, y: 2, width: 28, height: 28), filter: .nearest)
    painter.draw(tile, in: Rect(x: 34, y: 2, width: 28, height: 28), filter: .bilinear)
    painter.draw(tile, in: Rect(x: 66, y: 2, width: 5, height: 5), opacity: 0.8)
    let pattern = Pattern(tile, in: Rect(x: 2, y: 34, width: 9, height: 9))
    painter.fill(Rect(x: 2, y: 34, width: 28, height: 28), with: .pattern(pattern))
    painter.concatenate(AffineTransform(a: 2.5, b: 1, c: -1, d: 2.5, tx: 60, ty: 34))
    painter.draw(tile, in: Rect(x: 0, y: 0, width: 8, height: 8))
  }

  /// Blend modes over a band, a half-transparent group, and shadows.
  private func layers(_ painter: Painter) throws {
    painter.fill(
      Rect(x: 0, y: 4, width: 96, height: 16),
      with: .linearGradient(Gradient(colors: [.black, .white]), from: .zero, to: Point(96, 0)))
    let modes: [BlendMode] = [.multiply, .screen, .overlay, .darken]
    for (index, mode) in modes.enumerated() {
      painter.saveState()
      painter.blendMode = mode
      painter.fill(
        Path(ellipseIn: Rect(x: 3 + Double(index) * 24, y: 2, width: 18, height: 20)),
        color: Color(red: 0.9, green: 0.3, blue: 0.2, alpha: 0.8))
      painter.restoreState()
    }
    try painter.group(opacity: 0.5, shadow: Shadow(color: .black, offset: Point(4, 4), blur: 5)) { painter in
      painter.fill(Rect(x: 8, y: 30, width: 24, height: 20), color: Color(red: 0, green: 0.6, blue: 0.3))
      painter.fill(Path(ellipseIn: Rect(x: 20, y: 34, width: 26, height: 18)), color: Color(red: 0.9, green: 0.8, blue: 0))
    }
    try painter.group(shadow: Shadow(offset: Point(0, 3), blur: 3)) { painter in
      painter.fill(Path(roundedRect: Rect(x: 58, y: 32, width: 30, height: 20), cornerRadius: 6), color: .white)
    }
  }
}
