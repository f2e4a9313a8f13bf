import EaselGeometry
import EaselInputEvents
import EaselPlatform
import EaselPlatformHeadless
import EaselPlatformLinux
import EaselRaster
import Testing

@testable import EaselPlatformFramebuffer

/// A card that keeps its buffers in our memory, answers as it is told and writes down what it was asked.
final class FakeCard: CardDoor {
  let fileDescriptor: Int32 = -1
  var connectors: [CardConnector]
  var calls: [String] = []
  /// Answers to come for a call, by its first word; what has none succeeds.
  var answers: [String: [Int32]] = [:]
  var depth = 24
  var finished: [UInt32]? = []
  private var last: UInt32 = 0
  private(set) var buffers: [UInt32: (bytes: UnsafeMutableRawBufferPointer, stride: Int)] = [:]

  init(_ connectors: [CardConnector]) {
    self.connectors = connectors
  }

  isolated deinit {
    for (bytes, _) in buffers.values { bytes.deallocate() }
  }

  /// A screen that is plugged in, with modes of these sizes, the first one preferred.
  static func connector(_ name: String = "HDMI-A-1", id: UInt32 = 1, _ sizes: (Int, Int)...) -> CardConnector {
    var connector = CardConnector(id: id, name: name, isInternal: false, connection: .connected, encoder: 5, encoders: [5])
    connector.modes = sizes.enumerated().map { place, size in
      CardMode(raw: [UInt8(place)], size: PixelSize(width: size.0, height: size.1), refresh: 60, isPreferred: place == 0)
    }
    return connector
  }

  /// The first pixel of a row of the buffer that is shown, as a word.
  func pixel(_ framebuffer: UInt32, x: Int, y: Int) -> UInt32 {
    guard let (bytes, stride) = buffers[framebuffer] else { return 0 }
    return bytes.load(fromByteOffset: y * stride + x * 4, as: UInt32.self)
  }

  private func answer(_ call: String) -> Int32 {
    calls.append(call)
    let name = String(call.split(separator: " ")[0])
    guard var left = answers[name], !left.isEmpty else { return 0 }
    let first = left.removeFirst()
    answers[name] = left
    return first
  }

  func takeCalls() -> String {
    defer { calls.removeAll() }
    return calls.joined(separator: ", ")
  }

  func hasDumbBuffers() -> Bool { true }
  func preferredDepth() -> Int { depth }
  func resources() throws(SystemError) -> (connectors: [UInt32], crtcs: [UInt32]) { (connectors.map(\.id), [40, 41]) }

  func connector(_ id: UInt32) throws(SystemError) -> CardConnector {
    guard let found = connectors.first(where: { $0.id == id }) else { throw SystemError(action: "ask", code: 2) }
    return found
  }

  func encoder(_ id: UInt32) -> (crtc: UInt32, possible: UInt32)? { id == 5 ? (0, 2) : nil }
  func state(of crtc: UInt32) -> CardState? { CardState(framebuffer: 99, mode: connectors.first?.modes.last) }

  func setState(_ state: CardState, of crtc: UInt32, connector: UInt32) -> Int32 {
    answer("mode \(state.mode?.size.width ?? 0) of \(crtc) shows \(state.framebuffer)")
  }

  func hideCursor(of crtc: UInt32) -> Int32 { -6 }

