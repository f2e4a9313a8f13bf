import Glibc
import SwiftParser
import SwiftSyntax

/// Something that is refused.
struct Finding {
  var line: Int
  var rule: String
  var text: String
}

/// The budgets.
enum Limit {
  static let fileLines = 500
  static let functionLines = 60
}

/// What is wrong with one file, from top to bottom.
///
/// - Parameter path: from the project's root, with the folder that decides which rules hold.
func lint(source: String, path: String) -> [Finding] {
  let tree = Parser.parse(source: source)
  let place = Place(path: path)
  let converter = SourceLocationConverter(fileName: path, tree: tree)
  let visitor = Visitor(place: place, converter: converter)
  visitor.walk(tree)
  var findings = visitor.findings
  let lines = source.utf8.count { $0 == UInt8(ascii: "\n") } + (source.hasSuffix("\n") || source.isEmpty ? 0 : 1)
  if lines > Limit.fileLines {
    findings.append(Finding(line: 1, rule: "file-length", text: "\(lines) lines; at most \(Limit.fileLines)"))
  }
  findings += comments(in: tree, converter: converter)
  return findings.sorted { $0.line < $1.line }
}

/// The whole file as text, or nil if it cannot be read.
func readFile(_ path: String) -> String? {
  guard let file = fopen(path, "r") else { return nil }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 65536)
  while true {
    let count = fread(&chunk, 1, chunk.count, file)
    if count == 0 { return String(decoding: bytes, as: UTF8.self) }
    bytes += chunk[..<count]
  }
}
