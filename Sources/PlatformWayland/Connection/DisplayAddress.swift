import EaselPlatform
import EaselPlatformLinux

/// Where the environment says that the display is (WCN-8).
struct DisplayAddress {
  private let environment: [String: String]

  init(environment: [String: String]) {
    self.environment = environment
  }

  /// A connected socket that no child inherits; the caller owns it.
  func connect() throws(BackendError) -> Int32 {
    if let inherited = environment["WAYLAND_SOCKET"] { return try adopt(inherited) }
    let path = try path()
    do {
      return try LocalSocket.connect(path: path).take()
    } catch {
      if error.isShortageOfDescriptors {
        throw BackendError("The Wayland display cannot be reached. \(error)", exitStatus: 71)
      }
      throw BackendError("No Wayland display answers. \(error) Start a compositor, or choose another backend.")
    }
  }

  /// The name of a display that nobody names.
  private static let usualName = "wayland-0"

  /// Whether the environment names a display, or there is one with the usual name.
  var isThere: Bool {
    if environment["WAYLAND_SOCKET"] != nil || environment["WAYLAND_DISPLAY"] != nil { return true }
    return (try? path()).map(Files.exists) ?? false
  }

  /// The socket's path: `WAYLAND_DISPLAY` itself if it is one, else in `XDG_RUNTIME_DIR`; without a name it is the usual one.
  func path() throws(BackendError) -> String {
    var name = environment["WAYLAND_DISPLAY"] ?? ""
    if name.isEmpty { name = Self.usualName }
    if name.hasPrefix("/") { return name }
    guard let folder = environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/") else {
      throw BackendError("The Wayland display \(name) cannot be found: XDG_RUNTIME_DIR is not set to an absolute path.")
    }
    return folder + "/" + name
  }

  private func adopt(_ number: String) throws(BackendError) -> Int32 {
    guard let descriptor = Int32(number), DescriptorCalls.isSocket(descriptor), DescriptorCalls.setCloseOnExec(descriptor)
    else {
      throw BackendError("WAYLAND_SOCKET is “\(number)”, which is no open socket. Unset it.")
    }
    return descriptor
  }
}
