import EaselRigs
import Glibc
import Testing

/// `easel` in KWin, whose scales are fractions.
@Suite(.serialized, .enabled(if: Rig.reasonToSkip(.kwin) == nil))
struct `In KWin` {
  @Test(arguments: [1.5, 1.25])
  func `ten fingers at a fractional scale draw exactly what the same trace draws without a display`(scale: Double) throws {
    let rig = try Rig.kwin(width: 800, height: 600, scale: scale)
    let easel = try rig.start([Easel.path, "--no-journal", "--fullscreen"])
    let empty = try Easel.picture(of: "easel-trace 1\n", size: "800x600", scale: scale, in: rig.workspace)
    try expectScreen(rig, shows: empty, "kwin-empty-\(scale)")
    var fingers = Fingers()
    fingers.draw(0..<10, left: 60, top: 60, gap: 70)
    try rig.play(fingers.script)
    let expected = try Easel.picture(of: fingers.trace, size: "800x600", scale: scale, in: rig.workspace)
    try expectScreen(rig, shows: expected, "kwin-\(scale)")
    easel.send(SIGTERM)
    #expect(try easel.waitForExit() == .status(0), "\(easel.output)")
  }

  @Test func `a window follows its screen to another scale and size, and keeps its lines`() throws {
    let rig = try Rig.kwin(width: 800, height: 600, scale: 1.5)
    let easel = try rig.start([Easel.path, "--no-journal", "--fullscreen"])
    try expectScreen(
      rig, shows: Easel.picture(of: "easel-trace 1\n", size: "800x600", scale: 1.5, in: rig.workspace), "kwin-before")
    var fingers = Fingers()
    fingers.draw(0..<4, left: 60, top: 60, gap: 150)
    try rig.play(fingers.script)
    try expectScreen(
      rig, shows: Easel.picture(of: fingers.trace, size: "800x600", scale: 1.5, in: rig.workspace), "kwin-drawn")
    for (scale, size) in [(1.0, "1200x900"), (2.0, "600x450"), (1.5, "800x600")] {
      try rig.play("scale \(scale)")
      let expected = try Easel.picture(of: fingers.trace, size: size, scale: scale, in: rig.workspace)
      try expectScreen(rig, shows: expected, "kwin-resized-\(scale)")
    }
    #expect(try easel.keepsRunning(seconds: 0), "\(easel.output)")
  }
}
