/// A plain American keymap that needs no files, for systems whose keyboard data are missing (LKB-1).
nonisolated enum BuiltInKeymap {
  /// The keymap in the form in which a compositor would send it.
  static let text = """
    xkb_keymap {
      xkb_keycodes { minimum = 8; maximum = 255;
        \(keys.map { "<K\($0.code)> = \($0.code + 8);" }.joined(separator: " "))
        indicator 1 = "Caps Lock"; indicator 2 = "Num Lock"; indicator 3 = "Scroll Lock"; };
      xkb_types { virtual_modifiers Alt, Super, NumLock, ScrollLock;
        type "ONE_LEVEL" { modifiers = none; level_name[Level1] = "Base"; };
        type "TWO_LEVEL" { modifiers = Shift; map[Shift] = Level2; level_name[Level1] = "Base"; level_name[Level2] = "Shift"; };
        type "ALPHABETIC" { modifiers = Shift+Lock; map[Shift] = Level2; map[Lock] = Level2;
          level_name[Level1] = "Base"; level_name[Level2] = "Caps"; };
        type "KEYPAD" { modifiers = Shift+NumLock; map[NumLock] = Level2; map[Shift] = Level2;
          level_name[Level1] = "Base"; level_name[Level2] = "Number"; };
      };
      xkb_compatibility { virtual_modifiers Alt, Super, NumLock, ScrollLock;
        interpret.useModMapMods = AnyLevel; interpret.repeat = False;
        interpret Num_Lock+AnyOf(all) { virtualModifier = NumLock; action = LockMods(modifiers = NumLock); };
        interpret Scroll_Lock+AnyOf(all) { virtualModifier = ScrollLock; action = LockMods(modifiers = ScrollLock); };
        interpret Caps_Lock+AnyOfOrNone(all) { action = LockMods(modifiers = Lock); };
        interpret Any+AnyOf(all) { action = SetMods(modifiers = modMapMods, clearLocks); };
        indicator "Caps Lock" { whichModState = Locked; modifiers = Lock; };
        indicator "Num Lock" { whichModState = Locked; modifiers = NumLock; };
        indicator "Scroll Lock" { whichModState = Locked; modifiers = ScrollLock; };
      };
      xkb_symbols {
        \(keys.map(symbols).joined(separator: "\n    "))
        modifier_map Shift { Shift_L, Shift_R }; modifier_map Control { Control_L, Control_R };
        modifier_map Lock { Caps_Lock }; modifier_map Mod1 { Alt_L, Alt_R }; modifier_map Mod2 { Num_Lock };
        modifier_map Mod3 { Scroll_Lock }; modifier_map Mod4 { Super_L, Super_R };
      };
    };
    """

  /// One key: the kernel's number, and its symbols without and with Shift.
  private struct Key {
    var code: Int
    var plain: String
    var shifted: String?
  }

  /// Keys that lie side by side, from the kernel's number on; a word is one key, a slash stands before what Shift gives.
  private static let rows: [(first: Int, keys: String)] = [
    (1, "Escape 1/exclam 2/at 3/numbersign 4/dollar 5/percent 6/asciicircum 7/ampersand 8/asterisk 9/parenleft 0/parenright"),
    (12, "minus/underscore equal/plus BackSpace Tab/ISO_Left_Tab q/Q w/W e/E r/R t/T y/Y u/U i/I o/O p/P"),
    (26, "bracketleft/braceleft bracketright/braceright Return Control_L a/A s/S d/D f/F g/G h/H j/J k/K l/L"),
    (39, "semicolon/colon apostrophe/quotedbl grave/asciitilde Shift_L backslash/bar z/Z x/X c/C v/V b/B n/N m/M"),
    (51, "comma/less period/greater slash/question Shift_R KP_Multiply Alt_L space Caps_Lock"),
    (59, "F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 Num_Lock Scroll_Lock"),
    (71, "KP_Home/KP_7 KP_Up/KP_8 KP_Prior/KP_9 KP_Subtract KP_Left/KP_4 KP_Begin/KP_5 KP_Right/KP_6 KP_Add"),
    (79, "KP_End/KP_1 KP_Down/KP_2 KP_Next/KP_3 KP_Insert/KP_0 KP_Delete/KP_Decimal"),
    (86, "less/greater F11 F12"),
    (96, "KP_Enter Control_R KP_Divide Print Alt_R"),
    (102, "Home Up Prior Left Right End Down Next Insert Delete"),
    (119, "Pause"),
    (125, "Super_L Super_R Menu"),
  ]

  private static var keys: [Key] {
    rows.flatMap { row in
      row.keys.split(separator: " ").enumerated().map { index, word in
        let symbols = word.split(separator: "/").map(String.init)
        return Key(code: row.first + index, plain: symbols[0], shifted: symbols.count > 1 ? symbols[1] : nil)
      }
    }
  }

  private static func symbols(_ key: Key) -> String {
    guard let shifted = key.shifted else { return "key <K\(key.code)> { [ \(key.plain) ] };" }
    let type =
      key.plain.count == 1 && key.plain.first?.isLetter == true
      ? "ALPHABETIC" : shifted.hasPrefix("KP_") ? "KEYPAD" : "TWO_LEVEL"
    return "key <K\(key.code)> { type = \"\(type)\", [ \(key.plain), \(shifted) ] };"
  }
}
