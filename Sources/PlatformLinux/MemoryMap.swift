internal import Glibc

/// Owns a mapping of a file into memory and takes it away when it goes; wraps `mmap`.
///
/// The mapping is shared: what is written here is seen by everyone who maps the file.
@safe public nonisolated struct MemoryMap: ~Copyable, @unchecked Sendable {
  /// The bytes; valid as long as this owner lives.
  @unsafe public let bytes: UnsafeMutableRawBufferPointer

  /// How a file is mapped.
  public enum Access: Sendable {
    /// Only to be read: writing traps.
    case read
    /// To be read and written.
    case readWrite
    /// Only to be read, and private: safe for a keymap that somebody else may share (WKB-1).
    case readPrivate
  }

  /// Maps the first `size` bytes of a file.
  ///
  /// The file must be at least as large, and stay so: reading beyond its end is a SIGBUS.
  public init(descriptor: Int32, size: Int, access: Access = .readWrite) throws(SystemError) {
    precondition(size > 0, "A mapping has at least one byte.")
    let protection = access == .readWrite ? PROT_READ | PROT_WRITE : PROT_READ
    let flags = access == .readPrivate ? MAP_PRIVATE : MAP_SHARED
    // MAP_FAILED is -1, which Swift sees as a pointer like any other.
    let address = unsafe mmap(nil, size, protection, flags, descriptor, 0)
    guard let address = unsafe address, unsafe address != UnsafeMutableRawPointer(bitPattern: -1) else {
      throw SystemError(action: "map a file into memory", code: errno)
    }
    unsafe self.bytes = UnsafeMutableRawBufferPointer(start: address, count: size)
  }

  deinit {
    _ = unsafe munmap(bytes.baseAddress, bytes.count)
  }
}
