import EaselGeometry
import EaselInputEvents
import Testing

/// A rule, a script for `TouchBench`, and the frames that must come out.
private let table: [(rule: String, script: String, frames: String)] = [
  // One frame for all that comes before its marker, in order of arrival, whatever the windows.
  ("WTC-1", "d1 m1:5,5 d2@2 u1 f", "[down A, moved A 5.0,5.0, down B@2, up A 5.0,5.0]"),
  ("SCT-1", "d1 d2 f", "[down A, down B]"),
  ("SCT-7", "d7@1 d9@2 f c", "[down A, down B@2] [cancelled A, cancelled B@2]"),
  // Ids come back at once, numbers never.
  ("WTC-2", "d1 f u1 d1 f u1 f", "[down A] [up A 10.0,10.0, down B] [up B 10.0,10.0]"),
  ("SCT-8, WTC-3", "d3 f d3 f", "[down A] [cancelled A, down B]"),
  ("WTC-3 in one frame", "d3 d3 f u3 f", "[down A, cancelled A, down B] [up B 30.0,30.0]"),
  ("WTC-3 onto no window", "d3 f d3@- f m3:1,1 f u3 f", "[down A] [cancelled A]"),
  ("SCT-9, WTC-4", "m5:1,1 f u5 f s5:4,4 f o5:90 f", ""),
  ("WTC-4 after the end", "d1 f u1 f m1:1,1 s1:4,4 o1:1 u1 f", "[down A] [up A 10.0,10.0]"),
  ("SCT-3, WTC-5", "d1 f u1 t", "[down A] [up A 10.0,10.0]"),
  ("SCT-4", "d1 d2 f u1 t m2:3,3 f", "[down A, down B] [up A 10.0,10.0, moved B 3.0,3.0]"),
  ("WTC-5 only after an up", "d1 f m1:3,3 t f", "[down A] [moved A 3.0,3.0]"),
  ("WTC-5 and then the frame after all", "d1 f u1 t f t", "[down A] [up A 10.0,10.0]"),
  ("SCT-2, WTC-6", "d1 f c m1:3,3 f u1 f d1 f", "[down A] [cancelled A] [down B]"),
  ("WTC-6 forgets what waited", "d1 f m1:3,3 d2 c f d2 f", "[down A] [cancelled A] [down C]"),
  ("WTC-6 ends what had lifted in the group", "d1 d2 f u1 c f", "[down A, down B] [cancelled A, cancelled B]"),
  ("WTC-6 ends what was replaced in the group", "d1 f d1 c f", "[down A] [cancelled A]"),
  ("WTC-6 with nobody down", "c c f", ""),
  ("SCT-6, WTC-7", "d1@- f m1:1,1 f u1 f d1 f", "[down A]"),
  ("SCT-5, WTC-8", "d1 f x1 m1:3,3 f u1 f", "[down A] [cancelled A]"),
  ("WTC-8 before the frame of the down", "d1 x1 f m1:3,3 f u1 f", ""),
  ("WTC-8 before the frame of a motion", "d1 f m1:3,3 x1 f u1 f", "[down A] [cancelled A]"),
  ("WTC-8 before the frame of the up", "d1 f u1 x1 f", "[down A] [cancelled A]"),
  (
    "WTC-8 leaves the other window alone", "d1 d2@2 f m1:1,1 m2:2,2 x1 s2:4,4 f u2 f",
    "[down A, down B@2] [cancelled A] [moved B@2 2.0,2.0, moved B@2 2.0,2.0 r2.0] [up B@2 2.0,2.0 r2.0]"
  ),
  ("SCT-12, WTC-9", "d1 f m1:-3.5,801.25 f u1 f", "[down A] [moved A -3.5,801.25] [up A -3.5,801.25]"),
  (
    "SCT-13, WTC-10", "d1 f m1:3,3 s1:40,24 o1:-90 f m1:4,4 f",
    "[down A] [moved A 3.0,3.0 r20.0 o-90.0] [moved A 4.0,4.0 r20.0 o-90.0]"
  ),
  ("WTC-10 shape before motion", "d1 f s1:40,24 m1:3,3 m1:4,4 f", "[down A] [moved A 3.0,3.0 r20.0, moved A 4.0,4.0 r20.0]"),
  ("WTC-10 with the down", "d1 s1:8,6 f", "[down A r4.0]"),
  ("WTC-10 alone", "d1 f s1:8,6 f s1:8,6 f", "[down A] [moved A 10.0,10.0 r4.0]"),
  ("WTC-10 impossible", "d1 f s1:nan,nan s1:-4,-5 s1:1e30,1 o1:nan o1:1e9 f", "[down A]"),
  ("WTC-13, SCT-10", "d1 d2 d3 f c m1:1,1 u2 f", "[down A, down B, down C] [cancelled A, cancelled B, cancelled C]"),
  ("WTC-14", "d1 u1 f f f m1:1,1 f", "[down A, up A 10.0,10.0]"),
  ("EV-9", "d1 f m1:10,10 f m1:11,10 f", "[down A] [moved A 11.0,10.0]"),
  (
    "WEL-8: motions of one frame are all kept", "d1 f m1:1,1 m1:2,2 m1:3,3 f",
    "[down A] [moved A 1.0,1.0, moved A 2.0,2.0, moved A 3.0,3.0]"
  ),
  ("WDE-4", "d1 d2 f w1 m1:1,1 m2:2,2 f u1 u2 f", "[down A, down B] [cancelled A] [moved B 2.0,2.0] [up B 2.0,2.0]"),
  ("bad input: no number, too far", "d1:nan,1 d2:1,inf d3:1e300,0 f u1 u2 u3 f", ""),
  ("bad input: motion to no place", "d1 f m1:nan,nan m1:-1e9,0 f u1 f", "[down A] [up A 10.0,10.0]"),
  ("bad input: frames without events", "f f f t t c", ""),
]

