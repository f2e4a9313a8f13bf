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
    let wish = settings.bareScreen
    var options = FramebufferOptions()
    options.screen = wish.screen
    options.mode = wish.mode.map { FramebufferOptions.Mode(size: $0.size, refresh: $0.refresh) }
    options.orientation = Orientation(rawValue: wish.rotation) ?? .none
    options.scale = settings.scale
    options.devices = wish.devices
    options.session = wish.session.flatMap { FramebufferOptions.SessionKind(rawValue: $0.rawValue) }
    options.terminal = wish.terminal
    let backend = try FramebufferBackend(loop: loop, options: options, environment: environment, log: log)
    backend.onQuit = onQuit
    return (backend, backend.end)
  }
#else
  /// This build cannot show anything on a bare screen.
  func makeFramebufferBackend(
    _ settings: LaunchSettings, loop: EpollLoop, log: Log, environment: [String: String], onQuit: @escaping () -> Void
  ) throws(BackendError) -> (backend: any Backend, end: () -> Void) {
    throw BackendError(
      "This program was built without the framebuffer. Build it with the trait Framebuffer, or use --backend headless.",
      exitStatus: 2)
  }
#endif
