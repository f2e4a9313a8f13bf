/// Takes from key events what a user has typed, and leaves which of them belong together (DSE-8).
struct KeyMask {
  /// Keys that are down, by their real code, with the code under which they are told.
  private var held: [UInt32: UInt32] = [:]

  /// Above every code that the kernel gives (KEY_MAX is 767).
  private static let firstCode: UInt32 = 768

  /// An event that says no more than that some key types something; nil for what may not be told, and for the end of a key whose
  /// beginning was not seen.
  ///
  /// A key keeps the code of its beginning, but each repeat is judged by itself: Control may have come or gone meanwhile.
  mutating func masked(_ event: KeyEvent) -> KeyEvent? {
    guard let code = held[event.code] ?? begin(event) else { return nil }
    if event.phase == .up || event.phase == .cancelled { held[event.code] = nil }
    let types = KeyMask.types(event)
    guard code != event.code else {
      // What a key types that is known by its own code cannot be masked.
      return event.phase == .repeated && types ? nil : event
    }
    var masked = event
    masked.code = code
    if event.phase == .repeated && !types { return masked }
    masked.symbol = 0
    masked.shortcutSymbol = 0
    masked.text = event.text.isEmpty ? "" : "•"
    return masked
  }

  private mutating func begin(_ event: KeyEvent) -> UInt32? {
    guard event.phase == .down || event.phase == .repeated else { return nil }
    var code = event.code
    if KeyMask.types(event) {
      code = KeyMask.firstCode
      while held.values.contains(code) { code += 1 }
    }
    held[event.code] = code
    return code
  }

  /// Whether a key writes, and is not a command or a key like Escape or F11.
  private static func types(_ event: KeyEvent) -> Bool {
    guard event.modifiers.isDisjoint(with: [.control, .alternate, .command]) else { return false }
    if event.text.unicodeScalars.contains(where: { $0.value >= 32 && $0.value != 127 }) { return true }
    switch event.symbol {
    case 0: return false
    case 0xfe50...0xfe93: return true  // dead keys
    case 0xfe00...0xffff: return false  // all other function and modifier keys; keypad digits have their text
    default: return true
    }
  }
}
