internal import EaselPlatformLinux
internal import Glibc

/// Where a program speaks to the person who started it; passed in, so that a test can listen.
struct Console {
  /// Writes text that was asked for; whoever asked is told of a refusal.
  var say: (String) throws(SystemError) -> Void
  /// Writes one line about something that went wrong.
  var complain: (String) -> Void

  /// The process's own output and error output; a reader that is gone is not an error.
  static let standard = Console(
    say: { text throws(SystemError) in
      let code = write(text, to: 1)
      guard code == 0 || code == EPIPE else { throw SystemError(action: "write to", path: "standard output", code: code) }
    },
    complain: { _ = write($0 + "\n", to: 2) })

  /// Writes all of a text; the errno if that was refused, else 0.
  private static func write(_ text: String, to descriptor: Int32) -> Int32 {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return count < 0 ? errno : EIO }
      bytes = bytes.dropFirst(count)
    }
    return 0
  }
}

/// The environment as it was when the program began.
enum ProcessEnvironment {
  /// Variables that are meant for this process alone and must not reach its children (WCN-8).
  private static let consumed = ["WAYLAND_SOCKET", "XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID"]

  /// Reads all variables and removes those that a child must not see; called once, before other threads exist.
  static func take() -> [String: String] {
    var result: [String: String] = [:]
    var entry = unsafe environ
    while let text = unsafe entry.pointee {
      let parts = unsafe String(cString: text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { result[String(parts[0])] = String(parts[1]) }
      unsafe entry += 1
    }
    for name in consumed { unsafe unsetenv(name) }
    return result
  }
}
