import EaselPlatform
import EaselPlatformLinux
internal import Glibc

/// Chooses who gives the right to the screen and the devices: a seat manager, else a terminal of our own, else nobody (FVT-1).
struct SessionFinder {
  let options: FramebufferOptions
  let environment: [String: String]
  let log: Log
  let watch: (any EventSource) throws(SystemError) -> SourceRegistration?

  /// - Throws: `BackendError` if the session that was asked for cannot be had.
  func find() throws(BackendError) -> any Session {
    switch options.session {
    case .libseat:
      guard let session = seatManager(["seatd", "logind", "builtin"]) else {
        throw BackendError("No seat manager answers. Start seatd or logind, or use --session vt or --session none.")
      }
      return session
    case .vt:
      guard let path = terminalPath() else {
        throw BackendError("There is no virtual terminal to take over. Start from one, or name one by --tty NUMBER as root.")
      }
      return try terminal(path)
    case .some(.none):
      return OpenSession(seatName: seatName)
    case nil:
      if let session = seatManager(["seatd", "logind"]) { return session }
      guard let path = terminalPath() else { return OpenSession(seatName: seatName) }
      return try terminal(path)
    }
  }

  private var seatName: String { environment["XDG_SEAT"] ?? "seat0" }

  private func terminal(_ path: String) throws(BackendError) -> any Session {
    TerminalSession(door: try TerminalFile(path), seatName: seatName, watch: watch)
  }

  /// libseat would take a terminal by itself where no manager answers; that is ours to do, so managers are asked by name.
  private func seatManager(_ backends: [String]) -> SeatManagerSession? {
    guard let library = SeatLibrary.load() else { return nil }
    let named = environment["LIBSEAT_BACKEND"].map { [$0] }
    for backend in named ?? backends {
      _ = unsafe setenv("LIBSEAT_BACKEND", backend, 1)
      if let session = SeatManagerSession.open(library, watch: watch) { return session }
    }
    if named == nil { _ = unsafe unsetenv("LIBSEAT_BACKEND") }
    return nil
  }

  private func terminalPath() -> String? {
    options.terminalPath(controlling: TerminalFile.controlling, seen: geteuid() == 0 ? TerminalFile.seen : nil)
  }
}

extension FramebufferOptions {
  /// FVT-2: the terminal that was asked for, else the controlling one, else the usual one, else the one that is seen.
  ///
  /// - Parameters:
  ///   - controlling: a terminal's number, not positive if there is none.
  ///   - seen: the path of the one that is seen, if the process may take it.
  func terminalPath(controlling: Int, seen: String?) -> String? {
    if let terminal { return FramebufferOptions.path(of: terminal) }
    if controlling > 0 { return "/dev/tty\(controlling)" }
    return usualTerminal.map(FramebufferOptions.path) ?? seen
  }

  private static func path(of terminal: String) -> String {
    terminal.hasPrefix("/") ? terminal : "/dev/tty\(terminal)"
  }
}
