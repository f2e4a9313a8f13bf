import EaselGeometry
import EaselInputEvents
import EaselPlatform
import EaselPlatformLinux
import EaselRaster
import Testing

@testable import EaselFakeCompositor
@testable import EaselPlatformWayland

@Suite struct FrameTests {
  private let bare = ["EASEL_DECORATIONS": "none"]
  private let plain = Offer.usual.without(.zxdgDecorationManagerV1, .wpFractionalScaleManagerV1, .wpViewporter)

  private func start() throws -> (rig: WaylandRig, window: PaintingWindow) {
    let rig = try WaylandRig(plain, environment: bare)
    let window = try PaintingWindow(rig)
    rig.turn(3)
    return (rig, window)
  }

  @Test func `WFR-1 WFR-2 WFR-9: marks while a callback is outstanding make one paint when it comes`() throws {
    let (rig, window) = try start()
    rig.forgetTrace()
    for _ in 0..<5 {
      window.mark(PixelRect(x: 3, y: 4, width: 5, height: 6))
      rig.turn()
    }
    #expect(rig.windowTrace() == "" && window.surface?.isWaitingForFrame == true)
    rig.compositor.showFrame(at: 16)
    rig.turn()
    #expect(
      rig.windowTrace()
        == "surface#1.attach(buffer#2,0,0) surface#1.damage_buffer(3,4,5,6) surface#1.frame(callback#) surface#1.commit")
    #expect(rig.compositor.violations == [])
  }

  @Test func `WFR-3: an idle window costs no turn, no byte and no timer`() throws {
    let (rig, _) = try start()
    rig.compositor.showFrame(at: 16)
    rig.turn(2)
    rig.forgetTrace()
    #expect(rig.loop.nextDeadline == nil)
    for _ in 0..<10 { rig.advance(seconds: 1) }
    #expect(rig.compositor.takeTrace() == "" && rig.loop.nextDeadline == nil)
  }

  @Test func `WFR-3: after a stroke the last timer is gone within a second`() throws {
    let (rig, window) = try start()
    for step in 0..<100 {
      rig.compositor.showFrame(at: UInt32(step * 16))
      window.mark(PixelRect(x: step % 60, y: 0, width: 2, height: 2), byInput: true)
      rig.advance(seconds: 0.016)
    }
    rig.compositor.showFrame(at: 1700)
    rig.turn()
    rig.advance(seconds: 1)
    #expect(rig.loop.nextDeadline == nil && window.surface?.isPresenting == true)
  }

  @Test func `WFR-4 WFR-5: a callback withheld for a second means that nothing is shown, told once`() throws {
    let (rig, window) = try start()
    rig.advance(seconds: 0.9)
    #expect(window.presentingChanges == [])
    rig.advance(seconds: 0.2)
    rig.advance(seconds: 5)
    #expect(window.presentingChanges == [false])
    rig.compositor.showFrame(at: 16)
    rig.turn()
    #expect(window.presentingChanges == [false, true])
  }

  @Test func `SCB-6 WFR-6 WFR-10: timers wait for the callback, a small change by input does not`() throws {
    let (rig, window) = try start()
    let before = rig.compositor.surfaces[0].commitCount
    for _ in 0..<100 {
      window.mark()
      rig.advance(seconds: 0.001)
    }
    #expect(rig.compositor.surfaces[0].commitCount == before)
    rig.compositor.showFrame(at: 16)
    rig.turn()
    #expect(rig.compositor.surfaces[0].commitCount == before + 1)
    window.mark(PixelRect(x: 1, y: 1, width: 8, height: 8), byInput: true)
    rig.turn()
    #expect(rig.compositor.surfaces[0].commitCount == before + 2)
    #expect(rig.compositor.violations == [], "the second commit asks for no second callback")
  }

  @Test func `WFR-7: at most 16 rectangles, else their box; none, no commit; clipped to the window`() throws {
    let rig = try WaylandRig(plain, environment: bare)
    let window = TestWindow()
    window.surface = try rig.backend.makeSurface(
      SurfaceOptions(title: "T", applicationID: "t", preferredSize: Size(width: 200, height: 100)), delegate: window)
    rig.turn(2)
    window.paint(1)
    rig.turn()
    let surface = try #require(window.surface)
    var counts: [Int] = []
    for rects in [1, 16, 17, 60] {
      rig.compositor.showFrame(at: 16)
      rig.turn()
      rig.forgetTrace()
      var damage = Region()
      for index in 0..<rects { damage.formUnion(PixelRect(x: index * 3, y: index, width: 2, height: 1)) }
      if let slot = surface.beginFrame(damage: damage) { surface.present(slot, damage: damage, newestInput: nil) }
      rig.turn()
      counts.append(rig.windowTrace().split(separator: " ").filter { $0.contains("damage_buffer") }.count)
    }
    #expect(counts == [1, 16, 1, 1])
    rig.forgetTrace()
    let none = Region()
    if let slot = surface.beginFrame(damage: none) { surface.present(slot, damage: none, newestInput: nil) }
    rig.turn()
    #expect(rig.windowTrace() == "")
    let outside = Region(PixelRect(x: 190, y: 90, width: 500, height: 500))
    if let slot = surface.beginFrame(damage: outside) { surface.present(slot, damage: outside, newestInput: nil) }
    rig.turn()
    #expect(rig.windowTrace().contains("damage_buffer(190,90,10,10)"))
    #expect(rig.compositor.violations == [])
  }

  @Test func `WFR-8: a callback's time means nothing`() throws {
    let (rig, window) = try start()
    for time in [UInt32.max, 0, 5, UInt32.max] {
      window.mark()
      rig.compositor.showFrame(at: time)
      rig.turn()
    }
    #expect(window.paints == 5 && window.presentingChanges == [])
  }

  // MARK: Presentation (WPT)

  @Test func `WPT-1 WPT-3: the time from input to its showing, on the display's clock`() throws {
    let (rig, window) = try start()
    rig.backend.measuresLatency = true
    for step in 0..<20 {
      let surface = try #require(window.surface)
      let damage = Region(PixelRect(x: 0, y: 0, width: 4, height: 4))
      if let slot = surface.beginFrame(damage: damage) {
        surface.present(slot, damage: damage, newestInput: Timestamp(milliseconds: Int64(1000 + step * 16)))
      }
      rig.turn()
      rig.compositor.showFrame(at: UInt32(1000 + step * 16 + 20))
      rig.turn()
    }
    #expect(rig.backend.latencySummary == "p50 23.2 ms, p95 23.2 ms, p99 23.2 ms over 20 frames")
  }

  @Test func `WPT-2: nothing is asked while nothing is measured, and discarded feedback ends`() throws {
    let (rig, window) = try start()
    rig.forgetTrace()
    window.mark(PixelRect(x: 0, y: 0, width: 4, height: 4), byInput: true)
    rig.turn()
    #expect(rig.compositor.takeTrace(of: ["presentation"]) == "")
    rig.backend.measuresLatency = true
    for _ in 0..<2 {
      let surface = try #require(window.surface)
      let damage = Region(PixelRect(x: 0, y: 0, width: 4, height: 4))
      if let slot = surface.beginFrame(damage: damage) {
        surface.present(slot, damage: damage, newestInput: Timestamp(milliseconds: 1000))
      }
      rig.turn()
    }
    #expect(rig.compositor.takeTrace(of: ["presentation"]).split(separator: " ").count == 2)
    #expect(rig.backend.latencySummary == "no frames measured")
    rig.compositor.showFrame(at: 1010)
    rig.turn()
    #expect(rig.backend.latencySummary.hasSuffix("over 1 frames"))
  }

  @Test func `WPT-3: without the protocol frame callbacks are the estimate, and it says so`() throws {
    let rig = try WaylandRig(plain.without(.wpPresentation), environment: bare)
    let window = try PaintingWindow(rig)
    rig.turn(3)
    rig.compositor.showFrame(at: 1)
    rig.turn()
    rig.backend.measuresLatency = true
    let surface = try #require(window.surface)
    let damage = Region(PixelRect(x: 0, y: 0, width: 4, height: 4))
    if let slot = surface.beginFrame(damage: damage) { surface.present(slot, damage: damage, newestInput: rig.now) }
    rig.advance(seconds: 0.01)
    rig.compositor.showFrame(at: 1)
    rig.turn()
    #expect(rig.backend.latencySummary.hasSuffix("over 1 frames (by frame callbacks)"))
  }

  @Test func `WPT-4: an unknown refresh rate is no divisor, and hidden time is not measured`() throws {
    let (rig, window) = try start()
    rig.compositor.refreshNanoseconds = 0
    rig.backend.measuresLatency = true
    rig.advance(seconds: 2)
    #expect(window.surface?.isPresenting == false)
    let surface = try #require(window.surface)
    for input in [Timestamp(milliseconds: 1000), Timestamp(milliseconds: 2990)] {
      let damage = Region(PixelRect(x: 0, y: 0, width: 4, height: 4))
      if let slot = surface.beginFrame(damage: damage) { surface.present(slot, damage: damage, newestInput: input) }
      rig.turn()
      rig.compositor.showFrame(at: 3000)
      rig.turn()
    }
    #expect(rig.backend.latencySummary == "p50 11.6 ms, p95 11.6 ms, p99 11.6 ms over 1 frames")
  }
}
