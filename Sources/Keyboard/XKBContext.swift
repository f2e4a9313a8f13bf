internal import CEaselXkbcommon
internal import Glibc

/// Owns an `xkb_context`, which compiles keymaps and compose tables.
///
/// The library writes nothing to standard error (WER-6), and what it should know of the environment it is told (DSE-11).
@safe @MainActor package final class XKBContext {
  fileprivate let pointer: OpaquePointer
  private var cache: [(text: [UInt8], keymap: Keymap)] = []

  /// How many compiled keymaps are kept (WKB-10).
  static let cacheSize = 8

  /// A context, or nil if there is no memory for one.
  ///
  /// - Parameter readsSystem: whether keymaps may include the files of the system, as those of rule names do; a compositor's
  ///   keymap is complete in itself.
  package init?(readsSystem: Bool = false) {
    var flags = XKB_CONTEXT_NO_ENVIRONMENT_NAMES.rawValue
    if !readsSystem { flags |= XKB_CONTEXT_NO_DEFAULT_INCLUDES.rawValue }
    guard let pointer = unsafe xkb_context_new(xkb_context_flags(flags)) else { return nil }
    unsafe self.pointer = pointer
    // Below the most critical level: a keymap that does not compile is told by its caller.
    unsafe xkb_context_set_log_level(pointer, xkb_log_level(0))
  }

  isolated deinit {
    unsafe xkb_context_unref(pointer)
  }

  /// The compiled keymap of a text, from the cache if it was among the last few; nil if it is none.
  func keymap(text: [UInt8]) -> Keymap? {
    if let index = cache.firstIndex(where: { $0.text == text }) {
      let entry = cache.remove(at: index)
      cache.append(entry)
      return entry.keymap
    }
    guard let keymap = Keymap(text: text, context: self) else { return nil }
    if cache.count == XKBContext.cacheSize { cache.removeFirst() }
    cache.append((text, keymap))
    return keymap
  }

  /// The keymap of rule names, made from the system's files, which takes milliseconds; nil if there is none (LKB-1).
  func keymap(_ names: KeymapNames) -> Keymap? {
    Keymap(names: names, context: self)
  }
}

/// Owns a compiled `xkb_keymap`.
@safe @MainActor final class Keymap {
  // The library's keymap keeps the library's context; ours caches keymaps, so keeping it here would keep both for ever.
  fileprivate let pointer: OpaquePointer

  fileprivate init?(text: [UInt8], context: XKBContext) {
    let compiled = unsafe text.withUnsafeBytes { bytes in
      unsafe xkb_keymap_new_from_buffer(
        context.pointer, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count,
        XKB_KEYMAP_FORMAT_TEXT_V1, XKB_KEYMAP_COMPILE_NO_FLAGS)
    }
    guard let pointer = unsafe compiled else { return nil }
    unsafe self.pointer = pointer
  }

  fileprivate init?(names: KeymapNames, context: XKBContext) {
    let texts = unsafe [names.rules, names.model, names.layout, names.variant, names.options].map { text in
      unsafe text.flatMap { unsafe strdup($0) }
    }
    defer { unsafe texts.forEach { unsafe free($0) } }
    var wanted = unsafe xkb_rule_names(
      rules: texts[0], model: texts[1], layout: texts[2], variant: texts[3], options: texts[4])
    let compiled = unsafe xkb_keymap_new_from_names(context.pointer, &wanted, XKB_KEYMAP_COMPILE_NO_FLAGS)
    guard let pointer = unsafe compiled else { return nil }
    unsafe self.pointer = pointer
  }

  isolated deinit {
    unsafe xkb_keymap_unref(pointer)
  }

  /// Whether a held key counts again and again (`xkb_keymap_key_repeats`).
  func repeats(_ code: UInt32) -> Bool {
    unsafe xkb_keymap_key_repeats(pointer, keycode(code)) == 1
  }

  /// How many layouts a key has.
  func layoutCount(of code: UInt32) -> UInt32 {
    unsafe xkb_keymap_num_layouts_for_key(pointer, keycode(code))
  }

