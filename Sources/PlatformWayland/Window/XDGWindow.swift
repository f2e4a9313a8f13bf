import EaselGeometry
import EaselInputEvents
import EaselPlatform
import EaselRaster

/// One toplevel window: its protocol objects and everything that the display has said about it (WXS).
///
/// Concerns live in files of their own: configures, frames, scale, and what the application asks for.
final class XDGWindow: OutputSurface, InputSurface {
  /// How far the window is on its way to the screen.
  enum Phase {
    /// Taken off the screen, its old configures are still on the way.
    case hiding
    /// Off the screen; a bare commit brings it back (WXS-13).
    case hidden
    /// The bare commit is sent; nothing may be attached before the answer (WXS-1).
    case waiting
    /// Answered; the next commit maps the window.
    case ready
    /// On the screen.
    case mapped
    /// Gone for good.
    case closed
  }

  let id: SurfaceID
  let host: WindowHost
  weak var delegate: (any OutputSurfaceDelegate)?
  let options: SurfaceOptions

  let surface: WlSurface
  let xdgSurface: XdgSurface
  let toplevel: XdgToplevel
  let decoration: Decoration?
  var viewport: WpViewport?
  var fractionalScale: WpFractionalScaleV1?

  // What a frame reads and writes is unchecked: each access ends before anything else is called.
  @safe @exclusivity(unchecked) var phase = Phase.waiting
  /// Role events, collected until their configure (WXS-2).
  var collected = ToplevelRequest()
  var collectedCapabilities: SurfaceState.Capabilities = [.maximize, .minimize, .fullscreen, .windowMenu]
  /// The role state of the last configure.
  @safe @exclusivity(unchecked) var applied = ToplevelRequest()
  /// The configure that is not acknowledged yet (WXS-3).
  @safe @exclusivity(unchecked) var serial: UInt32?
  /// State that waits for a commit without pixels of its own.
  @safe @exclusivity(unchecked) var needsCommit = false
  var wishes: SizeWishes

  var title: String
  var minimumSize: PointSize
  /// The application's wish for the next time that the window is shown.
  var wantsFullscreen: Bool
  var wantsMaximized = false
  /// `beginFrame` was asked for while the window was on its way off the screen.
  var wantsShowing = false
  var hideCallback: WlCallback?

  var scaleSources = ScaleSources()
  var enteredOutputs: [WlOutput] = []
  var scale = SurfaceScale.integer(1)
  @safe @exclusivity(unchecked) var layout: WindowLayout
  /// The layout that the display has seen last, with pixels.
  @safe @exclusivity(unchecked) var committedLayout: WindowLayout?
  var hasGeometry = false

  @safe @exclusivity(unchecked) var state: SurfaceState
  let frameClock: FrameClock
  let buffers: WindowBuffers
  /// A paint found no slot; the next release brings it back (WSB-7).
  @safe @exclusivity(unchecked) var isStarved = false
  @safe @exclusivity(unchecked) var newestInput: Timestamp?
  @safe @exclusivity(unchecked) var lastPaint = Timestamp.zero
  var trimTimer: (any LoopTimer)?

  /// Makes the surface and its role; the first commit goes out at once, so that the display's answer is on its way early.
  init(
    id: SurfaceID, options: SurfaceOptions, host: WindowHost, compositor: WlCompositor, shm: WlShm, wmBase: XdgWmBase,
    delegate: any OutputSurfaceDelegate
  ) {
    self.id = id
    self.options = options
    self.host = host
    self.delegate = delegate
    title = options.title
    minimumSize = PointSize(options.minimumSize, least: 0)
    wantsFullscreen = options.isFullscreen
    wishes = SizeWishes(preferred: PointSize(options.preferredSize, least: 1), minimum: minimumSize)
    surface = compositor.createSurface()
    xdgSurface = wmBase.getXdgSurface(surface: surface)
    toplevel = xdgSurface.getToplevel()
    decoration = host.decorationChoice.make(for: toplevel, manager: host.globals.decorations)
    layout = WindowLayout(content: wishes.preferred, scale: scale, marginEdges: [])
    state = SurfaceState(size: .zero, scale: 1, pixelSize: .zero)
    frameClock = FrameClock(loop: host.loop)
    buffers = WindowBuffers(shm: shm, layout: layout, rowAlignment: host.globals.rowAlignment, log: host.log)
    updateState()
    connectHandlers()
    makeScaleObjects()
    host.seats.windows.add(self, surface: surface)
    sendBareCommit()
  }

  private func connectHandlers() {
    surface.onEvent = { [weak self] in self?.handle($0) }
    xdgSurface.onEvent = { [weak self] event in
      switch event {
      case .configure(let serial): self?.configured(serial)
      }
    }
    toplevel.onEvent = { [weak self] in self?.handle($0) }
    frameClock.onFrame = { [weak self] in self?.frameCallbackCame(wasPresenting: $0) }
    frameClock.onChange = { [weak self] in
      if let self { delegate?.surfaceDidChangePresenting(self) }
    }
    frameClock.onSecond = { [weak self] in
      if let self, needsPixels { delegate?.surfaceIsReadyForFrame(self) }
    }
    buffers.onFree = { [weak self] in self?.slotBecameFree() }
    trimTimer = host.loop.makeTimer { [weak self] in self?.trim($0) }
  }

  // MARK: InputSurface

  var contentOrigin: Point { Point(x: Double(layout.origin.width), y: Double(layout.origin.height)) }

  var contentSize: Size { state.size }

  func keyboardFocusDidChange(_ hasFocus: Bool) {
    delegate?.surface(self, didChangeKeyboardFocus: hasFocus)
  }

  // MARK: The end

  func close() {
    guard phase != .closed else { return }
    // Contacts are cancelled while the window is still known (SC-4); nothing finds it afterwards (WTC-8).
    host.surfaceWillClose(self)
    phase = .closed
    delegate = nil
    frameClock.invalidate()
    hideCallback?.retire()
    trimTimer?.disarm()
    // From inside out (WXS-12).
    decoration?.destroy()
    viewport?.destroy()
    fractionalScale?.destroy()
    toplevel.destroy()
    xdgSurface.destroy()
    surface.destroy()
    host.surfaceDidClose(self)
  }
}
