import EaselGeometry
import EaselRaster
import Testing

/// Coverage that grows with a line, and colours that are laid through it.
@Suite struct MaskTests {
  static let side = 40

  /// A transform under which circles stay circles.
  private static func transform(_ dice: inout Dice) -> AffineTransform {
    let scale = dice.pick([1, 1.25, 1.5, 2, 0.3, 3.7])
    let move = AffineTransform(translationX: dice.real(-9...9), y: dice.real(-9...9))
    let turn = dice.pick([
      AffineTransform.identity, AffineTransform(cosine: 0.8, sine: -0.6), AffineTransform(cosine: 0, sine: 1),
      AffineTransform(scaleX: -1, y: 1),
    ])
    return turn.concatenating(AffineTransform(scaleX: scale, y: scale)).concatenating(move)
  }

  private static func walk(_ dice: inout Dice) -> [Point] {
    var point = dice.point(Double(side) / 2)
    let step = dice.pick([0.2, 3, 15, 1e7])
    return (0..<dice.whole(1...30)).map { _ in
      if !dice.chance(0.1) { point += Point(dice.real(-step...step), dice.real(-step...step)) }
      return point
    }
  }

  private static func path(_ points: [Point]) -> Path {
    var path = Path()
    path.move(to: points[0])
    for point in points.dropFirst() { path.addLine(to: point) }
    if points.count == 1 { path.addLine(to: points[0]) }
    return path
  }

  /// The segments of a line in random order, a single point as a dot.
  private static func segments(_ points: [Point], _ dice: inout Dice) -> [(Point, Point)] {
    points.count == 1 ? [(points[0], points[0])] : zip(points, points.dropFirst()).shuffled(using: &dice)
  }

  private static func clip(_ dice: inout Dice) -> Region {
    var region = Region()
    for _ in 0..<3 {
      region.formUnion(
        PixelRect(x: dice.whole(-5...35), y: dice.whole(-5...35), width: dice.whole(1...30), height: dice.whole(1...30)))
    }
    return region
  }

  @Test func `A line raised segment by segment and painted through equals the line painted whole, byte for byte`() {
    var trail: [Int] = []
    let painter = Painter()
    for seed in 0..<400 {
      var dice = Dice(seed)
      let points = MaskTests.walk(&dice)
      let width = dice.pick([0, 0.3, 1, 2.5, 4, 9, 25])
      let transform = MaskTests.transform(&dice)
      let color = dice.color()
      let mask = bitmap(MaskTests.side, MaskTests.side, .alpha8)
      for (a, b) in MaskTests.segments(points, &dice) {
        painter.begin(target: mask, transform: transform)
        painter.raise(from: a, to: b, width: width)
      }
      let format = dice.pick([PixelFormat.argb32, .xrgb32, .alpha8])
      let pictures = [bitmap(MaskTests.side, MaskTests.side, format), bitmap(MaskTests.side, MaskTests.side, format)]
      let under = dice.color()
      let region = MaskTests.clip(&dice)
      for picture in pictures {
        picture.fill(under)
        painter.begin(target: picture, transform: transform, clip: region)
        if picture === pictures[0] {
          painter.stroke(MaskTests.path(points), style: StrokeStyle(width: width), color: color)
        } else {
          painter.fill(mask: mask, at: PixelPoint(x: 0, y: 0), color: color)
        }
      }
      if bytes(pictures[0]) != bytes(pictures[1]) { trail.append(seed) }
    }
    #expect(trail == [])
  }

  @Test func `Coverage raised in tiles and bit by bit is the greatest that any segment gives alone`() {
    var trail: [Int] = []
    let painter = Painter()
    for seed in 0..<120 {
      var dice = Dice(seed + 10_000)
      let points = MaskTests.walk(&dice)
      let width = dice.pick([0.7, 3, 11])
      var greatest = [UInt8](repeating: 0, count: MaskTests.side * MaskTests.side)
      let mask = bitmap(MaskTests.side, MaskTests.side, .alpha8)
      for (a, b) in MaskTests.segments(points, &dice) {
        let alone = coverage(MaskTests.side, MaskTests.side) { $0.stroke(polyline: [a, b], width: width, color: .black) }
        greatest = zip(greatest, bytes(alone)).map { max($0, $1) }
        var hands: [[PixelRect]] = [[], []]
        SplitTests.deal(PixelRect(mask.size), &hands, &dice)
        for rect in hands.joined() {
          painter.begin(target: mask, clip: Region(rect))
          painter.raise(from: a, to: b, width: width)
        }
      }
      if bytes(mask) != greatest { trail.append(seed) }
    }
    #expect(trail == [])
  }

