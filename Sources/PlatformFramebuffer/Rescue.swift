internal import CEaselLinuxShims
public import EaselPlatform
import EaselPlatformLinux
internal import Glibc

/// Mends a console that a program has left in graphics mode with a dead keyboard, for instance from ssh (FRE-4).
public enum Rescue {
  /// Puts a virtual terminal back to text, a Unicode keyboard and automatic switching, and shows its cursor.
  ///
  /// - Parameter terminal: its number or path, or nil for the one that is seen.
  /// - Returns: the terminal's path.
  /// - Throws: `BackendError` that says what to do.
  public static func run(terminal: String?) throws(BackendError) -> String {
    let path: String
    if let terminal {
      path = terminal.hasPrefix("/") ? terminal : "/dev/tty\(terminal)"
    } else {
      guard let seen = TerminalFile.seen else {
        throw BackendError("This kernel has no virtual terminals; there is nothing to mend.")
      }
      path = seen
    }
    let descriptor = unsafe open(path, O_RDWR | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    guard descriptor >= 0 else { throw DeviceRefusal(path: path, code: errno).error }
    defer { _ = Glibc.close(descriptor) }
    guard easel_terminal_number(descriptor) > 0 else {
      throw BackendError("“\(path)” is no virtual terminal; name one by its number, as 1.", exitStatus: 2)
    }
    let result = easel_terminal_rescue(descriptor)
    guard result >= 0 else {
      throw BackendError(
        "\(SystemError(action: "mend", path: path, code: -result)) Run it as root, or switch to another terminal and back by chvt."
      )
    }
    return path
  }
}
