internal import EaselGeometry
internal import EaselInputEvents
internal import EaselRaster

/// Shows the contacts of one window and where they have been; lies above everything else and takes no touches.
final class TouchOverlay: View {
  private struct Trail {
    let contact: ContactID
    var points: [Point]
    var isDown: Bool
    /// When a trail goes whose finger has lifted.
    var end: Timestamp?
  }

  private static let ring = ContactRing(
    radius: 18, edgeWidth: 2, ground: Color(red: 0.1, green: 0.5, blue: 0.9, alpha: 0.25),
    edge: Color(red: 0.1, green: 0.5, blue: 0.9, alpha: 0.8))
  /// A trail is so many points long at most.
  private static let length = 64
  /// How long a trail stays after its finger has lifted, in seconds.
  static let afterglow = 0.4
  private var trails: [Trail] = []

  init() {
    super.init(frame: .zero)
    isUserInteractionEnabled = false
  }

  /// Whether there is anything to be seen.
  var isEmpty: Bool { trails.isEmpty }
  /// How many contacts are shown as being down.
  var contactCount: Int { trails.count { $0.isDown } }

  /// Takes a touch's present place in.
  func follow(_ touch: Touch, at time: Timestamp) {
    let isDown = touch.phase != .ended && touch.phase != .cancelled
    let place = touch.values.location
    guard let index = trails.firstIndex(where: { $0.contact == touch.contact }) else {
      trails.append(Trail(contact: touch.contact, points: [place], isDown: isDown, end: nil))
      return mark(from: place, to: place)
    }
    let last = trails[index].points.last ?? place
    if trails[index].points.count == Self.length { dropFirst(of: index) }
    trails[index].points.append(place)
    trails[index].isDown = isDown
    trails[index].end = isDown ? nil : time.advanced(bySeconds: Self.afterglow)
    mark(from: last, to: place)
  }

  /// Forgets trails whose time is over; true if there are more that will go.
  func forget(at time: Timestamp) -> Bool {
    for trail in trails where trail.end.map({ $0 <= time }) ?? false { markAll(trail) }
    trails.removeAll { $0.end.map { $0 <= time } ?? false }
    return trails.contains { $0.end != nil }
  }

  private func dropFirst(of index: Int) {
    mark(from: trails[index].points[0], to: trails[index].points[1])
    trails[index].points.removeFirst()
  }

  private func markAll(_ trail: Trail) {
    for (from, to) in zip(trail.points, trail.points.dropFirst()) { mark(from: from, to: to) }
    if let last = trail.points.last { mark(from: last, to: last) }
  }

  private func mark(from: Point, to: Point) {
    for place in [from, to] {
      setNeedsDisplay(Self.ring.damage(around: place))
    }
    let box = Rect(
      x: min(from.x, to.x), y: min(from.y, to.y), width: (from.x - to.x).magnitude, height: (from.y - to.y).magnitude)
    setNeedsDisplay(box.insetBy(dx: -3, dy: -3))
  }

  override func draw(_ rect: Rect, in painter: Painter) {
    for trail in trails {
      var path = Path()
      path.move(to: trail.points[0])
      for point in trail.points.dropFirst() { path.addLine(to: point) }
      if trail.points.count > 1 {
        painter.stroke(path, style: StrokeStyle(width: 2), color: Color(red: 0.1, green: 0.5, blue: 0.9, alpha: 0.6))
      }
      if trail.isDown, let place = trail.points.last { Self.ring.draw(around: place, in: painter) }
    }
  }
}

/// Keeps an overlay on each window that has contacts.
final class TouchOverlays {
  private unowned let pipeline: EventPipeline
  private var overlays: [TouchOverlay] = []
  private lazy var fade = Deadline { [unowned self] in forget(at: $0) }

  init(_ pipeline: EventPipeline) {
    self.pipeline = pipeline
  }

  /// Shows what a turn has changed.
  func follow(_ session: TouchSession, at time: Timestamp) {
    var lifts = false
    for touch in session.live where touch.delivery.changedTurn == session.turn {
      guard let window = touch.window, window.host.object != nil else { continue }
      overlay(of: window).follow(touch, at: time)
      lifts = lifts || touch.phase == .ended || touch.phase == .cancelled
    }
    if lifts { pipeline.arm(fade, afterSeconds: TouchOverlay.afterglow) }
  }

  /// Takes all overlays away.
  func remove() {
    for overlay in overlays { overlay.removeFromSuperview() }
    overlays = []
    pipeline.deadlines.disarm(fade)
  }

  private func overlay(of window: Window) -> TouchOverlay {
    let overlay = overlays.first { $0.superview === window } ?? TouchOverlay()
    if overlay.superview == nil {
      overlays.removeAll { $0.superview == nil }
      overlays.append(overlay)
      window.addSubview(overlay)
    }
    if window.subviews.last !== overlay { window.bringSubviewToFront(overlay) }
    if overlay.frame != window.bounds { overlay.frame = window.bounds }
    return overlay
  }

  private func forget(at time: Timestamp) {
    var isLeft = false
    for overlay in overlays where overlay.forget(at: time) { isLeft = true }
    for overlay in overlays where overlay.isEmpty { overlay.removeFromSuperview() }
    overlays.removeAll(where: \.isEmpty)
    if isLeft { pipeline.arm(fade, afterSeconds: TouchOverlay.afterglow) }
  }
}

extension Application {
  /// Whether contacts and their trails are drawn above every window, to see what a screen says; off at first.
  ///
  /// `EASEL_TRACE=touches` switches it on for any program on the toolkit.
  public var showsTouches: Bool {
    get { pipeline.overlays != nil }
    set {
      guard newValue != showsTouches else { return }
      pipeline.overlays?.remove()
      pipeline.overlays = newValue ? TouchOverlays(pipeline) : nil
    }
  }
}
