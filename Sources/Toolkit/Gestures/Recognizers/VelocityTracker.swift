internal import EaselGeometry
internal import EaselInputEvents

/// Velocity over the newest samples of a quantity: difference through time, over the named window (K-14, PAN-9).
///
/// Of a quantity with one number x is used. It holds a fixed number of samples: at more than 1,200 a second it looks less far
/// back.
struct VelocityTracker {
  private struct Sample {
    var time: Timestamp
    var value: Point
  }

  private static let capacity = 128
  private var samples: [Sample] = []
  private var newest = -1

  /// Takes a value in; one of the same time as the newest replaces it.
  mutating func add(_ value: Point, at time: Timestamp) {
    let sample = Sample(time: time, value: value)
    if newest >= 0, samples[newest].time == time {
      samples[newest] = sample
    } else if samples.count < Self.capacity {
      if samples.isEmpty { samples.reserveCapacity(Self.capacity) }
      newest = samples.count
      samples.append(sample)
    } else {
      newest = (newest + 1) % Self.capacity
      samples[newest] = sample
    }
  }

  /// Forgets all but the newest sample, so that the velocity is zero until the next one (PAN-8).
  mutating func keepNewest() {
    guard newest >= 0 else { return }
    let kept = samples[newest]
    samples.removeAll(keepingCapacity: true)
    samples.append(kept)
    newest = 0
  }

  mutating func removeAll() {
    samples.removeAll(keepingCapacity: true)
    newest = -1
  }

  /// Units per second; zero with fewer than two samples, and if the newest is older than the window.
  func velocity(at time: Timestamp, window: Double) -> Point {
    guard newest >= 0, time.seconds(since: samples[newest].time) <= window else { return .zero }
    let last = samples[newest]
    var first = last
    for step in 1..<max(2, samples.count) {
      let index = (newest - step + samples.count) % samples.count
      guard last.time.seconds(since: samples[index].time) <= window, samples[index].time <= first.time else { break }
      first = samples[index]
    }
    let time = last.time.seconds(since: first.time)
    guard time > 0 else { return .zero }
    return Point(x: (last.value.x - first.value.x) / time, y: (last.value.y - first.value.y) / time)
  }
}
