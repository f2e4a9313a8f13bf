import EaselGeometry
import EaselInputEvents
import EaselPlatform
import EaselPlatformHeadless
import EaselPlatformLinux
import EaselRaster
import Glibc
import Testing

@testable import EaselPlatformFramebuffer

@Suite struct `A bare screen's backend` {
  private let story = Story()
  private let loop = ManualLoop()
  private let terminal: FakeTerminal
  private let screen: FakeScreen
  private let input: FakeInput
  private let session: TerminalSession

  init() {
    terminal = FakeTerminal(story)
    screen = FakeScreen(story)
    input = FakeInput(story)
    session = TerminalSession(door: terminal, seatName: "seat0") { _ in nil }
  }

  private func makeBackend(keysEnd: Bool = true) throws -> FramebufferBackend {
    try FramebufferBackend(
      loop: loop, screen: screen, session: session, input: input, orientation: .none, scale: nil, keysEnd: keysEnd,
      log: Log { _, _ in })
  }

  @Test func `FVT-3, FVT-11: takes the terminal before it shows anything, and gives it back last`() throws {
    let backend = try makeBackend()
    #expect(story.take() == "take, begin, points at 0")
    backend.end()
    backend.end()
    #expect(story.take() == "devices close, screen closes, restore")
  }

  @Test func `FVT-3: a screen that cannot begin leaves the terminal as it was`() {
    screen.beginError = BackendError("No.")
    #expect(throws: BackendError("No.")) { try makeBackend() }
    #expect(story.take() == "take, begin, screen closes, restore")
  }

  @Test func `FVT-2: a terminal that cannot be taken over is an error that says what to do`() {
    terminal.takeAnswer = -1
    do {
      _ = try makeBackend()
      Issue.record("it began")
    } catch {
      #expect("\(error)".hasPrefix("Cannot take terminal 1 over: Operation not permitted."))
      #expect("\(error)".contains("or under a seat manager (seatd or logind); --session none does without a terminal."))
    }
  }

  @Test func `a terminal that another program holds is left to it`() {
    terminal.takeAnswer = -EBUSY
    do {
      _ = try makeBackend()
      Issue.record("it began")
    } catch {
      #expect("\(error)".hasPrefix("Terminal 1 is in use by another program") && (error as? BackendError)?.exitStatus == 75)
    }
  }

  @Test func `FVT-5, FVT-6, SCV-1: leaving stops devices and screen before it answers, and coming back shows all`() throws {
    let backend = try makeBackend()
    let owner = Owner()
    let surface = try backend.makeSurface(SurfaceOptions(title: "", applicationID: ""), delegate: owner)
    loop.advance(bySeconds: 0)
    #expect(story.take() == "take, begin, points at 0, points at 1, show 0 0 40 30" && owner.focus)
    terminal.words = [.release]
    session.process(.readable)
    #expect(story.take() == "devices rest, screen rests, released" && surface.state.isSuspended)
    terminal.words = [.acquired]
    session.process(.readable)
    #expect(story.take() == "screen works, devices work, show 0 0 40 30" && !surface.state.isSuspended)
    withExtendedLifetime(backend) {}
  }

