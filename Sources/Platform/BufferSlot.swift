import EaselGeometry
import EaselRaster

/// One of a window's pixel buffers with what is known of its content; made and changed by its `SlotRing` alone.
public final class BufferSlot<Storage: AnyObject> {
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
  public let storage: Storage
  /// Who may touch the pixels now.
  public internal(set) var state = State.free

  /// What the slot lacks of the newest content; all of it at first.
  private var stale: Region
  /// What the borrower said it would paint.
  var painting = Region()

  /// Beyond so many rectangles the copy of their bounding box is cheaper than the bookkeeping.
  private static var rectLimit: Int { 128 }

  init(bitmap: Bitmap, storage: Storage) {
    self.frame = FrameSlot(bitmap: bitmap)
    self.storage = storage
    self.stale = Region(PixelRect(bitmap.size))
  }

  func repairArea(excluding damage: borrowing Region) -> Int {
    guard !stale.isEmpty else { return 0 }
    var rest = stale.copy()
    rest.subtract(damage)
    return rest.area
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
    stale.subtract(damage)
    stale.forEachRect { unsafe frame.bitmap.copyRows(of: $0, from: newest.frame.bitmap) }
    stale.removeAll()
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
