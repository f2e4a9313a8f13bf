internal import CEaselLinuxShims
internal import Glibc

/// A file that lives in memory alone, to be shared with a display through its descriptor; wraps `memfd_create`.
///
/// Its size is reserved when it is made and never changes, so neither side can meet a SIGBUS (WSB-1, WSB-2, WSB-3).
public nonisolated struct MemoryFile: ~Copyable, Sendable {
  /// The descriptor to map and to send.
  public let descriptor: FileDescriptor
  /// Bytes in it.
  public let size: Int

  /// A file of `size` zero bytes; `name` is for those who look into /proc.
  ///
  /// - Throws: `SystemError` if there is no memory, or no descriptor left.
  public init(name: String, size: Int) throws(SystemError) {
    try self.init(name: name, size: size) { descriptor, size in easel_fallocate(descriptor, size) }
  }

  /// As above, with another `fallocate` that answers with 0 or a negated errno.
  init(name: String, size: Int, reserve: (Int32, Int64) -> Int32) throws(SystemError) {
    precondition(size > 0, "A memory file has at least one byte.")
    let descriptor = try FileDescriptor(result: unsafe easel_memfd_create(name), of: "make a memory file")
    var result = reserve(descriptor.number, Int64(size))
    while result == -EINTR { result = reserve(descriptor.number, Int64(size)) }
    if result == -EOPNOTSUPP {
      result = ftruncate(descriptor.number, size) < 0 ? -errno : 0
    }
    guard result == 0 else { throw SystemError(action: "reserve \(size) bytes of memory", code: -result) }
    let sealed = easel_memfd_seal(descriptor.number)
    guard sealed == 0 else { throw SystemError(action: "seal a memory file", code: -sealed) }
    self.descriptor = descriptor
    self.size = size
  }

  /// Maps all of it, to be read and written.
  public func map() throws(SystemError) -> MemoryMap {
    try MemoryMap(descriptor: descriptor.number, size: size)
  }
}
