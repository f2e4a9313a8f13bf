/// Which points a path with overlapping parts encloses.
public enum FillRule: Hashable, Sendable {
  /// Points around which the path turns at least once, all turns added with their signs.
  case nonZero
  /// Points around which the path turns an odd number of times.
  case evenOdd
}

/// How the ends of an open line look.
public enum LineCap: Hashable, Sendable {
  /// Cut off exactly at the end point.
  case butt
  /// Half a disc around the end point.
  case round
  /// Half a square around the end point.
  case square
}

/// How two segments of a line meet.
public enum LineJoin: Hashable, Sendable {
  /// The outer edges run on until they meet, within the miter limit.
  case miter
  /// A disc around the corner.
  case round
  /// The outer corner is cut straight.
  case bevel
}

/// How a line is drawn along a path.
public struct StrokeStyle: Hashable, Sendable {
  /// The line's width in the path's units; 0 is a hairline, one device pixel wide at any scale (WHD-10).
  public var width: Double
  /// How open ends look.
  public var cap: LineCap
  /// How corners look.
  public var join: LineJoin
  /// The longest miter in units of the line's width; a longer one becomes a bevel.
  public var miterLimit: Double

  /// Lengths of dashes and gaps in turn, in the path's units; none for a line without gaps.
  ///
  /// An odd number of them is taken twice. A dash of length 0 is a dot, as its caps make it. Lengths that are negative or no
  /// numbers, or none but zeros, make a line without gaps.
  public var dash: [Double]
  /// How far into the pattern each subpath starts.
  public var dashPhase: Double

  /// A style from its parts; round by default, as ink is.
  public init(
    width: Double, cap: LineCap = .round, join: LineJoin = .round, miterLimit: Double = 10, dash: [Double] = [],
    dashPhase: Double = 0
  ) {
    self.width = width
    self.cap = cap
    self.join = join
    self.miterLimit = miterLimit
    self.dash = dash
    self.dashPhase = dashPhase
  }

  /// One device pixel wide, snapped to whole pixels where it runs along an axis (WHD-10).
  public static let hairline = StrokeStyle(width: 0)

  /// The same without gaps.
  var undashed: StrokeStyle {
    var style = self
    style.dash = []
    return style
  }
}
