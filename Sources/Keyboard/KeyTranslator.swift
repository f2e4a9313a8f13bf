package import EaselInputEvents

/// What a key means on the present keymap: symbol, text, shortcut and modifiers (WKB-2, WKB-3, WKB-8, WKB-9).
package struct KeyTranslator {
  /// What one key means.
  package struct Meaning: Equatable {
    package var symbol: UInt32 = 0
    package var shortcutSymbol: UInt32 = 0
    package var text = ""
    package var modifiers: KeyModifiers = []
  }

  /// What the compositor last said of modifiers and layout; a new keymap takes it over.
  private struct Masks {
    var depressed: UInt32 = 0
    var latched: UInt32 = 0
    var locked: UInt32 = 0
    var group: UInt32 = 0
  }

  private let context: XKBContext?
  private let locale: String
  private var state: KeymapState?
  private var names = ModifierNames()
  private var masks = Masks()
  private var compose: Compose?
  private var hasLookedForCompose = false

  /// A translator without keymap: it knows codes alone.
  package init(context: XKBContext?, locale: String) {
    self.context = context
    self.locale = locale
  }

  /// The locale whose compose table an environment asks for (WKB-8).
  package static func locale(_ environment: [String: String]) -> String {
    for name in ["LC_ALL", "LC_CTYPE", "LANG"] {
      if let value = environment[name], !value.isEmpty { return value }
    }
    return "C"
  }

  /// Takes a keymap's text; false if it is none, then the previous one stays (WKB-2).
  package mutating func setKeymap(_ text: [UInt8]) -> Bool {
    guard let keymap = context?.keymap(text: text) else { return false }
    return take(keymap)
  }

  /// Takes the keymap of rule names, else the library's usual one, else the one that we bring along (LKB-1).
  ///
  /// - Returns: nil if it is the wanted one, or a sentence for the log.
  package mutating func setKeymap(_ wanted: KeymapNames) -> String? {
    if let keymap = context?.keymap(wanted), take(keymap) { return nil }
    let problem = "The keyboard layout \(wanted) cannot be compiled"
    if wanted != KeymapNames(), let keymap = context?.keymap(KeymapNames()), take(keymap) {
      return "\(problem); the usual one is used instead."
    }
    if setKeymap(Array(BuiltInKeymap.text.utf8)) {
      return "\(problem), nor any other. A plain American one is used; install the package xkb-data for more."
    }
    return "\(problem), nor any other: keys come without text."
  }

  private mutating func take(_ keymap: Keymap) -> Bool {
    guard let newState = KeymapState(keymap) else { return false }
    state = newState
    names = ModifierNames(keymap)
    applyMasks()
    return true
  }

  /// One of our own keys goes down or up; to be called after `press` or `translate` have told what it means (LKB-2).
  package mutating func update(_ code: UInt32, isPressed: Bool) {
    state?.update(code, isPressed: isPressed)
  }

  /// No key is held any more, wherever they were released: only what is locked stays (LKB-5).
  package mutating func releaseAll() {
    guard let old = state, let new = KeymapState(old.keymap) else { return }
    new.takeLocks(of: old)
    state = new
    resetCompose()
  }

  /// The lamps that should be lit (LKB-4).
  package var lamps: KeyboardLamps {
    guard let state else { return [] }
    return KeyboardLamps([.capsLock, .numLock, .scrollLock].filter { state.isLit($0) })
  }

  /// Takes what the compositor says of modifiers and layout; nothing else changes them.
  package mutating func setModifiers(depressed: UInt32, latched: UInt32, locked: UInt32, group: UInt32) {
    masks = Masks(depressed: depressed, latched: latched, locked: locked, group: group)
    applyMasks()
  }

  /// Modifiers in effect.
  package var modifiers: KeyModifiers { state.map { names.modifiers($0.modifiers) } ?? [] }

  /// Whether a key repeats while it is held; without a keymap none does.
  package func repeats(_ code: UInt32) -> Bool {
    state?.keymap.repeats(code) ?? false
  }

  /// What a key means when it goes down; a compose sequence goes on with it.
  package mutating func press(_ code: UInt32) -> Meaning {
    var meaning = translate(code)
    switch feed(meaning.symbol) {
    case .nothing:
      meaning.text = state?.text(of: code) ?? ""
    case .silent:
      break
    case .composed(let symbol, let text):
      if symbol != 0 { meaning.symbol = symbol }
      meaning.text = text
    }
    return meaning
  }

  /// What a key means when it counts again.
  package func `repeat`(_ code: UInt32) -> Meaning {
    var meaning = translate(code)
    meaning.text = state?.text(of: code) ?? ""
    return meaning
  }

  /// What a key means when it goes up: no text.
  package func translate(_ code: UInt32) -> Meaning {
    guard let state else { return Meaning() }
    let symbol = state.symbol(of: code)
    var plain = isLatin(symbol) ? symbol : latinSymbol(of: code, state) ?? symbol
    var consumed = state.consumedModifiers(of: code)
    if plain == Symbol.leftTab { plain = Symbol.tab }
    let shortcut = lowerCase(plain)
    // Shift that did no more than make a capital, or a Tab backwards, still tells shortcuts apart.
    if shortcut != plain || symbol == Symbol.leftTab { consumed &= ~names.shift }
    return Meaning(
      symbol: symbol, shortcutSymbol: shortcut, modifiers: names.modifiers(state.modifiers & ~consumed))
  }

  /// Forgets a compose sequence that has begun (WKB-5).
  package func resetCompose() {
    compose?.reset()
  }

  private func applyMasks() {
    state?.update(depressed: masks.depressed, latched: masks.latched, locked: masks.locked, group: masks.group)
  }

  /// The key's symbol on the first layout on which it is Latin.
  private func latinSymbol(of code: UInt32, _ state: KeymapState) -> UInt32? {
    for layout in 0..<state.keymap.layoutCount(of: code) {
      let symbol = state.symbol(of: code, layout: layout)
      if symbol != 0 && isLatin(symbol) { return symbol }
    }
    return nil
  }

  /// Sequences begin with a dead key or the compose key; only then is the table read, which takes milliseconds.
  private mutating func feed(_ symbol: UInt32) -> Compose.Result {
    if !hasLookedForCompose, Symbol.deadKeys.contains(symbol) || symbol == Symbol.compose, let context {
      hasLookedForCompose = true
      compose = Compose(locale: locale, context: context)
    }
    return compose?.feed(symbol) ?? .nothing
  }
}

