import EaselRigs
import Glibc
import Testing

/// `easel` on Weston's desktop, which draws no decorations: the window has a title bar and edges of our own (WDE-2, WDE-3).
@Suite(.serialized, .enabled(if: Rig.reasonToSkip(.weston) == nil))
struct `On Weston's desktop` {
  /// Where the title bar is seen: the box of its grey, active or not.
  private struct Bar: Equatable, CustomStringConvertible {
    var x: Int
    var y: Int
    var width: Int

    /// The topmost row with a long run of it; the desktop's own panel and picture have no such run.
    init?(_ picture: Picture) {
      for row in 0..<picture.height {
        var run = 0
        for (column, pixel) in picture.pixels[(row * picture.width)..<((row + 1) * picture.width)].enumerated() {
          let isBar = pixel == 0xd1d1d1 || pixel == 0xe6e6e6
          if isBar { run += 1 }
          guard !isBar || column == picture.width - 1 else { continue }
          if run >= 300 {
            (x, y, width) = (column - run, row, run)
            return
          }
          run = 0
        }
      }
      return nil
    }

    var description: String { "\(width) wide at \(x), \(y)" }
  }

  /// Plays a script again and again until the bar is as wanted or time is over, and gives it as it is then.
  private func waitForBar(
    _ rig: Rig, playing script: String = "", until isWanted: (Bar) -> Bool = { _ in true }
  ) throws -> Bar? {
    Bar(
      try rig.screenshot { picture in
        if Bar(picture).map(isWanted) ?? false { return true }
        try rig.play(script)
        return false
      })
  }

  @Test func `a finger that drags the title bar moves the window, and the mouse resizes it at its edge`() throws {
    let rig = try Rig.weston(width: 800, height: 640, shell: .desktop, devices: "touch pointer keyboard")
    let easel = try rig.start([Easel.path, "--no-journal", "--size", "420x300"])
    try rig.waitForWindow()
    let start = try #require(try waitForBar(rig) { $0.width == 420 })
    // Towards the screen's middle, so that there is room. The window follows the finger from where it is when the client asks.
    let (dx, dy) = (start.x < 190 ? 60 : -60, start.y < 170 ? 40 : -40)
    let begin = 20 * dx.signum()
    let (x, y) = (start.x + 150, start.y + 15)
    try rig.play("down 0 \(x) \(y)\nframe\nmove 0 \(x + begin) \(y)\nframe")
    let moved = try waitForBar(rig, playing: "move 0 \(x + dx - 1) \(y + dy)\nframe\nmove 0 \(x + dx) \(y + dy)\nframe") {
      $0.x == start.x + dx - begin && $0.y == start.y + dy
    }
    try rig.play("up 0\nframe")
    let settled = try #require(moved)
    #expect(
      settled.x == start.x + dx - begin && settled.y == start.y + dy && settled.width == 420, "from \(start) to \(settled)")

    // Four points outside of the right edge, at half the window's height.
    let (edge, middle) = (settled.x + settled.width + 4, settled.y + 170)
    try rig.play("pointer \(edge - 40) \(middle)\npointer \(edge) \(middle)\nbutton 0x110 1\npointer \(edge + 20) \(middle)")
    let resized = try waitForBar(rig, playing: "pointer \(edge + 59) \(middle)\npointer \(edge + 60) \(middle)") {
      $0.width == 480
    }
    try rig.play("button 0x110 0")
    let wider = try #require(resized)
    #expect(wider.width == 480 && wider.x == settled.x && wider.y == settled.y, "from \(settled) to \(wider)")

    // Fingers draw where they touch, wherever the window has gone.
    try rig.play(
      "down 0 \(wider.x + 200) \(wider.y + 100)\nframe\nmove 0 \(wider.x + 300) \(wider.y + 150)\nframe\nup 0\nframe")
    let drawn = try rig.screenshot { $0[wider.x + 250, wider.y + 125] == 0 }
    #expect(drawn[wider.x + 250, wider.y + 125] == 0)
    easel.send(SIGTERM)
    #expect(try easel.waitForExit() == .status(0), "\(easel.output)")
  }
}
