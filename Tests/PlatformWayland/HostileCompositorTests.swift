import EaselGeometry
import EaselInputEvents
import EaselPlatform
import Testing

@testable import EaselFakeCompositor
@testable import EaselPlatformWayland

/// Whatever a compositor sends, nothing traps, nothing hangs, and contacts keep their promises (DSE-1).
@Suite struct HostileCompositorTests {
  @Test func `A compositor from the future may send every event of everything that it offers`() throws {
    // WCN-1: every event of the bound version has a handler.
    let rig = try WaylandRig(.unheardOf)
    let window = try rig.makeWindow()
    var generator = SeededGenerator(seed: 1)
    var count = 0
    for _ in 0..<20 {
      count += rig.compositor.sendEveryEvent(using: &generator)
      rig.turn()
      window.paintUnlessHuge(0xff00_00ff, PixelRect(x: 1, y: 1, width: 2, height: 2))
    }
    #expect(count > 700)
    #expect(rig.compositor.isConnected)
    let newer = rig.compositor.clients.flatMap(\.resources).filter { resource in
      guard let known = Offer.usual.versions[type(of: resource).interface] else { return false }
      return resource.version > known
    }
    #expect(newer.map(\.name) == [])
  }

  @Test(arguments: 0..<12)
  func `A compositor that sends what it likes breaks no promise of the contacts`(seed: UInt64) throws {
    // DFZ-2
    let rig = try WaylandRig(seed % 3 == 0 ? .weston10 : .usual)
    let window = try rig.makeWindow(width: 64, height: 48)
    var lost: [BackendError] = []
    rig.backend.onDisplayLost = { lost.append($0) }
    var generator = SeededGenerator(seed: seed)
    var contacts = ContactLedger()
    let devices: Set<EaselFakeCompositor.BoundInterface> = [
      .wlTouch, .wlPointer, .zwpPointerGesturePinchV1, .zwpPointerGestureSwipeV1, .zwpPointerGestureHoldV1,
    ]
    for round in 0..<120 where rig.compositor.isConnected {
      for _ in 0..<Int.random(in: 1...12, using: &generator) {
        rig.compositor.sendRandomEvent(among: devices, using: &generator)
      }
      rig.compositor.sendRandomEvent(using: &generator)
      rig.advance(seconds: 0.004)
      window.paintUnlessHuge(UInt32(truncatingIfNeeded: round), PixelRect(x: round % 50, y: 3, width: 4, height: 4))
      if round % 7 == 0 { rig.compositor.showFrame(at: UInt32(round)) }
      contacts.take(rig.sink.take())
    }
    rig.compositor.kill()
    rig.turn(3)
    contacts.take(rig.sink.take())
    #expect(contacts.faults == [])
    #expect(contacts.count > 1)
    #expect(contacts.living.isEmpty, "When the display is gone every contact has ended (WER-2).")
    #expect(lost.count == 1)
  }

  @Test(arguments: 0..<60)
  func `Bytes that are flipped, cut or doubled on the line end in an error that says so`(seed: UInt64) throws {
    // DFZ-3: WER-1 or WER-2, or no harm at all.
    var generator = SeededGenerator(seed: seed)
    let untouched = Int.random(in: 0..<4000, using: &generator)
    var passed = 0
    func damage(_ direction: Wiretap.Direction, _ bytes: inout [UInt8]) {
      let isDue = passed + bytes.count > untouched
      passed += bytes.count
      guard isDue, direction == .toClient || seed % 4 == 0, let index = bytes.indices.randomElement(using: &generator) else {
        return
      }
      switch UInt8.random(in: 0..<4, using: &generator) {
      case 0: bytes.removeSubrange(index...)
      case 1: bytes.insert(contentsOf: bytes[index...].prefix(12), at: index)
      default: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      }
    }
    var errors: [BackendError] = []
    do {
      let rig = try WaylandRig(connect: { Wiretap.connect($0, change: damage) })
      rig.backend.onDisplayLost = { errors.append($0) }
      let window = try rig.makeWindow(width: 64, height: 48)
      for round in 0..<40 where errors.isEmpty {
        rig.compositor.sendRandomEvent(using: &generator)
        rig.advance(seconds: 0.016)
        window.paintUnlessHuge(UInt32(round), PixelRect(x: round, y: 3, width: 4, height: 4))
        rig.compositor.showFrame(at: UInt32(round))
      }
      rig.compositor.kill()
      rig.turn(3)
    } catch let error as BackendError {
      errors.append(error)
    }
    #expect(errors.count == 1)
    #expect(errors.allSatisfy { [69, 70].contains($0.exitStatus) && $0.description.hasSuffix(".") })
  }
}

extension TestWindow {
  /// Paints unless the display wants so many pixels that the test would take its time.
  fileprivate func paintUnlessHuge(_ color: UInt32, _ rect: PixelRect) {
    guard let size = surface?.state.pixelSize, size.width * size.height < 200_000 else { return }
    paint(color, rect)
  }
}

/// Numbers that are the same in every run.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed &* 0x9e37_79b9_7f4a_7c15 &+ 1
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}

/// Keeps account of contacts: each begins once, ends once, and is not heard of before or after.
struct ContactLedger {
  private(set) var living: Set<ContactID> = []
  private(set) var faults: [String] = []
  /// How many there have been.
  var count: Int { used.count }
  private var used: Set<ContactID> = []
  private var lastTime = Timestamp.zero

  mutating func take(_ events: [InputEvent]) {
    for event in events {
      guard case .touches(let frame) = event else { continue }
      if frame.samples.isEmpty { faults.append("an empty frame") }
      if frame.time < lastTime { faults.append("time goes back") }
      lastTime = frame.time
      for sample in frame.samples { take(sample) }
    }
  }

  private mutating func take(_ sample: TouchSample) {
    let isFinite = sample.position.x.isFinite && sample.position.y.isFinite
    if !isFinite { faults.append("\(sample.contact) is nowhere") }
    switch sample.phase {
    case .down:
      // Not in order: one device's frame may wait while another's is delivered.
      if !used.insert(sample.contact).inserted { faults.append("\(sample.contact) is used again") }
      living.insert(sample.contact)
    case .moved:
      if !living.contains(sample.contact) { faults.append("\(sample.contact) moves and is not down") }
    case .up, .cancelled:
      if living.remove(sample.contact) == nil { faults.append("\(sample.contact) ends and is not down") }
    }
  }
}
