import EaselGeometry
import EaselInputEvents
import EaselPlatform
import Testing

@testable import EaselFakeCompositor
@testable import EaselPlatformWayland

@Suite struct `A tablet over the protocol` {
  private func pens(_ bench: SeatBench) -> [PenAxes?] {
    bench.sink.events.flatMap { if case .touches(let frame) = $0 { frame.samples.map(\.pen) } else { [PenAxes?]() } }
  }

  @Test func `has pens that hover and draw, each frame at once (WTB-1, WTB-2, WTB-4, WTB-5)`() throws {
    let bench = try SeatBench()
    let tablet = bench.seat.tablet
    let pen = try #require(tablet.addTool(.pen))
    tablet.near(pen, bench.surface)
    pen.sendMotion(x: 5, y: 6)
    #expect(bench.taken() == "")
    pen.sendFrame(time: 10)
    pen.sendPressure(pressure: 32768)
    tablet.down(pen)
    pen.sendFrame(time: 11)
    pen.sendMotion(x: 7.5, y: 6)
    pen.sendTilt(tiltX: 45, tiltY: 0)
    pen.sendPressure(pressure: 0)
    pen.sendRotation(degrees: 90)
    pen.sendSlider(position: 3)
    pen.sendWheel(degrees: 15, clicks: 1)
    pen.sendDistance(distance: 7)
    pen.sendFrame(time: 12)
    tablet.button(pen, 0x14b, .pressed)
    pen.sendFrame(time: 13)
    pen.sendUp()
    pen.sendFrame(time: 14)
    pen.sendProximityOut()
    pen.sendFrame(time: 15)
    #expect(
      bench.taken()
        == "(entered@1 5.0,6.0) (left@1 5.0,6.0) [down A@1] [moved A@1 7.5,6.0] [moved A@1 7.5,6.0] [up A@1] (entered@1 7.5,6.0) (left@1 7.5,6.0)"
    )
    let found = pens(bench)
    #expect(abs((found[0]?.pressure ?? 0) - 0.5) < 0.001 && found[1]?.pressure == 0 && found[1]?.roll == .pi / 2)
    #expect(abs((found[1]?.altitude ?? 0) - .pi / 4) < 1e-9 && found[0]?.altitude == nil && bench.isWell)
  }

  @Test func `that is left without a frame is left at the turn's end, and what was drawn is kept (WTB-2, WTB-6)`() throws {
    let bench = try SeatBench()
    let tablet = bench.seat.tablet
    let pen = try #require(tablet.addTool(.pencil))
    tablet.near(pen, bench.surface)
    tablet.down(pen)
    pen.sendFrame(time: 1)
    _ = bench.taken()
    pen.sendProximityOut()
    #expect(bench.taken() == "[up A@1]")
  }

  @Test func `has erasers, mice and what nobody knows (WTB-3, WCN-6)`() throws {
    let bench = try SeatBench()
    let tablet = bench.seat.tablet
    let eraser = try #require(tablet.addTool(.eraser))
    tablet.near(eraser, bench.surface)
    tablet.down(eraser)
    eraser.sendFrame(time: 1)
    #expect(bench.taken() == "(entered@1 0.0,0.0) (left@1 0.0,0.0) [down A@1]" && pens(bench).last??.isEraser == true)
    let mouse = try #require(tablet.addTool(.mouse))
    tablet.near(mouse, bench.surface)
    mouse.sendMotion(x: 3, y: 4)
    mouse.sendFrame(time: 2)
    tablet.button(mouse, 0x110, .pressed)
    mouse.sendFrame(time: 3)
    mouse.sendWheel(degrees: 15, clicks: 1)
    mouse.sendFrame(time: 4)
    mouse.sendProximityOut()
    mouse.sendFrame(time: 5)
    #expect(
      bench.taken()
        == "(entered@1 0.0,0.0) (moved@1 3.0,4.0) (left@1 3.0,4.0) [down B@1] (wheel 0.0,48.0 steps 0,120) [cancelled B@1]")
    for kind in [ZwpTabletToolV2Resource.Kind.finger, ZwpTabletToolV2Resource.Kind(rawValue: 7777)] {
      let other = try #require(tablet.addTool(kind))
      tablet.near(other, bench.surface)
      tablet.down(other)
      other.sendFrame(time: 6)
    }
    #expect(bench.taken() == "" && bench.isWell)
  }

  @Test func `loses what it draws with the window, the tool, the seat (WTB-10, WTC-8)`() throws {
    let bench = try SeatBench(windows: 2)
    let tablet = bench.seat.tablet
    let pen = try #require(tablet.addTool(.pen))
    tablet.near(pen, bench.surface)
    tablet.down(pen)
    pen.sendFrame(time: 1)
    _ = bench.taken()
    bench.close(0)
    pen.sendMotion(x: 9, y: 9)
    pen.sendFrame(time: 2)
    pen.sendUp()
    pen.sendProximityOut()
    pen.sendFrame(time: 3)
    #expect(bench.taken() == "[cancelled A@1]")
    tablet.near(pen, bench.surfaces[1])
    tablet.down(pen)
    pen.sendFrame(time: 4)
    _ = bench.taken()
    pen.sendRemoved()
    #expect(bench.taken() == "[cancelled B@2]" && !pen.isAlive)
    let other = try #require(tablet.addTool(.pen))
    tablet.near(other, bench.surfaces[1])
    tablet.down(other)
    other.sendFrame(time: 5)
    _ = bench.taken()
    bench.compositor.removeGlobals(.wlSeat)
    #expect(bench.taken() == "[cancelled C@2]" && bench.isWell)
  }

  @Test func `with nonsense is borne: no surface, no nearness, more tools than are followed (DLI-6, WTB-9)`() throws {
    let bench = try SeatBench()
    let tablet = bench.seat.tablet
    let pen = try #require(tablet.addTool(.pen))
    tablet.down(pen)
    pen.sendUp()
    pen.sendProximityOut()
    pen.sendFrame(time: 1)
    tablet.near(pen, nil)
    tablet.down(pen)
    pen.sendPressure(pressure: .max)
    pen.sendFrame(time: 2)
    pen.sendUp()
    pen.sendDone()
    pen.sendFrame(time: 3)
    for _ in 0..<80 { _ = tablet.addTool(.pen) }
    #expect(bench.taken() == "" && bench.isWell)
  }

  @Test func `has pads, whose buttons are keys and whose rings and strips scroll where they work (WTB-1, LPN-6)`() throws {
    let bench = try SeatBench()
    let tablet = bench.seat.tablet
    let (pad, ring, strip) = try #require(tablet.addPad())
    func turn(_ degrees: Double) {
      ring.sendSource(source: .finger)
      ring.sendAngle(degrees: Fixed(degrees))
      ring.sendFrame(time: 1)
    }
    pad.sendButton(time: 1, button: 1, state: .pressed)
    turn(90)
    #expect(bench.taken() == "")  // on no window
    tablet.enter(pad, bench.surface)
    pad.sendButton(time: 2, button: 1, state: .pressed)
    pad.sendButton(time: 3, button: 1, state: .released)
    pad.sendButton(time: 3, button: 99, state: .pressed)
    #expect(bench.taken() == "<down 257@1> <up 257@1>")
    for degrees in [315.0, 45, 45, 0] { turn(degrees) }
    ring.sendStop()
    ring.sendFrame(time: 2)
    for position: UInt32 in [0, 65535] {
      strip.sendPosition(position: position)
      strip.sendFrame(time: 3)
    }
    #expect(bench.taken() == "(finger 0.0,120.0) (finger 0.0,-60.0) (finger 0.0,0.0 stopped) (finger 0.0,480.0)")
    pad.sendButton(time: 4, button: 0, state: .pressed)
    tablet.leave(pad, bench.surface)
    #expect(bench.taken() == "<down 256@1> <cancelled 256@1> (finger 0.0,0.0 cancelled)" && bench.isWell)
  }

  @Test func `has pads that go with what is held on them (WTB-1, WTB-10)`() throws {
    let bench = try SeatBench()
    let tablet = bench.seat.tablet
    let (pad, ring, strip) = try #require(tablet.addPad())
    tablet.enter(pad, bench.surface)
    pad.sendButton(time: 1, button: 0, state: .pressed)
    _ = bench.taken()
    pad.sendRemoved()
    #expect(bench.taken() == "<cancelled 256@1>")
    #expect(!pad.isAlive && !ring.isAlive && !strip.isAlive)
    let (other, _, _) = try #require(tablet.addPad())
    tablet.enter(other, bench.surface)
    other.sendButton(time: 2, button: 0, state: .pressed)
    _ = bench.taken()
    bench.close(0)
    other.sendButton(time: 3, button: 0, state: .released)
    #expect(bench.taken() == "<cancelled 256@1>")
    tablet.tablet?.sendRemoved()
    _ = bench.taken()
    #expect(tablet.tablet?.isAlive == false && bench.isWell)
  }

  @Test func `has a cursor for each tool, set with the serial of its coming near (WTB-8)`() throws {
    for knowsShapes in [true, false] {
      let bench = try SeatBench(knowsShapes ? .usual : .usual.without(.wpCursorShapeManagerV1))
      let tablet = bench.seat.tablet
      let tools = [try #require(tablet.addTool(.pen)), try #require(tablet.addTool(.eraser))]
      _ = bench.taken()
      #expect(bench.compositor.surfaces.count == 1)  // nothing is made before a tool comes near
      _ = bench.compositor.takeTrace()
      for tool in tools {
        tablet.near(tool, bench.surface)
        tool.sendFrame(time: 1)
      }
      tablet.near(tools[0], nil)
      _ = bench.taken()
      let trace = bench.compositor.takeTrace(of: ["tablet_tool", "cursor_shape_device"])
      let requests = trace.split(separator: " ").map { $0.split(separator: "(")[0].split(separator: ".")[1] }
      #expect(requests == Array(repeating: knowsShapes ? "set_shape" : "set_cursor", count: 2), "\(trace)")
      // The image is one buffer that never changes, so that several surfaces may show it.
      #expect(bench.compositor.surfaces.count == (knowsShapes ? 1 : 3) && bench.compositor.isConnected)
      tools[0].sendRemoved()
      _ = bench.taken()
      #expect(bench.compositor.surfaces.count == (knowsShapes ? 1 : 2) && bench.compositor.isConnected)
    }
  }
}
