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
  failures += rulesSelfTest()
  return failures == 0 && !fixtures.isEmpty
}

/// Runs the check of rules and tests over a small book of rules; the number of failures.
private func rulesSelfTest() -> Int {
  let source = """
    /// AB-2 stands at a suite, which proves nothing.
    @Suite struct `A suite` {
      let helper = "AB-3"
      /// AB-T1
      @Test func `says (AB-1, CD-1 to CD-3)`() { use("A2-4, AB-30") }
      func `no test (AB-4)`() {}
    }
    """
  let rules = "# About the file: AB-9.\n# Letters.\nAB-1 AB-2 AB-T1\nCD-1 CD-3 CD-10\n# Scenarios.\nA2-4 AB-1\n"
  let untested = "# Comments.\n\nAB-1: but it is tested\nAB-T2\nCD-10: needs | hardware\nCD-10: twice\nEF-1: never promised\n"
  var found = mentions(source: source, path: "T/A.swift") + mentions(source: "# CD-3", path: "T/run")
  let book = RuleBook(rules: rules, untested: untested, mentions: found, folder: "T")
  let expected = """
    T/untested-rules.txt:4: not `ID: reason`: AB-T2
    T/rules.txt: AB-1 is promised twice
    T/untested-rules.txt: AB-1, but T/A.swift tests it
    T/untested-rules.txt: CD-10 twice
    T/untested-rules.txt: EF-1 is not in rules.txt
    T/rules.txt: AB-2 has neither a test nor a reason in untested-rules.txt
    """
  let table = book.table(folder: "T")
  let rows = """
    ## Letters.

    4 of 6 rules have tests.

    | rule | tests |
    |---|---|
    | AB-1 | `A.swift`: A suite says (AB-1, CD-1 to CD-3) |
    | AB-2 | none: no reason |
    | AB-T1 | `A.swift`: A suite says (AB-1, CD-1 to CD-3) |
    | CD-1 | `A.swift`: A suite says (AB-1, CD-1 to CD-3) |
    | CD-3 | `A.swift`: A suite says (AB-1, CD-1 to CD-3)<br>`run` |
    | CD-10 | none: needs \\| hardware |
    """
  found.removeAll { $0.id != "A2-4" }
  let results = [
    ("findings", book.findings.joined(separator: "\n"), expected),
    ("scenario", found.map(\.test).joined(), "A suite says (AB-1, CD-1 to CD-3)"),
    ("table", table.contains(rows) ? rows : table, rows),
  ]
  var failures = 0
  for (name, result, expected) in results where result != expected {
    failures += 1
    print("lint's self-test of rules, \(name): expected\n\(expected)\nfound\n\(result)")
  }
  return failures
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
