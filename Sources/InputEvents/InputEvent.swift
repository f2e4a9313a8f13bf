public import EaselGeometry

/// A pointer without a pressed button, or a pen in proximity (HOV, WPO-2).
public struct HoverEvent: Hashable, Sendable {
  /// What happened.
  public enum Phase: Hashable, Sendable {
    /// It came onto the surface.
    case entered
    /// It moved.
    case moved
    /// It left the surface, went down or went out of proximity.
    case left
  }

  /// When.
  public var time: Timestamp
  /// On which surface.
  public var surface: SurfaceID
  /// What happened.
  public var phase: Phase
  /// Where, in points of the window.
  public var position: Point
  /// `indirectPointer` or `pencil`.
  public var kind: ContactKind
  /// How far a pen is from the surface, from 0 to 1 at the end of its reach; nil if unknown (HOV-2).
  public var distance: Double?
  /// What a pen tells; nil for a pointer.
  public var pen: PenAxes?
  /// Modifier keys held meanwhile.
  public var modifiers: KeyModifiers

  /// A hover's change; what is left out is unknown or not there.
  public init(
    time: Timestamp, surface: SurfaceID, phase: Phase, position: Point, kind: ContactKind = .indirectPointer,
    distance: Double? = nil, pen: PenAxes? = nil, modifiers: KeyModifiers = []
  ) {
    self.time = time
    self.surface = surface
    self.phase = phase
    self.position = position
    self.kind = kind
    self.distance = distance
    self.pen = pen
    self.modifiers = modifiers
  }
}

/// Movement of a wheel, or of fingers on a touchpad (WPO-5).
public struct ScrollEvent: Hashable, Sendable {
  /// What was turned or stroked.
  public enum Source: Hashable, Sendable {
    /// A wheel with steps; unknown sources count as one.
    case wheel
    /// Fingers on a touchpad; these tell when they stop.
    case finger
    /// Anything else without steps.
    case continuous
  }

  /// What became of the movement; where it begins is what its receiver knows (PAN-15).
  public enum Phase: Hashable, Sendable {
    /// It goes on; a wheel says nothing else.
    case moved
    /// The fingers have lifted: momentum may begin.
    case stopped
    /// The pointer has left, or is gone, before the fingers lifted.
    case cancelled
  }

  /// When.
  public var time: Timestamp
  /// On which surface.
  public var surface: SurfaceID
  /// Where the pointer is, in points of the window.
  public var position: Point
  /// What moved.
  public var source: Source
  /// By how much, in points: a positive y moves the view down the content.
  public var delta: Point
  /// Wheel steps in 120ths, or nil if the source has none.
  public var steps: PixelPoint?
  /// What became of the movement.
  public var phase: Phase

  /// A scroll movement.
  public init(
    time: Timestamp, surface: SurfaceID, position: Point, source: Source, delta: Point, steps: PixelPoint? = nil,
    phase: Phase = .moved
  ) {
    self.time = time
    self.surface = surface
    self.position = position
    self.source = source
    self.delta = delta
    self.steps = steps
    self.phase = phase
  }
}

/// Everything that a device can say, in the one form in which it goes up.
public enum InputEvent: Hashable, Sendable {
  /// Contacts changed.
  case touches(TouchFrame)
  /// A pointer or pen moved without touching.
  case hover(HoverEvent)
  /// A wheel or touchpad scrolled.
  case scroll(ScrollEvent)
  /// Fingers on a touchpad pinched, turned, swiped or rested.
  case transform(TransformEvent)
  /// A key changed.
  case key(KeyEvent)

  /// When it happened.
  public var time: Timestamp {
    switch self {
    case .touches(let frame): frame.time
    case .hover(let hover): hover.time
    case .scroll(let scroll): scroll.time
    case .transform(let transform): transform.time
    case .key(let key): key.time
    }
  }

  /// The surfaces on which it happened: of a frame of touches each sample's, of everything else one.
  public var surfaces: [SurfaceID] {
    switch self {
    case .touches(let frame): frame.samples.map(\.surface)
    case .hover(let hover): [hover.surface]
    case .scroll(let scroll): [scroll.surface]
    case .transform(let transform): [transform.surface]
    case .key(let key): [key.surface]
    }
  }

  /// The same event at another time.
  public func at(_ time: Timestamp) -> InputEvent {
    switch self {
    case .touches(var frame):
      frame.time = time
      return .touches(frame)
    case .hover(var hover):
      hover.time = time
      return .hover(hover)
    case .scroll(var scroll):
      scroll.time = time
      return .scroll(scroll)
    case .transform(var transform):
      transform.time = time
      return .transform(transform)
    case .key(var key):
      key.time = time
      return .key(key)
    }
  }
}
