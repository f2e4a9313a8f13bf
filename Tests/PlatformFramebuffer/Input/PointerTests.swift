internal import CEaselLibinput
import EaselGeometry
import EaselInputEvents
import EaselPlatform
import Testing

@testable import EaselPlatformFramebuffer

private let left: UInt32 = 0x110
private let right: UInt32 = 0x111

@Suite struct `A pointer without a compositor` {
  @Test func `moves a cursor that stays on the screen (LPT-1)`() throws {
    let mouse = FakeDevice.mouse()
    let bench = try InputBench(mouse)
    #expect(bench.taken() == "")  // hidden until it moves
    bench.fake.play(bench.move(5, -7.5, mouse), bench.move(0, 0, mouse), bench.move(-1000, 0, mouse), bench.move(-3, 0, mouse))
    #expect(bench.taken() == "^245,392.5 (entered 245,392.5) ^0,392.5 (moved 0,392.5)")
    bench.fake.play(bench.place(0.5, 0.25, mouse))
    #expect(bench.taken() == "^240,200 (moved 240,200)")
  }

  @Test func `hides the cursor when a finger touches, until it moves (LPT-1, WTC-15)`() throws {
    let mouse = FakeDevice.mouse()
    let screen = FakeDevice.screen()
    let bench = try InputBench(mouse, screen)
    bench.fake.play(
      bench.move(1, 0, mouse), bench.down(0, 1, 1, screen), bench.frame(screen), bench.up(0, screen), bench.frame(screen))
    bench.fake.play(bench.down(0, 1, 1, screen), bench.frame(screen), bench.move(1, 0, mouse))
    #expect(bench.taken() == "^241,400 (entered 241,400) ^hidden [down A 1,1] [up A] [down B 1,1] ^242,400 (moved 242,400)")
  }

