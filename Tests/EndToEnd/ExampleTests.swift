import EaselRigs
import EaselTestSupport
import Glibc
import Testing

/// The programs of Examples, played by the traces that lie beside them: the scenarios of sections 17.1 to 17.4 that end there.
@Suite(.serialized, .needsFont)
struct `The example` {
  private static let highlight: UInt32 = 0xb3d9ff
  private static let (white, black, green, red, blue): (UInt32, UInt32, UInt32, UInt32, UInt32) =
    (0xffffff, 0, 0x00ff00, 0xff0000, 0x0000ff)

  /// A pixel's colour at a pause; pauses are counted from 0.
  private typealias Look = (pause: Int, x: Int, y: Int, colour: UInt32)

  private func expect(
    _ looks: [Look], in pictures: [Picture],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let wrong = looks.filter { pictures[$0.pause][$0.x, $0.y] != $0.colour }
    #expect(wrong.isEmpty, sourceLocation: sourceLocation)
  }

  /// Plays a demonstration in a window of Weston, whose picture must be the headless one at each pause.
  private func play(_ demonstration: Demonstration, expecting pictures: [Picture]) throws {
    guard Rig.reasonToSkip(.weston) == nil else { return }
    let rig = try Rig.weston(width: demonstration.size.width, height: demonstration.size.height)
    let program = try rig.start([Easel.path(of: demonstration.program)])
    try rig.waitForWindow()
    for (index, part) in demonstration.parts.enumerated() {
      try rig.play(part.script)
      try expectScreen(rig, shows: pictures[index], "\(demonstration.program)-\(index)")
      // A change has been waited for; what must not happen gets its time to happen.
      let hasChanged = index > 0 && pictures[index] != pictures[index - 1]
      #expect(try program.keepsRunning(seconds: hasChanged ? 0 : part.seconds), "\(program.output)")
    }
    let last = pictures[pictures.count - 1]
    try expectScreen(rig, shows: last, "\(demonstration.program)-end")
    program.send(SIGTERM)
    #expect(try program.waitForExit() == .status(0), "\(program.output)")
  }

  @Test func `TapCounter tells one to four taps apart, in Weston as without a display (A1-1 to A1-9)`() throws {
    let workspace = try Workspace()
    let demonstration = try Demonstration(of: "TapCounter", width: 480, height: 400, in: workspace)
    let pictures = try demonstration.pictures(in: workspace)
    for (pause, row) in [0, 1, 2, 3, 0, 0, 0, 0, 0].enumerated() {
      let rows = (0..<4).map { Look(pause, 4, 50 + 100 * $0, $0 == row ? Self.highlight : Self.white) }
      expect(rows, in: pictures)
    }
    // A finger that rests is no tap.
    #expect(pictures[8] == pictures[9] && pictures[9] == pictures[10] && pictures[7] != pictures[8])
    try play(demonstration, expecting: pictures)
  }

  @Test func `PinchLabel's text grows and shrinks with two fingers, in Weston as without a display (A1-20 to A1-27)`() throws {
    let workspace = try Workspace()
    let demonstration = try Demonstration(of: "PinchLabel", width: 480, height: 320, in: workspace)
    let pictures = try demonstration.pictures(in: workspace)
    let widths = pictures.map { picture in
      let columns = (0..<picture.width).filter { x in (0..<picture.height).contains { picture[x, $0] != Self.white } }
      return Double((columns.last ?? 0) - (columns.first ?? 0))
    }
    let expected = [20, 40, 10, 10, 20, 20, 20, 60, 60].map { widths[8] * $0 / 60 }
    #expect(widths[8] > 100 && zip(widths, expected).allSatisfy { ($0 - $1).magnitude < 3 }, "\(widths)")
    try play(demonstration, expecting: pictures)
  }

  @Test func `TouchTracker draws, selects and moves lines, in Weston as without a display (A2-9, A3-7, A3-10, A3-13)`() throws {
    let workspace = try Workspace()
    let demonstration = try Demonstration(of: "TouchTracker", width: 480, height: 400, in: workspace)
    let pictures = try demonstration.pictures(in: workspace)
    expect(
      [
        (0, 105, 155, Self.black), (1, 105, 155, Self.white),
        (2, 150, 50, Self.black), (3, 175, 275, Self.red), (3, 410, 300, Self.red), (3, 150, 155, Self.black),
        (4, 175, 275, Self.black), (4, 410, 300, Self.white),
        (5, 150, 50, Self.black), (6, 150, 50, Self.green), (6, 150, 155, Self.black),
        (7, 150, 50, Self.green), (7, 360, 120, Self.black),
        (8, 150, 155, Self.green), (8, 150, 50, Self.black), (9, 150, 155, Self.green),
        (10, 150, 175, Self.green), (10, 150, 155, Self.white), (11, 240, 180, Self.black), (11, 110, 365, Self.black),
        (12, 150, 50, Self.green), (13, 150, 50, Self.green), (14, 150, 70, Self.green),
        (15, 150, 70, Self.black), (15, 150, 50, Self.white),
      ], in: pictures)
    try play(demonstration, expecting: pictures)
  }

  @Test func `Panels lets its panel follow a finger, in Weston as without a display (A4-4, A4-6, A4-7, A4-10)`() throws {
    let workspace = try Workspace()
    let demonstration = try Demonstration(of: "Panels", width: 480, height: 800, in: workspace)
    let pictures = try demonstration.pictures(in: workspace)
    let corners = [(170, 170), (210, 170), (410, 570), (270, 370), (270, 370), (30, 30), (170, 330)]
    for (pause, corner) in corners.enumerated() {
      let colour: UInt32 = pause == 1 || pause == 3 ? 0xe6661a : Self.blue
      let (x, y) = corner
      expect([(pause, x, y, colour), (pause, min(x + 119, 479), y + 79, colour)], in: pictures)
      #expect(pictures[pause][x - 1, y] != colour && pictures[pause][x, y - 1] != colour)
    }
    try play(demonstration, expecting: pictures)
  }
}
