import EaselPlatform
import Glibc
import Testing

@testable import EaselFakeCompositor
@testable import EaselPlatformWayland

/// What the bindings promise to those who use them.
@Suite struct ProxyTests {
  @Test func `Requests on a dead proxy, or that name one, are dropped with a word in the log`() throws {
    let wire = try WireRig()
    let surface = wire.compositorProxy.createSurface()
    let region = wire.compositorProxy.createRegion()
    region.destroy()
    surface.setOpaqueRegion(region: region)
    surface.setOpaqueRegion(region: nil)
    surface.destroy()
    surface.commit()
    let callback = surface.frame()
    surface.destroy()
    wire.turn()
    #expect(
      wire.server.takeTrace()
        == "compositor#1.create_surface(surface#1) compositor#1.create_region(region#1) region#1.destroy "
        + "surface#1.set_opaque_region(nil) surface#1.destroy")
    #expect([surface.isAlive, region.isAlive, callback.isAlive] == [false, false, false])
    #expect([surface.version, surface.id, callback.version] == [0, 0, 0])
    #expect(
      wire.log == [
        "debug: wl_surface.set_opaque_region names a dead object and is dropped.",
        "debug: wl_surface.commit on a dead object is dropped.", "debug: wl_surface.frame on a dead object is dropped.",
        "debug: wl_surface.destroy on a dead object is dropped.",
      ])
    #expect(wire.connection.failure == nil)
  }

  @Test func `A dropped proxy ends, and events that are still on their way are ignored`() throws {
    let wire = try WireRig()
    let surface = wire.compositorProxy.createSurface()
    var callback: WlCallback? = surface.frame()
    weak let observed = callback
    surface.commit()
    wire.turn()
    let fake = try #require(wire.server.surfaces.first)
    fake.showFrame(milliseconds: 1, nanoseconds: 1)
    callback = nil
    #expect(observed == nil)
    wire.turn()
    wire.turn()
    #expect(wire.connection.failure == nil)
    #expect(wire.log.filter { $0.contains("wl_callback") }.count == 1)
  }

  @Test func `An event that ends its object leaves a dead proxy, in the handler already`() throws {
    let wire = try WireRig()
    let callback = wire.display.sync()
    var wasAlive: Bool?
    callback.onEvent = { [unowned callback] _ in wasAlive = callback.isAlive }
    wire.turn()
    #expect(wasAlive == false)
  }

  @Test func `A handler may let go of the last reference to its own proxy`() throws {
    let wire = try WireRig()
    var seat: WlSeat? = wire.bind(WlSeat.self)
    weak let observed = seat
    var count = 0
    seat?.onEvent = { _ in
      count += 1
      seat = nil
    }
    wire.turn()
    wire.turn()
    #expect(count == 1)
    #expect(observed == nil)
    #expect(wire.connection.failure == nil)
  }

  @Test func `An event that names an object we have destroyed names nothing`() throws {
    let wire = try WireRig()
    let seat = wire.bind(WlSeat.self)
    let touch = seat.getTouch()
    var told: [Bool] = []
    touch.onEvent = { event in
      if case .down(_, _, let surface, _, _, _) = event { told.append(surface != nil) }
    }
    let surface = wire.compositorProxy.createSurface()
    wire.turn()
    let fakeSeat = try #require(wire.server.seats.first)
    fakeSeat.down(0, on: try #require(wire.server.surfaces.first), 1, 1)
    wire.turn()
    fakeSeat.down(1, on: try #require(wire.server.surfaces.first), 1, 1)
    surface.destroy()
    wire.turn()
    #expect(told == [true, false])
  }

  @Test func `Text that is no UTF-8 arrives with replacement characters`() throws {
    let wire = try WireRig()
    let seat = wire.bind(WlSeat.self)
    var names: [String] = []
    seat.onEvent = { event in
      if case .name(let name) = event { names.append(name) }
    }
    wire.turn()
    wire.server.clients.first?.write(RawEvent(seat.id, 1).string([0x61, 0xff, 0xc3, 0x62]).bytes)
    wire.turn()
    #expect(names == ["seat0", "a\u{fffd}\u{fffd}b"])
  }

  @Test func `A descriptor that no handler takes is closed`() throws {
    let wire = try WireRig()
    let keyboard = wire.bind(WlSeat.self).getKeyboard()
    wire.turn()
    let seat = try #require(wire.server.seats.first)
    func send() {
      for each in seat.keyboards { seat.send([0], to: each) }
      wire.turn()
    }
    var taken: [Int32] = []
    keyboard.onEvent = { event in
      if case .keymap(_, let fd, _) = event { taken.append(fd) }
    }
    send()
    // Other tests open and close files meanwhile, so only those are counted that are a keymap's.
    let name = target(of: try #require(taken.first))
    let others = descriptors(of: name) - taken.count
    for each in taken { close(each) }
    keyboard.onEvent = nil
    send()
    #expect(name.contains("/") && descriptors(of: name) == others)
  }

  @Test func `A proxy keeps its display; the connection ends after the last of them`() throws {
    var wire: WireRig? = try WireRig()
    let server = try #require(wire?.server)
    let surface = try #require(wire?.compositorProxy.createSurface())
    weak let display = wire?.display
    wire = nil
    #expect(display != nil)
    surface.commit()
    surface.destroy()
    withExtendedLifetime(surface) { server.pump() }
    #expect(server.isConnected)
  }

  @Test func `A request that the bound version does not have is our own fault`() async {
    await #expect(processExitsWith: .failure) {
      try await MainActor.run {
        let wire = try WireRig(.usual.with(.wlCompositor, 3))
        wire.compositorProxy.createSurface().damageBuffer(x: 0, y: 0, width: 1, height: 1)
      }
    }
  }

  @Test func `Fixed numbers hold 24 bits and 8, whatever comes`() {
    let table: [(Double, Int32)] = [
      (1, 256), (-3.5, -896), (0.001, 0), (1e300, .max), (-1e300, .min), (.infinity, .max), (.nan, 0),
    ]
    #expect(table.map { EaselPlatformWayland.Fixed($0.0).raw } == table.map(\.1))
    #expect(EaselPlatformWayland.Fixed(raw: .min).double == -8_388_608)
    #expect(EaselPlatformWayland.WireArray(bytes: [1, 0, 0, 0, 2, 0, 0, 0, 9]).words == [1, 2])
    #expect(EaselPlatformWayland.WireArray(words: [7, .max]).bytes == [7, 0, 0, 0, 255, 255, 255, 255])
  }

  /// What a descriptor names, in the kernel's words.
  private func target(of descriptor: Int32) -> String {
    var text = [CChar](repeating: 0, count: 128)
    guard readlink("/proc/self/fd/\(descriptor)", &text, 127) > 0 else { return "" }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// How many descriptors of this process name the same.
  private func descriptors(of name: String) -> Int {
    (0..<4096).count { target(of: $0) == name }
  }
}
