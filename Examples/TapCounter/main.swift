// TapCounter shows tap recognizers that wait for each other: however often you tap, exactly one of the four is recognized,
// because each requires the one with a tap more to fail.
import Easel

let program = Program(
  name: "TapCounter", applicationID: "org.easel.TapCounter", version: "0.1.0", summary: "one to four taps are told apart.")

runProgram(program) { application, launch in
  let options = launch.surfaceOptions(title: "TapCounter", preferredSize: Size(480, 400))
  let window = Window(application: application, options: options)
  window.rootView = CounterView()
  try window.makeKeyAndVisible()
}
