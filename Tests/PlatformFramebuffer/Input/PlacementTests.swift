internal import CEaselLibinput
import EaselGeometry
import EaselInputEvents
import EaselPlatform
import Testing

@testable import EaselPlatformFramebuffer

/// Places on a panel of 480 × 800 pixels, computed by hand from SCO-3's table and the matrices.
private let goldenPlaces: [(turn: Orientation, matrix: String, places: [Point])] = [
  (.none, "identity", [Point(120, 400), Point(48, 160), Point(432, 600), Point(240, 100), Point(360, 720)]),
  (.none, "flip x", [Point(360, 400), Point(432, 160), Point(48, 600), Point(240, 100), Point(120, 720)]),
  (.none, "swap", [Point(240, 200), Point(96, 80), Point(360, 720), Point(60, 400), Point(432, 600)]),
  (.none, "offset", [Point(144, 320), Point(72, 80), Point(456, 520), Point(264, 20), Point(384, 640)]),
  (.quarter, "identity", [Point(400, 360), Point(160, 432), Point(600, 48), Point(100, 240), Point(720, 120)]),
  (.quarter, "flip x", [Point(400, 120), Point(160, 48), Point(600, 432), Point(100, 240), Point(720, 360)]),
  (.quarter, "swap", [Point(200, 240), Point(80, 384), Point(720, 120), Point(400, 420), Point(600, 48)]),
  (.quarter, "offset", [Point(320, 336), Point(80, 408), Point(520, 24), Point(20, 216), Point(640, 96)]),
  (.half, "identity", [Point(360, 400), Point(432, 640), Point(48, 200), Point(240, 700), Point(120, 80)]),
  (.half, "flip x", [Point(120, 400), Point(48, 640), Point(432, 200), Point(240, 700), Point(360, 80)]),
  (.half, "swap", [Point(240, 600), Point(384, 720), Point(120, 80), Point(420, 400), Point(48, 200)]),
  (.half, "offset", [Point(336, 480), Point(408, 720), Point(24, 280), Point(216, 780), Point(96, 160)]),
  (.threeQuarters, "identity", [Point(400, 120), Point(640, 48), Point(200, 432), Point(700, 240), Point(80, 360)]),
  (.threeQuarters, "flip x", [Point(400, 360), Point(640, 432), Point(200, 48), Point(700, 240), Point(80, 120)]),
  (.threeQuarters, "swap", [Point(600, 240), Point(720, 96), Point(80, 360), Point(400, 60), Point(200, 432)]),
  (.threeQuarters, "offset", [Point(480, 144), Point(720, 72), Point(280, 456), Point(780, 264), Point(160, 384)]),
]

private let matrices: [String: [Float]] = [
  "identity": [1, 0, 0, 0, 1, 0], "flip x": [-1, 0, 1, 0, 1, 0], "swap": [0, 1, 0, 1, 0, 0],
  "offset": [1, 0, 0.05, 0, 1, -0.1],
]

/// Places that the devices tell, from 0 to 1 and not calibrated.
private let rawPlaces = [(0.25, 0.5), (0.1, 0.2), (0.9, 0.75), (0.5, 0.125), (0.75, 0.9)]