  func makeBuffer(_ size: PixelSize, bits: Int) throws(SystemError) -> CardBuffer {
    let result = answer("buffer \(bits)")
    guard result >= 0 else { throw SystemError(action: "make a buffer", code: -result) }
    last += 1
    let stride = size.width * bits / 8 + 64
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: stride * size.height, alignment: 8)
    bytes.initializeMemory(as: UInt8.self, repeating: 0)
    buffers[last] = (bytes, stride)
    return CardBuffer(framebuffer: last, stride: stride, memory: bytes.baseAddress!, handle: last, size: UInt64(bytes.count))
  }

  func endBuffer(_ buffer: CardBuffer) {
    calls.append("end \(buffer.framebuffer)")
    buffers.removeValue(forKey: buffer.framebuffer)?.bytes.deallocate()
  }

  func flip(_ crtc: UInt32, to framebuffer: UInt32) -> Int32 { answer("flip to \(framebuffer)") }

  func markDirty(_ framebuffer: UInt32, _ rects: [PixelRect]) -> Int32 {
    answer("dirty \(framebuffer): " + rects.map { "\($0.x) \($0.y) \($0.width) \($0.height)" }.joined(separator: "; "))
  }

  func setMaster() -> Int32 { answer("master") }
  func dropMaster() -> Int32 { answer("drop") }
  func readFlips(of crtc: UInt32) -> Int32 { finished.map { Int32($0.filter { $0 == crtc }.count) } ?? -19 }
}

/// Writes down what a screen tells.
final class Listener: ScreenDelegate {
  var heard: [String] = []
  func screenIsReady(_ screen: any Screen) { heard.append("ready") }
  func screenDidChange(_ screen: any Screen) { heard.append("changed") }
  func screenIsGone(_ screen: any Screen) { heard.append("gone") }
  func screen(_ screen: any Screen, didFail error: BackendError) { heard.append("failed") }
}

@Suite struct `A card's screen` {
  private let loop = ManualLoop()
  private let card = FakeCard([FakeCard.connector("HDMI-A-1", id: 1, (64, 48), (32, 24))])
  private let listener = Listener()

  private func makeScreen(_ orientation: Orientation = .none, wish: CardWish = CardWish()) throws -> CardScreen {
    let screen = try CardScreen(
      path: "/dev/dri/card0", door: card, wish: wish, managesMaster: true, loop: loop, log: Log { _, _ in })
    screen.delegate = listener
    try screen.begin(orientation)
    card.calls.removeAll()
    return screen
  }

  private func show(_ rect: PixelRect, on screen: CardScreen, color: UInt32 = 0xFFFFFF) throws {
    let picture = try Bitmap(size: PixelSize(width: 64, height: 48), format: .xrgb32)
    for place in 0..<64 * 48 { picture.pixels.storeBytes(of: color, toByteOffset: place * 4, as: UInt32.self) }
    screen.show(PanelLayers(picture: picture, pointer: nil), damage: Region(rect))
  }

  private let all = PixelRect(x: 0, y: 0, width: 64, height: 48)
  private let small = PixelRect(x: 3, y: 4, width: 5, height: 6)

  @Test func `FKM-7, FKM-10, FKM-11: shows the first frame by a mode and later ones by flips`() throws {
    let screen = try makeScreen()
    try show(all, on: screen)
    #expect(card.takeCalls() == "mode 64 of 41 shows 1, dirty 1: 0 0 64 48")
    loop.advance(bySeconds: 0.1)
    try show(all, on: screen)
    #expect(card.takeCalls() == "flip to 2")
    // Another CRTC's event is none of ours (FKM-11).
    card.finished = [40]
    screen.process(.readable)
    loop.advance(bySeconds: 0.1)
    #expect(listener.heard == ["ready"])
    card.finished = [41]
    screen.process(.readable)
    loop.advance(bySeconds: 0.1)
    #expect(listener.heard == ["ready", "ready"])
  }

  @Test func `FFB-15: a card that is gone is told, whichever call says so, and the pace goes on`() throws {
    for call in ["mode", "dirty", "flip", "read"] {
      let screen = try makeScreen()
      listener.heard.removeAll()
      card.answers[call] = [-19]
      try show(all, on: screen)
      if call == "flip" { try show(all, on: screen) }
      card.finished = call == "read" ? nil : []
      if call == "read" { screen.process(.readable) }
      loop.advance(bySeconds: 0.1)
      #expect(listener.heard == ["gone", "ready"], "\(call)")
    }
  }

