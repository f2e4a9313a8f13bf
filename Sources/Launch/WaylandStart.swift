internal import EaselPlatform
internal import EaselPlatformLinux

#if Wayland
  internal import EaselPlatformWayland

  /// Connects to the display that the environment names.
  func makeWaylandBackend(
    loop: EpollLoop, log: Log, environment: [String: String]
  ) throws(BackendError) -> any Backend {
    try WaylandBackend(loop: loop, log: log, environment: environment)
  }

  /// Where a display was looked for.
  var missingDisplay: String {
    "There is no display: neither WAYLAND_DISPLAY nor WAYLAND_SOCKET is set, and no compositor listens at the usual socket. "
  }
  /// Where there are displays.
  var displayAdvice: String { "inside a Wayland session, " }

  /// Whether the environment names a display, or one listens where displays are that nobody names.
  func hasWaylandDisplay(_ environment: [String: String]) -> Bool {
    WaylandBackend.hasDisplay(environment)
  }
#else
  /// This build has no Wayland in it.
  func makeWaylandBackend(
    loop: EpollLoop, log: Log, environment: [String: String]
  ) throws(BackendError) -> any Backend {
    throw BackendError(
      "This program was built without Wayland. Build it with the trait Wayland, or use --backend headless.", exitStatus: 2)
  }

  /// This build looks for no display.
  var missingDisplay: String { "There is no screen. " }
  /// It has no display to offer either.
  var displayAdvice: String { "" }

  /// Whether the environment names a display: what this build lacks is then told.
  func hasWaylandDisplay(_ environment: [String: String]) -> Bool {
    environment["WAYLAND_SOCKET"] != nil || environment["WAYLAND_DISPLAY"] != nil
  }
#endif
