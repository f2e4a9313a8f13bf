import EaselGeometry
import EaselPlatform
import EaselPlatformLinux
import EaselRaster
internal import Glibc

/// A screen behind `/dev/fb*` (FFB).
///
/// What has changed is copied from the user's picture in the same turn; the mode, the depth and the virtual size stay as they are.
@safe final class FramebufferScreen: Screen {
  let name: String
  let orientationHint = Orientation.none
  weak var delegate: (any ScreenDelegate)?

  private let door: any FramebufferDoor
  private let log: Log
  private var info: FramebufferInfo
  private var layout: FramebufferLayout
  private var memory = PanelMemory.none
  private var writer: PanelWriter?
  private var orientation = Orientation.none
  private var pace: FramePace?
  private var oldPalette: [[UInt16]]?
  private var isPaused = false

  /// How the written pixels come to the device.
  @safe private enum PanelMemory {
    case none
    /// The device's own memory.
    case mapped
    /// Ours, written to the device row by row (FFB-11).
    case copied(UnsafeMutableRawBufferPointer)
  }

  /// - Throws: `BackendError` for numbers that do not fit together.
  init(name: String, door: any FramebufferDoor, loop: any EventLoop, log: Log) throws(BackendError) {
    self.name = name
    self.door = door
    self.log = log
    info = try FramebufferScreen.describe(door)
    layout = try FramebufferLayout(info)
    pace = FramePace(loop: loop, interval: info.refreshInterval) { [weak self] in
      guard let self else { return }
      delegate?.screenIsReady(self)
    }
  }

  isolated deinit {
    if case .copied(let bytes) = memory { unsafe bytes.deallocate() }
  }

  var panel: PixelSize { layout.size }

  var millimeters: Size? { Size(millimeters: info.millimeters) }

  func begin(_ orientation: Orientation) throws(BackendError) {
    self.orientation = orientation
    // A refusal is usual: many drivers cannot blank (FFB-14).
    _ = door.blank(false)
    if layout.format == .palette8 {
      oldPalette = oldPalette ?? door.palette()
      _ = door.setPalette(FramebufferScreen.palette)
    }
    try makeWriter()
  }

  func show(_ layers: borrowing PanelLayers, damage: borrowing Region) {
    guard !isPaused, let writer else { return }
    let layers = copy layers
    damage.forEachRect { rect in
      writer.copy(rect, from: layers)
      if case .copied(let bytes) = memory { unsafe write(rect, of: bytes) }
    }
    pace?.request()
  }

  func pause() {
    isPaused = true
    pace?.stop()
  }

  func resume() throws(BackendError) {
    isPaused = false
    // Another program may have changed the mode meanwhile (FFB-4).
    let new = try FramebufferScreen.describe(door)
    if new != info {
      layout = try FramebufferLayout(new)
      info = new
      delegate?.screenDidChange(self)
    }
    try begin(orientation)
  }

  func close() {
    pace?.stop()
    guard writer != nil else { return }
    if let black = try? Bitmap(size: orientation.turned(panel), format: .xrgb32), !isPaused {
      writer?.copy(PixelRect(black.size), from: black)
      if case .copied(let bytes) = memory { unsafe write(PixelRect(black.size), of: bytes) }
    }
    if let oldPalette { _ = door.setPalette(oldPalette) }
    writer = nil
  }

  // MARK: Inside

  private static func describe(_ door: any FramebufferDoor) throws(BackendError) -> FramebufferInfo {
    do {
      return try door.describe()
    } catch {
      throw BackendError("\(error) Choose another screen by --screen.")
    }
  }

  private func makeWriter() throws(BackendError) {
    let bytes: UnsafeMutableRawBufferPointer
    do {
      unsafe bytes = try unsafe door.map(layout.length)
      memory = .mapped
    } catch {
      log.once("framebuffer map", .info, "The framebuffer's memory cannot be mapped (\(error)); rows are written one by one.")
      if case .copied(let old) = memory { unsafe old.deallocate() }
      unsafe bytes = .allocate(byteCount: layout.length, alignment: 8)
      unsafe bytes.initializeMemory(as: UInt8.self, repeating: 0)
      memory = unsafe .copied(bytes)
    }
    guard let first = bytes.baseAddress else { return }
    writer = unsafe PanelWriter(
      memory: first + layout.start, stride: layout.stride, panel: layout.size, format: layout.format, orientation: orientation)
  }

  /// Writes the rows of a rectangle of the view from our memory to the device.
  private func write(_ rect: PixelRect, of bytes: UnsafeMutableRawBufferPointer) {
    let target = orientation.panelRect(rect, panel: panel).intersection(PixelRect(panel))
    let length = target.width * layout.format.bytesPerPixel
    for y in target.y..<target.maxY {
      var at = layout.start + y * layout.stride + target.x * layout.format.bytesPerPixel
      var left = length
      while left > 0 {
        let result = unsafe door.write(UnsafeRawBufferPointer(rebasing: bytes[at..<at + left]), at: at)
        if result == -EINTR { continue }
        guard result > 0 else { return fail(-result) }
        at += Int(result)
        left -= Int(result)
      }
    }
  }

  private func fail(_ code: Int32) {
    writer = nil
    let error = SystemError(action: "write to the framebuffer", code: code)
    delegate?.screen(self, didFail: BackendError("\(error) The screen \(name) seems to be gone; start the program again."))
  }

  /// Three bits of red, three of green, two of blue, as `PanelFormat.Kind.palette` says.
  private static let palette: [[UInt16]] = [
    (0..<256).map { UInt16($0 >> 5 & 7) * 9362 }, (0..<256).map { UInt16($0 >> 2 & 7) * 9362 },
    (0..<256).map { UInt16($0 & 3) * 21845 },
  ]
}
