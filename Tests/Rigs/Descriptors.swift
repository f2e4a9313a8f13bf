import Glibc

/// A moment after which waiting is given up.
struct Deadline {
  private let end: timespec

  init(seconds: Double) {
    var end = Deadline.now()
    let nanoseconds = end.tv_nsec + Int(seconds * 1e9)
    end.tv_sec += nanoseconds / 1_000_000_000
    end.tv_nsec = nanoseconds % 1_000_000_000
    self.end = end
  }

  /// What is left, for poll; zero when it is over.
  var milliseconds: CInt {
    let now = Deadline.now()
    let left = (end.tv_sec - now.tv_sec) * 1000 + (end.tv_nsec - now.tv_nsec) / 1_000_000
    return CInt(clamping: max(0, left))
  }

  var isOver: Bool { milliseconds == 0 }

  private static func now() -> timespec {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time
  }
}

/// Whether there is something to read, or the other end is closed, before the deadline.
func waitReadable(_ descriptor: CInt, _ deadline: Deadline) -> Bool {
  while true {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let count = poll(&entry, 1, deadline.milliseconds)
    if count > 0 { return true }
    if count == 0 { return false }
  }
}

/// Two connected stream sockets that no child inherits by accident.
func socketPair() throws -> (CInt, CInt) {
  var ends: [CInt] = [-1, -1]
  let type = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
  guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw RigError("no sockets: \(String(cString: strerror(errno)))") }
  return (ends[0], ends[1])
}

/// Calls `body` with a null-terminated array of C strings.
func withCStrings<Result>(_ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result) -> Result {
  let copies = strings.map { strdup($0) } + [nil]
  defer { for copy in copies { free(copy) } }
  return body(copies)
}

/// The whole file, or nil.
func readBytes(_ path: String) -> [UInt8]? {
  guard let file = fopen(path, "r") else { return nil }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = fread(&chunk, 1, chunk.count, file)
    if count == 0 { return bytes }
    bytes += chunk[..<count]
  }
}
