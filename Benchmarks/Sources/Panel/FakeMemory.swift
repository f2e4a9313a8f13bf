import EaselGeometry
import EaselPlatform
import EaselPlatformLinux
import EaselRaster

@testable import EaselPlatformFramebuffer

/// A framebuffer in our memory.
final class FakeMemory: FramebufferDoor {
  let info: FramebufferInfo
  let bytes: UnsafeMutableRawBufferPointer

  init(_ size: PixelSize, bits: Int) {
    var info = FramebufferInfo(driver: "fake", memoryLength: size.area * bits / 8, lineLength: size.width * bits / 8)
    info.size = size
    info.virtualSize = size
    info.bitsPerPixel = bits
    info.red = bits == 16 ? .init(offset: 11, length: 5) : .init(offset: 16, length: 8)
    info.green = bits == 16 ? .init(offset: 5, length: 6) : .init(offset: 8, length: 8)
    info.blue = .init(offset: 0, length: bits == 16 ? 5 : 8)
    self.info = info
    bytes = .allocate(byteCount: info.memoryLength, alignment: 64)
    bytes.initializeMemory(as: UInt8.self, repeating: 0)
  }

  func describe() -> FramebufferInfo { info }
  func map(_ length: Int) -> UnsafeMutableRawBufferPointer { bytes }
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Int32 { -19 }
  func blank(_ isBlank: Bool) -> Int32 { 0 }
  func palette() -> [[UInt16]]? { nil }
  func setPalette(_ colours: [[UInt16]]) -> Int32 { -22 }
  func pan(to row: Int) -> Int32 { -22 }
  func waitForDeferred() {}
  func makeRefreshWaiter() -> (any RefreshWaiter)? { nil }

  /// A pixel's bytes, whatever they mean.
  func pixel(x: Int, y: Int) -> UInt32 {
    let place = y * info.lineLength + x * info.bitsPerPixel / 8
    return info.bitsPerPixel == 16
      ? UInt32(bytes.load(fromByteOffset: place, as: UInt16.self)) : bytes.load(fromByteOffset: place, as: UInt32.self)
  }
}

/// A framebuffer's screen that notes which rectangles were written.
final class NotingScreen: Screen {
  private let inner: FramebufferScreen
  var rects: [PixelRect] = []
  private(set) var pixels = 0

  init(_ inner: FramebufferScreen) {
    self.inner = inner
    rects.reserveCapacity(64)
  }

  var name: String { inner.name }
  var panel: PixelSize { inner.panel }
  var orientationHint: Orientation { inner.orientationHint }
  var millimeters: Size? { nil }
  var delegate: (any ScreenDelegate)? {
    get { inner.delegate }
    set { inner.delegate = newValue }
  }

  func begin(_ orientation: Orientation) throws(BackendError) { try inner.begin(orientation) }

  func show(_ layers: borrowing PanelLayers, damage: borrowing Region) {
    rects.removeAll(keepingCapacity: true)
    damage.forEachRect { rects.append($0) }
    pixels += damage.area
    inner.show(layers, damage: damage)
  }

  func pause() { inner.pause() }
  func resume() throws(BackendError) { try inner.resume() }
  func close() { inner.close() }
}
