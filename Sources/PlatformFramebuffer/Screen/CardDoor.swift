internal import CEaselCards
import EaselGeometry
import EaselPlatformLinux
internal import Glibc

/// A mode of a connector, as the kernel told it.
nonisolated struct CardMode: Equatable {
  /// The kernel's own words, handed back as they came.
  var raw: [UInt8]
  var size: PixelSize
  /// Pictures a second, 0 if unknown.
  var refresh: Double
  var isPreferred: Bool
}

/// A place where a screen can be plugged in.
nonisolated struct CardConnector: Equatable {
  /// Whether a screen is there.
  enum Connection: Equatable {
    case connected
    case disconnected
    case unknown
  }

  var id: UInt32
  /// As in `HDMI-A-1`.
  var name: String
  /// Whether the panel is part of the machine.
  var isInternal: Bool
  var connection: Connection
  /// The encoder that it is driven by now, or 0.
  var encoder: UInt32
  var encoders: [UInt32] = []
  var modes: [CardMode] = []
  var millimeters = PixelSize.zero
  var orientationHint = Orientation.none
  var isNonDesktop = false
}

/// What a CRTC shows.
nonisolated struct CardState: Equatable {
  var framebuffer: UInt32
  var x: UInt32 = 0
  var y: UInt32 = 0
  var mode: CardMode?
}

/// A buffer that we write and a CRTC shows.
@safe struct CardBuffer {
  var framebuffer: UInt32
  var stride: Int
  /// Mapped until `endBuffer`.
  var memory: UnsafeMutableRawPointer
  /// The kernel's name for its memory.
  var handle: UInt32
  var size: UInt64
}

/// The one door to a card's kernel calls; refusals are a negated errno.
protocol CardDoor: AnyObject {
  var fileDescriptor: Int32 { get }
  func hasDumbBuffers() -> Bool
  func preferredDepth() -> Int
  /// Identifiers of connectors and of CRTCs.
  func resources() throws(SystemError) -> (connectors: [UInt32], crtcs: [UInt32])
  /// Asks the connector what is plugged in, which may take some tens of milliseconds.
  func connector(_ id: UInt32) throws(SystemError) -> CardConnector
  /// The CRTC that an encoder is driven by, or 0, and a bit for each place in the list of those that can.
  func encoder(_ id: UInt32) -> (crtc: UInt32, possible: UInt32)?
  func state(of crtc: UInt32) -> CardState?
  func setState(_ state: CardState, of crtc: UInt32, connector: UInt32) -> Int32
  func hideCursor(of crtc: UInt32) -> Int32
  func makeBuffer(_ size: PixelSize, bits: Int) throws(SystemError) -> CardBuffer
  func endBuffer(_ buffer: CardBuffer)
  func flip(_ crtc: UInt32, to framebuffer: UInt32) -> Int32
  func markDirty(_ framebuffer: UInt32, _ rects: [PixelRect]) -> Int32
  func setMaster() -> Int32
  func dropMaster() -> Int32
  /// How many flips of a CRTC are done, others' are forgotten; negative if the card is gone.
  func readFlips(of crtc: UInt32) -> Int32
}

/// A real `/dev/dri/card*`; whoever opened the descriptor closes it.
final class CardFile: CardDoor {
  let fileDescriptor: Int32

  init(fileDescriptor: Int32) {
    self.fileDescriptor = fileDescriptor
  }

  func hasDumbBuffers() -> Bool { easel_card_has_dumb_buffers(fileDescriptor) == 1 }

  func preferredDepth() -> Int { Int(easel_card_preferred_depth(fileDescriptor)) }

  func resources() throws(SystemError) -> (connectors: [UInt32], crtcs: [UInt32]) {
    var raw = easel_card_resources()
    unsafe try CardFile.check(easel_card_resources(fileDescriptor, &raw), "ask the card for its screens")
    return (
      CardFile.list(raw.connectors, Int(raw.connector_count), of: UInt32.self),
      CardFile.list(raw.crtcs, Int(raw.crtc_count), of: UInt32.self)
    )
  }

  func connector(_ id: UInt32) throws(SystemError) -> CardConnector {
    var raw = easel_card_connector()
    unsafe try CardFile.check(easel_card_connector(fileDescriptor, id, &raw), "ask the card for a screen")
    var connector = CardConnector(
      id: id, name: "\(CardFile.name(ofType: raw.type))-\(raw.type_index)",
      isInternal: CardFile.internalTypes.contains(raw.type),
      connection: raw.connection == 1 ? .connected : raw.connection == 2 ? .disconnected : .unknown, encoder: raw.encoder)
    connector.encoders = CardFile.list(raw.encoders, Int(raw.encoder_count), of: UInt32.self)
    connector.modes = CardFile.list(raw.modes, Int(raw.mode_count), of: easel_card_mode.self).map(CardMode.init)
    connector.millimeters = PixelSize(width: Int(raw.width_mm), height: Int(raw.height_mm))
    connector.orientationHint = Orientation(rawValue: Int(raw.orientation)) ?? .none
    connector.isNonDesktop = raw.is_non_desktop != 0
    return connector
  }

  func encoder(_ id: UInt32) -> (crtc: UInt32, possible: UInt32)? {
    var crtc: UInt32 = 0
    var possible: UInt32 = 0
    return unsafe easel_card_encoder(fileDescriptor, id, &crtc, &possible) < 0 ? nil : (crtc, possible)
  }

