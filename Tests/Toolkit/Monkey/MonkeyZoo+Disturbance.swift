import EaselGeometry
import EaselInputEvents
@testable import EaselToolkit

/// What a program and its user do to a zoo beside touching it.
extension MonkeyZoo {
  /// Turns, scales, flattens, hides or shrinks a view.
  func bend(_ view: View, _ dice: MonkeyDice) {
    switch dice.roll(8) {
    case 0: view.transform = AffineTransform(cosine: 0.6, sine: 0.8)
    case 1: view.transform = AffineTransform(scaleX: dice.value(-3...3), y: dice.value(0.1...3))
    // None of these can be inverted, or hardly.
    case 2: view.transform = AffineTransform(scaleX: 0, y: 1)
    case 3: view.transform = dice.pick([1e-200, 1e200, .infinity, .nan].map { AffineTransform(scaleX: $0, y: $0) })
    case 4: view.transform = .identity
    case 5: view.isHidden.toggle()
    case 6: view.frame.size = dice.pick([.zero, Size(0.5, 0.5), Size(1e8, 1e8), Size(300, 300)])
    default: view.bounds.origin = Point(dice.value(-50...50), dice.value(-50...50))
    }
  }

  /// Changes what a recognizer asks for, in the middle of whatever it does (EN-5).
  func tune(_ recognizer: GestureRecognizer, _ dice: MonkeyDice) {
    recognizer.cancelsTouchesInView = dice.chance(0.7)
    recognizer.require(toFail: dice.pick(recognizers))
    switch recognizer {
    case let tap as TapGestureRecognizer:
      tap.numberOfTapsRequired = dice.roll(4)
      tap.numberOfTouchesRequired = dice.roll(3)
    case let press as LongPressGestureRecognizer:
      press.minimumPressDuration = dice.pick([0, -1, 0.1, 1e300, .infinity, .nan])
      press.allowableMovement = dice.pick([0, -1, 10, .infinity, .nan])
      press.numberOfTouchesRequired = 1 + dice.roll(2)
    case let pan as PanGestureRecognizer:
      pan.minimumNumberOfTouches = dice.roll(3)
      pan.maximumNumberOfTouches = dice.roll(4)
      pan.setTranslation(Point(dice.value(-9...9), 0), in: dice.pick(views))
    case let pinch as PinchGestureRecognizer: pinch.scale = dice.pick([0, -1, 1e300, 1])
    case let rotation as RotationGestureRecognizer: rotation.rotation = dice.pick([0, -7, 1e300])
    case let swipe as SwipeGestureRecognizer: swipe.numberOfTouchesRequired = dice.roll(4)
    default: recognizer.state = dice.pick([.began, .ended])
    }
  }

  /// A pointer's, wheel's or touchpad's event, in no sensible order.
  func otherInput(_ dice: MonkeyDice, _ surface: SurfaceID, _ time: Timestamp) -> InputEvent {
    let position = Point(dice.value(-10...490), dice.value(-10...810))
    switch dice.roll(3) {
    case 0:
      return .hover(
        HoverEvent(time: time, surface: surface, phase: dice.pick([.entered, .moved, .moved, .left]), position: position))
    case 1:
      return .scroll(
        ScrollEvent(
          time: time, surface: surface, position: position, source: dice.pick([.wheel, .finger]),
          delta: Point(0, dice.value(-40...40)), phase: dice.pick([.moved, .moved, .stopped, .cancelled])))
    default:
      return .transform(
        TransformEvent(
          time: time, surface: surface, kind: dice.pick([.pinch, .swipe, .hold]),
          phase: dice.pick([.began, .changed, .changed, .ended, .cancelled]), position: position,
          fingerCount: 1 + dice.roll(4), delta: Point(dice.value(-30...30), 0), scale: dice.value(0.1...4),
          rotation: dice.value(-2...2)))
    }
  }
}
