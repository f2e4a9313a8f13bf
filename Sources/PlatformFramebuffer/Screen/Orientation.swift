public import EaselGeometry

/// How a panel is turned: clockwise degrees from the panel's own picture to the user's (FRO-1).
///
/// One value turns pixels, damage, touches, pens and the pointer; "view" is what the user sees upright, "panel" what the device
/// calls its pixels.
public nonisolated enum Orientation: Int, CaseIterable, Hashable, Sendable {
  /// As the panel is mounted.
  case none = 0
  /// A quarter turn clockwise.
  case quarter = 90
  /// Upside down.
  case half = 180
  /// A quarter turn counterclockwise.
  case threeQuarters = 270

  /// Whether width and height change places.
  public var isSideways: Bool { self == .quarter || self == .threeQuarters }

  /// Both turns one after the other, as the panel's hint and the user's wish (SCO-2).
  public func combined(with other: Orientation) -> Orientation {
    Orientation(rawValue: (rawValue + other.rawValue) % 360) ?? .none
  }

  /// The view's extents on a panel of these, or the other way round.
  public func turned(_ size: PixelSize) -> PixelSize {
    isSideways ? PixelSize(width: size.height, height: size.width) : size
  }

  /// The panel's pixels that show a rectangle of the view.
  public func panelRect(_ rect: PixelRect, panel: PixelSize) -> PixelRect {
    switch self {
    case .none: rect
    case .quarter: PixelRect(x: panel.width - rect.maxY, y: rect.x, width: rect.height, height: rect.width)
    case .half:
      PixelRect(x: panel.width - rect.maxX, y: panel.height - rect.maxY, width: rect.width, height: rect.height)
    case .threeQuarters: PixelRect(x: rect.y, y: panel.height - rect.maxX, width: rect.height, height: rect.width)
    }
  }

  /// The place in the view, in its pixels, that lies at a place on the panel; fractions are kept.
  public func viewPoint(_ point: Point, panel: PixelSize) -> Point {
    let width = Double(panel.width)
    let height = Double(panel.height)
    return switch self {
    case .none: point
    case .quarter: Point(x: point.y, y: width - point.x)
    case .half: Point(x: width - point.x, y: height - point.y)
    case .threeQuarters: Point(x: height - point.y, y: point.x)
    }
  }

  /// A movement on the panel as the view sees it.
  public func viewMovement(_ movement: Point) -> Point {
    switch self {
    case .none: movement
    case .quarter: Point(x: movement.y, y: -movement.x)
    case .half: Point(x: -movement.x, y: -movement.y)
    case .threeQuarters: Point(x: -movement.y, y: movement.x)
    }
  }
}