@Suite struct `Where devices point to` {
  @Test(arguments: 0..<16)
  func `is the same for finger, pen, pointer and cursor (LCO-1, LCO-2, LCO-4)`(row: Int) throws {
    let (turn, matrix, places) = goldenPlaces[row]
    let devices = [FakeDevice.screen(), .penDisplay(), .mouse()]
    for device in devices { device.matrix = try #require(matrices[matrix]) }
    let bench = try InputBench(devices[0], devices[1], devices[2])
    bench.seat?.placement.orientation = turn
    let tool = FakeTool()
    for (raw, place) in zip(rawPlaces, places) {
      let (x, y) = (raw.0 * 480, raw.1 * 800)
      bench.fake.play(bench.pen(LIBINPUT_EVENT_TABLET_TOOL_PROXIMITY, tool, devices[1], x, y))
      bench.fake.play(bench.pen(LIBINPUT_EVENT_TABLET_TOOL_PROXIMITY, tool, devices[1], x, y) { $0.isNear = false })
      bench.fake.play(
        bench.down(0, x, y, devices[0]), bench.frame(devices[0]), bench.up(0, devices[0]), bench.frame(devices[0]))
      bench.fake.play(bench.place(raw.0, raw.1, devices[2]))
      _ = bench.taken()
      let found = [bench.penPlace, bench.fingerPlace, bench.pointerPlace, bench.cursor]
      let isRight = found.allSatisfy { found in
        guard let found else { return false }
        return abs(found.x - place.x) < 0.01 && abs(found.y - place.y) < 0.01
      }
      #expect(isRight, "\(found) \(place)")
    }
    #expect(devices.allSatisfy { $0.matrix == matrices[matrix] })
  }

  @Test func `beyond the panel is its edge, which a view there still contains (LCO-3)`() throws {
    let screen = FakeDevice.screen()
    let bench = try InputBench(screen)
    bench.fake.play(bench.down(0, -20, 900.25, screen), bench.down(1, 480, 0, screen), bench.down(2, 10.25, 799.75, screen))
    bench.fake.play(bench.frame(screen))
    _ = bench.taken()
    guard case .touches(let frame)? = bench.events.last else { throw InputBench.Missing() }
    let bounds = Rect(x: 0, y: 0, width: 480, height: 800)
    #expect(frame.samples.allSatisfy { bounds.contains($0.position) })
    #expect(frame.samples[0].position.x == 0 && frame.samples[0].position.y > 799.99 && frame.samples[1].position.x > 479.99)
    #expect(frame.samples[2].position == Point(10.25, 799.75))  // fractions stay
  }

  @Test func `of devices whose ranges are odd is never what is no number (LCO-3, DSE-3)`() throws {
    let devices = [FakeDevice.screen(), .penDisplay(), .mouse(), .touchpad()]
    let bench = try InputBench(devices[0], devices[1], devices[2], devices[3])
    let tool = FakeTool()
    for odd in [Double.nan, .infinity, -.infinity, 1e300] {
      bench.fake.play(bench.down(0, odd, odd, devices[0]), bench.frame(devices[0]))
      bench.fake.play(bench.motion(0, odd, 5, devices[0]), bench.frame(devices[0]))
      bench.fake.play(bench.up(0, devices[0]), bench.frame(devices[0]))
      bench.fake.play(
        bench.pen(LIBINPUT_EVENT_TABLET_TOOL_TIP, tool, devices[1], odd, odd) {
          ($0.isTipDown, $0.pressure, $0.distance, $0.tiltX, $0.rotation) = (true, odd, odd, odd, odd)
        },
        bench.pen(LIBINPUT_EVENT_TABLET_TOOL_TIP, tool, devices[1], odd, odd))
      bench.fake.play(bench.move(odd, odd, devices[2]), bench.place(odd, odd, devices[2]))
      bench.fake.play(bench.scroll(LIBINPUT_EVENT_POINTER_SCROLL_FINGER, devices[3], [0: (odd, odd), 1: (odd, odd)]))
      bench.fake.play(bench.scroll(LIBINPUT_EVENT_POINTER_SCROLL_WHEEL, devices[2], [0: (odd, odd)]))
      bench.fake.play(bench.gesture(LIBINPUT_EVENT_GESTURE_PINCH_BEGIN, devices[3]))
      bench.fake.play(
        bench.gesture(LIBINPUT_EVENT_GESTURE_PINCH_UPDATE, devices[3]) {
          ($0.scale, $0.angle, $0.dx, $0.dy) = (odd, odd, odd, odd)
        }, bench.gesture(LIBINPUT_EVENT_GESTURE_PINCH_END, devices[3]))
    }
    _ = bench.taken()
    let numbers = bench.events.flatMap { event -> [Double] in
      switch event {
      case .touches(let frame): frame.samples.flatMap { [$0.position.x, $0.position.y, $0.pen?.pressure ?? 0] }
      case .hover(let hover): [hover.position.x, hover.position.y, hover.distance ?? 0]
      case .scroll(let scroll): [scroll.delta.x, scroll.delta.y, scroll.position.x]
      case .transform(let transform): [transform.scale, transform.rotation, transform.delta.x, transform.delta.y]
      case .key: []
      }
    }
    #expect(numbers.count > 40 && numbers.allSatisfy { $0.magnitude < 1e9 }, "\(numbers)")
  }

  @Test func `is another screen, where udev says so: it is not heard (LCO-6)`() throws {
    let devices = [FakeDevice.screen("event0"), .screen("event1"), .screen("event2"), .penDisplay()]
    devices[1].properties["EASEL_OUTPUT"] = "HDMI-A-2"
    devices[1].properties["WL_OUTPUT"] = "HDMI-A-1"
    devices[2].properties["WL_OUTPUT"] = "HDMI-A-1"
    devices[3].properties["WL_OUTPUT"] = "DSI-1"
    let bench = try InputBench(devices[0], devices[1], devices[2], devices[3])
    bench.seat?.placement.screen = "HDMI-A-1"
    for (slot, device) in devices[..<3].enumerated() {
      bench.fake.play(bench.down(Int32(slot), 5, 5, device), bench.frame(device))
    }
    bench.fake.play(bench.pen(LIBINPUT_EVENT_TABLET_TOOL_TIP, FakeTool(), devices[3], 5, 5) { $0.isTipDown = true })
    #expect(bench.taken() == "[down A 5,5] [down B 5,5]")
    let lines =
      bench.seat?.report.findings(panel: PixelSize(width: 480, height: 800), screen: "HDMI-A-1").flatMap(\.lines) ?? []
    #expect(lines.contains("  attention: it is not heard: udev says that it lies on the screen “HDMI-A-2”"))
    #expect(lines.contains("  lies on the screen “HDMI-A-1”"))
  }

  @Test func `counts in points (FRO-1)`() throws {
    let screen = FakeDevice.screen()
    let mouse = FakeDevice.mouse()
    let bench = try InputBench(screen, mouse)
    bench.seat?.placement = InputPlacement(
      surface: SurfaceID(1), panel: PixelSize(width: 480, height: 800), orientation: .quarter, scale: 2)
    bench.fake.play(bench.down(0, 479.5, 0.5, screen), bench.frame(screen), bench.move(10, 0, mouse))
    #expect(bench.taken() == "[down A 0.25,0.25] ^205,120 (entered 205,120)")
  }

  @Test func `changes while fingers are down: they are cancelled (LCO-5)`() throws {
    let screen = FakeDevice.screen()
    let mouse = FakeDevice.mouse()
    let bench = try InputBench(screen, mouse)
    bench.fake.play(
      bench.down(0, 10, 20, screen), bench.frame(screen), bench.move(1, 0, mouse), bench.button(0x110, true, mouse))
    #expect(bench.taken() == "[down A 10,20] ^241,400 (entered 241,400) (left 241,400) [down B 241,400 pointer b1]")
    bench.seat?.placement.orientation = .half
    bench.fake.play(bench.motion(0, 11, 20, screen), bench.frame(screen), bench.up(0, screen), bench.frame(screen))
    bench.fake.play(bench.button(0x110, false, mouse), bench.down(0, 10, 20, screen), bench.frame(screen))
    #expect(bench.taken() == "^hidden [cancelled A] [cancelled B pointer b1] [down C 470,780]")
  }

  @Test(arguments: Orientation.allCases)
  func `does not turn a mouse, which lies before the user (SCO-3)`(turn: Orientation) throws {
    let mouse = FakeDevice.mouse()
    let bench = try InputBench(mouse)
    bench.seat?.placement.orientation = turn
    bench.fake.play(bench.move(10, 0, mouse))
    _ = bench.taken()
    let middle = turn.isSideways ? Point(400, 240) : Point(240, 400)
    #expect(bench.cursor == Point(middle.x + 10, middle.y))
  }
}

extension InputBench {
  fileprivate var fingerPlace: Point? {
    events.compactMap {
      if case .touches(let frame) = $0, frame.samples[0].phase == .down { frame.samples[0].position } else { nil }
    }.last
  }
  fileprivate var penPlace: Point? { hovers(.pencil).last }
  fileprivate var pointerPlace: Point? { hovers(.indirectPointer).last }

  private func hovers(_ kind: ContactKind) -> [Point] {
    events.compactMap {
      if case .hover(let hover) = $0, hover.kind == kind, hover.phase != .left { hover.position } else { nil }
    }
  }
}
