import EaselInputEvents
import EaselPlatform
import EaselPlatformLinux
import Glibc
import Testing

/// What happened, in words.
final class EventLog {
  private var words: [String] = []

  func add(_ word: String) { words.append(word) }

  func take() -> String {
    defer { words = [] }
    return words.joined(separator: " ")
  }
}

/// A pipe whose reading end is watched.
@MainActor final class PipeSource: EventSource {
  let fileDescriptor: Int32
  let writer: Int32
  var registration: SourceRegistration?
  var onReady: (IOReadiness) -> Void = { _ in }
  var onDrain: () -> Void = {}

  init() {
    var ends: [Int32] = [0, 0]
    pipe(&ends)
    for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    fileDescriptor = ends[0]
    writer = ends[1]
  }

  isolated deinit {
    close(fileDescriptor)
    close(writer)
  }

  func fill() {
    var byte: UInt8 = 1
    _ = write(writer, &byte, 1)
  }

  func empty() {
    var byte: UInt8 = 0
    while read(fileDescriptor, &byte, 1) > 0 {}
  }

  func process(_ readiness: IOReadiness) {
    empty()
    onReady(readiness)
  }

  func drain() { onDrain() }
}

extension EpollLoop {
  /// Runs until somebody stops the loop; one that nobody stops ends with a failure, not with a hanging test.
  func runBounded() {
    let limit = makeTimer { _ in
      Issue.record("Nobody stopped the loop.")
      self.stop()
    }
    limit.arm(at: now.advanced(bySeconds: 20))
    run()
  }

  /// Runs a turn after which nothing that was there before is left to do.
  func settle() {
    post { self.stop() }
    runBounded()
  }
}

/// What a helper program that was built beside the tests prints.
func output(of arguments: String) -> String {
  var path = [CChar](repeating: 0, count: 4096)
  let length = readlink("/proc/self/exe", &path, 4095)
  let runner = String(decoding: path[..<max(0, length)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  let folder = runner[..<(runner.lastIndex(of: "/") ?? runner.startIndex)]
  guard let pipe = popen("'\(folder)/EaselLoopProbe' \(arguments)", "r") else { return "no process" }
  var bytes: [UInt8] = []
  while case let byte = fgetc(pipe), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
  pclose(pipe)
  return String(decoding: bytes, as: UTF8.self)
}
