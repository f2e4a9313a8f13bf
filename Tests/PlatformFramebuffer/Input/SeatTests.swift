internal import CEaselLibinput
import EaselGeometry
import EaselInputEvents
import EaselPlatform
import EaselPlatformLinux
import Glibc
import Testing

@testable import EaselPlatformFramebuffer

@Suite struct `The devices of a seat` {
  @Test func `are the seat's, or those of a list alone (LCX-1)`() throws {
    let devices = [FakeDevice.screen(), .mouse(), .keyboard()]
    let all = try InputBench(devices[0], devices[1], devices[2])
    #expect(all.fake.seatName == "seat0" && all.fake.paths == [] && all.seat?.devices.count == 3)
    let list = ["/dev/input/event1", "/dev/input/event9"]
    let some = try InputBench(devices[0], devices[1], devices[2], list: list)
    #expect(some.fake.seatName == nil && some.fake.paths == list && some.seat?.devices.map(\.node) == ["/dev/input/event1"])
  }

  @Test func `may be none, and come later (LCX-3, WKB-10)`() throws {
    let bench = try InputBench()
    #expect(bench.messages.count == 1 && bench.messages[0].contains("0 input devices found, 0 refused, 0 ignored"))
    let screen = FakeDevice.screen()
    bench.fake.plug(screen)
    bench.fake.play(bench.down(0, 1, 2, screen), bench.frame(screen))
    #expect(bench.taken() == "[down A 1,2]")
  }

  @Test func `are counted in one message, with what was refused and why (LCX-2, LCX-3, FRM-5)`() throws {
    let lid = FakeDevice("event9", [LIBINPUT_DEVICE_CAP_SWITCH], name: "Lid\u{1b}[2J\u{202e}")
    let screen = FakeDevice.screen()
    let bench = try InputBench(screen, .mouse(), lid) { $0.opener.refusals["/dev/input/event2"] = EACCES }
    #expect(bench.messages.count == 1 && bench.messages[0].hasPrefix("warning: 1 input device found, 1 refused, 1 ignored."))
    #expect(bench.messages[0].contains("/dev/input/event2"))
    let report = bench.seat?.report
    #expect(report?.refusals == [.init(node: "/dev/input/event2", code: EACCES)])
    #expect(report?.ignored == [.init(node: "/dev/input/event9", name: "Lid\\u{1b}[2J\\u{202e}")])  // LTM-4
    #expect(report?.devices.map(\.name) == ["Screen"] && report?.devices[0].calibration == [1, 0, 0, 0, 1, 0])
  }

  @Test func `that were refused are tried once more when nothing is down (LCX-7)`() throws {
    let screen = FakeDevice.screen()
    let mouse = FakeDevice.mouse()
    let bench = try InputBench(screen, mouse) { $0.opener.refusals[mouse.node] = EACCES }
    bench.fake.play(bench.down(0, 1, 1, screen), bench.frame(screen))
    _ = bench.taken()
    bench.opener.refusals = [:]
    #expect(bench.taken(after: 1000) == "" && bench.seat?.devices.count == 1)  // a finger is down
    bench.fake.play(bench.up(0, screen), bench.frame(screen))
    _ = bench.taken()
    _ = bench.taken(after: 1000)
    #expect(bench.seat?.devices.count == 2 && bench.messages.last?.hasPrefix("info: 2 input devices found, 0 refused") == true)
    #expect(bench.loop.nextDeadline == nil)
  }

  @Test func `cannot be had without the library's context, and say what to do`() throws {
    #expect(throws: BackendError.self) { try InputBench { $0.fake.hasContext = false } }
    #expect(throws: BackendError.self) { try InputBench(list: []) { $0.fake.hasContext = false } }
    let error = try #require(throws: BackendError.self) { try InputBench { $0.fake.assignResult = -1 } }
    #expect(error.description.contains("seat0") && error.description.contains("/run/udev"))
  }

  @Test func `that cannot be read are told once`() throws {
    let bench = try InputBench(.screen()) { $0.fake.dispatchResult = -EIO }
    bench.fake.play()
    _ = bench.taken()
    bench.fake.play()
    _ = bench.taken()
    #expect(bench.messages.filter { $0.contains("cannot be read") }.count == 1)
  }

