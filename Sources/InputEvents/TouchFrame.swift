public import EaselGeometry

/// What touches the screen (TO-13).
public enum ContactKind: Hashable, Sendable {
  /// A finger on a touchscreen.
  case direct
  /// A tablet tool that draws or erases.
  case pencil
  /// A pointer with a button pressed.
  case indirectPointer
}

/// What one sample says of its contact.
public enum ContactPhase: Hashable, Sendable {
  /// It has begun.
  case down
  /// It is still down and something about it has changed.
  case moved
  /// It has ended.
  case up
  /// The system has taken it away: it counts as never having happened.
  case cancelled
}

/// What a pen tells beside its position; nil means that the device does not know.
public struct PenAxes: Hashable, Sendable {
  /// Pressure from 0 to 1.
  public var pressure: Double?
  /// Angle to the surface in radians: π/2 upright, 0 flat (TO-15).
  public var altitude: Double?
  /// Direction of the cap end in radians: 0 along +x, growing clockwise (TO-15).
  public var azimuth: Double?
  /// Turn about the pen's own axis in radians.
  public var roll: Double?
  /// Whether the eraser's end is down.
  public var isEraser: Bool

  /// Axes; what is left out is unknown.
  public init(
    pressure: Double? = nil, altitude: Double? = nil, azimuth: Double? = nil, roll: Double? = nil, isEraser: Bool = false
  ) {
    self.pressure = pressure
    self.altitude = altitude
    self.azimuth = azimuth
    self.roll = roll
    self.isEraser = isEraser
  }
}

/// One change of one contact.
public struct TouchSample: Hashable, Sendable {
  /// Which contact; the number stays the same from down to up.
  public var contact: ContactID
  /// The surface on which the contact went down.
  public var surface: SurfaceID
  /// What happened.
  public var phase: ContactPhase
  /// Where, in points of the window; may lie outside of it and is never rounded (WTC-9, CO-13).
  public var position: Point
  /// What kind of contact it is.
  public var kind: ContactKind
  /// Pressed pointer or pen buttons, bit 0 the primary one (WPO-4); 0 for fingers.
  public var buttons: UInt32
  /// Half the major axis of the touching area in points, or nil if unknown (TO-16).
  public var majorRadius: Double?
  /// The touching area's turn in clockwise radians from the positive y axis, or nil if unknown (WTC-10).
  public var orientation: Double?
  /// What a pen tells; nil for everything else.
  public var pen: PenAxes?
  /// Whether a pointer plays this contact (WEM-1).
  public var isEmulated: Bool

  /// A sample; what is left out is unknown or not there.
  public init(
    contact: ContactID, surface: SurfaceID, phase: ContactPhase, position: Point, kind: ContactKind = .direct,
    buttons: UInt32 = 0, majorRadius: Double? = nil, orientation: Double? = nil, pen: PenAxes? = nil,
    isEmulated: Bool = false
  ) {
    self.contact = contact
    self.surface = surface
    self.phase = phase
    self.position = position
    self.kind = kind
    self.buttons = buttons
    self.majorRadius = majorRadius
    self.orientation = orientation
    self.pen = pen
    self.isEmulated = isEmulated
  }
}

/// One atomic group of contact changes: everything up to the protocol's frame marker (WTC-1).
///
/// One contact may have several samples in it, in order of arrival; the toolkit splits them (TO-5).
public struct TouchFrame: Hashable, Sendable {
  /// When it happened.
  public var time: Timestamp
  /// The changes, in order of arrival.
  public var samples: [TouchSample]
  /// Modifier keys held meanwhile on a keyboard of the same seat.
  public var modifiers: KeyModifiers

  /// A frame from its samples.
  public init(time: Timestamp, samples: [TouchSample], modifiers: KeyModifiers = []) {
    self.time = time
    self.samples = samples
    self.modifiers = modifiers
  }

  /// Whether every sample is a movement, so that a later frame may be delivered together with it (EV-4).
  public var isOnlyMovement: Bool {
    samples.allSatisfy { $0.phase == .moved }
  }
}
