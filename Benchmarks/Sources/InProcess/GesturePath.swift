import EaselGeometry
import EaselInputEvents
import EaselPlatform
import EaselToolkit

/// Two fingers whose movement three recognizers of one view follow at once: a pan, a pinch and a rotation, each with a handler.
final class GesturePath {
  /// Lets all of them go together.
  private final class Together: GestureRecognizerDelegate {
    func gestureRecognizer(_: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer) -> Bool { true }
  }

  private let display: Display
  private let together = Together()
  private var frame: TouchFrame
  private(set) var messages = 0

  init() throws {
    let display = try Display(size: Size(width: 800, height: 600))
    self.display = display
    let view = View(frame: Rect(x: 0, y: 0, width: 800, height: 600))
    display.window.addSubview(view)
    display.settle()
    let samples = [300.0, 500].map { x in
      TouchSample(
        contact: display.backend.newContact(), surface: display.backend.surfaces[0].id, phase: .down,
        position: Point(x: x, y: 300))
    }
    frame = TouchFrame(time: display.loop.now, samples: samples)
    for recognizer in [PanGestureRecognizer(), PinchGestureRecognizer(), RotationGestureRecognizer()] {
      recognizer.delegate = together
      recognizer.addTarget { [unowned self] (_: GestureRecognizer) in messages += 1 }
      view.addGestureRecognizer(recognizer)
    }
    display.backend.inputSink?.receive(.touches(frame))
    display.loop.turn()
    for index in frame.samples.indices { frame.samples[index].phase = .moved }
  }

  /// Moves both fingers so often, each time to another place of a few, and turns the loop.
  func move(times: Int) {
    guard let sink = display.backend.inputSink else { return }
    for step in 0..<times {
      frame.samples[0].position = Point(x: 200 + Double(step & 15), y: 100 + Double(step & 7))
      frame.samples[1].position.y = 400 + Double(step & 7)
      sink.receive(.touches(frame))
      display.loop.turn()
    }
  }
}

func measureGestures() throws {
  let times = 100_000
  let path = try GesturePath()
  path.move(times: 1000)
  let before = path.messages
  let cost = Cost(times: 1) { path.move(times: times) }
  precondition(path.messages - before == 5 * 3 * times, "Each move was told by all three.")
  let nanoseconds = tenths(cost.nanoseconds / Double(times))
  print("two moved touches that a pan, a pinch and a rotation follow, with the loop's turn:")
  print("  \(nanoseconds) ns, \(tenths(cost.allocations / Double(times))) allocations")
}
