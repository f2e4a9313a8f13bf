internal import EaselGeometry
internal import EaselInputEvents

/// What one sample says of a touch: the part of it that changes.
nonisolated struct TouchValues {
  var phase: Touch.Phase
  var timestamp: Timestamp
  /// In window base coordinates.
  var location: Point
  var previousLocation: Point
  var pressure: Double?
  var altitude = Double.pi / 2
  var azimuth = 0.0
  var roll = 0.0
  var majorRadius: Double?
  var buttons: UInt32 = 0
  var isEraser = false

  /// - Parameter location: the sample's position in window base coordinates.
  init(_ sample: TouchSample, phase: Touch.Phase, timestamp: Timestamp, location: Point, previousLocation: Point) {
    self.phase = phase
    self.timestamp = timestamp
    self.location = location
    self.previousLocation = previousLocation
    majorRadius = finite(sample.majorRadius)
    buttons = sample.buttons
    guard let pen = sample.pen else { return }
    pressure = finite(pen.pressure).map { min(1, max(0, $0)) }
    altitude = finite(pen.altitude) ?? .pi / 2
    azimuth = finite(pen.azimuth) ?? 0
    roll = finite(pen.roll) ?? 0
    isEraser = pen.isEraser
  }

  private func finite(_ value: Double?) -> Double? {
    guard let value, value.isFinite else { return nil }
    return value
  }
}
