import Glibc

/// KWin as a window of another compositor, which may be a test's own and then has devices that no rig can play.
public final class NestedKWin {
  /// KWin.
  public let compositor: ChildProcess
  /// The folder in which all of it lives.
  public let workspace: Workspace
  private let bus: ChildProcess

  /// Starts KWin; it speaks to its parent when that answers.
  ///
  /// - Parameter parent: a connection to the parent, which is closed here once KWin has it.
  public init(parent: Int32) throws {
    defer { close(parent) }
    workspace = try Workspace(tools: Rig.toolbox(.kwin))
    // Its painter draws into shared memory, which every parent takes.
    (compositor, bus) = try Rig.startKWin(
      ["--wayland-display", "by-descriptor"], environment: ["KWIN_COMPOSE=Q", "WAYLAND_SOCKET=4"], inherited: [4: parent],
      in: workspace)
  }

  deinit {
    compositor.send(SIGKILL)
    bus.send(SIGKILL)
  }

  /// Starts a program as a client of this KWin.
  public func start(_ command: [String]) throws -> ChildProcess {
    try workspace.start(command, environment: ["WAYLAND_DISPLAY=wayland-0"])
  }
}
