internal import EaselGeometry
internal import EaselInputEvents
internal import EaselPlatform
internal import EaselRaster

/// One surface of the display, the windows that lie in it, and what of them must be painted.
@MainActor final class SurfaceHost: OutputSurfaceDelegate {
  // Unchecked for the reason that stands with `TouchSession.live`.
  @safe @exclusivity(unchecked) private(set) var windows: [Window]
  /// The one of them that keys go to.
  var keyWindow: Window?
  @safe @exclusivity(unchecked) var damage = DamageTracker()
  let scheduler = FrameScheduler()
  @safe @exclusivity(unchecked) private(set) var isClosed = false
  /// Whether the surface may wait for an answer to a configure: it has told something since it was asked last (WXS-10).
  @safe @exclusivity(unchecked) var mayHaveToAnswer = true
  /// Whether title bars show their titles: from the moment on at which the display has the first frame.
  private(set) var showsTitles = false
  private var hasPainted = false
  private let link: ApplicationLink
  @safe @exclusivity(unchecked) private var connected: (any OutputSurface)?
  private let painter: ViewPainter
  private let longPaint: LongPaint
  @safe @exclusivity(unchecked) private var isHidden = false

  /// Makes the surface of a window.
  init(window: Window, application: Application) throws(BackendError) {
    link = application.link
    let longPaint = LongPaint(link: link)
    self.longPaint = longPaint
    painter = ViewPainter { longPaint.step() }
    windows = [window]
    keyWindow = window
    damage.markWhole()
    let surface = try application.backend.makeSurface(window.options, delegate: self)
    connected = surface
    window.fill(surface.state)
  }

  isolated deinit {
    for window in windows { leave(window) }
  }

  var surface: any OutputSurface {
    guard let connected else { preconditionFailure("A surface is there from the host's making on.") }
    return connected
  }

  /// Whether marks can lead to a paint.
  var isVisible: Bool { !isClosed && !isHidden && connected != nil }

  /// Whether marks are there that no paint has taken yet (EV-4).
  var isPaintWaiting: Bool { isVisible && (!damage.isEmpty || needsLayout) }

  var now: Timestamp { link.application.object?.loop.now ?? .zero }

  // MARK: Windows

  /// Puts a window above those of its level.
  func add(_ window: Window) {
    windows.removeAll { $0 === window }
    windows.append(window)
    window.host = BackReference(self)
    sortWindows()
  }

  func remove(_ window: Window) {
    windows.removeAll { $0 === window }
    leave(window)
    markWhole()
  }

  private func leave(_ window: Window) {
    if window.host.refers(to: self) { window.host = BackReference() }
    if keyWindow === window { keyWindow = nil }
  }

  /// Lower levels first, equal ones in the order of showing (HT-9).
  func sortWindows() {
    // The standard sort promises no order of equals, and there are few windows.
    let ordered = windows.enumerated().sorted { ($0.element.level, $0.offset) < ($1.element.level, $1.offset) }
    windows = ordered.map(\.element)
    markWhole()
  }

  func setHidden(_ hidden: Bool) {
    isHidden = hidden
    markWhole()
    if hidden { surface.hide() }
  }

  func close() {
    isClosed = true
    for window in windows { leave(window) }
    connected?.close()
  }

  // MARK: Damage and paint

  /// Marks a rectangle in points of the surface.
  func mark(_ rect: Rect) {
    guard !rect.isEmpty, let connected else { return }
    let scale = connected.state.scale
    var pixels = PixelRect(covering: rect, scale: scale)
    // What is narrower than a pixel is painted as one whole pixel, which may be the next one (WHD-10).
    if rect.width * scale < 1 { pixels.width += 1 }
    if rect.height * scale < 1 { pixels.height += 1 }
    damage.mark(pixels)
  }

  func markWhole() {
    damage.markWhole()
  }

  var needsLayout: Bool {
    var index = 0
    while index < windows.count {
      // The host keeps its windows.
      if withKept(windows[index], { $0.needsLayout || $0.subtreeNeedsLayout }) { return true }
      index += 1
    }
    return false
  }

  /// Whether a turn's end may find anything to do here.
  var isAtRest: Bool { !isPaintWaiting && !mayHaveToAnswer }

  func layout() {
    for window in windows { window.layoutIfNeeded() }
  }

  var hasWaitingMotion: Bool { link.application.object?.pipeline.hasWaitingMotion ?? false }

  func flushMotion() {
    link.application.object?.pipeline.flushMotion()
  }

  func paint(into bitmap: Bitmap, damage: borrowing Region) {
    longPaint.begin()
    painter.paint(windows, into: bitmap, damage: damage, scale: surface.state.scale)
    longPaint.end()
    hasPainted = true
  }

  // MARK: What the surface tells

  func surfaceDidChangeState(_ surface: any OutputSurface) {
    scheduler.wasConfigured = true
    mayHaveToAnswer = true
    if surface.mustAnswerConfigure { markWhole() }
    for window in windows {
      if window.ownsSurface { window.fill(surface.state) }
      window.surfaceStateDidChange()
    }
  }

  func surfaceIsReadyForFrame(_ surface: any OutputSurface) {
    // The paint hook at this turn's end finds the callback gone, or a slot free (WFR-9), or a configure that may be answered now.
    mayHaveToAnswer = true
    if hasPainted, !showsTitles { showTitles() }
  }

  private func showTitles() {
    showsTitles = true
    for window in windows { window.titleBar?.showTitle() }
  }

  func surfaceDidChangePresenting(_ surface: any OutputSurface) {
    for window in windows { window.presentingDidChange() }
  }

  func surface(_ surface: any OutputSurface, didChangeKeyboardFocus hasFocus: Bool) {
    link.application.object?.keyboardFocusDidChange(self, hasFocus: hasFocus)
  }

  func surfaceShouldClose(_ surface: any OutputSurface) {
    windows.first { $0.ownsSurface }?.closeIfAllowed()
  }
}
