import EaselGeometry
import EaselInputEvents
import EaselPlatform
import EaselPlatformHeadless
import EaselPlatformLinux
import EaselRaster
import Testing

@testable import EaselPlatformFramebuffer

/// A framebuffer in our memory.
final class FakeFramebuffer: FramebufferDoor {
  var info: FramebufferInfo
  let memory: UnsafeMutableRawBufferPointer
  var calls: [String] = []
  /// The errno with which `map` is refused, or 0.
  var mapError: Int32 = 0
  /// Answers to the next writes; after them each write takes all.
  var writeAnswers: [Int32] = []
  /// Answers to the next pans; after them each pan is done.
  var panAnswers: [Int32] = []
  /// What is told of refreshes, if anybody can wait for them.
  var waiter: FakeRefreshWaiter?
  var colours: [[UInt16]]? = (0..<3).map { _ in [UInt16](repeating: 7, count: 256) }

  /// - Parameter pages: how many pictures its memory holds; with more than one it can be moved row by row.
  init(_ size: PixelSize, bits: Int = 32, pages: Int = 1) {
    info = FramebufferInfo(driver: "fake", memoryLength: size.area * bits / 8 * pages, lineLength: size.width * bits / 8)
    info.size = size
    info.virtualSize = PixelSize(width: size.width, height: size.height * pages)
    info.panStep = pages > 1 ? 1 : 0
    info.bitsPerPixel = bits
    if bits == 8 {
      info.visual = .palette
    } else {
      info.red = .init(offset: 16, length: 8)
      info.green = .init(offset: 8, length: 8)
      info.blue = .init(offset: 0, length: 8)
    }
    memory = .allocate(byteCount: info.memoryLength, alignment: 8)
    memory.initializeMemory(as: UInt8.self, repeating: 0)
  }

  isolated deinit {
    memory.deallocate()
  }

  func describe() throws(SystemError) -> FramebufferInfo { info }

  func map(_ length: Int) throws(SystemError) -> UnsafeMutableRawBufferPointer {
    guard mapError == 0 else { throw SystemError(action: "map", code: mapError) }
    return UnsafeMutableRawBufferPointer(rebasing: memory[..<length])
  }

  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Int32 {
    let count = writeAnswers.isEmpty ? Int32(bytes.count) : writeAnswers.removeFirst()
    if count > 0 {
      UnsafeMutableRawBufferPointer(rebasing: memory[offset...]).copyMemory(from: .init(rebasing: bytes[..<Int(count)]))
    }
    return count
  }

  func blank(_ isBlank: Bool) -> Int32 {
    calls.append(isBlank ? "blank" : "unblank")
    return -22
  }

  func palette() -> [[UInt16]]? { colours }

  func setPalette(_ colours: [[UInt16]]) -> Int32 {
    self.colours = colours
    return 0
  }

  func pan(to row: Int) -> Int32 {
    calls.append("pan to \(row)")
    return panAnswers.isEmpty ? 0 : panAnswers.removeFirst()
  }

  func makeRefreshWaiter() -> (any RefreshWaiter)? { waiter }
  func waitForDeferred() { calls.append("wait") }
}

/// Refreshes that come when a test says so.
final class FakeRefreshWaiter: RefreshWaiter {
  let channel: Int32 = -1
  var calls: [String] = []
  var news = (count: 0, shortest: 0.0, longest: 0.0)
  func want(_ count: Int) { calls.append("want \(count)") }
  func stop() { calls.append("stop") }

  func take() -> (count: Int, shortest: Double, longest: Double) {
    defer { news.count = 0 }
    return news
  }
}

@Suite struct `A framebuffer's screen` {
  private let loop = ManualLoop()
  private let listener = Listener()

  private func makeScreen(_ door: FakeFramebuffer) throws -> FramebufferScreen {
    let screen = try FramebufferScreen(name: "/dev/fb0", door: door, loop: loop, log: Log { _, _ in })
    screen.delegate = listener
    try screen.begin(.none)
    return screen
  }

  private func white(_ size: PixelSize) throws -> PanelLayers {
    let picture = try Bitmap(size: size, format: .xrgb32)
    for place in 0..<size.area { picture.pixels.storeBytes(of: 0xFFFFFF as UInt32, toByteOffset: place * 4, as: UInt32.self) }
    return PanelLayers(picture: picture, pointer: nil)
  }

  /// The bytes that are not zero, as a range of places.
  private func written(_ door: FakeFramebuffer) -> [Int] {
    door.memory.indices.filter { door.memory[$0] != 0 }
  }

  @Test func `FFB-6, FFB-14, FKM-18: damage is written in the same turn, and nothing else; unblanking may fail`() throws {
    let door = FakeFramebuffer(PixelSize(width: 8, height: 4))
    let screen = try makeScreen(door)
    try screen.show(white(screen.panel), damage: Region(PixelRect(screen.panel)))
    #expect(written(door).count == door.memory.count)
    door.memory.initializeMemory(as: UInt8.self, repeating: 0)
    try screen.show(white(screen.panel), damage: Region(PixelRect(x: 2, y: 1, width: 2, height: 2)))
    #expect(written(door) == Array(40..<48) + Array(72..<80))
    #expect(door.calls == ["unblank"])
  }

