import Glibc

/// A real compositor of the test's own, without a screen, whose fingers, mouse and keys a script moves.
///
/// Everything lives in a folder of its own and ends with the rig. Waiting is for answers, never for time.
public final class Rig {
  /// The compositors that there are.
  public enum Kind: String, CaseIterable, Sendable {
    /// Weston 10: integer scales, a window fills the screen.
    case weston
    /// KWin: fractional scales, decorations of its own.
    case kwin
  }

  /// The compositor, to be killed by a test that wants to see that.
  public let compositor: ChildProcess
  /// The folder in which all of it lives.
  public let workspace: Workspace

  private let control: Control
  /// Started before the compositor or beside it: a session bus, an injector.
  private let companions: [ChildProcess]
  private var pictures = 0

  init(compositor: ChildProcess, companions: [ChildProcess], control: Control, workspace: Workspace) throws {
    self.compositor = compositor
    self.companions = companions
    self.control = control
    self.workspace = workspace
    do {
      try control.expect("ready")
    } catch {
      _ = try? compositor.waitForExit(seconds: 0.2)
      throw RigError("\(error)\n\(compositor.output)")
    }
  }

  deinit {
    compositor.send(SIGKILL)
    for companion in companions { companion.send(SIGKILL) }
  }

  /// Plays lines of the script language that Tests/Rigs/C/weston-input.c explains, and waits until all are answered.
  ///
  /// They are sent at once, so that no pause comes between them that the script does not want.
  public func play(_ script: String) throws {
    try control.ask(script.split(separator: "\n").map { String($0.drop { $0 == " " }) }.filter { !$0.isEmpty })
  }

  /// Waits until a window shows something (Weston only).
  public func waitForWindow() throws { try control.ask("window") }

  /// The screen as it is.
  public func screenshot() throws -> Picture {
    pictures += 1
    let path = workspace.path("shot-\(pictures).ppm")
    try control.ask("shot \(path)")
    return try Picture(ppm: path)
  }

  /// Takes pictures until one is as wanted or time is over, and gives the last.
  public func screenshot(seconds: Double = 20, until isWanted: (Picture) throws -> Bool) throws -> Picture {
    let deadline = Deadline(seconds: seconds)
    while true {
      let picture = try screenshot()
      if try isWanted(picture) || deadline.isOver { return picture }
    }
  }

  /// Starts a program as a client of this compositor, with a clean environment.
  public func start(_ command: [String], environment: [String] = []) throws -> ChildProcess {
    try workspace.start(command, environment: ["WAYLAND_DISPLAY=wayland-0"] + environment)
  }
}

/// The line-based conversation with a module or tool beside a compositor: a command, then "ok" and its results, or "error".
public final class Control {
  private let input: CInt
  private var buffer: [UInt8] = []

  /// A conversation over a socket, which is closed with it.
  init(_ descriptor: CInt) {
    input = descriptor
  }

  /// A conversation and the descriptor for the other side, which the caller closes once it has handed it on.
  public static func pair() throws -> (Control, other: Int32) {
    let (ours, theirs) = try socketPair()
    return (Control(ours), theirs)
  }

  deinit { close(input) }

  /// Sends a command and gives what follows "ok" in the answer.
  @discardableResult
  public func ask(_ line: String, seconds: Double = 30) throws -> String {
    try send([line])
    return try expect("ok", after: line, seconds: seconds)
  }

  /// Sends commands together and waits for the answer of each.
  func ask(_ lines: [String]) throws {
    // What waits in the socket must fit into it.
    for start in stride(from: 0, to: lines.count, by: 500) {
      let some = Array(lines[start..<min(start + 500, lines.count)])
      try send(some)
      for line in some { try expect("ok", after: line) }
    }
  }

  private func send(_ lines: [String]) throws {
    let bytes = Array(lines.map { $0 + "\n" }.joined().utf8)
    guard Glibc.send(input, bytes, bytes.count, CInt(MSG_NOSIGNAL)) == bytes.count else {
      throw RigError("the compositor has gone before \"\(lines[0])\"")
    }
  }

  /// Waits for an answer that begins with a word, and gives the rest.
  @discardableResult
  public func expect(_ word: String, after line: String = "its start", seconds: Double = 30) throws -> String {
    let deadline = Deadline(seconds: seconds)
    while true {
      if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        let answer = String(decoding: buffer[..<end], as: UTF8.self)
        buffer.removeSubrange(...end)
        guard answer == word || answer.hasPrefix(word + " ") else { throw RigError(answer) }
        return String(answer.dropFirst(word.count + 1))
      }
      guard waitReadable(input, deadline) else { throw RigError("the compositor does not answer after \(line)") }
      var chunk = [UInt8](repeating: 0, count: 4096)
      let count = read(input, &chunk, chunk.count)
      guard count > 0 else { throw RigError("the compositor has gone after \(line)") }
      buffer += chunk[..<count]
    }
  }
}
