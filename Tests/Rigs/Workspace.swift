import Glibc

/// A folder of the test's own and programs that run in it; both go with it.
public final class Workspace {
  /// The folder, short enough for a socket's path.
  public let folder: String
  /// The compiled tools and the project's root.
  public let tools: Toolbox

  /// A workspace for programs alone.
  public convenience init() throws {
    try self.init(tools: Toolbox([]))
  }

  init(tools: Toolbox) throws {
    var path = Array("/tmp/easel-rig.XXXXXX".utf8CString)
    guard mkdtemp(&path) != nil else { throw RigError("no folder can be made under /tmp") }
    folder = String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    self.tools = tools
  }

  deinit {
    precondition(folder.hasPrefix("/tmp/easel-rig."), "Only a folder of ours is removed.")
    var pid: pid_t = 0
    let done = withCStrings(["rm", "-rf", folder]) { argv in posix_spawnp(&pid, "rm", nil, nil, argv, environ) }
    if done == 0 { waitpid(pid, nil, 0) }
  }

  /// What every program here sees, as `NAME=value`; nothing of the caller's but its PATH.
  var environment: [String] {
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    return [
      "PATH=\(path)", "HOME=\(folder)", "XDG_RUNTIME_DIR=\(folder)", "XDG_STATE_HOME=\(folder)/state", "LANG=C.UTF-8",
      "SWIFT_BACKTRACE=enable=no",
    ]
  }

  /// Starts a program; what is named twice in its environment has the value of `environment`.
  public func start(_ command: [String], environment: [String] = []) throws -> ChildProcess {
    try start(command, environment: environment, inherited: [:])
  }

  func start(_ command: [String], environment: [String] = [], inherited: [CInt: CInt]) throws -> ChildProcess {
    let names = environment.map { $0.prefix { $0 != "=" } + "=" }
    let usual = self.environment.filter { entry in !names.contains { entry.hasPrefix($0) } }
    return try ChildProcess(command, environment: usual + environment, inherited: inherited, tools: tools)
  }

  /// A path in the folder.
  public func path(_ name: String) -> String { folder + "/" + name }

  /// Writes a file into the folder and gives its path.
  public func write(_ name: String, _ text: String) throws -> String {
    guard let file = fopen(path(name), "w") else { throw RigError("\(path(name)) cannot be written") }
    fputs(text, file)
    fclose(file)
    return path(name)
  }

  /// The bytes of a file.
  public func read(_ path: String) throws -> [UInt8] {
    guard let bytes = readBytes(path) else { throw RigError("\(path) cannot be read") }
    return bytes
  }
}
