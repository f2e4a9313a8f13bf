// TouchTracker shows touches and gestures side by side in one view: each finger draws a line, a tap selects one (after it is
// clear that no second tap follows), a double tap clears the page, and a line that is pressed follows the finger.
import Easel

let program = Program(
  name: "TouchTracker", applicationID: "org.easel.TouchTracker", version: "0.1.0",
  summary: "lines that are drawn, selected and moved by fingers.")

runProgram(program) { application, launch in
  let options = launch.surfaceOptions(title: "TouchTracker", preferredSize: Size(480, 400))
  let window = Window(application: application, options: options)
  window.rootView = LineView()
  try window.makeKeyAndVisible()
}
