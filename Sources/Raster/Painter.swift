public import EaselGeometry

/// Paints shapes and pictures into a bitmap, within a clip.
///
/// Painting a scene once gives the same bytes as painting it in any number of pieces whose clips together make up the whole:
/// a pixel's value depends on the shape, the style and the transform, never on the clip. Colours are laid over what is there.
///
/// **Snapping (WHD-10).** As long as the transform keeps rectangles axis-aligned, the edges of filled rectangles, of clips and of
/// pictures lie on the nearest whole device pixel (a half goes right and down), so neighbours share their edge without a
/// seam at any scale; a filled rectangle that is not empty keeps at least one pixel, the one its middle is in. A hairline is one device pixel wide and
/// lies on whole pixels where it runs along an axis. Paths do not snap.
///
/// **Colours** are numbers of sRGB and are mixed as such, not as light, as Core Graphics and cairo do; the bitmap holds them multiplied by
/// their opacity.
///
/// A painter may be used again for the next frame and then allocates nothing for shapes of one colour. It belongs to one thread at a time.
public final class Painter {
  struct State {
    var transform: AffineTransform
    /// The box around what can be painted.
    var clip: PixelRect
    /// The rectangles that can be painted, as far as they lie in the box.
    var region: [PixelRect] = []
    /// What a path that the clip was narrowed to lets through; the box lies in its own.
    var mask: ClipMask?
    var blendMode = BlendMode.normal
  }

  /// What has been painted since the painter was made: pixels worked on, and points and segments looked at.
  ///
  /// It grows about as the time does, some nanoseconds a unit, but is the same on every machine.
  @safe @exclusivity(unchecked) public private(set) var work = 0
  /// Called after each 65,536 units of work, also in the midst of a large shape, so that the owner can look after what must not
  /// wait for the end of a long paint (WEL-6); it paints nothing.
  @safe @exclusivity(unchecked) public var whileBusy: (() -> Void)?
  @safe @exclusivity(unchecked) private var workAtCall = 0

  // Unchecked: a painter belongs to one caller at a time, and each access ends before anything else is called.
  @safe @exclusivity(unchecked) var target: Bitmap?
  /// The place of the target's corner in the pixels of what is painted: elsewhere than at the origin in a group.
  @safe @exclusivity(unchecked) var corner = PixelPoint(x: 0, y: 0)
  /// The size of the bitmap that was begun with, whatever group is painted.
  @safe @exclusivity(unchecked) private(set) var canvas = PixelSize.zero
  @safe @exclusivity(unchecked) var state = State(transform: .identity, clip: .zero)
  @safe @exclusivity(unchecked) private var saved: [State] = []

  let area = AreaRasterizer()
  let capsules = CapsuleRasterizer()
  var stroker = Stroker()
  var scratchPath = Path()

  /// A painter that paints nothing until `begin`.
  public init() {}

  /// A painter that has begun.
  public convenience init(target: Bitmap, transform: AffineTransform = .identity, clip: borrowing Region) {
    self.init()
    begin(target: target, transform: transform, clip: clip)
  }

  /// Starts to paint into a bitmap, which is kept until `end` or the next `begin`.
  ///
  /// - Parameters:
  ///   - transform: from the units of what is painted to the bitmap's pixels.
  ///   - clip: the pixels that may change; what lies outside the bitmap is ignored.
  public func begin(target: Bitmap, transform: AffineTransform = .identity, clip: borrowing Region) {
    self.target = target
    corner = PixelPoint(x: 0, y: 0)
    canvas = target.size
    saved.removeAll(keepingCapacity: true)
    state.region.removeAll(keepingCapacity: true)
    let all = PixelRect(target.size)
    clip.forEachRect { rect in
      let visible = rect.intersection(all)
      if !visible.isEmpty { state.region.append(visible) }
    }
    state.transform = transform
    state.clip = clip.bounds.intersection(all)
    state.mask = nil
    state.blendMode = .normal
  }

  /// Starts to paint into all of a bitmap.
  public func begin(target: Bitmap, transform: AffineTransform = .identity) {
    begin(target: target, transform: transform, clip: Region(PixelRect(target.size)))
  }

  /// Lets the bitmap go; from here on nothing is painted.
  public func end() {
    target = nil
    saved.removeAll(keepingCapacity: true)
    state.region.removeAll(keepingCapacity: true)
    state.clip = .zero
    state.mask = nil
  }

  // MARK: Work

  /// The work between two calls of `whileBusy`: less than a millisecond's, on a small board a few.
  static let workBetweenCalls = 1 << 16

