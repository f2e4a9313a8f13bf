import EaselInputEvents
import EaselPlatform
import EaselPlatformLinux
import Glibc
import Testing

@testable import EaselFakeCompositor
@testable import EaselPlatformWayland

@Suite struct ConnectionTests {
  private func failure(_ offer: Offer, prepare: (FakeCompositor) -> Void = { _ in }) -> String {
    do {
      _ = try WaylandRig(offer, prepare: prepare)
      return "connected"
    } catch {
      return "\(error)"
    }
  }

  @Test func `WCN-1 WCN-6: a display that offers versions of the future is spoken to in ours`() throws {
    let rig = try WaylandRig(.unheardOf)
    let window = try PaintingWindow(rig)
    rig.turn(3)
    #expect(window.paints == 1)
    #expect(rig.compositor.violations == [])
    #expect(rig.compositor.isConnected)
  }

  @Test func `WCN-2: what is missing is named, with what the display offers`() {
    let table: [(Offer, String)] = [
      (.usual.without(.wlCompositor), "wl_compositor in version 4 or later, and this Wayland compositor does not offer it."),
      (.usual.with(.wlCompositor, 3), "wl_compositor in version 4 or later, and this Wayland compositor offers version 3."),
      (.usual.without(.wlShm), "wl_shm in version 1 or later, and this Wayland compositor does not offer it."),
      (.usual.without(.xdgWmBase), "xdg_wm_base in version 1 or later, and this Wayland compositor does not offer it."),
    ]
    for (offer, sentence) in table { #expect(failure(offer) == "Easel needs " + sentence) }
  }

  @Test(
    arguments: [
      .wpViewporter, .wpPresentation, .zxdgDecorationManagerV1, .zwpInputTimestampsManagerV1, .zwpPointerGesturesV1,
      .wpFractionalScaleManagerV1,
      .xdgActivationV1, .wpCursorShapeManagerV1, .zwpTabletManagerV2, .wlSeat, .wlOutput,
    ] as [EaselFakeCompositor.BoundInterface])
  func `WCN-2 WCN-4: without any optional global a window still shows`(interface: EaselFakeCompositor.BoundInterface) throws {
    let rig = try WaylandRig(.usual.without(interface))
    let window = try PaintingWindow(rig)
    rig.turn(3)
    #expect(window.paints == 1 && rig.compositor.violations == [])
  }

  @Test func `WCN-1: the oldest versions that we accept are enough for a window`() throws {
    let rig = try WaylandRig(Offer(versions: [.wlCompositor: 4, .wlShm: 1, .xdgWmBase: 1, .wlSeat: 1, .wlOutput: 1]))
    let window = try PaintingWindow(rig)
    rig.turn(3)
    #expect(window.paints == 1 && rig.compositor.violations == [])
    rig.compositor.removeGlobals(.wlOutput)
    rig.compositor.removeGlobals(.wlSeat)
    rig.turn(2)
    #expect(rig.compositor.isConnected)
  }

  @Test func `WCN-3: a display that does not answer within 5 s is an error`() throws {
    let compositor = FakeCompositor()
    var now = 1.0
    let loop = try EpollLoop(mainQueue: .leftAlone, clock: { .init(seconds: now) })
    var waits = 0
    #expect(
      throws: BackendError("The Wayland display has not answered for 5 s. Check whether the compositor hangs.")
    ) {
      _ = try WaylandBackend(
        loop: loop, log: Log { _, _ in }, environment: [:], descriptor: compositor.connect(),
        wait: { _, seconds in
          waits += 1
          now += min(seconds, 2)
          return []
        })
    }
    #expect(waits == 3)
  }

