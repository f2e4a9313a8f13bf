import Easel

/// Lines that are drawn, selected, moved and cleared by fingers.
final class LineView: View, GestureRecognizerDelegate {
  private(set) var finishedLines: [Line] = []
  private(set) weak var selectedLine: Line? { didSet { setNeedsDisplay() } }
  private(set) var linesInProgress: [Touch: Line] = [:]
  private let press = LongPressGestureRecognizer()

  override init(frame: Rect = .zero) {
    super.init(frame: frame)
    isMultipleTouchEnabled = true
    let doubleTap = TapGestureRecognizer(target: self, action: LineView.doubleTapped)
    doubleTap.numberOfTapsRequired = 2
    doubleTap.delaysTouchesBegan = true
    doubleTap.name = "double tap"
    let tap = TapGestureRecognizer(target: self, action: LineView.tapped)
    tap.delaysTouchesBegan = true
    tap.require(toFail: doubleTap)
    tap.name = "tap"
    press.addTarget(self, action: LineView.pressed)
    let pan = PanGestureRecognizer(target: self, action: LineView.panned)
    pan.cancelsTouchesInView = false
    pan.delegate = self
    gestureRecognizers = [doubleTap, tap, press, pan]
  }

  // MARK: Drawing lines

  override func touchesBegan(_ touches: Set<Touch>, with event: Event?) {
    for touch in touches {
      let point = touch.location(in: self)
      linesInProgress[touch] = Line(begin: point, end: point)
    }
    redraw(touches)
  }

  override func touchesMoved(_ touches: Set<Touch>, with event: Event?) {
    redraw(touches)
    for touch in touches { linesInProgress[touch]?.end = touch.location(in: self) }
    redraw(touches)
  }

  override func touchesEnded(_ touches: Set<Touch>, with event: Event?) {
    touchesMoved(touches, with: event)
    finishedLines += touches.compactMap { linesInProgress.removeValue(forKey: $0) }
  }

  override func touchesCancelled(_ touches: Set<Touch>, with event: Event?) {
    redraw(touches)
    for touch in touches { linesInProgress[touch] = nil }
  }

  private func redraw(_ touches: Set<Touch>) {
    for touch in touches {
      if let line = linesInProgress[touch] { setNeedsDisplay(line.box) }
    }
  }

  override func draw(_ rect: Rect, in painter: Painter) {
    for line in finishedLines { line.stroke(line === selectedLine ? .green : .black, in: painter) }
    for line in linesInProgress.values { line.stroke(.red, in: painter) }
  }

  // MARK: Gestures

  private func doubleTapped() {
    finishedLines = []
    linesInProgress = [:]
    setNeedsDisplay()
  }

  private func tapped(_ tap: TapGestureRecognizer) {
    select(at: tap.location(in: self))
  }

  private func pressed(_ press: LongPressGestureRecognizer) {
    switch press.state {
    case .began: select(at: press.location(in: self))
    case .ended, .cancelled: selectedLine = nil
    default: break
    }
  }

  private func panned(_ pan: PanGestureRecognizer) {
    // Without the press it is a finger that draws.
    guard pan.state == .changed, [.began, .changed].contains(press.state), let line = selectedLine else { return }
    setNeedsDisplay(line.box)
    line.begin += pan.translation(in: self)
    line.end += pan.translation(in: self)
    setNeedsDisplay(line.box)
    pan.setTranslation(.zero, in: self)
  }

  /// The pan goes on beside the press that has begun before it.
  func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool {
    recognizer is PanGestureRecognizer
  }

  private func select(at point: Point) {
    selectedLine = finishedLines.first { $0.isNear(point) }
  }
}
