import EaselGeometry
import EaselPlatform
import EaselPlatformLinux
import EaselRaster

/// One window's buffers: the ring, and the memory that is kept for the next size.
final class WindowBuffers {
  @safe @exclusivity(unchecked) private(set) var ring: SlotRing
  /// A slot became free.
  var onFree: (() -> Void)?

  private let shm: WlShm
  private let log: Log
  private let rowAlignment: Int
  private let memoryLimit: Int
  private var layout: WindowLayout
  private var spare: [ShmPool] = []
  private var hasResized = false

  /// Pools without a buffer that are kept, so that a resize does not allocate at each step (WSB-4).
  private static let spareLimit = 2

  /// Buffers for a first layout; rows are a multiple of `rowAlignment` bytes, and all buffers have `memoryLimit` bytes at most.
  init(shm: WlShm, layout: WindowLayout, rowAlignment: Int, memoryLimit: Int = Limits.windowMemory, log: Log) {
    self.memoryLimit = memoryLimit
    self.shm = shm
    self.rowAlignment = rowAlignment
    self.log = log
    self.layout = layout
    ring = SlotRing(size: layout.contentPixels.size)
  }

  /// Lets all slots go and makes the next ones for another layout (WSB-9, WHD-4).
  func retire(for layout: WindowLayout) {
    let wasUsed = !ring.slots.isEmpty
    hasResized = hasResized || wasUsed
    for slot in ring.slots where slot.state == .free {
      if let pool = buffer(of: slot)?.pool { keep(pool) }
    }
    self.layout = layout
    ring.retireAll(newSize: layout.contentPixels.size)
  }

  /// The display's side of a slot of the ring.
  func buffer(of slot: BufferSlot) -> ShmBuffer? { slot.storage as? ShmBuffer }

  /// A slot to paint, brought up to date outside of `damage`; nil if the display holds them all or memory has run out.
  func begin(damage: borrowing Region) -> FrameSlot? {
    ring.begin(damage: damage) { existing in makeSlot(existing) }?.frame
  }

  /// Gives back what an idle window does not need (WSB-10).
  func trim() {
    ring.trim()
    spare.removeAll()
  }

  private var stride: Int { layout.stride(alignedTo: rowAlignment) }

  private var byteCount: Int { stride * layout.buffer.height }

  /// Whether `trim` would give anything back.
  var canTrim: Bool { ring.slots.count > 2 || !spare.isEmpty }

  private func makeSlot(_ existing: Int) -> (bitmap: Bitmap, storage: ShmBuffer)? {
    if existing == 3 { log.once("fourth slot", .info, "The display holds three buffers; a fourth is made (WSB-7).") }
    guard byteCount <= memoryLimit / (existing + 1) else {
      log.once(
        "window memory", .error,
        "A window would need more than \(memoryLimit >> 20) MiB of shared memory; it is not painted (DLI-2).")
      return nil
    }
    do {
      let pool = try takePool()
      let format = layout.hasMargin ? WlShm.Format.argb8888 : .xrgb8888
      let bitmap = try pool.makeBitmap(
        of: layout.contentPixels, stride: stride, format: layout.hasMargin ? .argb32 : .xrgb32)
      let proxy = pool.makeBuffer(size: layout.buffer, stride: stride, format: format)
      let buffer = ShmBuffer(pool: pool, proxy: proxy)
      proxy.onEvent = { [weak self, weak buffer] event in
        switch event {
        case .release: if let self, let buffer { released(buffer) }
        }
      }
      return (bitmap, buffer)
    } catch {
      log.once("no memory", .error, "No memory for a window's pixels. \(error)")
      return nil
    }
  }

  /// A spare pool that is large enough, else a new one, with a quarter to spare once the window has been resized (WSB-4).
  private func takePool() throws(SystemError) -> ShmPool {
    let needed = byteCount
    if let index = spare.firstIndex(where: { $0.capacity >= needed }) {
      let pool = spare.remove(at: index)
      // The margin must be transparent, and nothing of an old picture may ever show.
      pool.clear(byteCount: needed)
      return pool
    }
    spare.removeAll()
    let rounded = hasResized ? needed + needed / 4 : needed
    return try ShmPool(shm: shm, capacity: min((rounded + 4095) & ~4095, Limits.poolSize - 4096))
  }

  private func released(_ buffer: ShmBuffer) {
    let wasRetired = ring.retired.contains { $0.storage === buffer }
    if ring.release(buffer) { onFree?() }
    if wasRetired { keep(buffer.pool) }
  }

  private func keep(_ pool: ShmPool) {
    guard spare.count < Self.spareLimit, pool.capacity >= byteCount else { return }
    spare.append(pool)
  }
}
