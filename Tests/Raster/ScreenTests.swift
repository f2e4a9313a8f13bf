import EaselGeometry
import EaselRaster
import Testing

/// Screens of every scale, turned and mirrored: all eight transforms are right to the pixel.
@Suite struct ScreenTests {
  /// From a view's pixels to the panel's, by its quarter turns and whether it is mirrored.
  private struct Turn {
    let quarters: Int
    let isMirrored: Bool

    static let all = (0..<8).map { Turn(quarters: $0 % 4, isMirrored: $0 >= 4) }

    func panel(_ view: PixelSize) -> PixelSize {
      quarters % 2 == 0 ? view : PixelSize(width: view.height, height: view.width)
    }

    /// Where a pixel of the view is on the panel, counted out.
    func place(_ x: Int, _ y: Int, _ view: PixelSize) -> PixelPoint {
      let x = isMirrored ? view.width - 1 - x : x
      switch quarters {
      case 1: return PixelPoint(x: view.height - 1 - y, y: x)
      case 2: return PixelPoint(x: view.width - 1 - x, y: view.height - 1 - y)
      case 3: return PixelPoint(x: y, y: view.width - 1 - x)
      default: return PixelPoint(x: x, y: y)
      }
    }

    func transform(_ view: PixelSize) -> AffineTransform {
      let (width, height) = (Double(view.width), Double(view.height))
      let mirror = isMirrored ? AffineTransform(a: -1, b: 0, c: 0, d: 1, tx: width, ty: 0) : .identity
      let turns: [AffineTransform] = [
        .identity, AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: height, ty: 0),
        AffineTransform(a: -1, b: 0, c: 0, d: -1, tx: width, ty: height),
        AffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: width),
      ]
      return mirror.concatenating(turns[quarters])
    }
  }

  private static let view = PixelSize(width: 36, height: 28)

  /// A scene painted for a scale and turned; the bytes of it brought back to upright.
  private static func upright(_ turn: Turn, _ scale: Double, _ paint: (Painter) -> Void) -> [UInt32] {
    let size = turn.panel(view)
    let target = bitmap(size.width, size.height)
    let transform = AffineTransform(scaleX: scale, y: scale).concatenating(turn.transform(view))
    paint(Painter(target: target, transform: transform, clip: Region(PixelRect(size))))
    return (0..<view.height).flatMap { y in
      (0..<view.width).map { x in
        let place = turn.place(x, y, view)
        return target.pixel(x: place.x, y: place.y)
      }
    }
  }

  /// No edge of what is painted ends in half a pixel at any of them: that goes right and down, on a turned screen too.
  private static let scales = [1, 1.25, 1.5, 1.75, 2, 2.5, 3]

  @Test func `WHD-10: rectangles, frames of hairlines and pictures of exact size are the same pixels on every turned screen`() {
    let picture = bitmap(4, 3)
    for y in 0..<3 {
      for x in 0..<4 { picture.fill(Color(white: Double(x + 4 * y) / 12), in: PixelRect(x: x, y: y, width: 1, height: 1)) }
    }
    var trail: [String] = []
    for scale in ScreenTests.scales {
      let scenes: [(String, (Painter) -> Void)] = [
        ("rectangle", { $0.fill(Rect(x: 1.31, y: 2.11, width: 5.23, height: 3.37), color: .red) }),
        ("thin", { $0.fill(Rect(x: 4, y: 1.07, width: 0.01, height: 6.03), color: .red) }),
        ("picture", { $0.draw(picture, in: Rect(x: 2.23, y: 3.11, width: 4 / scale, height: 3 / scale)) }),
        (
          "clip",
          { painter in
            painter.clip(to: Rect(x: 2.71, y: 1.23, width: 3.33, height: 4.19))
            painter.fill(with: .color(.blue))
          }
        ),
      ]
      for (name, scene) in scenes {
        let first = ScreenTests.upright(Turn.all[0], scale, scene)
        if !first.contains(where: { $0 != 0 }) { trail.append("\(name) at \(scale) shows nothing") }
        for turn in Turn.all.dropFirst() where ScreenTests.upright(turn, scale, scene) != first {
          trail.append("\(name) at \(scale), \(turn)")
        }
      }
    }
    #expect(trail == [])
  }

  @Test func `WHD-10: a hairline along an axis is one whole pixel wide at every scale on every turned screen`() {
    var trail: [String] = []
    for scale in ScreenTests.scales {
      for turn in Turn.all {
        let pixels = ScreenTests.upright(turn, scale) { painter in
          var path = Path()
          path.move(to: Point(2.3, 1.1))
          path.addLine(to: Point(2.3, 8.2))
          painter.stroke(path, style: .hairline, color: .black)
        }
        let alphas = Set(pixels.map { $0 >> 24 })
        let columns = Set(pixels.indices.filter { pixels[$0] != 0 }.map { $0 % ScreenTests.view.width })
        let count = pixels.count { $0 != 0 }
        // As long as the line, and a pixel at most for its ends.
        let length = 7.1 * scale
        let isLong = Double(count) > length - 1 && Double(count) < length + 2.01
        if !alphas.isSubset(of: [0, 255]) || columns.count != 1 || !isLong {
          trail.append("\(scale) \(turn): \(alphas) \(columns) \(count)")
        }
      }
    }
    #expect(trail == [])
  }

  @Test func `Shapes, gradients and shadows look alike on every turned screen`() {
    var shape = Path(ellipseIn: Rect(x: 2, y: 2, width: 7, height: 5))
    shape.addLines([Point(1, 1), Point(9, 3), Point(3, 7)])
    let gradient = Gradient(colors: [.red, .blue, .green])
    var trail: [String] = []
    for scale in [1, 1.5, 2.5] {
      let scene: (Painter) -> Void = { painter in
        painter.fill(shape, with: .linearGradient(gradient, from: Point(1, 2), to: Point(9, 5)))
        let shadow = Shadow(color: .black, offset: Point(1, 2), blur: 2)
        try? painter.group(opacity: 0.7, shadow: shadow) { $0.fill(Rect(x: 4, y: 4, width: 3, height: 2), color: .green) }
        painter.stroke(shape, style: StrokeStyle(width: 0.8), color: .black)
      }
      let first = ScreenTests.upright(Turn.all[0], scale, scene)
      for turn in Turn.all.dropFirst() {
        let other = ScreenTests.upright(turn, scale, scene)
        let most = zip(first, other).map { a, b in
          zip(components(a), components(b)).map { ($0 - $1).magnitude }.max() ?? 0
        }
        // A shadow's offset that ends in half a pixel goes to the one side or the other, and curves are rounded at their corners.
        let large = most.count { $0 > 8 }
        if large > (scale == 1 ? 8 : 60) { trail.append("\(scale) \(turn): \(large), at most \(most.max() ?? 0)") }
      }
    }
    #expect(trail == [])
  }
}
