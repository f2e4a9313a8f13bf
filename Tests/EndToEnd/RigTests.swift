import EaselRigs
import Testing

/// The rigs themselves, with a client that is not ours.
@Suite(.serialized)
struct RigTests {
  @Test(.enabled(if: Rig.reasonToSkip(.weston) == nil))
  func `Weston delivers fingers that a script moves, and shows the picture`() throws {
    // Weston's own client is 600 by 500 and ends where that is too much.
    let rig = try Rig.weston(width: 640, height: 520)
    let client = try rig.start(["weston-simple-touch"])
    try rig.waitForWindow()
    let before = try rig.screenshot()
    try rig.play(
      """
      down 0 100 100
      frame
      move 0 200 150
      frame
      """)
    let after = try rig.screenshot { $0 != before }
    #expect(after != before)
    #expect(after.width == 640 && after.height == 520)
    client.send(15)
    #expect(try client.waitForExit() == .signal(15))
  }

  @Test(.enabled(if: Rig.reasonToSkip(.kwin) == nil))
  func `KWin does so at a fractional scale`() throws {
    let rig = try Rig.kwin(width: 800, height: 600, scale: 1.5)
    let client = try rig.start(["weston-simple-touch"])
    let empty = try rig.screenshot { picture in picture.pixels.contains { $0 != picture[0, 0] } }
    #expect(empty.description == "1200x900")
    try rig.play("down 0 400 300\nframe\nmove 0 410 310\nframe")
    let touched = try rig.screenshot { $0 != empty }
    #expect(touched != empty)
    client.send(15)
    #expect(try client.waitForExit() == .signal(15))
  }

  @Test(.enabled(if: Rig.reasonToSkip(.weston) == nil))
  func `A wrong line of a script is an error that names it`() throws {
    let rig = try Rig.weston(width: 320, height: 240)
    let error = #expect(throws: RigError.self) { try rig.play("down 0") }
    #expect(error?.description == "error down 0: wrong arguments")
  }

  @Test(.enabled(if: Rig.reasonToSkip(.weston) == nil))
  func `A rig that goes takes its compositor along`() throws {
    var rig: Rig? = try Rig.weston(width: 320, height: 240)
    let compositor = rig?.compositor
    rig = nil
    #expect(try compositor?.waitForExit() == .signal(9))
  }
}
