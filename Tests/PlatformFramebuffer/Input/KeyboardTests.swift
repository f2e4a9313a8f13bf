import EaselInputEvents
import EaselPlatform
import Testing

@testable import EaselPlatformFramebuffer

@Suite struct `A keyboard without a compositor` {
  @Test func `types`() throws {
    let keyboard = FakeDevice.keyboard()
    let bench = try InputBench(keyboard)
    bench.fake.play(
      [(30, true), (30, false), (42, true), (30, true), (30, false), (42, false)].map { bench.key($0.0, $0.1, keyboard) })
    #expect(bench.taken() == "<down 30 “a”> <up 30> <down 42> <down 30 “A” m1> <up 30 m1> <up 42 m1>")
  }
}
