import EaselGeometry
import EaselInputEvents
import EaselPlatform
import EaselPlatformLinux
import EaselRaster
import Testing

@testable import EaselFakeCompositor
@testable import EaselPlatformWayland

@Suite struct WaylandLoopTests {
  private let bare = ["EASEL_DECORATIONS": "none"]

  private func positions(_ events: [InputEvent]) -> [Double] {
    events.flatMap { event -> [Double] in
      guard case .touches(let frame) = event else { return [] }
      return frame.samples.map(\.position.x)
    }
  }

  @Test func `WEL-1 WEL-5 WEL-10: a turn in which nothing came takes its read back, so that others may read`() throws {
    let rig = try WaylandRig(environment: bare)
    let window = try PaintingWindow(rig)
    rig.turn(3)
    for step in 0..<50 {
      rig.loop.poll()
      // This reads on another queue: with a read still prepared it would wait for that reader for ever.
      rig.compositor.wmBases[0].sendPing(serial: UInt32(step))
      rig.compositor.pump()
      rig.loop.drainInput()
    }
    rig.turn(2)
    #expect(rig.compositor.pongs == (0..<50).map { UInt32($0) } && window.paints == 1)
  }

  @Test func `WEL-2 WEL-11 WER-1: a waiting error is seen before the end of file, and nothing spins afterwards`() throws {
    let rig = try WaylandRig(environment: bare)
    let window = try PaintingWindow(rig)
    rig.turn(3)
    var lost: [BackendError] = []
    rig.backend.onDisplayLost = { lost.append($0) }
    rig.compositor.postError(code: 3, message: "test")
    for _ in 0..<5 { rig.loop.poll() }
    #expect(lost.map(\.exitStatus) == [70] && window.paints == 1)
  }

  @Test func `WEL-3: while the display takes nothing no frame is begun; it goes on when it does`() throws {
    let rig = try WaylandRig(environment: bare)
    let window = try PaintingWindow(rig)
    rig.turn(3)
    rig.compositor.showFrame(at: 16)
    rig.turn()
    let surface = try #require(window.surface)
    let host = try #require(window.window?.host)
    var count = 0
    while !host.isBlocked, count < 20_000 {
      surface.setTitle("\(count) " + String(repeating: "x", count: 900))
      rig.loop.poll()
      count += 1
    }
    #expect(host.isBlocked && count > 10)
    window.mark()
    rig.loop.poll()
    rig.loop.poll()
    #expect(window.paints == 1 && surface.repairArea(for: Region(PixelRect(x: 0, y: 0, width: 1, height: 1))) == nil)
    for _ in 0..<400 { rig.turn() }
    #expect(window.paints == 2 && !host.isBlocked)
    #expect(rig.compositor.toplevels[0].title.hasPrefix("\(count - 1) ") && rig.compositor.violations == [])
  }

  @Test func `WEL-6 WEL-8: a handler that works for long and drains loses nothing, in order`() throws {
    let rig = try WaylandRig(environment: bare)
    let window = try PaintingWindow(rig)
    rig.turn(3)
    let (seat, surface) = (rig.compositor.seats[0], rig.compositor.surfaces[0])
    final class BusySink: InputSink {
      var events: [InputEvent] = []
      var work: (() -> Void)?
      func receive(_ event: InputEvent) {
        events.append(event)
        let work = self.work
        self.work = nil
        work?()
      }
    }
    let sink = BusySink()
    rig.backend.inputSink = sink
    sink.work = {
      for step in 1...12_000 {
        seat.motion(1, Double(step), 0)
        seat.touchFrame()
        if step % 40 == 0 {
          rig.compositor.pump()
          rig.loop.drainInput()
        }
      }
    }
    seat.down(1, on: surface, 0, 0)
    seat.touchFrame()
    for _ in 0..<5 { rig.turn() }
    #expect(positions(sink.events) == (0...12_000).map { Double($0) })
    #expect(rig.compositor.isConnected && window.paints == 1)
  }

