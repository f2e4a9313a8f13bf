import EaselGeometry
public import EaselPlatform
public import EaselPlatformLinux
internal import Glibc

/// Says what a bare screen would use, what is there beside it, and what to mend (DOC-1).
///
/// It opens devices and closes them again, takes no terminal over and shows nothing.
public struct Doctor {
  /// What was found, in lines for a person.
  public private(set) var report = ""
  /// Why a program could not start on the bare screen, or nil if it could.
  public private(set) var fault: BackendError?

  private let options: FramebufferOptions
  private let environment: [String: String]
  private let loop: EpollLoop
  private let log = Log { _, _ in }

  /// Looks at everything at once.
  public init(options: FramebufferOptions, environment: [String: String], loop: EpollLoop) {
    self.options = options
    self.environment = environment
    self.loop = loop
    let session = lookForSession()
    lookAtScreens(session)
    let (choice, panel) = choose(session)
    lookAtInput(session, panel)
    say("would use")
    say("  \(choice)")
    if let fault { say("to mend: \(fault)") }
    session.close()
  }

  private mutating func say(_ line: String) { report += line + "\n" }

  // MARK: Session

  private mutating func lookForSession() -> any Session {
    let finder = SessionFinder(options: options, environment: environment, log: log) { _ in nil }
    say("session")
    do throws(BackendError) {
      let session = try finder.find()
      say("  \(session.title)")
      return session
    } catch {
      note(error)
      say("  \(error)")
      return OpenSession()
    }
  }

  private mutating func note(_ error: BackendError) {
    if fault == nil { fault = error }
  }

  // MARK: Screens

  private mutating func lookAtScreens(_ session: any Session) {
    say("screens")
    let paths = ScreenFinder.cards() + ScreenFinder.framebuffers()
    if paths.isEmpty { say("  none: neither /dev/dri/card* nor /dev/fb* exists; load the driver of the screen") }
    for path in ScreenFinder.cards() { lookAtCard(path, session) }
    for path in ScreenFinder.framebuffers() { lookAtFramebuffer(path) }
  }

  private mutating func lookAtCard(_ path: String, _ session: any Session) {
    let descriptor = session.openDevice(path)
    guard descriptor >= 0 else { return say("  \(DeviceRefusal(path: path, code: -descriptor).error)") }
    defer { session.closeDevice(descriptor) }
    let door = CardFile(fileDescriptor: descriptor)
    guard door.hasDumbBuffers() else { return say("  \(path): a card without buffers that a processor can write") }
    let depth = door.preferredDepth() == 16 ? "RGB565" : "XRGB8888"
    say("  \(path): a card, \(depth)")
    for id in (try? door.resources().connectors) ?? [] {
      guard let connector = try? door.connector(id) else { continue }
      let turned = connector.orientationHint == .none ? "" : ", mounted turned by \(connector.orientationHint.rawValue)°"
      let size = connector.millimeters
      say("    \(connector.name): \(connector.connection), \(size.width) × \(size.height) mm\(turned)")
      guard !connector.modes.isEmpty else { continue }
      say("      modes " + connector.modes.map(Doctor.describe).joined(separator: ", "))
    }
  }

  private static func describe(_ mode: CardMode) -> String {
    let rate = (mode.refresh * 10).rounded() / 10
    return "\(mode.size.width)x\(mode.size.height)@\(rate)\(mode.isPreferred ? " (preferred)" : "")"
  }

  private mutating func lookAtFramebuffer(_ path: String) {
    let descriptor = DirectDevices.open(path)
    guard descriptor >= 0 else { return say("  \(DeviceRefusal(path: path, code: -descriptor).error)") }
    let door = FramebufferFile(FileDescriptor(adopting: descriptor))
    do {
      let info = try door.describe()
      let layout = try FramebufferLayout(info)
      let pace = info.refreshInterval.flatMap { FramePace.plausible.contains($0) ? 1 / $0 : nil } ?? 60
      say(
        "  \(path): a framebuffer of the driver “\(info.driver)”, \(info.size.width) × \(info.size.height) pixels of "
          + "\(info.bitsPerPixel) bits (\(layout.format.title)), \(layout.stride) bytes a row, starting at byte \(layout.start), "
          + "\(info.millimeters.width) × \(info.millimeters.height) mm, paced by a timer at \(Int(pace.rounded())) a second")
    } catch {
      say("  \(path): \(error)")
    }
  }

  // MARK: Input

  private mutating func lookAtInput(_ session: any Session, _ panel: PixelSize) {
    say("input")
    if !Files.exists("/run/udev/data") {
      say(
        "  /run/udev/data is not there, so libinput knows no device: start udev (systemd-udevd), or mount the host's /run/udev into "
          + "the container")
    }
    do throws(BackendError) {
      let input = try LibinputSeat(
        loop: loop, opener: session, devices: options.devices, seatName: session.seatName, environment: environment, log: log)
      for line in input.report.lines(panel: panel) { say("  \(line)") }
      input.close()
    } catch {
      note(error)
      say("  \(error)")
    }
  }

  // MARK: The choice

  private mutating func choose(_ session: any Session) -> (text: String, panel: PixelSize) {
    do throws(BackendError) {
      let screen = try ScreenFinder(session: session, loop: loop, log: log, options: options).find()
      defer { screen.close() }
      let turn = screen.orientationHint.combined(with: options.orientation).rawValue
      let size = "\(screen.panel.width) × \(screen.panel.height) pixels"
      return ("\(screen.name), \(size), turned by \(turn)°, with \(session.title)", screen.panel)
    } catch {
      note(error)
      return ("nothing: \(error)", PixelSize(width: 1, height: 1))
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

extension PanelFormat {
  /// What it is, for a person.
  fileprivate var title: String {
    switch kind {
    case .grey: return "grey"
    case .palette: return "palette"
    case .colours(let red, let green, let blue):
      return
        "red \(red.length) at \(red.offset), green \(green.length) at \(green.offset), blue \(blue.length) at \(blue.offset)"
    }
  }
}
