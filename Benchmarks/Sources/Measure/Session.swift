import EaselRigs
import Glibc

/// One program under the measuring compositor.
struct Session {
  private let rig: Rig
  private let probe: Control
  private let tools: String
  private let command: [String]

  init(tools: String, command: [String]) throws {
    let (probe, other) = try Control.pair()
    defer { close(other) }
    self.rig = try Rig.weston(
      width: 1000, height: 700, module: tools + "/probe.so", moduleDescriptor: other)
    try probe.expect("ready")
    self.probe = probe
    self.tools = tools
    self.command = command
  }

  /// All figures, in the order of the table; takes about a minute.
  func measure() throws -> [Figure] {
    var figures = try size() + start() + memory() + idle()
    figures += try latency()
    figures += try drawing()
    figures += try fullPage()
    return try figures + growth()
  }

  /// Starts the program and waits for its first commit.
  private func withClient<Result>(_ body: (ChildProcess, FirstCommit) throws -> Result) throws -> Result {
    try probe.ask("forget")
    let stamp = rig.workspace.path("stamp")
    let client = try rig.start([tools + "/stamp", stamp] + command)
    let first = try numbers(probe.ask("first"))
    let before = numbers(String(decoding: try readFile(stamp), as: UTF8.self))
    defer {
      client.send(SIGTERM)
      _ = try? client.waitForExit()
    }
    return try body(
      client, FirstCommit(milliseconds: (first[1] - before[0]) / 1e6, cpuMilliseconds: (first[2] - before[1]) / 1e6))
  }

  private struct FirstCommit {
    var milliseconds: Double
    var cpuMilliseconds: Double
  }

  private func size() throws -> [Figure] {
    let bytes = try fileSize(command[0])
    return [Figure("binary, as it is, kB", Double(bytes) / 1024)]
  }

  private func start() throws -> [Figure] {
    // The first run only warms the page cache.
    let runs = try (0..<16).map { _ in try withClient { _, first in first } }.dropFirst()
    return [
      Figure("start to first commit, ms", median(runs.map(\.milliseconds)), digits: 1),
      Figure("processor time of the start, ms", median(runs.map(\.cpuMilliseconds)), digits: 1),
    ]
  }

  private func memory() throws -> [Figure] {
    try withClient { client, _ in
      _ = try client.keepsRunning(seconds: 1.5)
      let start = try Memory(pid: client.pid)
      try probe.ask("draw 5 10000 0", seconds: 120)
      let later = try Memory(pid: client.pid)
      return [
        Figure("resident beside its buffers, MB", start.besideBuffers, digits: 1),
        Figure("the same after 1,000 strokes, MB", later.besideBuffers, digits: 1),
        Figure("threads", Double(start.threads)),
      ]
    }
  }

  private func idle() throws -> [Figure] {
    try withClient { client, _ in
      try probe.ask("draw 1 50 240")
      // Ten seconds without a paint are the last thing that a program may wait for, to give buffers back.
      _ = try client.keepsRunning(seconds: 12)
      let before = numbers(try probe.ask("cpu"))
      let calls = try rig.workspace.systemCalls(of: client, seconds: 10)
      let after = numbers(try probe.ask("cpu"))
      return [
        Figure("system calls in 10 s of nothing", Double(calls.count)),
        Figure("commits in 10 s of nothing", after[1] - before[1]),
      ]
    }
  }

  private func latency() throws -> [Figure] {
    try withClient { client, _ in
      _ = try client.keepsRunning(seconds: 1)
      let result = numbers(try probe.ask("latency 1000 120", seconds: 60))
      return [
        Figure("touch to commit at 120 Hz, p50, µs", result[1] / 1e3),
        Figure("the same, p99, µs", result[3] / 1e3),
        Figure("motions without ink", result[5]),
      ]
    }
  }

  private func drawing() throws -> [Figure] {
    try [1, 5, 10].flatMap { fingers in
      try withClient { client, _ in
        _ = try client.keepsRunning(seconds: 1)
        try probe.ask("draw \(fingers) 200 240")
        let paced = Work(numbers(try probe.ask("draw \(fingers) 720 240")))
        let flood = Work(numbers(try probe.ask("draw \(fingers) \(20000 / fingers) 0")))
        return [
          Figure("\(fingers) at 240 Hz: processor µs a moved touch", paced.perMotion, digits: 1),
          Figure("\(fingers) at 240 Hz: processor µs a commit", paced.perCommit, digits: 1),
          Figure("\(fingers) as fast as it reads: processor µs a moved touch", flood.perMotion, digits: 2),
        ]
      }
    }
  }

  private func fullPage() throws -> [Figure] {
    try withClient { _, _ in
      try probe.ask("draw 1 200 240")
      try probe.ask("draw 5 10000 0", seconds: 120)
      let thousand = Work(numbers(try probe.ask("draw 10 720 240")))
      return [Figure("10 at 240 Hz, 1,000 lines there: share of a core, %", thousand.share * 100, digits: 1)]
    }
  }

  private func growth() throws -> [Figure] {
    try withClient { client, _ in
      try probe.ask("draw 1 200 240")
      let empty = Work(numbers(try probe.ask("draw 1 720 240")))
      let floodEmpty = Work(numbers(try probe.ask("draw 1 5000 0")))
      try probe.ask("draw 5 100000 0", seconds: 600)
      let full = Work(numbers(try probe.ask("draw 1 720 240")))
      let floodFull = Work(numbers(try probe.ask("draw 1 5000 0")))
      return [
        Figure("10,000 strokes there: times the cost at 240 Hz", full.perMotion / empty.perMotion, digits: 2),
        Figure("10,000 strokes there: times the cost of a flood", floodFull.perMotion / floodEmpty.perMotion, digits: 2),
        Figure("resident then beside its buffers, MB", try Memory(pid: client.pid).besideBuffers, digits: 1),
      ]
    }
  }
}

/// What the probe's `draw` answers: motions, commits, wall time and processor time in ns.
private struct Work {
  var perMotion: Double
  var perCommit: Double
  var share: Double

  init(_ answer: [Double]) {
    perMotion = answer[3] / 1e3 / max(1, answer[0])
    perCommit = answer[3] / 1e3 / max(1, answer[1])
    share = answer[3] / max(1, answer[2])
  }
}
