import EaselGeometry
import EaselInputEvents
import EaselPlatform
import EaselPlatformLinux
import EaselRaster
import Testing

@testable import EaselFakeCompositor
@testable import EaselPlatformWayland

@Suite struct ScaleTests {
  private let bare = ["EASEL_DECORATIONS": "none"]

  private func describe(_ rig: WaylandRig) -> String {
    let surface = rig.compositor.surfaces[0]
    guard let layout = surface.current.buffer?.layout else { return "no buffer" }
    let destination = surface.current.destination.map { " destination \($0.width)×\($0.height)" } ?? ""
    return "\(layout.width)×\(layout.height) scale \(surface.current.scale)\(destination)"
  }

  @Test func `SCB-3 WHD-3: fractional scale, before and after the first configure`() throws {
    let rig = try WaylandRig(environment: bare, prepare: { $0.firstConfigure = nil })
    let window = try PaintingWindow(rig) { $0.preferredSize = Size(width: 333, height: 201) }
    rig.turn()
    rig.compositor.surfaces[0].fractionalScale?.sendPreferredScale(scale: 180)
    rig.compositor.toplevels[0].configure(width: 0, height: 0)
    rig.turn(2)
    var shown = [describe(rig)]
    for (scale, width, height) in [(150, 101, 7), (240, 333, 201), (120, 50, 50)] as [(UInt32, Int32, Int32)] {
      rig.compositor.surfaces[0].fractionalScale?.sendPreferredScale(scale: scale)
      rig.compositor.toplevels[0].configure(width: width, height: height, states: [.maximized])
      rig.turn(2)
      rig.compositor.showFrame(at: 16)
      rig.turn()
      shown.append(describe(rig))
    }
    #expect(
      shown == [
        "500×302 scale 1 destination 333×201", "126×9 scale 1 destination 101×7", "666×402 scale 1 destination 333×201",
        "50×50 scale 1 destination 50×50",
      ])
    #expect(window.surface?.state.scale == 1 && rig.compositor.violations == [])
  }

  @Test func `WHD-3 WFR-1: what must fit the buffer is in the buffer's own commit`() throws {
    let rig = try WaylandRig(environment: bare)
    let window = try PaintingWindow(rig)
    rig.turn(3)
    rig.compositor.showFrame(at: 16)
    rig.turn()
    _ = rig.windowTrace()
    rig.compositor.surfaces[0].fractionalScale?.sendPreferredScale(scale: 180)
    rig.turn(2)
    let kinds = rig.compositor.takeTrace(of: ["surface", "viewport", "xdg_surface"])
    let words = kinds.split(separator: " ").map { $0.split(separator: "(")[0] }.joined(separator: " ")
    #expect(
      words == "viewport#1.set_destination surface#1.set_buffer_scale surface#1.set_opaque_region surface#1.attach "
        + "surface#1.damage_buffer surface#1.frame surface#1.commit")
    #expect(window.paints == 2)
  }

  @Test func `WHD-2 WHD-4: outputs decide, the largest one entered first`() throws {
    let rig = try WaylandRig(
      .usual.without(.wpFractionalScaleManagerV1).with(.wlCompositor, 5), environment: bare,
      prepare: { $0.outputs[0].scale = 2 })
    let window = try PaintingWindow(rig) { $0.preferredSize = Size(width: 333, height: 201) }
    rig.turn(3)
    var shown = ["before entering: " + describe(rig)]
    rig.compositor.addGlobal(.wlOutput, version: 4)
    rig.compositor.outputs[1].scale = 3
    rig.turn(2)
    let surface = rig.compositor.surfaces[0]
    func step(_ name: String) {
      rig.turn(2)
      rig.compositor.showFrame(at: 16)
      rig.turn()
      shown.append(name + ": " + describe(rig))
    }
    surface.enter(rig.compositor.outputs[0])
    step("on the first")
    surface.enter(rig.compositor.outputs[1])
    surface.enter(rig.compositor.outputs[1])
    step("on both")
    surface.leave(rig.compositor.outputs[1])
    step("back")
    rig.compositor.outputs[0].scale = 1
    rig.compositor.outputs[0].send()
    step("changed")
    #expect(
      shown == [
        "before entering: 666×402 scale 2", "on the first: 666×402 scale 2", "on both: 999×603 scale 3",
        "back: 666×402 scale 2", "changed: 333×201 scale 1",
      ])
    #expect(window.paints == 4)
    #expect(rig.compositor.violations == [])
  }

  @Test func `WHD-2: the preferred buffer scale is stronger than outputs`() throws {
    let rig = try WaylandRig(.usual.without(.wpFractionalScaleManagerV1), environment: bare)
    let window = try PaintingWindow(rig)
    rig.turn(3)
    rig.compositor.surfaces[0].resource.sendPreferredBufferTransform(transform: .transform90)
    rig.compositor.surfaces[0].resource.sendPreferredBufferScale(factor: 2)
    rig.turn(2)
    #expect(describe(rig) == "128×96 scale 2")
    #expect(rig.compositor.surfaces[0].current.transform == .normal, "WHD-7")
    #expect(window.paints == 2)
  }

  @Test func `WHD-5: without a viewporter the whole scale is used`() throws {
    let rig = try WaylandRig(.usual.without(.wpViewporter), environment: bare, prepare: { $0.outputs[0].scale = 2 })
    let window = try PaintingWindow(rig)
    rig.turn(3)
    #expect(window.paints == 1)
    #expect(describe(rig) == "128×96 scale 2" && rig.compositor.surfaces[0].fractionalScale == nil)
  }

  @Test func `WHD-8 SCB-8: with all outputs gone the scale stays; a new one counts once it is entered`() throws {
    let rig = try WaylandRig(.usual.without(.wpFractionalScaleManagerV1).with(.wlCompositor, 5), environment: bare)
    let window = try PaintingWindow(rig)
    rig.turn(3)
    rig.compositor.surfaces[0].enter(rig.compositor.outputs[0])
    rig.turn()
    let commits = rig.compositor.surfaces[0].commitCount
    rig.compositor.removeGlobals(.wlOutput)
    rig.turn(2)
    rig.compositor.addGlobal(.wlOutput, version: 4)
    rig.compositor.outputs[1].scale = 2
    rig.turn(3)
    // The new output was announced with scale 1 or 2; neither counts before the window is on it.
    #expect(rig.compositor.surfaces[0].commitCount == commits)
    rig.compositor.outputs[1].send()
    rig.compositor.surfaces[0].enter(rig.compositor.outputs[1])
    rig.turn(2)
    #expect(window.surface?.state.scale == 2 && describe(rig) == "128×96 scale 2")
    #expect(rig.compositor.violations == [])
  }

  @Test func `WHD-8: an output that was removed while shown, and events that name it, do no harm`() throws {
    let rig = try WaylandRig(.usual.without(.wpFractionalScaleManagerV1).with(.wlCompositor, 5), environment: bare)
    let window = try PaintingWindow(rig)
    rig.turn(3)
    let (surface, output) = (rig.compositor.surfaces[0], rig.compositor.outputs[0])
    surface.enter(output)
    rig.compositor.removeGlobals(.wlOutput)
    surface.leave(output)
    surface.enter(output)
    rig.turn(3)
    #expect(window.surface?.state.scale == 1 && rig.compositor.isConnected)
  }

  @Test func `WHD-9: absurd scales are clamped and told once`() throws {
    let rig = try WaylandRig(environment: bare)
    let window = try PaintingWindow(rig)
    rig.turn(3)
    var scales: [Double] = []
    for scale in [0, 1, UInt32.max, 100_000] as [UInt32] {
      rig.compositor.surfaces[0].fractionalScale?.sendPreferredScale(scale: scale)
      rig.turn(2)
      rig.compositor.showFrame(at: 16)
      rig.turn()
      scales.append(window.surface?.state.scale ?? -1)
    }
    rig.compositor.surfaces[0].resource.sendPreferredBufferScale(factor: -5)
    rig.compositor.outputs[0].scale = 0
    rig.compositor.outputs[0].send()
    rig.turn(2)
    #expect(scales == [0.5, 0.5, 8, 8])
    #expect(rig.log.filter { $0.contains("120 is used") }.count == 1)
    #expect(rig.compositor.isConnected && rig.compositor.violations == [])
  }

  @Test func `WHD-1 WDE-2: a touch says the same at every scale and with a margin`() throws {
    var logs: Set<String> = []
    for (scale, environment) in [(120, bare), (150, bare), (180, [:]), (240, [:]), (360, bare)] as [(UInt32, [String: String])]
    {
      let rig = try WaylandRig(.usual.without(.zxdgDecorationManagerV1), environment: environment)
      let window = try PaintingWindow(rig)
      rig.turn(3)
      rig.compositor.surfaces[0].fractionalScale?.sendPreferredScale(scale: scale)
      rig.turn(2)
      let margin = window.window?.contentOrigin ?? .zero
      let seat = rig.compositor.seats[0]
      seat.down(1, on: rig.compositor.surfaces[0], margin.x + 10.5, margin.y + 20)
      seat.touchFrame()
      seat.motion(1, margin.x - 3, margin.y + 40)
      seat.touchFrame()
      rig.turn()
      let samples = rig.sink.take().flatMap { event -> [String] in
        guard case .touches(let frame) = event else { return [] }
        return frame.samples.map { "\($0.phase) \($0.position.x),\($0.position.y)" }
      }
      logs.insert(samples.joined(separator: " "))
    }
    #expect(logs == ["down 10.5,20.0 moved -3.0,40.0"])
  }
}
