import Glibc

/// Runs the rules over Lint/Fixtures.
///
/// A fixture's first line says where it pretends to lie and what must be found in it:
/// `// Sources/Raster/Some.swift: import 4, print 9`, rule and line, in order; nothing after the colon means it is clean.
///
/// Long files are made here: nobody wants to read 501 lines to believe in a limit.
func selfTest(root: String) -> Bool {
  var failures = 0
  func check(_ name: String, path: String, source: String, expected: String) {
    let found = lint(source: source, path: path).map { "\($0.rule) \($0.line)" }.joined(separator: ", ")
    if found == expected { return }
    failures += 1
    print("lint's self-test \(name): expected \"\(expected)\", found \"\(found)\"")
  }

  let fixtures = fixtureNames(in: root + "/Lint/Fixtures")
  for name in fixtures {
    guard let source = readFile(root + "/Lint/Fixtures/" + name), let head = source.split(separator: "\n").first,
      let colon = head.firstIndex(of: ":")
    else {
      failures += 1
      print("lint's self-test \(name): no first line that says what to expect")
      continue
    }
    let expected = head[head.index(after: colon)...].drop { $0 == " " }
    check(name, path: String(head[..<colon].dropFirst(3)), source: source, expected: String(expected))
  }

  let statement = "  a += 1\n"
  func function(lines: Int) -> String {
    "func f(_ a: inout Int) {\n" + String(repeating: statement, count: lines - 2) + "}\n"
  }
  check("60 lines", path: "Sources/Raster/A.swift", source: function(lines: 60), expected: "")
  check("61 lines", path: "Sources/Raster/A.swift", source: function(lines: 61), expected: "function-length 1")
  let comment = "// Why.\n"
  check("500 lines", path: "Tests/Raster/A.swift", source: String(repeating: comment, count: 500), expected: "")
  check("501 lines", path: "Tests/Raster/A.swift", source: String(repeating: comment, count: 501), expected: "file-length 1")
  if fixtures.isEmpty { print("lint's self-test: no fixtures in \(root)/Lint/Fixtures") }
  return failures == 0 && !fixtures.isEmpty
}

private func fixtureNames(in folder: String) -> [String] {
  guard let directory = opendir(folder) else { return [] }
  defer { closedir(directory) }
  var names: [String] = []
  while let entry = readdir(directory) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) {
      $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    if name.hasSuffix(".fixture") { names.append(name) }
  }
  return names.sorted()
}
