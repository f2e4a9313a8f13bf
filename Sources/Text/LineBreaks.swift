/// Where a line may end: a small part of UAX #14.
///
/// After blanks, hyphens and dashes, after a zero width space, and beside ideographs, kana, Hangul and emoji; not before closing or
/// after opening punctuation, and not beside what joins (no-break space, word joiner). It leaves out what needs a dictionary, as Thai
/// does, whose lines end at a blank or anywhere; hyphens at soft hyphens; and the rules for numbers and quotation marks between letters.
enum LineBreaks {
  /// What a Character does to a line that might end beside it.
  private enum Kind {
    case blank
    case zeroWidthSpace
    case glue
    case hyphen
    case dash
    case opening
    case closing
    /// Closing in a text without blanks.
    case wideClosing
    case ideograph
    case digit
    case other
  }

  /// For each Character whether a line may end after it; the last one says no.
  static func opportunities(in text: String) -> [Bool] {
    let kinds = text.map { kind($0) }
    return kinds.indices.map { index in
      guard index + 1 < kinds.count else { return false }
      let before = index > 0 ? kinds[index - 1] : .blank
      return mayBreak(kinds[index], kinds[index + 1], before: before)
    }
  }

  private static func mayBreak(_ left: Kind, _ right: Kind, before: Kind) -> Bool {
    switch (left, right) {
    case (_, .blank), (_, .zeroWidthSpace): false
    case (.zeroWidthSpace, _): true
    case (.glue, _), (_, .glue): false
    case (.blank, _): true
    case (.opening, _), (_, .closing), (_, .wideClosing): false
    // Not in -1 or --option.
    case (.hyphen, _): before != .blank && before != .hyphen && before != .opening && right != .digit && right != .hyphen
    case (.dash, _): right != .dash
    case (.ideograph, .hyphen), (.ideograph, .dash), (.wideClosing, .hyphen), (.wideClosing, .dash): false
    case (.ideograph, _), (_, .ideograph), (.wideClosing, _): true
    default: false
    }
  }

  private static func kind(_ character: Character) -> Kind {
    guard let scalar = character.unicodeScalars.first else { return .other }
    if scalar.value < 0x80 { return kindOfASCII(UInt8(scalar.value)) }
    switch scalar.value {
    case 0xA0, 0x202F, 0x2007, 0x2060, 0xFEFF, 0x2011: return .glue
    case 0x200B: return .zeroWidthSpace
    case 0x2010, 0x58A: return .hyphen
    case 0x2012...0x2014: return .dash
    // Small kana, marks of repetition and of length do not begin a line.
    case 0x3005, 0x303B, 0x309B...0x309E, 0x30A0, 0x30FB...0x30FE, 0x31F0...0x31FF, 0xFF01, 0xFF0C, 0xFF0E, 0xFF1A, 0xFF1B,
      0xFF1F, 0x3001, 0x3002:
      return .wideClosing
    case 0x3041, 0x3043, 0x3045, 0x3047, 0x3049, 0x3063, 0x3083, 0x3085, 0x3087, 0x308E, 0x30A1, 0x30A3, 0x30A5, 0x30A7, 0x30A9,
      0x30C3, 0x30E3, 0x30E5, 0x30E7, 0x30EE, 0x30F5, 0x30F6:
      return .wideClosing
    default: break
    }
    switch scalar.properties.generalCategory {
    case .openPunctuation, .initialPunctuation: return .opening
    case .closePunctuation, .finalPunctuation: return scalar.value >= 0x2E80 ? .wideClosing : .closing
    case .spaceSeparator, .control, .lineSeparator, .paragraphSeparator: return .blank
    default: return isIdeograph(scalar.value) || scalar.properties.isEmojiPresentation ? .ideograph : .other
    }
  }

  private static func kindOfASCII(_ byte: UInt8) -> Kind {
    switch byte {
    case 0...0x20, 0x7F: .blank
    case UInt8(ascii: "-"): .hyphen
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): .opening
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: "!"), UInt8(ascii: "?"), UInt8(ascii: ","),
      UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: ";"), UInt8(ascii: "/"), UInt8(ascii: "%"):
      .closing
    case UInt8(ascii: "0")...UInt8(ascii: "9"): .digit
    default: .other
    }
  }

  private static func isIdeograph(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x2E80..<0x3000, 0x3003..<0xA4D0, 0xA960..<0xA980, 0xAC00..<0xD800, 0xF900..<0xFB00, 0xFF02..<0xFFE7,
      0x1F000..<0x1FB00, 0x20000..<0x3FFFE:
      true
    default: false
    }
  }
}
