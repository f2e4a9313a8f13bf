import EaselInputEvents
import EaselPlatformLinux
import Glibc
import Testing

/// Random fingers on random recognizers, with a program that does as it likes meanwhile (TH-5).
///
/// How many frames are played is said by `EASEL_MONKEY_FRAMES`, from which seed on by `EASEL_MONKEY_FIRST_SEED`;
/// `EASEL_MONKEY_SEED` plays one seed alone, `EASEL_MONKEY_TRACE` the touches of a trace on that seed's views and recognizers.
@Suite struct MonkeyTests {
  private static let framesPerSeed = 400

  @Test func `Whatever fingers do, all ends once, all steps are legal, and nothing is left (DC-14, ST-2, RS-1, FR-4, TH-5)`()
    throws
  {
    if let seed = variable("EASEL_MONKEY_SEED").flatMap({ UInt64($0) }) { return try playOne(seed) }
    let wanted = variable("EASEL_MONKEY_FRAMES").flatMap { Int($0) } ?? 20_000
    let first = variable("EASEL_MONKEY_FIRST_SEED").flatMap { UInt64($0) } ?? 1
    var (played, actions, seed) = (0, 0, first)
    var recognized: Set<String> = []
    while played < wanted {
      let run = MonkeyRun(seed: seed)
      run.play(Self.framesPerSeed)
      guard run.checks.faults.isEmpty else {
        Issue.record(Comment(rawValue: run.report))
        return
      }
      played += run.frames.count
      actions += run.checks.actionCount
      recognized.formUnion(run.checks.recognized)
      seed += 1
    }
    // Some gestures are rare: a few frames of other seeds may miss one.
    let makesAll = recognized.count == 9 || (first != 1 && wanted < 200_000)
    #expect(actions > played / 50 && makesAll, "The monkey makes all gestures, too: \(recognized)")
    print("monkey: \(played) frames, \(actions) actions, \(seed - first) seeds")
  }

  private func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  private func playOne(_ seed: UInt64) throws {
    let run = MonkeyRun(seed: seed)
    if let path = variable("EASEL_MONKEY_TRACE") {
      run.play(try TraceParser.parse(Files.read(path, limit: TraceLimit.fileBytes)))
    } else {
      run.play(Self.framesPerSeed)
    }
    #expect(run.checks.faults.isEmpty, Comment(rawValue: run.report))
  }

  @Test func `A seed's trace, played on the same seed, does the same`() throws {
    let seed: UInt64 = 7
    let first = MonkeyRun(seed: seed)
    first.play(Self.framesPerSeed)
    let again = MonkeyRun(seed: seed)
    again.play(try TraceParser.parse(Array(first.trace.utf8)))
    let pairs = zip(first.checks.log, again.checks.log).enumerated()
    #expect(pairs.first { $0.element.0 != $0.element.1 }.map { "\($0)" } == nil)
    #expect(again.checks.log.count == first.checks.log.count && first.checks.log.count > 20)
  }
}
