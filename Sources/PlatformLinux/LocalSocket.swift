internal import Glibc

/// Stream sockets in the file system, from the client's side.
public nonisolated enum LocalSocket {
  /// Connects to the socket of a path (connect(2), AF_UNIX); the descriptor is close-on-exec.
  ///
  /// - Throws: `SystemError`; paths over 107 bytes are refused, since a socket's address has no room for more.
  public static func connect(path: String) throws(SystemError) -> FileDescriptor {
    let action = "connect to"
    let number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard number >= 0 else { throw SystemError(action: action, path: path, code: errno) }
    let descriptor = FileDescriptor(adopting: number)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    let fits = unsafe withUnsafeMutableBytes(of: &address.sun_path) { room in
      guard bytes.count < room.count else { return false }
      unsafe room.copyBytes(from: bytes)
      return true
    }
    guard fits else { throw SystemError(action: action, path: path, reason: "the path is longer than 107 bytes") }
    let length = socklen_t(MemoryLayout<sockaddr_un>.size)
    let result = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe Glibc.connect(number, $0, length) }
    }
    guard result == 0 else { throw SystemError(action: action, path: path, code: errno) }
    return descriptor
  }
}

/// Calls on descriptors that somebody else owns.
public nonisolated enum DescriptorCalls {
  /// Waits until something can be read, at most so many seconds (poll(2)); nothing if the time is over or a signal came.
  public static func wait(for descriptor: Int32, seconds: Double) -> IOReadiness {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let milliseconds = seconds > 0 ? Int32(min(seconds * 1000 + 1, 3_600_000)) : 0
    guard unsafe poll(&entry, 1, milliseconds) > 0 else { return [] }
    var result: IOReadiness = []
    if entry.revents & Int16(POLLIN) != 0 { result.insert(.readable) }
    if entry.revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 { result.insert(.hangUp) }
    return result
  }

  /// Why no more files can be opened just now, if that is so because there are too many (EMFILE, ENFILE).
  public static var shortage: SystemError? {
    let number = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
    let code = errno
    guard number < 0 else {
      _ = close(number)
      return nil
    }
    let error = SystemError(action: "open more files", code: code)
    return error.isShortageOfDescriptors ? error : nil
  }

  /// Whether a descriptor is open and a socket's.
  public static func isSocket(_ descriptor: Int32) -> Bool {
    var found = stat()
    return unsafe fstat(descriptor, &found) == 0 && found.st_mode & S_IFMT == S_IFSOCK
  }

  /// Keeps an inherited descriptor from the programs that are started later (DSE-6); false if it is none.
  public static func setCloseOnExec(_ descriptor: Int32) -> Bool {
    fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0
  }
}
