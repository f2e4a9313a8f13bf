public import EaselGeometry
public import EaselInk
public import EaselRaster
public import EaselToolkit

/// A page on which every contact draws its own freehand line.
///
/// A line in progress is shown in `wetColor` and belongs to nobody but its contact: when the contact ends the line becomes
/// part of the document, when the system cancels it nothing is left. What a moved touch costs depends on how far it moved,
/// not on what is drawn already.
public final class CanvasView: View {
  // Unchecked: each access ends before anything else is called, and each paint makes many.
  /// What is on the page.
  @safe @exclusivity(unchecked) public private(set) var document: Document
  /// The pen of lines that begin from now on.
  public var pen = Pen(width: 4, color: .black)
  /// The colour of lines in progress.
  @safe @exclusivity(unchecked) public var wetColor = Color.red
  /// The page's colour.
  public let paper: Color
  /// Called after each change of the document, so that it can be kept.
  public var onEdit: ((Edit) -> Void)?

  private var history = History()
  @safe @exclusivity(unchecked) private(set) var wetStrokes: [WetStroke] = []
  private let tiles: TileCache
  private let strokePainter = StrokePainter()
  /// Paints into the masks of lines in progress.
  let maskPainter = Painter()
  private let maskStock = MaskStock()

  /// Movements shorter than this, in points, are noise of a resting finger.
  private static let leastMovement = 0.125
  /// No page reaches so far, in points; a journal believes no more either.
  private static let farthest = 1e6

  struct WetStroke {
    let touch: Touch
    var stroke: Stroke
    let mask: LineMask
  }

  /// A view of a document.
  public init(frame: Rect, document: Document = Document(), paper: Color = .white) {
    self.document = document
    self.paper = paper
    self.tiles = TileCache(paper: paper)
    super.init(frame: frame)
    isMultipleTouchEnabled = true
    isOpaque = paper.alpha == 1
  }

  // MARK: Touches

  public override func touchesBegan(_ touches: Set<Touch>, with event: Event?) {
    // The order of a set is another one in each run of the program.
    for touch in touches.sorted(by: { $0.contact < $1.contact }) {
      let location = touch.location(in: self)
      guard CanvasView.isOnPage(location) else { continue }
      let stroke = Stroke(id: StrokeID(0), pen: pen, at: InkPoint(location))
      wetStrokes.append(WetStroke(touch: touch, stroke: stroke, mask: LineMask(stock: maskStock)))
      markEnd(of: stroke)
    }
  }

  public override func touchesMoved(_ touches: Set<Touch>, with event: Event?) {
    for touch in touches { extend(with: touch, event) }
  }

  public override func touchesEnded(_ touches: Set<Touch>, with event: Event?) {
    for touch in touches.sorted(by: { $0.contact < $1.contact }) {
      extend(with: touch, event)
      if let wet = removeWetStroke(of: touch) { finish(wet) }
    }
  }

  private func finish(_ wet: WetStroke) {
    var stroke = wet.stroke
    stroke.id = document.makeID()
    history.record(.add(stroke))
    apply(.add(stroke), mask: wet.mask)
  }

  public override func touchesCancelled(_ touches: Set<Touch>, with event: Event?) {
    for touch in touches {
      if let wet = removeWetStroke(of: touch) { markAll(of: wet.stroke) }
    }
  }

  private func extend(with touch: Touch, _ event: Event?) {
    guard let index = wetIndex(of: touch) else { return }
    guard let samples = event?.coalescedTouches(for: touch) else {
      append(touch.location(in: self), to: index)
      return
    }
    for sample in samples { append(sample.location(in: self), to: index) }
  }

  private func append(_ location: Point, to index: Int) {
    guard let last = wetStrokes[index].stroke.points.last, CanvasView.isOnPage(location),
      last.point.distance(to: location) >= CanvasView.leastMovement
    else { return }
    wetStrokes[index].stroke.append(InkPoint(location))
    markEnd(of: wetStrokes[index].stroke)
    guard wetStrokes[index].stroke.points.count == Stroke.mostPoints else { return }
    finish(wetStrokes[index])
    let next = Stroke(id: StrokeID(0), pen: pen, at: InkPoint(location))
    wetStrokes[index] = WetStroke(touch: wetStrokes[index].touch, stroke: next, mask: LineMask(stock: maskStock))
  }

