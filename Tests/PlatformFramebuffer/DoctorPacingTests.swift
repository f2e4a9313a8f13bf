import EaselGeometry
import Testing

@testable import EaselPlatformFramebuffer

@Suite struct `What paces a screen, to the doctor` {
  private let waiter = FakeRefreshWaiter()

  /// What a framebuffer's refreshes are taken for whose driver answers so, one answer after the other.
  private func isTrue(_ answers: (count: Int, shortest: Double, longest: Double)?...) -> Bool {
    var answers = answers
    return RefreshClock.isTrue(waiter) { _, _ in
      guard !answers.isEmpty, let news = answers.removeFirst() else { return false }
      waiter.news = news
      return true
    }
  }

  @Test func `DOC-1, FFB-9: the vsync ioctl is measured as a program would, and let go`() {
    #expect(isTrue((1, 0.002, 0.002), (8, 0.016, 0.018)))
    #expect(waiter.calls == ["want 1", "want 8", "stop"])
    #expect(!isTrue((1, 0.002, 0.002), (8, 0.0001, 0.0001)))
    #expect(!isTrue((1, 0.002, 0.002), (8, 0.01, 0.02)))
    #expect(!isTrue((-25, 0, 0)))
    #expect(!isTrue((1, 0.002, 0.002), (-25, 0, 0)))
    #expect(!isTrue(nil))
    #expect(!isTrue((1, 0.002, 0.002), nil))
    #expect(waiter.calls.last == "stop")
  }

  @Test func `DOC-1: a framebuffer is paced by its vsync ioctl where that is true, else by a timer`() {
    let door = FakeFramebuffer(PixelSize(width: 8, height: 4))
    let without = Finding(path: "/dev/fb0", framebuffer: door) { _ in true }
    #expect(without.lines[0].hasSuffix(", paced by a timer at 60 a second"))
    #expect(without.value.json().includes(#""pacing": "timer""#))
    door.waiter = waiter
    let trusted = Finding(path: "/dev/fb0", framebuffer: door) { _ in true }
    #expect(trusted.lines[0].hasSuffix(", paced by the driver’s vsync ioctl"))
    #expect(trusted.value.json().includes(#""pacing": "vsync""#))
    let refused = Finding(path: "/dev/fb0", framebuffer: door) { _ in false }
    #expect(refused.lines[0].hasSuffix(", paced by a timer at 60 a second"))
  }

  @Test func `DOC-1, FKM-8: a card is paced by page flips at its mode's rate, and where nothing is plugged in by nothing`() {
    var connector = FakeCard.connector("HDMI-A-1", (8, 4))
    connector.modes[0].refresh = 50
    let plugged = Finding(path: "/dev/dri/card0", card: FakeCard([connector]))
    #expect(plugged.lines.last == "    paced by page flips, or by a timer at 50 a second if the card refuses them")
    #expect(plugged.value.json().includes(#""pacing": "pageFlip""#))
    connector.modes = []
    let empty = Finding(path: "/dev/dri/card0", card: FakeCard([connector]))
    #expect(empty.value.json().includes(#""pacing": null"#))
  }
}
