import EaselGeometry
import EaselInputEvents
import EaselPlatform
import Testing

@testable import EaselFakeCompositor
@testable import EaselPlatformWayland

@Suite struct `Seats over the protocol` {
  /// A bench with a second seat that came later.
  private func twoSeats(windows: Int = 1) throws -> SeatBench {
    let bench = try SeatBench(windows: windows)
    bench.compositor.addGlobal(.wlSeat, version: 10)
    bench.rig.turn(4)
    _ = bench.compositor.takeTrace()
    return bench
  }

  @Test func `are apart from each other on one window`() throws {
    // WSE-1: own contacts though the ids are the same, own cancel, own pointer.
    let bench = try twoSeats()
    let (first, second) = (bench.compositor.seats[0], bench.compositor.seats[1])
    first.down(1, on: bench.surface, 1, 1)
    second.down(1, on: bench.surface, 2, 2)
    second.touchFrame()
    first.touchFrame()
    second.motion(1, 3, 3)
    second.touchFrame()
    first.touchCancel()
    second.enter(bench.surface, 5, 5)
    second.button(0x110, .pressed)
    second.pointerFrame()
    second.up(1)
    second.touchFrame()
    #expect(
      bench.taken()
        == "[down B@1] [down A@1] [moved B@1 3.0,3.0] [cancelled A@1] (entered@1 5.0,5.0) (left@1 5.0,5.0) [down C@1] [up B@1]")
    #expect(bench.isWell)
  }

  @Test func `have objects exactly while they announce them`() throws {
    // WSE-2: in any order; unknown bits are ignored; asking for what was never announced is fatal.
    let bench = try SeatBench()
    let kinds = ["seat", "touch", "pointer", "keyboard"]
    let steps: [WlSeatResource.Capability] = [
      [], [.keyboard], [.keyboard, .touch], [.keyboard, .touch], [.pointer], WlSeatResource.Capability(rawValue: 0xffff_fff8),
      [],
    ]
    var traces: [String] = []
    for step in steps {
      bench.seat.setCapabilities(step)
      bench.rig.turn(3)
      traces.append(bench.compositor.takeTrace(of: kinds))
    }
    #expect(
      traces == [
        "touch#1.release pointer#1.release keyboard#1.release", "seat#1.get_keyboard(keyboard#2)",
        "seat#1.get_touch(touch#2)", "", "touch#2.release seat#1.get_pointer(pointer#2) keyboard#2.release",
        "pointer#2.release", "",
      ])
    #expect(bench.take() == "")
    #expect(bench.isWell)
  }

  @Test func `of old versions are let go without a request`() throws {
    // WCN-5, WSE-2
    let bench = try SeatBench(.usual.with(.wlSeat, 1))
    bench.down(1)
    _ = bench.taken()
    bench.seat.setCapabilities([])
    #expect(bench.taken() == "[cancelled A@1]")
    // The compositor goes on speaking to objects that it does not know to be gone.
    bench.down(2)
    bench.seat.motion(1, 2, 2)
    bench.seat.enterWithoutFrame(bench.surface, 1, 1)
    bench.seat.focus(bench.surface)
    bench.seat.sendKeymap("x")
    bench.compositor.removeGlobals(.wlSeat)
    #expect(bench.taken() == "")
    #expect(bench.compositor.takeTrace(of: ["seat", "touch", "pointer", "keyboard"]) == "")
    #expect(bench.isWell)
  }

  @Test func `give keys to the window that each of them focuses`() throws {
    // WSE-3: a window has focus as long as one keyboard is on it.
    let bench = try twoSeats(windows: 2)
    let (first, second) = (bench.compositor.seats[0], bench.compositor.seats[1])
    _ = bench.windows.map { $0.takeHeard() }
    first.focus(bench.surfaces[0])
    second.focus(bench.surfaces[1])
    first.key(30, .pressed)
    second.key(30, .pressed)
    second.unfocus(bench.surfaces[1])
    second.focus(bench.surfaces[0])
    second.key(44, .pressed)
    first.unfocus(bench.surfaces[0])
    second.unfocus(bench.surfaces[0])
    #expect(
      bench.taken() == "<down 30@1 “a”> <down 30@2 “a”> <cancelled 30@2> <down 44@1 “z”> <cancelled 30@1> <cancelled 44@1>")
    #expect(bench.windows.map { $0.takeHeard() } == ["focus+ focus-", "focus+ focus-"])
  }

  @Test func `that go take everything with them, once`() throws {
    // WSE-4: touches, pointer and keys; the other seat stays.
    let bench = try twoSeats()
    let seat = bench.compositor.seats[0]
    seat.down(1, on: bench.surface, 1, 1)
    seat.down(2, on: bench.surface, 1, 1)
    seat.touchFrame()
    seat.enter(bench.surface, 5, 5)
    seat.button(0x110, .pressed)
    seat.pointerFrame()
    seat.focus(bench.surface)
    seat.key(30, .pressed)
    _ = bench.taken()
    _ = bench.compositor.takeTrace()
    bench.compositor.globals.first { $0.interface == .wlSeat }?.remove()
    // What is on its way to it is nobody's.
    seat.motion(1, 4, 4)
    seat.touchFrame()
    seat.key(44, .pressed)
    let words = bench.taken()
    let late = "[moved A@1 4.0,4.0] <down 44@1 “z”>"
    let end = "[cancelled A@1, cancelled B@1] [cancelled C@1] <cancelled 30@1>"
    #expect(words == end || words == late + " " + end, "\(words)")
    #expect(
      bench.compositor.takeTrace(of: ["touch", "pointer", "keyboard", "seat"])
        == "touch#1.release pointer#1.release keyboard#1.release seat#1.release")
    bench.compositor.seats[1].down(1, on: bench.surface, 1, 1)
    bench.compositor.seats[1].touchFrame()
    #expect(bench.taken() == "[down D@1]")
    #expect(bench.isWell)
  }

  @Test func `are followed up to sixteen`() throws {
    // DLI-6
    let bench = try SeatBench()
    for _ in 0..<30 { bench.compositor.addGlobal(.wlSeat, version: 10) }
    bench.rig.turn(2)
    #expect(bench.compositor.seats.count == 31)
    #expect(bench.compositor.seats.filter { !$0.touches.isEmpty }.count == 16)
    #expect(bench.rig.log.filter { $0.contains("seats are followed") }.count == 1)
    bench.compositor.removeGlobals(.wlSeat)
    bench.rig.turn(2)
    #expect(bench.isWell)
  }

  @Test func `remember what the user did last`() throws {
    // WTC-12
    let bench = try twoSeats()
    let (first, second) = (bench.compositor.seats[0], bench.compositor.seats[1])
    let seats = bench.list
    var serials: [UInt32?] = []
    var expected: [UInt32] = []
    let before = bench.compositor.serial()
    for (step, offset) in [
      ({ first.down(1, on: bench.surface, 1, 1) }, 1), ({ first.up(1) }, 1),
      ({ second.enter(bench.surface, 1, 1) }, 1), ({ second.button(0x110, .pressed) }, 4),
      ({ second.button(0x110, .released) }, 4), ({ second.focus(bench.surface) }, 4), ({ second.key(30, .pressed) }, 7),
      ({ second.key(30, .released) }, 7),
    ] as [(() -> Void, UInt32)] {
      step()
      bench.rig.turn(3)
      serials.append(seats?.newestSerial?.serial)
      expected.append(before + offset)
    }
    #expect(serials == expected)
  }
}