  @Test func `FFB-9: without a word from the driver the next frame comes at 60 a second`() throws {
    let screen = try makeScreen(FakeFramebuffer(PixelSize(width: 8, height: 4)))
    for _ in 0..<60 {
      try screen.show(white(screen.panel), damage: Region(PixelRect(x: 0, y: 0, width: 8, height: 4)))
      while listener.heard.isEmpty { loop.advance(bySeconds: 0.001) }
      listener.heard.removeAll()
    }
    #expect(abs(loop.now.seconds - 59.0 / 60) < 0.07)
  }

  @Test func `FFB-11: what cannot be mapped is written row by row, through interruptions and short writes`() throws {
    let door = FakeFramebuffer(PixelSize(width: 8, height: 4))
    door.mapError = 19
    let screen = try makeScreen(door)
    try screen.show(white(screen.panel), damage: Region(PixelRect(screen.panel)))
    door.memory.initializeMemory(as: UInt8.self, repeating: 0)
    door.writeAnswers = [-4, 3]
    try screen.show(white(screen.panel), damage: Region(PixelRect(x: 2, y: 1, width: 2, height: 2)))
    #expect(written(door) == Array(40..<48) + Array(72..<80))
  }

  @Test func `FFB-15: a device that is gone is told once, and nothing traps`() throws {
    let door = FakeFramebuffer(PixelSize(width: 8, height: 4))
    door.mapError = 19
    door.writeAnswers = [-19]
    let screen = try makeScreen(door)
    for _ in 0..<3 { try screen.show(white(screen.panel), damage: Region(PixelRect(x: 0, y: 0, width: 8, height: 1))) }
    #expect(listener.heard.filter { $0 == "gone" }.count == 1)
  }

  @Test func `FFB-7, FFB-16: a palette is set, and given back at the end with a cleared screen`() throws {
    let door = FakeFramebuffer(PixelSize(width: 8, height: 4), bits: 8)
    let old = door.colours
    let screen = try makeScreen(door)
    #expect(door.colours?.map(\.last) == [65534, 65534, 65535])
    try screen.show(white(screen.panel), damage: Region(PixelRect(x: 0, y: 0, width: 8, height: 4)))
    #expect(written(door).count == 32)
    screen.close()
    #expect(door.colours == old && written(door) == [])
  }

  @Test func `FFB-4: numbers that changed while it was away are read again`() throws {
    let door = FakeFramebuffer(PixelSize(width: 8, height: 4))
    let screen = try makeScreen(door)
    screen.pause()
    door.info.size = PixelSize(width: 4, height: 4)
    try screen.resume()
    #expect(listener.heard == ["changed"] && screen.panel == PixelSize(width: 4, height: 4))
  }

  @Test(arguments: ["fb_ili9341", "fb_st7789v", "fb_agm1264k-fl", "udlfb", "smscufx", "Solomon SSD1307"])
  func `FFB-10: of a driver that shows late is paced at 30 a second, and its memory stays a while`(driver: String) throws {
    let door = FakeFramebuffer(PixelSize(width: 8, height: 4))
    door.info.driver = driver
    door.info.refreshInterval = 1.0 / 60
    door.waiter = FakeRefreshWaiter()
    let screen = try makeScreen(door)
    for _ in 0..<30 {
      try screen.show(white(screen.panel), damage: Region(PixelRect(screen.panel)))
      while listener.heard.isEmpty { loop.advance(bySeconds: 0.001) }
      listener.heard.removeAll()
    }
    #expect(abs(loop.now.seconds - 29.0 / 30) < 0.07 && door.waiter?.calls == [])
    screen.close()
    #expect(door.calls == ["unblank", "wait"] && written(door).allSatisfy { $0 % 4 == 3 })
    let doctor = Finding(path: "/dev/fb0", framebuffer: door) { _ in true }
    #expect(
      doctor.lines[0].hasSuffix(
        ", paced by a timer at 30 a second, whose driver shows what is written a little later"))
  }

  @Test func `FFB-10: of any other driver goes at once, and so does one that is somebody else's or written row by row`() throws
  {
    for driver in ["simpledrmdrmfb", "vesafb", "BCM2708 FB", "", "fb"] {
      let door = FakeFramebuffer(PixelSize(width: 8, height: 4))
      door.info.driver = driver
      try makeScreen(door).close()
      #expect(door.calls == ["unblank"], "\(driver)")
    }
    let away = FakeFramebuffer(PixelSize(width: 8, height: 4))
    away.info.driver = "udlfb"
    let screen = try makeScreen(away)
    screen.pause()
    screen.close()
    let rows = FakeFramebuffer(PixelSize(width: 8, height: 4))
    (rows.info.driver, rows.mapError) = ("udlfb", 19)
    try makeScreen(rows).close()
    #expect(away.calls == ["unblank"] && rows.calls == ["unblank"])
  }

  @Test func `FFB-13: a size that is nonsense is unknown`() throws {
    let door = FakeFramebuffer(PixelSize(width: 8, height: 4))
    for (width, isKnown) in [(-1, false), (0, false), (19, false), (260, true), (5001, false)] {
      door.info.millimeters = PixelSize(width: width, height: 190)
      #expect((try makeScreen(door).millimeters != nil) == isKnown)
    }
  }
}