  @Test func `A colour goes through a mask as through a naive one, wherever its corner lies`() {
    var trail: [Int] = []
    let painter = Painter()
    for seed in 0..<200 {
      var dice = Dice(seed + 20_000)
      let mask = bitmap(dice.whole(1...20), dice.whole(1...20), .alpha8)
      for y in 0..<mask.size.height {
        for x in 0..<mask.size.width {
          let alpha = dice.pick([0, 0, 1, dice.real(0...1)])
          mask.fill(Color(white: 0, alpha: alpha), in: PixelRect(x: x, y: y, width: 1, height: 1))
        }
      }
      let origin = PixelPoint(x: dice.whole(-25...45), y: dice.whole(-25...45))
      let color = dice.color()
      let region = MaskTests.clip(&dice)
      let pictures = [bitmap(MaskTests.side, MaskTests.side), bitmap(MaskTests.side, MaskTests.side)]
      for picture in pictures { picture.fill(.green) }
      painter.begin(target: pictures[0], transform: AffineTransform(cosine: 0.6, sine: 0.8), clip: region)
      painter.fill(mask: mask, at: origin, color: color)
      for y in 0..<mask.size.height {
        for x in 0..<mask.size.width {
          let place = PixelPoint(x: origin.x + x, y: origin.y + y)
          guard region.contains(place), mask.pixel(x: x, y: y) > 0 else { continue }
          let one = bitmap(1, 1, .alpha8)
          one.copy(from: mask, rect: PixelRect(x: x, y: y, width: 1, height: 1), to: PixelPoint(x: 0, y: 0))
          painter.begin(target: pictures[1])
          painter.fill(mask: one, at: place, color: color)
        }
      }
      if bytes(pictures[0]) != bytes(pictures[1]) { trail.append(seed) }
    }
    #expect(trail == [])
  }

  @Test func `A mask's bytes weigh the colour in 255ths`() {
    let mask = bitmap(4, 1, .alpha8)
    for (x, alpha) in [0, 0.2, 0.6, 1].enumerated() {
      mask.fill(Color(white: 0, alpha: alpha), in: PixelRect(x: x, y: 0, width: 1, height: 1))
    }
    let picture = bitmap(4, 1)
    picture.fill(.white)
    Painter(target: picture, clip: Region(PixelRect(picture.size))).fill(mask: mask, at: PixelPoint(x: 0, y: 0), color: .red)
    #expect((0..<4).map { picture.pixel(x: $0, y: 0) } == [0xFFFF_FFFF, 0xFFFF_CCCC, 0xFFFF_6666, 0xFFFF_0000])
  }

  @Test func `Numbers that are none and huge ones raise nothing that they should not`() {
    let numbers = [Double.nan, .infinity, -.infinity, 1e300, -1e12, 5e6, 7]
    let mask = bitmap(16, 16, .alpha8)
    let painter = Painter()
    for x in numbers {
      for y in numbers {
        for width in numbers {
          for scale in numbers {
            painter.begin(target: mask, transform: AffineTransform(scaleX: scale, y: scale))
            painter.raise(from: Point(x, y), to: Point(x.isFinite ? .nan : 3, 3), width: width)
            painter.begin(target: mask, transform: AffineTransform(scaleX: scale, y: 1))
            painter.raise(from: Point(3, 3), to: Point(y.isFinite ? .infinity : y, x), width: width)
          }
        }
      }
    }
    #expect(bytes(mask).allSatisfy { $0 == 0 })
    painter.begin(target: mask)
    painter.raise(from: Point(-1e6, 8), to: Point(1e6, 8), width: 4)
    #expect(bytes(mask).count { $0 == 255 } == 64)
  }
}
