/// One thing that the doctor found: for a person in lines, of which the first may stand alone, and for programs.
struct Finding {
  var lines: [String]
  var value: ReportValue

  init(_ lines: [String], _ value: ReportValue) {
    self.lines = lines
    self.value = value
  }
}

/// All that the doctor found, in sections, and what to mend at the end; each fault is told there and nowhere else.
struct Findings {
  /// What stands in the place of a fault.
  static let seeBelow = "see what to mend"

  /// Whether names and serial numbers are left out (DOC-2).
  let isMasked: Bool
  private var lines: [String] = []
  private var fields: [ReportValue.Field] = []
  private var faults: [String] = []

  init(isMasked: Bool = false) {
    self.isMasked = isMasked
  }

  /// A section of one line.
  mutating func section(_ title: String, _ name: String, _ line: String, _ value: ReportValue) {
    lines += [title, "  " + line]
    fields.append(.init(name: name, value: value))
  }

  /// A section of several things.
  mutating func section(_ title: String, _ name: String, _ findings: [Finding]) {
    lines.append(title)
    if findings.isEmpty { lines.append("  none") }
    for finding in findings { lines += finding.lines.map { "  " + $0 } }
    fields.append(.init(name: name, value: .list(findings.map(\.value))))
  }

  /// Something that is to be mended; what says the same and no more is not told again.
  mutating func mend(_ fault: String) {
    let fault = isMasked ? Mask.hideLinks(in: fault) : fault
    guard !faults.contains(where: { $0.includes(fault) }) else { return }
    faults.removeAll { fault.includes($0) }
    faults.append(fault)
  }

  var text: String {
    let mending = ["to mend"] + (faults.isEmpty ? ["nothing"] : faults).map { "  " + $0 }
    return (lines + mending).map { $0 + "\n" }.joined()
  }

  var json: String {
    ReportValue.record(fields + [.init(name: "toMend", value: .texts(faults))]).json() + "\n"
  }
}
