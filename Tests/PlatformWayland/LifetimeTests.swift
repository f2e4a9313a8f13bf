import EaselGeometry
import Glibc
import Testing

@testable import EaselFakeCompositor
@testable import EaselKeyboard
@testable import EaselPlatformWayland

/// What a window has taken is given back: ours when it is replaced, all when the connection goes.
@Suite struct LifetimeTests {
  @Test(arguments: [false, true])
  func `A window resized a hundred times keeps a few pools, and none after its end`(isKilled: Bool) throws {
    let before = poolDescriptors()
    do {
      let rig = try WaylandRig()
      let window = try rig.makeWindow(width: 64, height: 48)
      let toplevel = try #require(rig.compositor.toplevels.first)
      for step in 0..<100 as Range<Int32> {
        _ = toplevel.configure(width: 40 + step * 9 % 400, height: 50 + step * 7 % 300)
        rig.advance(seconds: 0.016)
        window.paint(1, PixelRect(x: 1, y: 3, width: 4, height: 4))
        rig.compositor.showFrame(at: UInt32(step))
        rig.turn()
      }
      // Each pool is counted twice, since both sides hold it.
      #expect(poolDescriptors() - before <= 2 * 8)
      if isKilled { rig.compositor.kill() }
      rig.turn(2)
    }
    #expect(poolDescriptors() == before)
  }

  @Test func `A keymap context goes with its seats, its cached keymaps with it`() throws {
    weak var context: XKBContext?
    do {
      let kept = try #require(XKBContext())
      context = kept
      #expect(kept.keymap(text: Array(FakeSeat.smallKeymap.utf8)) != nil)
    }
    #expect(context == nil)
  }

  /// Descriptors of this process that name a window's pixels.
  private func poolDescriptors() -> Int {
    (0..<4096).count { descriptor in
      var target = [CChar](repeating: 0, count: 64)
      guard readlink("/proc/self/fd/\(descriptor)", &target, 63) > 0 else { return false }
      return String(decoding: target.map { UInt8(bitPattern: $0) }, as: UTF8.self).contains("easel-pixels")
    }
  }
}
