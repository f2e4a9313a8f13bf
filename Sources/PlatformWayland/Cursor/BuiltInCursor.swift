import EaselGeometry
import EaselPlatform
import EaselRaster

/// A small arrow of our own, for systems without cursor themes (WCU-1).
final class BuiltInCursor: CursorImage {
  let scale: Int
  let width: Int
  let height: Int
  let hotspotX = 0
  let hotspotY = 0
  private let buffer: ShmBuffer

  /// The arrow with each pixel `scale` times as large; nil if there is no memory for it.
  static func make(scale: Int, shm: WlShm) -> BuiltInCursor? {
    let size = ArrowImage.size(scale: scale)
    let stride = (size.width * 4 + 63) & ~63
    guard let pool = try? ShmPool(shm: shm, capacity: stride * size.height),
      let bitmap = try? pool.makeBitmap(of: PixelRect(size), stride: stride, format: .argb32)
    else { return nil }
    ArrowImage.paint(into: bitmap, scale: scale)
    let proxy = pool.makeBuffer(size: size, stride: stride, format: .argb8888)
    return BuiltInCursor(scale: scale, size: size, buffer: ShmBuffer(pool: pool, proxy: proxy))
  }

  private init(scale: Int, size: PixelSize, buffer: ShmBuffer) {
    self.scale = scale
    self.buffer = buffer
    width = size.width
    height = size.height
  }

  func attach(to surface: WlSurface) {
    surface.attach(buffer: buffer.proxy, x: 0, y: 0)
  }
}
