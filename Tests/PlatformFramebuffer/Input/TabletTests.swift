internal import CEaselLibinput
import EaselGeometry
import EaselInputEvents
import EaselPlatform
import Testing

@testable import EaselPlatformFramebuffer

@Suite struct `A pen without a compositor` {
  private let near = LIBINPUT_EVENT_TABLET_TOOL_PROXIMITY
  private let axis = LIBINPUT_EVENT_TABLET_TOOL_AXIS
  private let tip = LIBINPUT_EVENT_TABLET_TOOL_TIP

  @Test func `hovers, draws and goes, each report with all axes (LPN-1, WTB-4, WTB-5)`() throws {
    let tablet = FakeDevice.penDisplay()
    let tool = FakeTool()
    let bench = try InputBench(tablet)
    bench.fake.play(
      bench.pen(near, tool, tablet, 10, 20) { $0.distance = 0.5 }, bench.pen(axis, tool, tablet, 11, 20) { $0.distance = 0.25 })
    // Pressure while the tip is up draws nothing, and pressure 0 while it is down does.
    bench.fake.play(bench.pen(axis, tool, tablet, 11, 20) { ($0.pressure, $0.distance) = (0.1, 0.25) })
    bench.fake.play(
      bench.pen(tip, tool, tablet, 12, 20) { $0.isTipDown = true },
      bench.pen(axis, tool, tablet, 13, 20) { ($0.pressure, $0.tiltX) = (0.75, 45) },
      bench.pen(LIBINPUT_EVENT_TABLET_TOOL_BUTTON, tool, tablet, 13, 20) {
        ($0.code, $0.isPressed, $0.pressure) = (0x14b, true, 0.75)
      },
      bench.pen(tip, tool, tablet, 13, 20), bench.pen(near, tool, tablet, 13, 20) { $0.isNear = false })
    #expect(
      bench.taken()
        == """
        (entered 10,20 pen d0.5 p0) (moved 11,20 pen d0.25 p0) (moved 11,20 pen d0.25 p0.1) (left 12,20 pen d0 p0) \
        [down A 12,20 pen p0] [moved A 13,20 pen p0.75] [moved A 13,20 pen b2 p0.75] [up A pen b2 p0] \
        (entered 13,20 pen d0 p0) (left 13,20 pen d0 p0)
        """)
    let leaning = bench.events.compactMap { if case .touches(let frame) = $0 { frame.samples[0].pen } else { nil } }[1]
    #expect(abs((leaning.altitude ?? 0) - .pi / 4) < 1e-9 && leaning.azimuth == 0)
  }

  @Test func `is known again when it comes back (LPN-2)`() throws {
    let tablet = FakeDevice.penDisplay()
    let tools = [FakeTool(), FakeTool(), FakeTool()]
    tools[2].type = LIBINPUT_TABLET_TOOL_TYPE_ERASER
    let bench = try InputBench(tablet)
    for tool in tools {
      bench.fake.play(bench.pen(near, tool, tablet, 1, 1), bench.pen(near, tool, tablet, 1, 1) { $0.isNear = false })
    }
    _ = bench.taken()
    // The second one is the first one again, by serial and type; the eraser is another tool.
    #expect(tools.map(\.references) == [1, 0, 1])
    bench.fake.unplug(tablet)
    _ = bench.taken()
    #expect(tools.map(\.references) == [0, 0, 0] && tablet.references == 0)
  }

  @Test func `keeps what it drew when it goes without lifting, and loses it with the tablet (WTB-6, LDV-2)`() throws {
    let tablet = FakeDevice.penDisplay()
    let tool = FakeTool()
    let bench = try InputBench(tablet)
    bench.fake.play(
      bench.pen(tip, tool, tablet, 5, 5) { $0.isTipDown = true }, bench.pen(near, tool, tablet, 6, 6) { $0.isNear = false })
    #expect(bench.taken() == "[down A 5,5 pen p0] [up A pen p0]")
    bench.fake.play(bench.pen(tip, tool, tablet, 5, 5) { $0.isTipDown = true })
    _ = bench.taken()
    bench.fake.unplug(tablet)
    #expect(bench.taken() == "[cancelled B pen p0]")
  }

  @Test func `loses what it drew when its tablet is pulled out, also if its tip goes up before (LDV-2)`() throws {
    let tablet = FakeDevice.penDisplay()
    let tool = FakeTool()
    let bench = try InputBench(tablet)
    bench.fake.play(bench.pen(tip, tool, tablet, 5, 5) { $0.isTipDown = true })
    _ = bench.taken()
    bench.nodes.isGoing = true
    bench.fake.play(bench.pen(tip, tool, tablet, 5, 5), bench.pen(near, tool, tablet, 5, 5) { $0.isNear = false })
    bench.fake.unplug(tablet)
    #expect(bench.taken() == "[cancelled A pen p0]" && bench.nodes.openCount == 0)
  }

  @Test func `erases with its other end, and beside fingers (WTB-3)`() throws {
    let tablet = FakeDevice.penDisplay()
    let screen = FakeDevice.screen()
    let tool = FakeTool()
    tool.type = LIBINPUT_TABLET_TOOL_TYPE_ERASER
    tool.axes = []
    let bench = try InputBench(tablet, screen)
    bench.fake.play(
      bench.down(0, 1, 1, screen), bench.frame(screen), bench.pen(tip, tool, tablet, 5, 5) { $0.isTipDown = true })
    #expect(bench.taken() == "[down A 1,1] [down B 5,5 pen eraser]")
  }

  @Test func `of another kind moves the pointer, or nothing (WTB-3)`() throws {
    let tablet = FakeDevice.penDisplay()
    let mouse = FakeTool()
    mouse.type = LIBINPUT_TABLET_TOOL_TYPE_MOUSE
    mouse.axes = ["wheel"]
    let totem = FakeTool()
    totem.type = LIBINPUT_TABLET_TOOL_TYPE_TOTEM
    let bench = try InputBench(tablet)
    bench.fake.play(
      bench.pen(near, totem, tablet, 9, 9), bench.pen(near, mouse, tablet, 5, 5),
      bench.pen(axis, mouse, tablet, 6, 5) { $0.wheel = (15, 1) })
    bench.fake.play(
      bench.pen(LIBINPUT_EVENT_TABLET_TOOL_BUTTON, mouse, tablet, 6, 5) { ($0.code, $0.isPressed) = (0x110, true) })
    bench.fake.play(bench.pen(near, mouse, tablet, 6, 5) { $0.isNear = false })
    #expect(
      bench.taken()
        == """
        ^5,5 (entered 5,5) ^6,5 (moved 6,5) (wheel 0,48 steps 0,120) (left 6,5) [down A 6,5 pointer b1] [cancelled A pointer b1]
        """)
  }

  @Test func `on a tablet beside the screen reaches all of it, in its proportions (LPN-5)`() throws {
    let tablet = FakeDevice.penDisplay()
    tablet.isDirect = false
    tablet.size = (300, 200)
    let tool = FakeTool()
    tool.axes = []
    let bench = try InputBench(tablet)
    bench.seat?.placement = InputPlacement(
      surface: SurfaceID(1), panel: PixelSize(width: 480, height: 480), orientation: .half, scale: 1)
    // A square picture: the middle 200 mm of 300 are used, and the panel's turn does not turn the tablet.
    func at(_ x: Double, _ y: Double, _ isNear: Bool = true) -> FakeEvent {
      bench.pen(near, tool, tablet, x * 480, y * 800) { $0.isNear = isNear }
    }
    bench.fake.play(at(0.5, 0.5), bench.pen(axis, tool, tablet, 480 / 6, 200), bench.pen(axis, tool, tablet, 480 / 3, 200))
    bench.fake.play(bench.pen(axis, tool, tablet, 0, 800), at(0, 1, false))
    #expect(
      bench.taken()
        == """
        ^240,240 (entered 240,240 pen) ^0,120 (moved 0,120 pen) ^120,120 (moved 120,120 pen) ^0,480 (moved 0,480 pen) \
        ^hidden (left 0,480 pen)
        """)
  }

  @Test func `with more tools than are followed is borne (DLI-6)`() throws {
    let tablet = FakeDevice.penDisplay()
    let bench = try InputBench(tablet)
    let tools = (0..<70).map { number in
      let tool = FakeTool()
      tool.serial = UInt64(number + 1)
      return tool
    }
    for tool in tools {
      bench.fake.play(bench.pen(near, tool, tablet, 1, 1), bench.pen(near, tool, tablet, 1, 1) { $0.isNear = false })
    }
    _ = bench.taken()
    #expect(tools.map(\.references).reduce(0, +) == 64 && bench.messages.count { $0.contains("pens are followed") } == 1)
  }
}

