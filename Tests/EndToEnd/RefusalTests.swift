import EaselGeometry
import EaselInk
import EaselRigs
import Glibc
import Testing

/// What the machine refuses, and what a user names by mistake, costs no drawing; `sh` sets the limits, for `easel` alone.
@Suite(.serialized)
struct `What is refused` {
  private let workspace: Workspace
  private let trace: String

  init() throws {
    workspace = try Workspace()
    trace = try workspace.write(
      "two.trace",
      "easel-trace 1\ndown 1 10 10\nframe\nwait 20\nmove 1 90 60\nframe\nup 1\nframe\nwait 50\ndown 2 50 10\nframe\nup 2\nframe\n"
    )
  }

  /// Runs `easel` with the trace after `limits` of the shell; `redirections` follow the arguments.
  private func run(
    _ arguments: String, limits: String = ":", redirections: String = ""
  ) throws -> (exit: ChildProcess.Exit, output: String) {
    let command = "\(limits); cd \(workspace.folder); exec \(Easel.path) --replay \(trace) \(arguments) \(redirections)"
    let easel = try workspace.start(["sh", "-c", command])
    return (try easel.waitForExit(), easel.output)
  }

  private func drawing(_ name: String) throws -> Journal.Contents? { Journal.read(try workspace.read(workspace.path(name))) }

  @Test func `by a limit of files' sizes is said, with status 74, and ends nobody (WER-3)`() throws {
    for arguments in ["--journal j", "--record r", "--screenshot p"] {
      let result = try run(arguments, limits: "ulimit -f 0")
      #expect(result.exit == .status(74), "\(arguments): \(result)")
      #expect(result.output.contains("ulimit -f"), "\(result.output)")
    }
    let left = try workspace.start(["ls", workspace.folder])
    _ = try left.waitForExit()
    #expect(!left.output.contains(".new"), "\(left.output)")
  }

  @Test func `is a drawing's file as the place of something else (WER-3)`() throws {
    _ = try run("--journal j")
    #expect(try drawing("j")?.document.count == 2)
    let record = try run("--journal j --record j")
    #expect(record.exit == .status(2) && record.output.contains("name another file"), "\(record)")
    let picture = try run("--journal j --screenshot j")
    #expect(picture.exit == .status(74) && picture.output.contains("name another file"), "\(picture)")
    #expect(try drawing("j")?.document.count == 4, "The second run's two lines are there, the first one's drew none.")
  }

  @Test func `is --journal together with --no-journal, before anything is touched`() throws {
    for arguments in ["--journal j --no-journal", "--no-journal --journal j"] {
      let result = try run(arguments)
      #expect(result.exit == .status(2) && result.output.contains("contradict each other"), "\(result)")
      #expect(throws: RigError.self) { try workspace.read(workspace.path("j")) }
    }
  }

  @Test func `to a program without standard descriptors goes nowhere, and into no file of its own`() throws {
    // A window that is not there makes it complain while its files are open.
    _ = try workspace.write(
      "two.trace", "easel-trace 1\nsurface 7\nhover enter 1 1\nsurface 1\ndown 1 5 5\nframe\nup 1\nframe\n")
    let heard = try run("--record r1 --journal j1 --screenshot p1")
    #expect(heard.exit == .status(0) && heard.output.contains("window 7"), "\(heard)")
    for (number, closed) in ["0<&- 1>&- 2>&-", "2>&-", "0<&- 2>&-"].enumerated() {
      let name = "\(number + 2)"
      let deaf = try run("--record r\(name) --journal j\(name) --screenshot p\(name)", redirections: closed)
      #expect(deaf.exit == .status(0) && deaf.output == "", "\(deaf)")
      for kind in ["r", "j", "p"] {
        #expect(
          try workspace.read(workspace.path(kind + name)) == workspace.read(workspace.path(kind + "1")), "\(kind) \(closed)")
      }
    }
  }

  @Test func `time, by a kill at any moment while a journal is written anew, costs nothing (WER-3)`() throws {
    let strokes = (1...3000 as ClosedRange<UInt64>).map { id in
      Stroke(id: StrokeID(id), pen: Pen(width: 4, color: .black), at: InkPoint(x: Float(id % 90), y: 1))
    }
    let long = strokes.reduce(into: Journal.header) { bytes, stroke in
      bytes += Journal.record(.add(stroke))
      if stroke.id.value % 9 != 0 { bytes += Journal.record(.remove(stroke)) }
    }
    let kept = strokes.filter { $0.id.value % 9 == 0 }
    var wasShort = 0
    for moment in 0..<24 {
      try write(long, to: "k")
      let easel = try workspace.start([Easel.path, "--replay", trace, "--journal", workspace.path("k")])
      _ = try easel.keepsRunning(seconds: Double(moment) * 0.004)
      easel.send(SIGKILL)
      _ = try easel.waitForExit()
      let bytes = try workspace.read(workspace.path("k"))
      #expect(Journal.read(bytes)?.document.strokes.prefix(kept.count).elementsEqual(kept) == true, "after \(moment)")
      if bytes.count < long.count / 2 { wasShort += 1 }
    }
    #expect(try run("--journal k").exit == .status(0))
    #expect(try drawing("k")?.document.count == kept.count + 2 && wasShort < 24)
  }

  @Test func `by a full device, the limits of memory or of open files is said, with the status that tells which`() throws {
    for (arguments, limits, redirections, status) in [
      ("--help", ":", "> /dev/full", 74), ("--version", ":", "> /dev/full", 74),
      ("--journal /dev/full", ":", "", 2),
      ("--journal j", "ulimit -n 5", "", 71), ("--size 16384x16384 --screenshot p", "ulimit -v 700000", "", 71),
    ] as [(String, String, String, Int)] {
      let result = try run(arguments, limits: limits, redirections: redirections)
      #expect(result.exit == .status(status) && result.output.contains("easel: "), "\(arguments), \(limits): \(result)")
    }
    for (words, status) in [
      ("help > /dev/full", 74), ("doctor > /dev/full", 74), ("doctor --json --mask > /dev/full", 74),
      ("rescue /dev/null > /dev/full", 2),
    ] {
      let easel = try workspace.start(["sh", "-c", "\(Easel.path) \(words)"])
      #expect(try easel.waitForExit() == .status(status) && easel.output.hasPrefix("easel: "), "\(words): \(easel.output)")
    }
    // However few descriptors there are, the start says so and does not trap.
    for limit in 5...12 {
      let command = "ulimit -n \(limit); exec \(Easel.path) --backend wayland"
      let easel = try workspace.start(["sh", "-c", command], environment: ["WAYLAND_DISPLAY=/nowhere/wayland"])
      let exit = try easel.waitForExit()
      #expect([.status(69), .status(71)].contains(exit) && easel.output.hasPrefix("easel: "), "\(limit): \(easel.output)")
    }
  }

  private func write(_ bytes: [UInt8], to name: String) throws {
    guard let file = fopen(workspace.path(name), "w") else { throw RigError("\(name) cannot be written") }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }
}
