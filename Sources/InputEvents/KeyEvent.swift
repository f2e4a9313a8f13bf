/// The modifier keys that count for shortcuts, as the keyboard's state tells them (WKB-3).
public struct KeyModifiers: OptionSet, Hashable, Sendable {
  /// One bit a modifier.
  public var rawValue: UInt8

  /// A set from its bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Shift.
  public static let shift = KeyModifiers(rawValue: 1)
  /// Control.
  public static let control = KeyModifiers(rawValue: 2)
  /// Alt.
  public static let alternate = KeyModifiers(rawValue: 4)
  /// The logo key.
  public static let command = KeyModifiers(rawValue: 8)
  /// Caps Lock, while it is on.
  public static let alphaShift = KeyModifiers(rawValue: 16)
}

/// One change of one key.
public struct KeyEvent: Hashable, Sendable {
  /// What happened to the key.
  public enum Phase: Hashable, Sendable {
    /// Pressed.
    case down
    /// Held so long that it counts again (KB-5).
    case repeated
    /// Released.
    case up
    /// Taken away with the focus or the keyboard (KB-4).
    case cancelled
  }

  /// When.
  public var time: Timestamp
  /// The surface that has this keyboard's focus.
  public var surface: SurfaceID
  /// What happened.
  public var phase: Phase
  /// The kernel's number of the key (evdev), the same on every layout.
  public var code: UInt32
  /// The XKB symbol that the layout gives, modifiers applied; 0 if none.
  public var symbol: UInt32
  /// The XKB symbol to match shortcuts with: lower case, from the first Latin layout if the present one is none (WKB-9).
  public var shortcutSymbol: UInt32
  /// The text that it types; empty if none.
  public var text: String
  /// Modifiers held, without those that the layout consumed for `symbol`; match them together with `shortcutSymbol`.
  ///
  /// Shift stays where all it did was to make a capital, so that Ctrl+Shift+Z is another shortcut than Ctrl+Z.
  public var modifiers: KeyModifiers

  /// A key's change.
  public init(
    time: Timestamp, surface: SurfaceID, phase: Phase, code: UInt32, symbol: UInt32 = 0, shortcutSymbol: UInt32 = 0,
    text: String = "", modifiers: KeyModifiers = []
  ) {
    self.time = time
    self.surface = surface
    self.phase = phase
    self.code = code
    self.symbol = symbol
    self.shortcutSymbol = shortcutSymbol
    self.text = text
    self.modifiers = modifiers
  }
}
