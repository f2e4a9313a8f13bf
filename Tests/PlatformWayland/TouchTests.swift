import EaselGeometry
import EaselInputEvents
import EaselPlatform
import Testing

@testable import EaselFakeCompositor
@testable import EaselPlatformWayland

@Suite struct `Touch over the protocol` {
  /// Plays steps with a turn after each, and writes what each turn delivered.
  private func play(_ bench: SeatBench, _ steps: [(SeatBench) -> Void]) -> [String] {
    steps.map { step in
      step(bench)
      return bench.taken()
    }
  }

  @Test func `follows the scenarios SCT-1 to SCT-4`() throws {
    var bench = try SeatBench()
    var trace = play(
      bench,
      [
        { $0.seat.down(1, on: $0.surface, 1, 1) },
        {
          $0.seat.down(2, on: $0.surface, 2, 2)
          $0.seat.touchFrame()
        },
      ])
    #expect(trace == ["", "[down A@1, down B@1]"])  // SCT-1, WTC-1

    bench = try SeatBench()
    trace = play(
      bench,
      [
        { $0.down(1) }, { $0.seat.touchCancel() },
        {
          $0.seat.motion(1, 5, 5)
          $0.seat.touchFrame()
          $0.seat.up(1)
          $0.seat.touchFrame()
        },
        { $0.down(1) },
      ])
    #expect(trace == ["[down A@1]", "[cancelled A@1]", "", "[down B@1]"])  // SCT-2, WTC-6, SC-1

    bench = try SeatBench()
    #expect(play(bench, [{ $0.down(1) }, { $0.seat.up(1) }]) == ["[down A@1]", "[up A@1]"])  // SCT-3, WTC-5

    bench = try SeatBench()
    trace = play(
      bench,
      [
        {
          $0.seat.down(1, on: $0.surface, 1, 1)
          $0.seat.down(2, on: $0.surface, 1, 1)
          $0.seat.touchFrame()
        }, { $0.seat.up(1) },
        {
          $0.seat.motion(2, 7, 7)
          $0.seat.touchFrame()
        },
      ])
    #expect(trace == ["[down A@1, down B@1]", "", "[up A@1, moved B@1 7.0,7.0]"])  // SCT-4
  }

  @Test func `tells a finger that comes back later from the last one's up without a frame (WTC-5)`() throws {
    for (time, expected) in [(8, "[up A@1] [down B@1]"), (0, "[up A@1, down B@1]")] as [(UInt32, String)] {
      let bench = try SeatBench()
      let trace = play(
        bench,
        [
          { $0.down(1) },
          {
            $0.seat.up(1)
            $0.seat.down(1, on: $0.surface, 1, 1, time: time)
            $0.seat.touchFrame()
          },
        ])
      #expect(trace == ["[down A@1]", expected])
    }
  }

  @Test func `follows the scenarios SCT-5 to SCT-7`() throws {
    var bench = try SeatBench()
    var trace = play(
      bench,
      [
        { $0.down(1) }, { $0.close(0) },
        {
          $0.seat.motion(1, 5, 5)
          $0.seat.touchFrame()
          $0.seat.up(1)
          $0.seat.touchFrame()
        },
      ])
    #expect(trace == ["[down A@1]", "[cancelled A@1]", ""])  // SCT-5, WTC-8, SC-4

    bench = try SeatBench()
    trace = play(
      bench,
      [
        {
          $0.seat.downOnNothing(1)
          $0.seat.touchFrame()
          $0.seat.motion(1, 5, 5)
          $0.seat.touchFrame()
          $0.seat.up(1)
          $0.seat.touchFrame()
        }, { $0.down(1) },
      ])
    #expect(trace == ["", "[down A@1]"])  // SCT-6, WTC-7
    #expect(bench.isWell)

    bench = try SeatBench(windows: 2)
    trace = play(
      bench,
      [
        {
          $0.seat.down(7, on: $0.surfaces[0], 1, 1)
          $0.seat.down(9, on: $0.surfaces[1], 1, 1)
          $0.seat.touchFrame()
        }, { $0.seat.touchCancel() },
      ])
    #expect(trace == ["[down A@1, down B@2]", "[cancelled A@1, cancelled B@2]"])  // SCT-7; windows get their own parts by TD-3
  }