  /// Whether a location can be believed; a display may send any number.
  private static func isOnPage(_ location: Point) -> Bool {
    location.x.magnitude < farthest && location.y.magnitude < farthest
  }

  private func removeWetStroke(of touch: Touch) -> WetStroke? {
    wetIndex(of: touch).map { wetStrokes.remove(at: $0) }
  }

  /// Without a closure, which would look up which actor it is on.
  private func wetIndex(of touch: Touch) -> Int? {
    for index in wetStrokes.indices where wetStrokes[index].touch === touch { return index }
    return nil
  }

  /// Whether any contact is drawing.
  public var isDrawing: Bool { !wetStrokes.isEmpty }

  /// The memory that the masks of lines in progress take.
  var maskByteCount: Int { wetStrokes.reduce(0) { $0 + $1.mask.byteCount } }

  /// Drops every line in progress, as if its contact had been cancelled.
  public func cancelDrawing() {
    for wet in wetStrokes { markAll(of: wet.stroke) }
    wetStrokes.removeAll()
  }

  // MARK: Editing

  /// Takes the last change back; returns whether there was one.
  @discardableResult
  public func undo() -> Bool {
    guard let edit = history.undo() else { return false }
    apply(edit)
    return true
  }

  /// Makes the change again that was taken back last; returns whether there was one.
  @discardableResult
  public func redo() -> Bool {
    guard let edit = history.redo() else { return false }
    apply(edit)
    return true
  }

  private func apply(_ edit: Edit, mask: LineMask? = nil) {
    let isOnTop = document.lastStrokeID.map { $0 < edit.stroke.id } ?? true
    document.apply(edit)
    switch edit {
    case .add(let stroke) where isOnTop: tiles.add(stroke, mask: mask, raiser: maskPainter)
    case .add(let stroke), .remove(let stroke): tiles.repaint(stroke, of: document)
    }
    markAll(of: edit.stroke)
    onEdit?(edit)
  }

  // MARK: Painting

  public override func draw(_ rect: Rect, in painter: Painter) {
    tiles.whileBusy = painter.whileBusy
    maskPainter.whileBusy = painter.whileBusy
    drawFinishedStrokes(in: painter)
    for wet in wetStrokes { draw(wet, in: painter) }
  }

  private func draw(_ wet: WetStroke, in painter: Painter) {
    let isPainted = wet.mask.paint(wet.stroke, color: wetColor, in: painter, raiser: maskPainter, visible: visiblePart)
    if !isPainted { strokePainter.paint(wet.stroke, color: wetColor, in: painter) }
  }

  /// The part of the page that the window has room for.
  private var visiblePart: Rect {
    guard let window else { return bounds }
    return bounds.intersection(convert(window.bounds, from: nil))
  }

  private func drawFinishedStrokes(in painter: Painter) {
    guard let whole = tiles.prepare(for: painter.transform) else {
      painter.fill(painter.clipBounds, color: paper)
      document.forEachStroke(near: painter.clipBounds) { strokePainter.paint($0, in: painter) }
      return
    }
    let area = painter.clipPixels.moved(x: -whole.x, y: -whole.y)
    if !tiles.cover(area, of: document) { painter.fill(painter.clipBounds, color: paper) }
    tiles.forEachTile(touching: area, of: document) { bitmap, corner in
      painter.copy(bitmap, to: PixelPoint(x: corner.x + whole.x, y: corner.y + whole.y))
    }
  }

  /// Marks what the newest segment covers.
  private func markEnd(of stroke: Stroke) {
    setNeedsDisplay(stroke.bounds(ofSegmentTo: stroke.points.count - 1))
  }

  /// Marks what a whole stroke covers: a long diagonal is several rectangles, not its box.
  private func markAll(of stroke: Stroke) {
    for run in stroke.runs.indices { setNeedsDisplay(stroke.bounds(ofRun: run)) }
  }
}
