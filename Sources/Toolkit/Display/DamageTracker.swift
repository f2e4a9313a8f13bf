internal import EaselGeometry
internal import EaselRaster

/// What of a surface must be painted again, in pixels, until a paint takes it.
///
/// Marks cost no memory: they are kept as rectangles and become a region only at the paint.
struct DamageTracker {
  /// As many rectangles as a commit may name (WFR-7).
  static let mostRects = 16
  private static let mostMarks = 64

  private var marks: [PixelRect] = []
  private(set) var isWhole = false

  var isEmpty: Bool { marks.isEmpty && !isWhole }

  mutating func markWhole() {
    isWhole = true
    marks.removeAll(keepingCapacity: true)
  }

  mutating func mark(_ rect: PixelRect) {
    guard !rect.isEmpty, !isWhole else { return }
    // The newest marks are the likeliest to hold the next one: a finger marks along its way.
    for known in marks.suffix(4) where known.holds(rect) { return }
    if marks.count == Self.mostMarks { fold() }
    marks.append(rect)
  }

  /// The damage inside a bitmap, in at most 16 rectangles.
  func region(in size: PixelSize) -> Region {
    guard !isWhole else { return Region(PixelRect(size)) }
    var region = Region()
    for mark in marks { region.formUnion(mark) }
    region.formIntersection(PixelRect(size))
    return region.rectCount > Self.mostRects ? Region.bands(of: region, most: Self.mostRects) : region
  }

  mutating func removeAll() {
    isWhole = false
    marks.removeAll(keepingCapacity: true)
  }

  private mutating func fold() {
    var region = Region()
    for mark in marks { region.formUnion(mark) }
    marks.removeAll(keepingCapacity: true)
    Region.bands(of: region, most: Self.mostRects).forEachRect { marks.append($0) }
  }
}

extension PixelRect {
  /// Whether another rectangle lies inside.
  nonisolated func holds(_ other: PixelRect) -> Bool {
    other.x >= x && other.y >= y && other.maxX <= maxX && other.maxY <= maxY
  }
}

extension Region {
  /// A region around another one as horizontal bands of one rectangle each, joined where that adds the fewest pixels.
  ///
  /// A long diagonal stays a staircase this way instead of becoming its box.
  static func bands(of region: borrowing Region, most: Int) -> Region {
    var bands: [PixelRect] = []
    region.forEachRect { rect in
      if let last = bands.last, last.y == rect.y { bands[bands.count - 1] = last.union(rect) } else { bands.append(rect) }
    }
    while bands.count > most {
      var best = 0
      var leastWaste = Int.max
      for index in 0..<(bands.count - 1) {
        let waste = bands[index].union(bands[index + 1]).area - bands[index].area - bands[index + 1].area
        if waste < leastWaste { (best, leastWaste) = (index, waste) }
      }
      bands[best] = bands[best].union(bands[best + 1])
      bands.remove(at: best + 1)
    }
    var result = Region()
    for band in bands { result.formUnion(band) }
    return result
  }
}
