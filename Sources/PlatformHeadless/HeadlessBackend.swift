public import EaselGeometry
public import EaselInputEvents
public import EaselPlatform

/// How a headless display is made.
public struct HeadlessOptions: Sendable {
  /// Each window's size in points, or nil for the one that it prefers.
  public var size: Size?
  /// Pixels per point.
  public var scale = 1.0
  /// The screen's size in points, for maximized and fullscreen windows.
  public var screenSize = Size(1280, 800)
  /// Seconds from one refresh of the display to the next.
  public var refreshInterval = 1.0 / 60
  /// Whether the toolkit must draw title bars.
  public var needsTitleBar = false
  /// Whether a window gets the keyboard's focus when it shows itself.
  public var focusesNewSurfaces = true

  /// The usual.
  public init() {}
}

/// A display without a screen and without devices: windows are pictures in memory, input is what a program sends.
///
/// On a `ManualLoop` all of it runs in virtual time: demonstrations, screenshots and tests.
public final class HeadlessBackend: Backend {
  /// The loop on whose clock the display refreshes.
  public let loop: any EventLoop
  /// How the display is made.
  public let options: HeadlessOptions
  /// Where input goes.
  public var inputSink: (any InputSink)?
  /// Called when the display is lost.
  public var onDisplayLost: ((BackendError) -> Void)?
  /// Whether `loseDisplay` has been called.
  public private(set) var isLost = false
  /// The windows that are open, oldest first.
  public private(set) var surfaces: [HeadlessSurface] = []
  /// The surface that has the keyboard's focus.
  public private(set) weak var focus: HeadlessSurface?

  private var lastSurface: UInt32 = 0
  private var contactSource = ContactIDSource()
  /// The latest sample of each contact that is down, in order of going down.
  private var contacts: [TouchSample] = []
  private var keys: [KeyEvent] = []
  /// The latest event of the touchpad gesture in progress.
  private var gesture: TransformEvent?

  /// A display with these options.
  public init(loop: any EventLoop, options: HeadlessOptions = HeadlessOptions()) {
    precondition(options.refreshInterval > 0, "A display refreshes.")
    self.loop = loop
    self.options = options
  }

  /// Makes a window's surface; its first state is decided in the next turn.
  public func makeSurface(
    _ options: SurfaceOptions, delegate: any OutputSurfaceDelegate
  ) throws(BackendError) -> any OutputSurface {
    guard !isLost else { throw BackendError("The display is gone. Start the program again.") }
    lastSurface += 1
    var state = SurfaceState(
      size: options.isFullscreen ? self.options.screenSize : self.options.size ?? options.preferredSize,
      scale: self.options.scale, pixelSize: .zero)
    state.isFullscreen = options.isFullscreen
    state.needsTitleBar = self.options.needsTitleBar
    state.capabilities = [.maximize, .minimize, .fullscreen, .windowMenu]
    let surface = HeadlessSurface(
      id: SurfaceID(lastSurface), state: HeadlessSurface.possible(state), options: options, delegate: delegate, backend: self)
    surfaces.append(surface)
    loop.post { [weak surface] in surface?.configure() }
    return surface
  }

  /// The open window of this name, or nil.
  public func surface(_ id: SurfaceID) -> HeadlessSurface? {
    surfaces.first { $0.id == id }
  }

  /// When the display refreshes next: the first whole multiple of the interval after now.
  var nextRefresh: Timestamp {
    let interval = max(1, Timestamp(seconds: options.refreshInterval).nanoseconds)
    let now = loop.now.nanoseconds
    let rest = now % interval
    return Timestamp(nanoseconds: now &- (rest < 0 ? rest &+ interval : rest) &+ interval)
  }

  // MARK: Input

  /// A contact's number that was not used before.
  public func newContact() -> ContactID { contactSource.next() }

