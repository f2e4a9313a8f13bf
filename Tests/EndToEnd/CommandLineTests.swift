import EaselRigs
import Testing

/// What `easel` says and how it ends, without any display.
@Suite(.serialized)
struct `The command line` {
  @Test(arguments: [
    (["--no-such-option"], 2, "--no-such-option"),
    (["--scale", "quite"], 2, "quite"),
    (["--replay", "/nonexistent.trace", "--screenshot", "/tmp/never.png"], 2, "/nonexistent.trace"),
    (["--backend", "wayland"], 69, "wayland-0"),
  ])
  func `that is wrong ends with a status and a message that names it`(
    arguments: [String], status: Int, word: String
  ) throws {
    let easel = try Workspace().start([Easel.path] + arguments)
    #expect(try easel.waitForExit() == .status(status))
    #expect(easel.output.contains(word), "\(easel.output)")
  }

  @Test func `with a trace that is wrong tells its line`() throws {
    let workspace = try Workspace()
    let trace = try workspace.write("wrong.trace", "easel-trace 1\ndown 1 10 10\nframe\nmove 1 here\n")
    let easel = try workspace.start([Easel.path, "--replay", trace, "--screenshot", workspace.path("never.png")])
    #expect(try easel.waitForExit() == .status(2))
    #expect(easel.output.contains("4"), "\(easel.output)")
  }

  @Test func `explains itself`() throws {
    let easel = try Workspace().start([Easel.path, "--help"])
    #expect(try easel.waitForExit() == .status(0))
    for option in ["--backend", "--size", "--scale", "--replay", "--record", "--screenshot", "--help"] {
      #expect(easel.output.contains(option))
    }
  }

  @Test func `plays the demonstration into a picture without lines in progress`() throws {
    let workspace = try Workspace()
    let file = workspace.tools.root + "/Demonstration/hand.trace"
    let picture = try Easel.picture(ofFile: file, size: "800x600", in: workspace)
    let colours = Set(picture.pixels)
    #expect(colours.contains(0) && colours.contains(0xffffff))
    #expect(colours.allSatisfy { $0 >> 16 == $0 & 255 }, "Nothing is red at the end.")
  }
}
