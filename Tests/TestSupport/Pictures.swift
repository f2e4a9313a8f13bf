public import EaselGeometry
public import EaselRaster

extension Bitmap {
  /// The pixels as rows of letters: `palette` names colours (0xRRGGBB); an unknown one is `?`.
  public func letters(_ palette: [UInt32: Character], in rect: PixelRect? = nil) -> String {
    let rect = (rect ?? PixelRect(size)).intersection(PixelRect(size))
    return (rect.y..<rect.maxY).map { y in
      String((rect.x..<rect.maxX).map { palette[pixel(x: $0, y: y) & 0xffffff] ?? "?" })
    }.joined(separator: "\n")
  }

  /// One number for all pixels' colours (FNV-1a), to compare large pictures.
  public var fingerprint: UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for y in 0..<size.height {
      for x in 0..<size.width {
        hash = (hash ^ UInt64(pixel(x: x, y: y) & 0xffffff)) &* 0x100_0000_01b3
      }
    }
    return hash
  }

  /// The box around all pixels whose colour differs from another bitmap's of the same size, or nil if none does.
  public func difference(from other: Bitmap) -> PixelRect? {
    guard size == other.size else { return PixelRect(size) }
    var box = PixelRect.zero
    for y in 0..<size.height {
      for x in 0..<size.width where pixel(x: x, y: y) & 0xffffff != other.pixel(x: x, y: y) & 0xffffff {
        box = box.union(PixelRect(x: x, y: y, width: 1, height: 1))
      }
    }
    return box.isEmpty ? nil : box
  }
}