  @Test func `scrolls by the new events alone (LPT-2, WPO-5)`() throws {
    let mouse = FakeDevice.mouse()
    let bench = try InputBench(mouse)
    bench.fake.play(bench.scroll(LIBINPUT_EVENT_POINTER_AXIS, mouse, [0: (15, 120)]))
    bench.fake.play(bench.scroll(LIBINPUT_EVENT_POINTER_SCROLL_WHEEL, mouse, [0: (15, 120)]))
    bench.fake.play(bench.scroll(LIBINPUT_EVENT_POINTER_SCROLL_WHEEL, mouse, [1: (-7.5, -60)]))
    bench.fake.play(bench.scroll(LIBINPUT_EVENT_POINTER_SCROLL_FINGER, mouse, [0: (3.5, 0), 1: (-2, 0)]))
    bench.fake.play(bench.scroll(LIBINPUT_EVENT_POINTER_SCROLL_FINGER, mouse, [0: (0, 0)]))
    bench.fake.play(bench.scroll(LIBINPUT_EVENT_POINTER_SCROLL_FINGER, mouse, [1: (0, 0)]))
    bench.fake.play(bench.scroll(LIBINPUT_EVENT_POINTER_SCROLL_CONTINUOUS, mouse, [0: (4, 0)]))
    #expect(
      bench.taken()
        == "(entered 240,400) (wheel 0,48 steps 0,120) (wheel -24,0 steps -60,0) (finger -2,3.5) (finger 0,0 stopped) (continuous 0,4)"
    )
    #expect(bench.fake.misuses == [])
  }

  @Test func `counts a button from its first press to its last release (LPT-3)`() throws {
    let mice = [FakeDevice.mouse("event2"), .mouse("event6")]
    let bench = try InputBench(mice[0], mice[1])
    bench.fake.play(bench.button(left, true, mice[0]), bench.button(left, true, mice[1]), bench.button(left, false, mice[0]))
    #expect(bench.taken() == "(entered 240,400) (left 240,400) [down A 240,400 pointer b1]")
    bench.fake.play(bench.button(right, true, mice[0]), bench.button(left, false, mice[1]), bench.button(right, false, mice[0]))
    #expect(bench.taken() == "[moved A 240,400 pointer b3] [moved A 240,400 pointer b2] [up A pointer] (entered 240,400)")
  }

  @Test func `that is unplugged cancels what it held (LDV-2)`() throws {
    let mice = [FakeDevice.mouse("event2"), .mouse("event6")]
    let bench = try InputBench(mice[0], mice[1])
    bench.fake.play(bench.button(left, true, mice[0]))
    _ = bench.taken()
    bench.fake.unplug(mice[0])
    #expect(bench.taken() == "[cancelled A pointer b1]")
    bench.fake.play(bench.move(1, 0, mice[1]))
    #expect(bench.taken() == "^241,400 (entered 241,400)")
    bench.fake.unplug(mice[1])  // the last one takes the cursor along
    #expect(bench.taken() == "^hidden (left 241,400)")
  }

  @Test func `that is pulled out cancels what the kernel lets go before (LDV-2)`() throws {
    for isRefused in [false, true] {
      let mouse = FakeDevice.mouse()
      let bench = try InputBench(mouse)
      bench.nodes.refuses = isRefused
      bench.fake.play(bench.button(left, true, mouse), bench.button(left, false, mouse))
      #expect(bench.taken().contains("[up A pointer]"))
      bench.fake.play(bench.button(left, true, mouse), bench.button(right, true, mouse))
      bench.fake.play(bench.button(right, false, mouse))
      _ = bench.taken()
      #expect(bench.nodes.openCount == (isRefused ? 0 : 1))
      // Who may not open the node knows a device that is gone by now, and no other.
      if isRefused { bench.nodes.isGone = true } else { bench.nodes.isGoing = true }
      bench.fake.play(bench.button(left, false, mouse))
      #expect(bench.taken() == "[cancelled B pointer b1]")
      bench.fake.unplug(mouse)
      #expect(!bench.taken().contains("B") && bench.nodes.openCount == 0)
    }
  }

  @Test func `makes gestures of a touchpad, where the pointer is (LPT-5, WPG-1, WPG-2)`() throws {
    let pad = FakeDevice.touchpad()
    let bench = try InputBench(pad)
    bench.fake.play(bench.gesture(LIBINPUT_EVENT_GESTURE_PINCH_BEGIN, pad) { $0.fingers = 2 })
    for scale in [1.5, 2] {
      bench.fake.play(
        bench.gesture(LIBINPUT_EVENT_GESTURE_PINCH_UPDATE, pad) { event in
          (event.scale, event.angle, event.dx) = (scale, 10, 3)
        })
    }
    bench.fake.play(bench.gesture(LIBINPUT_EVENT_GESTURE_PINCH_END, pad) { $0.isCancelled = true })
    bench.fake.play(
      bench.gesture(LIBINPUT_EVENT_GESTURE_SWIPE_BEGIN, pad),
      bench.gesture(LIBINPUT_EVENT_GESTURE_SWIPE_UPDATE, pad) { $0.dy = -4 })
    bench.fake.play(bench.gesture(LIBINPUT_EVENT_GESTURE_SWIPE_END, pad), bench.gesture(LIBINPUT_EVENT_GESTURE_HOLD_BEGIN, pad))
    #expect(
      bench.taken()
        == """
        (entered 240,400) {pinch began 2 by 0,0 ×1 0°} {pinch changed 2 by 3,0 ×1.5 10°} {pinch changed 2 by 3,0 ×2 20°} \
        {pinch cancelled 2 by 0,0 ×2 20°} {swipe began 3 by 0,0 ×1 0°} {swipe changed 3 by 0,-4 ×1 0°} {swipe ended 3 by 0,0 ×1 0°} \
        {hold began 3 by 0,0 ×1 0°}
        """)
    bench.fake.unplug(pad)
    #expect(bench.taken().hasPrefix("{hold cancelled 3 by 0,0 ×1 0°}"))
  }

  @Test func `never touches, as touchpads do not either (LDV-1, LPT-4)`() throws {
    let pad = FakeDevice.touchpad()
    let bench = try InputBench(pad)
    // A tap is a button of the library's, debounced and timed by it.
    bench.fake.play(bench.button(left, true, pad), bench.button(left, false, pad))
    _ = bench.taken()
    #expect(
      bench.events.allSatisfy { if case .touches(let frame) = $0 { frame.samples[0].kind == .indirectPointer } else { true } })
    #expect(pad.hasTap && pad.isNatural)  // LDV-3
    bench.seat?.pointerSettings = PointerSettings(tapsClick: false, scrollsContent: false)
    #expect(!pad.hasTap && !pad.isNatural)
  }
}
