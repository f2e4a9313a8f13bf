import EaselGeometry
import EaselRaster

/// A small arrow of our own, for systems without cursor themes (WCU-1).
final class BuiltInCursor: CursorImage {
  let scale: Int
  let width: Int
  let height: Int
  let hotspotX = 0
  let hotspotY = 0
  private let buffer: ShmBuffer

  /// `#` is black, `.` is white, all else transparent.
  private static let rows = [
    "##          ",
    "#.#         ",
    "#..#        ",
    "#...#       ",
    "#....#      ",
    "#.....#     ",
    "#......#    ",
    "#.......#   ",
    "#........#  ",
    "#.........# ",
    "#......#####",
    "#...#..#    ",
    "#..##...#   ",
    "#.#  #..#   ",
    "##   #...#  ",
    "      #..#  ",
    "       ##   ",
  ]

  /// The arrow with each pixel `scale` times as large; nil if there is no memory for it.
  static func make(scale: Int, shm: WlShm) -> BuiltInCursor? {
    let size = PixelSize(width: 12 * scale, height: rows.count * scale)
    let stride = (size.width * 4 + 63) & ~63
    guard let pool = try? ShmPool(shm: shm, capacity: stride * size.height),
      let bitmap = try? pool.makeBitmap(of: PixelRect(size), stride: stride, format: .argb32)
    else { return nil }
    for (y, row) in rows.enumerated() {
      for (x, character) in row.utf8.enumerated() where character != UInt8(ascii: " ") {
        let colour: UInt32 = character == UInt8(ascii: "#") ? 0xFF00_0000 : 0xFFFF_FFFF
        for pixel in 0..<scale * scale {
          let offset = (y * scale + pixel / scale) * stride + (x * scale + pixel % scale) * 4
          unsafe bitmap.pixels.storeBytes(of: colour, toByteOffset: offset, as: UInt32.self)
        }
      }
    }
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
