import SwiftParser
import SwiftSyntax

/// A rule of the specification that a test names.
struct Mention {
  /// The rule, as `WTC-6`, `DC-T3` or `A2-4`.
  var id: String
  /// The file, from the project's root.
  var file: String
  /// The test's sentence; empty if the file as a whole is one, as a script.
  var test: String
}

/// The rules that a file's tests name.
///
/// In Swift only functions with `@Test` count, with their names, comments and bodies: what helpers and suites say proves
/// nothing. Any other file below Tests counts as a whole.
func mentions(source: String, path: String) -> [Mention] {
  guard path.hasSuffix(".swift") || path.hasSuffix(".fixture") else {
    return ruleIDs(in: source).map { Mention(id: $0, file: path, test: "") }
  }
  let visitor = TestVisitor(viewMode: .sourceAccurate)
  visitor.walk(Parser.parse(source: source))
  return visitor.tests.flatMap { test in
    ruleIDs(in: test.text).map { Mention(id: $0, file: path, test: test.name) }
  }
}

/// Collects the functions that are tests; a suite whose name is the beginning of a sentence stands before them.
private final class TestVisitor: SyntaxVisitor {
  var tests: [(name: String, text: String)] = []
  private var suites: [String] = []

  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    suites.append(node.name.text)
    return .visitChildren
  }

  override func visitPost(_ node: StructDeclSyntax) {
    suites.removeLast()
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    let isTest = node.attributes.contains { $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription == "Test" }
    guard isTest else { return .visitChildren }
    let name = (suites.filter { $0.hasPrefix("`") } + [node.name.text]).joined(separator: " ")
    tests.append((name.filter { $0 != "`" }, node.description))
    return .skipChildren
  }
}

/// The ids of rules in a text, each once, in order; `SC-1 to SC-6` names all six.
func ruleIDs(in text: String) -> [String] {
  var found: [String] = []
  let words = text.split { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-")) }
  for (index, word) in words.enumerated() {
    guard let rule = RuleID(word) else { continue }
    var ids = [rule.text]
    if index >= 2, words[index - 1] == "to", let first = RuleID(words[index - 2]), first.prefix == rule.prefix,
      first.number < rule.number
    {
      ids = (first.number...rule.number).map { "\(rule.prefix)\($0)" }
    }
    for id in ids where !found.contains(id) { found.append(id) }
  }
  return found
}

/// A rule's name taken apart: two to four capitals, or `A0` to `A4` for a scenario, a dash, `T` for a timeline, a number, and
/// perhaps a small letter.
struct RuleID {
  /// All before the number.
  var prefix: String
  var number: Int
  var text: String

  init?(_ word: some StringProtocol) {
    let parts = word.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let isGroup = (2...4).contains(parts[0].count) && parts[0].allSatisfy { $0.isASCII && $0.isUppercase }
    let isScenario = parts[0].count == 2 && parts[0].first == "A" && "01234".contains(parts[0].last ?? "x")
    guard isGroup || isScenario else { return nil }
    let isTimeline = isGroup && parts[1].first == "T"
    var digits = parts[1].dropFirst(isTimeline ? 1 : 0)
    if let last = digits.last, last.isLowercase { digits.removeLast() }
    guard !digits.isEmpty, digits.allSatisfy(\.isNumber), let number = Int(digits) else { return nil }
    prefix = "\(parts[0])-\(isTimeline ? "T" : "")"
    self.number = number
    text = String(word)
  }
}
