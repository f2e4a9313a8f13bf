import EaselGeometry
import EaselInputEvents
import EaselPlatform
import EaselPlatformLinux
import EaselRaster
import Testing

@testable import EaselFakeCompositor
@testable import EaselPlatformWayland

@Suite struct BufferTests {
  private let bare = ["EASEL_DECORATIONS": "none"]
  private let plain = Offer.usual.without(.zxdgDecorationManagerV1, .wpFractionalScaleManagerV1, .wpViewporter)

  @Test func `SCB-5 WSB-7: four slots at most; when all are held a paint waits for one release`() throws {
    let rig = try WaylandRig(plain, environment: bare)
    rig.compositor.withholdsReleases = true
    let window = try PaintingWindow(rig)
    rig.turn(3)
    var buffers: [Int] = []
    for step in 0..<6 {
      rig.compositor.showFrame(at: UInt32(step * 16))
      window.mark()
      rig.turn(2)
      buffers.append(rig.compositor.buffers.count)
    }
    #expect(buffers == [2, 3, 4, 4, 4, 4] && window.paints == 4)
    #expect(rig.log.filter { $0.contains("fourth") } == ["info: The display holds three buffers; a fourth is made (WSB-7)."])
    rig.compositor.surfaces[0].releaseReplaced()
    rig.turn(3)
    #expect(window.paints == 5, "one paint with the newest state")
    rig.turn(3)
    #expect(window.paints == 5)
    #expect(rig.compositor.surfaces[0].pixel(0, 0) == 0xff00_0005)
    #expect(rig.compositor.violations == [])
  }

  @Test func `WSB-6 WSB-12: a double release and one of a buffer that is not held mean nothing`() throws {
    let rig = try WaylandRig(plain, environment: bare)
    let window = try PaintingWindow(rig)
    rig.turn(3)
    let buffer = try #require(rig.compositor.buffers.first)
    for _ in 0..<3 {
      buffer.resource.sendRelease()
      rig.turn()
    }
    // The display says that it does not read the buffer any more: it is painted again as it is.
    rig.compositor.showFrame(at: 16)
    buffer.release()
    window.mark(PixelRect(x: 0, y: 0, width: 2, height: 2))
    rig.turn(2)
    #expect(rig.compositor.buffers.count == 1 && window.paints == 2)
  }

  @Test func `WSB-1 WSB-2 WSB-3 WSB-5: pools are backed by sealed files, rows are multiples of 64 bytes`() throws {
    let rig = try WaylandRig(plain, environment: bare)
    let window = try PaintingWindow(rig) { $0.preferredSize = Size(width: 101, height: 33) }
    rig.turn(3)
    let layout = try #require(rig.compositor.buffers.first).layout
    #expect(window.paints == 1 && layout.stride == 448 && layout.format == .xrgb8888)
    // That the file is reserved, sealed and never writable-sealed is the memory file's own test.
    #expect(rig.compositor.violations == [])
  }

  @Test func `WSB-5: KWin, known by its own interfaces, gets packed rows`() {
    #expect(Quirks.rowAlignment(offered: ["wl_shm", "zwlr_layer_shell_v1"]) == 64)
    #expect(Quirks.rowAlignment(offered: ["wl_shm", "org_kde_kwin_idle"]) == 4)
  }

  @Test func `WSB-4 WSB-9: a resize step by step makes few pools, and old slots go with their release`() throws {
    let rig = try WaylandRig(plain, environment: bare)
    let window = try PaintingWindow(rig)
    rig.turn(3)
    rig.forgetTrace()
    for step in 1...60 {
      rig.compositor.toplevels[0].configure(width: 300 + Int32(step), height: 200 + Int32(step), states: [.resizing])
      rig.turn(2)
      rig.compositor.showFrame(at: UInt32(step * 16))
      rig.turn(2)
    }
    let pools = rig.compositor.takeTrace(of: ["shm"]).split(separator: " ").count
    #expect(window.paints == 61)
    #expect(pools < 10, "\(pools) pools")
    #expect(rig.compositor.buffers.count <= 3 && rig.compositor.violations == [])
    let shown = try #require(rig.compositor.surfaces[0].current.buffer)
    #expect(shown.layout.width == 360 && shown.layout.height == 260)
  }

  @Test func `WSB-10: after ten seconds without a paint spare buffers are given back, and nothing wakes up later`() throws {
    let rig = try WaylandRig(plain, environment: bare)
    rig.compositor.withholdsReleases = true
    let window = try PaintingWindow(rig)
    rig.turn(3)
    for step in 0..<3 {
      rig.compositor.showFrame(at: UInt32(step * 16))
      window.mark()
      rig.turn(2)
    }
    rig.compositor.withholdsReleases = false
    rig.compositor.showFrame(at: 100)
    rig.turn(2)
    #expect(rig.compositor.buffers.count == 4)
    rig.advance(seconds: 9)
    #expect(rig.compositor.buffers.count == 4)
    rig.advance(seconds: 2)
    rig.turn()
    #expect(rig.compositor.buffers.count == 2)
    #expect(rig.loop.nextDeadline == nil)
  }

