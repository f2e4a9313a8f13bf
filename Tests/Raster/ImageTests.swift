import EaselGeometry
import EaselRaster
import Testing

/// Bitmaps laid down, against what they should be, worked out pixel by pixel.
@Suite struct ImageTests {
  private static let side = 24

  /// The index of a pixel on an axis that goes on as a spread says; nothing where there is none.
  private static func index(_ index: Int, _ count: Int, _ spread: Spread) -> Int? {
    switch spread {
    case .none: return (0..<count).contains(index) ? index : nil
    case .pad: return max(0, min(count - 1, index))
    case .repeat: return ((index % count) + count) % count
    case .reflect:
      let turn = ((index % (2 * count)) + 2 * count) % (2 * count)
      return turn < count ? turn : 2 * count - 1 - turn
    }
  }

  private static func pixel(_ bitmap: Bitmap, _ x: Double, _ y: Double, _ spread: Spread) -> [Double] {
    guard let column = index(Int(x.rounded(.down)), bitmap.size.width, spread),
      let row = index(Int(y.rounded(.down)), bitmap.size.height, spread)
    else { return [0, 0, 0, 0] }
    let pixel = bitmap.pixel(x: column, y: row)
    return components(bitmap.format == .xrgb32 ? pixel | 0xFF00_0000 : pixel)
  }

  private static func mixed(_ bitmap: Bitmap, _ x: Double, _ y: Double, _ spread: Spread) -> [Double] {
    let (left, top) = ((x - 0.5).rounded(.down), (y - 0.5).rounded(.down))
    let (u, v) = (x - 0.5 - left, y - 0.5 - top)
    let four = [(0, 0), (1, 0), (0, 1), (1, 1)].map { pixel(bitmap, left + Double($0.0), top + Double($0.1), spread) }
    return (0..<4).map {
      (four[0][$0] * (1 - u) + four[1][$0] * u) * (1 - v) + (four[2][$0] * (1 - u) + four[3][$0] * u) * v
    }
  }

  @Test func `Patterns have in every pixel what lies under its middle, nearest or mixed from four, whatever is around`() {
    var trail: [String] = []
    for seed in 0..<200 {
      var dice = Dice(seed)
      let picture = SplitTests.picture(&dice)
      let spread = dice.pick(Spread.allCases)
      let filter = dice.pick(ImageFilter.allCases)
      let rect = Rect(
        x: dice.real(-5...15), y: dice.real(-5...15), width: Double(picture.size.width) * dice.real(0.9...4),
        height: Double(picture.size.height) * dice.real(0.9...4))
      let transform = dice.chance(0.4) ? AffineTransform.identity : AffineTransform(cosine: 0.6, sine: dice.pick([0.8, -0.8]))
      let target = bitmap(side, side)
      let painter = Painter(target: target, transform: transform, clip: Region(PixelRect(target.size)))
      painter.fill(with: .pattern(Pattern(picture, in: rect, spread: spread, filter: filter)))
      guard let back = transform.inverse else { continue }
      var wrong = 0
      for y in 0..<side {
        for x in 0..<side {
          let near = [(0, 0), (0.02, 0), (-0.02, 0), (0, 0.02), (0, -0.02), (0.02, 0.02), (-0.02, -0.02)].map { dx, dy in
            let place = back.apply(Point(Double(x) + 0.5 + dx, Double(y) + 0.5 + dy))
            let u = (place.x - rect.minX) / rect.width * Double(picture.size.width)
            let v = (place.y - rect.minY) / rect.height * Double(picture.size.height)
            return filter == .nearest
              ? ImageTests.pixel(picture, u, v, spread) : ImageTests.mixed(picture, u, v, spread)
          }
          let found = components(target.pixel(x: x, y: y))
          let isRight = (0..<4).allSatisfy { index in
            let all = near.map { $0[index] }
            return found[index] > all.min()! - 4 && found[index] < all.max()! + 4
          }
          if !isRight { wrong += 1 }
        }
      }
      if wrong > 0 { trail.append("\(seed): \(wrong) \(spread) \(filter)") }
    }
    #expect(trail == [], "\(trail.count): \(trail.prefix(8))")
  }

  private var side: Int { ImageTests.side }