  @Test func `are closed as often as they were opened, over a hundred hot-plugs with fingers down (LCX-5, LDV-2, LDV-5)`()
    throws
  {
    let bench = try InputBench()
    for _ in 0..<100 {
      let screen = FakeDevice.screen()
      bench.fake.plug(screen)
      bench.fake.play(bench.down(0, 1, 1, screen), bench.frame(screen))
      #expect(bench.taken().hasPrefix("[down"))
      bench.fake.unplug(screen)
      #expect(bench.taken().hasPrefix("[cancelled"))
      #expect(screen.references == 0)
    }
    #expect(bench.opener.openCount == 0 && bench.fake.eventsAlive == 0)
  }

  @Test func `of which one goes end what it held once, also if the library ended it before (LDV-2, SC-3)`() throws {
    let screen = FakeDevice.screen()
    let bench = try InputBench(screen)
    bench.fake.play(bench.down(0, 1, 1, screen), bench.down(1, 2, 2, screen), bench.frame(screen))
    _ = bench.taken()
    bench.fake.play(bench.cancel(0, screen), bench.frame(screen))
    bench.fake.unplug(screen)
    #expect(bench.taken() == "[cancelled A] [cancelled B]")
  }

  @Test func `rest while the session is elsewhere (LCX-6, SC-5, SC-13)`() throws {
    let screen = FakeDevice.screen()
    let mouse = FakeDevice.mouse()
    let bench = try InputBench(screen, mouse)
    bench.fake.play(bench.down(0, 1, 1, screen), bench.frame(screen), bench.move(1, 0, mouse), bench.button(0x110, true, mouse))
    _ = bench.taken()
    bench.seat?.pause()
    #expect(bench.taken() == "^hidden [cancelled A] [cancelled B pointer b1]")
    #expect(bench.opener.openCount == 0 && bench.seat?.devices.count == 0)
    bench.seat?.pause()
    bench.seat?.resume()
    #expect(bench.opener.openCount == 2 && bench.seat?.devices.count == 2)
    // A finger that rested meanwhile is unknown to the library's new device, and to us (LTC-7).
    bench.fake.play(bench.motion(0, 5, 5, screen), bench.frame(screen), bench.up(0, screen), bench.frame(screen))
    bench.fake.play(bench.down(0, 9, 9, screen), bench.frame(screen))
    #expect(bench.taken() == "[down C 9,9]")
  }

  @Test func `are read into memory while work goes on, and told afterwards (LCX-8, WEL-6)`() throws {
    let screen = FakeDevice.screen()
    let bench = try InputBench(screen)
    bench.fake.play(bench.down(0, 1, 1, screen), bench.frame(screen))
    bench.loop.drainInput()
    #expect(bench.events.isEmpty)
    bench.fake.play(bench.up(0, screen), bench.frame(screen))
    bench.loop.drainInput()
    #expect(bench.taken() == "[down A 1,1] [up A]")
  }

  @Test func `are told before timers that fell due meanwhile (LCX-8)`() throws {
    let screen = FakeDevice.screen()
    let bench = try InputBench(screen)
    var countAtTimer = -1
    let timer = bench.loop.makeTimer { _ in countAtTimer = bench.events.count }
    timer.arm(at: bench.loop.now)
    bench.fake.play(bench.down(0, 1, 1, screen), bench.frame(screen))
    _ = bench.taken()
    #expect(countAtTimer == 1)
  }

  @Test func `may be given back from inside an event`() throws {
    let screen = FakeDevice.screen()
    let bench = try InputBench(screen)
    bench.onReceive = { [unowned bench] _ in bench.seat?.close() }
    bench.fake.play(bench.down(0, 1, 1, screen), bench.frame(screen), bench.motion(0, 2, 2, screen), bench.frame(screen))
    #expect(bench.taken() == "[down A 1,1] [cancelled A]")
    #expect(bench.fake.isGone && bench.opener.openCount == 0 && screen.references == 0)
    bench.seat?.close()
    bench.end()
  }

