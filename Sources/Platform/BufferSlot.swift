import EaselGeometry
import EaselRaster

/// One of a window's pixel buffers with what is known of its content; made and changed by its `SlotRing` alone.
public final class BufferSlot {
  /// Who may touch the pixels.
  public enum State: Hashable, Sendable {
    /// Nobody; they may be lent out.
    case free
    /// Our painter.
    case painting
    /// The display reads them.
    case held
    /// The size is out of date; never painted again.
    case retired
  }

  /// What is lent out to be painted.
  public let frame: FrameSlot
  /// The display's side of it.
  public let storage: AnyObject
  /// Who may touch the pixels now.
  @safe @exclusivity(unchecked) public internal(set) var state = State.free

  /// The number of the commit in which it was shown last; 0 if it never was.
  @safe @exclusivity(unchecked) var lastCommit = 0

  /// What the slot lacks of the newest content; all of it at first.
  @safe @exclusivity(unchecked) private var stale: Region
  /// What the borrower said it would paint.
  @safe @exclusivity(unchecked) var painting = Region()

  /// Beyond so many rectangles the copy of their bounding box is cheaper than the bookkeeping.
  private static let rectLimit = 128

  init(bitmap: Bitmap, storage: AnyObject) {
    self.frame = FrameSlot(bitmap: bitmap)
    self.storage = storage
    self.stale = Region(PixelRect(bitmap.size))
  }

  /// Pixels of the stale region outside of `damage`.
  func repairArea(excluding damage: borrowing Region) -> Int {
    stale.area(outside: damage)
  }

  func addStale(_ region: borrowing Region) {
    stale.formUnion(region)
    stale.formIntersection(PixelRect(frame.bitmap.size))
    guard stale.rectCount > Self.rectLimit else { return }
    stale = Region(stale.bounds)
  }

  func clearStale() {
    stale.removeAll()
  }

  /// Copies what is stale from the newest slot, but for what will be painted anyway (WSB-8).
  func bringUpToDate(from newest: BufferSlot, except damage: borrowing Region) {
    guard !stale.isEmpty else { return }
    if damage.rectCount == 1 {
      // The usual case, without a region's memory.
      let painted = damage.bounds
      stale.forEachRect { copy($0, from: newest, except: painted) }
    } else {
      stale.subtract(damage)
      stale.forEachRect { unsafe frame.bitmap.copyRows(of: $0, from: newest.frame.bitmap) }
    }
    stale.removeAll()
  }

  /// Copies the up to four parts of a rectangle around another one: above, below, left and right of it.
  private func copy(_ rect: PixelRect, from newest: BufferSlot, except hole: PixelRect) {
    let inner = rect.intersection(hole)
    guard !inner.isEmpty else { return unsafe frame.bitmap.copyRows(of: rect, from: newest.frame.bitmap) }
    let above = PixelRect(x: rect.x, y: rect.y, width: rect.width, height: inner.y - rect.y)
    let below = PixelRect(x: rect.x, y: inner.maxY, width: rect.width, height: rect.maxY - inner.maxY)
    let left = PixelRect(x: rect.x, y: inner.y, width: inner.x - rect.x, height: inner.height)
    let right = PixelRect(x: inner.maxX, y: inner.y, width: rect.maxX - inner.maxX, height: inner.height)
    unsafe frame.bitmap.copyRows(of: above, from: newest.frame.bitmap)
    unsafe frame.bitmap.copyRows(of: below, from: newest.frame.bitmap)
    unsafe frame.bitmap.copyRows(of: left, from: newest.frame.bitmap)
    unsafe frame.bitmap.copyRows(of: right, from: newest.frame.bitmap)
  }
}

extension Bitmap {
  /// Copies a rectangle of equal place from a bitmap of equal size and format.
  @unsafe fileprivate func copyRows(of rect: PixelRect, from source: Bitmap) {
    let rect = rect.intersection(PixelRect(size))
    guard !rect.isEmpty, source !== self else { return }
    let bytes = rect.width * format.bytesPerPixel
    var target = unsafe pixels + rect.y * stride + rect.x * format.bytesPerPixel
    var from = unsafe source.pixels + rect.y * source.stride + rect.x * format.bytesPerPixel
    for _ in 0..<rect.height {
      unsafe target.copyMemory(from: from, byteCount: bytes)
      unsafe target += stride
      unsafe from += source.stride
    }
  }
}