/// XKB symbols that are treated specially.
private enum Symbol {
  static let tab: UInt32 = 0xff09
  static let leftTab: UInt32 = 0xfe20
  static let compose: UInt32 = 0xff20
  static let deadKeys: ClosedRange<UInt32> = 0xfe50...0xfe93
}

/// The bits that a keymap gives to the modifiers that shortcuts know.
private struct ModifierNames {
  var shift: UInt32 = 0
  private var control: UInt32 = 0
  private var alternate: UInt32 = 0
  private var command: UInt32 = 0
  private var alphaShift: UInt32 = 0

  init() {}

  init(_ keymap: Keymap) {
    shift = keymap.modifierMask("Shift")
    control = keymap.modifierMask("Control")
    alternate = keymap.modifierMask("Mod1")
    command = keymap.modifierMask("Mod4")
    alphaShift = keymap.modifierMask("Lock")
  }

  func modifiers(_ mask: UInt32) -> KeyModifiers {
    var result: KeyModifiers = []
    if mask & shift != 0 { result.insert(.shift) }
    if mask & control != 0 { result.insert(.control) }
    if mask & alternate != 0 { result.insert(.alternate) }
    if mask & command != 0 { result.insert(.command) }
    if mask & alphaShift != 0 { result.insert(.alphaShift) }
    return result
  }
}