  /// Counts work, and lets the owner breathe.
  func did(_ amount: Int) {
    work &+= amount
    guard work &- workAtCall >= Painter.workBetweenCalls else { return }
    workAtCall = work
    whileBusy?()
  }

  // MARK: State

  /// Remembers transform, clip and blend mode.
  public func saveState() {
    saved.append(state)
  }

  /// How many states are remembered.
  var savedCount: Int { saved.count }

  /// How what is painted from here on meets what is there; `normal` at the beginning.
  public var blendMode: BlendMode {
    get { state.blendMode }
    set { state.blendMode = newValue }
  }

  /// Goes back to the transform, the clip and the blend mode of the matching `saveState`.
  public func restoreState() {
    precondition(!saved.isEmpty, "A restoreState() belongs to a saveState() before it.")
    state = saved.removeLast()
  }

  /// From the units of what is painted to the bitmap's pixels.
  public var transform: AffineTransform { state.transform }

  /// Puts a transform in front of the current one: it is applied to what is painted first.
  public func concatenate(_ transform: AffineTransform) {
    state.transform = transform.concatenating(state.transform)
  }

  /// The box around everything that can still be painted, in the units of what is painted; empty if there is nothing.
  public var clipBounds: Rect {
    guard !state.clip.isEmpty, let back = state.transform.inverse else { return .zero }
    return back.boundingBox(of: state.clip.points(scale: 1))
  }

  /// The box around everything that can still be painted, in pixels of the target.
  public var clipPixels: PixelRect { state.clip }

  /// Whether something painted within a rectangle may show.
  public func isVisible(_ rect: Rect) -> Bool {
    let covered = PixelRect(covering: state.transform.boundingBox(of: rect), scale: 1)
    return !covered.intersection(state.clip).isEmpty
  }

  // MARK: Rectangles

  /// Fills a rectangle with a colour.
  public func fill(_ rect: Rect, color: Color) {
    fill(rect, with: .color(color))
  }

  /// Fills a rectangle.
  public func fill(_ rect: Rect, with paint: Paint) {
    guard !rect.isEmpty else { return }
    guard state.transform.keepsAxes else {
      scratchPath.removeAll(keepingCapacity: true)
      scratchPath.addRect(rect)
      return fill(scratchPath, with: paint)
    }
    guard let span = span(paint) else { return }
    if let solid = span.wholeSolid {
      forEachClip(within: snapped(rect)) { part in
        solid.fill(part)
        did(part.area)
      }
    } else {
      fill(snapped(rect), with: span)
    }
  }

  /// Fills everything that the clip lets through.
  public func fill(with paint: Paint) {
    guard let span = span(paint) else { return }
    fill(state.clip, with: span)
  }

  func fill(_ pixels: PixelRect, with span: SpanPainter) {
    forEachClip(within: pixels) { part in
      for y in part.y..<part.maxY { span.fill(x: part.x, y: y, count: part.width) }
      did(part.area)
    }
  }

  /// Calls `body` with the parts of a rectangle of pixels that may be painted.
  @inline(__always)
  func forEachClip(within rect: PixelRect, _ body: (PixelRect) -> Void) {
    let visible = rect.intersection(state.clip)
    guard !visible.isEmpty else { return }
    for index in state.region.indices {
      let part = state.region[index].intersection(visible)
      if !part.isEmpty { body(part) }
    }
  }

  /// The whole pixels of a rectangle (WHD-10).
  func snapped(_ rect: Rect) -> PixelRect {
    guard !rect.isEmpty else { return .zero }
    let box = state.transform.boundingBox(of: rect)
    guard state.transform.keepsAxes else { return PixelRect(covering: box, scale: 1) }
    let (left, width) = Painter.snapped(from: box.minX, to: box.maxX)
    let (top, height) = Painter.snapped(from: box.minY, to: box.maxY)
    return PixelRect(x: left, y: top, width: width, height: height)
  }

  /// The whole pixels between two edges; where they share one, the pixel between them, which is the same on a turned screen.
  private static func snapped(from low: Double, to high: Double) -> (start: Int, length: Int) {
    let (start, end) = (nearest(low), nearest(high))
    return start < end ? (start, end - start) : (nearest(low + (high - low) / 2 - 0.5), 1)
  }

  private static func nearest(_ value: Double) -> Int {
    let rounded = (value + 0.5).rounded(.down)
    return Int(rounded == rounded ? max(-Fixed.pixelLimit, min(Fixed.pixelLimit, rounded)) : 0)
  }
}
