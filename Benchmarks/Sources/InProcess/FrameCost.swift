import EaselGeometry
import EaselRaster
import EaselToolkit

/// A page that looks like a drawing: 200 lines across a full screen.
private final class Page: View {
  override func draw(_ rect: Rect, in painter: Painter) {
    for index in 0..<200 {
      let y = 5 + Double(index) * 5.3
      let line = [Point(x: 20, y: y), Point(x: 900, y: 1080 - y), Point(x: 1900, y: y * 0.9)]
      painter.stroke(polyline: line, width: 3, color: .black)
    }
  }
}

func measureFrames() throws {
  let display = try Display(size: Size(width: 1920, height: 1080))
  let page = Page(frame: Rect(x: 0, y: 0, width: 1920, height: 1080))
  page.backgroundColor = .white
  display.window.addSubview(page)
  display.settle()
  let surface = display.backend.surfaces[0]
  let before = surface.presentCount
  let small = Cost(times: 20) {
    page.setNeedsDisplay(Rect(x: 950, y: 500, width: 10, height: 10))
    display.loop.advance(bySeconds: 0.02)
  }
  let full = Cost(times: 4) {
    page.setNeedsDisplay()
    display.loop.advance(bySeconds: 0.02)
  }
  precondition(surface.presentCount - before == 120, "Every mark became a frame.")
  print("a frame at 1920 x 1080, a page of 200 lines:")
  print("  10 x 10 pixels \(tenths(small.nanoseconds / 1000)) µs, \(tenths(small.allocations)) allocations")
  print("  all of it \(tenths(full.nanoseconds / 1000)) µs, \(tenths(full.nanoseconds / small.nanoseconds)) times as much")
}
