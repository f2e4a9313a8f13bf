import EaselGeometry
import EaselPlatform
import EaselPlatformHeadless
import EaselPlatformLinux
import EaselRaster
import Glibc
import Testing

@testable import EaselPlatformFramebuffer

@Suite final class `A screen whose device is gone` {
  private let story = Story()
  private let loop = ManualLoop()
  private let epoll: EpollLoop
  private let udev = FakeUdev()
  private let supplies = Supplies()
  private let terminal: FakeTerminal
  private let session: TerminalSession
  private let backend: FramebufferBackend
  private let owner = Owner()
  private let surface: any OutputSurface

  /// The screens that can be found, and what was told.
  private final class Supplies {
    var screens: [FakeScreen] = []
    var told: [String] = []
  }

  init() throws {
    epoll = try EpollLoop(mainQueue: .leftAlone)
    udev.descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    terminal = FakeTerminal(story)
    session = TerminalSession(door: terminal, seatName: "seat0") { _ in nil }
    backend = try FramebufferBackend(
      loop: loop, screen: FakeScreen(story), session: session, input: FakeInput(story), orientation: .none, scale: nil,
      log: Log { [supplies] _, text in supplies.told.append(text) })
    surface = try backend.makeSurface(SurfaceOptions(title: "", applicationID: ""), delegate: owner)
    loop.advance(bySeconds: 0)
    _ = story.take()
  }

  isolated deinit {
    backend.end()
    close(udev.descriptor)
  }

  private func watch(hasUdev: Bool = true) throws {
    let supply = ScreenSupply { [supplies] () throws(BackendError) in
      guard !supplies.screens.isEmpty else { throw BackendError("There is none.") }
      return supplies.screens.removeFirst()
    } watch: { [epoll] source throws(SystemError) in
      try epoll.add(source)
    }
    try backend.watchScreens(supply, hasUdev ? udev.library() : nil)
  }

  private func hear(_ event: String) {
    udev.waiting = [event]
    backend.supply?.plugs?.watch.process(.readable)
    loop.advance(bySeconds: 0.2)
  }

  @Test func `FFB-15: is given back unwritten, what is painted goes on, and is shown on the next one that comes`() throws {
    try watch()
    hear("remove /dev/other")
    #expect(story.take() == "" && supplies.told == [])
    hear("remove /dev/fake")
    #expect(story.take() == "screen rests, screen closes, cancel on 1, points at 1")
    #expect(supplies.told == ["The screen fake is gone; the picture appears as soon as there is one again."])
    // Frames are asked for as before, and nothing is shown.
    owner.paint(surface, PixelRect(x: 0, y: 0, width: 9, height: 9))
    #expect(surface.isWaitingForFrame)
    loop.advance(bySeconds: 0.1)
    #expect(!surface.isWaitingForFrame && story.take() == "")
    hear("add /dev/dri/card0")
    #expect(supplies.told.last == "There is none.")
    let next = FakeScreen(story)
    next.panel = PixelSize(width: 64, height: 48)
    supplies.screens = [next]
    hear("change /dev/dri/card0")
    #expect(surface.state.pixelSize == PixelSize(width: 64, height: 48))
    #expect(supplies.told.last == "The screen fake is used from now on.")
    #expect(story.take() == "begin, cancel on 1, show 0 0 64 48, points at 1")
    hear("change /dev/dri/card0")
    #expect(story.take() == "screen looks again")
    // Its driver may have been starting up.
    loop.advance(bySeconds: 1)
    #expect(story.take() == "screen looks again")
    backend.end()
    #expect(story.take() == "devices close, screen closes, restore" && udev.alive == 0)
  }

  @Test func `FFB-15: is told by the screen itself too, and by none that is used no more`() throws {
    try watch()
    let old = backend.screen
    old.delegate?.screenIsGone(old)
    old.delegate?.screenIsGone(old)
    #expect(story.take() == "")
    loop.advance(bySeconds: 0)
    #expect(story.take() == "screen rests, screen closes, cancel on 1, points at 1" && supplies.told.count == 1)
  }

  @Test func `FFB-15, FVT-5: while the session is somebody else's no screen is opened, but when it comes back`() throws {
    try watch()
    terminal.words = [.release]
    session.process(.readable)
    hear("remove /dev/fake")
    supplies.screens = [FakeScreen(story)]
    hear("add /dev/fake")
    #expect(supplies.screens.count == 1)
    _ = story.take()
    terminal.words = [.acquired]
    session.process(.readable)
    #expect(story.take() == "devices work, begin, cancel on 1, points at 1, show 0 0 40 30")
  }

  @Test func `FFB-15: is waited for again where the one that came cannot begin; it is tried once more, and no oftener`() throws
  {
    try watch()
    var lost: BackendError?
    backend.onDisplayLost = { lost = $0 }
    hear("remove /dev/fake")
    let broken = (1...3).map { _ in
      let screen = FakeScreen(story)
      screen.beginError = BackendError("It has no memory.")
      return screen
    }
    supplies.screens = broken
    _ = story.take()
    hear("add /dev/fake")
    #expect(story.take() == "begin, screen closes" && backend.screen is AbsentScreen)
    #expect(supplies.told.last == "The screen fake cannot be used, the next one is waited for. It has no memory.")
    loop.advance(bySeconds: 1)
    #expect(story.take() == "begin, screen closes" && supplies.screens.count == 1)
    loop.advance(bySeconds: 9)
    #expect(story.take() == "" && lost == nil && supplies.screens.count == 1)
    supplies.screens = [FakeScreen(story)]
    hear("add /dev/fake")
    #expect(story.take() == "begin, cancel on 1, points at 1, show 0 0 40 30" && lost == nil)
  }

  @Test func `FFB-15: ends with a sentence where nobody tells of the next one`() throws {
    try watch(hasUdev: false)
    var lost: BackendError?
    backend.onDisplayLost = { lost = $0 }
    backend.screenIsGone(backend.screen)
    loop.advance(bySeconds: 0)
    #expect(lost?.description == "The screen fake is gone. Start the program again.")
  }
}
