internal import EaselGeometry
internal import EaselRaster

/// Tiles for the masks of lines in progress; some of those that are given back wait here for the next line.
///
/// A new tile costs 64 kB that the system has to clear, most of which a short line never touches; one that was used needs to be
/// cleared only where ink was.
final class MaskStock {
  // Unchecked: each access ends before anything else is called.
  @safe @exclusivity(unchecked) private var spare: [Bitmap] = []
  private let makeTile: () -> Bitmap?

  /// So many may wait: enough for a few fingers, half a megabyte.
  private static let mostSpare = 8

  /// An empty stock; `makeTile` makes a bitmap of bytes with a tile's size, all zero, or has no memory for it.
  init(makeTile: @escaping () -> Bitmap? = { MaskStock.tile() }) {
    self.makeTile = makeTile
  }

  private static func tile() -> Bitmap? {
    try? Bitmap(size: PixelSize(width: TileGrid.side, height: TileGrid.side), format: .alpha8)
  }

  /// A tile that is all zero, or nil if there is no memory.
  func take() -> Bitmap? { spare.popLast() ?? makeTile() }

  /// Takes a tile back that nobody uses any longer and that is zero outside `inked`, in its pixels.
  func giveBack(_ tile: Bitmap, inked: PixelRect) {
    guard spare.count < Self.mostSpare else { return }
    tile.fill(.clear, in: inked)
    spare.append(tile)
  }
}