  /// The mask of a modifier's bit, 0 if the keymap has none of that name.
  func modifierMask(_ name: String) -> UInt32 {
    let index = unsafe xkb_keymap_mod_get_index(pointer, name)
    return index < 32 ? 1 << index : 0
  }

  /// The one symbol on a level of a key, 0 if there is none.
  func symbol(of code: UInt32, layout: UInt32, level: UInt32) -> UInt32 {
    var symbols: UnsafePointer<xkb_keysym_t>?
    let count = unsafe xkb_keymap_key_get_syms_by_level(pointer, keycode(code), layout, level, &symbols)
    guard count == 1, let symbol = unsafe symbols?.pointee else { return 0 }
    return symbol
  }
}

/// Owns an `xkb_state`: which modifiers and which layout a keyboard has just now (WKB-3).
@safe @MainActor final class KeymapState {
  let keymap: Keymap
  private let pointer: OpaquePointer

  /// A state in which nothing is held; nil if there is no memory for it.
  init?(_ keymap: Keymap) {
    guard let pointer = unsafe xkb_state_new(keymap.pointer) else { return nil }
    unsafe self.pointer = pointer
    self.keymap = keymap
  }

  isolated deinit {
    unsafe xkb_state_unref(pointer)
  }

  /// Takes over what the compositor says of modifiers and layout (`xkb_state_update_mask`).
  func update(depressed: UInt32, latched: UInt32, locked: UInt32, group: UInt32) {
    unsafe xkb_state_update_mask(pointer, depressed, latched, locked, 0, 0, group)
  }

  /// One of our own keys goes down or up, and what it stands for changes (`xkb_state_update_key`).
  ///
  /// Not to be mixed with a compositor's masks: the library counts keys.
  func update(_ code: UInt32, isPressed: Bool) {
    unsafe xkb_state_update_key(pointer, keycode(code), isPressed ? XKB_KEY_DOWN : XKB_KEY_UP)
  }

  /// Modifiers that stay when no key is held.
  var lockedModifiers: UInt32 {
    unsafe xkb_state_serialize_mods(pointer, XKB_STATE_MODS_LOCKED)
  }

  /// The layout that stays when no key is held.
  var lockedLayout: UInt32 {
    unsafe xkb_state_serialize_layout(pointer, XKB_STATE_LAYOUT_LOCKED)
  }

  /// Takes over what another state has locked.
  func takeLocks(of other: KeymapState) {
    unsafe xkb_state_update_mask(pointer, 0, 0, other.lockedModifiers, 0, 0, other.lockedLayout)
  }

  /// Whether a lamp is lit; one that the keymap does not know is dark.
  func isLit(_ lamp: KeyboardLamps) -> Bool {
    let name =
      switch lamp {
      case .capsLock: XKB_LED_NAME_CAPS
      case .numLock: XKB_LED_NAME_NUM
      default: XKB_LED_NAME_SCROLL
      }
    return unsafe xkb_state_led_name_is_active(pointer, name) == 1
  }

  /// The mask of all modifiers that are in effect.
  var modifiers: UInt32 {
    unsafe xkb_state_serialize_mods(pointer, XKB_STATE_MODS_EFFECTIVE)
  }

  /// The mask of modifiers that a key's symbol has used up.
  func consumedModifiers(of code: UInt32) -> UInt32 {
    // The other mode would also count those that could have mattered, Alt on F4 for instance.
    unsafe xkb_state_key_get_consumed_mods2(pointer, keycode(code), XKB_CONSUMED_MODE_GTK)
  }

  /// The symbol that a key gives, 0 if none.
  func symbol(of code: UInt32) -> UInt32 {
    unsafe xkb_state_key_get_one_sym(pointer, keycode(code))
  }

  /// The symbol that a key would give on another layout, 0 if none.
  func symbol(of code: UInt32, layout: UInt32) -> UInt32 {
    let level = unsafe xkb_state_key_get_level(pointer, keycode(code), layout)
    return keymap.symbol(of: code, layout: layout, level: level)
  }

