internal import CEaselPixman
public import EaselGeometry

/// A set of pixels as disjoint rectangles; wraps `pixman_region32_t`.
///
/// One rectangle needs no memory of its own. A region is not copied by accident: `copy()` says where it is. Should memory for the
/// rectangles run out, a region becomes the box around what it should be: it may grow by that, but never lose a pixel.
@safe public struct Region: ~Copyable {
  private var storage = unsafe pixman_region32_t()

  /// No pixels.
  public init() {
    unsafe pixman_region32_init(&storage)
  }

  /// The pixels of one rectangle.
  public init(_ rect: PixelRect) {
    self.init()
    reset(to: rect)
  }

  deinit {
    var storage = unsafe self.storage
    unsafe pixman_region32_fini(&storage)
  }

  /// Another region with the same pixels; linear in the number of rectangles.
  public func copy() -> Region {
    var result = Region()
    result.assign(self)
    return result
  }

  /// Takes over another region's pixels and reuses the memory that it has.
  public mutating func assign(_ other: borrowing Region) {
    let box = other.bounds
    unsafe other.withPointer { source in
      unsafe withMutablePointer(orBox: box) { unsafe pixman_region32_copy($0, source) }
    }
  }

  /// Whether there is no pixel in it.
  public var isEmpty: Bool { unsafe withPointer { unsafe pixman_region32_not_empty($0) == 0 } }

  /// The smallest rectangle around all pixels.
  public var bounds: PixelRect { unsafe withPointer { unsafe PixelRect(pixman_region32_extents($0).pointee) } }

  /// The number of its rectangles.
  public var rectCount: Int { unsafe withPointer { unsafe Int(pixman_region32_n_rects($0)) } }

  /// The number of its pixels; linear in the number of rectangles.
  public var area: Int {
    unsafe withPointer { region in
      var count: Int32 = 0
      guard let boxes = unsafe pixman_region32_rectangles(region, &count) else { return 0 }
      var sum = 0
      for index in 0..<Int(count) { sum += unsafe boxes[index].area }
      return sum
    }
  }

  /// The number of its pixels that another region does not hold; linear in the product of the numbers of rectangles.
  public func area(outside other: borrowing Region) -> Int {
    unsafe withPointer { region in
      unsafe other.withPointer { other in
        var (count, otherCount): (Int32, Int32) = (0, 0)
        guard let boxes = unsafe pixman_region32_rectangles(region, &count),
          let others = unsafe pixman_region32_rectangles(other, &otherCount)
        else { return 0 }
        // Rectangles of a region never overlap, so nothing is counted twice.
        var sum = 0
        for index in 0..<Int(count) {
          let box = unsafe boxes[index]
          sum += box.area
          for index in 0..<Int(otherCount) { sum -= unsafe box.sharedArea(with: others[index]) }
        }
        return sum
      }
    }
  }

  /// One of the `rectCount` rectangles, in the order of `forEachRect`.
  public func rect(_ index: Int) -> PixelRect {
    precondition(index >= 0 && index < rectCount, "A region has no such rectangle.")
    return unsafe withPointer { region in
      unsafe pixman_region32_rectangles(region, nil).map { boxes in unsafe PixelRect(boxes[index]) } ?? .zero
    }
  }

  /// Calls `body` with each rectangle, top to bottom and left to right.
  public func forEachRect(_ body: (PixelRect) -> Void) {
    unsafe withPointer { region in
      var count: Int32 = 0
      guard let boxes = unsafe pixman_region32_rectangles(region, &count) else { return }
      for index in 0..<Int(count) { body(unsafe PixelRect(boxes[index])) }
    }
  }

  /// Adds a rectangle's pixels.
  public mutating func formUnion(_ rect: PixelRect) {
    guard let box = Region.box(rect) else { return }
    unsafe withMutablePointer(orBox: bounds.union(PixelRect(box))) { region in
      unsafe pixman_region32_union_rect(region, region, box.x1, box.y1, UInt32(box.x2 - box.x1), UInt32(box.y2 - box.y1))
    }
  }

  /// Adds another region's pixels.
  public mutating func formUnion(_ other: borrowing Region) {
    let box = bounds.union(other.bounds)
    unsafe other.withPointer { source in
      unsafe withMutablePointer(orBox: box) { unsafe pixman_region32_union($0, $0, source) }
    }
  }

  /// Keeps only the pixels that a rectangle holds.
  public mutating func formIntersection(_ rect: PixelRect) {
    guard let box = Region.box(rect) else { return removeAll() }
    unsafe withMutablePointer(orBox: bounds.intersection(PixelRect(box))) { region in
      unsafe pixman_region32_intersect_rect(region, region, box.x1, box.y1, UInt32(box.x2 - box.x1), UInt32(box.y2 - box.y1))
    }
  }

