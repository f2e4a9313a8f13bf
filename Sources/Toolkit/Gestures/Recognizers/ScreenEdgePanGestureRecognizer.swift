internal import EaselGeometry
internal import EaselInputEvents

/// Edges of a rectangle.
public struct RectEdge: OptionSet, Hashable, Sendable {
  /// One bit an edge.
  public let rawValue: Int

  /// A set from its bits.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// The edge of the least y.
  public static let top = RectEdge(rawValue: 1)
  /// The edge of the least x.
  public static let left = RectEdge(rawValue: 2)
  /// The edge of the greatest y.
  public static let bottom = RectEdge(rawValue: 4)
  /// The edge of the greatest x.
  public static let right = RectEdge(rawValue: 8)
  /// All four.
  public static let all: RectEdge = [.top, .left, .bottom, .right]
}

/// Recognizes a pan of one finger that comes in from an edge of the window; continuous (9.4).
open class ScreenEdgePanGestureRecognizer: PanGestureRecognizer {
  /// The window's edges from which it may come; by default none, and nothing is recognized (SEP-1).
  public var edges: RectEdge = []

  /// The edges at which the finger went down.
  private var near: RectEdge = []

  open override func touchesBegan(_ touches: Set<Touch>, with event: Event) {
    // Only the first finger counts (SEP-2).
    while attempt.down.count > 1, let last = attempt.down.last { ignore(last, for: event) }
    guard let first = attempt.down.first, first.phase == .began else { return }
    near = edges.intersection(RectEdge(near: first.origin.location, in: first.window, region: tuning.edgePanRegion))
    guard !near.isEmpty else { return fail(.notAtEdge) }
    super.touchesBegan(touches, with: event)
  }

  /// It has to go inward, within half a right angle (SEP-3).
  override func begin() {
    let way = wayBeforeRecognition
    if near.contains(.left) && way.y.magnitude <= way.x || near.contains(.right) && way.y.magnitude <= -way.x
      || near.contains(.top) && way.x.magnitude <= way.y || near.contains(.bottom) && way.x.magnitude <= -way.y
    {
      super.begin()
    } else {
      fail(.otherDirection)
    }
  }

  open override func reset() {
    super.reset()
    near = []
  }
}

extension RectEdge {
  /// The edges of a window that a point in its space is no farther from than `region` (SEP-2).
  fileprivate init(near point: Point, in window: Window?, region: Double) {
    self = []
    guard let bounds = window?.bounds else { return }
    if point.x - bounds.minX <= region { insert(.left) }
    if bounds.maxX - point.x <= region { insert(.right) }
    if point.y - bounds.minY <= region { insert(.top) }
    if bounds.maxY - point.y <= region { insert(.bottom) }
  }
}
