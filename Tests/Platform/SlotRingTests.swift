import EaselGeometry
import EaselPlatform
import EaselRaster
import Testing

/// What a display would keep of a slot; the tests only need its identity.
private final class Token {}

@MainActor private final class RingBench {
  let ring: SlotRing
  var trace: [String] = []
  var names: [ObjectIdentifier: String] = [:]

  init(_ size: PixelSize) {
    ring = SlotRing(size: size)
  }

  func begin(_ damage: borrowing Region) -> BufferSlot? {
    ring.begin(damage: damage) { [ring] existing in
      guard let bitmap = try? Bitmap(size: ring.size, format: .xrgb32) else { return nil }
      let token = Token()
      names[ObjectIdentifier(token)] = ["A", "B", "C", "D"][existing]
      return (bitmap, token)
    }
  }

  func begin(_ rect: PixelRect) -> BufferSlot? { begin(Region(rect)) }

  func repairArea(_ rect: PixelRect) -> Int? { ring.repairArea(for: Region(rect)) }

  func commit(_ slot: BufferSlot, _ rect: PixelRect) -> Bool { ring.commit(slot, damage: Region(rect)) }

  func name(_ slot: BufferSlot?) -> String {
    slot.flatMap { names[ObjectIdentifier($0.storage)] } ?? "none"
  }

  /// Paints a rectangle in one colour and commits it.
  @discardableResult func paint(_ rect: PixelRect, _ colour: UInt32) -> BufferSlot? {
    guard let slot = begin(rect) else { return nil }
    slot.frame.bitmap.fill(rect, colour)
    #expect(commit(slot, rect))
    return slot
  }
}

extension Bitmap {
  fileprivate func fill(_ rect: PixelRect, _ colour: UInt32) {
    for y in rect.y..<rect.maxY {
      for x in rect.x..<rect.maxX {
        pixels.storeBytes(of: colour, toByteOffset: y * stride + x * 4, as: UInt32.self)
      }
    }
  }

  fileprivate func words() -> [UInt32] {
    (0..<size.area).map { pixel(x: $0 % size.width, y: $0 / size.width) }
  }
}

/// xorshift64*: the same numbers in every run.
private struct Seeded: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return state &* 2_685_821_657_736_338_717
  }
}

@MainActor @Suite struct SlotRingTests {
  private let size = PixelSize(width: 40, height: 30)

  @Test func `SCB-4: a slot that comes back gets what it missed, but for what is painted anyway`() throws {
    let bench = RingBench(size)
    let all = PixelRect(size)
    let first = try #require(bench.paint(all, 1))
    bench.paint(PixelRect(x: 0, y: 0, width: 20, height: 10), 2)
    #expect(bench.ring.release(first.storage))
    let damage = PixelRect(x: 10, y: 0, width: 30, height: 10)
    // What paint 2 changed is 20 × 10, of which the new damage covers the right half. B's full paint counts for B alone.
    #expect(bench.repairArea(damage) == 100)
    let third = try #require(bench.begin(damage))
    #expect(bench.name(third) == "A")
    #expect(third.frame.bitmap.pixel(x: 9, y: 9) == 2)
    #expect(third.frame.bitmap.pixel(x: 10, y: 9) == 1, "not copied, since it will be painted")
    #expect(third.frame.bitmap.pixel(x: 9, y: 10) == 1)
  }