  @Test func `keep the order of arrival, and times do not step back (LTM-1)`() throws {
    let screens = [FakeDevice.screen("event0"), .screen("event1")]
    let bench = try InputBench(screens[0], screens[1])
    bench.advance(10)
    bench.fake.play(bench.down(0, 1, 1, screens[0]), bench.frame(screens[0]))
    bench.advance(-4)
    bench.fake.play(bench.down(1, 1, 1, screens[1]), bench.frame(screens[1]))
    bench.fake.play(FakeEvent(LIBINPUT_EVENT_KEYBOARD_KEY, screens[0], at: .max))
    #expect(bench.taken(after: 4) == "[down A 1,1] [down B 1,1]")
    #expect(bench.events.map(\.time) == [Timestamp(milliseconds: 1010), Timestamp(milliseconds: 1010)])
  }

  @Test func `are late by what the clock says (LTM-2)`() throws {
    let screen = FakeDevice.screen()
    let bench = try InputBench(screen)
    bench.fake.play(bench.down(0, 1, 1, screen), bench.frame(screen))
    _ = bench.taken(after: 8)
    let lateness = try #require(bench.seat?.lateness)
    #expect(lateness.count == 2 && abs((lateness.percentile(0.99) ?? 0) - 0.008) < 0.002)
  }

  @Test func `are named with what seems wrong with them (LCO-7)`() {
    let axis = InputReport.Axis(minimum: 0, maximum: 1000, resolution: 0)
    var device = InputReport.Device(name: "Screen", node: "/dev/input/event0", roles: .touch)
    #expect(device.problems(panel: PixelSize(width: 480, height: 800), screen: nil) == [])
    device.across = InputReport.Axis(minimum: -5, maximum: 799, resolution: 4)
    device.down = axis
    device.size = Size(width: 200, height: 120)
    let problems = device.problems(panel: PixelSize(width: 480, height: 800), screen: nil)
    #expect(problems.count == 3 && problems[0].contains("-5, 0") && problems[2].contains("0 1 0 1 0 0"))
    #expect(device.problems(panel: PixelSize(width: 800, height: 480), screen: nil).count == 2)
  }
}

@Suite struct `The library's messages` {
  @Test func `are data and never a format, of bounded length, with control characters shown (LTM-4)`() throws {
    let bench = try InputBench(.screen())
    bench.fake.say(LIBINPUT_LOG_PRIORITY_ERROR, "%s: %d\n", texts: ["%n%s\u{1b}[31m"], 5)
    #expect(bench.messages.last == "warning: libinput: %n%s\\u{1b}[31m: 5")
    bench.fake.say(LIBINPUT_LOG_PRIORITY_ERROR, "%s", texts: [String(repeating: "x", count: 5000)])
    #expect((bench.messages.last?.count ?? 0) < 600)
  }

  @Test func `of late reading are for those who look for a fault (LTM-2)`() throws {
    let bench = try InputBench(.screen())
    let before = bench.messages.count
    bench.fake.say(LIBINPUT_LOG_PRIORITY_ERROR, "event processing lagging behind by %dms, your system is too slow\n", 25)
    bench.fake.say(LIBINPUT_LOG_PRIORITY_INFO, "is tagged by udev as: Mouse\n")
    #expect(bench.messages.count == before)
  }

  @Test func `pass ten times a minute (DSE-13)`() throws {
    let bench = try InputBench(.screen())
    let before = bench.messages.count
    for number in 0..<30 { bench.fake.say(LIBINPUT_LOG_PRIORITY_ERROR, "slot %d is odd\n", number) }
    bench.fake.say(LIBINPUT_LOG_PRIORITY_ERROR, "another\n")
    #expect(bench.messages.count == before + 11 && bench.messages[before + 9].contains("left out"))
    bench.advance(60_000)
    bench.fake.say(LIBINPUT_LOG_PRIORITY_ERROR, "slot %d is odd\n", 1)
    #expect(bench.messages.last == "warning: libinput: slot 1 is odd")
  }
}
