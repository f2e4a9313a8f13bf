package import EaselGeometry
package import EaselInputEvents
package import EaselPlatform
package import EaselPlatformLinux

/// The input devices by themselves, without a screen: for the doctor, who lists them, and for trying them out.
///
/// Nodes are opened by their permissions alone.
@MainActor package final class DeviceSurvey {
  private let seat: LibinputSeat
  private let panel: PixelSize

  /// Opens the devices of a seat, or those of a list alone, as if they pointed to a panel of these extents.
  package init(
    loop: EpollLoop, devices: [String]?, panel: PixelSize, environment: [String: String], log: Log
  ) throws(BackendError) {
    self.panel = panel
    seat = try LibinputSeat(
      loop: loop, opener: OpenSession(), devices: devices, seatName: environment["XDG_SEAT"] ?? "seat0",
      environment: environment, log: log)
    seat.placement = InputPlacement(surface: SurfaceID(1), panel: panel)
  }

  /// Who takes the events.
  package var onEvent: ((InputEvent) -> Void)? {
    get { seat.onEvent }
    set { seat.onEvent = newValue }
  }

  /// Whether keys are kept from everybody else (FVT-10).
  package var grabsKeyboards: Bool {
    get { seat.grabsKeyboards }
    set { seat.grabsKeyboards = newValue }
  }

  /// Closes all devices, as when the session goes.
  package func pause() { seat.pause() }

  /// Opens them again.
  package func resume() { seat.resume() }

  /// What the doctor says: a line for each device, indented ones for what is to be known of it (DOC-1).
  package var lines: [String] { seat.report.lines(panel: panel) }
}

extension InputReport {
  func lines(panel: PixelSize) -> [String] {
    var lines: [String] = []
    for device in devices {
      lines.append("\(device.node) “\(device.name)”: \(device.roles)")
      lines += device.facts.map { "  \($0)" }
      lines += device.problems(panel: panel).map { "  attention: \($0)" }
    }
    lines += refusals.map { DeviceRefusal(path: escaped($0.node), code: $0.code).error.description }
    lines += ignored.map { "\($0): ignored" }
    lines.append("lateness: \(lateness.summary(of: "events"))")
    return lines
  }
}

extension InputReport.Device {
  fileprivate var facts: [String] {
    var facts: [String] = []
    if let size { facts.append("\(Int(size.width.rounded())) × \(Int(size.height.rounded())) mm") }
    if let touchCount { facts.append("\(touchCount) fingers") }
    if let across, let down {
      facts.append("places from \(across.minimum), \(down.minimum) to \(across.maximum), \(down.maximum)")
    }
    if let calibration, calibration != [1, 0, 0, 0, 1, 0] {
      facts.append("calibration matrix \(calibration.map { "\($0)" }.joined(separator: " "))")
    }
    return facts
  }
}
