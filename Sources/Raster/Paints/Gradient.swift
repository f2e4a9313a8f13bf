public import EaselGeometry

/// Colours along a way that runs from 0 to 1.
///
/// Between two stops each component runs evenly, as a number of sRGB and not multiplied by opacity (SVG's, cairo's and the canvas' way);
/// before the first stop and after the last the colour stays.
public struct Gradient: Hashable, Sendable {
  /// A colour at a place of the way.
  public struct Stop: Hashable, Sendable {
    /// From 0 to 1; what lies beyond counts as the end, what is no number is left out.
    public var location: Double
    /// The colour there.
    public var color: Color

    /// A stop from its parts.
    public init(location: Double, color: Color) {
      self.location = location
      self.color = color
    }
  }

  /// The stops, in any order.
  ///
  /// Of several at one place the first and the last count, and the colour jumps. Without any nothing is painted.
  public var stops: [Stop]

  /// A gradient with stops.
  public init(stops: [Stop]) {
    self.stops = stops
  }

  /// A gradient with colours at even distances.
  public init(colors: [Color]) {
    let last = Double(max(1, colors.count - 1))
    stops = colors.enumerated().map { Stop(location: Double($0.offset) / last, color: $0.element) }
  }
}

/// What is beyond the ends of a gradient, or around a pattern.
public enum Spread: Hashable, Sendable, CaseIterable {
  /// Nothing.
  case none
  /// The colour at the end, or the pixel at the edge.
  case pad
  /// The same again.
  case `repeat`
  /// The same again, mirrored each time.
  case reflect
}

/// How a bitmap's pixels make those of the screen.
public enum ImageFilter: Hashable, Sendable, CaseIterable {
  /// The pixel that lies nearest: hard squares.
  case nearest
  /// Mixed from the four that lie around; where the bitmap is reduced, from all that fall into a pixel.
  case bilinear
}

/// A bitmap that is laid down, once or again and again.
public struct Pattern {
  /// What is laid down; it is kept, and read when something is painted with it.
  public var bitmap: Bitmap
  /// Where one copy lies, in the units of what is painted.
  public var rect: Rect
  /// What is around that copy.
  public var spread: Spread
  /// How its pixels are found.
  public var filter: ImageFilter
  /// From 0 to 1, applied to all of it.
  public var opacity: Double
  /// Put between the pattern and what is painted, such as a turn.
  public var transform: AffineTransform

  /// A pattern.
  ///
  /// - Parameter rect: one pixel a unit, from the origin, if it is not given.
  public init(
    _ bitmap: Bitmap, in rect: Rect? = nil, spread: Spread = .repeat, filter: ImageFilter = .bilinear, opacity: Double = 1,
    transform: AffineTransform = .identity
  ) {
    self.bitmap = bitmap
    self.rect = rect ?? Rect(x: 0, y: 0, width: Double(bitmap.size.width), height: Double(bitmap.size.height))
    self.spread = spread
    self.filter = filter
    self.opacity = opacity
    self.transform = transform
  }
}
