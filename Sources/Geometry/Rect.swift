/// An axis-aligned rectangle in points, half-open: it contains its left and top edges, not its right and bottom ones (HT-3).
public struct Rect: Hashable, Sendable {
  /// The top left corner.
  public var origin: Point
  /// The extents; a rectangle whose size is empty contains nothing.
  public var size: Size

  /// A rectangle from its corner and its extents.
  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// A rectangle from four numbers.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }

  /// The smallest rectangle that holds both points.
  public init(spanning a: Point, _ b: Point) {
    self.init(
      x: min(a.x, b.x), y: min(a.y, b.y), width: (a.x - b.x).magnitude, height: (a.y - b.y).magnitude)
  }

  /// An empty rectangle at the origin.
  public static let zero = Rect(origin: .zero, size: .zero)

  /// The left edge.
  public var minX: Double { origin.x }
  /// The top edge.
  public var minY: Double { origin.y }
  /// The right edge, which is not part of the rectangle.
  public var maxX: Double { origin.x + size.width }
  /// The bottom edge, which is not part of the rectangle.
  public var maxY: Double { origin.y + size.height }
  /// The middle along x.
  public var midX: Double { origin.x + size.width / 2 }
  /// The middle along y.
  public var midY: Double { origin.y + size.height / 2 }
  /// The extent along x.
  public var width: Double { size.width }
  /// The extent along y.
  public var height: Double { size.height }
  /// The middle.
  public var center: Point { Point(x: midX, y: midY) }

  /// Whether the rectangle contains nothing.
  public var isEmpty: Bool { size.isEmpty }

  /// Whether all four numbers are finite.
  public var isFinite: Bool { origin.isFinite && size.width.isFinite && size.height.isFinite }

  /// Whether the point lies inside, the left and top edges included.
  public func contains(_ point: Point) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }

  /// Whether the other rectangle lies inside; an empty one never does.
  public func contains(_ other: Rect) -> Bool {
    !other.isEmpty && other.minX >= minX && other.maxX <= maxX && other.minY >= minY && other.maxY <= maxY
  }

  /// Whether the two share any area.
  public func intersects(_ other: Rect) -> Bool {
    !isEmpty && !other.isEmpty && other.minX < maxX && other.maxX > minX && other.minY < maxY && other.maxY > minY
  }

  /// The area that both share, or an empty rectangle.
  public func intersection(_ other: Rect) -> Rect {
    guard intersects(other) else { return .zero }
    let left = max(minX, other.minX)
    let top = max(minY, other.minY)
    return Rect(x: left, y: top, width: min(maxX, other.maxX) - left, height: min(maxY, other.maxY) - top)
  }

  /// The smallest rectangle around both; an empty one adds nothing.
  public func union(_ other: Rect) -> Rect {
    if other.isEmpty { return self }
    if isEmpty { return other }
    let left = min(minX, other.minX)
    let top = min(minY, other.minY)
    return Rect(x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }

  /// The rectangle with each vertical edge moved inwards by `dx` and each horizontal one by `dy`; negative values grow it.
  public func insetBy(dx: Double, dy: Double) -> Rect {
    Rect(x: minX + dx, y: minY + dy, width: width - 2 * dx, height: height - 2 * dy)
  }

  /// The rectangle with each edge moved inwards by its own amount.
  public func inset(by insets: EdgeInsets) -> Rect {
    Rect(
      x: minX + insets.left, y: minY + insets.top, width: width - insets.left - insets.right,
      height: height - insets.top - insets.bottom)
  }

  /// The rectangle moved by a vector.
  public func offsetBy(dx: Double, dy: Double) -> Rect {
    Rect(x: minX + dx, y: minY + dy, width: width, height: height)
  }
}
