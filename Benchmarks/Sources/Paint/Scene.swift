import EaselGeometry
import EaselRaster
import EaselText

/// Random numbers that are the same in every run (SplitMix64).
struct Dice: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) {
    state = seed &* 0x9E37_79B9_7F4A_7C15
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func real(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &self) }
}

/// One thing to paint, as both painters understand it.
struct Item {
  enum Shape {
    case stroke([Point], width: Double, isRound: Bool, dashes: [Double])
    case curves([Point])
    case rect(Rect)
    case image(Bitmap, Rect, opacity: Double)
    case text(TextLayout, Point)
    /// Over everything; the second point is on the circle if it is radial.
    case gradient([Color], from: Point, to: Point, isRadial: Bool)
  }

  var shape: Shape
  var color: Color
}

/// Shapes on a full screen.
struct Scene {
  static let width = 1920
  static let height = 1080

  var name: String
  var items: [Item]
  /// What memory alone would take, for scenes that it limits.
  var limit: Limit?

  /// What a scene does to every pixel of the screen at least, once for each item.
  enum Limit {
    /// One is read and one is written.
    case copy
    /// Two are read and one is written.
    case blend
  }

  /// Strokes as a hand draws them: steps of 6 to 14 pixels that turn a little.
  static func strokes(_ name: String, width: Double, alpha: Double = 1, isRound: Bool = true, dashes: [Double] = []) -> Scene {
    var dice = Dice(1)
    let items = (0..<1000).map { _ in
      var point = Point(dice.real(100...1820), dice.real(100...980))
      var direction = Point(dice.real(-1...1), dice.real(-1...1))
      let points = (0..<50).map { _ in
        direction += Point(dice.real(-0.4...0.4), dice.real(-0.4...0.4))
        direction = direction * (1 / max(direction.distance(to: .zero), 0.001))
        point += direction * dice.real(6...14)
        return point
      }
      let shape = Item.Shape.stroke(points, width: width, isRound: isRound, dashes: dashes)
      return Item(shape: shape, color: color(&dice, alpha: alpha))
    }
    return Scene(name: name, items: items)
  }

  /// Blots: closed paths of six curves.
  static func curves(_ name: String, count: Int, size: Double) -> Scene {
    var dice = Dice(2)
    let items = (0..<count).map { _ in
      let middle = Point(dice.real(0...1920), dice.real(0...1080))
      let points = (0..<19).map { _ in middle + Point(dice.real(-size...size), dice.real(-size...size)) }
      return Item(shape: .curves(points.dropLast() + points.prefix(1)), color: color(&dice, alpha: 0.7))
    }
    return Scene(name: name, items: items)
  }

  /// Small rectangles on whole pixels.
  static func rects(_ name: String, count: Int, alpha: Double) -> Scene {
    var dice = Dice(3)
    let items = (0..<count).map { _ in
      let rect = Rect(
        x: dice.real(0...1900).rounded(), y: dice.real(0...1060).rounded(), width: dice.real(3...24).rounded(),
        height: dice.real(3...24).rounded())
      return Item(shape: .rect(rect), color: color(&dice, alpha: alpha))
    }
    return Scene(name: name, items: items)
  }

  /// Pictures over the whole screen.
  static func images(_ name: String, width: Int, height: Int, hasAlpha: Bool, opacity: Double = 1, limit: Limit?) -> Scene {
    guard let picture = try? Bitmap(size: PixelSize(width: width, height: height), format: hasAlpha ? .argb32 : .xrgb32) else {
      preconditionFailure("There is memory for a picture.")
    }
    var dice = Dice(4)
    let painter = Painter(target: picture, clip: Region(PixelRect(picture.size)))
    if !hasAlpha { painter.fill(with: .color(.white)) }
    for _ in 0..<40 {
      let center = Point(dice.real(0...Double(width)), dice.real(0...Double(height)))
      let radius = dice.real(40...400)
      let rect = Rect(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius)
      painter.fill(Path(ellipseIn: rect), color: color(&dice, alpha: 0.6))
    }
    let screen = Rect(x: 0, y: 0, width: 1920, height: 1080)
    let item = Item(shape: .image(picture, screen, opacity: opacity), color: .black)
    return Scene(name: name, items: Array(repeating: item, count: 4), limit: limit)
  }

  /// Columns of words, 10,000 letters in all.
  ///
  /// A sixth of the pixels differs from cairo's by more than 32 levels, all because of where letters stand: letters that cairo sets one
  /// by one where ours are have the same pixels.
  @MainActor static func text(_ name: String) -> Scene {
    var dice = Dice(5)
    let letters = Array("etaoinshrdlucmfwypvbgkjqxz")
    var text = ""
    var count = 0
    while count < 10_000 {
      let length = min(10_000 - count, Int.random(in: 1...9, using: &dice))
      text += String((0..<length).map { _ in letters[Int(dice.real(0...25) * dice.real(0...1))] }) + " "
      count += length
    }
    guard let font = try? Font(family: "DejaVu Sans", size: 13),
      let layout = try? TextLayout(text, font: font, size: Size(width: 1880, height: .infinity))
    else { preconditionFailure("The fonts of DejaVu are there.") }
    return Scene(name: name, items: [Item(shape: .text(layout, Point(20, 10)), color: .black)])
  }

  /// A gradient over the whole screen.
  static func gradient(_ name: String, isRadial: Bool) -> Scene {
    let colors = [Color.red, Color(red: 1, green: 0.9, blue: 0), Color(red: 0, green: 0.6, blue: 0.3), .blue]
    let shape = Item.Shape.gradient(colors, from: Point(960, 540), to: Point(1700, 1000), isRadial: isRadial)
    return Scene(name: name, items: [Item(shape: shape, color: .black)])
  }

  private static func color(_ dice: inout Dice, alpha: Double) -> Color {
    Color(red: dice.real(0...1), green: dice.real(0...1), blue: dice.real(0...1), alpha: alpha)
  }
}