  @Test func `FVT-4: words that come together are taken in their order, and twice the same is once`() throws {
    let backend = try makeBackend()
    _ = story.take()
    terminal.words = [.release, .acquired, .acquired, .release, .release]
    session.process(.readable)
    #expect(
      story.take()
        == "devices rest, screen rests, released, screen works, devices work, devices rest, screen rests, released, released")
    withExtendedLifetime(backend) {}
  }

  @Test func `FVT-7: on a terminal that is not seen it starts at rest`() throws {
    terminal.seen = 3
    let session = TerminalSession(door: terminal, seatName: "seat0") { _ in nil }
    let backend = try FramebufferBackend(
      loop: loop, screen: screen, session: session, input: input, orientation: .none, scale: nil, log: Log { _, _ in })
    #expect(story.take() == "take, begin, screen rests, points at 0, devices rest")
    withExtendedLifetime(backend) {}
  }

  @Test func `FVT-8: a guard that is gone ends it with a sentence`() throws {
    let backend = try makeBackend()
    var lost: BackendError?
    backend.onDisplayLost = { lost = $0 }
    terminal.words = [.gone]
    session.process(.readable)
    loop.advance(bySeconds: 0)
    #expect(lost?.description == "Terminal 1 was taken away by another program. Start this one again.")
    #expect(story.take().hasSuffix("devices close, screen closes, restore"))
  }

  @Test func `LKB-6: keys ask the session for another terminal`() throws {
    let backend = try makeBackend()
    _ = story.take()
    input.onSwitchTerminal?(4)
    #expect(story.take() == "switch to 4")
    withExtendedLifetime(backend) {}
  }

  @Test func `LKB-7: keys ask for the end, but not in a kiosk`() throws {
    for keysEnd in [true, false] {
      let backend = try makeBackend(keysEnd: keysEnd)
      var isAsked = false
      backend.onQuit = { isAsked = true }
      input.onQuit?()
      #expect(isAsked == keysEnd && (input.onQuit != nil) == keysEnd)
      backend.end()
      input.onQuit = nil
    }
  }

  @Test func `the newest window is in front and has the devices; behind it the older one rests until it closes`() throws {
    let backend = try makeBackend()
    let (first, second) = (Owner(), Owner())
    let below = try backend.makeSurface(SurfaceOptions(title: "", applicationID: ""), delegate: first)
    loop.advance(bySeconds: 0)
    let above = try backend.makeSurface(SurfaceOptions(title: "", applicationID: ""), delegate: second)
    loop.advance(bySeconds: 0)
    #expect(!first.focus && second.focus && below.state.isSuspended && !above.state.isSuspended)
    _ = story.take()
    first.paint(below, PixelRect(x: 0, y: 0, width: 5, height: 5))
    #expect(story.take() == "")
    above.close()
    #expect(story.take() == "cancel on 2, points at 1, show 0 0 40 30" && first.focus && !below.state.isSuspended)
  }

  @Test func `LPT-1: a pointer that moves is damage where it was and where it is`() throws {
    let backend = try makeBackend()
    let owner = Owner()
    let surface = try backend.makeSurface(SurfaceOptions(title: "", applicationID: ""), delegate: owner)
    loop.advance(bySeconds: 0)
    _ = story.take()
    input.onCursorChange?(Point(x: 3.9, y: 2))
    input.onCursorChange?(Point(x: 3.2, y: 2.5))
    input.onCursorChange?(Point(x: 39, y: 29))
    input.onCursorChange?(nil)
    #expect(story.take() == "show 3 2 12 17, show 3 2 37 28, show 39 29 1 1")
    withExtendedLifetime((backend, surface)) {}
  }

  @Test func `FKM-14, SC-4: another mode is a new size for every window, and contacts on it end`() throws {
    let backend = try makeBackend()
    let owner = Owner()
    let surface = try backend.makeSurface(SurfaceOptions(title: "", applicationID: ""), delegate: owner)
    loop.advance(bySeconds: 0)
    _ = story.take()
    screen.panel = PixelSize(width: 64, height: 48)
    screen.delegate?.screenDidChange(screen)
    #expect(surface.state.pixelSize == PixelSize(width: 64, height: 48))
    #expect(story.take() == "cancel on 1, begin, show 0 0 64 48, points at 1")
  }

  @Test func `FKM-14: another screen of the same size is shown the picture that is there`() throws {
    let backend = try makeBackend()
    let owner = Owner()
    let surface = try backend.makeSurface(SurfaceOptions(title: "", applicationID: ""), delegate: owner)
    loop.advance(bySeconds: 0)
    _ = story.take()
    screen.delegate?.screenDidChange(screen)
    #expect(story.take() == "cancel on 1, begin, points at 1, show 0 0 40 30")
    withExtendedLifetime((backend, surface)) {}
  }

  @Test func `FKM-14, FFB-13: a finer screen that is plugged in is shown with twice the pixels a point`() throws {
    let backend = try makeBackend()
    let owner = Owner()
    let surface = try backend.makeSurface(SurfaceOptions(title: "", applicationID: ""), delegate: owner)
    loop.advance(bySeconds: 0)
    screen.panel = PixelSize(width: 400, height: 300)
    screen.millimeters = Size(width: 40, height: 30)
    screen.orientationHint = .quarter
    screen.delegate?.screenDidChange(screen)
    #expect(surface.state.scale == 2 && surface.state.pixelSize == PixelSize(width: 300, height: 400))
    #expect(input.placement.scale == 2 && input.placement.orientation == .quarter)
    withExtendedLifetime(backend) {}
  }
}
