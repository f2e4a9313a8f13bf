import EaselGeometry
import EaselInputEvents
import EaselPlatform
import EaselPlatformLinux
import EaselRaster
import Testing

@testable import EaselFakeCompositor
@testable import EaselPlatformWayland

@Suite struct DecorationTests {
  private func margins(_ window: PaintingWindow) -> String {
    guard let layout = window.window?.layout else { return "no window" }
    let right = layout.surface.width - layout.content.width - layout.origin.width
    let bottom = layout.surface.height - layout.content.height - layout.origin.height
    let bar = window.surface?.state.needsTitleBar == true ? "bar" : "no bar"
    return "\(layout.origin.height) \(right) \(bottom) \(layout.origin.width) \(bar)"
  }

  @Test func `WDE-1: the display draws where it offers to, and may change its mind with any configure`() throws {
    let rig = try WaylandRig()
    let window = try PaintingWindow(rig)
    rig.turn(3)
    let trace = rig.compositor.takeTrace(of: ["toplevel_decoration", "surface"])
    #expect(trace.hasPrefix("toplevel_decoration#1.set_mode(2) surface#1.commit"), "asked before the first commit")
    var told = [margins(window)]
    let toplevel = rig.compositor.toplevels[0]
    for mode in [.clientSide, .serverSide, .init(rawValue: 99), .clientSide] as [ZxdgToplevelDecorationV1Resource.Mode] {
      toplevel.decoration?.sendConfigure(mode: mode)
      let before = margins(window)
      rig.turn()
      #expect(margins(window) == before, "the mode counts with its configure")
      toplevel.configure(width: 100, height: 80)
      rig.turn(2)
      rig.compositor.showFrame(at: 16)
      rig.turn()
      told.append(margins(window))
      #expect(window.surface?.state.size == Size(width: 100, height: 80))
    }
    #expect(told == ["0 0 0 0 no bar", "16 16 16 16 bar", "0 0 0 0 no bar", "0 0 0 0 no bar", "16 16 16 16 bar"])
    #expect(rig.compositor.violations == [])
  }

  @Test func `WDE-1: nothing is attached before the display has said who draws`() throws {
    let rig = try WaylandRig(prepare: { $0.firstConfigure = nil })
    let window = try PaintingWindow(rig)
    // The configure overtakes the answer to our wish.
    let toplevel = rig.turnUntilToplevel()
    #expect(window.paints == 0 && window.surface?.mustAnswerConfigure == false)
    toplevel.configure(width: 0, height: 0)
    rig.turn(2)
    #expect(window.paints == 1)
  }

  @Test func `WDE-2 WDE-5: margins are where an edge is free, a bar where the window is not fullscreen`() throws {
    let rig = try WaylandRig(.usual.without(.zxdgDecorationManagerV1))
    let window = try PaintingWindow(rig)
    rig.turn(3)
    var told = [margins(window)]
    for states in [[.maximized], [.fullscreen], [.tiledLeft, .tiledTop], [.resizing]] as [[XdgToplevelResource.State]] {
      rig.compositor.toplevels[0].configure(width: 100, height: 80, states: states)
      rig.turn(2)
      rig.compositor.showFrame(at: 16)
      rig.turn()
      told.append(margins(window))
      let surface = rig.compositor.surfaces[0]
      let layout = try #require(window.window?.layout)
      #expect(surface.current.buffer?.layout.width == layout.surface.width)
      let geometry = try #require(surface.xdgSurface?.geometry)
      #expect("\(geometry)" == "(x: \(layout.origin.width), y: \(layout.origin.height), width: 100, height: 80)", "WXS-8")
    }
    #expect(told == ["16 16 16 16 bar", "0 0 0 0 bar", "0 0 0 0 no bar", "0 16 16 0 bar", "16 16 16 16 bar"])
    #expect(rig.compositor.violations == [])
  }

  @Test func `WDE-3 WDE-4: resize and menu take the contact with its own serial`() throws {
    let rig = try WaylandRig(.usual.without(.zxdgDecorationManagerV1))
    let window = try PaintingWindow(rig)
    rig.turn(3)
    let surface = try #require(window.surface)
    let seat = rig.compositor.seats[0]
    var trace: [String] = []
    for id: Int32 in 0..<3 {
      rig.forgetTrace()
      seat.down(id, on: rig.compositor.surfaces[0], 18, 60)
      seat.touchFrame()
      rig.turn()
      let contact = rig.sink.take().compactMap { event -> ContactID? in
        guard case .touches(let frame) = event else { return nil }
        return frame.samples.first?.contact
      }.first
      guard let contact else { continue }
      switch id {
      case 0: surface.beginResize([.left, .bottom], with: contact)
      case 1: surface.showWindowMenu(at: Point(x: 5, y: 7), with: contact)
      default: surface.beginMove(with: contact)
      }
      seat.motion(id, 30, 30)
      seat.touchFrame()
      seat.up(id)
      seat.touchFrame()
      rig.turn()
      let phases = rig.sink.take().map { event -> String in
        guard case .touches(let frame) = event else { return "other" }
        return frame.samples.map { "\($0.phase)" }.joined(separator: "+")
      }
      let request = rig.compositor.takeTrace(of: ["xdg_toplevel"])
      trace.append(request.split(separator: ",").dropFirst(2).joined(separator: ",") + " " + phases.joined(separator: ","))
      surface.beginMove(with: contact)
      rig.turn()
      #expect(rig.compositor.takeTrace(of: ["xdg_toplevel"]) == "", "an ended contact has no serial")
    }
    #expect(trace == ["6) cancelled", "21,23) cancelled", " cancelled"])
  }

  @Test func `WDE-6 WXS-18: a window is one surface`() throws {
    let rig = try WaylandRig(.usual.without(.zxdgDecorationManagerV1))
    let window = try PaintingWindow(rig)
    rig.turn(3)
    #expect(window.paints == 1 && rig.compositor.surfaces.count == 1)
    #expect(!rig.compositor.takeTrace().contains("subsurface"))
  }

  @Test func `WDE-7: the environment may choose who draws`() throws {
    var told: [String] = []
    for choice in ["none", "own", "server", "nonsense"] {
      for offer in [Offer.usual, .usual.without(.zxdgDecorationManagerV1)] {
        let rig = try WaylandRig(offer, environment: ["EASEL_DECORATIONS": choice])
        let window = try PaintingWindow(rig)
        rig.turn(3)
        told.append("\(choice): \(margins(window)), painted \(window.paints)")
      }
    }
    #expect(
      told == [
        "none: 0 0 0 0 no bar, painted 1", "none: 0 0 0 0 no bar, painted 1", "own: 16 16 16 16 bar, painted 1",
        "own: 16 16 16 16 bar, painted 1", "server: 0 0 0 0 no bar, painted 1", "server: 16 16 16 16 bar, painted 1",
        "nonsense: 0 0 0 0 no bar, painted 1", "nonsense: 16 16 16 16 bar, painted 1",
      ])
  }
}

extension WaylandRig {
  /// Turns until the display knows the first window.
  fileprivate func turnUntilToplevel() -> FakeToplevel {
    turn()
    return compositor.toplevels[0]
  }
}
