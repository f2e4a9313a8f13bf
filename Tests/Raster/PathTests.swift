import EaselGeometry
import EaselRaster
import Testing

@Suite struct PathTests {
  @Test func `Flattened curves stay within the tolerance, whatever the transform`() {
    var worst = 0.0
    var counts: [Bool] = []
    for scale in [0.1, 1, 30] {
      let transform = AffineTransform(a: scale, b: 0, c: 0, d: scale, tx: 0, ty: 0)
      let circle = Path(ellipseIn: Rect(x: -10, y: -10, width: 20, height: 20))
      let flat = circle.flattened(tolerance: 0.1, transform: transform)
      // Filled at that scale, the area that the lines cut off shows how far they are from the circle.
      let size = Int(22 * scale) + 4
      let shift = Double(size) / 2
      let picture = coverage(size, size) { painter in
        painter.concatenate(transform.concatenating(AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: shift, ty: shift)))
        painter.fill(flat, color: .black)
      }
      let area = bytes(picture).reduce(0.0) { $0 + Double($1) / 255 }
      let radius = 10 * scale
      worst = max(worst, (area - 3.14159265 * radius * radius).magnitude / (6.2831853 * radius))
      counts.append(flat == flat.flattened(tolerance: 0.1, transform: transform))
    }
    #expect(worst < 0.1 && counts == [true, true, true])
  }

  @Test func `A path that is emptied and filled again equals a new one`() {
    var path = Path(Rect(x: 0, y: 0, width: 2, height: 2))
    path.removeAll(keepingCapacity: true)
    let wasEmpty = path.isEmpty
    path.addLine(to: Point(1, 1))
    path.addLine(to: Point(2, 1))
    var other = Path()
    other.move(to: Point(1, 1))
    other.addLine(to: Point(2, 1))
    #expect(wasEmpty && path == other)
  }

  @Test func `After a close the next line starts where the subpath began`() {
    var closed = Path()
    closed.move(to: Point(2, 2))
    closed.addLine(to: Point(6, 2))
    closed.addLine(to: Point(6, 6))
    closed.closeSubpath()
    closed.addLine(to: Point(2, 6))
    var open = closed
    open.removeAll()
    for points in [[Point(2, 2), Point(6, 2), Point(6, 6), Point(2, 2)], [Point(2, 2), Point(2, 6)]] {
      open.move(to: points[0])
      for point in points.dropFirst() { open.addLine(to: point) }
    }
    let pictures = [closed, open].map { path in
      bytes(coverage(9, 9) { $0.stroke(path, style: StrokeStyle(width: 2), color: .black) })
    }
    #expect(pictures[0] == pictures[1])
  }
}
