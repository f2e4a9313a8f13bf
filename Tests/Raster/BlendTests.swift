import EaselGeometry
import EaselRaster
import Testing

/// Blend modes against the formulas of the W3C's "Compositing and Blending", component by component.
@Suite struct BlendTests {
  /// A colour with components from 0 to 1 that are not multiplied.
  private typealias Straight = [Double]

  private static func mixed(_ mode: BlendMode, _ b: Double, _ s: Double) -> Double {
    switch mode {
    case .multiply: return b * s
    case .screen: return b + s - b * s
    case .overlay: return mixed(.hardLight, s, b)
    case .darken: return min(b, s)
    case .lighten: return max(b, s)
    case .colorDodge: return b == 0 ? 0 : s >= 1 ? 1 : min(1, b / (1 - s))
    case .colorBurn: return b >= 1 ? 1 : s <= 0 ? 0 : 1 - min(1, (1 - b) / s)
    case .hardLight: return s <= 0.5 ? b * 2 * s : b + (2 * s - 1) - b * (2 * s - 1)
    case .softLight:
      let d = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : b.squareRoot()
      return s <= 0.5 ? b - (1 - 2 * s) * b * (1 - b) : b + (2 * s - 1) * (d - b)
    case .difference: return (b - s).magnitude
    case .exclusion: return b + s - 2 * b * s
    default: return s
    }
  }

  private static func luminosity(_ c: Straight) -> Double { 0.3 * c[0] + 0.59 * c[1] + 0.11 * c[2] }

  private static func with(_ c: Straight, luminosity: Double) -> Straight {
    let d = luminosity - BlendTests.luminosity(c)
    let moved = c.map { $0 + d }
    let l = BlendTests.luminosity(moved)
    let (low, high) = (moved.min() ?? 0, moved.max() ?? 0)
    return moved.map { value in
      if low < 0 { return l + (value - l) * l / (l - low) }
      return high > 1 ? l + (value - l) * (1 - l) / (high - l) : value
    }
  }

  private static func saturation(_ c: Straight) -> Double { (c.max() ?? 0) - (c.min() ?? 0) }

  private static func with(_ c: Straight, saturation: Double) -> Straight {
    let (low, all) = (c.min() ?? 0, BlendTests.saturation(c))
    return c.map { all > 0 ? ($0 - low) * saturation / all : 0 }
  }

  private static func mixed(_ mode: BlendMode, _ b: Straight, _ s: Straight) -> Straight {
    switch mode {
    case .hue: with(with(s, saturation: saturation(b)), luminosity: luminosity(b))
    case .saturation: with(with(b, saturation: saturation(s)), luminosity: luminosity(b))
    case .color: with(s, luminosity: luminosity(b))
    case .luminosity: with(b, luminosity: luminosity(s))
    default: zip(b, s).map { mixed(mode, $0, $1) }
    }
  }

  /// How much of the source and of what is below remains, by Porter and Duff; nothing for modes that mix.
  private static func parts(_ mode: BlendMode, _ s: Double, _ b: Double) -> (source: Double, below: Double)? {
    switch mode {
    case .clear: (0, 0)
    case .copy: (1, 0)
    case .normal: (1, 1 - s)
    case .sourceIn: (b, 0)
    case .sourceOut: (1 - b, 0)
    case .sourceAtop: (b, 1 - s)
    case .destinationOver: (1 - b, 1)
    case .destinationIn: (0, s)
    case .destinationOut: (0, 1 - s)
    case .destinationAtop: (1 - b, s)
    case .xor: (1 - b, 1 - s)
    case .plusLighter: (1, 1)
    default: nil
    }
  }

