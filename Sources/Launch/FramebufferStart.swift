internal import EaselInputEvents
internal import EaselPlatform
internal import EaselPlatformLinux
internal import EaselToolkit

#if Framebuffer
  internal import EaselPlatformFramebuffer

  /// Takes over the bare screen that the settings and the environment name.
  func makeFramebufferBackend(
    _ settings: LaunchSettings, loop: EpollLoop, log: Log, environment: [String: String], onQuit: @escaping () -> Void
  ) throws(BackendError) -> (backend: any Backend, end: () -> Void) {
    let backend = try FramebufferBackend(
      loop: loop, options: FramebufferOptions(settings), environment: environment, log: log)
    backend.onQuit = onQuit
    return (backend, backend.end)
  }

  /// Does what a word in place of options asks for; what it has to say, and its status.
  func run(
    _ command: Command, _ settings: LaunchSettings, loop: EpollLoop, environment: [String: String]
  ) throws(BackendError) -> (text: String, status: Int32) {
    switch command {
    case .rescue(let terminal):
      return ("Terminal \(try Rescue.run(terminal: terminal)) can be used again.\n", 0)
    case .help: return ("", 0)
    case .doctor(let asJSON, let isMasked):
      let doctor = Doctor(
        options: FramebufferOptions(settings), environment: environment, isMasked: isMasked, loop: loop)
      return (asJSON ? doctor.json : doctor.report, doctor.fault?.exitStatus ?? 0)
    }
  }

  extension FramebufferOptions {
    fileprivate init(_ settings: LaunchSettings) {
      let wish = settings.bareScreen
      self.init()
      screen = wish.screen
      mode = wish.mode.map { Mode(size: $0.size, refresh: $0.refresh) }
      orientation = Orientation(rawValue: wish.rotation) ?? .none
      scale = settings.scale
      devices = wish.devices
      session = wish.session.flatMap { SessionKind(rawValue: $0.rawValue) }
      terminal = wish.terminal
      usualTerminal = wish.usualTerminal
      keysEnd = wish.keysEnd
    }
  }
#else
  /// This build knows nothing of bare screens.
  func run(
    _ command: Command, _ settings: LaunchSettings, loop: EpollLoop, environment: [String: String]
  ) throws(BackendError) -> (text: String, status: Int32) {
    throw BackendError("This program was built without the framebuffer. Build it with the trait Framebuffer.", exitStatus: 2)
  }

  /// This build cannot show anything on a bare screen.
  func makeFramebufferBackend(
    _ settings: LaunchSettings, loop: EpollLoop, log: Log, environment: [String: String], onQuit: @escaping () -> Void
  ) throws(BackendError) -> (backend: any Backend, end: () -> Void) {
    throw BackendError(
      "This program was built without the framebuffer. Build it with the trait Framebuffer, or use --backend headless.",
      exitStatus: 2)
  }
#endif
