// Checks of our own that neither the compiler nor swift-format makes, on the syntax tree of the toolchain's own parser.
//
//   easel-lint ROOT < list of files        one finding a line, exit status 1 if there is any
//   easel-lint ROOT --self-test            each fixture must be refused for exactly what its first line says
//   easel-lint ROOT --rules < list         which rules the files below Tests prove, against rules.txt and Conformance.md there
//   easel-lint ROOT --update-rules < list  the same, and Conformance.md is written anew

import Glibc
import SwiftParser

let arguments = CommandLine.arguments
guard arguments.count >= 2 else {
  print("usage: easel-lint ROOT [--self-test | --rules | --update-rules] < files")
  exit(2)
}
let root = arguments[1]

if arguments.contains("--self-test") {
  exit(selfTest(root: root) ? 0 : 1)
}

if arguments.contains("--rules") || arguments.contains("--update-rules") {
  var files: [String] = []
  while let path = readLine() { files.append(path) }
  exit(checkRules(root: root, folder: "Tests", files: files, updates: arguments.contains("--update-rules")) ? 0 : 1)
}

var found = 0
var files = 0
while let path = readLine() {
  guard let source = readFile(root + "/" + path) else {
    print("\(path): cannot be read")
    found += 1
    continue
  }
  files += 1
  for finding in lint(source: source, path: path) {
    print("\(path):\(finding.line): \(finding.rule): \(finding.text)")
    found += 1
  }
}
if files == 0 {
  print("no files were named on standard input")
  exit(2)
}
exit(found == 0 ? 0 : 1)
