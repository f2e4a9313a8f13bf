// nested: a program to be measured from outside beside `easel`: its page lies in six nested views, and each touch meets a pinch,
// a pan, a long press, a double tap and a tap. They take nothing away, so that every finger draws as in `easel`.

import Easel

let program = Program(
  name: "nested", applicationID: "org.easel.Nested", version: "0.1.0", summary: "six views and five recognizers.")

/// Lets the page have every touch, whatever is recognized.
final class Onlooker: GestureRecognizerDelegate {
  private(set) var messages = 0

  func watch<Recognizer: GestureRecognizer>(_ recognizer: Recognizer, on view: View) {
    recognizer.cancelsTouchesInView = false
    recognizer.delaysTouchesEnded = false
    recognizer.delegate = self
    recognizer.addTarget { [weak self] (_: Recognizer) in self?.messages += 1 }
    view.addGestureRecognizer(recognizer)
  }

  func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool { true }
}

/// A view whose one subview fills it.
final class Frame: View {
  override func layoutSubviews() {
    for view in subviews { view.frame = bounds }
  }
}

runProgram(program) { application, launch in
  let options = launch.surfaceOptions(title: "Nested")
  let window = Window(application: application, options: options)
  let onlooker = Onlooker()
  let page = CanvasView(frame: .zero)
  let frames = (0..<4).map { _ in Frame() }
  for (outer, inner) in zip(frames, frames.dropFirst()) { outer.addSubview(inner) }
  frames[3].addSubview(page)
  onlooker.watch(PinchGestureRecognizer(), on: frames[0])
  onlooker.watch(PanGestureRecognizer(), on: frames[1])
  onlooker.watch(LongPressGestureRecognizer(), on: frames[2])
  let double = TapGestureRecognizer()
  double.numberOfTapsRequired = 2
  onlooker.watch(double, on: page)
  let tap = TapGestureRecognizer()
  tap.require(toFail: double)
  onlooker.watch(tap, on: page)
  window.rootView = frames[0]
  try window.makeKeyAndVisible()
  return onlooker
}
