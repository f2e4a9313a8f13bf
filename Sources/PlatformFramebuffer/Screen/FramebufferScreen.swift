import EaselGeometry
import EaselPlatform
import EaselPlatformLinux
import EaselRaster
internal import Glibc

/// A screen behind `/dev/fb*` (FFB).
///
/// What has changed is copied from the user's picture in the same turn; the mode, the depth and the virtual size stay as they are.
/// Where the driver has a second page and moves there, large damage goes to that one, so that nobody sees it half written (FFB-8).
@safe final class FramebufferScreen: Screen {
  let name: String
  let node: String
  let orientationHint = Orientation.none
  weak var delegate: (any ScreenDelegate)?

  private let door: any FramebufferDoor
  private let loop: any EventLoop
  private let log: Log
  private var info: FramebufferInfo
  private var layout: FramebufferLayout
  private var memory = PanelMemory.none
  private var pages: [PanelPage] = []
  /// The rows at which they begin.
  private var rows: [Int] = []
  private var front = 0
  /// Whether another page than the first is, or may be, shown.
  private var hasMoved = false
  private var orientation = Orientation.none
  private var pace: FramePace?
  private var refresh: RefreshClock?
  private var oldPalette: [[UInt16]]?
  private var isPaused = false

  /// Damage of this share of the picture or less is copied into the page that is shown (WFR-10, FKM-18).
  private static let smallShare = 16

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
    node = FramebufferScreen.node(of: name)
    self.door = door
    self.loop = loop
    self.log = log
    info = try FramebufferScreen.describe(door)
    layout = try FramebufferLayout(info)
    pace = FramePace(loop: loop, interval: info.usefulInterval) { [weak self] in self?.isReady() }
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
    try makePages()
    guard refresh == nil, !info.isDeferred, let waiter = door.makeRefreshWaiter() else { return }
    refresh = RefreshClock(waiter: waiter, loop: loop) { [weak self] in self?.isReady() }
  }

  func show(_ layers: borrowing PanelLayers, damage: borrowing Region) {
    guard !isPaused, !pages.isEmpty else { return }
    for place in pages.indices { pages[place].add(damage) }
    let isLarge = damage.area > panel.area / FramebufferScreen.smallShare
    if !(isLarge && pages.count == 2 && move(to: 1 - front, with: layers)) { update(front, with: layers) }
    if refresh?.request() != true { pace?.request() }
  }

  func reprobe() {}

  func pause() {
    isPaused = true
    pace?.stop()
    refresh?.stop()
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
    refresh = nil
    guard !pages.isEmpty else { return }
    if !isPaused {
      if hasMoved { _ = door.pan(to: layout.pages[0]) }
      let view = orientation.turned(panel)
      if let black = try? Bitmap(size: view, format: .xrgb32) {
        for page in pages { page.addAll() }
        for place in pages.indices { update(place, with: PanelLayers(picture: black)) }
      }
      if info.isDeferred, case .mapped = memory { door.waitForDeferred() }
    }
    if let oldPalette { _ = door.setPalette(oldPalette) }
    pages.removeAll()
  }

  // MARK: Inside

  private static func describe(_ door: any FramebufferDoor) throws(BackendError) -> FramebufferInfo {
    do {
      return try door.describe()
    } catch {
      throw BackendError("\(error) Choose another screen by --screen.")
    }
  }

  private func isReady() { delegate?.screenIsReady(self) }

  private func makePages() throws(BackendError) {
    rows = layout.pages
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
      rows = [rows[0]]
    }
    guard let first = bytes.baseAddress else { return }
    // A driver that tells of two pages may refuse to move all the same.
    if rows.count == 2, door.pan(to: rows[0]) < 0 { rows.removeLast() }
    let view = orientation.turned(panel)
    front = 0
    pages = rows.map { [rows] row in
      let writer = unsafe PanelWriter(
        memory: first + (layout.start + (row - rows[0]) * layout.stride), stride: layout.stride, panel: layout.size,
        format: layout.format,
        orientation: orientation)
      return PanelPage(writer: writer, view: view)
    }
  }

  /// Copies what a page lacks.
  private func update(_ place: Int, with layers: borrowing PanelLayers) {
    pages[place].update(from: layers) { rect in
      if case .copied(let bytes) = memory { unsafe write(rect, of: bytes) }
    }
  }

  /// Writes to the page that is not seen, and has it seen; a driver that refuses is not asked again.
  private func move(to place: Int, with layers: borrowing PanelLayers) -> Bool {
    update(place, with: layers)
    guard door.pan(to: rows[place]) >= 0 else {
      log.once("pan", .info, "The framebuffer \(name) cannot move to its second page; one page is used.")
      pages.remove(at: place)
      rows.remove(at: place)
      front = 0
      return false
    }
    hasMoved = true
    front = place
    return true
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
    guard !pages.isEmpty else { return }
    pages.removeAll()
    log(.warning, SystemError(action: "write to the framebuffer", code: code).description)
    delegate?.screenIsGone(self)
  }

  /// Three bits of red, three of green, two of blue, as `PanelFormat.Kind.palette` says.
  private static let palette: [[UInt16]] = [
    (0..<256).map { UInt16($0 >> 5 & 7) * 9362 }, (0..<256).map { UInt16($0 >> 2 & 7) * 9362 },
    (0..<256).map { UInt16($0 & 3) * 21845 },
  ]
}

extension FramebufferScreen: EventSource {
  /// Where the refreshes are told, or -1 if nobody waits for them.
  var fileDescriptor: Int32 { refresh?.channel ?? -1 }

  /// Hears of refreshes.
  func process(_ readiness: IOReadiness) { refresh?.hear() }
}
