import EaselGeometry
import EaselInputEvents
import EaselPlatform
import Testing

@testable import EaselFakeCompositor
@testable import EaselPlatformWayland

@Suite struct `A pointer over the protocol` {
  @Test func `hovers, presses, drags out and releases`() throws {
    // WPO-1, WPO-3, WPO-4, TO-13
    let bench = try SeatBench()
    bench.seat.enter(bench.surface, 5, 5)
    bench.seat.pointerMotion(6, 6)
    #expect(bench.taken() == "(entered@1 5.0,5.0)")  // the motion's frame has not come
    bench.seat.pointerFrame()
    bench.seat.button(0x111, .pressed)
    bench.seat.button(0x110, .pressed)
    bench.seat.pointerFrame()
    bench.seat.pointerMotion(-900.5, 4000)
    bench.seat.pointerFrame()
    bench.seat.button(0x111, .released)
    bench.seat.button(0x110, .released)
    bench.seat.pointerFrame()
    bench.seat.leave(bench.surface)
    #expect(
      bench.taken() == "(moved@1 6.0,6.0) (left@1 6.0,6.0) [down A@1, moved A@1 6.0,6.0] [moved A@1 -900.5,4000.0] "
        + "[moved A@1 -900.5,4000.0, up A@1] (entered@1 -900.5,4000.0) (left@1 -900.5,4000.0)")
    let buttons = bench.sink.events.flatMap { event -> [UInt32] in
      if case .touches(let frame) = event { frame.samples.map(\.buttons) } else { [] }
    }
    #expect(buttons == [2, 3, 3, 1, 0])
  }

  @Test func `takes each event as a frame below version 5`() throws {
    // WPO-1
    let bench = try SeatBench(.usual.with(.wlSeat, 4))
    bench.seat.enterWithoutFrame(bench.surface, 5, 5)
    bench.seat.pointerMotion(6, 6)
    bench.seat.axis(0, 10)
    bench.seat.button(0x110, .pressed)
    bench.seat.button(0x110, .released)
    #expect(
      bench.taken()
        == "(entered@1 5.0,5.0) (moved@1 6.0,6.0) (wheel 0.0,10.0) (left@1 6.0,6.0) [down A@1] [up A@1] (entered@1 6.0,6.0)")
  }

  @Test func `sums scrolling by frame and axis`() throws {
    // WPO-5
    var bench = try SeatBench()
    bench.seat.enter(bench.surface, 5, 5)
    _ = bench.taken()
    bench.seat.axisSource(0)
    bench.seat.axisValue120(0, 60)
    bench.seat.axisValue120(0, 30)
    bench.seat.axis(0, 7.5)
    bench.seat.pointerFrame()
    bench.seat.axisSource(1)
    bench.seat.axis(1, 1.5)
    bench.seat.axis(0, 2)
    bench.seat.axis(0, 2)
    bench.seat.pointerFrame()
    bench.seat.axisSource(1)
    bench.seat.axisStop(0)
    bench.seat.axisStop(1)
    bench.seat.pointerFrame()
    bench.seat.axisSource(77)  // WCN-6: unknown source counts as a wheel, an unknown axis is none
    bench.seat.axis(9, 100)
    bench.seat.axis(0, 3)
    bench.seat.pointerFrame()
    #expect(bench.taken() == "(wheel 0.0,36.0 steps 0,90) (finger 1.5,4.0) (finger 0.0,0.0 stopped) (wheel 0.0,3.0)")

    bench = try SeatBench(.usual.with(.wlSeat, 7))
    bench.seat.enter(bench.surface, 5, 5)
    _ = bench.taken()
    bench.seat.axisSource(0)
    bench.seat.axisDiscrete(0, -2)
    bench.seat.axis(0, -20)
    bench.seat.pointerFrame()
    #expect(bench.taken() == "(wheel 0.0,-96.0 steps 0,-240)")
  }

  @Test func `sets the cursor with the serial of each enter, and hides it from a finger`() throws {
    // WPO-2, WTC-15, WCU-3
    let bench = try SeatBench()
    let kinds = ["cursor_shape_device", "pointer"]
    let before = bench.compositor.serial()
    bench.seat.enter(bench.surface, 5, 5)
    bench.seat.pointerMotion(6, 6)
    bench.seat.pointerFrame()
    bench.rig.turn()
    #expect(bench.compositor.takeTrace(of: kinds) == "cursor_shape_device#1.set_shape(\(before + 1),1)")
    bench.down(1)
    bench.down(2)
    bench.rig.turn()
    #expect(bench.compositor.takeTrace(of: kinds) == "pointer#1.set_cursor(\(before + 1),nil,0,0)")
    bench.seat.pointerMotion(7, 7)
    bench.seat.pointerMotion(8, 8)
    bench.seat.pointerFrame()
    bench.rig.turn()
    #expect(bench.compositor.takeTrace(of: kinds) == "cursor_shape_device#1.set_shape(\(before + 1),1)")
    bench.seat.leave(bench.surface)
    bench.down(3)
    bench.rig.turn()
    #expect(bench.compositor.takeTrace(of: kinds) == "")
  }

  @Test func `tolerates surfaces that are none`() throws {
    // WPO-2
    let bench = try SeatBench()
    bench.seat.enterNothing()
    bench.seat.pointerMotion(6, 6)
    bench.seat.button(0x110, .pressed)
    bench.seat.axis(0, 10)
    bench.seat.pointerFrame()
    bench.seat.leaveNothing()
    bench.seat.enter(bench.surface, 5, 5)
    bench.seat.leaveNothing()
    bench.seat.leaveNothing()
    #expect(bench.taken() == "(entered@1 5.0,5.0) (left@1 5.0,5.0)")
    #expect(bench.isWell)
  }

  @Test func `ends hover and its touch with the capability`() throws {
    // WPO-6
    let bench = try SeatBench()
    bench.seat.enter(bench.surface, 5, 5)
    _ = bench.taken()
    bench.seat.setCapabilities([.touch])
    #expect(bench.taken() == "(left@1 5.0,5.0)")
    bench.seat.setCapabilities([.pointer])
    bench.rig.turn()
    bench.seat.enter(bench.surface, 5, 5)
    bench.seat.button(0x110, .pressed)
    bench.seat.pointerFrame()
    _ = bench.taken()
    _ = bench.compositor.takeTrace()
    bench.seat.setCapabilities([])
    #expect(bench.taken() == "[cancelled A@1]")
    #expect(
      bench.compositor.takeTrace(of: ["pointer", "cursor_shape_device", "seat", "input_timestamps"])
        == "cursor_shape_device#2.destroy input_timestamps#4.destroy pointer#2.release")
  }

  @Test func `loses its touch with the leave, and with the window`() throws {
    // WPO-3, WTC-8, SC-4
    let bench = try SeatBench(windows: 2)
    bench.seat.enter(bench.surface, 5, 5)
    bench.seat.button(0x110, .pressed)
    bench.seat.pointerFrame()
    bench.seat.leave(bench.surface)
    bench.seat.button(0x110, .released)
    bench.seat.pointerFrame()
    #expect(bench.taken() == "(entered@1 5.0,5.0) (left@1 5.0,5.0) [down A@1] [cancelled A@1]")
    bench.seat.enter(bench.surface, 5, 5)
    bench.seat.button(0x110, .pressed)
    bench.seat.pointerFrame()
    _ = bench.taken()
    bench.seat.pointerMotion(7, 7)
    bench.seat.pointerFrame()
    bench.seat.button(0x110, .released)
    bench.seat.leave(bench.surface)
    bench.seat.enter(bench.surfaces[1], 1, 1)
    bench.close(0)
    #expect(bench.taken() == "[cancelled B@1] (entered@2 1.0,1.0)")
    #expect(bench.isWell)
  }

  @Test func `moves the window with the serial of its press`() throws {
    // WDE-3, WDE-4
    let bench = try SeatBench()
    bench.seat.enter(bench.surface, 5, 5)
    let before = bench.compositor.serial()
    bench.seat.button(0x110, .pressed)
    bench.seat.pointerFrame()
    _ = bench.taken()
    _ = bench.compositor.takeTrace()
    bench.windows[0].surface?.beginResize([.top, .left], with: ContactID(1))
    bench.seat.pointerMotion(7, 7)
    bench.seat.pointerFrame()
    #expect(bench.taken() == "[cancelled A@1]")
    #expect(bench.compositor.takeTrace(of: ["xdg_toplevel"]) == "xdg_toplevel#1.resize(seat#1,\(before + 1),5)")
  }

  @Test func `takes nanoseconds where they are offered`() throws {
    // WTS-3
    let bench = try SeatBench()
    bench.rig.advance(seconds: 2)
    bench.seat.enter(bench.surface, 5, 5)
    let now = UInt32(truncatingIfNeeded: bench.rig.now.nanoseconds / 1_000_000)
    bench.compositor.announce(seconds: now / 1000, nanoseconds: now % 1000 * 1_000_000 + 77)
    bench.seat.pointerMotion(6, 6, time: now)
    bench.seat.pointerFrame()
    bench.rig.advance(seconds: 0.001)
    #expect(bench.sink.events.last?.time.nanoseconds == Int64(now) * 1_000_000 + 77)
  }

  @Test func `that never ends its frame is told in parts, and none of it is lost (DLI-8, WPO-1)`() throws {
    let bench = try SeatBench()
    bench.seat.enter(bench.surface, 5, 5)
    bench.seat.pointerFrame()
    bench.rig.turn(2)
    let before = bench.sink.events.count
    for step in 1...(TouchFrameAssembler.mostPending + 100) {
      bench.seat.pointerMotion(Double(step % 30), 7)
      if step % 100 == 0 { bench.rig.turn() }
    }
    bench.rig.turn(2)
    #expect(bench.sink.events.count - before == TouchFrameAssembler.mostPending)
    bench.seat.pointerFrame()
    bench.rig.turn(2)
    #expect(bench.sink.events.count - before == TouchFrameAssembler.mostPending + 100)
  }
}
