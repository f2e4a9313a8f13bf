import EaselGeometry
import EaselPlatform
import EaselPlatformHeadless
import EaselPlatformLinux
import EaselRaster
import Glibc
import Testing

@testable import EaselPlatformFramebuffer

@Suite struct `A framebuffer with a second page` {
  private let loop = ManualLoop()
  private let listener = Listener()
  private let size = PixelSize(width: 16, height: 8)
  private let all = PixelRect(x: 0, y: 0, width: 16, height: 8)
  private let small = PixelRect(x: 2, y: 1, width: 2, height: 2)

  private func makeScreen(_ door: FakeFramebuffer) throws -> FramebufferScreen {
    let screen = try FramebufferScreen(name: "/dev/fb0", door: door, loop: loop, log: Log { _, _ in })
    screen.delegate = listener
    try screen.begin(.none)
    return screen
  }

  private func show(_ rect: PixelRect, of color: UInt32, on screen: FramebufferScreen) throws {
    let picture = try Bitmap(size: size, format: .xrgb32)
    for place in 0..<size.area { picture.pixels.storeBytes(of: color, toByteOffset: place * 4, as: UInt32.self) }
    screen.show(PanelLayers(picture: picture), damage: Region(rect))
  }

  private func pixel(_ door: FakeFramebuffer, page: Int, x: Int, y: Int) -> UInt32 {
    door.memory.load(fromByteOffset: ((page * 8 + y) * 16 + x) * 4, as: UInt32.self) & 0xFFFFFF
  }

  @Test func `FFB-8: has large damage written where nobody sees it, and small damage where it is seen`() throws {
    let door = FakeFramebuffer(size, pages: 2)
    let screen = try makeScreen(door)
    #expect(door.calls == ["unblank", "pan to 0"])
    door.calls.removeAll()
    try show(all, of: 0x111111, on: screen)
    #expect(door.calls == ["pan to 8"] && pixel(door, page: 1, x: 15, y: 7) == 0x111111)
    #expect(pixel(door, page: 0, x: 0, y: 0) == 0)
    try show(small, of: 0x222222, on: screen)
    #expect(door.calls == ["pan to 8"] && pixel(door, page: 1, x: 2, y: 1) == 0x222222)
    // The other page gets all that it has missed.
    try show(PixelRect(x: 8, y: 0, width: 8, height: 8), of: 0x333333, on: screen)
    #expect(door.calls == ["pan to 8", "pan to 0"])
    #expect(pixel(door, page: 0, x: 15, y: 0) == 0x333333 && pixel(door, page: 0, x: 2, y: 1) == 0x333333)
  }

  @Test func `FFB-8: that refuses to move at first is used as one`() throws {
    let door = FakeFramebuffer(size, pages: 2)
    door.panAnswers = [-22]
    let screen = try makeScreen(door)
    door.calls.removeAll()
    try show(all, of: 0x111111, on: screen)
    #expect(door.calls == [] && pixel(door, page: 0, x: 15, y: 7) == 0x111111)
  }

  @Test func `FFB-8: that refuses to move later is used as one, and nothing is lost`() throws {
    let door = FakeFramebuffer(size, pages: 2)
    door.panAnswers = [0, 0, -16]
    let screen = try makeScreen(door)
    for color: UInt32 in [0x111111, 0x222222, 0x333333] { try show(all, of: color, on: screen) }
    #expect(door.calls == ["unblank", "pan to 0", "pan to 8", "pan to 0"])
    #expect(pixel(door, page: 1, x: 15, y: 7) == 0x333333 && pixel(door, page: 1, x: 0, y: 0) == 0x333333)
  }

  @Test func `FFB-11: that cannot be mapped has one page`() throws {
    let door = FakeFramebuffer(size, pages: 2)
    door.mapError = 19
    let screen = try makeScreen(door)
    try show(all, of: 0x111111, on: screen)
    #expect(door.calls == ["unblank"] && pixel(door, page: 0, x: 15, y: 7) == 0x111111)
  }

  @Test func `FFB-16: is moved back at the end, and cleared`() throws {
    let door = FakeFramebuffer(size, pages: 2)
    let screen = try makeScreen(door)
    try show(all, of: 0x111111, on: screen)
    door.calls.removeAll()
    screen.close()
    #expect(door.calls == ["pan to 0"])
    #expect(pixel(door, page: 0, x: 0, y: 0) == 0 && pixel(door, page: 1, x: 0, y: 0) == 0)
  }
}

