package import EaselGeometry
package import EaselRaster

/// A small arrow of our own for the pointer, where nobody else has one (WCU-1); its hot spot is its first pixel.
package enum ArrowImage {
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

  /// Its extents with each pixel `scale` times as large.
  package static func size(scale: Int) -> PixelSize {
    PixelSize(width: 12 * scale, height: rows.count * scale)
  }

  /// Paints it over the first pixels of a 32-bit bitmap that is large enough.
  package static func paint(into bitmap: Bitmap, scale: Int) {
    let size = size(scale: scale)
    precondition(
      bitmap.format != .alpha8 && bitmap.size.width >= size.width && bitmap.size.height >= size.height,
      "The arrow's bitmap has room for it.")
    for (y, row) in rows.enumerated() {
      for (x, character) in row.utf8.enumerated() where character != UInt8(ascii: " ") {
        let colour: UInt32 = character == UInt8(ascii: "#") ? 0xFF00_0000 : 0xFFFF_FFFF
        for pixel in 0..<scale * scale {
          let offset = (y * scale + pixel / scale) * bitmap.stride + (x * scale + pixel % scale) * 4
          unsafe bitmap.pixels.storeBytes(of: colour, toByteOffset: offset, as: UInt32.self)
        }
      }
    }
  }
}
