internal import CEaselLinuxShims
import EaselGeometry
import EaselPlatformLinux
internal import Glibc

/// What the kernel says of a framebuffer; lengths in bytes.
nonisolated struct FramebufferInfo: Equatable {
  /// One colour's bits.
  struct Field: Equatable {
    var offset: UInt32
    var length: UInt32
    var isReversed = false
  }

  /// How values become colours.
  enum Visual: Equatable {
    case colours
    case palette
    case fixedPalette
    case other
  }

  var driver = ""
  var memoryLength = 0
  var lineLength = 0
  var isPacked = true
  var visual = Visual.colours
  var size = PixelSize.zero
  var virtualSize = PixelSize.zero
  var offset = PixelPoint(x: 0, y: 0)
  /// Rows by which the visible part can be moved, 0 if it cannot.
  var panStep = 0
  var bitsPerPixel = 0
  /// Whether the driver calls its pixels grey.
  var isGrey = false
  var red = Field(offset: 0, length: 0)
  var green = Field(offset: 0, length: 0)
  var blue = Field(offset: 0, length: 0)
  /// As the driver says, often nonsense (FFB-13).
  var millimeters = PixelSize.zero
  /// Seconds from picture to picture by the mode's numbers, or nil.
  var refreshInterval: Double?
}

/// The one door to a framebuffer's kernel calls; each answers as the kernel does, refusals as a negated errno.
protocol FramebufferDoor: AnyObject {
  func describe() throws(SystemError) -> FramebufferInfo
  /// Maps the memory, or says why not; the answer stays mapped until the door goes.
  func map(_ length: Int) throws(SystemError) -> UnsafeMutableRawBufferPointer
  /// Writes bytes at a place in the memory, for drivers that cannot be mapped (FFB-11).
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Int32
  func blank(_ isBlank: Bool) -> Int32
  func palette() -> [[UInt16]]?
  func setPalette(_ colours: [[UInt16]]) -> Int32
  /// Shows the memory from another row on (FFB-8).
  func pan(to row: Int) -> Int32
  /// Somebody who waits for refreshes, or nil without threads (FFB-9).
  func makeRefreshWaiter() -> (any RefreshWaiter)?
  /// Waits until a driver that shows late has shown all that was written (FFB-10).
  func waitForDeferred()
}

/// A real `/dev/fb*`.
@safe final class FramebufferFile: FramebufferDoor {
  private let file: FileDescriptor
  private var mapping: MemoryMap?

  init(_ file: consuming FileDescriptor) {
    self.file = file
  }

  func describe() throws(SystemError) -> FramebufferInfo {
    var raw = easel_fb()
    let result = unsafe easel_fb_describe(file.number, &raw)
    guard result >= 0 else { throw SystemError(action: "ask the framebuffer for its format", code: -result) }
    return FramebufferInfo(raw)
  }

  func map(_ length: Int) throws(SystemError) -> UnsafeMutableRawBufferPointer {
    let new = try MemoryMap(descriptor: file.number, size: length)
    let bytes = unsafe new.bytes
    mapping = consume new
    return unsafe bytes
  }

  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Int32 {
    let count = unsafe pwrite(file.number, bytes.baseAddress, bytes.count, offset)
    return count < 0 ? -errno : Int32(clamping: count)
  }

  func blank(_ isBlank: Bool) -> Int32 { easel_fb_blank(file.number, isBlank ? 1 : 0) }

  func palette() -> [[UInt16]]? {
    var raw = easel_fb_palette()
    guard unsafe easel_fb_get_palette(file.number, &raw) >= 0 else { return nil }
    return unsafe withUnsafeBytes(of: &raw) { bytes in
      let values = unsafe bytes.bindMemory(to: UInt16.self)
      return (0..<3).map { colour in unsafe Array(values[colour * 256..<(colour + 1) * 256]) }
    }
  }

  func setPalette(_ colours: [[UInt16]]) -> Int32 {
    precondition(colours.map(\.count) == [256, 256, 256], "A palette has 256 values of each colour.")
    var raw = easel_fb_palette()
    unsafe withUnsafeMutableBytes(of: &raw) { bytes in
      let values = unsafe bytes.bindMemory(to: UInt16.self)
      for (place, value) in colours.joined().enumerated() { unsafe values[place] = value }
    }
    return unsafe easel_fb_set_palette(file.number, &raw)
  }

  func pan(to row: Int) -> Int32 { easel_fb_pan(file.number, UInt32(clamping: row)) }

  func makeRefreshWaiter() -> (any RefreshWaiter)? { RefreshThread(fileDescriptor: file.number) }

  func waitForDeferred() { usleep(DeferredDriver.delay) }
}

extension FramebufferInfo {
  fileprivate init(_ raw: easel_fb) {
    driver = unsafe withUnsafeBytes(of: raw.driver) { unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    memoryLength = Int(clamping: raw.memory_length)
    lineLength = Int(raw.line_length)
    isPacked = raw.is_packed != 0
    visual =
      switch Int(raw.visual) {
      case Int(EASEL_FB_COLOURS): .colours
      case Int(EASEL_FB_PALETTE): .palette
      case Int(EASEL_FB_FIXED_PALETTE): .fixedPalette
      default: .other
      }
    size = PixelSize(width: Int(raw.width), height: Int(raw.height))
    virtualSize = PixelSize(width: Int(raw.virtual_width), height: Int(raw.virtual_height))
    offset = PixelPoint(x: Int(raw.x_offset), y: Int(raw.y_offset))
    panStep = Int(raw.pan_step)
    bitsPerPixel = Int(raw.bits_per_pixel)
    isGrey = raw.grayscale == 1
    red = Field(raw.red)
    green = Field(raw.green)
    blue = Field(raw.blue)
    millimeters = PixelSize(width: Int(raw.width_mm), height: Int(raw.height_mm))
    let dots = Double(raw.total_width) * Double(raw.total_height)
    let interval = Double(raw.pixel_clock) * dots * 1e-12
    refreshInterval = interval > 0 ? interval : nil
  }
}

extension FramebufferInfo.Field {
  fileprivate init(_ raw: easel_bit_field) {
    self.init(offset: raw.offset, length: raw.length, isReversed: raw.is_reversed != 0)
  }
}
