public import EaselGeometry

/// What a user wants of a bare screen (SET); what is nil is decided by what is there.
public nonisolated struct FramebufferOptions: Sendable {
  /// A mode of a card's screen.
  public struct Mode: Equatable, Sendable {
    /// Its pixels.
    public var size: PixelSize
    /// Pictures a second, or nil for any.
    public var refresh: Double?

    /// A mode to look for.
    public init(size: PixelSize, refresh: Double? = nil) {
      self.size = size
      self.refresh = refresh
    }
  }

  /// Who gives the right to the screen and the devices (FVT-1).
  public enum SessionKind: String, CaseIterable, Sendable {
    /// A seat manager, through libseat.
    case libseat
    /// A virtual terminal that we take over.
    case vt
    /// Nobody: devices are opened by their permissions.
    case none
  }

  /// `fb:/dev/fb1`, `kms:HDMI-A-1`, `kms:/dev/dri/card1`, or a bare path.
  public var screen: String?
  /// The mode of a card's screen.
  public var mode: Mode?
  /// How far the picture is turned, clockwise, beside what the panel itself says.
  public var orientation = Orientation.none
  /// Pixels per point.
  public var scale: Double?
  /// The devices to read, or nil for all of the seat.
  public var devices: [String]?
  /// Who gives the right to the devices.
  public var session: SessionKind?
  /// The virtual terminal to take over, by its number or path.
  public var terminal: String?
  /// The one to take over where the process has none as its controlling terminal (FVT-2).
  public var usualTerminal: String?

  /// Whether Control, Alt and Backspace ask for the end of the program (LKB-7).
  public var keysEnd = true

  /// All as it is found.
  public init() {}
}
