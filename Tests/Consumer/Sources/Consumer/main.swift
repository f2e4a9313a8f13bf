import Easel

/// Says what touches it.
final class Page: View {
  override func touchesBegan(_ touches: Set<Touch>, with event: Event?) { say("began", touches) }
  override func touchesMoved(_ touches: Set<Touch>, with event: Event?) { say("moved", touches) }
  override func touchesEnded(_ touches: Set<Touch>, with event: Event?) { say("ended", touches) }

  private func say(_ what: String, _ touches: Set<Touch>) {
    for touch in touches {
      let point = touch.location(in: self)
      print("\(what) \(Int(point.x)),\(Int(point.y))")
    }
  }

  override func draw(_ rect: Rect, in painter: Painter) {
    painter.fill(Rect(x: 20, y: 20, width: 60, height: 40), color: .blue)
  }
}

let program = Program(
  name: "consumer", applicationID: "org.example.Consumer", version: "1", summary: "an application of somebody else.")

runProgram(program) { application, launch in
  let window = Window(application: application, options: launch.surfaceOptions(title: "Consumer"))
  let page = Page()
  page.backgroundColor = .white
  window.rootView = page
  try window.makeKeyAndVisible()
  return window
}
