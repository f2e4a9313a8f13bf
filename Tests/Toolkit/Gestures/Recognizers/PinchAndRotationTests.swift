import EaselGeometry
import EaselTestSupport
@testable import EaselToolkit
import Testing

/// Content that two fingers drag, scale and turn: a pinch and a rotation that go together (RO-5).
@Suite(.harnessed) struct PinchAndRotationTests {
  /// What an application does: all that happens goes about the middle of the fingers.
  private final class Content: View {
    private var middle: Point?
    /// The point of the content that the middle of the fingers lay on when the first gesture began.
    private(set) var held: Point?
    private(set) var handlerCalls = 0

    func follow(_ recognizer: GestureRecognizer, _ change: AffineTransform) {
      handlerCalls += 1
      let now = recognizer.location(in: superview)
      if held == nil { held = recognizer.location(in: self) }
      let before = middle ?? now
      transform = transform.concatenating(change)
      center = now + change.applyLinear(center - before)
      middle = now
    }
  }

  private func makeScene(_ content: Content) -> RecognizerScene {
    let scene = RecognizerScene()
    content.isMultipleTouchEnabled = true
    scene.view.addSubview(content)
    let pinch = scene.add("P", PinchGestureRecognizer(), to: content) { _ in
      ""
    } action: { [unowned content] pinch in
      content.follow(pinch, AffineTransform(scaleX: pinch.scale, y: pinch.scale))
      pinch.scale = 1
    }
    scene.add("R", RotationGestureRecognizer(), to: content) { _ in
      ""
    } action: { [unowned content] turn in
      content.follow(turn, AffineTransform.identity.rotated(by: turn.rotation))
      turn.rotation = 0
    }
    pinch.delegate = scene.together
    return scene
  }

  @Test func `What is set free by a movement counts from where that movement has led (PI-3, RO-3, FR-4)`() {
    for isFirst in [true, false] {
      let scene = RecognizerScene()
      let press = LongPressGestureRecognizer()
      press.numberOfTouchesRequired = 2
      press.allowableMovement = 50
      if isFirst { scene.add("W", press) }
      let pinch = scene.add("P", PinchGestureRecognizer()) { "\($0.scale)" }
      let turn = scene.add("R", RotationGestureRecognizer()) { "\($0.rotation)" }
      if !isFirst { scene.add("W", press) }
      for waiting in [pinch, turn] {
        waiting.require(toFail: press)
        waiting.delegate = scene.together
      }
      let trace = scene.play(
        TouchScript().down("A", 200, 400).down("B", 300, 400).at(0.1).move("B", 310, 430).at(0.2).move("B", 330, 470)
          .at(0.3).move("B", 200, 400 + 1.3 * Point(130, 70).distance(to: .zero)))
      let changed = isFirst ? "0.200 act(P,changed) 1.0\n0.200 act(R,changed) 0.0\n" : ""
      let angle = Double.pi / 2 - Angles.angle(of: Point(130, 70))
      // The order of the two that wait is theirs, whoever they wait for.
      #expect(Set(trace.split(separator: "\n").prefix(2)) == ["0.200 act(P,began) 1.0", "0.200 act(R,began) 0.0"])
      #expect(
        trace.split(separator: "\n").dropFirst(2).joined(separator: "\n")
          == changed + "0.300 act(P,changed) \(1.3 as Double)\n0.300 act(R,changed) \(angle)")
    }
  }

  @Test func `A point of the content stays under the middle of two fingers that move, spread and turn (RO-5, EX-4)`() {
    let content = Content(frame: Rect(x: 40, y: 200, width: 400, height: 400))
    let scene = makeScene(content)
    /// Where the fingers are at a step: their middle wanders, they turn by more than half a circle, and spread.
    func fingers(_ step: Int) -> (Point, Point) {
      let part = Double(step) / 60
      let middle = Point(200 + 60 * part, 380 - 90 * part * part)
      let arm = Angles.unitVector(4 * part) * (60 + 70 * part)
      return (middle + arm, middle - arm)
    }
    let start = fingers(0)
    scene.play(TouchScript().down("A", start.0.x, start.0.y).down("B", start.1.x, start.1.y))
    var worst = 0.0
    var last = start
    for step in 1...60 {
      last = fingers(step)
      scene.play(TouchScript().wait(0.016).frame { $0.move("A", last.0.x, last.0.y).move("B", last.1.x, last.1.y) })
      guard let held = content.held else { continue }
      let middle = (last.0 + last.1) * 0.5
      worst = max(worst, content.convert(held, to: nil).distance(to: middle))
    }
    #expect(worst < 0.5)
    // It has turned and grown nearly as much as the fingers have: without what was gone before both had begun.
    #expect(content.handlerCalls > 100)
    let grown = content.transform.determinant.squareRoot()
    #expect(grown > 1.9 && grown < 130 / 60.0)
    let angle = Angles.angle(of: Point(content.transform.a, content.transform.b))
    #expect((angle - (4 - 2 * .pi)).magnitude < 0.3)
  }
}
