internal import EaselGeometry

/// A direction in which a pointer scrolls.
public enum ScrollAxis: Hashable, Sendable {
  /// Up and down.
  case vertical
  /// Left and right.
  case horizontal
}

/// Sums what one pointer frame says of scrolling (WPO-5).
struct ScrollAssembler: Sendable {
  /// How many points one wheel step of 120 units moves.
  static let pointsPerStep = 48.0
  /// Sums larger than this, in points or in units, are a device's nonsense.
  static let farthest = 1_048_576.0

  private struct Sum: Sendable {
    var value = 0.0
    var units = 0
    var discrete = 0
    var hasUnits = false
    var hasDiscrete = false
    var isTouched = false
    var hasStopped = false

    /// Wheel units, the finer ones if both came, or nil.
    var steps: Int? { hasUnits ? units : hasDiscrete ? discrete * 120 : nil }
  }

  private var vertical = Sum()
  private var horizontal = Sum()
  private var source = ScrollEvent.Source.wheel
  /// Axes on which fingers have moved since they last stopped.
  private var isVerticalMoving = false
  private var isHorizontalMoving = false
  /// What these fingers are.
  private var movingSource = ScrollEvent.Source.finger

  var isEmpty: Bool { !vertical.isTouched && !horizontal.isTouched }

  mutating func setSource(_ newSource: ScrollEvent.Source) { source = newSource }

  mutating func add(_ value: Double, on axis: ScrollAxis) {
    guard value.magnitude <= Self.farthest else { return }
    edit(axis) { $0.value += value }
  }

  mutating func add(units: Int32, on axis: ScrollAxis) {
    edit(axis) {
      $0.units += Int(units)
      $0.hasUnits = true
    }
  }

  mutating func add(discrete: Int32, on axis: ScrollAxis) {
    edit(axis) {
      $0.discrete += Int(discrete)
      $0.hasDiscrete = true
    }
  }

  mutating func stop(_ axis: ScrollAxis) {
    edit(axis) { $0.hasStopped = true }
  }

  /// The frame's scrolling, or nil if nothing has changed; begins anew.
  mutating func take(time: Timestamp, surface: SurfaceID, position: Point) -> ScrollEvent? {
    defer { reset() }
    guard !isEmpty else { return nil }
    let delta = Point(x: Self.points(horizontal), y: Self.points(vertical))
    var event = ScrollEvent(time: time, surface: surface, position: position, source: source, delta: delta)
    switch source {
    case .wheel:
      if horizontal.steps != nil || vertical.steps != nil {
        event.steps = PixelPoint(x: Self.clamp(horizontal.steps ?? 0), y: Self.clamp(vertical.steps ?? 0))
      }
    case .finger, .continuous:
      isVerticalMoving = !vertical.hasStopped && (isVerticalMoving || vertical.isTouched)
      isHorizontalMoving = !horizontal.hasStopped && (isHorizontalMoving || horizontal.isTouched)
      movingSource = source
      let hasStop = vertical.hasStopped || horizontal.hasStopped
      if hasStop && !isVerticalMoving && !isHorizontalMoving { event.phase = .stopped }
    }
    return event.delta == .zero && event.steps == nil && event.phase == .moved ? nil : event
  }

  /// The pointer goes: what fingers scroll is cancelled, unless they have stopped (PAN-15).
  mutating func cancel(time: Timestamp, surface: SurfaceID, position: Point) -> ScrollEvent? {
    guard isVerticalMoving || isHorizontalMoving else { return nil }
    isVerticalMoving = false
    isHorizontalMoving = false
    return ScrollEvent(
      time: time, surface: surface, position: position, source: movingSource, delta: .zero, phase: .cancelled)
  }

  mutating func reset() {
    vertical = Sum()
    horizontal = Sum()
    source = .wheel
  }

  private mutating func edit(_ axis: ScrollAxis, _ change: (inout Sum) -> Void) {
    switch axis {
    case .vertical:
      vertical.isTouched = true
      change(&vertical)
    case .horizontal:
      horizontal.isTouched = true
      change(&horizontal)
    }
  }

  private static func points(_ sum: Sum) -> Double {
    let value = sum.steps.map { Double($0) / 120 * pointsPerStep } ?? sum.value
    return max(-farthest, min(farthest, value))
  }

  private static func clamp(_ units: Int) -> Int {
    max(-Int(farthest), min(Int(farthest), units))
  }
}
