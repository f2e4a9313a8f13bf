/// The names by which a keymap is chosen among the system's; nil is the library's usual one (LKB-1).
package nonisolated struct KeymapNames: Hashable, Sendable, CustomStringConvertible {
  package var rules: String?
  package var model: String?
  package var layout: String?
  package var variant: String?
  package var options: String?

  /// The usual keymap.
  package init() {}

  /// What `XKB_DEFAULT_*` say; nil if none of them is set.
  package init?(environment: [String: String]) {
    self.init { environment["XKB_DEFAULT_" + $0] }
  }

  /// What the system's own setting says, the text of /etc/default/keyboard; nil if it names nothing.
  ///
  /// Its lines are assignments of a shell; quotation marks are taken off and nothing is expanded.
  package init?(systemFile text: String) {
    var values: [String: String] = [:]
    for line in text.split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let name = KeymapNames.trimmed(parts[0]), name.hasPrefix("XKB") else { continue }
      values[String(name.dropFirst(3))] = KeymapNames.trimmed(parts[1])
    }
    self.init { values[$0] }
  }

  private init?(_ value: (String) -> String?) {
    func known(_ name: String) -> String? {
      guard let text = value(name), !text.isEmpty, text.utf8.count <= 1024, !text.utf8.contains(0) else { return nil }
      return text
    }
    rules = known("RULES")
    model = known("MODEL")
    layout = known("LAYOUT")
    variant = known("VARIANT")
    options = known("OPTIONS")
    if self == KeymapNames() { return nil }
  }

  private static func trimmed(_ text: Substring) -> String? {
    var text = text.drop { $0 == " " || $0 == "\t" }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    if let quote = text.first, quote == "\"" || quote == "'", text.count >= 2, text.last == quote {
      text = text.dropFirst().dropLast()
    }
    return text.isEmpty ? nil : String(text)
  }

  package var description: String {
    let parts = [model, layout, variant, options].compactMap { $0 }
    return parts.isEmpty
      ? "of the system" : "“\(parts.joined(separator: ", ").unicodeScalars.map { $0.value < 32 ? "?" : String($0) }.joined())”"
  }
}
