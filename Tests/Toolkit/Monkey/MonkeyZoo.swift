import EaselGeometry
import EaselInputEvents
import EaselTestSupport
@testable import EaselToolkit

/// Random numbers that closures share.
final class MonkeyDice {
  private var generator: SeededGenerator

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  func roll(_ sides: Int) -> Int { Int.random(in: 0..<sides, using: &generator) }
  func chance(_ part: Double) -> Bool { Double.random(in: 0..<1, using: &generator) < part }
  func pick<Element>(_ elements: [Element]) -> Element { elements[roll(elements.count)] }
  func value(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &generator) }
}

/// A view whose calls are checked.
final class MonkeyView: View {
  weak var checks: MonkeyChecks?
  var disturb: (() -> Void)?

  private func note(_ call: String, _ touches: Set<Touch>) {
    checks?.view(call, touches)
    disturb?()
  }

  override func touchesBegan(_ touches: Set<Touch>, with event: Event?) { note("began", touches) }
  override func touchesMoved(_ touches: Set<Touch>, with event: Event?) { note("moved", touches) }
  override func touchesEnded(_ touches: Set<Touch>, with event: Event?) { note("ended", touches) }
  override func touchesCancelled(_ touches: Set<Touch>, with event: Event?) { note("cancelled", touches) }
}

/// A recognizer that asks for any state at any time, and ignores touches as it likes.
final class MonkeyRecognizer: GestureRecognizer {
  weak var checks: MonkeyChecks?
  var dice = MonkeyDice(seed: 0)

  override func touchesBegan(_ touches: Set<Touch>, with event: Event) { take("began", touches, event) }
  override func touchesMoved(_ touches: Set<Touch>, with event: Event) { take("moved", touches, event) }
  override func touchesEnded(_ touches: Set<Touch>, with event: Event) { take("ended", touches, event) }
  override func touchesCancelled(_ touches: Set<Touch>, with event: Event) { take("cancelled", touches, event) }
  override func deadlineFired() { wish() }

  private func take(_ call: String, _ touches: Set<Touch>, _ event: Event) {
    checks?.recognizer(self, call, touches)
    if dice.chance(0.1), let touch = touches.min(by: { $0.contact < $1.contact }) { ignore(touch, for: event) }
    if dice.chance(0.1) { setDeadline(after: dice.value(0...0.5)) }
    if dice.chance(0.2) { wish() }
  }

  private func wish() {
    state = dice.pick([.possible, .began, .changed, .ended, .cancelled, .failed])
  }
}

/// A delegate whose answers its seed decides, the same for the same question; sometimes it does more than to answer.
final class MonkeyDelegate: GestureRecognizerDelegate {
  private let seed: UInt64
  weak var zoo: MonkeyZoo?

  init(seed: UInt64) {
    self.seed = seed
  }

  private func answer(_ question: UInt64, _ names: String?..., yes: Double) -> Bool {
    var hash = seed &+ question &* 0x9e37_79b9_7f4a_7c15
    zoo?.disturb?()
    for name in names { for byte in (name ?? "").utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 } }
    return MonkeyDice(seed: hash).chance(yes)
  }

  func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool { answer(1, recognizer.name, yes: 0.9) }
  func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool {
    // Not by the contact's number, which is another one in a replay.
    answer(2 &+ touch.origin.location.x.bitPattern, recognizer.name, yes: 0.9)
  }
  func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool { answer(3, recognizer.name, other.name, yes: 0.3) }
  func gestureRecognizer(_ recognizer: GestureRecognizer, shouldRequireFailureOf other: GestureRecognizer) -> Bool {
    answer(4, recognizer.name, other.name, yes: 0.15)
  }
  func gestureRecognizer(_ recognizer: GestureRecognizer, shouldBeRequiredToFailBy other: GestureRecognizer) -> Bool {
    answer(5, recognizer.name, other.name, yes: 0.1)
  }
}