  @Test func `FKM-18: small damage goes straight into the buffer that is shown, and into the other one by its age`() throws {
    let screen = try makeScreen()
    try show(all, on: screen, color: 0x111111)
    _ = card.takeCalls()
    try show(small, on: screen, color: 0x222222)
    #expect(card.takeCalls() == "dirty 1: 3 4 5 6")
    #expect(card.pixel(1, x: 3, y: 4) == 0xFF22_2222 && card.pixel(1, x: 2, y: 4) == 0xFF11_1111)
    #expect(card.pixel(2, x: 3, y: 4) == 0)
    try show(all, on: screen, color: 0x333333)
    #expect(card.pixel(2, x: 63, y: 47) == 0xFF33_3333)
  }

  @Test func `FKM-7: a flip that is refused as busy is tried again and loses no damage`() throws {
    let screen = try makeScreen()
    try show(all, on: screen)
    card.answers["flip"] = [-16]
    _ = card.takeCalls()
    try show(all, on: screen)
    loop.advance(bySeconds: 0.02)
    #expect(card.takeCalls() == "flip to 2, flip to 2")
  }

  @Test func `FKM-7: a driver that cannot flip gets everything in one buffer`() throws {
    let screen = try makeScreen()
    try show(all, on: screen)
    card.answers["flip"] = [-22]
    _ = card.takeCalls()
    try show(all, on: screen)
    try show(all, on: screen)
    #expect(card.takeCalls() == "flip to 2, dirty 1: 0 0 64 48, dirty 1: 0 0 64 48")
  }

  @Test func `FKM-9: events that do not come are waited for three times`() throws {
    let screen = try makeScreen()
    try show(all, on: screen)
    for _ in 0..<3 {
      try show(all, on: screen)
      loop.advance(bySeconds: 0.4)
    }
    _ = card.takeCalls()
    try show(all, on: screen)
    #expect(card.takeCalls().hasPrefix("dirty"))
  }

  @Test func `FKM-8: a card that flips at once is paced at its mode's rate all the same`() throws {
    let screen = try makeScreen()
    try show(all, on: screen)
    loop.advance(bySeconds: 0.1)
    listener.heard.removeAll()
    let start = loop.now
    for _ in 0..<60 {
      try show(all, on: screen)
      card.finished = [41]
      screen.process(.readable)
      while listener.heard.isEmpty { loop.advance(bySeconds: 0.001) }
      listener.heard.removeAll()
    }
    #expect(loop.now.seconds - start.seconds > 0.8)
  }

  @Test func `FKM-12: under a seat manager being master is not our business`() throws {
    let screen = try CardScreen(
      path: "card", door: card, wish: CardWish(), managesMaster: false, loop: loop, log: Log { _, _ in })
    screen.pause()
    try screen.resume()
    screen.close()
    #expect(card.takeCalls() == "mode 32 of 41 shows 99")
  }

  @Test func `FKM-10: a driver without the call for damage is not asked again`() throws {
    let screen = try makeScreen()
    card.answers["dirty"] = [-38]
    try show(all, on: screen)
    _ = card.takeCalls()
    try show(small, on: screen)
    #expect(card.takeCalls() == "")
  }

  @Test func `FKM-13, FVT-5: nothing is shown while it is away; then a whole picture with its mode`() throws {
    let screen = try makeScreen()
    try show(all, on: screen, color: 0x111111)
    _ = card.takeCalls()
    screen.pause()
    #expect(card.takeCalls() == "drop")
    try show(small, on: screen, color: 0x222222)
    loop.advance(bySeconds: 1)
    #expect(card.takeCalls() == "")
    try screen.resume()
    #expect(card.takeCalls() == "master")
    try show(small, on: screen, color: 0x333333)
    #expect(card.takeCalls() == "mode 64 of 41 shows 1, dirty 1: 0 0 64 48")
    #expect(card.pixel(1, x: 63, y: 47) == 0xFF33_3333)
  }