  @Test func `A bitmap reduced by a whole factor has the mean of all pixels that fall into one, in any part of it`() {
    var trail: [String] = []
    for seed in 0..<60 {
      var dice = Dice(seed)
      let (columns, rows) = (dice.whole(1...9), dice.whole(1...9))
      let size = PixelSize(width: dice.whole(1...6), height: dice.whole(1...6))
      let picture = bitmap(size.width * columns, size.height * rows, dice.pick([.argb32, .alpha8]))
      for y in 0..<picture.size.height {
        for x in 0..<picture.size.width { picture.fill(dice.color(), in: PixelRect(x: x, y: y, width: 1, height: 1)) }
      }
      let target = bitmap(8, 8)
      let painter = Painter(target: target, clip: Region(PixelRect(x: 2, y: 0, width: 6, height: 7)))
      painter.draw(picture, in: Rect(x: 1, y: 1, width: Double(size.width), height: Double(size.height)))
      for y in 1..<min(7, size.height + 1) {
        for x in 2..<max(2, min(8, size.width + 1)) {
          var sums = [0.0, 0, 0, 0]
          for row in 0..<rows {
            for column in 0..<columns {
              let pixel = picture.pixel(x: (x - 1) * columns + column, y: (y - 1) * rows + row)
              let parts = components(picture.format == .alpha8 ? pixel << 24 : pixel)
              sums = zip(sums, parts).map { $0 + $1 / Double(rows * columns) }
            }
          }
          let found = components(target.pixel(x: x, y: y))
          if zip(found, sums).contains(where: { ($0 - $1).magnitude > 1 }) { trail.append("\(seed) \(x) \(y)") }
        }
      }
    }
    #expect(trail == [], "\(trail.count): \(trail.prefix(8))")
  }

  @Test func `A fine chequer reduced by any factor and turned is an even grey`() {
    let chequer = bitmap(240, 240)
    for y in 0..<240 {
      for x in 0..<240 { chequer.fill((x + y) % 2 == 0 ? .white : .black, in: PixelRect(x: x, y: y, width: 1, height: 1)) }
    }
    var trail: [String] = []
    for factor in [2, 2.4, 3.7, 5, 11.3] {
      for turn in [AffineTransform.identity, AffineTransform(cosine: 0.6, sine: 0.8)] {
        let target = bitmap(20, 20)
        let painter = Painter(target: target, transform: turn, clip: Region(PixelRect(target.size)))
        painter.draw(chequer, in: Rect(x: -5, y: -80 / factor, width: 240 / factor, height: 240 / factor))
        let inner = (8..<12).map { target.pixel(x: $0, y: 9) & 255 }
        if inner.contains(where: { abs(Int($0) - 128) > 24 }) { trail.append("\(factor) \(turn.b): \(inner)") }
      }
    }
    #expect(trail == [])
  }

  @Test func `Each of the eight transforms takes a bitmap pixel by pixel, and at whole scales as squares (WHD-10)`() {
    let picture = bitmap(3, 2)
    for y in 0..<2 {
      for x in 0..<3 {
        picture.fill(Color(white: Double(x + 3 * y) / 5), in: PixelRect(x: x, y: y, width: 1, height: 1))
      }
    }
    let turns: [(a: Double, b: Double, c: Double, d: Double)] = [
      (1, 0, 0, 1), (0, 1, -1, 0), (-1, 0, 0, -1), (0, -1, 1, 0), (-1, 0, 0, 1), (0, 1, 1, 0), (1, 0, 0, -1), (0, -1, -1, 0),
    ]
    var trail: [String] = []
    for turn in turns {
      for scale in [1, 2, 3] {
        let s = Double(scale)
        let transform = AffineTransform(
          a: turn.a * s, b: turn.b * s, c: turn.c * s, d: turn.d * s, tx: turn.a + turn.c < 0 ? 14 : 1,
          ty: turn.b + turn.d < 0 ? 14 : 1)
        let target = bitmap(16, 16)
        let painter = Painter(target: target, transform: transform, clip: Region(PixelRect(target.size)))
        painter.draw(picture, at: .zero, filter: scale == 1 ? .bilinear : .nearest)
        guard let back = transform.inverse else { continue }
        for y in 0..<16 {
          for x in 0..<16 {
            let place = back.apply(Point(Double(x) + 0.5, Double(y) + 0.5))
            let isInside = Rect(x: 0, y: 0, width: 3, height: 2).contains(place)
            let expected = isInside ? picture.pixel(x: Int(place.x), y: Int(place.y)) : 0
            if target.pixel(x: x, y: y) != expected { trail.append("\(turn) \(scale): \(x) \(y)") }
          }
        }
      }
    }
    #expect(trail == [], "\(trail.count): \(trail.prefix(8))")
  }
}
