import EaselRigs

/// The trace beside an example's sources, as an acceptance script: wherever it pauses, the window must look like the headless one.
struct Demonstration {
  /// Input up to a pause that is long enough to matter.
  struct Part {
    /// The part in the words of the rigs.
    var script = ""
    /// How long nothing comes after it.
    var seconds = 0.0
    /// The trace from the beginning to this part's last input.
    var trace: String
  }

  let program: String
  let size: (width: Int, height: Int)
  private(set) var parts: [Part] = []

  /// Shorter pauses only part one frame from the next; on a busy machine a frame may take longer than they do.
  private static let shortestPause = 300.0

  init(of program: String, width: Int, height: Int, in workspace: Workspace) throws {
    self.program = program
    size = (width, height)
    let file = workspace.tools.root + "/Examples/\(program)/demonstration.trace"
    var part = Part(trace: "")
    for line in String(decoding: try workspace.read(file), as: UTF8.self).split(separator: "\n") where !line.hasPrefix("#") {
      let words = line.split(separator: " ")
      let pause = words[0] == "wait" ? Double(words[1]) ?? 0 : 0
      if pause >= Demonstration.shortestPause {
        part.seconds = pause / 1000
        parts.append(part)
        part.script = ""
      } else if pause == 0, words[0] != "easel-trace" {
        part.script += (words[0] == "cancel" ? "cancel" : line) + "\n"
      }
      part.trace += line + "\n"
    }
    guard part.script.isEmpty, parts.count > 1 else { throw RigError("\(file) has to pause, and to end with a pause") }
  }

  /// What the program shows without a display at each pause.
  func pictures(in workspace: Workspace) throws -> [Picture] {
    try parts.map { part in
      try Easel.picture(of: part.trace, program: program, size: "\(size.width)x\(size.height)", in: workspace)
    }
  }
}
