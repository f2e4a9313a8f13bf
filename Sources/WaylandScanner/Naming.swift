/// How names of the XML become names of Swift.
enum Naming {
  /// `wl_shm_pool` → `WlShmPool`.
  static func type(_ name: String) -> String {
    name.split(separator: "_").map(capitalized).joined()
  }

  /// The type of an enum, as `type` but for the one name that Swift keeps to itself: `type` → `Kind`.
  static func enumType(_ name: String) -> String {
    name == "type" ? "Kind" : type(name)
  }

  /// `set_app_id` → `setAppID`; words of Swift get backticks.
  static func member(_ name: String) -> String {
    let words = name.split(separator: "_")
    guard let first = words.first else { return name }
    let camel = String(first) + words.dropFirst().map(capitalized).joined()
    return reserved.contains(camel) ? "`\(camel)`" : camel
  }

  /// An enum entry; one that begins with a digit gets its enum's name before it: `transform` and `90` → `transform90`.
  static func entry(_ name: String, of enumName: String) -> String {
    guard let first = name.first, first.isNumber else { return member(name) }
    return member(enumName + "_" + name)
  }

  private static func capitalized(_ word: Substring) -> String {
    word == "id" ? "ID" : word.prefix(1).uppercased() + word.dropFirst()
  }

  private static let reserved: Set<String> = [
    "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do", "else",
    "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init",
    "inout", "internal", "is", "let", "nil", "operator", "private", "protocol", "public", "repeat", "rethrows", "return",
    "self", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var",
    "where", "while",
  ]
}
