import EaselPlatform
internal import Glibc

/// No session: devices are opened by their permissions alone, and no terminal is taken over.
final class OpenSession: Session {
  let seatName: String
  let isActive = true
  let mutesKeyboard = false
  let managesMaster = false
  weak var delegate: (any SessionDelegate)?

  init(seatName: String = "seat0") {
    self.seatName = seatName
  }

  func begin() {}

  func openDevice(_ path: String) -> Int32 { DirectDevices.open(path) }

  func closeDevice(_ descriptor: Int32) { _ = Glibc.close(descriptor) }

  func switchTerminal(to number: Int) {}

  func close() {}
}

/// Devices opened by ourselves.
enum DirectDevices {
  /// Opens a device for reading and writing, else for reading (LCX-4).
  ///
  /// - Returns: a descriptor, or a negated errno.
  static func open(_ path: String) -> Int32 {
    var descriptor = unsafe Glibc.open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    if descriptor < 0 && (errno == EACCES || errno == EROFS) {
      descriptor = unsafe Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    }
    guard descriptor >= 0 else { return -errno }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFCHR else {
      _ = Glibc.close(descriptor)
      return -ENODEV
    }
    return descriptor
  }
}
