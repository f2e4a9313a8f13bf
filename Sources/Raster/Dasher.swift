internal import EaselGeometry

/// Cuts a line into dashes and hands them to a pen.
///
/// The pattern starts anew with each subpath. On a closed one the last dash goes on into the first if both are drawn. Where a
/// dash begins and ends is computed from where the segment begins, so that it does not matter which dashes outside of what
/// is visible have been left out: as many whole patterns as fit are passed over at once, so a line may be of any length.
struct Dasher {
  private let lengths: [Double]
  /// Where each of the lengths begins within the pattern, and the pattern's length.
  private let starts: [Double]
  private let period: Double
  private let visible: Rect?
  /// The pattern's state at the start of a subpath.
  private let firstIndex: Int
  private let firstPosition: Double

  /// Which of the lengths the line is in, and where the first pattern of the segment began, from the segment's start.
  private var index = 0
  private var base = 0.0
  /// Whole patterns since `base`; a number of its own, so that passing over some rounds nothing.
  private var cycle = 0.0
  private var start = Point.zero
  private var current = Point.zero
  private var isOpen = false
  /// Whether a dash has been begun with the pen.
  private var isDown = false
  /// The points of a first dash that began with the subpath, until it is known whether the last one goes on into it.
  private var first: [(point: Point, isBend: Bool)] = []
  private var isFirst = false

  /// Nothing if the style has no dashes, or none that could be drawn.
  ///
  /// - Parameters:
  ///   - transform: to pixels; patterns that are finer than a pixel are made coarser, with the same share drawn.
  ///   - visible: dashes wholly outside may be left out.
  ///   - reach: how far it goes beyond what is really seen, as lines are wide; a thousandth of that is as fine as dashes get.
  init?(_ style: StrokeStyle, transform: AffineTransform, visible: Rect?, reach: Double) {
    let sum = style.dash.reduce(0, +)
    guard !style.dash.isEmpty, sum > 0, sum.isFinite, style.dash.allSatisfy({ $0 >= 0 }) else { return nil }
    let isOdd = style.dash.count % 2 == 1
    // Along the direction in which the transform shrinks most they may be finer, but not so fine that their number hurts.
    let shrunk = 0.001 * transform.stretch / max(transform.determinant.magnitude, 1e-300)
    let finest = max(1, Double(style.dash.count) / 8) * max(1 / transform.stretch, shrunk, reach / 1000)
    guard finest.isFinite else { return nil }
    let stretch = max(1, finest / sum)
    // Dashes may be so short that no number makes them longer.
    guard (stretch * sum * 2).isFinite else { return nil }
    let dash = (isOdd ? style.dash + style.dash : style.dash).map { $0 * stretch }
    var position = 0.0
    var starts: [Double] = []
    for length in dash {
      starts.append(position)
      position += length
    }
    lengths = dash
    self.starts = starts
    period = position
    self.visible = visible
    var phase = (style.dashPhase.isFinite ? style.dashPhase * stretch : 0).truncatingRemainder(dividingBy: position)
    if phase < 0 { phase += position }
    firstIndex = starts.indices.first { starts[$0] == phase || starts[$0] + dash[$0] > phase } ?? 0
    firstPosition = -phase
  }

  mutating func add<Pen: LinePen>(_ step: Path.Step, to pen: inout Pen) {
    switch step {
    case .move(let point):
      end(&pen)
      begin(at: point)
    case .line(let point): line(to: point, isBend: false, &pen)
    case .bend(let point): line(to: point, isBend: true, &pen)
    case .close: close(&pen)
    }
  }

  /// Ends the last subpath.
  mutating func end<Pen: LinePen>(_ pen: inout Pen) {
    if !first.isEmpty {
      pen.move(to: first[0].point)
      // A subpath of no length at all is what it would be without dashes.
      for next in first.dropFirst() { pen.line(to: next.point, isBend: next.isBend) }
    }
    first.removeAll(keepingCapacity: true)
    isFirst = false
    isDown = false
    isOpen = false
  }

