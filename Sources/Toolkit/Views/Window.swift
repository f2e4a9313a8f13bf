public import EaselGeometry
internal import EaselInputEvents
public import EaselPlatform

/// The root of a view tree and its way to the screen; a window is shown by `makeKeyAndVisible()`.
///
/// The application keeps a window from its showing to its closing. Its space is that of touches' base coordinates: points
/// from the surface's top left corner, the title bar included where the toolkit draws one (WDE-6).
open class Window: View {
  /// The application that the window belongs to.
  public var application: Application? { link.application.object }
  let link: ApplicationLink
  /// What was wished for the surface.
  let options: SurfaceOptions
  /// The surface and what it shows, from showing to closing; nil again when the host lets the window go or goes itself.
  @safe @exclusivity(unchecked) var host = BackReference<SurfaceHost>()
  /// Whether the window has a surface of its own and fills it.
  let ownsSurface: Bool
  /// Whose surface the window lies in, if it has none of its own.
  private weak var hostingWindow: Window?
  private var storedTitle: String
  private var storedRootView: View?
  private(set) var titleBar: TitleBar?
  /// Who gets keys first while this window is key; kept while another one is (FRS-5).
  public internal(set) weak var firstResponder: Responder?
  /// The turn whose event the window has handled, so that no event is handled twice (TD-7).
  @safe @exclusivity(unchecked) var handledTurn: UInt64 = 0
  /// The turn in which the application has passed the event on to the window (TD-3).
  @safe @exclusivity(unchecked) var visitedTurn: UInt64 = 0

  /// A window with a surface of its own.
  public init(application: Application, options: SurfaceOptions) {
    link = application.link
    self.options = options
    ownsSurface = true
    storedTitle = options.title
    super.init(frame: Rect(origin: .zero, size: options.preferredSize))
    storedBackgroundColor = .white
    subtreeNeedsLayout = true
  }

  /// A window with a surface of its own and the usual wishes.
  public convenience init(application: Application, title: String, size: Size = Size(width: 1024, height: 700)) {
    self.init(
      application: application,
      options: SurfaceOptions(title: title, applicationID: application.applicationID, preferredSize: size))
  }

  /// A window that lies in the surface of another one, above or below it by `level`.
  ///
  /// - Parameter frame: its place in points of the surface.
  public init(sharing window: Window, frame: Rect) {
    link = window.link
    options = window.options
    ownsSurface = false
    hostingWindow = window.ownsSurface ? window : window.hostingWindow
    storedTitle = ""
    super.init(frame: frame)
    subtreeNeedsLayout = true
  }

  open override var next: Responder? { application }

  override var asWindow: Window? { self }

  // MARK: Content

  /// The view that fills the window below the title bar; it is resized with the window.
  public var rootView: View? {
    get { storedRootView }
    set {
      guard storedRootView !== newValue else { return }
      storedRootView?.removeFromSuperview()
      storedRootView = newValue
      guard let newValue else { return }
      insertSubview(newValue, at: 0)
      newValue.frame = contentFrame
    }
  }

  /// The part of the window below the title bar, or all of it.
  public var contentFrame: Rect {
    titleBar == nil ? bounds : bounds.inset(by: EdgeInsets(top: TitleBar.height, left: 0, bottom: 0, right: 0))
  }

  /// The title that the display shows, or the title bar where the toolkit draws one.
  public var title: String {
    get { storedTitle }
    set {
      storedTitle = newValue
      titleBar?.title = newValue
      guard ownsSurface else { return }
      host.object?.surface.setTitle(newValue)
    }
  }

  /// Windows of one surface lie above each other by level, equal ones by the order of showing (HT-9).
  public var level = 0.0 {
    didSet { host.object?.sortWindows() }
  }

  open override func layoutSubviews() {
    titleBar?.frame = Rect(x: 0, y: 0, width: bounds.width, height: TitleBar.height)
    storedRootView?.frame = contentFrame
  }

  // MARK: Showing

  /// Shows the window on top of the others of its surface, making the surface if there is none, and makes it key.
  public func makeKeyAndVisible() throws(BackendError) {
    try show()
    makeKey()
  }

  /// Shows the window without making it key.
  public func show() throws(BackendError) {
    guard let application else { return }
    isHidden = false
    if ownsSurface {
      guard host.object == nil else { return }
      let made = try SurfaceHost(window: self, application: application)
      application.adopt(made)
      host = BackReference(made)
    } else {
      guard let host = hostingWindow?.host.object else {
        throw BackendError("The window whose surface this one shares is not shown; show that one first.")
      }
      host.add(self)
    }
    application.windowDidShow(self)
  }

  /// Makes the window the one that keys go to (FRS-5).
  public func makeKey() {
    application?.makeKey(self)
  }

  /// Whether keys go to this window.
  public var isKeyWindow: Bool { application?.keyWindow === self }

  /// Asks whether the user may close the window; the default agrees (WXS-11).
  open func shouldClose() -> Bool { true }

  /// Takes the window away: its touches and presses are cancelled (SC-4), and the application lets go of it.
  public func close() {
    guard let host = host.object else { return }
    let members = ownsSurface ? host.windows : [self]
    for window in members {
      window.host = BackReference()
      application?.windowDidClose(window)
    }
    if ownsSurface { host.close() } else { host.remove(self) }
    application?.windowsDidClose()
  }

  /// What the window's close button does (WXS-11).
  func closeIfAllowed() {
    if shouldClose() { close() }
  }

  override func visibilityDidChange() {
    guard let host = host.object else { return }
    if isHidden { application?.cancelInput(of: self) }
    guard ownsSurface else { return }
    host.setHidden(isHidden)
  }

  // MARK: What the display tells

  /// Called after the display has changed the window's state; the view tree has its new size then.
  open func surfaceStateDidChange() {}

  /// Called after `isPresenting` has changed (WFR-5): while it is false, animations rest.
  open func presentingDidChange() {}

  /// Takes the surface's size, and a title bar if the display draws none (WDE-2, WDE-5).
  func fill(_ state: SurfaceState) {
    frame = Rect(origin: .zero, size: state.size)
    if state.needsTitleBar && !state.isFullscreen {
      let bar = titleBar ?? TitleBar()
      titleBar = bar
      bar.title = storedTitle
      if host.object?.showsTitles == true { bar.showTitle() }
      if bar.superview !== self { addSubview(bar) }
      bar.update(state)
    } else if let bar = titleBar {
      titleBar = nil
      bar.removeFromSuperview()
    }
    setNeedsLayout()
  }

  /// Who takes a touch that went down beside the window, if the toolkit draws its decorations (WDE-2).
  func resizeMargin(at location: Point, for kind: ContactKind) -> View? {
    guard let margin = titleBar?.margin, margin.takes(location, of: bounds, kind: kind) else { return nil }
    return margin
  }

  // MARK: Events

  /// Delivers an event to the window's recognizers and views; an override sees every event of the window first (TD-5).
  ///
  /// What an override does not pass to `super` reaches neither of them.
  open func sendEvent(_ event: Event) {
    link.application.use { $0.pipeline.deliver(event, to: self) }
  }
}
