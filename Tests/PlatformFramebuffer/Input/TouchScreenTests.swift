internal import CEaselLibinput
import EaselGeometry
import EaselInputEvents
import EaselPlatform
import Testing

@testable import EaselPlatformFramebuffer

@Suite struct `A touchscreen` {
  @Test func `tells the changes of a frame together (LTC-1)`() throws {
    let screen = FakeDevice.screen()
    let bench = try InputBench(screen)
    bench.fake.play(bench.down(0, 10, 20, screen), bench.down(1, 30, 40, screen), bench.frame(screen))
    bench.fake.play(bench.motion(0, 11, 20, screen), bench.motion(1, 30, 41, screen), bench.frame(screen))
    bench.fake.play(bench.up(0, screen), bench.frame(screen), bench.frame(screen))
    #expect(bench.taken() == "[down A 10,20, down B 30,40] [moved A 11,20, moved B 30,41] [up A]")
    #expect(bench.fake.misuses == [] && bench.fake.eventsAlive == 0)
  }

  @Test func `tells fingers apart by the seat's slots (LTC-2)`() throws {
    let screens = [FakeDevice.screen("event0"), .screen("event1")]
    let bench = try InputBench(screens[0], screens[1])
    bench.fake.play(bench.down(0, 1, 1, screens[0]), bench.down(7, 2, 2, screens[1]), bench.frame(screens[1]))
    bench.fake.play(bench.frame(screens[0]), bench.up(7, screens[0]), bench.frame(screens[0]), bench.up(7, screens[1]))
    #expect(bench.taken() == "[down B 2,2] [down A 1,1] [up B]")
  }

  @Test func `cancels one finger and lets the others go on (LTC-3, SC-2)`() throws {
    let screen = FakeDevice.screen()
    let bench = try InputBench(screen)
    bench.fake.play(bench.down(0, 10, 20, screen), bench.down(1, 30, 40, screen), bench.frame(screen))
    bench.fake.play(bench.cancel(0, screen), bench.frame(screen), bench.motion(0, 1, 1, screen), bench.frame(screen))
    bench.fake.play(bench.up(0, screen), bench.motion(1, 30, 50, screen), bench.frame(screen))
    #expect(bench.taken() == "[down A 10,20, down B 30,40] [cancelled A] [moved B 30,50]")
    #expect(bench.fake.misuses == [])
  }

  @Test func `does not know the size of fingers (LTC-5)`() throws {
    let screen = FakeDevice.screen()
    let bench = try InputBench(screen)
    bench.fake.play(bench.down(0, 10, 20, screen), bench.frame(screen))
    _ = bench.taken()
    guard case .touches(let frame)? = bench.events.last else { throw InputBench.Missing() }
    #expect(frame.samples[0].majorRadius == nil && frame.samples[0].orientation == nil && frame.samples[0].kind == .direct)
  }

  @Test func `without frames does not fill the memory (DLI-8)`() throws {
    let screen = FakeDevice.screen()
    let bench = try InputBench(screen)
    bench.fake.play(bench.down(0, 1, 1, screen))
    bench.fake.play((0..<10_000).map { bench.motion(0, Double($0 % 400), 5, screen) })
    #expect(bench.taken().hasPrefix("[down A 1,1, moved"))
  }

  @Test func `bears what makes no sense (LTC-4)`() throws {
    let screen = FakeDevice.screen()
    let bench = try InputBench(screen)
    bench.fake.play(bench.motion(3, 1, 1, screen), bench.up(3, screen), bench.cancel(3, screen), bench.frame(screen))
    bench.fake.play(bench.down(3, 1, 1, screen), bench.frame(screen), bench.down(3, 2, 2, screen), bench.frame(screen))
    bench.fake.play(bench.up(3, screen))  // and no frame
    #expect(bench.taken() == "[down A 1,1] [cancelled A, down B 2,2] [up B]")
  }
}