  private mutating func begin(at point: Point) {
    start = point
    current = point
    index = firstIndex
    base = firstPosition
    cycle = 0
    isOpen = true
    isDown = false
    isFirst = isDrawn
    if isFirst { first.append((point, false)) }
  }

  private var origin: Double { base + cycle * period }

  private var isDrawn: Bool { index % 2 == 0 }

  private mutating func close<Pen: LinePen>(_ pen: inout Pen) {
    if isFirst && current == start && first.count == 1 { first.append((start, false)) }
    line(to: start, isBend: false, &pen)
    if isFirst {
      // It never ended: the whole subpath is one dash.
      pen.move(to: first[0].point)
      for next in first.dropFirst() { pen.line(to: next.point, isBend: next.isBend) }
      pen.close()
      first.removeAll(keepingCapacity: true)
    } else if isDown && !first.isEmpty {
      for next in first.dropFirst() { pen.line(to: next.point, isBend: next.isBend) }
      first.removeAll(keepingCapacity: true)
    }
    end(&pen)
    begin(at: start)
    // What follows without a move is a subpath of its own, and nothing if nothing follows.
    first.removeAll(keepingCapacity: true)
    if isFirst { first.append((start, false)) }
  }

  private mutating func line<Pen: LinePen>(to end: Point, isBend: Bool, _ pen: inout Pen) {
    let length = current.distance(to: end)
    guard length > 0, length < .infinity else {
      if isFirst && first.count == 1 { first.append((end, false)) }
      return
    }
    let way = (end - current) * (1 / length)
    let shown = visibleRange(to: end, length: length)
    var isBend = isBend
    while true {
      let border = origin + starts[index] + lengths[index]
      guard border < length else { break }
      if isDrawn { draw(to: current + way * border, isBend: isBend, &pen) }
      isBend = false
      turn(at: current + way * border, direction: way, &pen)
      skip(shown, length: length)
      if isDrawn && !isDown && !isFirst { down(at: current + way * (origin + starts[index]), &pen) }
    }
    if isDrawn { draw(to: end, isBend: isBend, &pen) }
    base = origin - length
    cycle = 0
    current = end
  }

  /// Goes on to the pattern's next length; a dash without length is a dot.
  private mutating func turn<Pen: LinePen>(at point: Point, direction: Point, _ pen: inout Pen) {
    if isDrawn && lengths[index] == 0 {
      pen.dot(at: point, direction: direction)
      if isFirst { first.removeAll(keepingCapacity: true) }
    }
    isFirst = false
    isDown = false
    index += 1
    guard index == lengths.count else { return }
    index = 0
    cycle += 1
  }

  /// Passes over whole patterns that lie outside of the visible part.
  private mutating func skip(_ shown: (from: Double, to: Double), length: Double) {
    guard index == 0, visible != nil else { return }
    let target = origin + period < shown.from ? min(shown.from, length) : origin > shown.to ? length : origin
    let count = ((target - origin) / period).rounded(.down) - 1
    if count > 0 { cycle += count }
  }

  private mutating func down<Pen: LinePen>(at point: Point, _ pen: inout Pen) {
    guard lengths[index] > 0 else { return }
    pen.move(to: point)
    isDown = true
  }

  private mutating func draw<Pen: LinePen>(to point: Point, isBend: Bool, _ pen: inout Pen) {
    if isFirst { return first.append((point, isBend)) }
    if isDown { pen.line(to: point, isBend: isBend) }
  }

  /// Where along a segment what is visible begins and ends; empty if nothing is.
  private func visibleRange(to end: Point, length: Double) -> (from: Double, to: Double) {
    guard let visible else { return (0, length) }
    var from = 0.0
    var to = 1.0
    for (start, delta, low, high) in [
      (current.x, end.x - current.x, visible.minX, visible.maxX), (current.y, end.y - current.y, visible.minY, visible.maxY),
    ] {
      if delta == 0 {
        if start < low || start > high { return (length, 0) }
        continue
      }
      from = max(from, min((low - start) / delta, (high - start) / delta))
      to = min(to, max((low - start) / delta, (high - start) / delta))
    }
    return from <= to ? (from * length, to * length) : (length, 0)
  }
}