@Suite struct `A framebuffer that tells of refreshes` {
  private let loop = ManualLoop()
  private let listener = Listener()
  private let waiter = FakeRefreshWaiter()
  private let door = FakeFramebuffer(PixelSize(width: 8, height: 4))

  private func makeScreen() throws -> FramebufferScreen {
    door.waiter = waiter
    let screen = try FramebufferScreen(name: "/dev/fb0", door: door, loop: loop, log: Log { _, _ in })
    screen.delegate = listener
    try screen.begin(.none)
    return screen
  }

  private func tell(_ screen: FramebufferScreen, _ count: Int, _ shortest: Double = 0.01, _ longest: Double = 0.01) {
    waiter.news = (count, shortest, longest)
    screen.process(.readable)
  }

  /// Shows something and says whether the driver is waited for, and not a timer.
  private func showIsPacedByDriver(_ screen: FramebufferScreen) throws -> Bool {
    waiter.calls.removeAll()
    let picture = try Bitmap(size: PixelSize(width: 8, height: 4), format: .xrgb32)
    screen.show(PanelLayers(picture: picture), damage: Region(PixelRect(x: 0, y: 0, width: 1, height: 1)))
    return waiter.calls == ["want 1"]
  }

  @Test func `FFB-9: is measured first, and then paces the frames`() throws {
    let screen = try makeScreen()
    #expect(waiter.calls == ["want 1"])
    tell(screen, 1, 0.002, 0.002)
    #expect(waiter.calls == ["want 1", "want 8"])
    #expect(try !showIsPacedByDriver(screen))
    loop.advance(bySeconds: 0.1)
    #expect(listener.heard == ["ready"])
    tell(screen, 8, 0.016, 0.018)
    #expect(try showIsPacedByDriver(screen))
    loop.advance(bySeconds: 0.1)
    #expect(listener.heard == ["ready"])
    tell(screen, 1, 0.016, 0.016)
    #expect(listener.heard == ["ready", "ready"])
  }

  @Test(arguments: [(0.003, 0.0035), (0.05, 0.051), (0.0, 0.0), (0.016, 0.0201)])
  func `FFB-9: is not believed when it answers at once, too late or unevenly`(shortest: Double, longest: Double) throws {
    let screen = try makeScreen()
    tell(screen, 1)
    tell(screen, 8, shortest, longest)
    #expect(waiter.calls.last == "stop")
    #expect(try !showIsPacedByDriver(screen))
    loop.advance(bySeconds: 0.1)
    #expect(listener.heard == ["ready"])
  }

  @Test func `FFB-9: is done without when it refuses, at first or later`() throws {
    let screen = try makeScreen()
    tell(screen, -25)
    #expect(waiter.calls == ["want 1", "stop"])
    let other = FakeRefreshWaiter()
    door.waiter = other
    let second = try FramebufferScreen(name: "/dev/fb1", door: door, loop: loop, log: Log { _, _ in })
    second.delegate = listener
    try second.begin(.none)
    for count in [1, 8] {
      other.news = (count, 0.016, 0.016)
      second.process(.readable)
    }
    #expect(try showIsPacedByDriver(second) == false && other.calls.last == "want 1")
    other.news = (-22, 0, 0)
    second.process(.readable)
    #expect(listener.heard == ["ready"] && other.calls.last == "stop")
  }

  @Test func `FFB-9: that falls silent is not waited for for ever`() throws {
    let screen = try makeScreen()
    tell(screen, 1)
    tell(screen, 8)
    #expect(try showIsPacedByDriver(screen))
    loop.advance(bySeconds: 0.4)
    #expect(listener.heard == ["ready"] && waiter.calls == ["want 1", "stop"])
    #expect(try !showIsPacedByDriver(screen))
  }

  @Test func `FFB-9: wakes nobody while the screen is somebody else's`() throws {
    let screen = try makeScreen()
    tell(screen, 1)
    tell(screen, 8)
    #expect(try showIsPacedByDriver(screen))
    screen.pause()
    tell(screen, 1)
    loop.advance(bySeconds: 1)
    #expect(listener.heard == [])
  }

  @Test func `FFB-9: the thread that waits tells a refusal by its number, and ends`() throws {
    let file = open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { close(file) }
    let thread = try #require(RefreshThread(fileDescriptor: file))
    thread.want(3)
    var ready = pollfd(fd: thread.channel, events: Int16(POLLIN), revents: 0)
    #expect(poll(&ready, 1, 60_000) == 1)
    #expect(thread.take().count == -Int(ENOTTY))
  }
}
