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

  /// - Parameter hasRecognizers: whether the inner five views have a pinch, a pan, a long press, a double tap and a tap on them.
  init(hasRecognizers: Bool = false) throws {
    display = try Display(size: Size(width: 800, height: 600))
    var recognizers: [GestureRecognizer] = []
    if hasRecognizers {
      let double = TapGestureRecognizer()
      double.numberOfTapsRequired = 2
      recognizers = [
        PinchGestureRecognizer(), PanGestureRecognizer(), LongPressGestureRecognizer(), double, TapGestureRecognizer(),
      ]
    }
    var parent: View = display.window
    for depth in 0..<5 {
      let view = View(frame: Rect(x: 10, y: 10, width: 700 - Double(depth) * 20, height: 500 - Double(depth) * 20))
      parent.addSubview(view)
      if depth > 0, !recognizers.isEmpty { view.addGestureRecognizer(recognizers.removeFirst()) }
      parent = view
    }
    parent.addSubview(handler)
    if let last = recognizers.first { handler.addGestureRecognizer(last) }
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
  let times = 100_000
  print("one moved touch through 6 views to a handler, with the loop's turn:")
  for hasRecognizers in [false, true] {
    let path = try TouchPath(hasRecognizers: hasRecognizers)
    path.move(times: 1000)
    let before = path.arrived
    let cost = Cost(times: 1) { path.move(times: times) }
    precondition(path.arrived - before == 5 * times, "Every move reached the handler.")
    let nanoseconds = tenths(cost.nanoseconds / Double(times))
    let what = hasRecognizers ? "past 5 recognizers that have not decided" : "alone"
    print("  \(what): \(nanoseconds) ns, \(tenths(cost.allocations / Double(times))) allocations")
    guard !hasRecognizers else { continue }
    let rest = Cost(times: 1) { path.rest(times: times) }
    print("  a turn of the loop with nothing to do: \(tenths(rest.nanoseconds / Double(times))) ns of that")
  }
}