  @Test func `WCN-4 WCN-5: seats and outputs come and go, unknown names do not matter`() throws {
    let rig = try WaylandRig(.usual.without(.wlSeat, .wlOutput))
    rig.forgetTrace()
    var heard: [String] = []
    for version: Int32 in [1, 2, 3, 4] {
      rig.compositor.addGlobal(.wlOutput, version: version)
      rig.turn()
      rig.compositor.removeGlobals(.wlOutput)
      rig.turn()
      heard.append("output \(version): \(rig.compositor.takeTrace(of: ["output"]).isEmpty ? "forgotten" : "released")")
    }
    for version: Int32 in [4, 5, 10] {
      rig.compositor.addGlobal(.wlSeat, version: version)
      // Descriptors in between, a keymap's for instance, part what is read at once.
      rig.turn(3)
      rig.compositor.removeGlobals(.wlSeat)
      rig.turn()
      heard.append("seat \(version): \(rig.compositor.takeTrace(of: ["seat"]).contains("release") ? "released" : "forgotten")")
    }
    #expect(
      heard == [
        "output 1: forgotten", "output 2: forgotten", "output 3: released", "output 4: released", "seat 4: forgotten",
        "seat 5: released", "seat 10: released",
      ])
    #expect(rig.compositor.isConnected && rig.compositor.violations == [])
  }

  @Test func `WCN-4 DLI-6: more outputs than anybody has are ignored`() throws {
    let rig = try WaylandRig()
    for _ in 0..<40 { rig.compositor.addGlobal(.wlOutput, version: 4) }
    rig.turn()
    #expect(rig.log.filter { $0.contains("outputs") } == ["warning: More than 32 outputs: the others are ignored."])
    rig.compositor.removeGlobals(.wlOutput)
    rig.turn()
    #expect(rig.compositor.isConnected)
  }

  @Test func `WCN-5: globals that are taken back leave running windows alone`() throws {
    let rig = try WaylandRig()
    let window = try PaintingWindow(rig)
    rig.turn(3)
    for interface in EaselFakeCompositor.BoundInterface.allCases { rig.compositor.removeGlobals(interface) }
    rig.turn(2)
    window.mark()
    rig.compositor.showFrame(at: 16)
    rig.turn(2)
    #expect(window.paints == 2 && rig.compositor.isConnected)
  }

  @Test func `WCN-8: the environment says where the display is`() throws {
    func path(_ environment: [String: String]) -> String {
      do { return try DisplayAddress(environment: environment).path() } catch { return "error: \(error)" }
    }
    #expect(path(["WAYLAND_DISPLAY": "wayland-1", "XDG_RUNTIME_DIR": "/run/user/1"]) == "/run/user/1/wayland-1")
    #expect(path(["WAYLAND_DISPLAY": "/tmp/socket"]) == "/tmp/socket")
    #expect(path(["XDG_RUNTIME_DIR": "/run/user/1"]) == "/run/user/1/wayland-0")
    #expect(path(["WAYLAND_DISPLAY": "", "XDG_RUNTIME_DIR": "/r"]) == "/r/wayland-0")
    #expect(path([:]).contains("XDG_RUNTIME_DIR"))
    #expect(path(["WAYLAND_DISPLAY": "a"]).contains("XDG_RUNTIME_DIR"))
    #expect(path(["WAYLAND_DISPLAY": "a", "XDG_RUNTIME_DIR": "relative"]).contains("XDG_RUNTIME_DIR"))
    for wrong in ["", "x", "-1", "99999", "3.5"] {
      #expect(throws: BackendError.self) { try DisplayAddress(environment: ["WAYLAND_SOCKET": wrong]).connect() }
    }
    let file = open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { close(file) }
    let error = #expect(throws: BackendError.self) {
      try DisplayAddress(environment: ["WAYLAND_SOCKET": "\(file)"]).connect()
    }
    #expect(error?.description == "WAYLAND_SOCKET is “\(file)”, which is no open socket. Unset it.")
    #expect(throws: BackendError.self) {
      try DisplayAddress(environment: ["WAYLAND_DISPLAY": "/nowhere/" + String(repeating: "a", count: 120)]).connect()
    }
  }

  @Test func `WCN-8: an inherited socket is used as it is`() throws {
    let compositor = FakeCompositor()
    let loop = try EpollLoop(mainQueue: .leftAlone, clock: { .zero })
    let descriptor = compositor.connect()
    _ = try WaylandBackend(
      loop: loop, log: Log { _, _ in }, environment: ["WAYLAND_SOCKET": "\(descriptor)", "WAYLAND_DISPLAY": "nowhere"],
      descriptor: nil,
      wait: { descriptor, _ in
        compositor.pump()
        return DescriptorCalls.wait(for: descriptor, seconds: 0)
      })
  }

  @Test func `WCN-9: a ping is answered in the dispatch of the same turn`() throws {
    let rig = try WaylandRig()
    _ = try PaintingWindow(rig)
    rig.turn(3)
    rig.compositor.wmBases[0].sendPing(serial: 77)
    rig.compositor.pump()
    rig.loop.poll()
    rig.compositor.pump()
    #expect(rig.compositor.pongs == [77])
  }
}
