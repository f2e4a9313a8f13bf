import EaselCanvas
import EaselGeometry
import EaselInk
import EaselInputEvents
import EaselPlatform

/// A finger that scribbles in one place of a full-screen page with a thousand lines on it.
private final class Scribble {
  private let display: Display
  private let canvas: CanvasView
  private var frame: TouchFrame
  /// The points of its line so far.
  private(set) var points = 1

  init() throws {
    display = try Display(size: Size(width: 1920, height: 1080))
    var document = Document()
    for index in 0..<1000 {
      let ends = [InkPoint(x: 0, y: Float(index)), InkPoint(x: 1920, y: Float(1000 - index))]
      if let stroke = Stroke(id: document.makeID(), pen: Pen(width: 3, color: .black), points: ends) { document.insert(stroke) }
    }
    canvas = CanvasView(frame: Rect(x: 0, y: 0, width: 1920, height: 1080), document: document)
    display.window.addSubview(canvas)
    display.settle()
    let sample = TouchSample(
      contact: display.backend.newContact(), surface: display.backend.surfaces[0].id, phase: .down,
      position: Point(x: 900, y: 500))
    frame = TouchFrame(time: display.loop.now, samples: [sample])
    send()
    frame.samples[0].phase = .moved
  }

  /// Moves the finger so often, each movement a frame that is shown.
  func move(times: Int) {
    for _ in 0..<times {
      frame.samples[0].position = Point(x: 900 + Double(points * 7 % 20), y: 500 + Double(points * 3 % 20))
      points += 1
      send()
    }
  }

  private func send() {
    frame.time = display.loop.now
    display.backend.inputSink?.receive(.touches(frame))
    display.loop.advance(bySeconds: 0.02)
  }

  var frames: Int { display.backend.surfaces[0].presentCount }
}

func measureScribble() throws {
  let scribble = try Scribble()
  print("one moved touch of a finger that scribbles in one place, shown:")
  var first: Cost?
  for points in [100, 1000, 16_000] {
    scribble.move(times: points - scribble.points)
    let before = scribble.frames
    let cost = Cost(times: 20) { scribble.move(times: 1) }
    precondition(scribble.frames - before == 100, "Every movement became a frame.")
    let ratio = cost.nanoseconds / (first ?? cost).nanoseconds
    print(
      "  at \(points) points \(tenths(cost.nanoseconds / 1000)) µs, \(tenths(cost.allocations)) allocations,"
        + " \(tenths(ratio)) times as much as at 100")
    first = first ?? cost
  }
}
