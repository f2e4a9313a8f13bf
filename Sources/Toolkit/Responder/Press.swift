public import EaselInputEvents

/// A key of a keyboard, as one press of it found it.
public nonisolated struct Key: Hashable, Sendable {
  /// The kernel's number of the key, the same on every layout.
  public let code: UInt32
  /// The XKB symbol that the layout gives, modifiers applied; 0 if none.
  public let symbol: UInt32
  /// The key as shortcuts name it.
  public let input: KeyInput
  /// The text that it types; empty if none.
  public let characters: String
  /// Modifiers held, without those that the layout used up.
  public let modifierFlags: KeyModifiers

  init(_ event: KeyEvent) {
    code = event.code
    symbol = event.symbol
    input = KeyInput(symbol: event.shortcutSymbol)
    characters = event.text
    modifierFlags = event.modifiers
  }
}

/// One key from its down to its up; the same object in every call.
public final class Press: nonisolated Hashable {
  /// Where a press stands.
  public enum Phase: Hashable, Sendable {
    /// The key went down in this event.
    case began
    /// The press changed in this event.
    case changed
    /// The key is held and did not change.
    case stationary
    /// The key went up.
    case ended
    /// The key was taken away.
    case cancelled
  }

  /// The key.
  public let key: Key
  /// Where the press stands.
  public internal(set) var phase: Phase = .began
  /// When it changed last.
  public internal(set) var timestamp: Timestamp
  /// The window that was key when the key went down.
  public internal(set) weak var window: Window?
  /// Who was asked first; the press stays with it.
  public internal(set) weak var responder: Responder?

  var surface = SurfaceID(0)

  init(key: Key, timestamp: Timestamp, window: Window, responder: Responder) {
    self.key = key
    self.timestamp = timestamp
    self.window = window
    self.responder = responder
  }

  /// Whether both are the same press.
  public nonisolated static func == (a: Press, b: Press) -> Bool { a === b }

  /// Hashes the press's identity.
  public nonisolated func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// Keys that changed, and those that are held.
public final class PressesEvent: Event {
  /// Every press that is held, and those that end in this event.
  public internal(set) var allPresses: Set<Press>
  /// The change from the device that caused this event.
  let cause: KeyEvent

  init(cause: KeyEvent, presses: Set<Press>) {
    self.cause = cause
    allPresses = presses
    super.init(type: .presses)
    timestamp = cause.time
    modifierFlags = cause.modifiers
  }

  /// The change of a key as a synthetic event; `Application.sendEvent` delivers it at once (TD-7).
  public convenience init(_ cause: KeyEvent) {
    self.init(cause: cause, presses: [])
  }
}
