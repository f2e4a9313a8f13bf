public import EaselGeometry

extension Path {
  /// How far in pixels a flattened curve may lie from the true one when the painter draws it.
  static let tolerance = 0.05

  /// Coordinates beyond this count as lying there: far outside every picture, small enough to compute with.
  static let farthest = 1e12

  /// The path with its curves replaced by lines.
  ///
  /// - Parameters:
  ///   - tolerance: how far a line may lie from its curve, measured after `transform`; at least 0.001.
  ///   - transform: how the result will be shown; the result itself stays in the path's own space.
  public func flattened(tolerance: Double, transform: AffineTransform = .identity) -> Path {
    var result = Path()
    forEachStep(transform: transform, tolerance: tolerance) { step in
      switch step {
      case .move(let point): result.move(to: point)
      case .line(let point), .bend(let point): result.addLine(to: point)
      case .close: result.closeSubpath()
      }
    }
    return result
  }

  /// What is left of an element when curves have become lines and bad numbers are gone.
  enum Step {
    case move(Point)
    case line(Point)
    /// A line that goes on within the same curve as the one before.
    case bend(Point)
    case close

    /// Where it leads, if that is said.
    var point: Point? {
      switch self {
      case .move(let point), .line(let point), .bend(let point): point
      case .close: nil
      }
    }
  }

  /// Calls `body` with lines only, in the path's own space.
  ///
  /// The number of lines in a curve depends on the curve and the transform alone, never on what is visible, so that each part
  /// of a picture is painted from the same lines.
  @inline(__always)
  func forEachStep(transform: AffineTransform, tolerance: Double, _ body: (Step) -> Void) {
    var next = 0
    var start = Point.zero
    var current = Point.zero
    var isOpen = false
    for verb in verbs {
      let first = next
      if verb == .close {
        if isOpen { body(.close) }
        current = start
        continue
      }
      next += verb.pointCount
      guard points[first..<next].allSatisfy({ $0.x == $0.x && $0.y == $0.y }) else { continue }
      let end = Path.tamed(points[next - 1])
      if verb == .move || !isOpen {
        start = end
        isOpen = true
        body(.move(end))
      } else if verb == .line {
        body(.line(end))
      } else {
        let control1 = Path.tamed(points[first])
        let control2 = verb == .quad ? control1 : Path.tamed(points[first + 1])
        let curve = Curve(from: current, control1: control1, control2: control2, to: end, isQuadratic: verb == .quad)
        let count = curve.lineCount(transform: transform, tolerance: tolerance)
        if count > 1 { body(.line(curve.point(at: 1 / Double(count)))) }
        for index in 2..<max(2, count) { body(.bend(curve.point(at: Double(index) / Double(count)))) }
        body(count > 1 ? .bend(end) : .line(end))
      }
      current = end
    }
  }

  static func tamed(_ point: Point) -> Point {
    Point(x: max(-farthest, min(farthest, point.x)), y: max(-farthest, min(farthest, point.y)))
  }
}

/// A Bézier curve of degree 2 or 3; of degree 2 both controls are the same point.
struct Curve {
  var from: Point
  var control1: Point
  var control2: Point
  var to: Point
  var isQuadratic: Bool

  /// More lines than this are never made of one curve, however large it is.
  static let maximumLines = 1024

  /// Into how many lines of equal parameter length the curve must be cut, from the greatest second derivative.
  func lineCount(transform: AffineTransform, tolerance: Double) -> Int {
    let bend: Double
    if isQuadratic {
      bend = 2 * length(transform.applyLinear(from - control1 * 2 + to))
    } else {
      let first = length(transform.applyLinear(from - control1 * 2 + control2))
      let second = length(transform.applyLinear(control1 - control2 * 2 + to))
      bend = 6 * max(first, second)
    }
    let count = (bend / (8 * max(tolerance, 0.001))).squareRoot().rounded(.up)
    guard count < Double(Curve.maximumLines) else { return Curve.maximumLines }
    return max(1, Int(count))
  }

  /// The position at a parameter from 0 to 1.
  func point(at t: Double) -> Point {
    let s = 1 - t
    if isQuadratic { return from * (s * s) + control1 * (2 * s * t) + to * (t * t) }
    return from * (s * s * s) + control1 * (3 * s * s * t) + control2 * (3 * s * t * t) + to * (t * t * t)
  }

  private func length(_ vector: Point) -> Double {
    (vector.x * vector.x + vector.y * vector.y).squareRoot()
  }
}
