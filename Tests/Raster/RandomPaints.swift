import EaselGeometry
import EaselRaster

extension Dice {
  /// Some stops, now and then unsorted, alone, at one place or none.
  mutating func gradient() -> Gradient {
    if chance(0.5) { return Gradient(colors: (0..<whole(2...4)).map { _ in color() }) }
    return Gradient(
      stops: (0..<whole(0...5)).map { _ in
        Gradient.Stop(location: chance(0.3) ? pick([0, 0.5, 1, -1, 2]) : real(0...1), color: color())
      })
  }

  /// Any paint but one colour, for a picture of some size.
  mutating func paint(_ side: Double) -> Paint {
    let spread = pick(Spread.allCases)
    switch whole(0...3) {
    case 0:
      let from = point(side)
      return .linearGradient(gradient(), from: from, to: chance(0.1) ? from : point(side), spread: spread)
    case 1:
      let start = point(side)
      let end = chance(0.4) ? start : point(side)
      return .radialGradient(
        gradient(), startCenter: start, startRadius: chance(0.3) ? 0 : real(0...side), endCenter: end,
        endRadius: real(0...side), spread: spread)
    case 2: return .conicGradient(gradient(), center: point(side), angle: real(-9...9))
    default: return .pattern(pattern(side, spread))
    }
  }

  mutating func pattern(_ side: Double, _ spread: Spread) -> Pattern {
    let picture = SplitTests.picture(&self)
    let rect =
      chance(0.3)
      ? nil : Rect(x: real(-side...side), y: real(-side...side), width: real(0.4...side), height: real(0.4...side))
    return Pattern(
      picture, in: rect, spread: spread, filter: pick(ImageFilter.allCases), opacity: chance(0.5) ? 1 : real(0...1),
      transform: chance(0.6) ? .identity : SplitTests.transform(&self))
  }

  mutating func shadow() -> Shadow {
    Shadow(
      color: color(), offset: Point(real(-6...6), real(-6...6)), blur: pick([0, 0.4, 1, 2, 3.3, 5, 9]))
  }
}
