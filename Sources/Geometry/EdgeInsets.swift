/// Distances in points by which each edge of a rectangle moves inwards.
public struct EdgeInsets: Hashable, Sendable {
  /// The top edge's distance.
  public var top: Double
  /// The left edge's distance.
  public var left: Double
  /// The bottom edge's distance.
  public var bottom: Double
  /// The right edge's distance.
  public var right: Double

  /// Insets from four distances.
  public init(top: Double, left: Double, bottom: Double, right: Double) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  /// No inset.
  public static let zero = EdgeInsets(top: 0, left: 0, bottom: 0, right: 0)
}