  @Test func `follows the scenarios SCT-8 and SCT-9`() throws {
    var bench = try SeatBench()
    #expect(play(bench, [{ $0.down(3) }, { $0.down(3) }]) == ["[down A@1]", "[cancelled A@1, down B@1]"])  // SCT-8, WTC-3

    bench = try SeatBench()
    let trace = play(
      bench,
      [
        {
          $0.seat.motion(5, 1, 1)
          $0.seat.touchFrame()
          $0.seat.up(5)
          $0.seat.touchFrame()
          $0.seat.shape(5, major: 4, minor: 4)
          $0.seat.orientation(5, degrees: 3)
          $0.seat.touchFrame()
          $0.seat.touchFrame()
          $0.seat.touchCancel()
        }
      ])
    #expect(trace == [""])  // SCT-9, WTC-4, WTC-14: unknown ids, frames without events
    #expect(bench.rig.log.allSatisfy { $0.hasPrefix("debug") || $0.contains("cursor") }, "\(bench.rig.log)")
  }

  @Test func `follows the scenarios SCT-10 to SCT-13`() throws {
    let bench = try SeatBench()
    var trace = play(
      bench,
      [
        {
          for id in [1, 2, 3] as [Int32] { $0.seat.down(id, on: $0.surface, 1, 1) }
          $0.seat.touchFrame()
        }, { $0.seat.setCapabilities([.pointer, .keyboard]) },
      ])
    #expect(trace == ["[down A@1, down B@1, down C@1]", "[cancelled A@1, cancelled B@1, cancelled C@1]"])  // SCT-10, SC-3
    #expect(bench.compositor.takeTrace(of: ["touch", "seat"]) == "touch#1.release")
    // What was sent to the old object before the release arrived is nobody's (WTC-13).
    bench.seat.setCapabilities([.touch])
    #expect(bench.taken() == "")
    #expect(bench.compositor.takeTrace(of: ["touch", "seat"]) == "seat#1.get_touch(touch#2)")
    bench.down(1)
    #expect(bench.taken() == "[down D@1]")

    // SCT-11, WTS-1, WTS-4: the clock stands at about a second, so that these times are its own.
    let timed = try SeatBench()
    let now = UInt32(truncatingIfNeeded: timed.rig.now.nanoseconds / 1_000_000)
    timed.seat.down(1, on: timed.surface, 1, 1, time: now &- 8)
    timed.seat.touchFrame()
    for (x, time) in [(2, now &- 10), (3, now &- 8), (4, now &- 2)] as [(Double, UInt32)] {
      timed.seat.motion(1, x, 1, time: time)
      timed.seat.touchFrame()
    }
    _ = timed.taken()
    #expect(timed.sink.events.map { Int64(now) - $0.time.nanoseconds / 1_000_000 } == [8, 8, 8, 2])

    trace = play(
      try SeatBench(size: Size(400, 800)),
      [
        { $0.down(1) },
        {
          $0.seat.motion(1, -3.5, 801.25)
          $0.seat.touchFrame()
        },
        {
          $0.seat.motion(1, 4, 4)
          $0.seat.shape(1, major: 40, minor: 24)
          $0.seat.orientation(1, degrees: -90)
          $0.seat.touchFrame()
        },
        {
          $0.seat.motion(1, 5, 5)
          $0.seat.touchFrame()
        },
      ])
    #expect(
      trace == [
        "[down A@1]", "[moved A@1 -3.5,801.25]",  // SCT-12, WTC-9
        "[moved A@1 4.0,4.0 r20.0 o-90.0]", "[moved A@1 5.0,5.0 r20.0 o-90.0]",  // SCT-13, WTC-10
      ])
  }

  @Test func `measures from the content's corner, not from the margin's`() throws {
    // CO-13, WDE-2: with a decoration of our own the surface begins before the content.
    let bench = try SeatBench(decorated: true)
    bench.down(1, 30.25, 40)
    _ = bench.taken()
    guard case .touches(let frame) = bench.sink.events.last else {
      Issue.record("No touch.")
      return
    }
    #expect(frame.samples[0].position == Point(14.25, 24))
  }

  @Test func `survives a window that vanishes at any point of a touch`() throws {
    // WTC-8: destroyed in each of down, motion, frame, up; then move and lift.
    for moment in 0..<6 {
      let bench = try SeatBench(windows: 2)
      let steps: [() -> Void] = [
        { bench.seat.down(1, on: bench.surface, 1, 1) }, { bench.seat.touchFrame() }, { bench.seat.motion(1, 5, 5) },
        { bench.seat.touchFrame() }, { bench.seat.up(1) }, { bench.seat.touchFrame() },
      ]
      for step in steps[...moment] { step() }
      bench.rig.turn()
      // The rest is on its way when the window closes.
      for step in steps[(moment + 1)...] { step() }
      bench.seat.motion(1, 6, 6)
      bench.seat.up(1)
      bench.seat.touchFrame()
      bench.close(0)
      bench.rig.turn()
      let words = bench.take()
      let began = words.contains("down A@1")
      #expect(words.contains("cancelled A@1") || words.contains("up A@1") == began, "\(moment): \(words)")
      #expect(words.components("A@1").ends == (began ? 1 : 0), "\(moment): \(words)")
      bench.seat.down(1, on: bench.surfaces[1], 1, 1)
      bench.seat.touchFrame()
      #expect(bench.taken().hasPrefix("[down"))
      #expect(bench.isWell)
    }
  }

  @Test func `lets a handler close the window from inside the delivery`() throws {
    // WTC-8, SC-4: what the handler causes follows in order.
    let bench = try SeatBench(windows: 2)
    bench.sink.onReceive = { event in
      guard case .touches(let frame) = event, frame.samples[0].phase == .moved, frame.samples[0].surface.value == 1 else {
        return
      }
      bench.close(0)
      bench.sink.words.append("closed")
    }
    bench.seat.down(1, on: bench.surface, 1, 1)
    bench.seat.down(2, on: bench.surfaces[1], 1, 1)
    bench.seat.touchFrame()
    bench.seat.motion(1, 5, 5)
    bench.seat.touchFrame()
    bench.seat.motion(1, 6, 6)
    bench.seat.motion(2, 6, 6)
    bench.seat.touchFrame()
    #expect(bench.taken() == "[down A@1, down B@2] [moved A@1 5.0,5.0] closed [cancelled A@1] [moved B@2 6.0,6.0]")
    bench.sink.onReceive = nil
  }

  @Test func `hands a contact to the compositor with the serial of its own down`() throws {
    // WDE-3, WDE-4, WTC-12
    let bench = try SeatBench()
    let before = bench.compositor.serial()
    bench.down(1)
    bench.down(2)
    _ = bench.taken()
    guard case .touches(let frame) = bench.sink.events.first else {
      Issue.record("No touch.")
      return
    }
    bench.windows[0].surface?.beginMove(with: frame.samples[0].contact)
    #expect(bench.taken() == "[cancelled A@1]")
    #expect(bench.compositor.takeTrace(of: ["xdg_toplevel"]) == "xdg_toplevel#1.move(seat#1,\(before + 1))")
    bench.seat.motion(1, 9, 9)
    bench.seat.up(1)
    bench.seat.motion(2, 8, 8)
    bench.seat.touchFrame()
    #expect(bench.taken() == "[moved B@1 8.0,8.0]")
    bench.windows[0].surface?.beginMove(with: frame.samples[0].contact)
    #expect(bench.taken() == "")
    #expect(bench.compositor.takeTrace(of: ["xdg_toplevel"]) == "")
  }

  @Test func `takes nanoseconds where they are offered`() throws {
    // WTS-3
    let bench = try SeatBench()
    bench.rig.advance(seconds: 2)
    let now = UInt32(truncatingIfNeeded: bench.rig.now.nanoseconds / 1_000_000)
    bench.compositor.announce(seconds: now / 1000, nanoseconds: now % 1000 * 1_000_000 + 123_456)
    bench.seat.down(1, on: bench.surface, 1, 1, time: now)
    bench.seat.touchFrame()
    bench.rig.advance(seconds: 0.01)
    bench.compositor.announce(seconds: 77, nanoseconds: 5)
    bench.seat.motion(1, 2, 2, time: now + 4)
    bench.seat.touchFrame()
    bench.rig.turn()
    #expect(
      bench.sink.events.map(\.time.nanoseconds) == [Int64(now) * 1_000_000 + 123_456, Int64(now + 4) * 1_000_000])
  }

  @Test func `gives a cancel the time of the newest input, not that of its arrival`() throws {
    // WTS-5: two clocks never mix; an arrival is a type of its own, `Arrival`.
    let bench = try SeatBench()
    let now = UInt32(truncatingIfNeeded: bench.rig.now.nanoseconds / 1_000_000)
    bench.seat.down(1, on: bench.surface, 1, 1, time: now - 3)
    bench.seat.touchFrame()
    _ = bench.taken()
    bench.seat.touchCancel()
    _ = bench.taken(after: 5000)
    #expect(
      bench.sink.events.map(\.time) == [Timestamp(milliseconds: Int64(now - 3)), Timestamp(milliseconds: Int64(now - 3))])
  }

  @Test func `keeps forty fingers apart`() throws {
    // WTC-11
    let bench = try SeatBench()
    for id in 0..<40 as Range<Int32> { bench.seat.down(id * 7 - 50, on: bench.surface, Double(id), 1) }
    bench.seat.touchFrame()
    for id in 0..<40 as Range<Int32> { bench.seat.up(id * 7 - 50) }
    bench.seat.touchFrame()
    bench.rig.turn()
    let frames = bench.sink.events.compactMap { event -> [TouchSample]? in
      if case .touches(let frame) = event { frame.samples } else { nil }
    }
    #expect(frames.map(\.count) == [40, 40])
    #expect(frames[0].map(\.contact) == frames[1].map(\.contact) && Set(frames[0].map(\.contact)).count == 40)
  }

  @Test func `survives numbers at the edge of what the wire can carry`() throws {
    // Bad input: huge coordinates; NaN cannot be sent.
    let bench = try SeatBench()
    bench.seat.downAtTheEdgeOfNumbers(1, on: bench.surface)
    bench.seat.touchFrame()
    bench.seat.down(.min, on: bench.surface, 1, 1, time: .max)
    bench.seat.motionAtTheEdgeOfNumbers(.min)
    bench.seat.shape(.min, major: -8_388_608, minor: -8_388_608)
    bench.seat.orientation(.min, degrees: 8_388_607)
    bench.seat.touchFrame()
    bench.seat.up(.min)
    bench.seat.touchFrame()
    #expect(bench.taken() == "[down A@1] [up A@1]")
    #expect(bench.isWell)
  }

  @Test func `cancels everything with the connection`() throws {
    // WER-2, section 6: no contact lives when its connection is gone.
    let bench = try SeatBench()
    var lost = 0
    bench.rig.backend.onDisplayLost = { _ in lost += 1 }
    bench.down(1)
    bench.seat.enter(bench.surface, 5, 5)
    bench.seat.button(0x110, .pressed)
    bench.seat.pointerFrame()
    bench.seat.focus(bench.surface)
    bench.seat.key(30, .pressed)
    _ = bench.taken()
    bench.compositor.kill()
    bench.rig.turn(2)
    #expect(bench.take() == "[cancelled A@1] [cancelled B@1] <cancelled 30@1>")
    #expect(lost == 1)
  }

  @Test func `that never ends its frame is told in parts, and none of it is lost (DLI-8, WTC-1)`() throws {
    let bench = try SeatBench()
    let count = TouchFrameAssembler.mostPending * 2 + 100
    bench.seat.down(1, on: bench.surface, 0, 0)
    for step in 1..<count {
      bench.seat.motion(1, Double(step % 200), 5)
      if step % 100 == 0 { bench.rig.turn() }
    }
    bench.rig.turn(2)
    func sizes() -> [Int] {
      bench.sink.events.map { event in
        guard case .touches(let frame) = event else { return 0 }
        return frame.samples.count
      }
    }
    #expect(sizes() == [TouchFrameAssembler.mostPending, TouchFrameAssembler.mostPending])
    bench.seat.touchFrame()
    bench.rig.turn(2)
    #expect(sizes() == [TouchFrameAssembler.mostPending, TouchFrameAssembler.mostPending, 100])
  }
}

extension SeatBench {
  /// A finger goes down on the first window, in a frame of its own.
  func down(_ id: Int32, _ x: Double = 1, _ y: Double = 1) {
    seat.down(id, on: surface, x, y)
    seat.touchFrame()
  }
}

extension String {
  /// How often a contact began and ended in a trace.
  fileprivate func components(_ contact: String) -> (begins: Int, ends: Int) {
    func count(_ word: String) -> Int { ranges(of: word + " " + contact).count }
    return (count("down"), count("up") + count("cancelled"))
  }
}
