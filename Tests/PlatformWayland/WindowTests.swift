import EaselGeometry
import EaselPlatform
import EaselRaster
import Testing

@testable import EaselFakeCompositor
@testable import EaselPlatformWayland

@Suite struct WindowTests {
  /// Without margins a buffer is as large as its content.
  private let bare = ["EASEL_DECORATIONS": "none"]
  private let plain = Offer.usual.without(.zxdgDecorationManagerV1, .wpFractionalScaleManagerV1, .wpViewporter)

  @Test func `WXS-1 WXS-17 WFR-1: the requests of a first frame, in their order`() throws {
    let rig = try WaylandRig(plain, prepare: { $0.firstConfigure = nil })
    let window = try PaintingWindow(rig) {
      $0.minimumSize = Size(width: 10, height: 20)
      $0.isFullscreen = true
    }
    rig.turn()
    #expect(
      rig.windowTrace()
        == "xdg_surface#1.get_toplevel(xdg_toplevel#1) xdg_toplevel#1.set_title(\"Painting\") "
        + "xdg_toplevel#1.set_app_id(\"org.example.painting\") xdg_toplevel#1.set_min_size(10,20) "
        + "xdg_toplevel#1.set_fullscreen(nil) surface#1.commit")
    rig.compositor.toplevels[0].configure(width: 64, height: 48)
    rig.turn(2)
    #expect(window.paints == 1)
    let trace = rig.windowTrace().split(separator: " ").map { $0.split(separator: "(")[0] }.joined(separator: " ")
    #expect(
      trace
        == "xdg_surface#1.ack_configure surface#1.set_buffer_scale surface#1.set_opaque_region "
        + "xdg_surface#1.set_window_geometry surface#1.attach surface#1.damage_buffer surface#1.frame surface#1.commit")
    #expect(rig.compositor.violations == [])
  }

  @Test func `WXS-1: nothing is attached before the first configure`() throws {
    let rig = try WaylandRig(prepare: { $0.firstConfigure = nil })
    let window = try PaintingWindow(rig)
    rig.turn(3)
    #expect(window.paints == 0)
    #expect(window.surface?.repairArea(for: Region()) == nil)
    rig.compositor.toplevels[0].configure(width: 0, height: 0)
    rig.turn(2)
    #expect(window.paints == 1 && rig.compositor.violations == [])
  }

  @Test func `SCB-1 WXS-2 WXS-3 WXS-4: of two configures in one batch only the last is acknowledged and painted`() throws {
    let rig = try WaylandRig(plain, environment: bare)
    let window = try PaintingWindow(rig)
    rig.turn(3)
    rig.forgetTrace()
    let toplevel = rig.compositor.toplevels[0]
    toplevel.configure(width: 80, height: 60, states: [.maximized])
    let last = toplevel.configure(width: 82, height: 60, states: [.maximized])
    rig.turn(2)
    let trace = rig.windowTrace()
    #expect(trace.contains("xdg_surface#1.ack_configure(\(last))"))
    #expect(trace.split(separator: " ").filter { $0.hasSuffix("commit") }.count == 1)
    #expect(trace.split(separator: " ").filter { $0.contains("ack_configure") }.count == 1)
    #expect(window.surface?.state.pixelSize == PixelSize(width: 82, height: 60))
    #expect(rig.compositor.buffers.contains { $0.layout.width == 82 && $0.layout.height == 60 })
    #expect(rig.compositor.violations == [])
  }

  @Test func `WXS-2: role events without their configure change nothing`() throws {
    let rig = try WaylandRig(plain, environment: bare)
    let window = try PaintingWindow(rig)
    rig.turn(3)
    let before = window.surface?.state
    rig.compositor.toplevels[0].resource.sendConfigure(
      width: 500, height: 400, states: WireArray(words: [2]))
    rig.turn(2)
    #expect(window.surface?.state == before)
  }

  @Test func `WXS-3 WXS-14: a configure that needs no new pixels is answered by a bare commit in the same turn`() throws {
    let rig = try WaylandRig(plain, environment: bare)
    let window = TestWindow()
    window.surface = try rig.backend.makeSurface(
      SurfaceOptions(title: "T", applicationID: "t", preferredSize: Size(width: 20, height: 10)), delegate: window)
    rig.turn(2)
    window.paint(1)
    rig.turn()
    _ = window.takeHeard()
    rig.forgetTrace()
    let serial = rig.compositor.toplevels[0].configure(width: 0, height: 0, states: [])
    rig.turn()
    #expect(rig.windowTrace() == "xdg_surface#1.ack_configure(\(serial)) surface#1.commit")
    #expect(window.takeHeard() == "state" && window.surface?.state.isActivated == false)
    rig.turn(3)
    #expect(rig.windowTrace() == "", "once and no more")
  }

  @Test func `WXS-5 SCB-2: a display that leaves the size to us but bounds it`() throws {
    let rig = try WaylandRig(plain, environment: bare, prepare: { $0.firstConfigure = nil })
    let window = try PaintingWindow(rig) { $0.preferredSize = Size(width: 1024, height: 700) }
    rig.turn()
    rig.compositor.toplevels[0].resource.sendConfigureBounds(width: 900, height: 800)
    rig.compositor.toplevels[0].configure(width: 0, height: 0)
    rig.turn(2)
    #expect(window.surface?.state.size == Size(width: 900, height: 700))
  }

  @Test func `WXS-5: a window that leaves fullscreen without a size takes its last floating one`() throws {
    let rig = try WaylandRig(plain, environment: bare)
    let window = try PaintingWindow(rig)
    rig.turn(2)
    let toplevel = rig.compositor.toplevels[0]
    var sizes: [String] = []
    for (width, height, states) in [
      (100, 90, [.activated]), (300, 200, [.fullscreen]), (0, 0, [.activated]), (150, 200, [.maximized]), (0, 50, []),
    ] as [(Int32, Int32, [XdgToplevelResource.State])] {
      toplevel.configure(width: width, height: height, states: states)
      rig.turn(2)
      rig.compositor.showFrame(at: 16)
      rig.turn()
      sizes.append(window.surface.map { "\(Int($0.state.size.width))×\(Int($0.state.size.height))" } ?? "none")
    }
    #expect(sizes == ["100×90", "300×200", "100×90", "150×200", "100×50"])
    #expect(rig.compositor.violations == [])
  }

  @Test func `WXS-7: limits are sent when they change and take effect by a commit`() throws {
    let rig = try WaylandRig(plain, environment: bare)
    let window = try PaintingWindow(rig)
    rig.turn(3)
    rig.forgetTrace()
    window.surface?.setMinimumSize(Size(width: 30, height: -5))
    rig.turn()
    #expect(rig.windowTrace() == "xdg_toplevel#1.set_min_size(30,0) surface#1.commit")
    rig.turn(2)
    #expect(rig.windowTrace() == "")
  }

  @Test func `WXS-9: a storm of 500 configures makes one paint for each callback and one more`() throws {
    let rig = try WaylandRig(plain, environment: bare)
    let window = try PaintingWindow(rig)
    rig.turn(3)
    let toplevel = rig.compositor.toplevels[0]
    let before = window.paints
    for step in 1...500 {
      toplevel.configure(width: 100 + Int32(step), height: 100, states: [.resizing])
      rig.advance(seconds: 0.0002)
    }
    #expect(window.paints == before + 1, "the first is answered at once, the others wait for the callback")
    rig.compositor.showFrame(at: 16)
    rig.turn(2)
    #expect(window.paints == before + 2)
    #expect(window.surface?.state.size.width == 600)
    #expect(rig.compositor.surfaces[0].current.buffer?.layout.width == 600)
    #expect(rig.compositor.buffers.count <= 4, "memory does not grow")
    #expect(rig.compositor.violations == [])
  }

  @Test func `WXS-10 SCB-7: a new size is answered while the callback is withheld`() throws {
    let rig = try WaylandRig(plain, environment: bare)
    let window = try PaintingWindow(rig)
    rig.turn(3)
    #expect(window.surface?.isWaitingForFrame == true)
    rig.compositor.toplevels[0].configure(width: 99, height: 88, states: [.maximized])
    rig.turn(2)
    #expect(rig.compositor.surfaces[0].current.buffer?.layout.width == 99)
    #expect(rig.compositor.violations == [])
  }

  @Test func `WXS-10 WFR-6: while nothing is shown, new sizes are answered once a second and none is forgotten`() throws {
    let rig = try WaylandRig(plain, environment: bare)
    let window = try PaintingWindow(rig)
    rig.turn(3)
    rig.advance(seconds: 1.5)
    #expect(window.surface?.isPresenting == false)
    let toplevel = rig.compositor.toplevels[0]
    var paints: [Int] = []
    for step: Int32 in 1...4 {
      toplevel.configure(width: 100 + step, height: 50, states: [.maximized])
      rig.advance(seconds: 0.2)
      paints.append(window.paints)
    }
    rig.advance(seconds: 1.1)
    rig.turn()
    paints.append(window.paints)
    #expect(paints == [2, 2, 2, 2, 3])
    #expect(window.surface?.state.size.width == 104 && rig.compositor.surfaces[0].current.buffer?.layout.width == 104)
    rig.advance(seconds: 30)
    #expect(window.paints == 3)
  }

  @Test func `WXS-11: close is a question, and refusing it leaves all as it was`() throws {
    let rig = try WaylandRig(plain, environment: bare)
    let window = try PaintingWindow(rig)
    rig.turn(3)
    rig.forgetTrace()
    rig.compositor.toplevels[0].close()
    rig.turn(2)
    #expect(window.closeRequests == 1 && rig.windowTrace() == "")
  }

  @Test func `WXS-12: a window is taken down from inside out`() throws {
    let rig = try WaylandRig()
    let window = try PaintingWindow(rig)
    rig.turn(3)
    rig.forgetTrace()
    rig.compositor.toplevels[0].configure(width: 500, height: 500)
    window.surface?.close()
    window.surface?.close()
    rig.turn(2)
    let kinds = ["toplevel_decoration", "viewport", "fractional_scale", "xdg_toplevel", "xdg_surface", "surface"]
    #expect(
      rig.compositor.takeTrace(of: kinds)
        == "toplevel_decoration#1.destroy viewport#1.destroy fractional_scale#1.destroy xdg_toplevel#1.destroy "
        + "xdg_surface#1.destroy surface#1.destroy")
    #expect(rig.compositor.isConnected && rig.compositor.violations == [])
  }

  @Test func `WXS-13: a hidden window comes back through a first configure, whatever was on its way`() throws {
    let rig = try WaylandRig(plain, environment: bare)
    let window = TestWindow()
    window.surface = try rig.backend.makeSurface(
      SurfaceOptions(title: "T", applicationID: "t", preferredSize: Size(width: 20, height: 10)), delegate: window)
    rig.turn(2)
    window.paint(1)
    rig.turn()
    rig.forgetTrace()
    // A configure crosses the hiding.
    rig.compositor.toplevels[0].configure(width: 300, height: 300)
    window.surface?.hide()
    #expect(!window.paint(2), "hidden: the answer to the bare commit must come first")
    rig.turn(3)
    #expect(
      rig.windowTrace()
        == "surface#1.attach(nil,0,0) surface#1.commit xdg_toplevel#1.set_title(\"T\") xdg_toplevel#1.set_app_id(\"t\") "
        + "surface#1.commit")
    #expect(window.paint(3))
    rig.turn()
    #expect(rig.compositor.surfaces[0].pixel(0, 0) == 3)
    #expect(window.surface?.state.size == Size(width: 20, height: 10))
    #expect(rig.compositor.violations == [])
  }

  @Test func `WXS-14: a suspended window asks for no frames`() throws {
    let rig = try WaylandRig(plain, environment: bare)
    let window = try PaintingWindow(rig)
    rig.turn(3)
    rig.compositor.showFrame(at: 16)
    rig.compositor.toplevels[0].configure(width: 70, height: 48, states: [XdgToplevelResource.State(rawValue: 9)])
    rig.turn(2)
    #expect(window.surface?.state.isSuspended == true && window.surface?.isWaitingForFrame == false)
    #expect(rig.compositor.surfaces[0].current.frames.isEmpty)
  }

  @Test func `WXS-15: capabilities are what the display lists, all of them if it cannot list`() throws {
    let rig = try WaylandRig(plain, environment: bare)
    let window = try PaintingWindow(rig)
    rig.turn(3)
    #expect(window.surface?.state.capabilities == [.maximize, .minimize, .fullscreen, .windowMenu])
    let toplevel = rig.compositor.toplevels[0]
    toplevel.resource.sendWmCapabilities(capabilities: WireArray(words: [3, 99, 2]))
    toplevel.configure(width: 0, height: 0)
    rig.turn(2)
    #expect(window.surface?.state.capabilities == [.maximize, .fullscreen])
  }

  @Test func `WXS-16: the token of whoever started us is used once, with the first window`() throws {
    let rig = try WaylandRig(environment: ["XDG_ACTIVATION_TOKEN": "abc"])
    let window = try PaintingWindow(rig)
    #expect(rig.compositor.activations == [])
    rig.turn(3)
    let second = try PaintingWindow(rig)
    rig.turn(3)
    #expect(rig.compositor.activations == ["abc"] && window.paints == 1 && second.paints == 1)
  }

  @Test func `WXS-19: a kiosk's window is fullscreen from its first commit`() throws {
    let rig = try WaylandRig(prepare: { $0.firstConfigure = nil })
    let window = try PaintingWindow(rig) { $0.isFullscreen = true }
    rig.turn()
    #expect(rig.windowTrace().contains("xdg_toplevel#1.set_fullscreen(nil) surface#1.commit"))
    rig.compositor.toplevels[0].configure(width: 800, height: 600, states: [.fullscreen])
    rig.turn(2)
    #expect(window.surface?.state.isFullscreen == true && window.surface?.state.needsTitleBar == false)
    #expect(rig.compositor.toplevels[0].title == "Painting")
  }

  @Test func `WXS: what windows ask of the display`() throws {
    let rig = try WaylandRig(plain, environment: bare)
    let window = try PaintingWindow(rig)
    rig.turn(3)
    rig.forgetTrace()
    window.surface?.setFullscreen(true)
    window.surface?.setFullscreen(false)
    window.surface?.setMaximized(true)
    window.surface?.setMaximized(false)
    window.surface?.minimize()
    rig.turn()
    #expect(
      rig.windowTrace()
        == "xdg_toplevel#1.set_fullscreen(nil) xdg_toplevel#1.unset_fullscreen xdg_toplevel#1.set_maximized "
        + "xdg_toplevel#1.unset_maximized xdg_toplevel#1.set_minimized")
  }

  @Test func `Hostile configures: zero, negative and huge sizes, unknown states, after the end`() throws {
    let rig = try WaylandRig(plain, environment: bare)
    let window = try PaintingWindow(rig)
    rig.turn(2)
    let toplevel = rig.compositor.toplevels[0]
    for (width, height) in [(0, 0), (-1, -7), (Int32.min, 1), (1, 1), (20000, 2), (2, Int32.max)] as [(Int32, Int32)] {
      toplevel.resource.sendConfigureBounds(width: width, height: height)
      toplevel.configure(width: width, height: height, states: [XdgToplevelResource.State(rawValue: UInt32.max)])
      rig.turn(2)
      rig.compositor.showFrame(at: 16)
      rig.turn()
    }
    #expect(rig.compositor.violations == [])
    window.surface?.close()
    toplevel.configure(width: 10, height: 10)
    toplevel.close()
    rig.turn(2)
    #expect(rig.compositor.isConnected && window.closeRequests == 0)
  }

  @Test func `WEL-9: titles are cut between characters and have no zero bytes`() {
    #expect("ab\0c".wireText(limit: 10) == "abc")
    #expect("aé€😀".wireText(limit: 9) == "aé€")
    #expect("aé€😀".wireText(limit: 10) == "aé€😀")
    #expect(String(repeating: "😀", count: 1000).wireText(limit: 1024).utf8.count == 1024)
    #expect("€".wireText(limit: 2) == "")
  }

  @Test func `Several windows live side by side`() throws {
    let rig = try WaylandRig(plain, environment: bare)
    let windows = try (0..<3).map { _ in try PaintingWindow(rig) }
    rig.turn(3)
    #expect(windows.map(\.paints) == [1, 1, 1])
    windows[1].surface?.close()
    for window in windows { window.mark() }
    rig.compositor.showFrame(at: 16)
    rig.turn(2)
    #expect(windows.map(\.paints) == [2, 1, 2])
    #expect(Set(windows.compactMap { $0.surface?.id }).count == 3 && rig.compositor.violations == [])
  }
}
