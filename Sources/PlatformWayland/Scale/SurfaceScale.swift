/// How many pixels a point of a surface has.
nonisolated enum SurfaceScale: Hashable {
  /// Whole pixels per point, told with `set_buffer_scale` (WHD-4).
  case integer(Int)
  /// 120ths of a pixel per point; the viewport's destination tells the size in points (WHD-3).
  case fractional(Int)

  /// Pixels per point.
  var value: Double {
    switch self {
    case .integer(let factor): Double(factor)
    case .fractional(let numerator): Double(numerator) / 120
    }
  }

  /// What `wl_surface.set_buffer_scale` is told.
  var bufferScale: Int32 {
    switch self {
    case .integer(let factor): Int32(factor)
    case .fractional: 1
    }
  }

  /// The whole number of pixels that a length in points takes, rounded half away from zero (WHD-3).
  func pixels(_ points: Int) -> Int {
    switch self {
    case .integer(let factor): points * factor
    case .fractional(let numerator): (points * numerator * 2 + 120) / 240
    }
  }

  /// The longest length in points whose pixels a buffer can have (DLI-1).
  var longestSide: Int {
    switch self {
    case .integer(let factor): Limits.bufferSide / factor
    case .fractional(let numerator): min(Limits.bufferSide, Limits.bufferSide * 120 / numerator)
    }
  }
}

/// What displays may not exceed and what is never sent to them.
nonisolated enum Limits {
  /// Pixels along one side of a buffer (DLI-1, WSB-5).
  static let bufferSide = 16384
  /// Bytes of shared memory for one window (DLI-2).
  static let windowMemory = 1 << 30
  /// Bytes of one pool; the protocol counts them with 31 bits (WSB-5).
  static let poolSize = Int(Int32.max)
  /// Rectangles in one commit (WEL-9, WFR-7).
  static let damageRects = 16
  /// Bytes of a title or an application id (WEL-9).
  static let titleBytes = 1024
  /// Smallest and largest scale (WHD-9).
  static let scale = 0.5...8.0
  /// Outputs that are followed; more are ignored (DLI-6).
  static let outputs = 32
  /// Seats that are followed; more are ignored (DLI-6).
  static let seats = 16
  /// Tools, tablets and pads of a seat that are followed; more are ignored (DLI-6).
  static let tools = 64
}

/// Everything that a display has said about one surface's scale.
nonisolated struct ScaleSources: Hashable {
  /// `wp_fractional_scale_v1.preferred_scale` in 120ths.
  var fractional: Int?
  /// Whether a viewport can tell the size in points.
  var hasViewport = false
  /// `wl_surface.preferred_buffer_scale`.
  var preferredBufferScale: Int?
  /// Scales of the outputs that the surface has entered.
  var entered: [Int] = []
  /// The scale of the only output there is.
  var onlyOutput: Int?
  /// Whether the surface was ever on an output.
  var wasShown = false

  /// The scale to paint with, by the best source (WHD-2, WHD-5); nil if nothing is known and the last one is to be kept.
  var choice: SurfaceScale? {
    if hasViewport, let fractional { return .fractional(fractional) }
    if let preferredBufferScale { return .integer(preferredBufferScale) }
    if let largest = entered.max() { return .integer(largest) }
    if !wasShown, let onlyOutput { return .integer(onlyOutput) }
    return nil
  }

  /// A whole scale within the limits, and whether that is another one than was asked for (WHD-9).
  static func clamped(integer value: Int) -> (scale: Int, wasClamped: Bool) {
    let scale = min(max(value, 1), Int(Limits.scale.upperBound))
    return (scale, scale != value)
  }

  /// A fractional scale in 120ths within the limits, and whether that is another one than was asked for (WHD-9).
  static func clamped(numerator value: Int) -> (scale: Int, wasClamped: Bool) {
    let scale = min(max(value, Int(Limits.scale.lowerBound * 120)), Int(Limits.scale.upperBound * 120))
    return (scale, scale != value)
  }
}
