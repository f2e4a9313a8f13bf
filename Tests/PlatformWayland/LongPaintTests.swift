import EaselGeometry
import EaselInputEvents
import EaselPlatform
import EaselRaster
import EaselToolkit
import Testing

@testable import EaselFakeCompositor
@testable import EaselPlatformWayland

/// The whole way: a view that draws for seconds, a toolkit that looks after the socket meanwhile, a display that does not wait.
@Suite struct LongPaintTests {
  private final class Slow: View {
    var work: (Painter) -> Void = { _ in }
    var positions: [Double] = []

    override func draw(_ rect: Rect, in painter: Painter) {
      let work = self.work
      self.work = { _ in }
      work(painter)
    }

    override func touchesMoved(_ touches: Set<Touch>, with event: Event?) {
      for touch in touches { positions += (event?.coalescedTouches(for: touch) ?? []).map { $0.location(in: self).x } }
    }
  }

  @Test func `WEL-6 WEL-8: input that comes while a view draws for seconds is all there afterwards, in order`() throws {
    let rig = try WaylandRig(environment: ["EASEL_DECORATIONS": "none"])
    let application = Application(backend: rig.backend, applicationID: "org.example.slow", log: Log { _, _ in })
    let window = Window(application: application, title: "Slow", size: Size(320, 240))
    let view = Slow(frame: Rect(x: 0, y: 0, width: 320, height: 240))
    window.addSubview(view)
    try window.makeKeyAndVisible()
    rig.turn(3)
    let seat = rig.compositor.seats[0]
    seat.down(1, on: rig.compositor.surfaces[0], 0, 10)
    seat.touchFrame()
    rig.turn()
    view.work = { [unowned view] painter in
      for step in 1...12_000 {
        seat.motion(1, Double(step), 10)
        seat.touchFrame()
        guard step % 40 == 0 else { continue }
        rig.compositor.pump()
        rig.elapse(seconds: 0.02)
        painter.fill(view.bounds, color: .blue)
      }
    }
    view.setNeedsDisplay()
    rig.compositor.showFrame(at: 16)
    for _ in 0..<8 {
      rig.turn()
      rig.compositor.showFrame(at: 16)
    }
    #expect(rig.compositor.isConnected && view.positions == (1...12_000).map { Double($0) })
    application.terminate()
  }
}
