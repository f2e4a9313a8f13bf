/// A whole position in device pixels of one bitmap or buffer.
public struct PixelPoint: Hashable, Sendable {
  /// Pixels from the left edge.
  public var x: Int
  /// Pixels from the top edge.
  public var y: Int

  /// A position from its two coordinates.
  public init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }
}

/// A whole width and height in device pixels.
public struct PixelSize: Hashable, Sendable {
  /// Pixels in a row.
  public var width: Int
  /// Number of rows.
  public var height: Int

  /// A size from its two extents.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// No pixels.
  public static let zero = PixelSize(width: 0, height: 0)

  /// Whether there is no pixel in it.
  public var isEmpty: Bool { width <= 0 || height <= 0 }

  /// The number of pixels.
  public var area: Int { isEmpty ? 0 : width * height }
}

/// A rectangle of whole device pixels, half-open.
public struct PixelRect: Hashable, Sendable {
  /// The left edge.
  public var x: Int
  /// The top edge.
  public var y: Int
  /// Pixels in a row.
  public var width: Int
  /// Number of rows.
  public var height: Int

  /// A rectangle from four numbers.
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The rectangle at the origin that holds all of a size.
  public init(_ size: PixelSize) {
    self.init(x: 0, y: 0, width: size.width, height: size.height)
  }

  /// Every pixel that a rectangle touches, where one point is `scale` pixels; clamped so that no number can overflow.
  public init(covering rect: Rect, scale: Double) {
    guard !rect.isEmpty else {
      self.init(x: 0, y: 0, width: 0, height: 0)
      return
    }
    let left = PixelRect.clamp((rect.minX * scale).rounded(.down))
    let top = PixelRect.clamp((rect.minY * scale).rounded(.down))
    let right = PixelRect.clamp((rect.maxX * scale).rounded(.up))
    let bottom = PixelRect.clamp((rect.maxY * scale).rounded(.up))
    self.init(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// No pixels.
  public static let zero = PixelRect(x: 0, y: 0, width: 0, height: 0)

  /// The right edge, which is not part of the rectangle.
  public var maxX: Int { x + width }
  /// The bottom edge, which is not part of the rectangle.
  public var maxY: Int { y + height }
  /// Whether there is no pixel in it.
  public var isEmpty: Bool { width <= 0 || height <= 0 }
  /// The number of pixels.
  public var area: Int { isEmpty ? 0 : width * height }
  /// The extents.
  public var size: PixelSize { PixelSize(width: width, height: height) }

  /// The pixels that both hold, or none.
  public func intersection(_ other: PixelRect) -> PixelRect {
    let left = max(x, other.x)
    let top = max(y, other.y)
    let right = min(maxX, other.maxX)
    let bottom = min(maxY, other.maxY)
    guard left < right, top < bottom else { return .zero }
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// The smallest rectangle around both; an empty one adds nothing.
  public func union(_ other: PixelRect) -> PixelRect {
    if other.isEmpty { return self }
    if isEmpty { return other }
    let left = min(x, other.x)
    let top = min(y, other.y)
    return PixelRect(x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }

  /// The rectangle somewhere else; an empty one is empty everywhere.
  public func moved(x dx: Int, y dy: Int) -> PixelRect {
    isEmpty ? .zero : PixelRect(x: x + dx, y: y + dy, width: width, height: height)
  }

  /// The same area in points, where one point is `scale` pixels.
  public func points(scale: Double) -> Rect {
    Rect(x: Double(x) / scale, y: Double(y) / scale, width: Double(width) / scale, height: Double(height) / scale)
  }

  /// Larger than any bitmap (DLI-1), small enough for pixman's 32-bit regions and for sums of two.
  private static let limit = 1 << 28

  private static func clamp(_ value: Double) -> Int {
    guard value == value else { return 0 }
    return Int(max(-Double(limit), min(Double(limit), value)))
  }
}
