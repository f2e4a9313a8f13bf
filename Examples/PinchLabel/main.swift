// PinchLabel shows a continuous gesture: a pinch sends one message after the other, and its scale multiplies the size that
// the text had when it began.
import Easel

let program = Program(
  name: "PinchLabel", applicationID: "org.easel.PinchLabel", version: "0.1.0", summary: "text that two fingers stretch.")

runProgram(program) { application, launch in
  let options = launch.surfaceOptions(title: "PinchLabel", preferredSize: Size(480, 320))
  let window = Window(application: application, options: options)
  window.rootView = PinchView()
  try window.makeKeyAndVisible()
}
