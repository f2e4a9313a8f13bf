internal import EaselGeometry
internal import EaselInputEvents

/// Says where a touch will probably be, from a second-order fit over its last tenth of a second (EV-6).
final class TouchPredictor {
  /// One sixtieth of a second: most panels; two of them are as far as a prediction reaches.
  static let refreshInterval = 1.0 / 60
  static let reach = 40.0
  static let window = 0.1

  /// Up to four samples, evenly spread over two refresh intervals, none farther than 40 points away.
  func predict(_ touch: Touch) -> [Touch] {
    let recent = touch.history.samples(since: touch.values.timestamp.advanced(bySeconds: -Self.window))
    guard recent.count >= 3, let x = Parabola(recent, \.x), let y = Parabola(recent, \.y) else { return [] }
    let start = Point(x: x.value(at: 0), y: y.value(at: 0))
    var result: [Touch] = []
    var previous = touch.values.location
    for step in 1...4 {
      let ahead = Double(step) * Self.refreshInterval / 2
      // The fit's own error at the present moment is taken off, so that the prediction begins at the finger.
      let fitted = Point(x: x.value(at: ahead), y: y.value(at: ahead))
      let location = touch.values.location + (fitted - start)
      guard location.isFinite, location.distance(to: touch.values.location) <= Self.reach else { break }
      var values = touch.values
      values.phase = .moved
      values.timestamp = touch.values.timestamp.advanced(bySeconds: ahead)
      values.previousLocation = previous
      values.location = location
      previous = location
      result.append(Touch(copyOf: touch, values: values))
    }
    return result
  }
}

/// The newest positions of a touch, in a buffer that does not grow.
struct TouchHistory {
  struct Sample {
    var time: Timestamp
    var location: Point
  }

  private static let capacity = 32
  private var buffer: [Sample] = []
  private var next = 0

  mutating func append(_ time: Timestamp, _ location: Point) {
    let sample = Sample(time: time, location: location)
    if buffer.count < Self.capacity {
      if buffer.isEmpty { buffer.reserveCapacity(Self.capacity) }
      buffer.append(sample)
    } else {
      buffer[next] = sample
    }
    next = (next + 1) % Self.capacity
  }

  /// Samples not older than a moment, with times relative to the newest one, oldest first.
  func samples(since start: Timestamp) -> [(time: Double, location: Point)] {
    guard !buffer.isEmpty else { return [] }
    let count = buffer.count
    let oldest = count < Self.capacity ? 0 : next
    let newest = buffer[(oldest + count - 1) % count].time
    return (0..<count).compactMap { offset in
      let sample = buffer[(oldest + offset) % count]
      return sample.time < start ? nil : (sample.time.seconds(since: newest), sample.location)
    }
  }
}

/// A least-squares fit of a + b·t + c·t² through samples.
private struct Parabola {
  private var a = 0.0
  private var b = 0.0
  private var c = 0.0

  init?(_ samples: [(time: Double, location: Point)], _ axis: KeyPath<Point, Double>) {
    // Times are counted in refresh intervals, which keeps the sums near 1.
    var sums = [0.0, 0.0, 0.0, 0.0, 0.0]
    var moments = [0.0, 0.0, 0.0]
    for sample in samples {
      let time = sample.time / TouchPredictor.refreshInterval
      var power = 1.0
      for exponent in 0..<5 {
        sums[exponent] += power
        if exponent < 3 { moments[exponent] += power * sample.location[keyPath: axis] }
        power *= time
      }
    }
    let d =
      sums[0] * (sums[2] * sums[4] - sums[3] * sums[3]) - sums[1] * (sums[1] * sums[4] - sums[2] * sums[3])
      + sums[2] * (sums[1] * sums[3] - sums[2] * sums[2])
    guard d.isFinite, d.magnitude > 1e-9 else { return nil }
    let (p, q, r) = (moments[0], moments[1], moments[2])
    a =
      (p * (sums[2] * sums[4] - sums[3] * sums[3]) - sums[1] * (q * sums[4] - r * sums[3])
        + sums[2] * (q * sums[3] - r * sums[2])) / d
    b =
      (sums[0] * (q * sums[4] - r * sums[3]) - p * (sums[1] * sums[4] - sums[2] * sums[3])
        + sums[2] * (sums[1] * r - sums[2] * q)) / d
    c =
      (sums[0] * (sums[2] * r - sums[3] * q) - sums[1] * (sums[1] * r - sums[2] * q)
        + p * (sums[1] * sums[3] - sums[2] * sums[2])) / d
  }

  /// - Parameter time: seconds after the newest sample.
  func value(at time: Double) -> Double {
    let t = time / TouchPredictor.refreshInterval
    return a + b * t + c * t * t
  }
}
