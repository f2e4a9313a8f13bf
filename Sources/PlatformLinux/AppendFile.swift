internal import CEaselLinuxShims
internal import Glibc

/// A file that one process at a time extends at its end, to keep work that must outlive the process (WER-3).
///
/// What `append` has returned from survives the death of the process; it reaches the disk shortly afterwards, at most once a
/// second, on a thread that lives just for that: a thread and a write to the disk for each append cost more than ten appends.
/// After a failed append the file is as it was before, as far as the machine allows.
@safe public nonisolated struct AppendFile: ~Copyable {
  private var descriptor: FileDescriptor
  private let path: String
  private var length: Int
  /// nil if the machine had nothing left for it; then the kernel brings the bytes to the disk in its own time.
  private var synchronizer: OpaquePointer?
  private let pause: Double

  /// What a power cut may cost, in seconds.
  static let pause = 1.0

  /// Opens a file or begins one that only its user may read; nil if another process has it open for appending.
  ///
  /// - Throws: `SystemError` with the path.
  public static func open(_ path: String) throws(SystemError) -> AppendFile? { try open(path, pause: pause) }

  /// The same with another pause in seconds between two times that the file is brought to the disk.
  static func open(_ path: String, pause: Double) throws(SystemError) -> AppendFile? {
    while true {
      // Opening a pipe for reading and writing waits for nobody.
      let descriptor = try Files.open(path, flags: O_RDWR | O_CREAT | O_APPEND, permissions: 0o600, action: "open")
      guard try descriptor.lock(path: path) else { return nil }
      let found = try Files.plainStatus(of: descriptor, path: path)
      // Whoever had the lock before may have put another file under the name, as `replace` does.
      guard Files.isAt(path, found) else { continue }
      Files.synchronizeFolder(of: path)
      return AppendFile(descriptor: descriptor, path: path, length: Int(found.st_size), pause: pause)
    }
  }

  private init(descriptor: consuming FileDescriptor, path: String, length: Int, pause: Double) {
    unsafe synchronizer = AppendFile.makeSynchronizer(descriptor, pause)
    self.pause = pause
    self.descriptor = descriptor
    self.path = path
    self.length = length
  }

  @unsafe private static func makeSynchronizer(_ descriptor: borrowing FileDescriptor, _ pause: Double) -> OpaquePointer? {
    unsafe easel_synchronizer_create(descriptor.number, Int64(pause * 1e9))
  }

  deinit {
    if let synchronizer = unsafe synchronizer { unsafe easel_synchronizer_end(synchronizer) }
    // The thread that brings the bytes to the disk may still have the file open, and the lock is the file's.
    _ = flock(descriptor.number, LOCK_UN)
  }

  /// Puts other content in place of the file's: under its name there is always the whole old file or the whole new one.
  ///
  /// Both are locked until the old one has gone, so that no other process comes between. Waits for the disk.
  ///
  /// - Throws: `SystemError` with the path; the file is then as it was.
  public mutating func replace(with bytes: [UInt8]) throws(SystemError) {
    let permissions = try Files.plainStatus(of: descriptor, path: path).st_mode & 0o777
    // The lock keeps others away from this name too, and what a killed process left there is overwritten.
    descriptor = try Files.replace(
      path, with: bytes, by: ".new", flags: O_RDWR | O_APPEND, permissions: permissions, isLocked: true)
    length = bytes.count
    if let old = unsafe synchronizer { unsafe easel_synchronizer_end(old) }
    unsafe synchronizer = AppendFile.makeSynchronizer(descriptor, pause)
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
      if let synchronizer = unsafe synchronizer { _ = unsafe easel_synchronizer_want(synchronizer) }
    } catch {
      _ = ftruncate(descriptor.number, length)
      throw SystemError(action: "save to", path: path, code: error.code)
    }
  }

  /// Brings to the disk what waits for it; returns when that is done.
  public func synchronize() {
    if let synchronizer = unsafe synchronizer { unsafe easel_synchronizer_now(synchronizer) }
  }

  /// How often it was brought to the disk.
  var synchronizationCount: Int { unsafe synchronizer.map { Int(unsafe easel_synchronizer_count($0)) } ?? 0 }
}
