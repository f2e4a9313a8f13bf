internal import EaselPlatform

/// What a program does in place of starting, by a word in place of options.
enum Command: Equatable {
  /// `rescue [TERMINAL]`: mends a console (FRE-4).
  case rescue(terminal: String?)
  /// `doctor [--json]`: says what a bare screen would use and what to mend (DOC-1), to a person or to a program (DOC-2).
  case doctor(asJSON: Bool)

  /// The command of a command line's first word, or nil if that is an option or nothing.
  init?(_ arguments: [String]) throws(UsageError) {
    switch arguments.first {
    case "rescue":
      guard arguments.count <= 2, arguments.last?.hasPrefix("-") == false else {
        throw UsageError("rescue takes a terminal's number or path and nothing else.")
      }
      self = .rescue(terminal: arguments.count == 2 ? arguments[1] : nil)
    case "doctor":
      guard arguments.count == 1 || arguments.dropFirst() == ["--json"] else {
        throw UsageError("doctor takes --json and nothing else.")
      }
      self = .doctor(asJSON: arguments.count == 2)
    default: return nil
    }
  }
}