  /// Delivers an event as a device would.
  ///
  /// What names a closed window, or moves or ends a contact that is not down, is left out, and so is a second down. The same holds
  /// of gestures, but that a second one cancels the first (WPG-3).
  public func send(_ event: InputEvent) {
    guard !isLost else { return }
    switch event {
    case .touches(var frame):
      frame.samples.removeAll { !track($0) }
      if !frame.samples.isEmpty { inputSink?.receive(.touches(frame)) }
    case .hover(let hover):
      if surface(hover.surface) != nil { inputSink?.receive(event) }
    case .scroll(let scroll):
      if surface(scroll.surface) != nil { inputSink?.receive(event) }
    case .transform(let transform): send(transform)
    case .key(let key):
      guard surface(key.surface) != nil else { return }
      keys.removeAll { $0.code == key.code }
      if key.phase == .down || key.phase == .repeated { keys.append(key) }
      inputSink?.receive(event)
    }
  }

  /// Remembers what a sample says of its contact; false if it must not be delivered.
  private func track(_ sample: TouchSample) -> Bool {
    let index = contacts.firstIndex { $0.contact == sample.contact }
    switch (sample.phase, index) {
    case (.down, nil):
      guard surface(sample.surface) != nil else { return false }
      contacts.append(sample)
    case (.down, .some), (.moved, nil), (.up, nil), (.cancelled, nil): return false
    case (.moved, .some(let index)): contacts[index] = sample
    case (.up, .some(let index)), (.cancelled, .some(let index)): contacts.remove(at: index)
    }
    return true
  }

  /// Takes contacts away as a compositor does; all of them if nothing is said.
  public func cancelContacts(where isMeant: (TouchSample) -> Bool = { _ in true }) {
    var samples: [TouchSample] = []
    contacts.removeAll { sample in
      guard isMeant(sample) else { return false }
      var cancelled = sample
      cancelled.phase = .cancelled
      samples.append(cancelled)
      return true
    }
    guard !samples.isEmpty else { return }
    inputSink?.receive(.touches(TouchFrame(time: loop.now, samples: samples)))
  }

  private func send(_ event: TransformEvent) {
    guard event.isPlausible else { return }
    if event.phase == .began {
      cancelGesture(at: event.time)
      guard surface(event.surface) != nil else { return }
    } else {
      guard let gesture, gesture.kind == event.kind, gesture.surface == event.surface else { return }
    }
    gesture = event.phase.isLast ? nil : event
    inputSink?.receive(.transform(event))
  }

  private func cancelGesture(at time: Timestamp, on surface: SurfaceID? = nil) {
    guard var event = gesture, surface == nil || surface == event.surface else { return }
    gesture = nil
    event.time = time
    event.delta = .zero
    event.phase = .cancelled
    inputSink?.receive(.transform(event))
  }

  private func cancelKeys(where isMeant: (KeyEvent) -> Bool) {
    let meant = keys.filter(isMeant)
    keys.removeAll(where: isMeant)
    for var key in meant {
      key.time = loop.now
      key.phase = .cancelled
      key.text = ""
      inputSink?.receive(.key(key))
    }
  }

  /// Gives the keyboard's focus to a window, or to none; keys that are held are cancelled there (KB-4).
  public func setKeyboardFocus(to surface: HeadlessSurface?) {
    guard surface !== focus else { return }
    let former = focus
    focus = surface
    if let former {
      cancelKeys { $0.surface == former.id }
      former.tellKeyboardFocus(false)
      former.decide { $0.isActivated = false }
    }
    surface?.decide { $0.isActivated = true }
    surface?.tellKeyboardFocus(true)
  }

  // MARK: What happens to windows

  /// Ends the display as a compositor's death does: contacts and keys are cancelled, then the owner is told (WER-2).
  public func loseDisplay(_ reason: String = "The headless display was switched off.") {
    guard !isLost else { return }
    cancelContacts()
    cancelGesture(at: loop.now)
    cancelKeys { _ in true }
    isLost = true
    onDisplayLost?(BackendError(reason))
  }

  func surfaceDidMap(_ surface: HeadlessSurface) {
    guard options.focusesNewSurfaces else { return }
    loop.post { [weak self, weak surface] in
      guard let self, let surface, surface.isMapped else { return }
      setKeyboardFocus(to: surface)
    }
  }

  func surfaceDidUnmap(_ surface: HeadlessSurface) {
    cancelContacts { $0.surface == surface.id }
    cancelGesture(at: loop.now, on: surface.id)
    if focus === surface { setKeyboardFocus(to: nil) }
  }

  func surfaceDidClose(_ surface: HeadlessSurface) {
    surfaces.removeAll { $0 === surface }
    surfaceDidUnmap(surface)
  }
}