  @Test func `WEL-6: a drain comes to an end although the display sends as fast as it is read`() throws {
    final class Sink: InputSink {
      var events: [InputEvent] = []
      func receive(_ event: InputEvent) { events.append(event) }
    }
    let rig = try WaylandRig(environment: bare)
    let window = try PaintingWindow(rig)
    rig.turn(3)
    let host = try #require(window.window?.host)
    let sink = Sink()
    rig.backend.inputSink = sink
    let (seat, surface) = (rig.compositor.seats[0], rig.compositor.surfaces[0])
    seat.down(1, on: surface, 0, 0)
    seat.touchFrame()
    // 96 kB: more than one drain reads, less than a socket holds.
    for step in 1...3000 {
      seat.motion(1, Double(step), 0)
      seat.touchFrame()
      if step % 100 == 0 { rig.compositor.pump() }
    }
    rig.loop.drainInput()
    #expect(DescriptorCalls.wait(for: host.connection.fileDescriptor, seconds: 0).contains(.readable))
    for _ in 0..<40 { rig.turn() }
    #expect(positions(sink.events) == (0...3000).map { Double($0) } && rig.compositor.isConnected)
  }

  @Test func `WEL-6: without draining the display drops a busy client`() throws {
    let rig = try WaylandRig(environment: bare)
    let window = try PaintingWindow(rig)
    rig.turn(3)
    let (seat, surface) = (rig.compositor.seats[0], rig.compositor.surfaces[0])
    seat.down(1, on: surface, 0, 0)
    for step in 1...40_000 where rig.compositor.isConnected {
      seat.motion(1, Double(step), 0)
      seat.touchFrame()
      if step % 40 == 0 { rig.compositor.pump() }
    }
    // The library notices it with our next request.
    window.surface?.setTitle("late")
    rig.turn(5)
    #expect(!rig.compositor.isConnected)
  }

  @Test func `WEL-8: all input of a turn is delivered before anything is painted`() throws {
    let rig = try WaylandRig(environment: bare)
    let window = try PaintingWindow(rig)
    rig.turn(3)
    let (seat, surface) = (rig.compositor.seats[0], rig.compositor.surfaces[0])
    var order: [String] = []
    final class MarkingSink: InputSink {
      var receive: () -> Void = {}
      func receive(_ event: InputEvent) { receive() }
    }
    let sink = MarkingSink()
    sink.receive = { [weak window] in
      order.append("input")
      window?.mark(PixelRect(x: 0, y: 0, width: 2, height: 2), byInput: true)
    }
    rig.backend.inputSink = sink
    let hook = rig.loop.addHook(.flush) { order.append("painted \(window.paints)") }
    rig.compositor.pump()
    for step in 0..<4 {
      if step == 0 { seat.down(1, on: surface, 0, 0) } else { seat.motion(1, Double(step), 0) }
      seat.touchFrame()
    }
    rig.compositor.pump()
    rig.loop.poll()
    #expect(order == ["input", "input", "input", "input", "painted 2"])
    withExtendedLifetime(hook) {}
  }

  @Test func `WEL-7: a message whose end has not come yet is no error`() throws {
    var isCutting = false
    var held: [UInt8] = []
    let rig = try WaylandRig(
      environment: bare,
      connect: {
        Wiretap.connect($0) { direction, bytes in
          guard direction == .toClient else { return }
          bytes = held + bytes
          held = isCutting ? Array(bytes.suffix(3)) : []
          bytes.removeLast(held.count)
        }
      })
    let window = try PaintingWindow(rig)
    rig.turn(3)
    let (seat, surface) = (rig.compositor.seats[0], rig.compositor.surfaces[0])
    isCutting = true
    seat.down(1, on: surface, 0, 0)
    for step in 1...30 {
      seat.motion(1, Double(step), 0)
      seat.touchFrame()
      rig.turn()
    }
    isCutting = false
    seat.up(1)
    seat.touchFrame()
    rig.turn(3)
    let told = positions(rig.sink.take())
    #expect(told.first == 0 && told.last == 30 && told == told.sorted() && Set(told).count == 31)
    #expect(rig.compositor.isConnected && window.paints == 1)
  }

  @Test func `WEL-4: a round trip inside of a handler ends the program in place of waiting for ever`() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        guard let rig = try? WireRig() else { return }
        let callback = rig.display.sync()
        callback.onEvent = { _ in try? rig.connection.roundTrip { _, _ in [] } }
        rig.turn()
        rig.turn()
      }
    }
  }
}
