import EaselRigs
import Glibc
import Testing

/// `easel` in a window of Weston, touched.
@Suite(.serialized, .enabled(if: Rig.reasonToSkip(.weston) == nil))
struct `In Weston` {
  @Test(arguments: [1, 2])
  func `ten fingers at once draw what the same trace draws without a display`(scale: Int) throws {
    let rig = try Rig.weston(width: 800, height: 600, scale: scale)
    let easel = try rig.start([Easel.path, "--no-journal"])
    try rig.waitForWindow()
    var fingers = Fingers()
    fingers.draw(0..<10, left: 60, top: 60, gap: 70)
    try rig.play(fingers.script)
    let expected = try Easel.picture(of: fingers.trace, size: "800x600", scale: Double(scale), in: rig.workspace)
    #expect(Set(expected.pixels).contains(0), "The headless picture has lines.")
    try expectScreen(rig, shows: expected, "ten-fingers-\(scale)")
    easel.send(SIGTERM)
    #expect(try easel.waitForExit() == .status(0), "\(easel.output)")
  }

  @Test func `fingers that are down show their lines in progress, and a cancel leaves nothing of them`() throws {
    let rig = try Rig.weston(width: 800, height: 600)
    let easel = try rig.start([Easel.path, "--no-journal"])
    try rig.waitForWindow()
    let empty = try Easel.picture(of: "easel-trace 1\n", size: "800x600", in: rig.workspace)
    try expectScreen(rig, shows: empty, "empty")
    var fingers = Fingers()
    fingers.draw(0..<3, left: 100, top: 50, gap: 200, lift: false)
    try rig.play(fingers.script)
    try expectScreen(
      rig, shows: Easel.picture(of: fingers.trace, size: "800x600", in: rig.workspace), "in-progress")
    try rig.play("cancel")
    try expectScreen(rig, shows: empty, "cancelled")
    // The same numbers again at once, as compositors use them.
    var again = Fingers()
    again.draw(0..<2, left: 300, top: 100, gap: 50)
    try rig.play(again.script)
    try expectScreen(rig, shows: Easel.picture(of: again.trace, size: "800x600", in: rig.workspace), "after-cancel")
    easel.send(SIGTERM)
    #expect(try easel.waitForExit() == .status(0), "\(easel.output)")
  }

  @Test func `a touchscreen that is unplugged cancels its fingers, and works again when it is back`() throws {
    let rig = try Rig.weston(width: 800, height: 600)
    let easel = try rig.start([Easel.path, "--no-journal"])
    try rig.waitForWindow()
    var lost = Fingers()
    lost.draw(0..<2, left: 100, top: 50, gap: 200, lift: false)
    try rig.play(lost.script)
    try expectScreen(rig, shows: Easel.picture(of: lost.trace, size: "800x600", in: rig.workspace), "before-unplugging")
    try rig.play("touchscreen 0")
    let empty = try Easel.picture(of: "easel-trace 1\n", size: "800x600", in: rig.workspace)
    try expectScreen(rig, shows: empty, "unplugged")
    try rig.play("touchscreen 1")
    var again = Fingers()
    again.draw(0..<2, left: 300, top: 100, gap: 50)
    try rig.play(again.script)
    try expectScreen(rig, shows: Easel.picture(of: again.trace, size: "800x600", in: rig.workspace), "plugged-in")
    #expect(try easel.keepsRunning(seconds: 0), "\(easel.output)")
  }

  @Test func `what is recorded draws the same without a display`() throws {
    let rig = try Rig.weston(width: 640, height: 480)
    let trace = rig.workspace.path("recorded.trace")
    let easel = try rig.start([Easel.path, "--no-journal", "--record", trace])
    try rig.waitForWindow()
    var fingers = Fingers()
    fingers.draw(0..<5, left: 60, top: 60, gap: 110)
    try rig.play(fingers.script)
    let expected = try Easel.picture(of: fingers.trace, size: "640x480", in: rig.workspace)
    try expectScreen(rig, shows: expected, "recorded")
    easel.send(SIGTERM)
    #expect(try easel.waitForExit() == .status(0), "\(easel.output)")
    let replayed = try Easel.picture(ofFile: trace, size: "640x480", in: rig.workspace)
    #expect(replayed.difference(from: expected) == nil)
  }

  @Test func `Ctrl+Z takes the last line back and Ctrl+Q quits`() throws {
    let rig = try Rig.weston(width: 640, height: 480)
    let easel = try rig.start([Easel.path, "--no-journal"])
    try rig.waitForWindow()
    var first = Fingers()
    first.draw(0..<1, left: 100, top: 50, gap: 1)
    var second = Fingers()
    second.draw(0..<1, left: 400, top: 50, gap: 1)
    try rig.play(first.script + second.script)
    let both = try Easel.picture(of: first.trace + second.script, size: "640x480", in: rig.workspace)
    try expectScreen(rig, shows: both, "two-lines")
    let (control, z, q) = (29, 44, 16)
    try rig.play("key \(control) 1\nkey \(z) 1\nkey \(z) 0")
    try expectScreen(rig, shows: Easel.picture(of: first.trace, size: "640x480", in: rig.workspace), "undone")
    try rig.play("key \(q) 1\nkey \(q) 0\nkey \(control) 0")
    #expect(try easel.waitForExit() == .status(0), "\(easel.output)")
  }

  @Test func `nothing happens while nothing happens`() throws {
    let rig = try Rig.weston(width: 640, height: 480)
    let easel = try rig.start([Easel.path, "--no-journal"])
    try rig.waitForWindow()
    var fingers = Fingers()
    fingers.draw(0..<2, left: 60, top: 60, gap: 110)
    try rig.play(fingers.script)
    try expectScreen(rig, shows: Easel.picture(of: fingers.trace, size: "640x480", in: rig.workspace), "before-idle")
    // The last frame callback comes within a frame of that, and after 10 s the spare buffers go (WSB-10); then 10 s of silence.
    #expect(try easel.keepsRunning(seconds: 11), "\(easel.output)")
    #expect(try rig.workspace.systemCalls(of: easel, seconds: 10) == [])
  }
}