@Suite struct `A pad without a compositor` {
  @Test func `presses numbers, and scrolls by its rings and strips (LPN-6)`() throws {
    let pad = FakeDevice.pad()
    let bench = try InputBench(pad)
    func button(_ number: UInt32, _ isPressed: Bool) -> FakeEvent {
      bench.pad(LIBINPUT_EVENT_TABLET_PAD_BUTTON, pad) { ($0.number, $0.isPressed) = (number, isPressed) }
    }
    func ring(_ degrees: Double) -> FakeEvent { bench.pad(LIBINPUT_EVENT_TABLET_PAD_RING, pad) { $0.position = degrees } }
    func strip(_ position: Double) -> FakeEvent { bench.pad(LIBINPUT_EVENT_TABLET_PAD_STRIP, pad) { $0.position = position } }
    bench.fake.play(button(3, true), button(3, false), button(99, true), button(0, false))
    #expect(bench.taken() == "<down 259> <up 259>")
    bench.fake.play(ring(350), ring(2), ring(2), ring(-1), strip(0.5), strip(0.25), strip(-1))
    #expect(
      bench.taken() == "(entered 240,400) (finger 0,16) (finger 0,0 stopped) (finger 0,-120) (finger 0,0 stopped)")
    bench.fake.play(button(1, true))
    _ = bench.taken()
    bench.fake.unplug(pad)
    #expect(bench.taken() == "<cancelled 257> (left 240,400)")
  }
}
