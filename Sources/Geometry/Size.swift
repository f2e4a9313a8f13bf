/// A width and a height in points.
public struct Size: Hashable, Sendable {
  /// The extent along x.
  public var width: Double
  /// The extent along y.
  public var height: Double

  /// A size from its two extents.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// A size from two extents, without their names.
  public init(_ width: Double, _ height: Double) {
    self.init(width: width, height: height)
  }

  /// No extent at all.
  public static let zero = Size(width: 0, height: 0)

  /// Whether either extent is zero or negative.
  public var isEmpty: Bool { !(width > 0 && height > 0) }
}
