internal import EaselGeometry
internal import EaselInk
internal import EaselRaster

/// The coverage of a line in progress, a byte a pixel, in tiles where the line goes.
///
/// What a segment gives to a pixel depends on nothing else, and a pixel takes the greatest of it. So each segment is looked at
/// once, when it is new, and a paint lays the line's colour through the mask: what it costs depends on the pixels that are
/// painted, not on the line. The pixels are those that the finished line has in a `TileCache`, byte for byte, as both paint
/// with the same numbers. On a turned page a finished line is painted straight to the screen; there a position that lies
/// within rounding (2⁻⁴⁰ of a pixel) of the middle between two 256ths of a pixel may come out as its other neighbour.
@MainActor final class LineMask {
  // Unchecked: each access ends before anything else is called.
  @safe @exclusivity(unchecked) private var tiles: [PixelPoint: Bitmap] = [:]
  @safe @exclusivity(unchecked) private var grid = TileGrid(transform: .identity)
  /// The tiles that may be made, with a tile as the unit: the line is of no interest anywhere else.
  @safe @exclusivity(unchecked) private var area = PixelRect.zero
  /// How many of the line's points are in the mask.
  @safe @exclusivity(unchecked) private var count = 0
  /// Where ink may be, in pixels of the grid.
  @safe @exclusivity(unchecked) private var inked = Rect.zero
  private let stock: MaskStock

  /// A mask of nothing, whose tiles come from a stock and go back there.
  init(stock: MaskStock) {
    self.stock = stock
  }

  isolated deinit {
    removeAll()
  }

  /// Bytes that the mask takes.
  var byteCount: Int { tiles.count * TileGrid.side * TileGrid.side }

  /// Forgets the line and gives the tiles back.
  func removeAll() {
    let inked = PixelRect(covering: inked, scale: 1)
    for (position, tile) in tiles {
      let corner = TileGrid.corner(of: position)
      stock.giveBack(tile, inked: inked.moved(x: -corner.x, y: -corner.y))
    }
    tiles.removeAll()
    self.inked = .zero
    count = 0
  }

  /// Lays a colour through the mask of a stroke that has grown, but is otherwise the same, since the last call.
  ///
  /// - Parameters:
  ///   - raiser: a painter that is free; the new segments raise the mask with it.
  ///   - visible: the part of the page that may be shown before the page's transform changes, as far as that is known. Nothing
  ///     is kept of a line outside of it; if more turns out to be shown, or the transform changes, the mask is made anew.
  /// - Returns: whether it could be painted. Under a transform that does not keep shapes a line is more than the greatest of its
  ///   segments, and there may be no memory.
  func paint(
    _ stroke: Stroke, color: Color, in painter: Painter, raiser: Painter, visible: @autoclosure () -> Rect
  ) -> Bool {
    guard painter.transform.keepsShapes, let (grid, offset) = TileGrid.split(painter.transform) else { return false }
    let shown = TileGrid.positions(touching: painter.clipPixels.moved(x: -offset.x, y: -offset.y))
    if grid != self.grid || shown.union(area) != area {
      removeAll()
      self.grid = grid
      let visible = PixelRect(covering: grid.transform.boundingBox(of: visible()), scale: 1)
      area = TileGrid.positions(touching: visible).union(shown)
    }
    guard raise(stroke, with: raiser) else { return false }
    shown.forEachPlace { position in
      guard let tile = tiles[position] else { return }
      let corner = TileGrid.corner(of: position)
      painter.fill(mask: tile, at: PixelPoint(x: corner.x + offset.x, y: corner.y + offset.y), color: color)
    }
    return true
  }

  /// What the mask knows of one tile.
  enum Knowledge {
    /// Nothing: the line has not been painted there.
    case nothing
    /// The line does not go there.
    case blank
    case inked(Bitmap)
  }

  /// Takes the rest of a line in that has ended; whether the mask then has it as tiles of this grid.
  func complete(_ stroke: Stroke, on grid: TileGrid, with raiser: Painter) -> Bool {
    count > 0 && grid == self.grid && raise(stroke, with: raiser)
  }

  /// The coverage in one tile of a line that is complete.
  func tile(at position: PixelPoint) -> Knowledge {
    if let tile = tiles[position] { return .inked(tile) }
    return area.union(PixelRect(x: position.x, y: position.y, width: 1, height: 1)) == area ? .blank : .nothing
  }

  /// Raises the mask for the points that are new; false if there is no memory, and then nothing is kept.
  private func raise(_ stroke: Stroke, with painter: Painter) -> Bool {
    let points = stroke.points
    guard count < points.count else { return true }
    // A dot is not quite the round end of a line: it goes when the line gets a direction.
    if count == 1 { removeAll() }
    let width = Double(stroke.pen.width)
    // A pixel more than the ink, so that rounding leaves no tile out.
    let radius = max(1, width * grid.transform.determinant.magnitude.squareRoot()) / 2 + 1
    var begun: PixelPoint?
    var hasMemory = true
    for index in max(1, count)...max(1, points.count - 1) {
      let a = points[index - 1].point
      let b = points[min(index, points.count - 1)].point
      let (start, end) = (grid.transform.apply(a), grid.transform.apply(b))
      inked = inked.union(Rect(spanning: start, end).insetBy(dx: -radius, dy: -radius))
      TileGrid.forEachPosition(along: start, end, radius: radius, within: area) { position in
        if position != begun {
          hasMemory = hasMemory && begin(position, painter)
          begun = position
        }
        if hasMemory { painter.raise(from: a, to: b, width: width) }
      }
    }
    painter.end()
    count = points.count
    if !hasMemory { removeAll() }
    return hasMemory
  }

  /// Begins to paint into a tile, which is made if it is not there; false if there is no memory.
  private func begin(_ position: PixelPoint, _ painter: Painter) -> Bool {
    guard let tile = tiles[position] ?? stock.take() else { return false }
    tiles[position] = tile
    painter.begin(target: tile, transform: grid.transform(ofTile: position))
    return true
  }
}
