import Glibc

/// The rules that are promised, which of them tests name, and why others have none.
struct RuleBook {
  /// Rules under the comment that stands above them in rules.txt.
  struct Group {
    var heading: String
    var ids: [String] = []
  }

  var groups: [Group] = []
  var reasons: [(id: String, reason: String)] = []
  var tests: [String: [Mention]] = [:]
  /// What is wrong with the files themselves.
  var findings: [String] = []

  /// - Parameter folder: the one with rules.txt and untested-rules.txt, as findings call it.
  init(rules: String, untested: String, mentions: [Mention], folder: String) {
    readRules(rules)
    readReasons(untested, folder)
    for mention in mentions { tests[mention.id, default: []].append(mention) }
    check(folder)
  }

  private mutating func readRules(_ text: String) {
    var isFirst = true
    for line in text.split(separator: "\n") {
      if line.hasPrefix("#") {
        // The first comment is about the file.
        if !isFirst { groups.append(Group(heading: String(line.dropFirst(2)))) }
        isFirst = false
        continue
      }
      if groups.isEmpty { groups.append(Group(heading: "")) }
      groups[groups.count - 1].ids += ruleIDs(in: String(line))
    }
  }

  private mutating func readReasons(_ text: String, _ folder: String) {
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if line.isEmpty || line.hasPrefix("#") { continue }
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, RuleID(parts[0]) != nil, parts[1].hasPrefix(" "), parts[1].contains(where: { $0 != " " }) else {
        findings.append("\(folder)/untested-rules.txt:\(index + 1): not `ID: reason`: \(line)")
        continue
      }
      reasons.append((String(parts[0]), String(parts[1].drop { $0 == " " })))
    }
  }

  private mutating func check(_ folder: String) {
    let promised = groups.flatMap(\.ids)
    for (index, id) in promised.enumerated() where promised[..<index].contains(id) {
      findings.append("\(folder)/rules.txt: \(id) is promised twice")
    }
    for (index, entry) in reasons.enumerated() {
      let id = entry.id
      if reasons[..<index].contains(where: { $0.id == id }) { findings.append("\(folder)/untested-rules.txt: \(id) twice") }
      if !promised.contains(id) { findings.append("\(folder)/untested-rules.txt: \(id) is not in rules.txt") }
      if let test = tests[id]?.first { findings.append("\(folder)/untested-rules.txt: \(id), but \(test.file) tests it") }
    }
    for id in promised where tests[id] == nil && !reasons.contains(where: { $0.id == id }) {
      findings.append("\(folder)/rules.txt: \(id) has neither a test nor a reason in untested-rules.txt")
    }
  }

  /// The table of all promised rules, for people.
  func table(folder: String) -> String {
    var text = """
      # Conformance: every rule and its tests

      `script/lint --update` writes this file; do not edit it. Generated files are otherwise not kept in the repository. This one is,
      because it is a document: it says for each rule of the specification that `rules.txt` promises which tests prove it, or why
      none does. `script/lint` fails if it is not what would be written now, or if a rule has neither a test nor a reason.

      """
    for group in groups {
      let tested = group.ids.count { tests[$0] != nil }
      text += "\n## \(group.heading)\n\n\(tested) of \(group.ids.count) rules have tests.\n\n| rule | tests |\n|---|---|\n"
      for id in group.ids { text += "| \(id) | \(entry(id, folder)) |\n" }
    }
    return text
  }

  private func entry(_ id: String, _ folder: String) -> String {
    guard let tests = tests[id] else {
      return "none: " + escaped(reasons.first { $0.id == id }?.reason ?? "no reason")
    }
    let entries = tests.map { mention in
      let path = mention.file.hasPrefix(folder + "/") ? String(mention.file.dropFirst(folder.count + 1)) : mention.file
      return mention.test.isEmpty ? "`\(path)`" : "`\(path)`: \(escaped(mention.test))"
    }
    return entries.joined(separator: "<br>")
  }

  private func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      if "|<>*_`".contains(character) { result.append("\\") }
      result.append(character)
    }
    return result
  }
}

/// Checks the promised rules of a folder against its files, and the table in it; true if all is well.
///
/// - Parameters:
///   - files: all files below the folder.
///   - updates: whether the table is written anew, not compared.
func checkRules(root: String, folder: String, files: [String], updates: Bool) -> Bool {
  let names = ["rules.txt", "untested-rules.txt", "Conformance.md"].map { "\(folder)/\($0)" }
  guard let rules = readFile("\(root)/\(names[0])"), let untested = readFile("\(root)/\(names[1])") else {
    print("\(folder): no rules.txt and untested-rules.txt")
    return false
  }
  var found: [Mention] = []
  for file in files.sorted() where !names.contains(file) {
    guard let source = readFile("\(root)/\(file)") else { continue }
    found += mentions(source: source, path: file)
  }
  let book = RuleBook(rules: rules, untested: untested, mentions: found, folder: folder)
  for finding in book.findings { print(finding) }
  let table = book.table(folder: folder)
  if updates {
    guard writeFile("\(root)/\(names[2])", table) else {
      print("\(names[2]): cannot be written")
      return false
    }
  } else if readFile("\(root)/\(names[2])") != table {
    print("\(names[2]): out of date; `script/lint --update` writes it")
    return false
  }
  return book.findings.isEmpty
}

private func writeFile(_ path: String, _ text: String) -> Bool {
  guard let file = fopen(path, "w") else { return false }
  let bytes = Array(text.utf8)
  let written = fwrite(bytes, 1, bytes.count, file)
  return fclose(file) == 0 && written == bytes.count
}
