import EaselRigs
import Testing

extension `On a bare screen` {
  @Test func `devices that are pulled out, overflow, are odd or crowded leave nothing held (LDV-2, LDV-5, LTC-6, LCO-3)`()
    throws
  {
    var probe = try ProbeStory()
    probe.step("mouse", "rel 9 9\nbutton 272 1", until: "^down ")
    probe.step("mouse gone", "unplug mouse", until: "^(up|cancel) ")
    probe.step("keyboard", "key 30 1", until: "^key down")
    probe.step("keyboard gone", "unplug keyboard", until: "^key (up|cancel)")
    probe.step("pen", "penin\npen 400 400 0\npendown\npen 800 400 900", until: "^move ")
    probe.step("pen gone", "unplug pen", until: "^(up|cancel) ")
    // The kernel keeps some hundred events for a reader that does not read, then it throws away what it has.
    probe.step("overflow", asleep: ProbeStory.dance(steps: 300), until: "^down ")
    probe.machine.play((0..<5).map { "up \($0)\n" }.joined() + "frame")
    probe.tap("overflow over")
    probe.machine.play(String(repeating: "down 0 100 100\nframe\nunplug touch\nplug touch\n", count: 8))
    probe.tap("storm")
    probe.step("odd", "plug odd", until: "Test odd.*: touch")
    probe.step("odd touched", "use odd\ndown 0 6 5\ndown 1 5 6\nframe\nup 0\nup 1\nframe", until: "^up ")
    probe.step("crowd", "plug crowd", until: "Test crowd.*: touch")
    probe.machine.play("use crowd\n" + ProbeStory.crowd(of: 100) + "use touch")
    probe.tap("crowd gone")
    let told = try probe.run()
    #expect(told.verbs("mouse gone") == "cancel" && told.verbs("pen gone") == "cancel")
    #expect(told.verbs("keyboard") == "key down" && told.verbs("keyboard gone") == "key up")
    #expect(told.places("odd touched") == "512 0, 0 384, 512 0, 0 384")
    // The kernel did throw something away: of 300 steps of five fingers few are left, and yet all five are told.
    #expect(told.count("down", "overflow") == 5 && told.count("move", "overflow") < 1000)
    // The library follows 32 fingers.
    let held = told.held()
    #expect(held.most == 32 && held.faults == [])
  }
}

/// A machine in which the probe of input devices (Tests/InputProbe) writes down what they say, step by step.
private struct ProbeStory {
  var machine: Machine

  init() throws {
    machine = try Machine(.none, program: Easel.path(of: "EaselInputProbe"))
    machine.shell(
      """
      mkfifo /tmp/probe
      $EASEL </tmp/probe >/out/probe.trace 2>&1 & probe=$!
      exec 4>/tmp/probe
      waitfor 150 grep -q '# ready' /out/probe.trace
      """)
  }

  /// Plays orders and waits until the probe has told a line of that kind since then.
  mutating func step(_ name: String, _ orders: String, until pattern: String) {
    begin(name)
    machine.play(orders)
    wait(name, pattern)
  }

  /// The same with a probe that does not read while the orders are played.
  mutating func step(_ name: String, asleep orders: String, until pattern: String) {
    begin(name)
    machine.shell("kill -STOP $probe")
    machine.play(orders + "say danced")
    machine.shell("waitfor 60 grep -q danced /tmp/played; kill -CONT $probe")
    wait(name, pattern)
  }

  /// Taps the touchscreen in its middle until the probe tells that.
  mutating func tap(_ name: String) {
    begin(name)
    let tap = "printf 'down 0 2048 2048\\nframe\\nup 0\\nframe\\n' >&3; sleep 0.3; "
    machine.shell("waitfor 60 sh -c \"\(tap)sed '1,/^# mark \(name)$/d' /out/probe.trace | grep -q '^up [0-9]* 512 384'\"")
  }

  private mutating func begin(_ name: String) {
    machine.shell("echo 'mark \(name)' >&4; waitfor 60 grep -qx '# mark \(name)' /out/probe.trace")
  }

  private mutating func wait(_ name: String, _ pattern: String) {
    machine.shell("waitfor 60 sh -c \"sed '1,/^# mark \(name)$/d' /out/probe.trace | grep -Eq '\(pattern)'\"")
  }

  /// What was told.
  mutating func run() throws -> ProbeReport {
    machine.shell("echo quit >&4; waitfor 60 grep -q '# end' /out/probe.trace")
    let outcome = try machine.run()
    guard outcome.output.isEmpty else { throw RigError(outcome.output) }
    return ProbeReport(String(decoding: try outcome.file("probe.trace"), as: UTF8.self))
  }

  // MARK: Orders

  /// Five fingers that move side by side, and stay down.
  static func dance(steps: Int) -> String {
    var orders = ""
    for step in 0...steps {
      for finger in 0..<5 { orders += "\(step == 0 ? "down" : "move") \(finger) \(finger * 400 + step) \(100 + step)\n" }
      orders += "frame\n"
    }
    return orders
  }

  /// So many fingers that come and go, ten in a frame.
  static func crowd(of count: Int) -> String {
    ["down", "up"].map { verb in
      (0..<count).map { "\(verb) \($0) \($0 * 40) 2000\n" + ($0 % 10 == 9 ? "frame\nsleep 20\n" : "") }.joined()
    }.joined()
  }
}

/// What a probe told, by steps.
private struct ProbeReport {
  private var lines: [(step: String, words: [Substring])] = []

  init(_ trace: String) {
    var step = ""
    for line in trace.split(separator: "\n") {
      if line.hasPrefix("# mark ") { step = String(line.dropFirst(7)) }
      let words = line.split(separator: " ")
      if let first = words.first, ["down", "move", "up", "cancel", "key"].contains(first) { lines.append((step, words)) }
    }
  }

  private func words(_ step: String) -> [[Substring]] { lines.filter { $0.step == step }.map(\.words) }

  /// What happened in a step, without what moved and what was repeated.
  func verbs(_ step: String) -> String {
    words(step).filter { $0[0] != "move" && $0[1] != "repeat" }.map { $0[0] == "key" ? "key \($0[1])" : "\($0[0])" }.joined(
      separator: ", ")
  }

  /// Where it happened.
  func places(_ step: String) -> String {
    words(step).map { $0[2...3].joined(separator: " ") }.joined(separator: ", ")
  }

  func count(_ verb: String, _ step: String) -> Int { words(step).count { $0[0] == verb } }

  /// The most contacts that were held at once, and all that began twice, or ended or moved without having begun, or did not end.
  func held() -> (most: Int, faults: [String]) {
    var live: Set<Substring> = []
    var most = 0
    var faults: [String] = []
    for (step, words) in lines where words[0] != "key" {
      let isKnown = words[0] == "down" ? live.insert(words[1]).inserted : live.contains(words[1])
      if !isKnown { faults.append("\(step): \(words.joined(separator: " "))") }
      if words[0] == "up" || words[0] == "cancel" { live.remove(words[1]) }
      most = max(most, live.count)
    }
    return (most, faults + live.map { "never ended: \($0)" })
  }
}
