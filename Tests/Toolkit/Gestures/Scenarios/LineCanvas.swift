import EaselGeometry
import EaselRaster
import EaselTestSupport
@testable import EaselToolkit

/// A straight line of the example.
final class Line {
  var from: Point
  var to: Point

  init(_ from: Point, _ to: Point) {
    self.from = from
    self.to = to
  }

  /// Whether one of 21 points along it is near.
  func isNear(_ point: Point) -> Bool {
    (0...20).contains { (from + (to - from) * (Double($0) / 20)).distance(to: point) < 20 }
  }
}

/// A view that draws a line for each finger, and selects lines by tapping: the example of seeds 002 and 003.
final class LineCanvas: RecordingView, GestureRecognizerDelegate {
  private(set) var lines = [Line(Point(50, 50), Point(250, 50))]
  private(set) var inProgress: [Touch: Line] = [:]
  weak var selected: Line?
  /// Which pairs go together.
  var goesTogether: (GestureRecognizer, GestureRecognizer) -> Bool = { _, _ in false }

  func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool { goesTogether(recognizer, other) }

  override func touchesBegan(_ touches: Set<Touch>, with event: Event?) {
    super.touchesBegan(touches, with: event)
    for touch in touches { inProgress[touch] = Line(touch.location(in: self), touch.location(in: self)) }
  }

  override func touchesMoved(_ touches: Set<Touch>, with event: Event?) {
    super.touchesMoved(touches, with: event)
    for touch in touches { inProgress[touch]?.to = touch.location(in: self) }
    setNeedsDisplay()
  }

  override func touchesEnded(_ touches: Set<Touch>, with event: Event?) {
    super.touchesEnded(touches, with: event)
    for touch in touches { if let line = inProgress.removeValue(forKey: touch) { lines.append(line) } }
    setNeedsDisplay()
  }

  override func touchesCancelled(_ touches: Set<Touch>, with event: Event?) {
    super.touchesCancelled(touches, with: event)
    for touch in touches { inProgress[touch] = nil }
    setNeedsDisplay()
  }

  override func draw(_ rect: Rect, in painter: Painter) {
    for line in lines + inProgress.values {
      painter.stroke(polyline: [line.from, line.to], width: 6, color: line === selected ? .green : .black)
    }
  }

  // MARK: Gestures

  func select(at point: Point) {
    selected = lines.first { $0.isNear(point) }
    setNeedsDisplay()
  }

  func deselect() {
    selected = nil
    setNeedsDisplay()
  }

  func dropLinesInProgress() {
    inProgress = [:]
  }

  func moveSelected(by way: Point) {
    guard let selected else { return }
    selected.from += way
    selected.to += way
    setNeedsDisplay()
  }

  func clear() {
    lines = []
    setNeedsDisplay()
  }
}

/// The canvas in a window, with a double tap that clears and a tap that selects, which waits for it; both delay touches.
struct LineExample {
  let scene = GestureScene()
  let canvas: LineCanvas
  let double: TapGestureRecognizer
  let tap: TapGestureRecognizer

  init() {
    let harness = scene.harness
    let canvas = LineCanvas(
      "V", frame: GestureScene.full, trace: harness.trace, names: { [unowned harness] in harness.name(of: $0) })
    self.canvas = canvas
    scene.view.removeFromSuperview()
    canvas.isMultipleTouchEnabled = true
    harness.window.addSubview(canvas)
    double = scene.add("dbl", TapGestureRecognizer(), to: canvas) { [unowned canvas] _ in canvas.clear() }
    double.numberOfTapsRequired = 2
    tap = scene.add("tap", TapGestureRecognizer(), to: canvas) { [unowned canvas] in canvas.select(at: $0.location(in: canvas))
    }
    tap.require(toFail: double)
    for recognizer in [double, tap] { recognizer.delaysTouchesBegan = true }
    harness.settle()
  }

  /// Adds the long press, which selects while it lasts, and the pan, which moves what is selected.
  func addPressAndPan(showsStates: Bool = false) -> (press: LongPressGestureRecognizer, pan: PanGestureRecognizer) {
    let press = scene.add("LP", LongPressGestureRecognizer(), to: canvas, showsStates: showsStates) { [unowned canvas] press in
      switch press.state {
      case .began:
        canvas.select(at: press.location(in: canvas))
        canvas.dropLinesInProgress()
      case .ended: canvas.deselect()
      default: break
      }
    }
    let pan = scene.add("PAN", PanGestureRecognizer(), to: canvas) { [unowned canvas, trace = scene.harness.trace] pan in
      guard canvas.selected != nil else { return }
      let way = pan.translation(in: canvas)
      trace.record("by \(Int(way.x)),\(Int(way.y))")
      guard pan.state == .changed else { return }
      canvas.moveSelected(by: way)
      pan.setTranslation(.zero, in: canvas)
    }
    pan.cancelsTouchesInView = false
    return (press, pan)
  }
}