  @Test func `FKM-16: at the end what was shown before is shown again, then the buffers go`() throws {
    let screen = try makeScreen()
    try show(all, on: screen)
    _ = card.takeCalls()
    screen.close()
    #expect(card.takeCalls() == "mode 32 of 41 shows 99, end 1, end 2, drop")
  }

  @Test func `FKM-6: a card without memory for 32 bits is asked for 16`() throws {
    card.answers["buffer"] = [0, -12]
    let screen = try CardScreen(
      path: "card", door: card, wish: CardWish(), managesMaster: true, loop: loop, log: Log { _, _ in })
    try screen.begin(.none)
    #expect(card.takeCalls() == "buffer 32, buffer 32, end 1, buffer 16, buffer 16")
  }

  @Test func `FRO-1: the damage that the card hears is turned`() throws {
    let screen = try makeScreen(.quarter)
    let picture = try Bitmap(size: PixelSize(width: 48, height: 64), format: .xrgb32)
    screen.show(PanelLayers(picture: picture, pointer: nil), damage: Region(PixelRect(x: 0, y: 0, width: 48, height: 64)))
    _ = card.takeCalls()
    screen.show(PanelLayers(picture: picture, pointer: nil), damage: Region(PixelRect(x: 1, y: 2, width: 3, height: 4)))
    #expect(card.takeCalls() == "dirty 1: 58 1 4 3")
  }

  @Test func `FKM-3: the connector is the one named, else an internal panel, else the first that is connected`() {
    var off = FakeCard.connector("VGA-1", id: 1, (1, 1))
    off.connection = .disconnected
    let first = FakeCard.connector("HDMI-A-1", id: 2, (1, 1))
    var glasses = FakeCard.connector("DP-3", id: 3, (1, 1))
    glasses.isNonDesktop = true
    var panel = FakeCard.connector("DSI-1", id: 4, (1, 1))
    panel.isInternal = true
    let all = [off, glasses, first, panel]
    #expect(CardChoice.connector(of: all, named: "HDMI-A-1")?.id == 2)
    #expect(CardChoice.connector(of: all, named: "VGA-1") == nil)
    #expect(CardChoice.connector(of: all, named: nil)?.id == 4)
    #expect(CardChoice.connector(of: [off, glasses, first], named: nil)?.id == 2)
    var unknown = first
    unknown.connection = .unknown
    #expect(CardChoice.connector(of: [off, unknown], named: nil)?.id == 2)
  }

  @Test func `FKM-4: the mode is the one wished for, else the preferred, else the first`() {
    var connector = FakeCard.connector("DP-1", id: 1, (10, 10), (20, 20), (20, 20))
    connector.modes[2].refresh = 30
    func first(_ wish: FramebufferOptions.Mode?) -> [UInt8]? { CardChoice.modes(of: connector, wish: wish).first?.raw }
    let twenty = PixelSize(width: 20, height: 20)
    #expect(first(nil) == [0] && first(.init(size: twenty)) == [1] && first(.init(size: twenty, refresh: 30.4)) == [2])
    connector.modes[0].isPreferred = false
    #expect(first(.init(size: PixelSize(width: 7, height: 7))) == [0])
  }

  @Test func `FKM-5: the CRTC that drives the screen is kept; a missing encoder is no error`() {
    var connector = FakeCard.connector("DP-1", id: 1, (10, 10))
    #expect(CardChoice.crtc(for: connector, of: [40, 41]) { _ in (crtc: 41, possible: 1) } == 41)
    #expect(CardChoice.crtc(for: connector, of: [40, 41]) { _ in (crtc: 0, possible: 2) } == 41)
    connector.encoders = [8, 9]
    #expect(CardChoice.crtc(for: connector, of: [40, 41]) { $0 == 9 ? (crtc: 0, possible: 1) : nil } == 40)
    #expect(CardChoice.crtc(for: connector, of: [40]) { _ in nil } == nil)
  }
}
