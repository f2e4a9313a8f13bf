import EaselRigs
import Glibc
import Testing

/// What is drawn survives the end of the program, whoever causes it (WER-2, WER-3).
@Suite(.serialized, .enabled(if: Rig.reasonToSkip(.weston) == nil))
struct `A drawing is kept` {
  /// Draws three lines with a state folder of the test's own and lets `end` happen to program and compositor.
  private func draw(in state: Workspace, then end: (ChildProcess, Rig) throws -> Void) throws -> Picture {
    let rig = try Rig.weston(width: 640, height: 480)
    let easel = try rig.start([Easel.path], environment: environment(state))
    try rig.waitForWindow()
    var fingers = Fingers()
    fingers.draw(0..<3, left: 60, top: 60, gap: 150)
    try rig.play(fingers.script)
    let expected = try Easel.picture(of: fingers.trace, size: "640x480", in: rig.workspace)
    try expectScreen(rig, shows: expected, "to-be-kept")
    try end(easel, rig)
    return expected
  }

  /// Starts the program anew and expects the picture of before.
  private func expectKept(_ expected: Picture, in state: Workspace, _ name: String) throws {
    let rig = try Rig.weston(width: 640, height: 480)
    let easel = try rig.start([Easel.path], environment: environment(state))
    try rig.waitForWindow()
    try expectScreen(rig, shows: expected, name)
    #expect(try easel.keepsRunning(seconds: 0), "\(easel.output)")
  }

  private func environment(_ state: Workspace) -> [String] { ["XDG_STATE_HOME=" + state.path("state")] }

  @Test func `when it quits`() throws {
    let state = try Workspace()
    let expected = try draw(in: state) { easel, _ in
      easel.send(SIGTERM)
      let exit = try easel.waitForExit()
      #expect(exit == .status(0), "\(easel.output)")
    }
    try expectKept(expected, in: state, "kept-quit")
  }

  @Test func `when it is killed`() throws {
    let state = try Workspace()
    let expected = try draw(in: state) { easel, _ in
      easel.send(SIGKILL)
      let exit = try easel.waitForExit()
      #expect(exit == .signal(Int(SIGKILL)))
    }
    try expectKept(expected, in: state, "kept-kill")
  }

  @Test func `when the compositor dies, which is an error with a message and status 69`() throws {
    let state = try Workspace()
    let expected = try draw(in: state) { easel, rig in
      rig.compositor.send(SIGKILL)
      let exit = try easel.waitForExit(seconds: 30)
      #expect(exit == .status(69), "\(easel.output)")
      let told = easel.output.split(separator: "\n").filter { $0.contains("The Wayland display is gone") }
      #expect(told.count == 1 && told[0].hasPrefix("easel: "), "It is told once: \(easel.output)")
    }
    try expectKept(expected, in: state, "kept-death")
  }
}
