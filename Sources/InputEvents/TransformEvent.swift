public import EaselGeometry

/// One step of a gesture on a touchpad, as the display recognized it: pinch and turn, swipe, or hold (WPG-1).
///
/// A gesture is one `began`, any number of `changed`, and one `ended` or `cancelled`; a backend delivers one gesture at a time.
/// It makes no touches: it happens where the pointer is (TO-13).
public struct TransformEvent: Hashable, Sendable {
  /// Which gesture.
  public enum Kind: Hashable, Sendable {
    /// Fingers come together, go apart or turn, and may move meanwhile.
    case pinch
    /// Fingers move side by side.
    case swipe
    /// Fingers rest; such a gesture does not change.
    case hold

    /// How many fingers it usually has.
    public var usualFingerCount: Int {
      switch self {
      case .pinch: 2
      case .swipe: 3
      case .hold: 1
      }
    }
  }

  /// More fingers than these are a device's nonsense.
  public static let mostFingers = 32

  /// When.
  public var time: Timestamp
  /// On which surface the whole gesture happens.
  public var surface: SurfaceID
  /// Which gesture.
  public var kind: Kind
  /// Where in the gesture this event stands.
  public var phase: SequencePhase
  /// Where the pointer is, in points of the window.
  public var position: Point
  /// How many fingers made the gesture begin; the same from beginning to end.
  public var fingerCount: Int
  /// How far the fingers' centre has moved since the gesture's last event, in points of the window.
  public var delta: Point
  /// How far the fingers are apart, as a multiple of what it was at the beginning (WPG-2).
  public var scale: Double
  /// By how much the fingers have turned since the beginning, in radians, clockwise positive (CO-1, WPG-2).
  public var rotation: Double
  /// Modifier keys held meanwhile.
  public var modifiers: KeyModifiers

  /// A step of a gesture; without `fingerCount` of as many fingers as usual.
  public init(
    time: Timestamp, surface: SurfaceID, kind: Kind, phase: SequencePhase, position: Point, fingerCount: Int? = nil,
    delta: Point = .zero, scale: Double = 1, rotation: Double = 0, modifiers: KeyModifiers = []
  ) {
    self.time = time
    self.surface = surface
    self.kind = kind
    self.phase = phase
    self.position = position
    self.fingerCount = fingerCount ?? kind.usualFingerCount
    self.delta = delta
    self.scale = scale
    self.rotation = rotation
    self.modifiers = modifiers
  }

  /// Whether its numbers are such as a touchpad can mean; what is not is to be dropped.
  public var isPlausible: Bool {
    let farthest = TouchFrameAssembler.farthest
    let isPlaced = position.x.magnitude <= farthest && position.y.magnitude <= farthest
    let isMoved = delta.x.magnitude <= farthest && delta.y.magnitude <= farthest
    let isTurned = rotation.magnitude <= farthest && scale <= farthest && scale >= 1 / farthest
    return isPlaced && isMoved && isTurned && (1...Self.mostFingers).contains(fingerCount)
  }
}
