import Easel

/// A straight line; an object, so that whoever has selected it notices when it is gone.
final class Line {
  static let width = 10.0
  var begin: Point
  var end: Point

  init(begin: Point, end: Point) {
    self.begin = begin
    self.end = end
  }

  /// All that a stroke of the line covers.
  var box: Rect { Rect(spanning: begin, end).insetBy(dx: -Line.width, dy: -Line.width) }

  /// Whether a finger at a point means this line.
  func isNear(_ point: Point) -> Bool {
    stride(from: 0, through: 1, by: 0.05).contains { (begin + (end - begin) * $0).distance(to: point) < 20 }
  }

  func stroke(_ color: Color, in painter: Painter) {
    painter.stroke(polyline: [begin, end], width: Line.width, color: color)
  }
}
