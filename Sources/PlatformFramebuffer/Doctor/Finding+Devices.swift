import EaselGeometry
import EaselInputEvents

extension InputReport {
  /// A finding for each device: a line, and indented ones for what is to be known of it; `screen` is the one that is used.
  func findings(panel: PixelSize, screen: String?) -> [Finding] {
    devices.map { $0.finding(panel: panel, screen: screen) }
      + refusals.map { refusal in
        let node = escaped(refusal.node)
        return Finding(
          ["\(node): cannot be opened, \(Findings.seeBelow)"],
          .fields(["node": .text(node), "isRefused": .flag(true), "errno": .integer(Int(refusal.code))]))
      }
      + ignored.map { device in
        Finding(
          ["\(device.node) “\(device.name)”: ignored"],
          .fields(["node": .text(device.node), "name": .text(device.name), "isIgnored": .flag(true)]))
      }
  }
}

extension InputReport.Device {
  fileprivate func finding(panel: PixelSize, screen: String?) -> Finding {
    let problems = problems(panel: panel, screen: screen)
    return Finding(
      ["\(node) “\(name)”: \(roles)"] + facts.map { "  \($0)" } + problems.map { "  attention: \($0)" },
      .fields([
        "node": .text(node), "name": .text(name), "roles": .text("\(roles)"),
        "millimeters": size.map { .list([.number($0.width), .number($0.height)]) } ?? .nothing,
        "fingers": .integer(touchCount), "across": value(across), "down": value(down),
        "calibration": calibration.map { .list($0.map { .number(Double($0)) }) } ?? .nothing,
        "screen": output.map { .text($0) } ?? .nothing, "attention": .texts(problems),
      ]))
  }

  private func value(_ axis: InputReport.Axis?) -> ReportValue {
    guard let axis else { return .nothing }
    return .fields([
      "minimum": .integer(axis.minimum), "maximum": .integer(axis.maximum), "resolution": .integer(axis.resolution),
    ])
  }

  private var facts: [String] {
    var facts: [String] = []
    if let size { facts.append("\(Int(size.width.rounded())) × \(Int(size.height.rounded())) mm") }
    if let output { facts.append("lies on the screen “\(output)”") }
    if let touchCount { facts.append(touchCount == 1 ? "1 finger" : "\(touchCount) fingers") }
    if let across, let down {
      facts.append("places from \(across.minimum), \(down.minimum) to \(across.maximum), \(down.maximum)")
    }
    if let calibration, calibration != [1, 0, 0, 0, 1, 0] {
      facts.append("calibration matrix \(calibration.map { "\($0)" }.joined(separator: " "))")
    }
    return facts
  }
}
