import Glibc

/// Why a rig cannot do what was asked; its text is for whoever reads the test's output.
public struct RigError: Error, CustomStringConvertible {
  /// What happened, with the tail of the log that explains it.
  public let description: String

  /// An error with its text.
  public init(_ description: String) {
    self.description = description
  }
}

/// A program that the test started; it is killed when the test's process ends, however that comes.
public final class ChildProcess {
  /// Its process id.
  public let pid: Int32
  /// Everything that it has written to its output and error streams, as far as it was read.
  public private(set) var output = ""

  private let outputEnd: CInt
  private let lifeEnd: CInt
  private var status: CInt?

  /// How a program ended.
  public enum Exit: Equatable, Sendable {
    /// It ended by itself with this status.
    case status(Int)
    /// A signal ended it.
    case signal(Int)
  }

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - command: a path or a name in PATH, then its arguments.
  ///   - environment: all that it sees, as `NAME=value`.
  ///   - inherited: descriptors that it gets, by the numbers that they shall have there.
  init(_ command: [String], environment: [String], inherited: [CInt: CInt] = [:], tools: Toolbox) throws {
    let (readEnd, writeEnd) = try socketPair()
    let (lifeEnd, lifeOther) = try socketPair()
    defer {
      close(writeEnd)
      close(lifeOther)
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if inherited[0] == nil { posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0) }
    for (target, source) in inherited { posix_spawn_file_actions_adddup2(&actions, source, target) }
    if inherited[1] == nil { posix_spawn_file_actions_adddup2(&actions, writeEnd, 1) }
    posix_spawn_file_actions_adddup2(&actions, writeEnd, 2)
    posix_spawn_file_actions_adddup2(&actions, lifeOther, ChildProcess.lifeDescriptor)
    let arguments = [tools.path("bound"), String(ChildProcess.lifeDescriptor)] + command
    var pid: pid_t = 0
    let problem = withCStrings(arguments) { argv in
      withCStrings(environment) { posix_spawn(&pid, tools.path("bound"), &actions, nil, argv, $0) }
    }
    guard problem == 0 else { throw RigError("\(command[0]) cannot be started: \(String(cString: strerror(problem)))") }
    self.pid = pid
    self.outputEnd = readEnd
    self.lifeEnd = lifeEnd
  }

  /// Above every number that a rig hands on.
  private static let lifeDescriptor: CInt = 9

  deinit {
    if status == nil {
      Glibc.kill(pid, SIGKILL)
      var ignored: CInt = 0
      waitpid(pid, &ignored, 0)
    }
    close(outputEnd)
    close(lifeEnd)
  }

  /// Sends a signal, unless it has been waited for already.
  public func send(_ signal: Int32) {
    if status == nil { Glibc.kill(pid, signal) }
  }

  /// Waits until it has ended, reading its output meanwhile.
  public func waitForExit(seconds: Double = 20) throws -> Exit {
    let deadline = Deadline(seconds: seconds)
    while status == nil {
      if try readOutput(deadline) { continue }
      var raw: CInt = 0
      waitpid(pid, &raw, 0)
      status = raw
    }
    let raw = status ?? 0
    return raw & 0x7f == 0 ? .status(Int(raw >> 8 & 0xff)) : .signal(Int(raw & 0x7f))
  }

  /// Waits until its output holds a text.
  public func waitForOutput(_ text: String, seconds: Double = 20) throws {
    let deadline = Deadline(seconds: seconds)
    while !output.contains(text) {
      guard try readOutput(deadline) else { throw RigError("it ended without saying \"\(text)\":\n\(output)") }
    }
  }

  /// Waits for so long, and tells whether it still runs then.
  public func keepsRunning(seconds: Double) throws -> Bool {
    let deadline = Deadline(seconds: seconds)
    while waitReadable(outputEnd, deadline) {
      guard try readOutput(deadline) else { return false }
    }
    return true
  }

  /// Reads some output; false at its end, which is when the program has ended.
  private func readOutput(_ deadline: Deadline) throws -> Bool {
    guard waitReadable(outputEnd, deadline) else {
      throw RigError("process \(pid) neither spoke nor ended in time:\n\(output)")
    }
    var chunk = [UInt8](repeating: 0, count: 4096)
    let count = read(outputEnd, &chunk, chunk.count)
    guard count > 0 else { return false }
    output += String(decoding: chunk[..<count], as: UTF8.self)
    return true
  }
}
