internal import EaselGeometry

extension View {
  /// Stands in an intrinsic size for an extent that a view's content has no opinion on.
  public static var noIntrinsicMetric: Double { -1 }

  /// Takes the size that fits the content; the top left corner stays, and under a transform the center.
  public func sizeToFit() {
    let size = sizeThatFits(.zero)
    if transform.isIdentity { frame = Rect(origin: frame.origin, size: size) } else { bounds.size = size }
  }
}
