internal import EaselGeometry
internal import EaselRaster

/// Squares of whole pixels into which a page is cut for the screen; moving the page by whole pixels moves them with it.
struct TileGrid: Equatable {
  /// The side of a tile in pixels: few enough of them to look each up.
  static let side = 256

  /// From the page to pixels of the grid: the screen's transform without the whole pixels of its movement.
  let transform: AffineTransform

  /// Takes a transform from the page to the screen apart; nil if it moves the page so far that fractions are lost.
  ///
  /// - Returns: the grid, and the whole pixels by which it is moved on screen.
  static func split(_ transform: AffineTransform) -> (grid: TileGrid, offset: PixelPoint)? {
    guard transform.tx.magnitude < 1e8, transform.ty.magnitude < 1e8 else { return nil }
    let offset = PixelPoint(x: Int(transform.tx.rounded(.down)), y: Int(transform.ty.rounded(.down)))
    var fraction = transform
    fraction.tx -= Double(offset.x)
    fraction.ty -= Double(offset.y)
    return (TileGrid(transform: fraction), offset)
  }

  /// From the page to the pixels of one tile.
  func transform(ofTile position: PixelPoint) -> AffineTransform {
    let corner = TileGrid.corner(of: position)
    return transform.concatenating(AffineTransform(translationX: -Double(corner.x), y: -Double(corner.y)))
  }

  // MARK: Places

  /// A tile's corner in pixels of the grid.
  static func corner(of position: PixelPoint) -> PixelPoint {
    PixelPoint(x: position.x * side, y: position.y * side)
  }

  /// A tile's pixels of the grid.
  static func rect(of position: PixelPoint) -> PixelRect {
    let corner = corner(of: position)
    return PixelRect(x: corner.x, y: corner.y, width: side, height: side)
  }

  /// The positions of the tiles that a rectangle of pixels touches, as a rectangle in which a tile is a unit.
  static func positions(touching rect: PixelRect) -> PixelRect {
    guard !rect.isEmpty else { return .zero }
    let left = rect.x.floorDivided(by: side)
    let top = rect.y.floorDivided(by: side)
    let right = (rect.maxX - 1).floorDivided(by: side) + 1
    let bottom = (rect.maxY - 1).floorDivided(by: side) + 1
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// Calls `body` with each tile within `area` that a line of this radius may touch; all in pixels, `area` in tiles.
  ///
  /// The cost is that of the tiles that the line goes through, not of those in its box.
  static func forEachPosition(
    along a: Point, _ b: Point, radius: Double, within area: PixelRect, _ body: (PixelPoint) -> Void
  ) {
    guard a.isFinite, b.isFinite else { return }
    let box = Rect(spanning: a, b).insetBy(dx: -radius, dy: -radius)
    let rows = positions(touching: PixelRect(covering: box, scale: 1)).intersection(area)
    for y in rows.y..<rows.maxY {
      // The part of the line, as parameters from 0 to 1, that is near enough to this row of tiles.
      var (from, to) = (0.0, 1.0)
      let rise = b.y - a.y
      if rise != 0 {
        let above = (Double(y * side) - radius - a.y) / rise
        let below = (Double((y + 1) * side) + radius - a.y) / rise
        (from, to) = (max(0, min(above, below)), min(1, max(above, below)))
      }
      guard from <= to else { continue }
      let part = Rect(spanning: a + (b - a) * from, a + (b - a) * to).insetBy(dx: -radius, dy: -radius)
      let columns = positions(touching: PixelRect(covering: part, scale: 1)).intersection(rows)
      for x in columns.x..<columns.maxX { body(PixelPoint(x: x, y: y)) }
    }
  }
}

extension PixelRect {
  /// Calls `body` with each of its places, row by row.
  func forEachPlace(_ body: (PixelPoint) -> Void) {
    guard !isEmpty else { return }
    for row in y..<maxY {
      for column in x..<maxX { body(PixelPoint(x: column, y: row)) }
    }
  }
}

extension Int {
  fileprivate func floorDivided(by divisor: Int) -> Int {
    self >= 0 ? self / divisor : -((-self + divisor - 1) / divisor)
  }
}
