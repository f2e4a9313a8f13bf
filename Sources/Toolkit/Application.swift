public import EaselInputEvents
public import EaselPlatform

/// The root of the responder chain: takes input from a backend, owns the windows, runs the loop.
///
/// Nothing in it is global; a process may have several, each on a backend of its own.
@MainActor open class Application: Responder {
  /// The way to screen and devices.
  public let backend: any Backend
  /// The name of the application's desktop file (WXS-17).
  public let applicationID: String
  /// Where messages go that no user asked for.
  public let log: Log
  /// The thresholds of touch handling; to be set before the first window is shown.
  @safe @exclusivity(unchecked) public var tuning: GestureTuning
  /// Who is told what happens to the application; a responder among them ends the chain (RC-1).
  public weak var delegate: (any ApplicationDelegate)?
  /// The windows that are shown or hidden but not closed, in the order of their first showing.
  public private(set) var windows: [Window] = []
  /// The window that keys go to.
  public private(set) var keyWindow: Window?
  /// Whether movements that a waiting paint cannot show yet are collected for it (EV-4); tests turn it off.
  @safe @exclusivity(unchecked) public var coalescesMotion = true
  /// Whether the application ends when its last window is closed.
  public var terminatesAfterLastWindowClosed = true
  /// Whether `terminate()` was called.
  public private(set) var isTerminated = false

  @safe @exclusivity(unchecked) private(set) var hosts: [SurfaceHost] = []
  let pipeline: EventPipeline
  let link = ApplicationLink()
  private var paintHook: LoopHook?
  private var ignoringCount = 0

  /// An application that takes its input from a backend at once.
  ///
  /// Never inlined, for the reason that stands with `ManualLoop.init`.
  @inline(never)
  public init(backend: any Backend, applicationID: String, tuning: GestureTuning = GestureTuning(), log: Log) {
    self.backend = backend
    self.applicationID = applicationID
    self.tuning = tuning
    self.log = log
    pipeline = EventPipeline(link: link, loop: backend.loop)
    super.init()
    link.application = BackReference(self)
    backend.inputSink = link
    paintHook = backend.loop.addHook(.paint) { [link] in link.application.object?.paintHosts() }
  }

  isolated deinit {
    link.application = BackReference()
    // Fingers may be down, whoever dropped it; nobody is told any more.
    pipeline.letGo()
  }

  /// The loop that the backend's descriptors are in.
  public var loop: any EventLoop { backend.loop }

  /// Where a recorder or filter that stands before the application hands its events on.
  public var inputSink: any InputSink { link }

  open override var next: Responder? {
    guard let responder = delegate as? Responder, responder !== self, !(responder is View) else { return nil }
    return responder
  }

  /// Passes an event on to each window that owns one of its touches; an override sees every event first (TD-3, TD-5).
  open func sendEvent(_ event: Event) {
    pipeline.pass(event)
  }

  // MARK: Life

  /// Runs the loop until `terminate()`.
  public func run() {
    loop.run()
  }

  /// Cancels all touches and keys (SC-6), closes the windows and stops the loop; a second call does nothing.
  public func terminate() {
    guard !isTerminated else { return }
    isTerminated = true
    cancelAllInput()
    delegate?.applicationWillTerminate(self)
    for window in windows { window.close() }
    loop.stop()
  }

  /// Cancels every touch and every pressed key, as on the loss of the session or the display (SC-5, SC-6).
  ///
  /// Contacts that are still down produce nothing until they lift and come down again (SC-13).
  public func cancelAllInput() {
    pipeline.cancel(.all)
  }

  /// New touches are swallowed until `endIgnoringInteractionEvents()` was called as often; those in progress go on (HT-13).
  public func beginIgnoringInteractionEvents() {
    ignoringCount += 1
  }

  /// Ends one `beginIgnoringInteractionEvents()`.
  public func endIgnoringInteractionEvents() {
    precondition(ignoringCount > 0, "Each end of ignoring events belongs to one beginning.")
    ignoringCount -= 1
  }

  /// Whether new touches are swallowed.
  public var isIgnoringInteractionEvents: Bool { ignoringCount > 0 }

  // MARK: Windows

  /// The window that has a surface of its own with this name, or nil.
  public func window(of surface: SurfaceID) -> Window? {
    windows.first { $0.ownsSurface && $0.host.object?.surface.id == surface }
  }

  func makeKey(_ window: Window) {
    guard let host = window.host.object else { return }
    host.keyWindow = window
    keyWindow = window
  }

  func adopt(_ host: SurfaceHost) {
    hosts.append(host)
  }

  func windowDidShow(_ window: Window) {
    if !windows.contains(where: { $0 === window }) { windows.append(window) }
  }

  func windowDidClose(_ window: Window) {
    cancelInput(of: window)
    windows.removeAll { $0 === window }
    if keyWindow === window { keyWindow = nil }
  }

  func windowsDidClose() {
    hosts.removeAll { $0.isClosed }
    if windows.isEmpty, terminatesAfterLastWindowClosed { terminate() }
  }

  func cancelInput(of window: Window) {
    pipeline.cancel(.window(window))
  }

  func keyboardFocusDidChange(_ host: SurfaceHost, hasFocus: Bool) {
    if hasFocus {
      keyWindow = host.keyWindow ?? host.windows.last
    } else {
      for window in host.windows { pipeline.cancel(.keys(window)) }
      if let keyWindow, keyWindow.host.refers(to: host) { self.keyWindow = nil }
    }
  }

  func host(of surface: SurfaceID) -> SurfaceHost? {
    for host in hosts where host.surface.id == surface { return host }
    return nil
  }

  private func paintHosts() {
    guard !endTurnAtRest() else { return }
    for host in hosts { host.scheduler.turnEnds(of: host) }
    // The paint that movements waited for may have gone, with its window for instance.
    guard pipeline.hasWaitingMotion, !hosts.contains(where: { $0.isPaintWaiting }) else { return }
    pipeline.flushMotion()
    for host in hosts { host.scheduler.turnEnds(of: host) }
  }

  /// Mostly a turn has left nothing to do on any surface; whether that is so.
  private func endTurnAtRest() -> Bool {
    guard !pipeline.hasWaitingMotion else { return false }
    var index = 0
    while index < hosts.count {
      // The application keeps its hosts.
      guard withKept(hosts[index], { $0.isAtRest }) else { return false }
      index += 1
    }
    index = 0
    while index < hosts.count {
      withKept(hosts[index]) { $0.scheduler.turnEndsAtRest() }
      index += 1
    }
    return true
  }
}

/// Who is told what happens to an application.
public protocol ApplicationDelegate: AnyObject {
  /// The application is about to end; its windows are still there.
  func applicationWillTerminate(_ application: Application)
}

extension ApplicationDelegate {
  /// Does nothing.
  public func applicationWillTerminate(_ application: Application) {}
}
