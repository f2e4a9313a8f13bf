import EaselAllocations
import EaselGeometry
import EaselInputEvents
import EaselPlatform
import EaselPlatformHeadless
import EaselPlatformLinux
import EaselRaster
import Testing

@testable import EaselPlatformFramebuffer

/// What a moved finger must not cost on a bare screen.
@Suite(.enabled(if: allocations_of_this_thread() >= 0, "a sanitizer has an allocator of its own"))
struct `A moved finger's damage` {
  private let loop = StillLoop()
  private let size = PixelSize(width: 64, height: 48)

  /// How often memory is allocated while small rectangles come from all over the screen, a frame each; the first ones may.
  private func allocations(on screen: any Screen) throws -> Int {
    try screen.begin(.quarter)
    let view = PixelSize(width: size.height, height: size.width)
    let layers = PanelLayers(picture: try Bitmap(size: view, format: .xrgb32), pointer: nil)
    screen.show(layers, damage: Region(PixelRect(view)))
    var damage = Region()
    var count = 0
    for step in 0..<60 {
      damage.removeAll()
      damage.formUnion(PixelRect(x: step % 40, y: step * 7 % 50, width: 5, height: 4))
      let before = allocations_of_this_thread()
      screen.show(layers, damage: damage)
      if step >= 20 { count += allocations_of_this_thread() - before }
    }
    return count
  }

  @Test func `the counter counts`() {
    let before = allocations_of_this_thread()
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 8)
    bytes.deallocate()
    #expect(allocations_of_this_thread() > before)
  }

  @Test func `FFB-6: is copied into a framebuffer without any allocation`() throws {
    let door = FakeFramebuffer(size)
    let screen = try FramebufferScreen(name: "/dev/fb0", door: door, loop: loop, log: Log { _, _ in })
    #expect(try allocations(on: screen) == 0)
  }

  @Test func `FKM-18: is copied into a card's buffer, and told to the driver, without any allocation`() throws {
    let card = QuietCard(size)
    let screen = try CardScreen(
      path: "/dev/dri/card0", door: card, wish: CardWish(), managesMaster: true, loop: loop, log: Log { _, _ in })
    #expect(try allocations(on: screen) == 0)
    #expect(card.dirtyCount == 61)
  }

  @Test func `FKM-10: the kernel's own call for damage allocates nothing, and neither does reading what was flipped`() {
    // A descriptor that is no card's: the calls are made and refused.
    let door = CardFile(fileDescriptor: -1)
    let rects = [PixelRect](repeating: PixelRect(x: 1, y: 2, width: 3, height: 4), count: 16)
    let before = allocations_of_this_thread()
    let answers = (door.markDirty(1, rects), door.readFlips(of: 1))
    #expect(allocations_of_this_thread() - before == 0)
    #expect(answers == (-9, -9))
  }
}

/// A loop in which no time goes by: the queue of timers, whose tests are elsewhere, allocates in a debug build.
private final class StillLoop: EventLoop {
  private final class Timer: LoopTimer {
    var deadline: Timestamp?
    func arm(at deadline: Timestamp) { self.deadline = nil }
    func disarm() {}
  }

  private let inner = ManualLoop()
  var now: Timestamp { inner.now }
  func run() { inner.run() }
  func stop() { inner.stop() }
  func makeTimer(_ action: @escaping (Timestamp) -> Void) -> any LoopTimer { Timer() }
  func addHook(_ stage: HookStage, _ action: @escaping () -> Void) -> LoopHook { inner.addHook(stage, action) }
  nonisolated func post(_ work: @escaping @Sendable @MainActor () -> Void) {}
  func drainInput() {}
}

/// A card that writes nothing down but a number.
private final class QuietCard: CardDoor {
  let fileDescriptor: Int32 = -1
  private let connector: CardConnector
  private let memory: UnsafeMutableRawBufferPointer
  private(set) var dirtyCount = 0

  init(_ size: PixelSize) {
    connector = FakeCard.connector("DP-1", id: 1, (size.width, size.height))
    memory = .allocate(byteCount: size.area * 4, alignment: 8)
  }

  isolated deinit {
    memory.deallocate()
  }

  func hasDumbBuffers() -> Bool { true }
  func preferredDepth() -> Int { 24 }
  func resources() -> (connectors: [UInt32], crtcs: [UInt32]) { ([1], [40, 41]) }
  func connector(_ id: UInt32) -> CardConnector { connector }
  func encoder(_ id: UInt32) -> (crtc: UInt32, possible: UInt32)? { (0, 2) }
  func state(of crtc: UInt32) -> CardState? { nil }
  func setState(_ state: CardState, of crtc: UInt32, connector: UInt32) -> Int32 { 0 }
  func hideCursor(of crtc: UInt32) -> Int32 { 0 }
  func endBuffer(_ buffer: CardBuffer) {}
  func flip(_ crtc: UInt32, to framebuffer: UInt32) -> Int32 { 0 }
  func setMaster() -> Int32 { 0 }
  func dropMaster() -> Int32 { 0 }
  func readFlips(of crtc: UInt32) -> Int32 { 0 }

  func makeBuffer(_ size: PixelSize, bits: Int) -> CardBuffer {
    // Both buffers may be one: nobody looks at them.
    CardBuffer(
      framebuffer: 1, stride: connector.modes[0].size.width * 4, memory: memory.baseAddress!, handle: 1,
      size: UInt64(memory.count))
  }

  func markDirty(_ framebuffer: UInt32, _ rects: [PixelRect]) -> Int32 {
    dirtyCount += 1
    return 0
  }
}