/// Random views with random recognizers, flags and requirements: one seed, one zoo.
final class MonkeyZoo {
  let window: Window
  private(set) var views: [MonkeyView] = []
  private(set) var recognizers: [GestureRecognizer] = []
  private var delegates: [MonkeyDelegate] = []
  /// Called in the midst of actions and questions.
  var disturb: (() -> Void)?
  private let checks: MonkeyChecks

  init(_ dice: MonkeyDice, window: Window, checks: MonkeyChecks) {
    self.window = window
    self.checks = checks
    for _ in 0..<(2 + dice.roll(6)) { addView(dice) }
    delegates = (0..<2).map { _ in MonkeyDelegate(seed: UInt64(dice.roll(1 << 30))) }
    for delegate in delegates { delegate.zoo = self }
    for number in 0..<(1 + dice.roll(9)) { addRecognizer(number, dice) }
    for _ in 0..<dice.roll(recognizers.count + 1) { dice.pick(recognizers).require(toFail: dice.pick(recognizers)) }
  }

  private func addView(_ dice: MonkeyDice) {
    let view = MonkeyView(
      frame: Rect(
        x: dice.value(-20...200), y: dice.value(-20...200), width: dice.value(50...480), height: dice.value(50...500)))
    view.checks = checks
    view.isMultipleTouchEnabled = dice.chance(0.5)
    view.isExclusiveTouch = dice.chance(0.1)
    parent(dice).addSubview(view)
    views.append(view)
  }

  func parent(_ dice: MonkeyDice) -> View {
    views.isEmpty || dice.chance(0.3) ? window : dice.pick(views)
  }

  private func addRecognizer(_ number: Int, _ dice: MonkeyDice) {
    let recognizer = makeRecognizer(dice)
    recognizer.name = "\(type(of: recognizer))-\(number)"
    recognizer.delaysTouchesBegan = dice.chance(0.2)
    recognizer.delaysTouchesEnded = dice.chance(0.8)
    recognizer.cancelsTouchesInView = dice.chance(0.8)
    if dice.chance(0.5) { recognizer.delegate = dice.pick(delegates) }
    recognizer.addTarget { [weak self, weak checks] in
      checks?.action($0)
      self?.disturb?()
    }
    recognizers.append(recognizer)
    (dice.chance(0.2) ? window : dice.pick(views)).addGestureRecognizer(recognizer)
  }

  private func makeRecognizer(_ dice: MonkeyDice) -> GestureRecognizer {
    switch dice.roll(10) {
    case 9: return HoverGestureRecognizer()
    case 0, 1:
      let tap = TapGestureRecognizer()
      tap.numberOfTapsRequired = 1 + dice.roll(3)
      tap.numberOfTouchesRequired = 1 + dice.roll(2)
      return tap
    case 2:
      let press = LongPressGestureRecognizer()
      press.minimumPressDuration = dice.pick([0, 0.1, 0.5])
      press.numberOfTapsRequired = dice.roll(2)
      press.numberOfTouchesRequired = 1 + dice.roll(2)
      return press
    case 3:
      let pan = PanGestureRecognizer()
      pan.minimumNumberOfTouches = 1 + dice.roll(2)
      pan.maximumNumberOfTouches = pan.minimumNumberOfTouches + dice.roll(3)
      if dice.chance(0.5) { pan.allowedScrollTypesMask = .all }
      return pan
    case 4: return PinchGestureRecognizer()
    case 5: return RotationGestureRecognizer()
    case 6:
      let swipe = SwipeGestureRecognizer()
      swipe.direction = SwipeGestureRecognizer.Direction(rawValue: dice.roll(16))
      swipe.numberOfTouchesRequired = 1 + dice.roll(3)
      return swipe
    case 7:
      let pan = ScreenEdgePanGestureRecognizer()
      pan.edges = [.left, .top]
      return pan
    default:
      let custom = MonkeyRecognizer()
      custom.checks = checks
      custom.dice = MonkeyDice(seed: UInt64(dice.roll(1 << 30)))
      return custom
    }
  }
}
