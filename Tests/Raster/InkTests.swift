import EaselGeometry
import EaselRaster
import Testing

/// The way of ink: lines that grow.
@Suite struct InkTests {
  static let side = 40

  private static func walk(_ dice: inout Dice, count: Int, step: Double) -> [Point] {
    var point = dice.point(Double(side))
    return (0..<count).map { _ in
      if !dice.chance(0.1) { point += Point(dice.real(-step...step), dice.real(-step...step)) }
      return point
    }
  }

  /// The pixels that a segment may touch.
  private static func damage(_ a: Point, _ b: Point, _ width: Double) -> PixelRect {
    let reach = max(width, 1) / 2 + 1
    return PixelRect(covering: Rect(spanning: a, b).insetBy(dx: -reach, dy: -reach), scale: 1)
  }

  @Test func `A line painted as it grows, each segment in its own damage, equals the line painted whole`() {
    var trail: [Int] = []
    let painter = Painter()
    for seed in 0..<80 {
      var dice = Dice(seed)
      let width = dice.pick([0, 0.3, 1, 2.5, 4, 9])
      let color = dice.color()
      let points = InkTests.walk(&dice, count: 25, step: dice.pick([0.3, 2, 8]))
      let whole = bitmap(InkTests.side, InkTests.side)
      whole.fill(.white)
      painter.begin(target: whole)
      painter.stroke(polyline: points, width: width, color: color)

      let growing = bitmap(InkTests.side, InkTests.side)
      growing.fill(.white)
      for end in 1...points.count {
        let damage = Region(InkTests.damage(points[max(0, end - 2)], points[end - 1], width))
        painter.begin(target: growing, clip: damage)
        painter.fill(Rect(x: 0, y: 0, width: 40, height: 40), color: .white)
        // The segments from the first one that can touch the damage are enough.
        let box = damage.bounds
        let first = (0..<end).first { index in
          !InkTests.damage(points[max(0, index - 1)], points[index], width).intersection(box).isEmpty
        }
        painter.stroke(polyline: points.span.extracting(max(0, (first ?? 0) - 1)..<end), width: width, color: color)
      }
      if bytes(whole) != bytes(growing) { trail.append(seed) }
    }
    #expect(trail == [])
  }

  @Test func `A line moved by whole pixels has the same picture, moved`() {
    var trail: [Int] = []
    for seed in 0..<100 {
      var dice = Dice(seed)
      // Multiples of a 1024th: adding whole numbers to them is exact.
      let points = InkTests.walk(&dice, count: 6, step: 9).map {
        Point(($0.x * 1024).rounded() / 1024, ($0.y * 1024).rounded() / 1024)
      }
      let width = dice.real(0...6)
      let near = coverage(40, 40) { $0.stroke(polyline: points, width: width, color: .black) }
      let far = coverage(60, 60) {
        $0.stroke(polyline: points.map { $0 + Point(17, 11) }, width: width, color: .black)
      }
      let part = bitmap(40, 40, .alpha8)
      part.copy(from: far, rect: PixelRect(x: 17, y: 11, width: 40, height: 40), to: PixelPoint(x: 0, y: 0))
      if bytes(part) != bytes(near) { trail.append(seed) }
    }
    #expect(trail == [])
  }

  @Test func `A line is not darker where it crosses itself, turns back or has many points`() {
    let once = [Point(3.3, 20.2), Point(36.1, 21.7)]
    let dense = (0...400).map { once[0] + (once[1] - once[0]) * (Double($0) / 400) }
    let back = once + once.reversed() + once
    let color = Color(white: 0, alpha: 0.5)
    let pictures = [once, dense, back].map { line in
      bytes(coverage(40, 40) { $0.stroke(polyline: line, width: 0.7, color: color) }).map { Int($0) }
    }
    let differences = pictures.map { zip($0, pictures[0]).map { abs($0 - $1) }.max() ?? 0 }
    // Points rounded to 256ths of a pixel bend the dense line a little.
    #expect(differences[1] <= 2 && differences[2] == 0 && pictures[0].max() ?? 0 > 80)
  }
}
