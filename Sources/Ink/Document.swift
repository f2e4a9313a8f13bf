public import EaselGeometry

/// A page of strokes, in the order in which they were finished; later ones lie on top.
public struct Document: Sendable {
  private var strokesByID: [StrokeID: Stroke] = [:]
  /// The numbers of the strokes on the page, growing.
  private var order: [StrokeID] = []
  private var index = SpatialIndex()
  private var lastID: UInt64 = 0

  /// An empty page.
  public init() {}

  /// The number of strokes on the page.
  public var count: Int { strokesByID.count }

  /// All strokes, oldest first.
  public var strokes: [Stroke] { order.compactMap { strokesByID[$0] } }

  /// The number of the stroke that lies on top, or nil on an empty page.
  public var lastStrokeID: StrokeID? { order.last }

  /// A number for a stroke that is about to be begun.
  public mutating func makeID() -> StrokeID {
    lastID += 1
    return StrokeID(lastID)
  }

  /// Puts a stroke on the page at the place that its number gives it; a number that is there already is ignored.
  public mutating func insert(_ stroke: Stroke) {
    guard strokesByID[stroke.id] == nil else { return }
    lastID = max(lastID, stroke.id.value)
    strokesByID[stroke.id] = stroke
    order.insert(stroke.id, at: place(of: stroke.id))
    index.insert(stroke)
  }

  /// Takes a stroke off the page and returns it, or nil if it is not there.
  public mutating func remove(_ id: StrokeID) -> Stroke? {
    guard let stroke = strokesByID.removeValue(forKey: id) else { return nil }
    index.remove(stroke)
    order.remove(at: place(of: id))
    return stroke
  }

  /// Where a number stands, or would stand, in the order; the newest is found at once.
  private func place(of id: StrokeID) -> Int {
    guard let last = order.last, id <= last else { return order.count }
    var low = 0
    var high = order.count
    while low < high {
      let middle = (low + high) / 2
      if order[middle] < id { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The stroke with this number, or nil if it is not on the page.
  public func stroke(_ id: StrokeID) -> Stroke? { strokesByID[id] }

  /// Calls `body` with each stroke that may have ink in a rectangle, oldest first.
  ///
  /// The cost grows with the strokes near the rectangle, not with those on the page.
  public func forEachStroke(near rect: Rect, _ body: (Stroke) -> Void) {
    for id in index.candidates(in: rect) {
      if let stroke = strokesByID[id] { body(stroke) }
    }
  }
}
