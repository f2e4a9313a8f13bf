internal import EaselGeometry

/// Somebody who makes a shape along lines: a `Stroker`, or a `RoundPen` for ink.
protocol LinePen {
  /// Begins a line; one that is open ends there.
  mutating func move(to point: Point)
  /// Goes on to a point; `isBend` if it is still the same curve, whose corners are round whatever the style says.
  mutating func line(to point: Point, isBend: Bool)
  /// Goes back to where the line began and joins its ends.
  mutating func close()
  /// Makes a line without length that has a direction all the same.
  mutating func dot(at point: Point, direction: Point)
  /// Ends the last line.
  mutating func end()
}

extension LinePen {
  @inline(__always)
  mutating func add(_ step: Path.Step) {
    switch step {
    case .move(let point): move(to: point)
    case .line(let point): line(to: point, isBend: false)
    case .bend(let point): line(to: point, isBend: true)
    case .close: close()
    }
  }
}
