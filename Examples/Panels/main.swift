// Panels shows the door that a window's `sendEvent` is: the blue panel lies outside of its superview, where hit-testing finds
// nothing, and still follows the finger, because the window passes touches to it by hand.
import Easel

let program = Program(
  name: "Panels", applicationID: "org.easel.Panels", version: "0.1.0", summary: "a panel outside of its superview.")

runProgram(program) { application, launch in
  let options = launch.surfaceOptions(title: "Panels", preferredSize: Size(480, 800))
  let window = PanelWindow(application: application, options: options)
  let page = PanelPage()
  window.rootView = page
  window.panels = [page.panel]
  try window.makeKeyAndVisible()
}
