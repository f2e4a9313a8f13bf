import EaselGeometry
import EaselInputEvents
import EaselPlatform
import EaselPlatformLinux
import Testing

@testable import EaselFakeCompositor
@testable import EaselPlatformWayland

/// The rig has tests of its own: what it shows of a polite client, and that it sees a rude one.
@Suite struct FakeCompositorTests {
  @Test func `A window's first frame is on the fake screen, and nothing was done wrong`() throws {
    let rig = try WaylandRig()
    let window = try rig.makeWindow(width: 8, height: 4, color: 0xff12_3456)
    let shown = try #require(rig.compositor.surfaces.first)
    #expect(window.surface?.state.pixelSize == PixelSize(width: 8, height: 4))
    #expect(shown.picture == [UInt32](repeating: 0xff12_3456, count: 32))
    window.paint(0xffff_0000, PixelRect(x: 2, y: 1, width: 3, height: 1))
    rig.turn()
    #expect(shown.pixel(2, 1) == 0xffff_0000)
    #expect(shown.pixel(1, 1) == 0xff12_3456)
    #expect(rig.compositor.toplevels.map(\.title) == ["Test"])
    rig.compositor.showFrame(at: 16)
    rig.turn()
    #expect(rig.compositor.violations == [])
  }

  @Test func `A finger's down, motion and up arrive in frames`() throws {
    let rig = try WaylandRig()
    let window = try rig.makeWindow()
    let seat = try #require(rig.compositor.seats.first)
    let surface = try #require(rig.compositor.surfaces.first)
    seat.down(3, on: surface, 10, 20)
    seat.touchFrame()
    seat.motion(3, 11.5, 20)
    seat.touchFrame()
    seat.up(3)
    seat.touchFrame()
    rig.turn()
    let samples = rig.sink.take().flatMap { event -> [String] in
      guard case .touches(let frame) = event else { return [] }
      return frame.samples.map { "\($0.phase) \($0.position.x),\($0.position.y) \($0.surface == window.surface?.id)" }
    }
    #expect(samples == ["down 10.0,20.0 true", "moved 11.5,20.0 true", "up 11.5,20.0 true"])
  }

  @Test func `The trace names objects by kind and number`() throws {
    let wire = try WireRig()
    let surface = wire.compositorProxy.createSurface()
    let callback = surface.frame()
    surface.damageBuffer(x: 1, y: 2, width: 3, height: 4)
    surface.attach(buffer: nil, x: 0, y: 0)
    surface.commit()
    surface.destroy()
    wire.turn()
    #expect(
      wire.server.takeTrace()
        == "compositor#1.create_surface(surface#1) surface#1.frame(callback#1) surface#1.damage_buffer(1,2,3,4) "
        + "surface#1.attach(nil,0,0) surface#1.commit surface#1.destroy")
    #expect(callback.isAlive)
  }
}

/// A client that does everything wrong.
@Suite struct RudeClientTests {
  @Test func `What a client does wrong is written down`() throws {
    let wire = try WireRig()
    wire.server.firstConfigure = (10, 10)
    let file = try MemoryFile(name: "rude", size: 8 * 8 * 4)
    let memory = try file.map()
    let pool = wire.bind(WlShm.self).createPool(fd: file.descriptor.number, size: 8 * 8 * 4)
    let buffer = pool.createBuffer(offset: 0, width: 8, height: 8, stride: 32, format: .xrgb8888)
    let other = pool.createBuffer(offset: 0, width: 8, height: 8, stride: 32, format: .xrgb8888)
    _ = pool.createBuffer(offset: 0, width: 9, height: 8, stride: 36, format: .xrgb8888)
    let surface = wire.compositorProxy.createSurface()
    let xdgSurface = wire.bind(XdgWmBase.self).getXdgSurface(surface: surface)
    let toplevel = xdgSurface.getToplevel()
    var frames: [WlCallback] = []
    func commit(_ buffer: WlBuffer, damage: Int32 = 8) {
      surface.attach(buffer: buffer, x: 0, y: 0)
      surface.damageBuffer(x: 0, y: 0, width: damage, height: damage)
      frames.append(surface.frame())
      surface.commit()
      wire.turn()
    }
    commit(buffer)
    xdgSurface.ackConfigure(serial: 77)
    memory.bytes.storeBytes(of: 0xffff_ffff, toByteOffset: 8 * 8 * 4 - 4, as: UInt32.self)
    commit(other, damage: 2)
    surface.setBufferScale(scale: 3)
    commit(other)
    for fake in wire.server.surfaces { fake.showFrame(milliseconds: 1, nanoseconds: 1) }
    #expect(
      wire.server.violations == [
        "buffer#3 cannot be 9 × 8, 36 bytes a row",
        "surface#1 shows a buffer before it acknowledged a configure", "xdg_surface#1 acknowledges the unknown serial 77",
        "surface#1 asks for a frame while one is outstanding",
        "surface#1 shows a buffer before it acknowledged a configure",
        "buffer#2 differs outside its damage at 7, 7",
        "surface#1 asks for a frame while one is outstanding",
        "surface#1 shows a buffer before it acknowledged a configure", "buffer#2 is committed while held",
        "buffer#2 of 8 × 8 is no multiple of scale 3", "buffer#1 was written while held",
      ])
    #expect(toplevel.isAlive && frames.count == 3)
  }
}
