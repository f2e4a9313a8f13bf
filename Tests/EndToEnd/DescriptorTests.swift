import EaselRigs
import Testing

/// What a user reads when the process may open no more files; the limit is the shell's, for `easel` alone.
@Suite(.serialized, .enabled(if: Rig.reasonToSkip(.weston) == nil))
struct `Without descriptors left` {
  @Test func `the connection is not called lost, and libwayland's own words have our prefix (WER-6)`() throws {
    let rig = try Rig.weston(width: 320, height: 240)
    var said: [String] = []
    for limit in 4...40 {
      let command = "ulimit -n \(limit); exec \(Easel.path) --no-journal"
      let easel = try rig.start(["sh", "-c", command])
      // With enough descriptors it goes on.
      guard try !easel.keepsRunning(seconds: 1.5) else { break }
      let exit = try easel.waitForExit()
      #expect(exit != .status(0) && exit != .status(69), "\(limit): \(easel.output)")
      #expect(!easel.output.contains("compositor has ended"), "\(limit): \(easel.output)")
      said.append(easel.output)
    }
    let lost = said.filter { $0.contains("easel: The Wayland connection cannot go on. Cannot open more files") }
    #expect(!lost.isEmpty && lost.allSatisfy { $0.contains("(ulimit -n)") }, "\(said)")
    let foreign = lost.joined().split(separator: "\n").filter { !$0.hasPrefix("easel: ") }
    #expect(lost.contains { $0.contains("easel: wayland: ") } && foreign == [], "\(said)")
  }
}
