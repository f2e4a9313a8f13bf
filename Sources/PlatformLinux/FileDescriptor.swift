internal import CEaselLinuxShims
internal import Glibc

/// Owns one descriptor of the kernel and closes it when it goes.
///
/// Every descriptor that this module opens is close-on-exec from birth (DSE-6).
public nonisolated struct FileDescriptor: ~Copyable, Sendable {
  /// The kernel's number; valid as long as this owner lives.
  public let number: Int32

  /// Takes over a descriptor that nobody else closes.
  public init(adopting number: Int32) {
    precondition(number >= 0, "A descriptor is not negative.")
    self.number = number
  }

  /// Takes over what a call answered with: a descriptor or a negated errno.
  init(result: Int32, of action: String, path: String? = nil) throws(SystemError) {
    guard result >= 0 else { throw SystemError(action: action, path: path, code: -result) }
    self.number = result
  }

  deinit {
    _ = close(number)
  }

  /// Gives the descriptor to the caller, who closes it.
  public consuming func take() -> Int32 {
    let number = self.number
    discard self
    return number
  }

  /// Writes all bytes (write(2), restarted on EINTR and after short writes); only for what blocks.
  public func write(_ bytes: [UInt8]) throws(SystemError) {
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { all in
        let rest = unsafe UnsafeRawBufferPointer(rebasing: all[done...])
        return unsafe Glibc.write(number, rest.baseAddress, rest.count)
      }
      if count >= 0 {
        done += count
      } else if errno != EINTR {
        throw SystemError(action: "write", code: errno)
      }
    }
  }

  /// Locks an open file until it is closed (flock(2)); false if it is locked by way of another opening, here or elsewhere.
  func lock(path: String) throws(SystemError) -> Bool {
    while flock(number, LOCK_EX | LOCK_NB) < 0 {
      if errno == EWOULDBLOCK { return false }
      guard errno == EINTR else { throw SystemError(action: "lock", path: path, code: errno) }
    }
    return true
  }

  /// Waits until what was written is on the disk (fsync(2)).
  public func synchronize() throws(SystemError) {
    while fsync(number) < 0 {
      guard errno == EINTR else { throw SystemError(action: "save", code: errno) }
    }
  }
}

extension FileDescriptor {
  /// Opens /dev/null in place of standard input, output and error output where they are closed, so that a message to one of
  /// them can never end up in a file that was opened later under its number.
  public static func openMissingStandardOnes() {
    while true {
      let number = unsafe open("/dev/null", O_RDWR)
      guard number >= 0, number <= 2 else {
        if number > 2 { _ = close(number) }
        return
      }
    }
  }
}