  @Test func `SCB-5 WSB-7: slots are made as needed, four at most`() throws {
    let bench = RingBench(size)
    let all = PixelRect(size)
    let slots = try (1...4).map { try #require(bench.paint(all, UInt32($0))) }
    #expect(slots.map(bench.name).joined() == "ABCD")
    #expect(bench.begin(all) == nil)
    #expect(bench.repairArea(all) == nil)
    #expect(!bench.ring.canBegin)
    #expect(bench.ring.release(slots[2].storage))
    #expect(bench.name(bench.paint(all, 5)) == "C")
    #expect(bench.begin(all) == nil)
  }

  @Test func `WFR-10: the first content of a third slot does not count as repair, that of a fourth does`() throws {
    let bench = RingBench(size)
    let damage = PixelRect(x: 1, y: 1, width: 4, height: 3)
    let areas = try (1...4).map { number in
      let area = bench.repairArea(damage)
      _ = try #require(bench.paint(number == 1 ? PixelRect(size) : damage, UInt32(number)))
      return area
    }
    #expect(areas == [0, 0, 0, 40 * 30 - 4 * 3])
  }

  @Test func `WSB-6: only a release frees a held slot, and only the state painting can be committed`() throws {
    let bench = RingBench(size)
    let damage = PixelRect(size)
    let slot = try #require(bench.begin(damage))
    #expect(slot.state == .painting)
    #expect(!bench.ring.release(slot.storage), "a release of what is not held means nothing")
    #expect(slot.state == .painting)
    #expect(bench.commit(slot, damage))
    #expect(slot.state == .held)
    #expect(!bench.commit(slot, damage))
    #expect(bench.ring.release(slot.storage))
    #expect(!bench.ring.release(slot.storage))
    #expect(slot.state == .free)
  }

  @Test func `WSB-9: slots of an old size are never painted again and go with their release`() throws {
    let bench = RingBench(size)
    let held = try #require(bench.paint(PixelRect(size), 1))
    let painting = try #require(bench.begin(PixelRect(size)))
    bench.ring.retireAll(newSize: PixelSize(width: 8, height: 8))
    #expect(!bench.commit(painting, PixelRect(size)))
    #expect(bench.ring.retired.map(bench.name) == ["A"])
    #expect(!bench.ring.release(held.storage))
    #expect(bench.ring.retired.isEmpty && bench.ring.slots.isEmpty && !bench.ring.knowsContent)
  }

  @Test func `WSB-10: giving back leaves what is held and one free slot`() throws {
    let bench = RingBench(size)
    let slots = try (1...4).map { try #require(bench.paint(PixelRect(size), UInt32($0))) }
    for slot in slots.dropLast() { #expect(bench.ring.release(slot.storage)) }
    bench.ring.trim()
    #expect(bench.ring.slots.map(bench.name) == ["A", "D"])
    #expect(bench.ring.release(slots[3].storage))
    bench.ring.trim()
    #expect(bench.ring.slots.map(bench.name) == ["D"])
  }

  @Test func `WSB-12: a slot that is released at once is used again without repair`() throws {
    let bench = RingBench(size)
    let first = try #require(bench.paint(PixelRect(size), 1))
    bench.paint(PixelRect(x: 0, y: 0, width: 5, height: 5), 2)
    let newest = try #require(bench.ring.slots.last)
    #expect(bench.ring.release(first.storage) && bench.ring.release(newest.storage))
    #expect(bench.repairArea(PixelRect(x: 20, y: 20, width: 2, height: 2)) == 0)
    #expect(bench.name(bench.paint(PixelRect(x: 20, y: 20, width: 2, height: 2), 3)) == "B")
  }

  @Test func `WSB-8: random damage, releases, sizes and abandoned frames always show what a full repaint would`() {
    let size = PixelSize(width: 16, height: 12)
    var random = Seeded(state: 1)
    let bench = RingBench(size)
    var screen = [UInt32](repeating: 0, count: size.area)
    var held: [BufferSlot] = []
    var owed = Region(PixelRect(size))
    var wrong = 0
    for step in 1...10_000 {
      switch Int.random(in: 0..<20, using: &random) {
      case 0:
        bench.ring.retireAll(newSize: size)
        owed = Region(PixelRect(size))
        if Bool.random(using: &random) { releaseAll(&held, bench) }
      case 1:
        bench.ring.trim()
      case 2..<9:
        guard !held.isEmpty else { continue }
        _ = bench.ring.release(held.remove(at: Int.random(in: held.indices, using: &random)).storage)
      default:
        var damage = owed.copy()
        for _ in 0..<Int.random(in: 1...3, using: &random) { damage.formUnion(anyRect(in: size, &random)) }
        guard let slot = bench.begin(damage) else { continue }
        let colour = UInt32(step)
        damage.forEachRect { slot.frame.bitmap.fill($0, colour) }
        if Int.random(in: 0..<8, using: &random) == 0 {
          bench.ring.abandon(slot)
          owed.formUnion(damage)
          continue
        }
        damage.forEachRect { rect in
          for y in rect.y..<rect.maxY { for x in rect.x..<rect.maxX { screen[y * size.width + x] = colour } }
        }
        owed.removeAll()
        if !bench.ring.commit(slot, damage: damage) || slot.frame.bitmap.words() != screen { wrong += 1 }
        held.append(slot)
      }
    }
    #expect(wrong == 0)
  }

  private func releaseAll(_ held: inout [BufferSlot], _ bench: RingBench) {
    for slot in held { _ = bench.ring.release(slot.storage) }
    held.removeAll()
  }

  private func anyRect(in size: PixelSize, _ random: inout Seeded) -> PixelRect {
    let x = Int.random(in: 0..<size.width, using: &random)
    let y = Int.random(in: 0..<size.height, using: &random)
    return PixelRect(
      x: x, y: y, width: Int.random(in: 1...(size.width - x), using: &random),
      height: Int.random(in: 1...(size.height - y), using: &random))
  }
}
