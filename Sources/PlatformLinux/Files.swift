internal import Glibc

/// Whole files, read and written so that neither a hostile file nor a lost power line does harm.
///
/// Every call waits for the disk; paths are as the kernel takes them.
public nonisolated enum Files {
  /// Reads a whole file; one that is no plain file, or larger than `limit` bytes, is refused.
  ///
  /// - Throws: `SystemError` with the path.
  public static func read(_ path: String, limit: Int) throws(SystemError) -> [UInt8] {
    // Without O_NONBLOCK, opening a pipe that nobody writes to would wait for ever.
    let descriptor = try open(path, flags: O_RDONLY | O_NONBLOCK, action: "open")
    let kind = try plainStatus(of: descriptor, path: path)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(max(0, Int(kind.st_size)), limit) + 1)
    var failure: Int32?
    // One byte more than allowed tells a file that is too large, whatever its status said.
    while bytes.count <= limit && failure == nil {
      let before = bytes.count
      let wanted = min(1 << 20, limit + 1 - before)
      failure = append(wanted, of: descriptor, to: &bytes)
      if bytes.count == before { break }
    }
    if let failure { throw SystemError(action: "read", path: path, code: failure) }
    guard bytes.count <= limit else {
      throw SystemError(action: "read", path: path, reason: "it is larger than \(limit) bytes, which is too large for its kind")
    }
    return bytes
  }

  /// Appends at most `wanted` bytes of a file; an errno if that failed.
  private static func append(_ wanted: Int, of descriptor: borrowing FileDescriptor, to bytes: inout [UInt8]) -> Int32? {
    var failure: Int32?
    let number = descriptor.number
    bytes.append(
      contentsOf: unsafe [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
        var result = unsafe Glibc.read(number, buffer.baseAddress, wanted)
        while result < 0 && errno == EINTR { result = unsafe Glibc.read(number, buffer.baseAddress, wanted) }
        if result < 0 { failure = errno }
        count = max(0, result)
      })
    return failure
  }

  /// Writes a file so that under its name there is always the whole old one or the whole new one.
  ///
  /// The new one is written beside it, brought to the disk and renamed; the folder is brought to the disk too. A symbolic
  /// link is followed. What is no plain file, a pipe or a device, is written to and never replaced. One that is open as an
  /// `AppendFile`, here or in another process, is refused.
  ///
  /// - Parameter permissions: of a new file, before the process's umask.
  /// - Throws: `SystemError` with the path; the old file is then as it was.
  public static func writeAtomically(_ bytes: [UInt8], to path: String, permissions: UInt32 = 0o666) throws(SystemError) {
    var found = stat()
    if unsafe stat(path, &found) == 0 {
      do throws(SystemError) {
        guard found.st_mode & S_IFMT == S_IFREG else { return try open(path, flags: O_WRONLY, action: "write").write(bytes) }
      } catch {
        throw SystemError(action: "write", path: path, code: error.code)
      }
      guard !isLocked(path) else {
        throw SystemError(action: "write", path: path, reason: "a program is writing to it; name another file")
      }
    }
    // Each process has a name of its own for what it writes.
    _ = try replace(path, with: bytes, by: ".\(getpid()).new", flags: O_WRONLY, permissions: permissions, isLocked: false)
  }

  /// Writes a new file beside a path, brings it to the disk and renames it; the new file's descriptor.
  ///
  /// - Parameters:
  ///   - suffix: what is added to the path for the new file's name before it is renamed; whatever lies there is overwritten.
  ///   - isLocked: whether the new file is locked before it can be found under its name.
  /// - Throws: `SystemError` with the path; the old file is then as it was.
  static func replace(
    _ path: String, with bytes: [UInt8], by suffix: String, flags: Int32, permissions: UInt32, isLocked: Bool
  ) throws(SystemError) -> FileDescriptor {
    let target = resolved(path)
    let temporary = target + suffix
    do throws(SystemError) {
      unsafe unlink(temporary)
      let descriptor = try open(temporary, flags: flags | O_CREAT | O_EXCL, permissions: permissions, action: "write")
      if isLocked { _ = try descriptor.lock(path: temporary) }
      try descriptor.write(bytes)
      try descriptor.synchronize()
      guard unsafe rename(temporary, target) == 0 else { throw SystemError(action: "write", code: errno) }
      synchronizeFolder(of: target)
      return descriptor
    } catch {
      unsafe unlink(temporary)
      throw SystemError(action: "write", path: path, code: error.code)
    }
  }

  /// Whether a file is open as an `AppendFile`; one that cannot be looked at counts as not.
  private static func isLocked(_ path: String) -> Bool {
    guard let descriptor = try? open(path, flags: O_RDONLY | O_NONBLOCK, action: "open") else { return false }
    return (try? descriptor.lock(path: path)) == false
  }

  /// Where a path's links lead, or the path itself where they lead nowhere.
  private static func resolved(_ path: String) -> String {
    guard let real = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }

  /// Makes a folder and all above it that do not exist, for this user alone.
  ///
  /// - Throws: `SystemError` with the path that could not be made.
  public static func createFolders(_ path: String) throws(SystemError) {
    var made = path.hasPrefix("/") ? "/" : ""
    for part in path.split(separator: "/") {
      made += made.isEmpty || made.hasSuffix("/") ? String(part) : "/" + part
      guard unsafe mkdir(made, 0o700) < 0 else { continue }
      let code = errno
      // Only whether it is a folder counts: above it, a folder that exists may refuse to be written.
      var found = stat()
      guard unsafe stat(made, &found) == 0, found.st_mode & S_IFMT == S_IFDIR else {
        throw SystemError(action: "make the folder", path: made, code: code == EEXIST ? ENOTDIR : code)
      }
    }
  }

  /// A name beside a file, `NAME.damaged-1` and so on, that nothing has yet.
  ///
  /// - Throws: `SystemError` if a thousand of them are taken.
  public static func freeName(beside path: String) throws(SystemError) -> String {
    for number in 1...1000 where !exists("\(path).damaged-\(number)") { return "\(path).damaged-\(number)" }
    throw SystemError(action: "move aside", path: path, reason: "a thousand damaged files lie beside it; remove some")
  }

  /// Gives a file a free name beside its own, and returns that.
  ///
  /// - Throws: `SystemError` with the path.
  public static func moveAside(_ path: String) throws(SystemError) -> String {
    let name = try freeName(beside: path)
    guard unsafe rename(path, name) == 0 else { throw SystemError(action: "move aside", path: path, code: errno) }
    return name
  }

  /// Takes a file away; that there is none is no error.
  ///
  /// - Throws: `SystemError` with the path.
  public static func remove(_ path: String) throws(SystemError) {
    guard unsafe unlink(path) < 0, errno != ENOENT else { return }
    throw SystemError(action: "remove", path: path, code: errno)
  }

  /// Whether there is anything at a path.
  public static func exists(_ path: String) -> Bool {
    unsafe access(path, F_OK) == 0
  }

  static func open(
    _ path: String, flags: Int32, permissions: UInt32 = 0, action: String
  ) throws(SystemError) -> FileDescriptor {
    while true {
      let number = unsafe Glibc.open(path, flags | O_CLOEXEC, permissions)
      if number >= 0 { return FileDescriptor(adopting: number) }
      guard errno == EINTR else { throw SystemError(action: action, path: path, code: errno) }
    }
  }

  /// What the kernel knows of an open file; one that is no plain file is refused.
  static func plainStatus(of descriptor: borrowing FileDescriptor, path: String) throws(SystemError) -> stat {
    var found = stat()
    guard unsafe fstat(descriptor.number, &found) == 0 else { throw SystemError(action: "open", path: path, code: errno) }
    guard found.st_mode & S_IFMT == S_IFREG else {
      let reason = found.st_mode & S_IFMT == S_IFDIR ? "it is a folder" : "it is no file"
      throw SystemError(action: "open", path: path, reason: reason)
    }
    return found
  }

  /// Whether an open file is the one that has this name now.
  static func isAt(_ path: String, _ file: stat) -> Bool {
    var found = stat()
    return unsafe stat(path, &found) == 0 && found.st_dev == file.st_dev && found.st_ino == file.st_ino
  }

  /// Brings a new name to the disk; some file systems cannot, which is no failure of what was written.
  static func synchronizeFolder(of path: String) {
    let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    guard let descriptor = try? open(folder, flags: O_RDONLY | O_DIRECTORY, action: "open") else { return }
    try? descriptor.synchronize()
  }
}
