internal import CEaselLibinput
import EaselGeometry
import EaselPlatform
import EaselPlatformHeadless
import EaselPlatformLinux
import EaselRaster
import Testing

@testable import EaselPlatformFramebuffer

@Suite struct `A card into which screens are plugged` {
  private let loop = ManualLoop()
  private let listener = Listener()
  private let large = FakeCard.connector("HDMI-A-1", id: 1, (64, 48), (32, 24))
  private let small = FakeCard.connector("DP-1", id: 2, (32, 24))

  private func makeScreen(_ card: FakeCard, wish: CardWish = CardWish()) throws -> CardScreen {
    let screen = try CardScreen(
      path: "/dev/dri/card0", door: card, wish: wish, managesMaster: true, loop: loop, log: Log { _, _ in })
    screen.delegate = listener
    try screen.begin(.none)
    return screen
  }

  private func unplugged(_ connector: CardConnector) -> CardConnector {
    var result = connector
    result.connection = .disconnected
    result.modes = []
    return result
  }

  private func showAll(on screen: CardScreen) throws {
    let picture = try Bitmap(size: screen.panel, format: .xrgb32)
    screen.show(PanelLayers(picture: picture, pointer: nil), damage: Region(PixelRect(screen.panel)))
  }

  @Test func `FKM-3: without a screen it is a virtual output that keeps the pace, and shows itself on what is plugged in`()
    throws
  {
    let card = FakeCard([unplugged(large)])
    let screen = try makeScreen(card)
    #expect(screen.panel == PixelSize(width: 1024, height: 768) && screen.name == "/dev/dri/card0")
    try showAll(on: screen)
    loop.advance(bySeconds: 0.1)
    #expect(listener.heard == ["ready"] && card.takeCalls() == "")
    card.connectors = [large]
    screen.reprobe()
    #expect(listener.heard == ["ready", "changed"] && screen.panel == PixelSize(width: 64, height: 48))
    try screen.begin(.none)
    try showAll(on: screen)
    #expect(card.takeCalls() == "buffer 32, buffer 32, mode 64 of 41 shows 1, dirty 1: 0 0 64 48")
  }

  @Test func `FKM-14: a screen that is unplugged goes on as a virtual output of its size, and comes back with its mode`() throws
  {
    let card = FakeCard([large])
    let screen = try makeScreen(card)
    try showAll(on: screen)
    try showAll(on: screen)
    _ = card.takeCalls()
    card.connectors = [unplugged(large)]
    screen.reprobe()
    try screen.begin(.none)
    #expect(card.takeCalls() == "end 1, end 2" && screen.panel == PixelSize(width: 64, height: 48))
    // The flip that was on its way never comes, and nobody waits for it.
    listener.heard.removeAll()
    try showAll(on: screen)
    loop.advance(bySeconds: 0.02)
    #expect(listener.heard == ["ready"])
    card.connectors = [large]
    screen.reprobe()
    try screen.begin(.none)
    try showAll(on: screen)
    #expect(card.takeCalls() == "buffer 32, buffer 32, mode 64 of 41 shows 3, dirty 3: 0 0 64 48")
    screen.close()
    #expect(card.takeCalls() == "mode 32 of 41 shows 99, end 3, end 4, drop")
  }

  @Test func `FKM-14: the next one that is plugged in takes the place of one that goes`() throws {
    let card = FakeCard([large, small])
    let screen = try makeScreen(card)
    #expect(screen.name == "HDMI-A-1")
    card.connectors = [unplugged(large), small]
    screen.reprobe()
    #expect(listener.heard == ["changed"] && screen.name == "DP-1" && screen.panel == PixelSize(width: 32, height: 24))
  }

  @Test func `FKM-14: a screen that has another mode says so`() throws {
    let card = FakeCard([large])
    let screen = try makeScreen(card)
    card.connectors[0] = FakeCard.connector("HDMI-A-1", id: 1, (32, 24))
    screen.reprobe()
    #expect(listener.heard == ["changed"] && screen.panel == PixelSize(width: 32, height: 24))
  }

  @Test func `FKM-14: where nothing has changed the mode is set again at once, since the link may have been lost`() throws {
    let card = FakeCard([large])
    let screen = try makeScreen(card)
    screen.reprobe()
    #expect(card.takeCalls() == "buffer 32, buffer 32")
    try showAll(on: screen)
    _ = card.takeCalls()
    screen.reprobe()
    #expect(card.takeCalls() == "mode 64 of 41 shows 1, dirty 1: 0 0 64 48" && !listener.heard.contains("changed"))
  }

  @Test func `FKM-14, FVT-6: what is plugged in while it is away is looked at when it comes back`() throws {
    let card = FakeCard([large])
    let screen = try makeScreen(card)
    screen.pause()
    card.connectors = [small]
    screen.reprobe()
    #expect(listener.heard == [])
    try screen.resume()
    #expect(listener.heard == ["changed"] && screen.name == "DP-1")
  }

  @Test func `FKM-14: a card that cannot be asked any more goes on with what it had`() throws {
    let card = FakeCard([large])
    let screen = try makeScreen(card)
    card.connectors = []
    screen.reprobe()
    #expect(listener.heard == [] && screen.name == "HDMI-A-1")
  }

  @Test
  func `FKM-1, FKM-3: a card without a place for a screen, or without the named one, is an error that lists what is there`() {
    let (large, small) = (unplugged(large), unplugged(small))
    #expect(
      throws: BackendError("The card /dev/dri/card0 has no place for a screen (). Choose another one by --screen.")
    ) { try makeScreen(FakeCard([])) }
    #expect(
      throws: BackendError(
        "The card /dev/dri/card0 has no place for a screen DP-7 (HDMI-A-1, DP-1). Choose another one by --screen.")
    ) { try makeScreen(FakeCard([large, small]), wish: CardWish(connector: "DP-7")) }
    #expect(throws: Never.self) { try makeScreen(FakeCard([large, small]), wish: CardWish(connector: "DP-1")) }
  }
}

@Suite struct `What udev says of cards` {
  private let loop = ManualLoop()
  private let udev = FakeUdev()

  @Test func `FKM-14, FFB-15: is answered once, when it has been quiet for a tenth of a second; nothing is asked meanwhile`() {
    var times = 0
    var gone: [String] = []
    do {
      let watch = PlugWatch(library: udev.library(), loop: loop) {
        times += 1
      } removed: {
        gone.append($0)
      }
      #expect(udev.filters == ["drm drm_minor", "graphics"] && udev.alive == 2)
      udev.waiting = ["change", "change"]
      watch?.process(.readable)
      loop.advance(bySeconds: 0.09)
      udev.waiting = ["add", "change"]
      watch?.process(.readable)
      loop.advance(bySeconds: 0.09)
      #expect(times == 0 && udev.alive == 2)
      loop.advance(bySeconds: 0.02)
      #expect(times == 1)
      udev.waiting = ["remove /dev/fb0", "bind", "remove"]
      watch?.process(.readable)
      #expect(gone == ["/dev/fb0"])
      loop.advance(bySeconds: 1)
      #expect(times == 1)
    }
    #expect(udev.alive == 0)
  }

  @Test func `FKM-14: a kernel that gives no such events is done without`() {
    udev.refusal = -1
    #expect(
      PlugWatch(library: udev.library(), loop: loop) {
      } removed: { _ in
      } == nil)
    #expect(udev.alive == 0)
  }
}
