import EaselGeometry
import EaselRaster
import Testing

/// What a painter says of its work, and when it lets its owner breathe.
@Suite struct WorkTests {
  /// The work of painting into 64 × 64 pixels.
  private func work(clip: PixelRect = PixelRect(x: 0, y: 0, width: 64, height: 64), _ paint: (Painter) -> Void) -> Int {
    let painter = Painter(target: bitmap(64, 64), clip: Region(clip))
    paint(painter)
    return painter.work
  }

  @Test func `Work counts the pixels inside the clip, and of a line outside of it the points alone`() {
    let rect = Rect(x: 0, y: 0, width: 64, height: 64)
    let corner = PixelRect(x: 60, y: 0, width: 4, height: 8)
    let line = (0..<100).map { Point(10 + Double($0 % 7), 40 + Double($0 % 5)) }
    let mask = bitmap(64, 64, .alpha8)
    #expect(work { $0.fill(rect, color: .red) } == 4096 && work(clip: corner) { $0.fill(rect, color: .red) } == 32)
    #expect(work(clip: corner) { $0.fill(mask: mask, at: PixelPoint(x: 0, y: 0), color: .red) } == 32)
    #expect(work(clip: corner) { $0.copy(bitmap(64, 64), to: PixelPoint(x: 0, y: 0)) } == 32)
    #expect(work(clip: corner) { $0.stroke(polyline: line, width: 4, color: .red) } == 100)
    #expect(work { $0.stroke(polyline: line, width: 4, color: .red) } > 100 * 16)
    #expect(work(clip: corner) { $0.fill(Path(ellipseIn: rect), color: .red) } < 200)
    #expect(work { $0.fill(Path(ellipseIn: rect), color: .red) } > 4096)
  }

  @Test func `WEL-6: during a long paint the owner is called, in the midst of large shapes too`() {
    let target = bitmap(512, 512)
    let rect = Rect(x: 0, y: 0, width: 512, height: 512)
    var ellipse = Path()
    for _ in 0..<20 { ellipse.addEllipse(in: rect) }
    let knot = (0..<9000).map { Point(250 + Double($0 % 31), 250 + Double($0 % 29)) }
    let uneven = AffineTransform(scaleX: 1, y: 1.1)
    let shapes: [(Painter) -> Void] = [
      { painter in for _ in 0..<8 { painter.fill(rect, color: .red) } },
      { $0.fill(ellipse, color: .red) },
      { $0.stroke(polyline: knot, width: 9, color: .red) },
      { painter in
        painter.concatenate(uneven)
        painter.stroke(polyline: [Point](knot.prefix(2000)), width: 30, color: .red)
      },
      { painter in for _ in 0..<8 { painter.draw(bitmap(4, 4), in: rect) } },
    ]
    for (index, shape) in shapes.enumerated() {
      let painter = Painter(target: target, clip: Region(PixelRect(target.size)))
      var calls = 0
      var longest = 0
      var last = 0
      painter.whileBusy = {
        calls += 1
        longest = max(longest, painter.work - last)
        last = painter.work
      }
      shape(painter)
      #expect(calls >= 3 && longest <= 6 * 65_536 && painter.work - last < 65_536, "shape \(index): \(calls), \(longest)")
      painter.whileBusy = nil
    }
  }
}
