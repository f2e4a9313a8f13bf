import EaselGeometry
import EaselRaster
import Glibc
import Testing

/// A pixel's components, red first, each from 0 to 255.
func components(_ pixel: UInt32) -> [Double] { [16, 8, 0, 24].map { Double(pixel >> $0 & 255) } }

/// Gradients against what they should be, worked out pixel by pixel.
@Suite struct GradientTests {
  private static let side = 20

  /// A premultiplied colour at a place of the way, by the definition.
  private static func color(_ stops: [Gradient.Stop], _ place: Double) -> [Double] {
    func parts(_ color: Color) -> [Double] { [color.red, color.green, color.blue, color.alpha] }
    var mixed = parts(stops[0].color)
    if place >= stops[stops.count - 1].location { mixed = parts(stops[stops.count - 1].color) }
    for (a, b) in zip(stops, stops.dropFirst()) where place >= a.location && place < b.location {
      let part = (place - a.location) / (b.location - a.location)
      mixed = zip(parts(a.color), parts(b.color)).map { $0 + ($1 - $0) * part }
    }
    return mixed.prefix(3).map { $0 * mixed[3] * 255 } + [mixed[3] * 255]
  }

  /// The place of the way under a point, or nothing where there is none.
  private static func place(_ paint: Paint, _ p: Point) -> Double? {
    switch paint {
    case .linearGradient(_, let a, let b, _):
      let way = b - a
      return ((p.x - a.x) * way.x + (p.y - a.y) * way.y) / (way.x * way.x + way.y * way.y)
    case .conicGradient(_, let center, let angle):
      let turns = (atan2(p.y - center.y, p.x - center.x) - angle) / (2 * .pi)
      return turns - turns.rounded(.down)
    case .radialGradient(_, let a, let r, let b, let s, let spread):
      // The circle at t has its middle at a + t(b − a) and the radius r + t(s − r); the greatest t is wanted.
      let (d, q, growth) = (b - a, p - a, s - r)
      let square = d.x * d.x + d.y * d.y - growth * growth
      let half = q.x * d.x + q.y * d.y + r * growth
      let rest = q.x * q.x + q.y * q.y - r * r
      var roots: [Double] = []
      if square.magnitude < 1e-9 {
        if half != 0 { roots = [rest / (2 * half)] }
      } else if half * half - square * rest >= 0 {
        let root = (half * half - square * rest).squareRoot()
        roots = [(half + root) / square, (half - root) / square]
      }
      return roots.filter { r + $0 * growth >= 0 && (spread != .none || (0...1).contains($0)) }.max()
    default: return nil
    }
  }

  private static func expected(_ paint: Paint, _ stops: [Gradient.Stop], _ spread: Spread, _ p: Point) -> [Double] {
    guard var place = place(paint, p) else { return [0, 0, 0, 0] }
    switch spread {
    case .none: if place < 0 || place > 1 { return [0, 0, 0, 0] }
    case .pad: place = max(0, min(1, place))
    case .repeat: place -= place.rounded(.down)
    case .reflect:
      place -= 2 * (place / 2).rounded(.down)
      if place > 1 { place = 2 - place }
    }
    return color(stops, place)
  }

  private static func paint(_ dice: inout Dice, _ gradient: Gradient, _ spread: Spread) -> Paint {
    switch dice.whole(0...3) {
    case 0: return .conicGradient(gradient, center: dice.point(20), angle: dice.real(-9...9))
    case 1: return .linearGradient(gradient, from: dice.point(20), to: dice.point(20), spread: spread)
    default:
      let start = dice.point(20)
      let radius = dice.chance(0.3) ? 0 : dice.real(0.5...12)
      let end = dice.chance(0.3) ? start : dice.point(20)
      let other = dice.chance(0.15) && start != end ? radius + start.distance(to: end) : dice.real(13...20)
      return .radialGradient(
        gradient, startCenter: start, startRadius: radius, endCenter: end, endRadius: other, spread: spread)
    }
  }

