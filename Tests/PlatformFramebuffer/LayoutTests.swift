import EaselGeometry
import EaselPlatform
import Testing

@testable import EaselPlatformFramebuffer

@Suite struct `A framebuffer's numbers` {
  /// A usual screen of 32 bits.
  private func usual(_ change: (inout FramebufferInfo) -> Void = { _ in }) -> FramebufferInfo {
    var info = FramebufferInfo(driver: "simple", memoryLength: 64 * 48 * 4, lineLength: 64 * 4)
    info.size = PixelSize(width: 64, height: 48)
    info.virtualSize = info.size
    info.bitsPerPixel = 32
    info.red = .init(offset: 16, length: 8)
    info.green = .init(offset: 8, length: 8)
    info.blue = .init(offset: 0, length: 8)
    change(&info)
    return info
  }

  private func outcome(_ change: (inout FramebufferInfo) -> Void) -> String {
    do {
      let layout = try FramebufferLayout(usual(change))
      return "start \(layout.start), stride \(layout.stride), length \(layout.length)"
    } catch {
      return error.description.split(separator: "”")[1].split(separator: ":")[0].trimmingPrefix(" ").description
    }
  }

  @Test func `FFB-5, FFB-8: a second page is used only where the driver has it already and can move to it`() throws {
    func pages(_ change: (inout FramebufferInfo) -> Void) throws -> [Int] {
      try FramebufferLayout(
        usual {
          $0.virtualSize.height = 96; $0.memoryLength = 256 * 96; $0.panStep = 1
          change(&$0)
        }
      ).pages
    }
    #expect(try pages { _ in } == [0, 48])
    #expect(try pages { $0.offset.y = 48 } == [48, 0])
    #expect(try pages { $0.panStep = 0 } == [0])
    #expect(try pages { $0.panStep = 5 } == [0])
    #expect(try pages { $0.virtualSize.height = 95 } == [0])
    #expect(try pages { $0.memoryLength -= 1 } == [0])
    #expect(try pages { $0.offset.y = 3 } == [3])
  }

  @Test func `SCP-2, FFB-3: rows may be longer than their pixels, and 0 stands for the virtual width`() {
    #expect(
      outcome {
        $0.lineLength = 300; $0.memoryLength = 300 * 48
      } == "start 0, stride 300, length 14400")
    #expect(
      outcome {
        $0.lineLength = 0; $0.virtualSize.width = 70; $0.memoryLength = 280 * 48
      } == "start 0, stride 280, length 13440")
  }

  @Test func `SCP-3: the visible part begins where the offsets say`() {
    let found = outcome {
      $0.size = PixelSize(width: 480, height: 800)
      $0.virtualSize = PixelSize(width: 800, height: 1600)
      $0.offset = PixelPoint(x: 8, y: 800)
      $0.lineLength = 3200
      $0.memoryLength = 3200 * 1600
    }
    #expect(found == "start \(800 * 3200 + 32), stride 3200, length \(3200 * 1600)")
  }

  @Test func `SCP-4, FFB-2, DSE-4: what does not fit together is refused with its numbers`() {
    let table: [(String, (inout FramebufferInfo) -> Void)] = [
      ("has pixels that we do not know", { $0.bitsPerPixel = 12 }),
      ("keeps its colours in planes", { $0.isPacked = false }),
      ("has pixels that we do not know", { $0.bitsPerPixel = 16 }),
      ("has pixels that we do not know", { $0.red.length = 0 }),
      ("has pixels that we do not know", { $0.red.offset = .max }),
      ("has pixels that we do not know", { $0.red.offset = 8 }),
      ("has pixels that we do not know", { $0.green.isReversed = true }),
      ("has pixels that we do not know", { $0.visual = .other }),
      ("has rows of 100 bytes, too short for its pixels", { $0.lineLength = 100 }),
      ("has 12287 bytes of memory, fewer than its pixels", { $0.memoryLength -= 1 }),
      ("is 64 × 0 pixels large", { $0.size.height = 0 }),
      ("is 4294967295 × 48 pixels large", { $0.size.width = Int(UInt32.max) }),
      ("has rows of 256 bytes, too short for its pixels", { $0.offset.x = Int(UInt32.max) }),
      ("has 12288 bytes of memory, fewer than its pixels", { $0.offset.y = 1 << 31 }),
    ]
    #expect(table.map { outcome($0.1) } == table.map(\.0))
  }

  @Test func `FFB-7: the bit fields decide the format, not the number of bits`() throws {
    func format(_ change: (inout FramebufferInfo) -> Void) throws -> PanelFormat { try FramebufferLayout(usual(change)).format }
    #expect(
      try format {
        $0.red.offset = 0; $0.blue.offset = 16
      } == .xbgr8888)
    let half: (inout FramebufferInfo) -> Void = {
      $0.bitsPerPixel = 16
      $0.red = .init(offset: 0, length: 5)
      $0.green = .init(offset: 5, length: 6)
      $0.blue = .init(offset: 11, length: 5)
    }
    #expect(try format(half) == .bgr565)
    #expect(
      try format {
        $0.bitsPerPixel = 8; $0.isGrey = true
      } == .grey8)
    #expect(
      try format {
        $0.bitsPerPixel = 8; $0.visual = .palette
      } == .palette8)
  }
}
