import EaselGeometry
import EaselInputEvents
import EaselPlatform
import Testing

@testable import EaselFakeCompositor
@testable import EaselPlatformWayland

@Suite struct `Touchpad gestures over the protocol` {
  private let kinds = ["pointer_gestures", "pointer_gesture_pinch", "pointer_gesture_swipe", "pointer_gesture_hold", "pointer"]

  /// A bench whose pointer is on the first window.
  private func bench(_ offer: Offer = .usual, decorated: Bool = false, windows: Int = 1) throws -> SeatBench {
    let bench = try SeatBench(offer, decorated: decorated, windows: windows)
    bench.seat.enter(bench.surface, 5, 6)
    _ = bench.taken()
    return bench
  }

  @Test func `become events on the window under the pointer`() throws {
    // WPG-1, WPG-2
    let bench = try bench()
    let gestures = bench.seat.gestures
    gestures.pinchBegin(2, on: bench.surface)
    gestures.pinchUpdate(1.5, -2, scale: 1.25, degrees: 45)
    gestures.pinchUpdate(0, 0, scale: 2, degrees: 45)
    gestures.pinchEnd()
    #expect(
      bench.taken()
        == "{pinch began@1 2 at 5.0,6.0} {pinch changed@1 by 1.5,-2.0 ×1.25 45.0°} {pinch changed@1 ×2.0 90.0°} "
        + "{pinch ended@1 ×2.0 90.0°}")
    gestures.swipeBegin(4, on: bench.surface)
    gestures.swipeUpdate(30, 0)
    gestures.swipeUpdate(-7.25, 1)
    gestures.swipeEnd(cancelled: 1)
    gestures.holdBegin(3, on: bench.surface)
    gestures.holdEnd()
    #expect(
      bench.taken()
        == "{swipe began@1 4 at 5.0,6.0} {swipe changed@1 by 30.0,0.0} {swipe changed@1 by -7.25,1.0} {swipe cancelled@1} "
        + "{hold began@1 3 at 5.0,6.0} {hold ended@1}")
    #expect(bench.isWell)
  }

  @Test func `happen where the pointer is within the content, with the modifiers`() throws {
    // WPG-1, WDE-2: the margins of our own decoration lie outside.
    let bench = try bench(decorated: true)
    let origin = (bench.windows[0].surface as? XDGWindow)?.contentOrigin ?? .zero
    bench.seat.focus(bench.surface)
    bench.seat.modifiers(depressed: 4)
    bench.seat.gestures.holdBegin(1, on: bench.surface)
    _ = bench.taken()
    guard case .transform(let event) = bench.sink.events.last else {
      Issue.record("There was no gesture.")
      return
    }
    #expect(origin != .zero && event.position == Point(5, 6) - origin)
    #expect(event.modifiers == .control)
  }

  @Test func `come after the enter that waits for its frame`() throws {
    // WPO-1, WPG-1
    let bench = try SeatBench()
    bench.seat.enterWithoutFrame(bench.surface, 5, 6)
    bench.seat.gestures.pinchBegin(2, on: bench.surface)
    bench.seat.gestures.pinchEnd()
    #expect(bench.taken() == "(entered@1 5.0,6.0) {pinch began@1 2 at 5.0,6.0} {pinch ended@1}")
  }

  @Test func `that make no sense are ignored, and a second one takes the first one's place`() throws {
    // WPG-3
    let bench = try bench(windows: 2)
    let gestures = bench.seat.gestures
    gestures.pinchBegin(2, on: nil)
    gestures.swipeBegin(3, on: nil)
    gestures.holdBegin(1, on: nil)
    gestures.pinchUpdate(1, 1, scale: 2, degrees: 3)
    gestures.swipeUpdate(1, 1)
    gestures.pinchEnd()
    gestures.swipeEnd()
    gestures.holdEnd()
    gestures.pinchBegin(2, on: bench.surfaces[1])
    gestures.pinchEnd()
    gestures.pinchBegin(0, on: bench.surface)
    gestures.pinchUpdate(1, 1, scale: 2, degrees: 3)
    gestures.pinchEnd(cancelled: 1)
    #expect(bench.taken() == "")
    gestures.holdBegin(2, on: bench.surface)
    gestures.pinchBegin(2, on: bench.surface)
    gestures.pinchUpdate(0, 0, scale: 0, degrees: 0)
    gestures.pinchUpdate(0, 0, scale: -3, degrees: 0)
    gestures.holdEnd(cancelled: 1)
    gestures.pinchBegin(3, on: bench.surface)
    gestures.pinchUpdate(0, 0, scale: 2, degrees: 0)
    gestures.pinchEnd(cancelled: -7)
    gestures.pinchEnd()
    #expect(
      bench.taken()
        == "{hold began@1 2 at 5.0,6.0} {hold cancelled@1} {pinch began@1 2 at 5.0,6.0} {pinch cancelled@1} "
        + "{pinch began@1 3 at 5.0,6.0} {pinch changed@1 ×2.0} {pinch cancelled@1 ×2.0}")
    #expect(bench.isWell)
  }

  @Test func `are cancelled once by all that takes them away`() throws {
    // WPG-3, WTC-8, SC-4, WPO-6, WSE-4, WER-2
    let began = "{pinch began@1 2 at 5.0,6.0} {pinch changed@1 ×2.0}"
    let causes: [(name: String, cause: (SeatBench) -> Void)] = [
      ("capability", { $0.seat.setCapabilities([.touch]) }),
      ("leave", { $0.seat.leave($0.surface) }),
      ("window closed", { $0.close(0) }),
      ("seat gone", { $0.compositor.globals.first { $0.interface == .wlSeat }?.remove() }),
      ("connection lost", { $0.compositor.kill() }),
      ("other surface", { $0.seat.enter($0.surfaces[1], 1, 1) }),
    ]
    for (name, cause) in causes {
      let bench = try bench(windows: 2)
      bench.seat.gestures.pinchBegin(2, on: bench.surface)
      bench.seat.gestures.pinchUpdate(0, 0, scale: 2, degrees: 0)
      #expect(bench.taken() == began, "\(name)")
      cause(bench)
      let words = bench.taken()
      #expect(words.split(separator: "{").count { $0.hasPrefix("pinch cancelled@1 ×2.0}") } == 1, "\(name): \(words)")
      if bench.compositor.isConnected {
        bench.seat.gestures.pinchUpdate(0, 0, scale: 3, degrees: 0)
        bench.seat.gestures.pinchEnd()
        #expect(!bench.taken().contains("pinch"), "\(name)")
        #expect(bench.isWell, "\(name)")
      }
    }
  }

  @Test func `have objects that live as long as the pointer`() throws {
    // WPG-1, WSE-2, WPO-6
    let bench = try SeatBench()
    bench.seat.setCapabilities([.touch])
    bench.rig.turn(2)
    #expect(
      bench.compositor.takeTrace(of: kinds)
        == "pointer_gesture_pinch#1.destroy pointer_gesture_swipe#1.destroy pointer_gesture_hold#1.destroy pointer#1.release")
    bench.seat.setCapabilities([.pointer])
    bench.rig.turn(2)
    #expect(
      bench.compositor.takeTrace(of: kinds)
        == "pointer_gestures#1.get_pinch_gesture(pointer_gesture_pinch#2,pointer#2) "
        + "pointer_gestures#1.get_swipe_gesture(pointer_gesture_swipe#2,pointer#2) "
        + "pointer_gestures#1.get_hold_gesture(pointer_gesture_hold#2,pointer#2)")
    #expect(bench.isWell)
  }

  @Test(arguments: [1, 2, 3, 99] as [Int32]) func `know what their version knows`(version: Int32) throws {
    // WCN-1: holding since 3
    let bench = try bench(.usual.with(.zwpPointerGesturesV1, version))
    let gestures = bench.seat.gestures
    #expect(gestures.pinches.count == 1 && gestures.swipes.count == 1 && gestures.holds.count == (version < 3 ? 0 : 1))
    gestures.pinchBegin(2, on: bench.surface)
    gestures.pinchEnd()
    #expect(bench.taken() == "{pinch began@1 2 at 5.0,6.0} {pinch ended@1}")
    #expect(bench.isWell)
  }

  @Test func `are listened for when they are offered late, and live on when the offer is taken back`() throws {
    // WCN-4
    let bench = try bench(.usual.without(.zwpPointerGesturesV1))
    bench.compositor.addGlobal(.zwpPointerGesturesV1, version: 3)
    bench.rig.turn(3)
    bench.compositor.removeGlobals(.zwpPointerGesturesV1)
    bench.rig.turn(2)
    bench.seat.gestures.holdBegin(1, on: bench.surface)
    #expect(bench.taken() == "{hold began@1 1 at 5.0,6.0}")
    bench.seat.setCapabilities([])
    bench.rig.turn(2)
    bench.seat.setCapabilities([.pointer])
    bench.rig.turn(2)
    #expect(bench.seat.gestures.holds.isEmpty && bench.isWell)
  }

  @Test func `are one at a time, whichever seat makes them`() throws {
    // WSE-1, WPG-3
    let bench = try bench(windows: 2)
    bench.compositor.addGlobal(.wlSeat, version: 10)
    bench.rig.turn(4)
    let (first, second) = (bench.compositor.seats[0], bench.compositor.seats[1])
    second.enter(bench.surfaces[1], 1, 1)
    _ = bench.taken()
    first.gestures.pinchBegin(2, on: bench.surface)
    second.gestures.swipeBegin(3, on: nil)
    second.gestures.swipeBegin(3, on: bench.surfaces[1])
    first.gestures.pinchUpdate(0, 0, scale: 2, degrees: 0)
    second.gestures.swipeUpdate(1, 0)
    first.gestures.pinchEnd()
    second.gestures.swipeEnd()
    #expect(
      bench.taken()
        == "{pinch began@1 2 at 5.0,6.0} {pinch cancelled@1} {swipe began@2 3 at 1.0,1.0} {swipe changed@2 by 1.0,0.0} "
        + "{swipe ended@2}")
  }

  @Test func `cancel what fingers scroll when the pointer leaves`() throws {
    // PAN-15, WPO-5
    let bench = try bench()
    bench.seat.axisSource(1)
    bench.seat.axis(0, 3)
    bench.seat.pointerFrame()
    bench.seat.leave(bench.surface)
    #expect(bench.taken() == "(finger 0.0,3.0) (left@1 5.0,6.0) (finger 0.0,0.0 cancelled)")
  }

  @Test func `have the times of the system's clock, and never run backwards`() throws {
    // WTS-2, WTS-4
    let bench = try bench()
    bench.rig.advance(seconds: 2)
    let now = UInt32(truncatingIfNeeded: bench.rig.now.nanoseconds / 1_000_000)
    bench.seat.gestures.pinchBegin(2, on: bench.surface, time: now - 20)
    bench.seat.gestures.pinchUpdate(0, 0, scale: 2, degrees: 0, time: now - 12)
    bench.seat.gestures.pinchUpdate(0, 0, scale: 2.5, degrees: 0, time: now - 30)
    bench.seat.gestures.pinchEnd(time: now - 4)
    bench.rig.advance(seconds: 0.001)
    let times = bench.sink.events.suffix(4).map { Int64(now) - $0.time.nanoseconds / 1_000_000 }
    #expect(times == [20, 12, 12, 4])
  }
}
