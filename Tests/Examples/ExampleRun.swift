import Easel
import EaselPlatformHeadless
import EaselPlatformLinux
import EaselTestSupport

/// An example's window in memory, and a line for each turn after which what is watched reads differently.
final class ExampleRun {
  let harness: WindowHarness
  private var hook: LoopHook?

  /// - Parameter watch: the state of the example in words.
  init(_ harness: WindowHarness, root: View, watch: @escaping () -> String) {
    self.harness = harness
    harness.window.rootView = root
    harness.settle()
    var last = watch()
    let trace = harness.trace
    hook = harness.loop.addHook(.flush) {
      let state = watch()
      if state != last { trace.record(state) }
      last = state
    }
  }

  /// Plays the trace that lies beside an example's sources; what was watched meanwhile, with times.
  func demonstration(of example: String, file: String = #filePath) throws -> String {
    let root = file.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
    let bytes = try Files.read("\(root)/Examples/\(example)/demonstration.trace", limit: TraceLimit.fileBytes)
    let player = TracePlayer(try TraceParser.parse(bytes), backend: harness.backend, log: harness.application.log)
    player.play()
    while !player.isDone { harness.loop.advance(bySeconds: 0.1) }
    return harness.trace.text
  }

  /// Plays a script; what was watched meanwhile, without times.
  func play(_ script: TouchScript) -> String {
    harness.trace.clear()
    harness.play(script)
    return harness.trace.entries
  }
}
