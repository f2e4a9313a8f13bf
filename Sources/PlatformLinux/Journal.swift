internal import Glibc

/// A file that only grows at its end, to keep work that must outlive the process (WER-3).
///
/// What a call of `append` has returned from is on the disk. A journal that was cut off in the middle of an entry is the
/// reader's to recognise: entries carry their length or end with a mark.
public nonisolated struct Journal: ~Copyable {
  private let descriptor: FileDescriptor
  private let path: String

  /// Opens a journal, or begins one; only its user may read it.
  ///
  /// - Throws: `SystemError` with the path.
  public init(_ path: String) throws(SystemError) {
    self.path = path
    descriptor = try Files.open(path, flags: O_WRONLY | O_CREAT | O_APPEND, permissions: 0o600, action: "write")
    Files.synchronizeFolder(of: path)
  }

  /// Appends an entry and waits until it is on the disk.
  ///
  /// - Throws: `SystemError` with the path; a part of the entry may be there then.
  public func append(_ bytes: [UInt8]) throws(SystemError) {
    do throws(SystemError) {
      try Files.write(bytes, to: descriptor)
      while fdatasync(descriptor.number) < 0 {
        guard errno == EINTR else { throw SystemError(action: "save", code: errno) }
      }
    } catch {
      var failure = error
      failure.path = path
      throw failure
    }
  }
}