  @Test func `WSB-11 WXS-8 WDE-2: with a margin the content alone is opaque, and the margin stays transparent`() throws {
    let rig = try WaylandRig(plain)
    let window = try PaintingWindow(rig) { $0.preferredSize = Size(width: 40, height: 30) }
    rig.turn(3)
    #expect(rig.compositor.takeTrace(of: ["region"]) == "region#1.add(16,16,40,30) region#1.destroy")
    let buffer = try #require(rig.compositor.surfaces[0].current.buffer)
    #expect(buffer.layout.width == 72 && buffer.layout.height == 62 && buffer.layout.format == .argb8888)
    let corners = [(0, 0), (15, 20), (20, 15), (71, 61), (56, 20)].map { buffer.pixel($0, $1) }
    #expect(corners == [0, 0, 0, 0, 0])
    #expect([(16, 16), (55, 45)].map { buffer.pixel($0, $1) } == [0xff00_0001, 0xff00_0001])
    let geometry = try #require(rig.compositor.surfaces[0].xdgSurface?.geometry)
    #expect("\(geometry)" == "(x: 16, y: 16, width: 40, height: 30)")
    #expect(window.surface?.state.needsTitleBar == true)
    // Pools are used again: nothing of an old picture may lie in the margin.
    for step: Int32 in 1...4 {
      rig.compositor.toplevels[0].configure(width: 40 - step, height: 30 - step, states: [])
      rig.turn(2)
      rig.compositor.showFrame(at: 16)
      rig.turn(2)
      let buffer = try #require(rig.compositor.surfaces[0].current.buffer)
      let margin = buffer.pixels.enumerated().filter { index, pixel in
        let (x, y) = (index % buffer.layout.width, index / buffer.layout.width)
        return pixel != 0 && !(16..<16 + 40 - Int(step)).contains(x) || pixel != 0 && !(16..<16 + 30 - Int(step)).contains(y)
      }
      #expect(margin.isEmpty, "step \(step)")
    }
  }

  @Test func `WSB-8 SCB-4: whatever the display releases when, it shows what a full repaint would`() throws {
    let rig = try WaylandRig(plain, environment: bare)
    let window = TestWindow()
    window.surface = try rig.backend.makeSurface(
      SurfaceOptions(title: "T", applicationID: "t", preferredSize: Size(width: 24, height: 16)), delegate: window)
    rig.turn(2)
    window.paint(0)
    rig.turn()
    var screen = [UInt32](repeating: 0, count: 24 * 16)
    var random = SeededNumbers(state: 7)
    for step in 1...400 {
      let rect = PixelRect(
        x: Int.random(in: 0..<24, using: &random), y: Int.random(in: 0..<16, using: &random),
        width: Int.random(in: 1...8, using: &random), height: Int.random(in: 1...8, using: &random)
      ).intersection(PixelRect(x: 0, y: 0, width: 24, height: 16))
      if window.paint(UInt32(step), rect) {
        for y in rect.y..<rect.maxY { for x in rect.x..<rect.maxX { screen[y * 24 + x] = UInt32(step) } }
      }
      if Bool.random(using: &random) { rig.compositor.showFrame(at: UInt32(step)) }
      rig.turn()
      guard rig.compositor.surfaces[0].current.buffer?.pixels == screen else {
        Issue.record("step \(step) shows something else")
        return
      }
    }
    #expect(rig.compositor.violations == [])
  }

  @Test func `DLI-2: a window that would need more memory than it may have is not painted, and that is told once`() throws {
    let rig = try WaylandRig(plain, environment: bare)
    let window = try rig.makeWindow()
    let shm = try #require((window.surface as? XDGWindow)?.host.globals.shm)
    var messages: [String] = []
    let layout = WindowLayout(content: PointSize(width: 1024, height: 512), scale: .integer(1), marginEdges: [])
    // Room for two buffers of 2 MiB.
    let buffers = WindowBuffers(
      shm: shm, layout: layout, rowAlignment: 64, memoryLimit: 5 << 20, log: Log { messages.append($1) })
    let damage = Region(PixelRect(x: 0, y: 0, width: 1024, height: 512))
    let slots = (0..<5).map { _ in buffers.begin(damage: damage) }
    #expect(slots.count { $0 != nil } == 2)
    #expect(messages == ["A window would need more than 5 MiB of shared memory; it is not painted (DLI-2)."])
  }

  @Test func `DLI-1: the largest size at the largest scale is what a buffer may have`() throws {
    let rig = try WaylandRig(plain, environment: bare)
    let window = TestWindow()
    window.surface = try rig.backend.makeSurface(SurfaceOptions(title: "T", applicationID: "t"), delegate: window)
    rig.turn(2)
    rig.compositor.outputs[0].scale = 8
    rig.compositor.outputs[0].send()
    rig.compositor.toplevels[0].configure(width: Int32.max, height: Int32.max)
    rig.turn(2)
    #expect(window.surface?.state.pixelSize == PixelSize(width: 16384, height: 16384))
  }
}

/// xorshift64*.
nonisolated struct SeededNumbers: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return state &* 2_685_821_657_736_338_717
  }
}