  @Test func `Gradients have in every pixel the colour that their definition gives its middle`() {
    var trail: [String] = []
    for seed in 0..<200 {
      var dice = Dice(seed * 211)
      let places = (0..<dice.whole(2...4)).map { _ in dice.real(0...1) }.sorted()
      let stops = places.map { Gradient.Stop(location: $0, color: dice.color()) }
      let spread = dice.pick(Spread.allCases)
      let paint = GradientTests.paint(&dice, Gradient(stops: stops), spread)
      let transform = SplitTests.transform(&dice)
      guard let back = transform.inverse, transform.determinant.magnitude > 0.05 else { continue }
      let target = bitmap(GradientTests.side, GradientTests.side)
      Painter(target: target, transform: transform, clip: Region(PixelRect(target.size))).fill(with: paint)
      var wrong = 0
      for y in 0..<GradientTests.side {
        for x in 0..<GradientTests.side {
          // Where colours jump, that of a place very near will do.
          let near = [(0, 0), (0.01, 0), (-0.01, 0), (0, 0.01), (0, -0.01), (0.01, 0.01), (-0.01, -0.01)].map { dx, dy in
            let middle = Point(Double(x) + 0.5 + dx, Double(y) + 0.5 + dy)
            return GradientTests.expected(paint, stops, spread, back.apply(middle))
          }
          let found = components(target.pixel(x: x, y: y))
          let isRight = (0..<4).allSatisfy { index in
            let all = near.map { $0[index] }
            return found[index] > all.min()! - 1.6 && found[index] < all.max()! + 1.6
          }
          if !isRight { wrong += 1 }
        }
      }
      if wrong > 0 { trail.append("\(seed): \(wrong) \(spread) \("\(paint)".prefix(14)) \("\(paint)".suffix(230))") }
    }
    #expect(trail == [], "\(trail.count): \(trail.prefix(5))")
  }

  /// The hexadecimal words of a row of three pixels.
  private static func row(_ paint: Paint) -> String {
    let target = bitmap(3, 1)
    Painter(target: target, clip: Region(PixelRect(target.size))).fill(with: paint)
    return (0..<3).map { String(target.pixel(x: $0, y: 0), radix: 16) }.joined(separator: " ")
  }

  @Test func `Gradients without a way, with one stop, with none or with stops in any order are what they say`() {
    let two = Gradient(colors: [.red, .blue])
    let one = Gradient(colors: [.green])
    let odd = Gradient(stops: [
      .init(location: 1, color: .blue), .init(location: .nan, color: .white), .init(location: 0.5, color: .green),
      .init(location: 0.5, color: .red), .init(location: -3, color: .black),
    ])
    let p = Point(1, 0)
    func line(_ gradient: Gradient, _ to: Point, _ spread: Spread) -> Paint {
      .linearGradient(gradient, from: .zero, to: to, spread: spread)
    }
    func circles(_ gradient: Gradient, _ radius: Double, _ other: Double, _ spread: Spread) -> Paint {
      .radialGradient(gradient, startCenter: p, startRadius: radius, endCenter: p, endRadius: other, spread: spread)
    }
    let cases: [(String, Paint)] = [
      ("point pad", line(two, .zero, .pad)), ("point none", line(two, .zero, .none)),
      ("point repeat", line(two, .zero, .repeat)),
      ("one", line(one, p, .reflect)), ("one none", line(one, p, .none)), ("no stops", line(Gradient(stops: []), p, .pad)),
      ("odd", line(odd, Point(3, 0), .pad)), ("no number", line(two, Point(.nan, 0), .pad)),
      ("far", line(two, Point(.infinity, 0), .pad)), ("same circles", circles(two, 1, 1, .pad)),
      ("same circles none", circles(two, 1, 1, .none)), ("no radius", circles(two, 0, 0, .repeat)),
      ("less than none", circles(two, -1, 2, .pad)), ("tiny", circles(two, 0, 1e-300, .pad)),
      ("conic without angle", .conicGradient(two, center: .zero, angle: .nan)),
    ]
    let found = cases.map { "\($0.0): \(GradientTests.row($0.1))" }
    #expect(
      found == [
        "point pad: ff0000ff ff0000ff ff0000ff", "point none: 0 0 0", "point repeat: ff0000ff ff0000ff ff0000ff",
        "one: ff00ff00 ff00ff00 ff00ff00", "one none: ff00ff00 0 0", "no stops: 0 0 0", "odd: ff005500 ffff0000 ff5500aa",
        "no number: 0 0 0", "far: 0 0 0", "same circles: ff0000ff ff0000ff ff0000ff", "same circles none: 0 0 0",
        "no radius: ff0000ff ff0000ff ff0000ff", "less than none: 0 0 0", "tiny: ff0000ff ff0000ff ff0000ff",
        "conic without angle: 0 0 0",
      ], "\(found)")
  }

  @Test func `A gradient repeated a thousand times is as exact in its last turn as in its first`() {
    let gradient = Gradient(colors: [.black, .white])
    let target = bitmap(4096, 1)
    let painter = Painter(target: target, clip: Region(PixelRect(target.size)))
    painter.fill(with: .linearGradient(gradient, from: .zero, to: Point(4, 0), spread: .repeat))
    let words = (0..<4096).map { target.pixel(x: $0, y: 0) }
    #expect(words == (0..<4096).map { words[$0 % 4] } && Set(words).count == 4)
  }
}
