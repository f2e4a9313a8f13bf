import EaselGeometry
import EaselInputEvents
import EaselPlatform
import EaselPlatformLinux
import EaselRaster
import Glibc
import Testing

@testable import EaselFakeCompositor
@testable import EaselPlatformWayland

@Suite struct ErrorTests {
  private let bare = ["EASEL_DECORATIONS": "none"]

  @Test func `WER-1: a protocol error is ours: status 70, and the newest requests in the log`() throws {
    let rig = try WaylandRig(environment: bare)
    let window = try PaintingWindow(rig)
    rig.turn(3)
    var lost: [BackendError] = []
    rig.backend.onDisplayLost = { lost.append($0) }
    for step in 0..<80 { window.surface?.setTitle("\(step)") }
    rig.turn()
    rig.compositor.postError(on: rig.compositor.surfaces[0].resource, code: 2, message: "test")
    rig.turn(3)
    let expected = "The Wayland display refused a request (protocol error 2 on wl_surface). "
    #expect(lost == [BackendError(expected + "This is a fault of Easel: please report it.", exitStatus: 70)])
    let report = try #require(rig.log.first { $0.hasPrefix("error: Protocol error 2 on wl_surface#") })
    let lines = report.split(separator: "\n").dropFirst()
    #expect(lines.count == 50 && lines.allSatisfy { $0.hasSuffix(".set_title") })
  }

  @Test func `WER-2: a lost connection cancels contacts first, then says so, with status 69`() throws {
    let rig = try WaylandRig(environment: bare)
    let window = try PaintingWindow(rig)
    rig.turn(3)
    var trace: [String] = []
    rig.backend.onDisplayLost = { [sink = rig.sink] error in
      let phases = sink.take().flatMap { event -> [String] in
        guard case .touches(let frame) = event else { return [] }
        return frame.samples.map { "\($0.phase)" }
      }
      trace.append("\(phases.joined(separator: " ")), then \(error.exitStatus): \(error)")
    }
    rig.compositor.seats[0].down(1, on: rig.compositor.surfaces[0], 5, 5)
    rig.compositor.seats[0].touchFrame()
    rig.turn()
    rig.compositor.kill()
    rig.turn(3)
    #expect(
      trace == [
        "down cancelled, then 69: The Wayland display is gone: the compositor has ended or has closed the connection."
      ])
    // Requests mean nothing now, and nothing traps (WER-5).
    window.surface?.setTitle("x")
    window.surface?.setFullscreen(true)
    window.surface?.hide()
    window.mark()
    rig.turn(2)
    window.surface?.close()
    #expect(throws: BackendError.self) { try PaintingWindow(rig) }
    rig.turn(2)
  }

  @Test func `WER-2: a display that is gone before the start's answers is an error`() {
    do {
      _ = try WaylandRig(connect: { compositor in
        let descriptor = compositor.connect()
        compositor.kill()
        return descriptor
      })
      Issue.record("connected")
    } catch {
      #expect((error as? BackendError)?.exitStatus == 69)
    }
  }

  @Test func `WER-5: the display may die at any point of a drawing session`() throws {
    var lost = 0
    for point in 0..<200 {
      let rig = try WaylandRig(point % 2 == 0 ? .usual : .weston10, environment: bare)
      var steps = point
      func step(_ action: () -> Void) {
        guard steps > 0 else { return }
        action()
        steps -= 1
        if steps == 0 { rig.compositor.kill() }
      }
      rig.backend.onDisplayLost = { _ in lost += 1 }
      if point == 0 { rig.compositor.kill() }
      var window: PaintingWindow?
      step { window = try? PaintingWindow(rig) { $0.preferredSize = Size(width: 8, height: 6) } }
      for round in 0..<24 {
        step { rig.compositor.pump() }
        step { rig.loop.poll() }
        step { rig.compositor.showFrame(at: UInt32(round)) }
        guard let surface = rig.compositor.surfaces.first else { continue }
        step {
          rig.compositor.seats[0].down(Int32(round), on: surface, Double(round), 3)
          rig.compositor.seats[0].touchFrame()
        }
        step { window?.mark(PixelRect(x: round, y: 0, width: 4, height: 4), byInput: true) }
        step { rig.compositor.toplevels.first?.configure(width: 9 + Int32(round), height: 5) }
        step { rig.compositor.seats[0].enter(surface, 3, 3) }
        step { rig.compositor.seats[0].up(Int32(round)) }
      }
      rig.compositor.kill()
      rig.turn(3)
      window?.surface?.close()
    }
    #expect(lost == 200)
  }

  @Test func `WER-5: whoever hears of the loss may let the backend go, and keep a window`() throws {
    let compositor = FakeCompositor()
    let loop = try EpollLoop(mainQueue: .leftAlone, clock: { Timestamp(milliseconds: 5) })
    var backend: WaylandBackend? = try WaylandBackend(
      loop: loop, log: Log { _, _ in }, environment: [:], descriptor: compositor.connect(),
      wait: { descriptor, _ in
        compositor.pump()
        return DescriptorCalls.wait(for: descriptor, seconds: 0)
      })
    weak let weakBackend = backend
    let window = TestWindow()
    window.surface = try backend?.makeSurface(SurfaceOptions(title: "T", applicationID: "t"), delegate: window)
    backend?.onDisplayLost = { _ in backend = nil }
    compositor.kill()
    for _ in 0..<4 { loop.poll() }
    #expect(weakBackend == nil)
    window.surface?.setTitle("nobody listens")
    #expect(!window.paint(1))
    window.surface?.close()
  }

  @Test func `A backend that goes ends its objects from inside out, and a living display has nothing to complain of`() throws {
    let compositor = FakeCompositor()
    let loop = try EpollLoop(mainQueue: .leftAlone, clock: { Timestamp(milliseconds: 5) })
    var backend: WaylandBackend? = try WaylandBackend(
      loop: loop, log: Log { _, _ in }, environment: [:], descriptor: compositor.connect(),
      wait: { descriptor, _ in
        compositor.pump()
        return DescriptorCalls.wait(for: descriptor, seconds: 0)
      })
    let window = TestWindow()
    window.surface = try backend?.makeSurface(SurfaceOptions(title: "T", applicationID: "t"), delegate: window)
    for _ in 0..<3 {
      loop.poll()
      compositor.pump()
    }
    window.paint(1)
    // The window keeps the connection, but has ended with the backend.
    backend = nil
    compositor.pump()
    #expect(compositor.violations == [] && compositor.isConnected)
    #expect(compositor.surfaces.isEmpty && compositor.toplevels.isEmpty)
    window.surface = nil
    // A child that another test is just starting holds a copy of the socket until it executes.
    for _ in 0..<1000 where compositor.isConnected {
      usleep(1000)
      compositor.pump()
    }
    #expect(!compositor.isConnected)
  }
}
