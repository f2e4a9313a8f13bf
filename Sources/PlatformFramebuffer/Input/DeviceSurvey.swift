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
  package var lines: [String] { seat.report.findings(panel: panel, screen: nil).flatMap(\.lines) }
}
