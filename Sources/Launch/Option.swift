/// One option of a program's command line.
public struct Option: Sendable {
  /// Its name without the dashes.
  public var name: String
  /// What its value is called in the help, or nil if it takes none.
  public var value: String?
  /// The environment variable that gives its value when the command line does not (SET-1), or nil.
  public var variable: String?
  /// Whether each use on the command line adds a value; the values are joined by colons, as in the environment.
  public var isList: Bool
  /// One sentence for the help.
  public var help: String

  /// An option from its parts.
  public init(_ name: String, value: String? = nil, variable: String? = nil, isList: Bool = false, help: String) {
    self.name = name
    self.value = value
    self.variable = variable
    self.isList = isList
    self.help = help
  }
}

/// Why a command line cannot be understood; the program says it and ends with status 2.
public struct UsageError: Error, CustomStringConvertible, Equatable {
  /// One sentence that names the argument and what is right.
  public let description: String

  /// An error with its sentence.
  public init(_ description: String) {
    self.description = description
  }
}

/// The values that a command line and the environment gave.
public struct OptionValues: Sendable, Equatable {
  private var values: [String: String] = [:]
  /// Options that the environment gave and the command line did not.
  private var fromEnvironment: Set<String> = []

  /// The value of an option, or nil if it was not given; a flag's value is empty.
  public subscript(name: String) -> String? { values[name] }

  /// Whether an option was given.
  public func contains(_ name: String) -> Bool { values[name] != nil }

  /// Whether an option's value is the environment's.
  func isFromEnvironment(_ name: String) -> Bool { fromEnvironment.contains(name) }

  /// Reads arguments (without the program's name) and the environment against a list of options.
  ///
  /// Both `--name value` and `--name=value` are understood; the last of several wins, but for lists.
  public init(arguments: [String], environment: [String: String], options: [Option]) throws(UsageError) {
    for option in options {
      if let variable = option.variable, let value = environment[variable], !value.isEmpty {
        values[option.name] = value
        fromEnvironment.insert(option.name)
      }
    }
    var rest = arguments[...]
    var lists: [String: String] = [:]
    while var argument = rest.popFirst() {
      if argument == "-h" { argument = "--help" }
      guard argument.hasPrefix("--"), argument.count > 2 else {
        throw UsageError("\"\(argument)\" is not an option; --help lists what there is.")
      }
      let parts = argument.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let option = options.first(where: { $0.name == parts[0] }) else {
        throw UsageError("There is no option \"--\(parts[0])\"; --help lists what there is.")
      }
      var value = try OptionValues.value(of: option, attached: parts.dropFirst().first, rest: &rest)
      if option.isList {
        if let earlier = lists[option.name] { value = "\(earlier):\(value)" }
        lists[option.name] = value
      }
      values[option.name] = value
      fromEnvironment.remove(option.name)
    }
  }

  private static func value(
    of option: Option, attached: Substring?, rest: inout ArraySlice<String>
  ) throws(UsageError) -> String {
    guard let name = option.value else {
      guard attached == nil else { throw UsageError("--\(option.name) takes no value.") }
      return ""
    }
    guard let value = attached.map(String.init) ?? rest.popFirst(), !value.isEmpty else {
      throw UsageError("--\(option.name) needs a value: --\(option.name) \(name).")
    }
    return value
  }
}