  func state(of crtc: UInt32) -> CardState? {
    var raw = easel_card_crtc()
    guard unsafe easel_card_get_crtc(fileDescriptor, crtc, &raw) >= 0 else { return nil }
    return CardState(
      framebuffer: raw.framebuffer, x: raw.x, y: raw.y, mode: raw.has_mode != 0 ? CardMode(raw.mode) : nil)
  }

  func setState(_ state: CardState, of crtc: UInt32, connector: UInt32) -> Int32 {
    var raw = easel_card_crtc()
    raw.framebuffer = state.framebuffer
    raw.x = state.x
    raw.y = state.y
    raw.has_mode = state.mode == nil ? 0 : 1
    if let mode = state.mode { raw.mode = easel_card_mode(mode) }
    return unsafe easel_card_set_crtc(fileDescriptor, crtc, connector, &raw)
  }

  func hideCursor(of crtc: UInt32) -> Int32 { easel_card_hide_cursor(fileDescriptor, crtc) }

  func makeBuffer(_ size: PixelSize, bits: Int) throws(SystemError) -> CardBuffer {
    var raw = unsafe easel_card_buffer()
    let result = unsafe easel_card_make_buffer(
      fileDescriptor, UInt32(clamping: size.width), UInt32(clamping: size.height), UInt32(clamping: bits), &raw)
    try CardFile.check(result, "make a buffer for the screen")
    guard let memory = unsafe raw.memory else { throw SystemError(action: "map a buffer of the screen", code: ENOMEM) }
    return unsafe CardBuffer(
      framebuffer: raw.framebuffer, stride: Int(raw.pitch), memory: memory, handle: raw.handle, size: raw.size)
  }

  func endBuffer(_ buffer: CardBuffer) {
    var raw = unsafe easel_card_buffer()
    unsafe raw.framebuffer = buffer.framebuffer
    unsafe raw.handle = buffer.handle
    unsafe raw.size = buffer.size
    unsafe raw.memory = unsafe buffer.memory
    unsafe easel_card_end_buffer(fileDescriptor, &raw)
  }

  func flip(_ crtc: UInt32, to framebuffer: UInt32) -> Int32 { easel_card_flip(fileDescriptor, crtc, framebuffer) }

  func markDirty(_ framebuffer: UInt32, _ rects: [PixelRect]) -> Int32 {
    let count = min(rects.count, Int(EASEL_CARD_CLIPS))
    return unsafe withUnsafeTemporaryAllocation(of: easel_card_clip.self, capacity: count) { clips in
      for index in 0..<count {
        let rect = rects[index]
        unsafe clips[index] = easel_card_clip(
          x1: UInt16(clamping: rect.x), y1: UInt16(clamping: rect.y), x2: UInt16(clamping: rect.maxX),
          y2: UInt16(clamping: rect.maxY))
      }
      return unsafe easel_card_dirty(fileDescriptor, framebuffer, clips.baseAddress, UInt32(count))
    }
  }

  func setMaster() -> Int32 { easel_card_set_master(fileDescriptor) }

  func dropMaster() -> Int32 { easel_card_drop_master(fileDescriptor) }

  func readFlips(of crtc: UInt32) -> Int32 { easel_card_read_flips(fileDescriptor, crtc) }

  // MARK: Inside

  private static func check(_ result: Int32, _ action: String) throws(SystemError) {
    if result < 0 { throw SystemError(action: action, code: -result) }
  }

  /// The first elements of a C array, which Swift sees as a tuple.
  private static func list<Tuple, Element>(_ tuple: Tuple, _ count: Int, of type: Element.Type) -> [Element] {
    unsafe withUnsafeBytes(of: tuple) { unsafe Array($0.bindMemory(to: type).prefix(count)) }
  }

  /// LVDS, eDP, DSI, DPI: panels that nobody unplugs.
  private static let internalTypes: Set<UInt32> = [7, 14, 16, 17]

  /// The kernel's names of connectors, by their numbers in drm/drm_mode.h.
  private static func name(ofType type: UInt32) -> String {
    let names = [
      "Unknown", "VGA", "DVI-I", "DVI-D", "DVI-A", "Composite", "SVIDEO", "LVDS", "Component", "DIN", "DP", "HDMI-A", "HDMI-B",
      "TV", "eDP", "Virtual", "DSI", "DPI", "Writeback", "SPI", "USB",
    ]
    return Int(type) < names.count ? names[Int(type)] : "Unknown"
  }
}

extension CardMode {
  fileprivate init(_ raw: easel_card_mode) {
    var info = easel_card_mode_info()
    unsafe withUnsafePointer(to: raw) { unsafe easel_card_mode_describe($0, &info) }
    unsafe self.init(
      raw: withUnsafeBytes(of: raw) { unsafe Array($0) }, size: PixelSize(width: Int(info.width), height: Int(info.height)),
      refresh: info.refresh, isPreferred: info.is_preferred != 0)
  }
}

extension easel_card_mode {
  fileprivate init(_ mode: CardMode) {
    self.init()
    unsafe withUnsafeMutableBytes(of: &self) { unsafe $0.copyBytes(from: mode.raw.prefix($0.count)) }
  }
}
