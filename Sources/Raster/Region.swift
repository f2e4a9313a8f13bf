internal import CEaselPixman
public import EaselGeometry

/// A set of pixels as disjoint rectangles; wraps `pixman_region32_t`.
///
/// One rectangle needs no memory of its own. A region is not copied by accident: `copy()` says where it is.
@safe public struct Region: ~Copyable {
  private var storage = unsafe pixman_region32_t()

  /// No pixels.
  public init() {
    unsafe pixman_region32_init(&storage)
  }

  /// The pixels of one rectangle.
  public init(_ rect: PixelRect) {
    guard !rect.isEmpty else {
      unsafe pixman_region32_init(&storage)
      return
    }
    unsafe pixman_region32_init_rect(
      &storage, Int32(clamping: rect.x), Int32(clamping: rect.y), UInt32(clamping: rect.width), UInt32(clamping: rect.height))
  }

  deinit {
    var storage = unsafe self.storage
    unsafe pixman_region32_fini(&storage)
  }

  /// Another region with the same pixels.
  public func copy() -> Region {
    var result = Region()
    result.formUnion(self)
    return result
  }

  /// Whether there is no pixel in it.
  public var isEmpty: Bool { unsafe withPointer { unsafe pixman_region32_not_empty($0) == 0 } }

  /// The smallest rectangle around all pixels.
  public var bounds: PixelRect { unsafe withPointer { unsafe PixelRect(pixman_region32_extents($0).pointee) } }

  /// The number of its rectangles.
  public var rectCount: Int { unsafe withPointer { unsafe Int(pixman_region32_n_rects($0)) } }

  /// The number of its pixels; linear in the number of rectangles.
  public var area: Int {
    var sum = 0
    forEachRect { sum += $0.area }
    return sum
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
    guard !rect.isEmpty else { return }
    unsafe withMutablePointer { region in
      _ = unsafe pixman_region32_union_rect(
        region, region, Int32(clamping: rect.x), Int32(clamping: rect.y), UInt32(clamping: rect.width),
        UInt32(clamping: rect.height))
    }
  }

  /// Adds another region's pixels.
  public mutating func formUnion(_ other: borrowing Region) {
    unsafe other.withPointer { source in
      unsafe withMutablePointer { region in _ = unsafe pixman_region32_union(region, region, source) }
    }
  }

  /// Keeps only the pixels that a rectangle holds.
  public mutating func formIntersection(_ rect: PixelRect) {
    unsafe withMutablePointer { region in
      _ = unsafe pixman_region32_intersect_rect(
        region, region, Int32(clamping: rect.x), Int32(clamping: rect.y), UInt32(clamping: max(0, rect.width)),
        UInt32(clamping: max(0, rect.height)))
    }
  }

  /// Keeps only the pixels that another region holds too.
  public mutating func formIntersection(_ other: borrowing Region) {
    unsafe other.withPointer { source in
      unsafe withMutablePointer { region in _ = unsafe pixman_region32_intersect(region, region, source) }
    }
  }

  /// Takes another region's pixels out.
  public mutating func subtract(_ other: borrowing Region) {
    unsafe other.withPointer { source in
      unsafe withMutablePointer { region in _ = unsafe pixman_region32_subtract(region, region, source) }
    }
  }

  /// Moves every pixel.
  public mutating func translate(x: Int, y: Int) {
    unsafe withMutablePointer { unsafe pixman_region32_translate($0, Int32(clamping: x), Int32(clamping: y)) }
  }

  /// Takes every pixel out.
  public mutating func removeAll() {
    unsafe withMutablePointer { unsafe pixman_region32_clear($0) }
  }

  /// Whether a pixel is in it.
  public func contains(_ point: PixelPoint) -> Bool {
    unsafe withPointer { unsafe pixman_region32_contains_point($0, Int32(clamping: point.x), Int32(clamping: point.y), nil) != 0 }
  }

  /// Lends the C region to a reader in this module; pixman's readers take a mutable pointer but do not write.
  func withPointer<Result>(_ body: (UnsafeMutablePointer<pixman_region32_t>) -> Result) -> Result {
    unsafe withUnsafePointer(to: storage) { unsafe body(UnsafeMutablePointer(mutating: $0)) }
  }

  private mutating func withMutablePointer(_ body: (UnsafeMutablePointer<pixman_region32_t>) -> Void) {
    unsafe withUnsafeMutablePointer(to: &storage) { unsafe body($0) }
  }
}

extension PixelRect {
  init(_ box: pixman_box32_t) {
    self.init(x: Int(box.x1), y: Int(box.y1), width: Int(box.x2 - box.x1), height: Int(box.y2 - box.y1))
  }
}
