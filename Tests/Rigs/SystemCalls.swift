import Glibc

extension Workspace {
  /// What a process and all its threads ask of the kernel while nothing is done to it, one line of `strace` a call.
  ///
  /// The call in which each thread was found waiting, and still waits at the end, is not counted.
  ///
  /// - Throws: `RigError` if strace is not installed or may not attach.
  public func systemCalls(of process: ChildProcess, seconds: Double) throws -> [String] {
    let path = path("strace-\(process.pid)")
    let strace = try start(["strace", "-f", "-o", path, "-p", String(process.pid)])
    try strace.waitForOutput("attached")
    guard try strace.keepsRunning(seconds: seconds) else { throw RigError("strace ended early:\n\(strace.output)") }
    strace.send(SIGINT)
    _ = try strace.waitForExit()
    guard let bytes = readBytes(path) else { throw RigError("strace wrote nothing") }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init).filter {
      !$0.hasSuffix("<detached ...>") && !$0.contains("restart_syscall")
    }
  }
}
