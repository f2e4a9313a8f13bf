internal import EaselPlatform

/// What a program does in place of starting, by a word in place of options.
enum Command: Equatable {
  /// `help`, or a word below with `--help` behind it.
  case help
  /// `rescue [TERMINAL]`: mends a console (FRE-4).
  case rescue(terminal: String?)
  /// `doctor [--json] [--mask]`: says what a bare screen would use and what to mend (DOC-1), to a person or to a program, if wished
  /// without names of devices (DOC-2).
  case doctor(asJSON: Bool, isMasked: Bool)

  /// The command of a command line's first word, or nil if that is an option or nothing.
  init?(_ arguments: [String]) throws(UsageError) {
    let rest = Set(arguments.dropFirst())
    let asksForHelp = !rest.isDisjoint(with: ["--help", "-h"])
    switch arguments.first {
    case "help": self = .help
    case "rescue" where asksForHelp, "doctor" where asksForHelp: self = .help
    case "rescue":
      guard arguments.count <= 2, arguments.last?.hasPrefix("-") == false else {
        throw UsageError("rescue takes a terminal's number or path and nothing else.")
      }
      self = .rescue(terminal: arguments.count == 2 ? arguments[1] : nil)
    case "doctor":
      guard rest.isSubset(of: ["--json", "--mask"]) else {
        throw UsageError("doctor takes --json, --mask and nothing else.")
      }
      self = .doctor(asJSON: rest.contains("--json"), isMasked: rest.contains("--mask"))
    default: return nil
    }
  }
}