  /// The premultiplied result, from 0 to 255.
  private static func expected(_ mode: BlendMode, _ source: UInt32, over below: UInt32, _ coverage: Double) -> [Double] {
    let (s, b) = (components(source).map { $0 / 255 }, components(below).map { $0 / 255 })
    var result: [Double]
    if let parts = parts(mode, s[3], b[3]) {
      result = (0..<4).map { min(1, s[$0] * parts.source + b[$0] * parts.below) }
    } else {
      func straight(_ c: [Double]) -> Straight { c.prefix(3).map { c[3] > 0 ? $0 / c[3] : 0 } }
      let mix = mixed(mode, straight(b), straight(s))
      result = (0..<3).map { (1 - b[3]) * s[$0] + (1 - s[3]) * b[$0] + s[3] * b[3] * mix[$0] }
      result.append(s[3] + b[3] - s[3] * b[3])
    }
    return (0..<4).map { (b[$0] + (result[$0] - b[$0]) * coverage) * 255 }
  }

  @Test func `Every blend mode does what its formula says, as far as a pixel is covered`() {
    var worst: [BlendMode: Double] = [:]
    let mask = bitmap(40, 1, .alpha8)
    for mode in BlendMode.allCases {
      for seed in 0..<20 {
        var dice = Dice(seed)
        let target = bitmap(40, 1)
        for x in 0..<40 {
          let pixel = PixelRect(x: x, y: 0, width: 1, height: 1)
          target.fill(dice.chance(0.2) ? .clear : dice.color(), in: pixel)
          mask.fill(Color(white: 0, alpha: dice.pick([1, 1, dice.real(0...1)])), in: pixel)
        }
        let below = (0..<40).map { target.pixel(x: $0, y: 0) }
        let color = seed == 0 ? Color.white : dice.color()
        let swatch = bitmap(1, 1)
        swatch.fill(color)
        let painter = Painter(target: target, clip: Region(PixelRect(target.size)))
        painter.blendMode = mode
        painter.fill(mask: mask, at: PixelPoint(x: 0, y: 0), color: color)
        for x in 0..<40 {
          let coverage = Double(mask.pixel(x: x, y: 0)) / 255
          let expected = BlendTests.expected(mode, swatch.pixel(x: 0, y: 0), over: below[x], coverage)
          let found = components(target.pixel(x: x, y: 0))
          for (a, b) in zip(found, expected) { worst[mode] = max(worst[mode] ?? 0, (a - b).magnitude) }
        }
      }
    }
    // Rounded twice; where a mode divides, a component that was rounded before counts for more.
    let trail = worst.filter { $0.value > 2.5 }.map { "\($0.key) \($0.value)" }
    #expect(trail == [] && worst.count == BlendMode.allCases.count, "\(trail.sorted())")
  }

  @Test func `A blend mode belongs to the state, and holds for pictures, gradients, groups and through clips`() throws {
    let picture = bitmap(4, 4)
    picture.fill(Color(red: 1, green: 0.5, blue: 0))
    let all = Rect(x: 0, y: 0, width: 4, height: 4)
    let color = Color(red: 1, green: 0.5, blue: 0)
    let ways: [(Painter) throws -> Void] = [
      { $0.fill(all, color: color) }, { $0.draw(picture, in: all) }, { $0.draw(picture, atPixel: PixelPoint(x: 0, y: 0)) },
      { $0.fill(with: .linearGradient(Gradient(colors: [color, color]), from: .zero, to: Point(4, 4))) },
      { $0.fill(Path(all), with: .pattern(Pattern(picture))) },
      { painter in try painter.group { $0.fill(all, color: color) } },
      { painter in
        painter.saveState()
        try painter.clip(to: Path(all))
        painter.draw(picture, in: all)
        painter.restoreState()
      },
    ]
    for way in ways {
      let target = bitmap(4, 4)
      target.fill(Color(red: 0.5, green: 0.5, blue: 1))
      let painter = Painter(target: target, clip: Region(PixelRect(target.size)))
      painter.saveState()
      painter.blendMode = .multiply
      try way(painter)
      painter.restoreState()
      #expect(painter.blendMode == .normal)
      #expect((0..<4).map { String(target.pixel(x: $0, y: $0), radix: 16) } == Array(repeating: "ff804000", count: 4))
    }
  }
}