  /// Keeps only the pixels that another region holds too.
  public mutating func formIntersection(_ other: borrowing Region) {
    let box = bounds.intersection(other.bounds)
    unsafe other.withPointer { source in
      unsafe withMutablePointer(orBox: box) { unsafe pixman_region32_intersect($0, $0, source) }
    }
  }

  /// Takes a rectangle's pixels out.
  public mutating func subtract(_ rect: PixelRect) {
    subtract(Region(rect))
  }

  /// Takes another region's pixels out.
  public mutating func subtract(_ other: borrowing Region) {
    let box = bounds
    unsafe other.withPointer { source in
      unsafe withMutablePointer(orBox: box) { unsafe pixman_region32_subtract($0, $0, source) }
    }
  }

  /// Moves every pixel; what leaves the range of 32 bits is lost.
  public mutating func translate(x: Int, y: Int) {
    unsafe withUnsafeMutablePointer(to: &storage) {
      unsafe pixman_region32_translate($0, Int32(clamping: x), Int32(clamping: y))
    }
  }

  /// Takes every pixel out.
  public mutating func removeAll() {
    unsafe pixman_region32_clear(&storage)
  }

  /// Whether a pixel is in it; logarithmic in the number of rectangles.
  public func contains(_ point: PixelPoint) -> Bool {
    guard let x = Int32(exactly: point.x), let y = Int32(exactly: point.y) else { return false }
    return unsafe withPointer { unsafe pixman_region32_contains_point($0, x, y, nil) != 0 }
  }

  /// Whether all of a rectangle's pixels are in it; an empty rectangle has none that are missing.
  public func contains(_ rect: PixelRect) -> Bool {
    guard var box = Region.box(rect) else { return true }
    return unsafe withPointer { unsafe pixman_region32_contains_rectangle($0, &box) == PIXMAN_REGION_IN }
  }

  /// Whether any of a rectangle's pixels is in it.
  public func intersects(_ rect: PixelRect) -> Bool {
    guard var box = Region.box(rect) else { return false }
    return unsafe withPointer { unsafe pixman_region32_contains_rectangle($0, &box) != PIXMAN_REGION_OUT }
  }

  /// Whether both hold the same pixels; linear in the number of rectangles.
  public func isEqual(to other: borrowing Region) -> Bool {
    // pixman also compares where an empty region used to be.
    if isEmpty || other.isEmpty { return isEmpty && other.isEmpty }
    return unsafe withPointer { first in unsafe other.withPointer { unsafe pixman_region32_equal(first, $0) != 0 } }
  }

  private mutating func reset(to rect: PixelRect) {
    unsafe pixman_region32_clear(&storage)
    guard var box = Region.box(rect) else { return }
    unsafe pixman_region32_reset(&storage, &box)
  }

  /// A rectangle in pixman's numbers, cut to their range so that no difference overflows; nothing for an empty one.
  private static func box(_ rect: PixelRect) -> pixman_box32_t? {
    guard !rect.isEmpty else { return nil }
    let limit = Int(Int32.max) / 2
    let right = rect.x.addingReportingOverflow(rect.width)
    let bottom = rect.y.addingReportingOverflow(rect.height)
    let box = pixman_box32_t(
      x1: Int32(max(-limit, min(limit, rect.x))), y1: Int32(max(-limit, min(limit, rect.y))),
      x2: Int32(right.overflow ? limit : max(-limit, min(limit, right.partialValue))),
      y2: Int32(bottom.overflow ? limit : max(-limit, min(limit, bottom.partialValue))))
    return box.x1 < box.x2 && box.y1 < box.y2 ? box : nil
  }

  /// Lends the C region to a reader in this module; pixman's readers take a mutable pointer but do not write.
  func withPointer<Result>(_ body: (UnsafeMutablePointer<pixman_region32_t>) -> Result) -> Result {
    unsafe withUnsafePointer(to: storage) { unsafe body(UnsafeMutablePointer(mutating: $0)) }
  }

  /// Lends the C region to a writer; if that fails, which leaves the region broken, the region becomes a box.
  private mutating func withMutablePointer(
    orBox box: PixelRect, _ body: (UnsafeMutablePointer<pixman_region32_t>) -> pixman_bool_t
  ) {
    let succeeded = unsafe withUnsafeMutablePointer(to: &storage) { unsafe body($0) } != 0
    if !succeeded { reset(to: box) }
  }
}

extension pixman_box32_t {
  fileprivate var area: Int { (Int(x2) - Int(x1)) * (Int(y2) - Int(y1)) }

  fileprivate func sharedArea(with other: pixman_box32_t) -> Int {
    let width = Int(min(x2, other.x2)) - Int(max(x1, other.x1))
    let height = Int(min(y2, other.y2)) - Int(max(y1, other.y1))
    return width > 0 && height > 0 ? width * height : 0
  }
}

extension PixelRect {
  init(_ box: pixman_box32_t) {
    self.init(x: Int(box.x1), y: Int(box.y1), width: Int(box.x2) - Int(box.x1), height: Int(box.y2) - Int(box.y1))
  }
}
