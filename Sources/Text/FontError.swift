/// Why text cannot be shown; its description is a sentence for people that says what to do next.
public nonisolated enum FontError: Error, Hashable {
  /// The library that finds and paints glyphs is not there, or is not one that can be used.
  case noLibrary(String)
  /// The library that tells in which direction text runs is not there; text that runs from left to right does without.
  case noBidi(String)
  /// There is no font at all.
  case noFont
  /// There is no font of this family.
  case noFamily(String)
  /// The library does not shape this text, most likely for want of memory.
  case notShaped
}

nonisolated extension FontError: CustomStringConvertible {
  /// What is wrong and what to do next.
  public var description: String {
    switch self {
    case .noLibrary(let reason):
      "Text cannot be shown: \(reason). Install fcft 3 with text shaping; on Debian: apt install libfcft4."
    case .noBidi(let reason):
      "Text from right to left cannot be shown: \(reason). Install fribidi; on Debian: apt install libfribidi0."
    case .noFont:
      "Text cannot be shown: fontconfig finds no font. Install one; on Debian: apt install fonts-dejavu-core."
    case .noFamily(let name):
      "There is no font of the family \"\(name)\". Install one, or name a family that `fc-list : family` prints."
    case .notShaped:
      "A line of text could not be shaped; memory may have run out."
    }
  }
}