  /// The text that a key gives; control characters are none (WKB-9).
  func text(of code: UInt32) -> String {
    unsafe readText { buffer, size in unsafe xkb_state_key_get_utf8(pointer, keycode(code), buffer, size) }
  }
}

/// Owns an `xkb_compose_table` and the state of one sequence in it (WKB-8).
@safe @MainActor final class Compose {
  /// What a key's symbol does to the sequence.
  enum Result: Equatable {
    /// It belongs to none.
    case nothing
    /// The sequence goes on, or has failed: no text.
    case silent
    /// It ends the sequence with a symbol and a text.
    case composed(symbol: UInt32, text: String)
  }

  private let table: OpaquePointer
  private let state: OpaquePointer

  /// The table of a locale; nil if there is none.
  convenience init?(locale: String, context: XKBContext) {
    unsafe self.init(
      table: xkb_compose_table_new_from_locale(context.pointer, locale, XKB_COMPOSE_COMPILE_NO_FLAGS))
  }

  /// A table from its text; nil if it is none.
  convenience init?(text: String, locale: String, context: XKBContext) {
    var text = text
    let table = text.withUTF8 { bytes in
      unsafe xkb_compose_table_new_from_buffer(
        context.pointer, UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self), bytes.count, locale,
        XKB_COMPOSE_FORMAT_TEXT_V1, XKB_COMPOSE_COMPILE_NO_FLAGS)
    }
    unsafe self.init(table: table)
  }

  private init?(table: OpaquePointer?) {
    guard let table = unsafe table else { return nil }
    guard let state = unsafe xkb_compose_state_new(table, XKB_COMPOSE_STATE_NO_FLAGS) else {
      unsafe xkb_compose_table_unref(table)
      return nil
    }
    unsafe self.table = table
    unsafe self.state = state
  }

  isolated deinit {
    unsafe xkb_compose_state_unref(state)
    unsafe xkb_compose_table_unref(table)
  }

  /// Takes the next pressed key's symbol.
  func feed(_ symbol: UInt32) -> Result {
    guard unsafe xkb_compose_state_feed(state, symbol) == XKB_COMPOSE_FEED_ACCEPTED else { return .nothing }
    switch unsafe xkb_compose_state_get_status(state) {
    case XKB_COMPOSE_COMPOSING:
      return .silent
    case XKB_COMPOSE_CANCELLED:
      reset()
      return .silent
    case XKB_COMPOSE_COMPOSED:
      let symbol = unsafe xkb_compose_state_get_one_sym(state)
      let text = unsafe readText { buffer, size in unsafe xkb_compose_state_get_utf8(state, buffer, size) }
      return .composed(symbol: symbol, text: text)
    default:
      return .nothing
    }
  }

  /// Forgets a sequence that has begun.
  func reset() {
    unsafe xkb_compose_state_reset(state)
  }
}

/// The same symbol in lower case (`xkb_keysym_to_lower`).
func lowerCase(_ symbol: UInt32) -> UInt32 {
  xkb_keysym_to_lower(symbol)
}

/// Whether a shortcut can be matched with this symbol on any layout: a Latin letter or sign, or a key that types nothing.
func isLatin(_ symbol: UInt32) -> Bool {
  let scalar = xkb_keysym_to_utf32(symbol)
  return scalar < 0x250
}

/// XKB's number of a key, which is the kernel's and eight (WKB-3).
private func keycode(_ code: UInt32) -> xkb_keycode_t {
  code &+ 8
}

/// Reads a text of the library, which is short, cut where it is not.
private func readText(_ read: (UnsafeMutablePointer<CChar>?, Int) -> Int32) -> String {
  unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
    let count = unsafe min(Int(read(buffer.baseAddress, buffer.count)), buffer.count - 1)
    guard count > 0 else { return "" }
    let bytes = unsafe UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<count])
    let text = unsafe String(decoding: bytes, as: UTF8.self)
    return text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control } ? text : ""
  }
}
