internal import EaselGeometry

/// Works out rows of pixels in which outlines overlap, for shapes that must not be darker there.
///
/// Areas that are added up know nothing of each other: where two edges go through one pixel, it may get more than their union. So a
/// row in which some pixel has more edge in it than one outline can have is looked at along 16 lines. On each of them the
/// crossings are put in order and what is enclosed at all is covered once, exact to a 256th of a pixel along the line.
final class OverlapRows {
  /// An edge on its way through a row.
  private struct Crossing {
    var x: Int
    var rest: Int
    var step: Int
    var stepRest: Int
    var rise: Int
    /// The first of the 16 lines that it crosses, and the one after the last.
    var first: Int
    var end: Int
    var winding: Int
  }

  /// Lines in a row of pixels, and the distance between them.
  private static let lines = 16
  private static let spacing = 256 / lines

  private var starts: [Int] = []
  private var members: [Int32] = []
  private var crossings: [Crossing] = []

  /// Sorts edges into the rows of a band that are asked for; the others stay empty.
  func sort(_ edges: [AreaRasterizer.Edge], band: PixelRect, wants: (Int) -> Bool) {
    starts.removeAll(keepingCapacity: true)
    members.removeAll(keepingCapacity: true)
    for _ in 0...band.height { starts.append(0) }
    for edge in edges {
      for row in OverlapRows.rows(of: edge, in: band) where wants(row) { starts[row + 1] += 1 }
    }
    for row in 0..<band.height { starts[row + 1] += starts[row] }
    for _ in 0..<starts[band.height] { members.append(0) }
    for (index, edge) in edges.enumerated() {
      for row in OverlapRows.rows(of: edge, in: band) where wants(row) {
        members[starts[row]] = Int32(truncatingIfNeeded: index)
        starts[row] += 1
      }
    }
    // Each start has moved to its row's end, which is the next one's start.
    for row in stride(from: band.height, to: 0, by: -1) { starts[row] = starts[row - 1] }
    starts[0] = 0
  }

  private static func rows(of edge: AreaRasterizer.Edge, in band: PixelRect) -> Range<Int> {
    let first = max(0, Int(edge.y0) >> 8 - band.y)
    let end = min(band.height, (Int(edge.y1) + 255) >> 8 - band.y)
    return first..<max(first, end)
  }

  /// Adds the union of what a row's edges enclose; `sums` has nothing in that row.
  func add(row: Int, of edges: [AreaRasterizer.Edge], band: PixelRect, to sums: AreaCells) {
    let top = (band.y + row) << 8 + OverlapRows.spacing / 2
    crossings.removeAll(keepingCapacity: true)
    for index in starts[row]..<starts[row + 1] {
      if let crossing = OverlapRows.crossing(edges[Int(members[index])], top: top) { crossings.append(crossing) }
    }
    for line in 0..<OverlapRows.lines {
      arrange()
      var winding = 0
      var from = 0
      for index in crossings.indices where crossings[index].first <= line && line < crossings[index].end {
        let before = winding
        winding += crossings[index].winding
        if before == 0 {
          from = crossings[index].x
        } else if winding == 0 {
          sums.addUpright(row: band.y + row, at: from, height: OverlapRows.spacing, 1)
          sums.addUpright(row: band.y + row, at: crossings[index].x, height: OverlapRows.spacing, -1)
        }
      }
      // Edges to the right of the clip have been left out.
      if winding != 0 { sums.addUpright(row: band.y + row, at: from, height: OverlapRows.spacing, 1) }
      advance(line)
    }
  }

  private static func crossing(_ edge: AreaRasterizer.Edge, top: Int) -> Crossing? {
    let first = max(0, (Int(edge.y0) - top + spacing - 1) / spacing)
    let end = min(lines, (Int(edge.y1) - top + spacing - 1) / spacing)
    guard Int(edge.y1) > top, first < end else { return nil }
    let run = Int(edge.x1) - Int(edge.x0)
    let rise = Int(edge.y1) - Int(edge.y0)
    let start = Fixed.floorDivide(run * (top + first * spacing - Int(edge.y0)), rise)
    let step = Fixed.floorDivide(run * spacing, rise)
    return Crossing(
      x: Int(edge.x0) + start.quotient, rest: start.remainder, step: step.quotient, stepRest: step.remainder, rise: rise,
      first: first, end: end, winding: Int(edge.winding))
  }

  /// Puts the crossings in the order of their places, which changes little from line to line.
  private func arrange() {
    // Many may come in any order; the library's way takes time by how far they are out of order, too.
    if crossings.count > 32 { return crossings.sort { $0.x < $1.x } }
    unsafe crossings.withUnsafeMutableBufferPointer { list in
      for index in list.indices.dropFirst() {
        let item = unsafe list[index]
        var place = index
        while place > 0, unsafe list[place - 1].x > item.x {
          unsafe list[place] = list[place - 1]
          place -= 1
        }
        if place != index { unsafe list[place] = item }
      }
    }
  }

  private func advance(_ line: Int) {
    for index in crossings.indices where crossings[index].first <= line {
      crossings[index].x += crossings[index].step
      crossings[index].rest += crossings[index].stepRest
      guard crossings[index].rest >= crossings[index].rise else { continue }
      crossings[index].rest -= crossings[index].rise
      crossings[index].x += 1
    }
  }
}
