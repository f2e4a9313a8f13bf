/// An error of the program's own that says what the process ends with; others end it with 70.
public protocol ProgramError: Error, CustomStringConvertible {
  /// The exit status; `sysexits.h` has the usual ones.
  var exitStatus: Int32 { get }
}

/// What a program's `setUp` returns if something must be done when it ends, whatever ends it.
public protocol FinishingProgram: AnyObject {
  /// Called once after the loop has ended; an error is told and becomes the exit status.
  func finish() throws
}

/// What the launcher has to know of a program.
public struct Program: Sendable {
  /// The command's name.
  public var name: String
  /// The desktop file's name, which is also the window's application ID (WXS-17).
  public var applicationID: String
  /// The version that `--version` prints.
  public var version: String
  /// One sentence for the help.
  public var summary: String
  /// Options of the program's own, beside those of every program.
  public var options: [Option]

  /// A program from its parts.
  public init(name: String, applicationID: String, version: String, summary: String, options: [Option] = []) {
    self.name = name
    self.applicationID = applicationID
    self.version = version
    self.summary = summary
    self.options = options
  }

  /// All options, the program's own first.
  var allOptions: [Option] { options + LaunchSettings.options }

  /// What `--help` prints.
  var help: String {
    let left = allOptions.map { "  --" + $0.name + ($0.value.map { " " + $0 } ?? "") }
    let column = (left.map(\.count).max() ?? 0) + 3
    let lines = zip(left, allOptions).map { text, option in
      text + String(repeating: " ", count: column - text.count) + option.help
        + (option.variable.map { " [\($0)]" } ?? "")
    }
    return """
      \(name): \(summary)

      Usage: \(name) [OPTION]…

      \(lines.joined(separator: "\n"))

      In place of options:

        doctor [--json] [--mask]  Say which screens and input devices are there, what would be used, and what to mend; to a
                                  program, and without the names of devices.
        rescue [TERMINAL]         Make a console usable again that a program has left dead.
        help                      Print this, as --help and -h do.

      A name in brackets is an environment variable that gives the same; the option beats it.
      Exit status: 0 done, 2 wrong option or file, 69 no display or lost, 70 fault of our own, 71 too many open files or too
      little memory, 74 a file could not be written, 75 the screen is another program's.

      """
  }
}
