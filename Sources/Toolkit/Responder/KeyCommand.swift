public import EaselInputEvents

/// A key of a shortcut, named by the XKB symbol that it gives without modifiers.
public nonisolated struct KeyInput: Hashable, Sendable {
  /// The XKB symbol.
  public var symbol: UInt32

  /// A key from its XKB symbol.
  public init(symbol: UInt32) {
    self.symbol = symbol
  }

  /// The key that types a character; letters are given in lower case.
  public init(_ character: Unicode.Scalar) {
    // XKB symbols of Latin-1 are its code points; all others are the code point with bit 24 set.
    self.init(symbol: character.value < 0x100 ? character.value : 0x0100_0000 | character.value)
  }

  /// Escape.
  public static let escape = KeyInput(symbol: 0xff1b)
  /// Return.
  public static let `return` = KeyInput(symbol: 0xff0d)
  /// Tab.
  public static let tab = KeyInput(symbol: 0xff09)
  /// Backspace.
  public static let backspace = KeyInput(symbol: 0xff08)
  /// Delete.
  public static let delete = KeyInput(symbol: 0xffff)
  /// The arrow to the left.
  public static let leftArrow = KeyInput(symbol: 0xff51)
  /// The arrow up.
  public static let upArrow = KeyInput(symbol: 0xff52)
  /// The arrow to the right.
  public static let rightArrow = KeyInput(symbol: 0xff53)
  /// The arrow down.
  public static let downArrow = KeyInput(symbol: 0xff54)
  /// Page up.
  public static let pageUp = KeyInput(symbol: 0xff55)
  /// Page down.
  public static let pageDown = KeyInput(symbol: 0xff56)
  /// Home.
  public static let home = KeyInput(symbol: 0xff50)
  /// End.
  public static let end = KeyInput(symbol: 0xff57)

  /// A function key by its number from 1 to 35.
  public static func function(_ number: UInt32) -> KeyInput {
    precondition((1...35).contains(number), "Function keys have numbers from 1 to 35.")
    return KeyInput(symbol: 0xffbd + number)
  }
}

extension KeyInput: ExpressibleByUnicodeScalarLiteral {
  /// The key that types the character in the literal, as in `KeyCommand("z", …)`.
  public nonisolated init(unicodeScalarLiteral character: Unicode.Scalar) {
    self.init(character)
  }
}

/// A key combination and what it does.
public final class KeyCommand {
  /// The key.
  public let input: KeyInput
  /// The modifiers that must be held, and no others; Caps Lock does not count.
  public let modifierFlags: KeyModifiers
  /// What the combination does, as a person reads it.
  public let title: String
  /// Whether a held key does it again and again (KB-5).
  public let isRepeatable: Bool
  private let isAvailable: () -> Bool
  private let action: () -> Void

  /// A combination with its action.
  ///
  /// - Parameter isAvailable: asked at each key; while it says no, the search goes on as if the command were not there (KB-3).
  public init(
    _ input: KeyInput, modifierFlags: KeyModifiers = [], title: String = "", isRepeatable: Bool = true,
    isAvailable: @escaping () -> Bool = { true },
    action: @escaping () -> Void
  ) {
    self.input = input
    self.modifierFlags = modifierFlags
    self.title = title
    self.isRepeatable = isRepeatable
    self.isAvailable = isAvailable
    self.action = action
  }

  func matches(_ key: KeyEvent) -> Bool {
    key.shortcutSymbol == input.symbol && key.modifiers.subtracting(.alphaShift) == modifierFlags
      && (key.phase == .down || isRepeatable)
  }

  /// Performs the action if it is available; false lets the search go on.
  func perform() -> Bool {
    guard isAvailable() else { return false }
    action()
    return true
  }
}
