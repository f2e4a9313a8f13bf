import EaselGeometry
import EaselRaster
import Testing

/// Lines whose width changes.
@Suite struct WidthTests {
  private static let side = 32

  /// Whether a place lies in the hull of two discs.
  private static func isInside(_ p: Point, _ a: Point, _ ra: Double, _ b: Point, _ rb: Double) -> Bool {
    let length = a.distance(to: b)
    let taper = length > 0 ? (ra - rb) / length : 2
    guard taper.magnitude < 1 else { return p.distance(to: ra > rb ? a : b) < max(ra, rb) }
    let way = (b - a) * (1 / length)
    let along = (p.x - a.x) * way.x + (p.y - a.y) * way.y
    let across = ((p.x - a.x) * way.y - (p.y - a.y) * way.x).magnitude
    let cosine = (1 - taper * taper).squareRoot()
    let place = along * cosine - across * taper
    if place < 0 { return p.distance(to: a) < ra }
    if place > cosine * length { return p.distance(to: b) < rb }
    return across * cosine + along * taper < ra
  }

  @Test func `A piece of a line covers the hull of the discs at its ends, upright, turned or bent by a transform`() {
    var trail: [String] = []
    for seed in 0..<40 {
      var dice = Dice(seed)
      let a = dice.point(20) + Point(5, 5)
      let b = dice.chance(0.1) ? a : dice.point(20) + Point(5, 5)
      let widths = [dice.real(2...12), dice.real(2...12)]
      let transform =
        seed % 2 == 0 ? AffineTransform.identity : AffineTransform(a: 0.9, b: 0.1, c: -0.3, d: 0.6, tx: 6, ty: 4)
      guard let back = transform.inverse else { continue }
      let picture = coverage(WidthTests.side, WidthTests.side) { painter in
        painter.concatenate(transform)
        painter.stroke(polyline: [a, b], widths: widths, color: .black)
      }
      let expected = sampled(WidthTests.side, WidthTests.side) { x, y in
        WidthTests.isInside(back.apply(Point(x, y)), a, widths[0] / 2, b, widths[1] / 2)
      }
      let found = differences(picture, expected)
      if max(-found.least, found.greatest) > 0.12 { trail.append("\(seed): \(found)") }
    }
    #expect(trail == [], "\(trail)")
  }

  @Test func `Half-transparent ink has one even tone however its width changes and wherever it crosses itself`() {
    var tones: Set<UInt32> = []
    for transform in [AffineTransform.identity, AffineTransform(a: 1, b: 0, c: 0, d: 0.8, tx: 0, ty: 2)] {
      let picture = bitmap(40, 40)
      let painter = Painter(target: picture, transform: transform, clip: Region(PixelRect(picture.size)))
      var points: [Point] = []
      var widths: [Double] = []
      for index in 0..<60 {
        points.append(Point(20 + 3.7 * Double(index % 7 - 3), 20 + 2.2 * Double(index % 11 - 5)))
        widths.append(5 + Double(index * 7 % 9))
      }
      painter.stroke(polyline: points, widths: widths, color: Color(white: 0, alpha: 0.5))
      for y in 16..<24 { for x in 16..<24 { tones.insert(picture.pixel(x: x, y: y)) } }
      var most: UInt32 = 0
      for y in 0..<40 { for x in 0..<40 { most = max(most, picture.pixel(x: x, y: y) >> 24) } }
      #expect(most == 128)
    }
    #expect(tones == [0x8000_0000])
  }

  @Test func `A line with one width everywhere is the line of that width, and grows segment by segment`() {
    var trail: [Int] = []
    for seed in 0..<60 {
      var dice = Dice(seed)
      let points = (0..<dice.whole(1...12)).map { _ in dice.point(32) }
      let width = dice.real(0.5...9)
      let plain = coverage(32, 32) { $0.stroke(polyline: points, width: width, color: .black) }
      let same = coverage(32, 32) { $0.stroke(polyline: points, widths: points.map { _ in width }, color: .black) }
      let widths = points.map { _ in dice.real(0...9) }
      let whole = coverage(32, 32) { $0.stroke(polyline: points, widths: widths, color: .black) }
      let raised = coverage(32, 32) { painter in
        if points.count == 1 { painter.raise(from: points[0], width: widths[0], to: points[0], width: widths[0]) }
        for index in 1..<max(1, points.count) {
          painter.raise(from: points[index - 1], width: widths[index - 1], to: points[index], width: widths[index])
        }
      }
      if bytes(plain) != bytes(same) || bytes(whole) != bytes(raised) { trail.append(seed) }
    }
    #expect(trail == [])
  }
}