@Suite struct `A touch frame assembler` {
  @Test func `follows the rules WTC-1 to WTC-14 and the scenarios SCT-1 to SCT-13`() {
    let results = table.map { "\($0.rule): \(TouchBench.play($0.script))" }
    #expect(results.joined(separator: "\n") == table.map { "\($0.rule): \($0.frames)" }.joined(separator: "\n"))
  }

  @Test func `gives a frame the newest time of its group and none that is earlier than before`() {
    var bench = TouchBench()
    bench.play("d1 +8 m1:1,1 f +8 m1:2,2 s1:4,4 f +-20 m1:3,3 f s1:6,6 f c")
    // WTS-4, WTC-1; a shape or a cancel has no time of its own and takes the newest.
    #expect(bench.frames.map { $0.time.nanoseconds / 1_000_000 } == [1008, 1016, 1016, 1016, 1016])
  }

  @Test func `follows forty contacts and more`() {
    // WTC-11, TO-19
    for count in [1, 10, 40, 100] {
      let ids = (1...count).map(String.init)
      var bench = TouchBench()
      bench.play(ids.map { "d" + $0 }.joined(separator: " ") + " f")
      bench.play(ids.map { "m\($0):5,5" }.joined(separator: " ") + " f")
      #expect(bench.assembler.liveCount == count)
      bench.play(ids.reversed().map { "u" + $0 }.joined(separator: " ") + " f")
      #expect(bench.frames.map(\.samples.count) == [count, count, count])
      #expect(Set(bench.frames.flatMap(\.samples).map(\.contact)).count == count)
    }
  }

  @Test func `remembers the serial of each contact's own down`() {
    // WTC-12, WDE-3
    var bench = TouchBench()
    bench.play("d1 f d2 f m1:1,1 f u2 f")
    #expect(bench.assembler.serial(of: ContactID(1)) == 1)
    #expect(bench.assembler.serial(of: ContactID(2)) == nil)
  }

  @Test func `uses the same storage for every frame`() {
    var bench = TouchBench()
    bench.play("d1 d2 f")
    var addresses: Set<UInt> = []
    for step in 0..<100 {
      bench.frames.removeAll()
      bench.play("m1:\(step),0 m2:\(step),1 f")
      let address = bench.frames[0].samples.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
      addresses.insert(address)
    }
    #expect(addresses.count <= 2)
  }
}
