internal import EaselGeometry

/// A round line as the union of its segments, each an outline of its own: for ink under a transform that bends the pen.
///
/// As `OverlapRows` takes the union everywhere, a pixel depends on the segments that touch it alone, so a part of a line that is painted
/// within the damage of its own segments gives the same pixels as all of it.
struct SegmentPen: LinePen {
  var stroker: Stroker
  private var start = Point.zero
  private var current = Point.zero

  init(_ stroker: Stroker) {
    self.stroker = stroker
  }

  mutating func move(to point: Point) {
    start = point
    current = point
  }

  mutating func line(to point: Point, isBend: Bool) {
    stroker.move(to: current)
    stroker.line(to: point, isBend: false)
    current = point
  }

  mutating func close() { line(to: start, isBend: false) }

  mutating func dot(at point: Point, direction: Point) { stroker.dot(at: point, direction: direction) }

  mutating func end() { stroker.end() }
}
