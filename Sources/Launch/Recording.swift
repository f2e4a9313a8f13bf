internal import EaselInputEvents
internal import EaselPlatform
internal import EaselPlatformLinux

/// Writes all input as a trace while the program runs; key text is masked.
final class Recording {
  /// The filter that sees the events; the last one, so that the trace holds what the application saw.
  private(set) lazy var recorder = InputRecorder(start: loop.now) { [weak self] in self?.append($0) }

  private var file: AppendFile
  private let loop: any EventLoop
  private var buffer: [UInt8] = []
  private var hasBegun = false
  private var failure: SystemError?
  private var hook: LoopHook?

  /// - Throws: `SystemError` if the file cannot be made.
  init(path: String, loop: any EventLoop) throws(SystemError) {
    guard let file = try AppendFile.open(path) else {
      throw SystemError(action: "record to", path: path, reason: "another process is writing to it")
    }
    self.file = file
    self.loop = loop
    // What a crash interrupts is what its finder wants to replay, so nothing waits for a later turn.
    hook = loop.addHook(.flush) { [weak self] in self?.flushKeepingFailure() }
  }

  private func append(_ text: String) {
    buffer += text.utf8
  }

  private func flushKeepingFailure() {
    guard failure == nil else { return buffer.removeAll() }
    do throws(SystemError) { try flush() } catch { failure = error }
  }

  private func flush() throws(SystemError) {
    guard !buffer.isEmpty else { return }
    if !hasBegun {
      // What lay there goes only now that the program has started: the file may have been named by mistake.
      try file.truncate(to: 0)
      hasBegun = true
    }
    try file.append(buffer)
    buffer.removeAll(keepingCapacity: true)
  }

  /// Writes the rest.
  ///
  /// - Throws: `SystemError` if any of it could not be written.
  func finish() throws(SystemError) {
    recorder.finish(at: loop.now)
    if let failure { throw failure }
    try flush()
  }
}
