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

  /// - Parameters:
  ///   - hasRecognizers: whether the inner five views have a pinch, a pan, a long press, a double tap and a tap on them.
  ///   - crowds: how often the innermost view has these five.
  init(hasRecognizers: Bool = false, crowds: Int = 0) throws {
    display = try Display(size: Size(width: 800, height: 600))
    var recognizers = hasRecognizers ? Self.five() : []
    var parent: View = display.window
    for depth in 0..<5 {
      let view = View(frame: Rect(x: 10, y: 10, width: 700 - Double(depth) * 20, height: 500 - Double(depth) * 20))
      parent.addSubview(view)
      if depth > 0, !recognizers.isEmpty { view.addGestureRecognizer(recognizers.removeFirst()) }
      parent = view
    }
    parent.addSubview(handler)
    if let last = recognizers.first { handler.addGestureRecognizer(last) }
    for _ in 0..<crowds {
      for recognizer in Self.five() { handler.addGestureRecognizer(recognizer) }
    }
    display.settle()
    frame = TouchFrame(
      time: display.loop.now,
      samples: [
        TouchSample(
          contact: display.backend.newContact(), surface: display.backend.surfaces[0].id, phase: .down,
          position: Point(x: 100, y: 100))
      ])
    display.backend.inputSink?.receive(.touches(frame))
    display.loop.turn()
    frame.samples[0].phase = .moved
  }

  private static func five() -> [GestureRecognizer] {
    let double = TapGestureRecognizer()
    double.numberOfTapsRequired = 2
    return [PinchGestureRecognizer(), PanGestureRecognizer(), LongPressGestureRecognizer(), double, TapGestureRecognizer()]
  }

  /// Moves the finger to and fro, so little that every recognizer goes on looking, and turns the loop, so often.
  func move(times: Int) {
    guard let sink = display.backend.inputSink else { return }
    for step in 0..<times {
      frame.samples[0].position.x = 100 + Double(step & 7)
      sink.receive(.touches(frame))
      display.loop.turn()
    }
  }

  /// Turns the loop so often with nothing to do.
  func rest(times: Int) {
    for _ in 0..<times { display.loop.turn() }
  }

  var arrived: Int { handler.moved }
}

func measureTouchPath() throws {
  print("one moved touch through 6 views to a handler, with the loop's turn:")
  let alone = try cost(of: TouchPath(), "alone")
  let path = try TouchPath()
  let rest = Cost(times: 1) { path.rest(times: movements) }
  print("  a turn of the loop with nothing to do: \(tenths(rest.nanoseconds / Double(movements))) ns of that")
  _ = try cost(of: TouchPath(hasRecognizers: true), "past 5 recognizers that have not decided")
  let few = try cost(of: TouchPath(crowds: 1), "past 5 on one view") - alone
  let many = try cost(of: TouchPath(crowds: 4), "past 20 on one view") - alone
  print("  four times as many recognizers cost \(tenths(many / few)) times as much")
}

private let movements = 100_000

/// Prints what a movement costs on a path, and gives the nanoseconds.
private func cost(of path: TouchPath, _ what: String) -> Double {
  path.move(times: 1000)
  let before = path.arrived
  let cost = Cost(times: 1) { path.move(times: movements) }
  precondition(path.arrived - before == 5 * movements, "Every move reached the handler.")
  let nanoseconds = cost.nanoseconds / Double(movements)
  print("  \(what): \(tenths(nanoseconds)) ns, \(tenths(cost.allocations / Double(movements))) allocations")
  return nanoseconds
}
