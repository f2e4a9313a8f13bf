import EaselGeometry
import EaselInputEvents
import EaselPlatform
import Testing

@testable import EaselFakeCompositor
@testable import EaselPlatformWayland

/// Numbers that are the same on every run (a multiplicative congruential generator, high bits first).
private struct Dice: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return (state >> 32) | (state << 32)
  }

  mutating func roll(_ sides: Int) -> Int { Int.random(in: 0..<sides, using: &self) }
}

@Suite struct `A compositor that sends anything` {
  /// What must hold of the stream (section 6): each contact begins and ends once, hover and keys come in pairs, time goes on.
  private func faults(_ events: [InputEvent]) -> [String] {
    var faults: Set<String> = []
    var live: Set<ContactID> = []
    var seen: Set<ContactID> = []
    var time = Timestamp(nanoseconds: .min)
    var gesture: TransformEvent?
    var keys = 0
    for event in events {
      if event.time < time { faults.insert("time runs backwards") }
      time = event.time
      switch event {
      case .touches(let frame):
        for sample in frame.samples {
          switch sample.phase {
          case .down:
            if !seen.insert(sample.contact).inserted || !live.insert(sample.contact).inserted { faults.insert("down") }
          case .moved: if !live.contains(sample.contact) { faults.insert("moved") }
          case .up, .cancelled: if live.remove(sample.contact) == nil { faults.insert("ended") }
          }
        }
      case .key(let key):
        switch key.phase {
        case .down: keys += 1
        case .up, .cancelled: keys -= 1
        case .repeated: break
        }
      case .transform(let event):
        let isInOrder =
          event.phase == .began ? gesture == nil : gesture?.kind == event.kind && gesture?.surface == event.surface
        if !isInOrder || !event.isPlausible { faults.insert("gesture") }
        gesture = event.phase.isLast ? nil : event
      case .hover, .scroll: break
      }
    }
    if !live.isEmpty { faults.insert("a contact outlives its connection") }
    if gesture != nil { faults.insert("a gesture outlives its pointer") }
    if keys != 0 { faults.insert("a key outlives its keyboard") }
    return faults.sorted()
  }

  private func step(_ bench: SeatBench, _ seat: FakeSeat, _ dice: inout Dice) {
    let open = bench.compositor.toplevels.map(\.surface)
    let surface = open.isEmpty ? nil : open[dice.roll(open.count)]
    let id = Int32(dice.roll(4))
    let (x, y) = (Double(dice.roll(100)) - 30, Double(dice.roll(100)) - 10)
    let time = dice.roll(20) == 0 ? UInt32(truncatingIfNeeded: dice.next()) : UInt32(dice.roll(4000))
    switch dice.roll(36) {
    case 30...: gestureStep(seat.gestures, on: surface, at: time, &dice)
    case 0..<4: if let surface { seat.down(id, on: surface, x, y, time: time) }
    case 4: seat.downOnNothing(id, time: time)
    case 5..<8: seat.motion(id, x, y, time: time)
    case 8, 9: seat.up(id, time: time)
    case 10..<13: seat.touchFrame()
    case 13: seat.shape(id, major: x, minor: y)
    case 14: if dice.roll(4) == 0 { seat.touchCancel() }
    case 15: if let surface { seat.enter(surface, x, y) }
    case 16: if let surface { seat.leave(surface) } else { seat.leaveNothing() }
    case 17: seat.pointerMotion(x, y, time: time)
    case 18: seat.button(0x110 + UInt32(dice.roll(3)), dice.roll(2) == 0 ? .pressed : .released, time: time)
    case 19, 20: seat.pointerFrame()
    case 21: seat.axis(UInt32(dice.roll(3)), x, time: time)
    case 22: if let surface { seat.focus(surface, keys: [30]) } else { seat.focusNothing() }
    case 23: seat.keyState(UInt32(30 + dice.roll(3)), UInt32(dice.roll(4)), time: time)
    case 24: seat.modifiers(depressed: UInt32(dice.roll(256)), group: UInt32(dice.roll(3)))
    case 25: seat.sendKeymap(dice.roll(2) == 0 ? "nonsense" : FakeSeat.smallKeymap, format: UInt32(dice.roll(3)))
    case 26: if let surface { seat.unfocus(surface) } else { seat.unfocusNothing() }
    case 27: if dice.roll(5) == 0 { seat.setCapabilities(WlSeatResource.Capability(rawValue: UInt32(dice.roll(16)))) }
    case 28: seat.repeatInfo(rate: Int32(dice.roll(3)) * 500 - 1, delay: Int32(dice.roll(100)))
    default: if dice.roll(4) == 0 { bench.compositor.announce(seconds: time / 1000, nanoseconds: time) }
    }
  }

  private func gestureStep(_ gestures: FakeGestures, on surface: FakeSurface?, at time: UInt32, _ dice: inout Dice) {
    let number = dice.roll(6) == 0 ? Double(dice.roll(16_000_000)) - 8_000_000 : Double(dice.roll(100)) / 8 - 1
    let fingers = dice.roll(12) == 0 ? UInt32(truncatingIfNeeded: dice.next()) : UInt32(dice.roll(5))
    let target = dice.roll(8) == 0 ? nil : surface
    let flag = Int32(dice.roll(3)) - 1
    switch dice.roll(9) {
    case 0: gestures.pinchBegin(fingers, on: target, time: time)
    case 1: gestures.swipeBegin(fingers, on: target, time: time)
    case 2: gestures.holdBegin(fingers, on: target, time: time)
    case 3, 4: gestures.pinchUpdate(number, -number, scale: number, degrees: number, time: time)
    case 5: gestures.swipeUpdate(number, 1, time: time)
    case 6: gestures.pinchEnd(cancelled: flag, time: time)
    case 7: gestures.swipeEnd(cancelled: flag, time: time)
    default: gestures.holdEnd(cancelled: flag, time: time)
    }
  }

  @Test func `leaves nobody's finger down, trap, or dead client behind`() throws {
    // DFZ-2, DSE-1, WSE-1, WTC-1 to WTC-14, WPG-3
    var gestureCount = 0
    for seed in 1...25 as ClosedRange<UInt64> {
      var dice = Dice(state: seed)
      let bench = try SeatBench(windows: 3)
      bench.compositor.addGlobal(.wlSeat, version: 10)
      bench.rig.turn(3)
      for number in 0..<400 {
        step(bench, bench.compositor.seats[dice.roll(2)], &dice)
        if dice.roll(3) == 0 { bench.rig.advance(seconds: Double(dice.roll(40)) / 1000) }
        if number % 150 == 149 { bench.close(number / 150) }
      }
      #expect(bench.isWell, "seed \(seed): \(bench.compositor.violations)")
      if seed % 2 == 0 { bench.compositor.kill() } else { bench.compositor.removeGlobals(.wlSeat) }
      bench.rig.turn(6)
      #expect(faults(bench.sink.events) == [], "seed \(seed)")
      #expect(bench.sink.events.count > 10, "seed \(seed)")
      gestureCount += bench.sink.events.count { if case .transform = $0 { true } else { false } }
    }
    #expect(gestureCount > 100)
  }
}
