import EaselGeometry
public import EaselPlatform
public import EaselPlatformLinux
internal import Glibc

/// Says what a bare screen would use, what is there beside it, and what to mend (DOC-1).
///
/// It opens devices and closes them again, takes no terminal over and shows nothing.
public struct Doctor {
  /// Why a program could not start on the bare screen, or nil if it could.
  public private(set) var fault: BackendError?

  let options: FramebufferOptions
  private let environment: [String: String]
  private let loop: EpollLoop
  private let log = Log { _, _ in }
  private var findings: Findings

  /// Looks at everything at once.
  ///
  /// - Parameter isMasked: whether what may tell whose devices they are is left out, for a report to others (DOC-2).
  public init(options: FramebufferOptions, environment: [String: String], isMasked: Bool = false, loop: EpollLoop) {
    self.options = options
    self.environment = environment
    self.loop = loop
    findings = Findings(isMasked: isMasked)
    let session = lookForSession()
    lookAtScreens(session)
    let choice = choose(session)
    lookAtInput(session, choice)
    findings.section("would use", "uses", choice.line, choice.value)
    session.close()
  }

  /// What was found, in lines for a person.
  public var report: String { findings.text }

  /// The same for programs, as JSON (DOC-2).
  public var json: String { findings.json }

  // MARK: Session

  private mutating func lookForSession() -> any Session {
    let finder = SessionFinder(options: options, environment: environment, log: log) { _ in nil }
    do throws(BackendError) {
      let session = try finder.find()
      findings.section("session", "session", session.title, .text(session.title))
      return session
    } catch {
      fail(error)
      findings.section("session", "session", Findings.seeBelow, .nothing)
      return OpenSession()
    }
  }

  private mutating func fail(_ error: BackendError) {
    if fault == nil { fault = error }
    findings.mend(error.description)
  }

  // MARK: Screens

  private mutating func lookAtScreens(_ session: any Session) {
    var screens: [Finding] = []
    for path in ScreenFinder.cards() {
      let descriptor = session.openDevice(path)
      guard descriptor >= 0 else {
        screens.append(refusal(path, -descriptor))
        continue
      }
      screens.append(Finding(path: path, card: CardFile(fileDescriptor: descriptor)))
      session.closeDevice(descriptor)
    }
    for path in ScreenFinder.framebuffers() {
      let descriptor = DirectDevices.open(path)
      guard descriptor >= 0 else {
        screens.append(refusal(path, -descriptor))
        continue
      }
      screens.append(Finding(path: path, framebuffer: FramebufferFile(FileDescriptor(adopting: descriptor))))
    }
    if screens.isEmpty { findings.mend(ScreenFinder.nothing) }
    findings.section("screens", "screens", screens)
  }

  private mutating func refusal(_ path: String, _ code: Int32) -> Finding {
    findings.mend(DeviceRefusal(path: path, code: code).error.description)
    return Finding(
      ["\(path): cannot be opened, \(Findings.seeBelow)"],
      .fields(["path": .text(path), "isRefused": .flag(true), "errno": .integer(Int(code))]))
  }

  // MARK: Input

  private mutating func lookAtInput(_ session: any Session, _ choice: Choice) {
    if !Files.exists(LibinputSeat.udevData) {
      findings.mend(
        "\(LibinputSeat.udevData) is not there, so that libinput knows no device: start udev (systemd-udevd), or mount the host's "
          + "/run/udev into the container.")
    }
    do throws(BackendError) {
      let input = try LibinputSeat(
        loop: loop, opener: session, devices: options.devices, seatName: session.seatName, environment: environment, log: log)
      let report = findings.isMasked ? input.report.masked : input.report
      findings.section("input", "input", report.findings(panel: choice.panel, screen: choice.screen))
      for refusal in report.refusals {
        findings.mend(DeviceRefusal(path: escaped(refusal.node), code: refusal.code).error.description)
      }
      input.close()
    } catch {
      fail(error)
      findings.section("input", "input", Findings.seeBelow, .nothing)
    }
  }

  // MARK: The choice

  private struct Choice {
    var line: String
    var value: ReportValue
    var panel = PixelSize(width: 1, height: 1)
    var screen: String?
  }

  private mutating func choose(_ session: any Session) -> Choice {
    do throws(BackendError) {
      let screen = try ScreenFinder(session: session, loop: loop, log: log, options: options).find()
      defer { screen.close() }
      let turn = screen.orientationHint.combined(with: options.orientation).rawValue
      let (width, height) = (screen.panel.width, screen.panel.height)
      return Choice(
        line: "\(screen.name), \(width) × \(height) pixels, turned by \(turn)°, with \(session.title)",
        value: .fields([
          "screen": .text(screen.name), "width": .integer(width), "height": .integer(height), "turned": .integer(turn),
          "session": .text(session.title),
        ]), panel: screen.panel, screen: screen.name)
    } catch {
      fail(error)
      return Choice(line: "nothing, \(Findings.seeBelow)", value: .nothing)
    }
  }
}

extension Session {
  /// What it is, for a person.
  fileprivate var title: String {
    switch self {
    case let session as SeatManagerSession: "the seat manager’s seat \(session.seatName)"
    case let session as TerminalSession: "terminal \(session.terminal), which a program would take over"
    default: "no session: devices by their permissions, keyboards grabbed"
    }
  }
}
