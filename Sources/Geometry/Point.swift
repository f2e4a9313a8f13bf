/// A position, or a difference of two positions, in points; x grows to the right and y downwards (CO-1).
///
/// Which space it lies in (a view's, the window's) is said where it is used. Device pixels have types of their own,
/// `PixelPoint`, `PixelSize` and `PixelRect`, so that the two cannot be mixed.
public struct Point: Hashable, Sendable {
  /// Distance from the space's left edge.
  public var x: Double
  /// Distance from the space's top edge.
  public var y: Double

  /// A position from its two coordinates.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// A position from two coordinates, without their names.
  public init(_ x: Double, _ y: Double) {
    self.init(x: x, y: y)
  }

  /// The origin.
  public static let zero = Point(x: 0, y: 0)

  /// Whether both coordinates are numbers and finite.
  public var isFinite: Bool { x.isFinite && y.isFinite }

  /// The distance to another position.
  public func distance(to other: Point) -> Double {
    let dx = other.x - x
    let dy = other.y - y
    return (dx * dx + dy * dy).squareRoot()
  }

  /// The sum of two vectors.
  public static func + (a: Point, b: Point) -> Point { Point(x: a.x + b.x, y: a.y + b.y) }
  /// The vector from `b` to `a`.
  public static func - (a: Point, b: Point) -> Point { Point(x: a.x - b.x, y: a.y - b.y) }
  /// A vector made `factor` times as long.
  public static func * (a: Point, factor: Double) -> Point { Point(x: a.x * factor, y: a.y * factor) }
  /// Moves a position by a vector.
  public static func += (a: inout Point, b: Point) { a = a + b }
  /// Moves a position against a vector.
  public static func -= (a: inout Point, b: Point) { a = a - b }
}
