import Glibc

extension Rig {
  /// Why a kind of rig cannot be had here, or nil; said loudly, because a skipped test is not a passed one.
  ///
  /// With `CI=true` nothing is skipped: the rig is asked for, and fails.
  public static func reasonToSkip(_ kind: Kind) -> String? {
    do {
      _ = try Toolbox([kind.rawValue])
      return nil
    } catch let missing as Toolbox.Missing {
      if getenv("CI").map({ String(cString: $0) }) == "true" { return nil }
      let reason = "SKIPPED, no tests on \(kind.rawValue): \(missing.reason)"
      write(2, reason + "\n", reason.utf8.count + 1)
      return reason
    } catch {
      return nil
    }
  }

  /// How Weston treats windows.
  public enum Shell: String, Sendable {
    /// A window fills the screen.
    case kiosk
    /// Windows lie where they like, and are moved and resized.
    case desktop
  }

  /// Weston with a screen of so many points.
  ///
  /// - Parameters:
  ///   - shell: how it treats windows.
  ///   - devices: what its seat has: touch, pointer, keyboard.
  ///   - module: a module of the caller's own to load as well, by its path.
  ///   - moduleDescriptor: a descriptor for that module, which finds it as EASEL_MODULE_FD.
  public static func weston(
    width: Int, height: Int, scale: Int = 1, shell: Shell = .kiosk, devices: String = "touch keyboard", module: String? = nil,
    moduleDescriptor: Int32? = nil
  ) throws -> Rig {
    let workspace = try Workspace(tools: toolbox(.weston))
    let tools = workspace.tools
    let (ours, theirs) = try socketPair()
    defer { close(theirs) }
    let command = [
      "weston", "--backend=headless-backend.so", "--use-pixman", "--no-config", "--shell=\(shell.rawValue)-shell.so",
      "--idle-time=0",
      "--socket=wayland-0", "--width=\(width)", "--height=\(height)", "--scale=\(scale)",
      "--modules=" + ([tools.path("weston-input.so")] + (module.map { [$0] } ?? [])).joined(separator: ","),
    ]
    var inherited: [CInt: CInt] = [3: theirs]
    inherited[4] = moduleDescriptor
    let control = Control(ours)
    let weston = try ChildProcess(
      command, environment: workspace.environment + ["EASEL_RIG_FD=3", "EASEL_RIG_DEVICES=\(devices)", "EASEL_MODULE_FD=4"],
      inherited: inherited, tools: tools)
    return try Rig(compositor: weston, companions: [], control: control, workspace: workspace)
  }

  /// KWin with a screen of so many points.
  public static func kwin(width: Int, height: Int, scale: Double = 1) throws -> Rig {
    let workspace = try Workspace(tools: toolbox(.kwin))
    let size = ["--width", "\(width)", "--height", "\(height)", "--scale", "\(scale)"]
    let (kwin, bus) = try startKWin(["--virtual"] + size, environment: ["KWIN_COMPOSE=O2"], in: workspace)
    let (ours, theirs) = try socketPair()
    defer { close(theirs) }
    let control = Control(ours)
    let injector = try workspace.start(
      [workspace.tools.path("kwin-rig")], environment: ["WAYLAND_DISPLAY=wayland-0"], inherited: [0: theirs, 1: theirs])
    return try Rig(compositor: kwin, companions: [injector, bus], control: control, workspace: workspace)
  }

  /// KWin and its session bus; clients may connect at once, since its socket is ours from the start.
  static func startKWin(
    _ arguments: [String], environment: [String], inherited: [CInt: CInt] = [:], in workspace: Workspace
  ) throws -> (kwin: ChildProcess, bus: ChildProcess) {
    let address = "unix:path=" + workspace.path("bus")
    let listener = try listen(workspace.path("wayland-0"))
    defer { close(listener) }
    let bus = try workspace.start(
      ["dbus-daemon", "--session", "--nofork", "--nopidfile", "--print-address", "--address=" + address])
    try bus.waitForOutput("unix:")
    let command = [workspace.tools.path("kwin_wayland")] + arguments
    let kwin = try workspace.start(
      command + ["--no-lockscreen", "--no-global-shortcuts", "--socket", "wayland-0", "--wayland-fd", "3"],
      environment: [
        "DBUS_SESSION_BUS_ADDRESS=" + address, "KWIN_WAYLAND_NO_PERMISSION_CHECKS=1",
        "KWIN_SCREENSHOT_NO_PERMISSION_CHECKS=1", "LIBGL_ALWAYS_SOFTWARE=1",
      ] + environment, inherited: inherited.merging([3: listener]) { $1 })
    return (kwin, bus)
  }

  static func toolbox(_ kind: Kind) throws -> Toolbox {
    do {
      return try Toolbox([kind.rawValue])
    } catch let missing as Toolbox.Missing {
      throw RigError(missing.reason)
    }
  }

  private static func listen(_ path: String) throws -> CInt {
    let type = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
    let descriptor = socket(AF_UNIX, type, 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
    guard descriptor >= 0, result == 0, Glibc.listen(descriptor, 16) == 0 else { throw RigError("no socket at \(path)") }
    return descriptor
  }
}
