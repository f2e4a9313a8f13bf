internal import CEaselLinuxShims
internal import Glibc

/// A file that one process at a time extends at its end, to keep work that must outlive the process (WER-3).
///
/// What `append` has returned from survives the death of the process; it reaches the disk shortly afterwards, on a thread that
/// lives just for that. After a failed append the file is as it was before, as far as the machine allows.
public nonisolated struct AppendFile: ~Copyable {
  private let descriptor: FileDescriptor
  private let path: String
  private var length: Int

  /// Opens a file or begins one that only its user may read; nil if another process has it open for appending.
  ///
  /// - Throws: `SystemError` with the path.
  public static func open(_ path: String) throws(SystemError) -> AppendFile? {
    let descriptor = try Files.open(path, flags: O_RDWR | O_CREAT | O_APPEND, permissions: 0o600, action: "open")
    guard flock(descriptor.number, LOCK_EX | LOCK_NB) == 0 else {
      guard errno == EWOULDBLOCK else { throw SystemError(action: "lock", path: path, code: errno) }
      return nil
    }
    let length = try Int(Files.status(of: descriptor, path: path).st_size)
    Files.synchronizeFolder(of: path)
    return AppendFile(descriptor: descriptor, path: path, length: length)
  }

  private init(descriptor: consuming FileDescriptor, path: String, length: Int) {
    self.descriptor = descriptor
    self.path = path
    self.length = length
  }

  deinit {
    // The thread that brings the bytes to the disk may still have the file open, and the lock is the file's.
    _ = flock(descriptor.number, LOCK_UN)
  }

  /// Cuts the file off after so many bytes.
  ///
  /// - Throws: `SystemError` with the path.
  public mutating func truncate(to length: Int) throws(SystemError) {
    guard ftruncate(descriptor.number, length) == 0 else { throw SystemError(action: "cut", path: path, code: errno) }
    self.length = length
  }

  /// Appends bytes, or nothing.
  ///
  /// - Throws: `SystemError` with the path.
  public mutating func append(_ bytes: [UInt8]) throws(SystemError) {
    do throws(SystemError) {
      try descriptor.write(bytes)
      length += bytes.count
      _ = easel_synchronize_later(descriptor.number)
    } catch {
      _ = ftruncate(descriptor.number, length)
      throw SystemError(action: "save to", path: path, code: error.code)
    }
  }
}
