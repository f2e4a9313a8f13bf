import EaselGeometry
import EaselInputEvents
import Testing

/// A rule, a script for `PointerBench`, and what must come out.
private let table: [(rule: String, script: String, events: String)] = [
  ("WPO-1", "e1:5,5 m6,6 m7,7 f", "[entered@1 5.0,5.0; moved@1 6.0,6.0; moved@1 7.0,7.0]"),
  ("WPO-1 enter and leave are in frames", "e1:5,5 f l e2:1,1 f", "[entered@1 5.0,5.0] [left@1 5.0,5.0; entered@2 1.0,1.0]"),
  ("WPO-1 nothing", "f f m1,1 f", ""),
  ("WPO-2", "e1:5,5 f l f m1,1 f p0 f", "[entered@1 5.0,5.0] [left@1 5.0,5.0]"),
  ("WPO-2 nil surfaces", "e- f m1,1 p0 r0 vd1 f l f e1:2,2 f e- f", "[entered@1 2.0,2.0] [left@1 2.0,2.0]"),
  (
    "WPO-3", "e1:5,5 p0 f m-7,9999 f r0 f",
    "[entered@1 5.0,5.0; left@1 5.0,5.0; down A 5.0,5.0 b1] [moved A -7.0,9999.0 b1] "
      + "[up A -7.0,9999.0 b0; entered@1 -7.0,9999.0]"
  ),
  (
    "WPO-3 leave while held", "e1:5,5 p0 f l f r0 f e1:6,6 p0 f",
    "[entered@1 5.0,5.0; left@1 5.0,5.0; down A 5.0,5.0 b1] [cancelled A 5.0,5.0 b1] "
      + "[entered@1 6.0,6.0; left@1 6.0,6.0; down B 6.0,6.0 b1]"
  ),
  (
    "TO-13, WPO-4 from the first press to the last release", "e1:5,5 f p1 f p0 f r1 f m6,6 f r0 f",
    "[entered@1 5.0,5.0] [left@1 5.0,5.0; down A 5.0,5.0 b2] [moved A 5.0,5.0 b3] [moved A 5.0,5.0 b1] "
      + "[moved A 6.0,6.0 b1] [up A 6.0,6.0 b0; entered@1 6.0,6.0]"
  ),
  (
    "WPO-4 all codes", "e1:5,5 f p31 p7 f",
    "[entered@1 5.0,5.0] [left@1 5.0,5.0; down A 5.0,5.0 b2147483648, moved A 5.0,5.0 b2147483776]"
  ),
  (
    "WPO-4 codes that nobody knows", "e1:5,5 f p999 f p4000000000 f r999 f r4000000000 f",
    "[entered@1 5.0,5.0] [left@1 5.0,5.0; down A 5.0,5.0 b2147483648] [moved A 5.0,5.0 b2147483648] "
      + "[moved A 5.0,5.0 b2147483648] [up A 5.0,5.0 b0; entered@1 5.0,5.0]"
  ),
  (
    "WPO-4 nonsense", "r0 f e1:5,5 f r0 f p0 p0 f r0 r0 f",
    "[entered@1 5.0,5.0] [left@1 5.0,5.0; down A 5.0,5.0 b1] [up A 5.0,5.0 b0; entered@1 5.0,5.0]"
  ),
  (
    "WPO-4 in one frame", "e1:5,5 p0 m6,6 r0 f",
    "[entered@1 5.0,5.0; left@1 5.0,5.0; down A 5.0,5.0 b1, moved A 6.0,6.0 b1, up A 6.0,6.0 b0; entered@1 6.0,6.0]"
  ),
  // 120 units are 48 points; what value120 says counts, else discrete, else the distance.
  ("WPO-5 wheel", "e1:5,5 f v10 v5 vd1 vd1 f", "[entered@1 5.0,5.0] [wheel 0.0,96.0 steps 0,240]"),
  ("WPO-5 fine wheel", "e1:5,5 f vu30 vu15 vd7 h3 hu-120 f", "[entered@1 5.0,5.0] [wheel -48.0,18.0 steps -120,45]"),
  ("WPO-5 wheel without steps", "e1:5,5 f v10 v2.5 f", "[entered@1 5.0,5.0] [wheel 0.0,12.5]"),
  (
    "WPO-5 fingers", "e1:5,5 f sf v1.25 h2 v1 f sf vs f sf hs f",
    "[entered@1 5.0,5.0] [finger 2.0,2.25] [finger 0.0,0.0 stopped]"
  ),
  (
    "WPO-5 fingers stop at once", "e1:5,5 f sf v1 f sf vs hs f",
    "[entered@1 5.0,5.0] [finger 0.0,1.0] [finger 0.0,0.0 stopped]"
  ),
  (
    "PAN-15 the pointer leaves fingers that scroll", "e1:5,5 f sf v1 f l f e1:5,5 f sf vs f l f",
    "[entered@1 5.0,5.0] [finger 0.0,1.0] [left@1 5.0,5.0; finger 0.0,0.0 cancelled] [entered@1 5.0,5.0] "
      + "[finger 0.0,0.0 stopped] [left@1 5.0,5.0]"
  ),
  (
    "PAN-15 what scrolls in a leave's frame is the new surface's", "e1:5,5 f sc v1 f l e2:6,6 sf v2 f c",
    "[entered@1 5.0,5.0] [continuous 0.0,1.0] "
      + "[left@1 5.0,5.0; continuous 0.0,0.0 cancelled; entered@2 6.0,6.0; finger 0.0,2.0] "
      + "[left@2 6.0,6.0; finger 0.0,0.0 cancelled]"
  ),
  (
    "PAN-15 a wheel is not cancelled", "e1:5,5 f vd1 f l f", "[entered@1 5.0,5.0] [wheel 0.0,48.0 steps 0,120] [left@1 5.0,5.0]"
  ),
  ("WPO-5 a wheel does not stop", "e1:5,5 f vs f v3 vs f", "[entered@1 5.0,5.0] [wheel 0.0,3.0]"),
  ("WPO-5 sources are of one frame", "e1:5,5 f sc v3 f v3 f", "[entered@1 5.0,5.0] [continuous 0.0,3.0] [wheel 0.0,3.0]"),
  ("WPO-5 nowhere", "v10 vd1 f e1:5,5 f", "[entered@1 5.0,5.0]"),
  (
    "WPO-5 absurd", "e1:5,5 f vnan v1e30 f vu2147483647 vu2147483647 hd2147483647 f",
    "[entered@1 5.0,5.0] [wheel 1048576.0,1048576.0 steps 1048576,1048576]"
  ),
  ("WPO-6", "e1:5,5 f m6,6 c f", "[entered@1 5.0,5.0] [left@1 5.0,5.0]"),
  ("WPO-6 held", "e1:5,5 p0 f c r0 f", "[entered@1 5.0,5.0; left@1 5.0,5.0; down A 5.0,5.0 b1] [cancelled A 5.0,5.0 b1]"),
  (
    "WTC-8 for a pointer", "e1:5,5 p0 f x2 x1 m6,6 r0 f",
    "[entered@1 5.0,5.0; left@1 5.0,5.0; down A 5.0,5.0 b1] [cancelled A 5.0,5.0 b1]"
  ),
  ("WTC-8 before the frame", "e1:5,5 x1 p0 f", ""),
  (
    "WDE-4", "e1:5,5 p0 f w1 m6,6 r0 f m7,7 f",
    "[entered@1 5.0,5.0; left@1 5.0,5.0; down A 5.0,5.0 b1] [cancelled A 5.0,5.0 b1] [entered@1 6.0,6.0] [moved@1 7.0,7.0]"
  ),
  (
    "WDE-4 without a release", "e1:5,5 p0 f w1 p0 f",
    "[entered@1 5.0,5.0; left@1 5.0,5.0; down A 5.0,5.0 b1] [cancelled A 5.0,5.0 b1] [down B 5.0,5.0 b1]"
  ),
  ("bad input: no number", "e1:nan,1 m1,1 f e1:5,5 mnan,1 minf,1 f", "[entered@1 5.0,5.0]"),
  ("an enter on the same surface is a motion", "e1:5,5 f e1:6,6 f", "[entered@1 5.0,5.0] [moved@1 6.0,6.0]"),
  (
    "WEM-2: modifiers are told to those who hover", "kc e1:5,5 f k kc f",
    "[entered@1 5.0,5.0 ctrl] [moved@1 5.0,5.0] [moved@1 5.0,5.0 ctrl]"
  ),
]

