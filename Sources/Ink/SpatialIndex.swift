internal import EaselGeometry

/// Finds the strokes near a rectangle: a grid whose cells list the strokes with a run in them.
struct SpatialIndex: Sendable {
  /// The side of a cell in points: about a finger's movement in a few frames.
  static let cellSide = 128.0

  /// A run that touches more cells than this, a leap across the page, is found by every query instead.
  private static let mostCells = 4096

  /// Cells beyond this are not kept; a stroke that reaches them is found by every query.
  private static let limit = 1 << 15

  private struct Cell: Hashable {
    var x: Int32
    var y: Int32
  }

  private var cells: [Cell: [StrokeID]] = [:]
  private var everywhere: [StrokeID] = []

  /// Adds a stroke; linear in the cells that its runs touch.
  mutating func insert(_ stroke: Stroke) {
    for run in stroke.runs.indices {
      guard let range = SpatialIndex.cells(touching: stroke.bounds(ofRun: run)) else {
        if everywhere.last != stroke.id { everywhere.append(stroke.id) }
        continue
      }
      for y in range.y {
        for x in range.x where cells[Cell(x: x, y: y)]?.last != stroke.id {
          cells[Cell(x: x, y: y), default: []].append(stroke.id)
        }
      }
    }
  }

  /// Takes a stroke out.
  mutating func remove(_ stroke: Stroke) {
    everywhere.removeAll { $0 == stroke.id }
    for run in stroke.runs.indices {
      guard let range = SpatialIndex.cells(touching: stroke.bounds(ofRun: run)) else { continue }
      for y in range.y {
        for x in range.x {
          cells[Cell(x: x, y: y)]?.removeAll { $0 == stroke.id }
          if cells[Cell(x: x, y: y)]?.isEmpty == true { cells[Cell(x: x, y: y)] = nil }
        }
      }
    }
  }

  /// The strokes that may have ink in a rectangle, oldest first, each once.
  func candidates(in rect: Rect) -> [StrokeID] {
    guard let range = SpatialIndex.cells(touching: rect) else { return allStrokes }
    var found = everywhere
    for y in range.y {
      for x in range.x {
        if let cell = cells[Cell(x: x, y: y)] { found += cell }
      }
    }
    return SpatialIndex.sortedOnce(found)
  }

  private var allStrokes: [StrokeID] {
    SpatialIndex.sortedOnce(cells.values.reduce(into: everywhere) { $0 += $1 })
  }

  private static func sortedOnce(_ ids: [StrokeID]) -> [StrokeID] {
    var result: [StrokeID] = []
    for id in ids.sorted() where result.last != id { result.append(id) }
    return result
  }

  private static func cells(touching rect: Rect) -> (x: ClosedRange<Int32>, y: ClosedRange<Int32>)? {
    guard let left = cell(rect.minX), let right = cell(rect.maxX), let top = cell(rect.minY), let bottom = cell(rect.maxY)
    else { return nil }
    guard left <= right, top <= bottom else { return nil }
    guard (Int(right) - Int(left) + 1) * (Int(bottom) - Int(top) + 1) <= mostCells else { return nil }
    return (left...right, top...bottom)
  }

  private static func cell(_ coordinate: Double) -> Int32? {
    let index = (coordinate / cellSide).rounded(.down)
    return index.magnitude <= Double(limit) ? Int32(index) : nil
  }
}
