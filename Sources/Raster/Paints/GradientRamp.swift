internal import EaselGeometry

/// The colours of a gradient, ready to be looked up: pieces on which every component runs evenly.
struct GradientRamp {
  /// A piece of the way: from `low` on and before `high`.
  private struct Piece {
    var low: Float
    var high: Float
    /// Red, green, blue and opacity at `low`, the first three from 0 to nearly 255, not multiplied.
    var start: SIMD4<Float>
    /// What is added to them on the way, by its length.
    var slope: SIMD4<Float>
  }

  private let pieces: [Piece]
  private var current: Piece
  /// The colour after the last stop.
  let last: Color

  /// Nothing for a gradient without stops.
  init?(_ gradient: Gradient) {
    let stops = gradient.stops.filter { $0.location == $0.location }
      .map { (place: Float(max(0, min(1, $0.location))), color: $0.color) }
      .enumerated().sorted { ($0.element.place, $0.offset) < ($1.element.place, $1.offset) }.map(\.element)
    guard let first = stops.first, let end = stops.last else { return nil }
    last = end.color
    var pieces = [
      Piece(low: -.infinity, high: first.place, start: GradientRamp.components(first.color), slope: .zero)
    ]
    for (a, b) in zip(stops, stops.dropFirst()) where a.place < b.place {
      let start = GradientRamp.components(a.color)
      let slope = (GradientRamp.components(b.color) - start) / (b.place - a.place)
      pieces.append(Piece(low: a.place, high: b.place, start: start, slope: slope))
    }
    pieces.append(Piece(low: end.place, high: .infinity, start: GradientRamp.components(end.color), slope: .zero))
    // Where nothing is subtracted from the low end it must be a number.
    pieces[0].low = -1e30
    self.pieces = pieces
    current = pieces[0]
  }

  /// A little less than 255, so that a component times opacity never rounds to more than opacity does.
  private static func components(_ color: Color) -> SIMD4<Float> {
    func unit(_ value: Double) -> Float { Float(value > 0 ? min(value, 1) : 0) }
    let full: Float = 254.9998
    return SIMD4(unit(color.red) * full, unit(color.green) * full, unit(color.blue) * full, unit(color.alpha))
  }

  /// The premultiplied pixels at four places of the way, none of which is NaN.
  @inline(__always)
  mutating func pixels(_ places: Four.Numbers) -> SIMD4<UInt32> {
    let outside =
      Four.isLess(places, SIMD4(repeating: current.low)) | ~Four.isLess(places, SIMD4(repeating: current.high))
    if !Four.isAnySet(outside) { return GradientRamp.pixels(places, on: current) }
    return pixelsOneByOne(places)
  }

  private mutating func pixelsOneByOne(_ places: Four.Numbers) -> SIMD4<UInt32> {
    var result = SIMD4<UInt32>()
    for lane in 0..<4 {
      seek(places[lane])
      result[lane] = GradientRamp.pixels(SIMD4(repeating: places[lane]), on: current)[0]
    }
    return result
  }

  private mutating func seek(_ place: Float) {
    if place >= current.low && place < current.high { return }
    var (from, to) = (0, pieces.count - 1)
    while from < to {
      let middle = (from + to + 1) / 2
      if pieces[middle].low <= place { from = middle } else { to = middle - 1 }
    }
    current = pieces[from]
  }

  @inline(__always)
  private static func pixels(_ places: Four.Numbers, on piece: Piece) -> SIMD4<UInt32> {
    let way = places - SIMD4(repeating: piece.low)
    let alpha = SIMD4(repeating: piece.start.w) + way * SIMD4(repeating: piece.slope.w)
    func bytes(_ value: Four.Numbers) -> SIMD4<UInt32> {
      // Adding this rounds to a whole number, which is then in the lowest bits.
      Four.words(value + SIMD4(repeating: 0x1.8p23)) & SIMD4(repeating: 0xFF)
    }
    let red = bytes((SIMD4(repeating: piece.start.x) + way * SIMD4(repeating: piece.slope.x)) * alpha)
    let green = bytes((SIMD4(repeating: piece.start.y) + way * SIMD4(repeating: piece.slope.y)) * alpha)
    let blue = bytes((SIMD4(repeating: piece.start.z) + way * SIMD4(repeating: piece.slope.z)) * alpha)
    let opacity = bytes(alpha * SIMD4(repeating: 255))
    return opacity &<< 24 | red &<< 16 | green &<< 8 | blue
  }
}
