import EaselGeometry
import EaselInputEvents
import EaselPlatform
import EaselPlatformLinux
import EaselRaster
import Testing

@testable import EaselFakeCompositor
@testable import EaselPlatformWayland

@Suite struct CursorTests {
  /// Enters, moves a hundred times, touches, moves again, leaves and enters: tells what the cursor was told.
  private func session(_ rig: WaylandRig) throws -> String {
    let window = try PaintingWindow(rig)
    rig.turn(3)
    let (seat, surface) = (rig.compositor.seats[0], rig.compositor.surfaces[0])
    rig.forgetTrace()
    var words: [String] = []
    func note(_ name: String) {
      rig.turn(2)
      let trace = rig.compositor.takeTrace(of: ["pointer", "cursor_shape_device"])
      let requests = trace.split(separator: " ").map { word -> String in
        let isNothing = word.contains(",nil,")
        return word.split(separator: "(")[0].split(separator: ".")[1] + (isNothing ? "(nil)" : "")
      }
      words.append("\(name): \(requests.joined(separator: " "))")
    }
    seat.enter(surface, 20, 20)
    note("enter")
    for step in 0..<100 {
      seat.pointerMotion(20 + Double(step) / 10, 20)
      seat.pointerFrame()
    }
    note("move")
    seat.down(1, on: surface, 30, 30)
    seat.touchFrame()
    note("touch")
    seat.up(1)
    seat.touchFrame()
    seat.pointerMotion(25, 25)
    seat.pointerFrame()
    note("move")
    seat.leave(surface)
    note("leave")
    seat.enter(surface, 20, 20)
    note("enter")
    #expect(window.paints >= 1 && rig.compositor.violations == [])
    return words.joined(separator: "; ")
  }

  @Test func `WCU-1 WCU-3 WTC-15: a shape where the display knows shapes, set on enter and on change`() throws {
    let rig = try WaylandRig()
    #expect(
      try session(rig)
        == "enter: set_shape; move: ; touch: set_cursor(nil); move: set_shape; leave: ; enter: set_shape")
    #expect(rig.compositor.surfaces.count == 1, "no surface of our own for it")
  }

  @Test(
    arguments: [
      [:], ["XCURSOR_THEME": "a theme that nobody has"], ["XCURSOR_SIZE": "100000"], ["XCURSOR_SIZE": "-3"],
      ["XCURSOR_SIZE": "256"], ["XCURSOR_THEME": "../../etc"],
    ] as [[String: String]])
  func `WCU-1 WCU-3 DSE-10: a theme's image or the built-in one, whatever the environment says`(
    environment: [String: String]
  ) throws {
    let rig = try WaylandRig(
      .usual.without(.wpCursorShapeManagerV1, .wpFractionalScaleManagerV1), environment: environment,
      prepare: { $0.outputs[0].scale = 2 })
    #expect(
      try session(rig)
        == "enter: set_cursor; move: ; touch: set_cursor(nil); move: set_cursor; leave: ; enter: set_cursor")
    let shown = try #require(rig.compositor.surfaces.last)
    #expect(rig.compositor.surfaces.count == 2)
    // Twice 256 is more than any theme is asked for: the built-in arrow is 12 by 17 points.
    let layout = try #require(shown.current.buffer).layout
    if environment["XCURSOR_SIZE"] == "256" { #expect(layout.width == 24 && layout.height == 34) }
    #expect(shown.current.scale == 1 || layout.width % 2 == 0 && layout.height % 2 == 0, "WHD-4")
    #expect(shown.commitCount == 1, "WCU-2: the image does not move")
  }

  @Test func `WCU-1: nothing is loaded before a pointer comes onto a window`() throws {
    let rig = try WaylandRig(.usual.without(.wpCursorShapeManagerV1))
    let window = try PaintingWindow(rig)
    rig.turn(3)
    #expect(window.paints == 1)
    #expect(rig.compositor.takeTrace(of: ["shm"]).split(separator: " ").count == 1, "the window's pool alone")
  }

  @Test func `WHD-6: the built-in arrow is drawn at the display's scale`() throws {
    let rig = try WaylandRig(
      .usual.without(.wpCursorShapeManagerV1), environment: ["XCURSOR_SIZE": "256"], prepare: { $0.outputs[0].scale = 3 })
    _ = try session(rig)
    let buffer = try #require(rig.compositor.surfaces.last?.current.buffer)
    #expect(buffer.layout.width == 36 && rig.compositor.surfaces.last?.current.scale == 3)
    #expect([(0, 0), (2, 2), (3, 6), (35, 0)].map { buffer.pixel($0, $1) } == [0xff00_0000, 0xff00_0000, 0xffff_ffff, 0])
  }
}
