public import EaselGeometry
public import EaselRaster

/// The pixel buffers of one window, and for each of them what it lacks of the newest content (WSB-6, WSB-7, WSB-8).
///
/// A slot goes free → painting → held → free; only the display's release leads from held to free. Pixels are handed out
/// in `painting` alone. Slots are made when none is free, up to `limit`. The ring copies pixels but knows no display:
/// A slot's `storage` is the display's side of it, and is let go together with the slot. (Type parameters in its place would
/// be looked up on each frame, since the ring and its users are different modules.)
public final class SlotRing {
  /// Slots that one window may have (DLI-2).
  public static var limit: Int { 4 }

  /// The size of each slot's content.
  public private(set) var size: PixelSize
  // Unchecked, since each access ends before anything else is called, and a frame makes many.
  /// Slots of the present size, in order of their making.
  @safe @exclusivity(unchecked) public private(set) var slots: [BufferSlot] = []
  /// Slots of former sizes that the display still holds (WSB-9).
  @safe @exclusivity(unchecked) public private(set) var retired: [BufferSlot] = []
  @safe @exclusivity(unchecked) private var newest: BufferSlot?
  @safe @exclusivity(unchecked) private var commitCount = 0

  /// A ring without slots.
  public init(size: PixelSize) {
    self.size = size
    slots.reserveCapacity(Self.limit)
    retired.reserveCapacity(Self.limit)
  }

  /// Whether a slot is free or could be made.
  public var canBegin: Bool {
    slots.count < Self.limit || slots.contains { $0.state == .free }
  }

  /// Whether any slot holds what was shown last.
  public var knowsContent: Bool { newest != nil }

  /// Pixels that `begin` would copy for this damage, or nil if no slot is free and none can be made.
  ///
  /// The first content of a second or third slot does not count: it is copied once in the slot's life, and if it counted, input
  /// would always wait on a display that holds two buffers (WFR-10).
  public func repairArea(for damage: borrowing Region) -> Int? {
    if let slot = latestFree() { return slot.repairArea(excluding: damage) }
    guard slots.count < Self.limit else { return nil }
    return knowsContent && slots.count > 2 ? max(0, size.area - area(of: damage)) : 0
  }

  /// Takes a free slot, or makes one, and brings it up to date outside of `damage`.
  ///
  /// The slot that was shown last is taken, since it needs the fewest pixels; one that came back at once is used again as it
  /// is (WSB-12).
  ///
  /// - Parameters:
  ///   - damage: what the caller will paint; all of it if `knowsContent` is false.
  ///   - make: makes a slot's pixels, told how many slots there are already; nil if that is impossible now.
  /// - Returns: a slot in state `painting`, or nil.
  public func begin(
    damage: borrowing Region, make: (_ existing: Int) -> (bitmap: Bitmap, storage: AnyObject)?
  ) -> BufferSlot? {
    guard let slot = latestFree() ?? grow(make) else { return nil }
    slot.state = .painting
    slot.painting.removeAll()
    slot.painting.formUnion(damage)
    guard let newest, newest !== slot else { return slot }
    slot.bringUpToDate(from: newest, except: damage)
    return slot
  }

  /// Notes that a painted slot was committed, and that every other slot now lacks `damage`.
  ///
  /// - Returns: false if the slot was retired meanwhile; then it must not be committed.
  public func commit(_ slot: BufferSlot, damage: borrowing Region) -> Bool {
    guard slot.state == .painting else { return false }
    slot.painting.formUnion(damage)
    for index in slots.indices where slots[index] !== slot { slots[index].addStale(slot.painting) }
    slot.clearStale()
    commitCount += 1
    slot.lastCommit = commitCount
    slot.state = .held
    newest = slot
    return true
  }

  /// Takes a slot back unpainted: pixels inside its damage count as unknown, so the same damage must be named again.
  public func abandon(_ slot: BufferSlot) {
    guard slot.state == .painting else { return }
    slot.state = .free
    slot.addStale(slot.painting)
  }

  /// Notes that the display reads a slot no more; slots that are not held are left alone.
  ///
  /// - Returns: whether a slot became free.
  public func release(_ storage: AnyObject) -> Bool {
    for index in retired.indices where retired[index].storage === storage {
      retired.remove(at: index)
      return false
    }
    for index in slots.indices where slots[index].storage === storage && slots[index].state == .held {
      slots[index].state = .free
      return true
    }
    return false
  }

  /// Lets all slots go for a new size, scale or format: free ones at once, held ones at their release (WSB-9, WHD-4).
  public func retireAll(newSize: PixelSize) {
    for slot in slots {
      if slot.state == .held { retired.append(slot) }
      slot.state = .retired
    }
    slots.removeAll(keepingCapacity: true)
    newest = nil
    size = newSize
  }

  /// Gives free slots back until one is left that could be painted at once (WSB-10).
  public func trim() {
    var spare = slots.contains { $0 === newest && $0.state == .free } ? 0 : 1
    slots.removeAll { slot in
      guard slot.state == .free, slot !== newest else { return false }
      spare -= 1
      return spare < 0
    }
  }

  /// The slot whose pixels a caller has on loan, or nil if it is none of this ring's.
  public func slot(for frame: FrameSlot) -> BufferSlot? {
    for index in slots.indices where slots[index].frame === frame { return slots[index] }
    return nil
  }

  private func area(of damage: borrowing Region) -> Int {
    var inside = damage.copy()
    inside.formIntersection(PixelRect(size))
    return inside.area
  }

  /// The free slot that lacks least: each lacks all that was committed since its own commit, so the latest lacks no more than
  /// any other, and no area need be counted.
  private func latestFree() -> BufferSlot? {
    var latest: BufferSlot?
    for index in slots.indices where slots[index].state == .free {
      if let other = latest, other.lastCommit >= slots[index].lastCommit { continue }
      latest = slots[index]
    }
    return latest
  }

  private func grow(_ make: (_ existing: Int) -> (bitmap: Bitmap, storage: AnyObject)?) -> BufferSlot? {
    guard slots.count < Self.limit, let (bitmap, storage) = make(slots.count) else { return nil }
    precondition(bitmap.size == size, "A slot is as large as its ring says.")
    let slot = BufferSlot(bitmap: bitmap, storage: storage)
    slots.append(slot)
    return slot
  }
}
