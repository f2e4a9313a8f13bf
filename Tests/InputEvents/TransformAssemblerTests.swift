import EaselGeometry
import EaselInputEvents
import Testing

/// A rule, a script for `TransformBench`, and what must come out.
private let table: [(rule: String, script: String, events: String)] = [
  (
    "WPG-1 a pinch", "o1:5,6 pb2@1 +8 pc1,-2,1.5,90 +8 pe",
    "{pinch began@1 2 at 5.0,6.0} {pinch changed@1 by 1.0,-2.0 ×1.5 90.0° +8} {pinch ended@1 ×1.5 90.0° +16}"
  ),
  (
    "WPG-1 a swipe", "o1:5,6 sb4@1 sc9,0 sc8,1 se",
    "{swipe began@1 4 at 5.0,6.0} {swipe changed@1 by 9.0,0.0} {swipe changed@1 by 8.0,1.0} {swipe ended@1}"
  ),
  ("WPG-1 a hold", "o2:5,6 hb1@2 +900 he", "{hold began@2 1 at 5.0,6.0} {hold ended@2 +900}"),
  (
    "WPG-1 cancelled", "o1:5,6 hb3@1 hx pb2@1 pc0,0,2 px",
    "{hold began@1 3 at 5.0,6.0} {hold cancelled@1} {pinch began@1 2 at 5.0,6.0} {pinch changed@1 ×2.0} {pinch cancelled@1 ×2.0}"
  ),
  (
    "WPG-2 scale is the beginning's, rotation adds up",
    "o1:0,0 pb2@1 pc0,0,2,350 pc0,0,0.5,20 pc0,0,1,-400 pe pb2@1 pc0,0,1,5 pe",
    "{pinch began@1 2 at 0.0,0.0} {pinch changed@1 ×2.0 350.0°} {pinch changed@1 ×0.5 370.0°} {pinch changed@1 -30.0°} "
      + "{pinch ended@1 -30.0°} {pinch began@1 2 at 0.0,0.0} {pinch changed@1 5.0°} {pinch ended@1 5.0°}"
  ),
  ("WPG-3 nil surface", "o1:0,0 pb2@- pc0,0,2 pe sb3@- se hb1@- he", ""),
  (
    "WPG-3 update and end without begin", "o1:0,0 pc0,0,2 pe px sc1,1 se he hb2@1 he he pe",
    "{hold began@1 2 at 0.0,0.0} {hold ended@1}"
  ),
  (
    "WPG-3 a second begin", "o1:0,0 pb2@1 pc0,0,2,30 pb3@1 pc0,0,3 pe pe",
    "{pinch began@1 2 at 0.0,0.0} {pinch changed@1 ×2.0 30.0°} {pinch cancelled@1 ×2.0 30.0°} {pinch began@1 3 at 0.0,0.0} "
      + "{pinch changed@1 ×3.0} {pinch ended@1 ×3.0}"
  ),
  (
    "WPG-3 a second begin of another kind", "o1:0,0 hb2@1 pb2@1 hx pc0,0,2 sc1,1 se pe",
    "{hold began@1 2 at 0.0,0.0} {hold cancelled@1} {pinch began@1 2 at 0.0,0.0} {pinch changed@1 ×2.0} {pinch ended@1 ×2.0}"
  ),
  ("WPG-3 a second begin on nothing", "o1:0,0 pb2@1 pb2@- pc0,0,2 pe", "{pinch began@1 2 at 0.0,0.0} {pinch cancelled@1}"),
  ("WPG-3 device gone", "o1:0,0 pb2@1 c c pc0,0,2 pe", "{pinch began@1 2 at 0.0,0.0} {pinch cancelled@1}"),
  ("the pointer is elsewhere", "pb2@1 pc0,0,2 pe o-  pb2@1 pe o2:0,0 pb2@1 pe", ""),
  ("the pointer leaves", "o1:0,0 pb2@1 o- pc0,0,2 o1:0,0 pc0,0,2 pe", "{pinch began@1 2 at 0.0,0.0} {pinch cancelled@1}"),
  (
    "the pointer goes to another surface", "o1:0,0 sb3@1 o2:7,7 sc1,1 se sb3@2",
    "{swipe began@1 3 at 0.0,0.0} {swipe cancelled@1} {swipe began@2 3 at 7.0,7.0}"
  ),
  (
    "modifiers are those of each event", "o1:0,0 kc pb2@1 k pc1,0 kc pe",
    "{pinch began@1 2 at 0.0,0.0 ctrl} {pinch changed@1 by 1.0,0.0} {pinch ended@1 ctrl}"
  ),
  (
    "bad input: fingers", "o1:0,0 pb0@1 pe pb33@1 pe pb4294967295@1 pe sb32@1 se",
    "{swipe began@1 32 at 0.0,0.0} {swipe ended@1}"
  ),
  (
    "bad input: numbers",
    "o1:0,0 pb2@1 pcnan,0 pc0,1e30 pc0,0,0 pc0,0,-1 pc0,0,nan pc0,0,inf pc0,0,1e-9 pc0,0,2,nan "
      + "pc0,0,2,1e300 pc0,0,3,3 pe",
    "{pinch began@1 2 at 0.0,0.0} {pinch changed@1 ×3.0 3.0°} {pinch ended@1 ×3.0 3.0°}"
  ),
  ("bad input: places", "onan:0,0 o1:nan,1 pb2@1 o1:1,1e30 pe", "{pinch began@1 2 at 0.0,0.0} {pinch ended@1}"),
  ("WTS-4", "o1:0,0 pb2@1 -20 pc1,0 +30 pe", "{pinch began@1 2 at 0.0,0.0} {pinch changed@1 by 1.0,0.0} {pinch ended@1 +10}"),
]

@Suite struct `A transform assembler` {
  @Test func `follows the rules WPG-1 to WPG-3`() {
    let results = table.map { "\($0.rule): \(TransformBench.play($0.script))" }
    #expect(results.joined(separator: "\n") == table.map { "\($0.rule): \($0.events)" }.joined(separator: "\n"))
  }

  @Test func `tells where the pointer is now, and whether a gesture is in progress`() {
    var bench = TransformBench()
    for word: Substring in ["o1:5,5", "pb2@1", "o1:8,9", "pc0,0,2"] { bench.step(word) }
    guard case .transform(let event) = bench.output.last else {
      Issue.record("No gesture.")
      return
    }
    #expect(event.position == Point(8, 9) && bench.assembler.isActive)
    bench.step("pe")
    #expect(!bench.assembler.isActive)
  }
}
