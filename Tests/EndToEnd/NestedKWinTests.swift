import EaselRigs
import Glibc
import Testing

@testable import EaselFakeCompositor

/// `easel` in a KWin whose touchpad is a compositor of ours: KWin has no other door for gestures without a device.
@MainActor @Suite(.serialized, .enabled(if: Rig.reasonToSkip(.kwin) == nil))
struct `In a KWin with a touchpad` {
  private let parent = FakeCompositor()

  /// Lets both sides go on until something holds.
  private func wait(for what: String, until isDone: () throws -> Bool) async throws {
    for time in 0..<20_000 as Range<UInt32> {
      parent.pump()
      parent.showFrame(at: time)
      if try isDone() { return }
      try await Task.sleep(for: .milliseconds(2))
    }
    throw RigError("there was no \(what)")
  }

  @Test func `pinch, turn and swipe arrive as they were made`() async throws {
    // WPG-1, WPG-2
    parent.checksDamage = false
    let kwin = try NestedKWin(parent: parent.connect())
    let seat = parent.seats[0]
    try await wait(for: "window of KWin") { parent.toplevels.first?.surface.current.buffer != nil && !seat.pointers.isEmpty }
    let screen = try #require(parent.toplevels.first?.surface)
    let trace = kwin.workspace.path("gestures.trace")
    let easel = try kwin.start([Easel.path, "--no-journal", "--fullscreen", "--record", trace])
    func recorded() throws -> String { String(decoding: (try? kwin.workspace.read(trace)) ?? [], as: UTF8.self) }
    seat.enter(screen, 300, 200)
    var x = 300.0
    try await wait(for: "pointer in easel's window") {
      x = x == 300 ? 301 : 300
      seat.pointerMotion(x, 200)
      seat.pointerFrame()
      return try recorded().contains("hover")
    }
    seat.pointerMotion(310, 200)
    seat.pointerFrame()
    let gestures = seat.gestures
    gestures.pinchBegin(4, on: screen)
    gestures.pinchUpdate(1.5, -2, scale: 1.25, degrees: 45)
    gestures.pinchUpdate(0, 0, scale: 2, degrees: 45)
    gestures.pinchEnd()
    gestures.swipeBegin(3, on: screen)
    gestures.swipeUpdate(12, 0.5)
    gestures.swipeEnd(cancelled: 1)
    try await wait(for: "end of the gestures") { try recorded().contains("swipe cancel") }
    let lines = try recorded().split(separator: "\n").filter { $0.hasPrefix("pinch") || $0.hasPrefix("swipe") }
    #expect(
      lines == [
        "pinch begin 310 200 fingers 4", "pinch change 310 200 by 1.5 -2 scale 1.25 rotation \(Double.pi / 4)",
        "pinch change 310 200 scale 2 rotation \(Double.pi / 2)", "pinch end 310 200", "swipe begin 310 200",
        "swipe change 310 200 by 12 0.5", "swipe cancel 310 200",
      ])
    easel.send(SIGTERM)
    #expect(try easel.waitForExit() == .status(0), "\(easel.output)")
  }
}
