import EaselGeometry
import EaselInputEvents
import EaselPlatform
import Testing

@testable import EaselFakeCompositor
@testable import EaselPlatformWayland

/// A chain as a backend's sink.
private final class Filtered: InputSink {
  private let chain: FilterChain

  init(_ chain: FilterChain) { self.chain = chain }

  func receive(_ event: InputEvent) { chain.receive(event) }
}

@Suite struct `Touch emulation over the protocol` {
  @Test func `plays two fingers with a pointer and the Control key`() throws {
    // WEM-2, WEM-3, WEM-6: a filter above the devices; the window of 40 × 80 has its centre at 20, 40.
    let bench = try SeatBench()
    let backend = bench.rig.backend
    let window = try #require(bench.windows[0].surface)
    let emulation = TouchEmulation(isEnabled: true) { [weak window] id in
      id == window?.id ? window?.state.size : nil
    } nextContact: { [unowned backend] in
      backend.newContact()
    }
    backend.inputSink = Filtered(FilterChain([emulation]) { [sink = bench.sink] in sink.receive($0) })
    bench.seat.focus(bench.surface)
    bench.seat.enter(bench.surface, 10, 10)
    bench.rig.turn(2)
    #expect(emulation.markers == nil)
    bench.seat.key(29, .pressed)
    bench.seat.modifiers(depressed: 4)
    bench.rig.turn(2)
    #expect(emulation.markers?.mirror == Point(30, 70) && emulation.markers?.areDown == false)
    _ = bench.take()
    bench.seat.button(0x110, .pressed)
    bench.seat.pointerFrame()
    bench.seat.key(29, .released)
    bench.seat.modifiers(depressed: 0)
    bench.seat.pointerMotion(12, 12)
    bench.seat.pointerFrame()
    bench.down(1)
    bench.seat.leave(bench.surface)
    bench.seat.motion(1, 3, 3)
    bench.seat.touchFrame()
    #expect(
      bench.taken() == "(left@1 10.0,10.0) [down A@1, down B@1] <up 29@1 m2> [moved A@1 12.0,12.0, moved B@1 28.0,68.0] "
        + "[down C@1] [cancelled A@1, cancelled B@1] [moved C@1 3.0,3.0]")
    #expect(emulation.markers == nil)
  }

  @Test func `ends both fingers with the focus`() throws {
    // WEM-5
    let bench = try SeatBench()
    let backend = bench.rig.backend
    let emulation = TouchEmulation(isEnabled: true) { _ in
      Size(40, 80)
    } nextContact: { [unowned backend] in
      backend.newContact()
    }
    backend.inputSink = Filtered(FilterChain([emulation]) { [sink = bench.sink] in sink.receive($0) })
    bench.seat.focus(bench.surface)
    bench.seat.key(29, .pressed)
    bench.seat.modifiers(depressed: 4)
    bench.seat.enter(bench.surface, 10, 10)
    bench.seat.button(0x110, .pressed)
    bench.seat.pointerFrame()
    _ = bench.taken()
    bench.seat.unfocus(bench.surface)
    bench.seat.pointerMotion(11, 11)
    bench.seat.pointerFrame()
    bench.seat.button(0x110, .released)
    bench.seat.pointerFrame()
    #expect(bench.taken() == "<cancelled 29@1 m2> [cancelled A@1, cancelled B@1] (entered@1 11.0,11.0)")
  }
}
