public import EaselGeometry

/// A position on the page in points.
///
/// Single precision holds every position of Wayland's 24.8 fixed point on a page of 65,536 points exactly, in half the memory.
public struct InkPoint: Hashable, Sendable {
  /// Distance from the page's left edge.
  public var x: Float
  /// Distance from the page's top edge.
  public var y: Float

  /// A position from its coordinates.
  public init(x: Float, y: Float) {
    self.x = x
    self.y = y
  }

  /// The nearest position that single precision holds.
  public init(_ point: Point) {
    self.init(x: Float(point.x), y: Float(point.y))
  }

  /// The same position in double precision.
  public var point: Point { Point(x: Double(x), y: Double(y)) }
}

/// How a stroke looks.
public struct Pen: Hashable, Sendable {
  /// The line's width in points.
  public var width: Float
  /// The line's colour.
  public var color: Color

  /// A pen from its width and colour.
  public init(width: Float, color: Color) {
    self.width = width
    self.color = color
  }
}

/// The number of one stroke in its document; a document never uses one twice.
public struct StrokeID: Hashable, Comparable, Sendable {
  /// The number itself; later strokes have larger ones.
  public var value: UInt64

  /// A stroke's number.
  public init(_ value: UInt64) {
    self.value = value
  }

  /// Whether `a` was begun before `b`.
  public static func < (a: StrokeID, b: StrokeID) -> Bool { a.value < b.value }
}

/// One freehand line: the points through which a contact went, joined by straight segments with round ends.
///
/// A single point is a dot. The stroke keeps the bounds of each run of segments, so that a painter or an index finds what
/// touches a small rectangle without looking at every point.
public struct Stroke: Hashable, Sendable {
  /// The stroke's number; a line in progress has none that counts.
  public var id: StrokeID
  /// How it looks.
  public var pen: Pen
  /// The points in the order in which they were drawn; never empty.
  public private(set) var points: [InkPoint]
  /// The bounds of the points of each run of `segmentsPerRun` segments, without the pen's width.
  public private(set) var runs: [Rect]

  /// A line longer than this goes on as another stroke, so that no record of a journal grows without limit.
  public static let mostPoints = 1 << 20

  /// Segments whose bounds are kept together.
  public static let segmentsPerRun = 32

  /// A dot.
  public init(id: StrokeID, pen: Pen, at point: InkPoint) {
    self.id = id
    self.pen = pen
    self.points = [point]
    self.runs = [Rect(spanning: point.point, point.point)]
  }

  /// A stroke through points that already exist, or nil if there is none.
  public init?(id: StrokeID, pen: Pen, points: [InkPoint]) {
    guard let first = points.first else { return nil }
    self.init(id: id, pen: pen, at: first)
    self.points.reserveCapacity(points.count)
    for point in points.dropFirst() { append(point) }
  }

  /// Goes on to another point; costs the same however long the stroke is.
  public mutating func append(_ point: InkPoint) {
    let last = points[points.count - 1]
    let segment = points.count - 1
    points.append(point)
    let bounds = Rect(spanning: last.point, point.point)
    if segment / Stroke.segmentsPerRun < runs.count {
      runs[runs.count - 1] = runs[runs.count - 1].spanningUnion(bounds)
    } else {
      runs.append(bounds)
    }
  }

  /// How far ink reaches from the line of points, in points: half the width, and what rounding to the raster's 24.8 fixed
  /// point can add at half a pixel a point.
  public var reach: Double { Double(pen.width) / 2 + Stroke.rounding }

  private static let rounding = 1.0 / 32

  /// Everything that its ink covers.
  public var bounds: Rect {
    var result = runs[0]
    for run in runs.dropFirst() { result = result.spanningUnion(run) }
    return result.insetBy(dx: -reach, dy: -reach)
  }

  /// What the ink of the segment that ends at this point covers; a stroke's first point stands for its dot.
  public func bounds(ofSegmentTo index: Int) -> Rect {
    let end = points[index].point
    let start = index > 0 ? points[index - 1].point : end
    return Rect(spanning: start, end).insetBy(dx: -reach, dy: -reach)
  }

  /// What the ink of one run covers.
  public func bounds(ofRun run: Int) -> Rect {
    runs[run].insetBy(dx: -reach, dy: -reach)
  }

  /// The points of one run, its first one included.
  public func points(ofRun run: Int) -> Range<Int> {
    let first = run * Stroke.segmentsPerRun
    return first..<min(points.count, first + Stroke.segmentsPerRun + 1)
  }
}

extension Rect {
  /// The bounds of both, where a rectangle without area still counts: a vertical line has a place.
  func spanningUnion(_ other: Rect) -> Rect {
    let left = min(minX, other.minX)
    let top = min(minY, other.minY)
    return Rect(
      x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }
}