@Suite struct `A pointer frame assembler` {
  @Test func `follows the rules WPO-1 to WPO-6 and TO-13`() {
    let results = table.map { "\($0.rule): \(PointerBench.play($0.script))" }
    #expect(results.joined(separator: "\n") == table.map { "\($0.rule): \($0.events)" }.joined(separator: "\n"))
  }

  @Test func `marks its touches as a pointer's and its frames with the modifiers`() {
    var bench = PointerBench()
    bench.play("kc e1:5,5 p0 f")
    guard case .touches(let frame) = bench.output.last else {
      Issue.record("No touch.")
      return
    }
    #expect(frame.modifiers == .control)
    #expect(frame.samples.map(\.kind) == [.indirectPointer])
    #expect(bench.assembler.serial(of: frame.samples[0].contact) == 0)
  }

  @Test func `uses the same storage for every movement`() {
    var bench = PointerBench()
    bench.play("e1:5,5 p0 f")
    var addresses: Set<UInt> = []
    for step in 0..<100 {
      bench.play("m\(step),0 f")
      guard case .touches(let frame) = bench.output.last else { continue }
      addresses.insert(frame.samples.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) })
    }
    // The bench itself keeps the last frame while the next is made, so there are two at most.
    #expect(addresses.count <= 2)
  }
}
