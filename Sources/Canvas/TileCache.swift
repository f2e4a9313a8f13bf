internal import EaselGeometry
internal import EaselInk
internal import EaselRaster

/// Finished strokes as pixels, in square tiles that are made when they are first shown.
///
/// A tile's pixels are exactly those that painting its strokes straight to the screen would give, since they are painted with
/// the screen's own transform. A tile without ink takes no memory.
final class TileCache {
  private enum Tile {
    case blank
    case inked(Bitmap)
  }

  private let paper: Color
  // Unchecked: each access ends before anything else is called.
  @safe @exclusivity(unchecked) private var tiles: [PixelPoint: Tile] = [:]
  @safe @exclusivity(unchecked) private var grid = TileGrid(transform: .identity)
  private let painter = Painter()
  private let strokePainter = StrokePainter()

  init(paper: Color) {
    self.paper = paper
  }

  /// Called during a long paint of tiles (WEL-6).
  var whileBusy: (() -> Void)? {
    get { painter.whileBusy }
    set { painter.whileBusy = newValue }
  }

  /// Forgets every tile that was painted for another place on the pixel grid.
  ///
  /// - Parameter transform: page to pixels of the screen; only its scale and the fraction of its movement matter, so that
  ///   moving the page by whole pixels keeps the tiles.
  /// - Returns: the whole pixels by which tiles are moved on screen, or nil if the page is turned and no tile can serve.
  func prepare(for transform: AffineTransform) -> PixelPoint? {
    guard transform.b == 0, transform.c == 0, let (grid, offset) = TileGrid.split(transform) else { return nil }
    if grid != self.grid {
      tiles.removeAll(keepingCapacity: true)
      self.grid = grid
    }
    return offset
  }

  /// Whether inked tiles hide all of a rectangle of tile pixels.
  func cover(_ rect: PixelRect, of document: Document) -> Bool {
    var isCovered = true
    TileGrid.positions(touching: rect).forEachPlace { position in
      if case .blank = tile(at: position, of: document) { isCovered = false }
    }
    return isCovered
  }

  /// Calls `body` with each inked tile that touches a rectangle of tile pixels, and with the tile's corner.
  func forEachTile(touching rect: PixelRect, of document: Document, _ body: (Bitmap, PixelPoint) -> Void) {
    TileGrid.positions(touching: rect).forEachPlace { position in
      if case .inked(let bitmap) = tile(at: position, of: document) { body(bitmap, TileGrid.corner(of: position)) }
    }
  }

  /// Paints a stroke that has just been put on top of the page into the tiles that exist.
  ///
  /// - Parameter mask: its coverage if it was drawn by hand, raised with `raiser`: laying its colour through that gives the same
  ///   pixels as painting it anew and costs a tenth.
  func add(_ stroke: Stroke, mask: LineMask? = nil, raiser: Painter) {
    let isMasked = mask?.complete(stroke, on: grid, with: raiser) ?? false
    let area = pixels(of: stroke.bounds)
    forEachTileKey(touching: stroke) { position in
      switch tiles[position] {
      case .inked(let bitmap):
        paint(into: bitmap, at: position, within: area.intersection(TileGrid.rect(of: position))) { painter in
          switch isMasked ? mask?.tile(at: position) : nil {
          case .inked(let coverage): painter.fill(mask: coverage, at: PixelPoint(x: 0, y: 0), color: stroke.pen.color)
          case .blank: break
          case .nothing, nil: strokePainter.paint(stroke, in: painter)
          }
        }
      case .blank: tiles[position] = nil
      case nil: break
      }
    }
  }

  /// Paints the tiles anew where a stroke was, or where one came back below others.
  func repaint(_ stroke: Stroke, of document: Document) {
    forEachTileKey(touching: stroke) { position in
      guard case .inked(let bitmap) = tiles[position] else {
        tiles[position] = nil
        return
      }
      var area = pixels(of: stroke.bounds).intersection(TileGrid.rect(of: position))
      area = area.isEmpty ? TileGrid.rect(of: position) : area
      render(document, into: bitmap, at: position, within: area)
    }
  }

  private func tile(at position: PixelPoint, of document: Document) -> Tile {
    if let tile = tiles[position] { return tile }
    let tile = makeTile(at: position, of: document)
    tiles[position] = tile
    return tile
  }

  private func makeTile(at position: PixelPoint, of document: Document) -> Tile {
    let rect = TileGrid.rect(of: position)
    var isBlank = true
    document.forEachStroke(near: page(rect)) { _ in isBlank = false }
    guard !isBlank, let bitmap = try? Bitmap(size: rect.size, format: .xrgb32) else { return .blank }
    render(document, into: bitmap, at: position, within: rect)
    return .inked(bitmap)
  }

  private func render(_ document: Document, into bitmap: Bitmap, at position: PixelPoint, within area: PixelRect) {
    paint(into: bitmap, at: position, within: area) { painter in
      painter.fill(page(area).insetBy(dx: -1, dy: -1), color: paper)
      document.forEachStroke(near: page(area)) { strokePainter.paint($0, in: painter) }
    }
  }

  /// Lends a painter whose space is the page's and which can only reach `area`, given in pixels of the grid.
  private func paint(into bitmap: Bitmap, at position: PixelPoint, within area: PixelRect, _ body: (Painter) -> Void) {
    let corner = TileGrid.corner(of: position)
    let local = area.moved(x: -corner.x, y: -corner.y)
    painter.begin(target: bitmap, transform: grid.transform(ofTile: position), clip: Region(local))
    body(painter)
    painter.end()
  }

  // MARK: Places

  /// A rectangle of the grid's pixels on the page, with a margin for ink that only grazes it.
  private func page(_ rect: PixelRect) -> Rect {
    guard let inverse = grid.transform.inverse else { return .zero }
    let box = Rect(x: Double(rect.x), y: Double(rect.y), width: Double(rect.width), height: Double(rect.height))
    return inverse.boundingBox(of: box.insetBy(dx: -1, dy: -1))
  }

  private func pixels(of rect: Rect) -> PixelRect {
    PixelRect(covering: grid.transform.boundingBox(of: rect).insetBy(dx: -1, dy: -1), scale: 1)
  }

  /// Calls `body` once with each position that has a tile and is touched by a run of the stroke.
  private func forEachTileKey(touching stroke: Stroke, _ body: (PixelPoint) -> Void) {
    for position in tiles.keys where touches(stroke, TileGrid.rect(of: position)) { body(position) }
  }

  private func touches(_ stroke: Stroke, _ tile: PixelRect) -> Bool {
    stroke.runs.indices.contains { !pixels(of: stroke.bounds(ofRun: $0)).intersection(tile).isEmpty }
  }
}
