import EaselGeometry
import EaselInputEvents
import EaselPlatform
import EaselToolkit

/// A moved touch's way from the backend through six nested views to a handler of the innermost.
final class TouchPath {
  /// Counts what arrives.
  private final class Handler: View {
    var moved = 0
    override func touchesMoved(_ touches: Set<Touch>, with event: Event?) { moved += touches.count }
  }

  private let display: Display
  private let handler = Handler(frame: Rect(x: 10, y: 10, width: 300, height: 300))
  private var frame: TouchFrame

  init() throws {
    display = try Display(size: Size(width: 800, height: 600))
    let window = display.window
    var parent: View = window
    for depth in 0..<5 {
      let view = View(frame: Rect(x: 10, y: 10, width: 700 - Double(depth) * 20, height: 500 - Double(depth) * 20))
      parent.addSubview(view)
      parent = view
    }
    parent.addSubview(handler)
    display.settle()
    let surface = display.backend.surfaces[0].id
    frame = TouchFrame(
      time: display.loop.now,
      samples: [
        TouchSample(
          contact: display.backend.newContact(), surface: surface, phase: .down, position: Point(x: 100, y: 100))
      ])
    display.backend.inputSink?.receive(.touches(frame))
    display.loop.turn()
    frame.samples[0].phase = .moved
  }

  /// Moves the finger by a point, and turns the loop, so often.
  func move(times: Int) {
    for step in 0..<times {
      frame.samples[0].position.x = 100 + Double(step & 63)
      display.backend.inputSink?.receive(.touches(frame))
      display.loop.turn()
    }
  }

  var arrived: Int { handler.moved }
}

func measureTouchPath() throws {
  let path = try TouchPath()
  path.move(times: 1000)
  let before = path.arrived
  let cost = Cost(times: 1) { path.move(times: 100_000) }
  precondition(path.arrived - before == 500_000, "Every move reached the handler.")
  print("one moved touch through 6 views to a handler, with the loop's turn:")
  print("  \(tenths(cost.nanoseconds / 100_000)) ns, \(tenths(cost.allocations / 100_000)) allocations")
}
