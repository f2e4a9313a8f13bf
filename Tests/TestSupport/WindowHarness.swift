public import EaselGeometry
public import EaselInputEvents
public import EaselPlatform
public import EaselPlatformHeadless
public import EaselRaster
public import EaselToolkit

/// An application with one window on a display in memory and a clock that the test moves.
public final class WindowHarness {
  private struct Parts {
    let loop: ManualLoop
    let backend: HeadlessBackend
    let application: Application
    var window: Window?
    var views: [RecordingView] = []
  }

  private var parts: Parts?
  /// What happened.
  public let trace: TraceRecorder
  /// Messages of the log.
  public let messages: Messages
  /// Whether events go to the application as they are, also those that a sane display would never send.
  public var isHostile = false
  /// The modifier keys that are held with the touches that follow.
  public var modifiers: KeyModifiers = []
  /// The contacts behind the names of a script's fingers.
  private var fingers: [Character: TouchSample] = [:]

  /// Messages of a log.
  public final class Messages {
    /// The messages in order.
    public internal(set) var lines: [String] = []
  }

  /// A window of this size without title bar; `make` may return an application and a window of subclasses, and `onDrain` hears
  /// each time when waiting input is read into memory.
  public init(
    size: Size = Size(480, 800), options: HeadlessOptions = HeadlessOptions(), onDrain: ((Timestamp) -> Void)? = nil,
    application make: (any Backend, Log, TraceRecorder) -> Application = { backend, log, _ in
      Application(backend: backend, applicationID: "test", log: log)
    },
    window makeWindow: (Application, Size, TraceRecorder) -> Window = { application, size, _ in
      Window(application: application, title: "Test", size: size)
    }
  ) {
    // A clock that does not begin at zero shows whoever takes a time for a duration.
    let loop = ManualLoop(now: Timestamp(milliseconds: 5000), drain: onDrain)
    let messages = Messages()
    let log = Log(minimum: .debug) { messages.lines.append("\($0): \($1)") }
    let trace = TraceRecorder { loop.now }
    self.messages = messages
    self.trace = trace
    let backend = HeadlessBackend(loop: loop, options: options)
    let application = make(backend, log, trace)
    application.terminatesAfterLastWindowClosed = false
    let window = makeWindow(application, size, trace)
    parts = Parts(loop: loop, backend: backend, application: application, window: window)
    HarnessScope.current?.add(self)
    guard (try? window.makeKeyAndVisible()) != nil else { preconditionFailure("A headless display makes every window.") }
    settle()
  }

  private var present: Parts {
    guard let parts else { preconditionFailure("The harness has been torn down.") }
    return parts
  }

  /// The loop, whose clock stands still between calls.
  public var loop: ManualLoop { present.loop }
  /// The display.
  public var backend: HeadlessBackend { present.backend }
  /// The application.
  public var application: Application { present.application }

  /// The first window, shown and painted.
  public var window: Window {
    guard let window = present.window else { preconditionFailure("The test has let the window go.") }
    return window
  }

  /// Forgets the window, to see whether others do too.
  public func releaseWindow() {
    parts?.window = nil
  }

  /// Lets everything go, and what closures of the test hold in circles: a leak that is left is the toolkit's.
  func tearDown(_ lives: LifetimeTracker) {
    for view in parts?.views ?? [] {
      lives.track(view, "view \(view.name)")
      view.onTouches = nil
      view.commands = []
      view.gestureRecognizers?.forEach(letGo)
    }
    parts?.window?.gestureRecognizers?.forEach(letGo)
    // A touch keeps its view alive as long as it is down (TO-10).
    parts?.application.cancelAllInput()
    parts = nil
  }

  private func letGo(_ recognizer: GestureRecognizer) {
    recognizer.removeTarget(nil)
    guard let recognizer = recognizer as? RecordingRecognizer else { return }
    recognizer.does = [:]
    recognizer.answers = [:]
  }

  /// The first window's surface.
  public var surface: HeadlessSurface {
    guard let surface = backend.surfaces.first else { preconditionFailure("The window is shown.") }
    return surface
  }

  /// Adds a recording view to a view, or to the window.
  @discardableResult
  public func add(_ name: String, _ frame: Rect, to superview: View? = nil) -> RecordingView {
    let view = RecordingView(name, frame: frame, trace: trace, names: { [unowned self] in self.name(of: $0) })
    (superview ?? window).addSubview(view)
    parts?.views.append(view)
    return view
  }

  /// Runs turns until nothing is left to do at this time, and shows what was painted.
  public func settle() {
    loop.advance(bySeconds: 0.02)
    loop.advance(bySeconds: 0.02)
    trace.clear()
  }

  /// Plays a script from the present time on; each frame is read in a turn of its own.
  public func play(_ script: TouchScript, on surface: SurfaceID? = nil) {
    let begin = loop.now
    for frame in script.frames {
      let time = begin.advanced(bySeconds: frame.time)
      if time > loop.now { loop.advance(to: time) }
      if let event = frame.event { send(event, on: surface) } else { send(frame.changes, on: surface) }
      loop.turn()
    }
    if script.time > 0, begin.advanced(bySeconds: script.time) > loop.now {
      loop.advance(to: begin.advanced(bySeconds: script.time))
    }
  }

  /// Sends changes as one frame at the present time, without a turn after it.
  public func send(_ changes: [TouchScript.Change], on surface: SurfaceID? = nil, time: Timestamp? = nil) {
    let samples = changes.map { sample($0, on: surface ?? self.surface.id) }
    deliver(.touches(TouchFrame(time: time ?? loop.now, samples: samples, modifiers: modifiers)))
  }

  /// Sends scrolling or a gesture's step at the present time, without a turn after it.
  public func send(_ event: InputEvent, on surface: SurfaceID? = nil) {
    let surface = surface ?? self.surface.id
    switch event {
    case .scroll(var scroll):
      scroll.surface = surface
      deliver(.scroll(scroll).at(loop.now))
    case .transform(var transform):
      transform.surface = surface
      deliver(.transform(transform).at(loop.now))
    case .touches, .hover, .key: deliver(event.at(loop.now))
    }
  }

  /// Sends a key's change and runs a turn.
  public func key(_ phase: KeyEvent.Phase, _ character: Unicode.Scalar, _ modifiers: KeyModifiers = [], code: UInt32? = nil) {
    let symbol = KeyInput(character).symbol
    let event = KeyEvent(
      time: loop.now, surface: surface.id, phase: phase, code: code ?? character.value, symbol: symbol, shortcutSymbol: symbol,
      text: phase == .down ? String(Character(character)) : "", modifiers: modifiers)
    deliver(.key(event))
    loop.turn()
  }

  private func deliver(_ event: InputEvent) {
    if isHostile { backend.inputSink?.receive(event) } else { backend.send(event) }
  }

  /// The name that a script gave to a touch's finger.
  public func name(of touch: Touch) -> String {
    fingers.first { $0.value.contact == touch.contact }.map { String($0.key) } ?? "?"
  }

  /// The contact's number behind a finger's name.
  public func contact(_ finger: Character) -> ContactID? { fingers[finger]?.contact }

  /// What the window shows after the next refresh.
  public func picture() -> Bitmap {
    loop.advance(bySeconds: 0.05)
    guard let shot = try? surface.screenshot() else { preconditionFailure("The window has been painted.") }
    return shot
  }

  private func sample(_ change: TouchScript.Change, on surface: SurfaceID) -> TouchSample {
    var sample =
      fingers[change.finger]
      ?? TouchSample(contact: ContactID(0), surface: surface, phase: change.phase, position: .zero)
    if change.phase == .down {
      sample = TouchSample(
        contact: backend.newContact(), surface: surface, phase: .down, position: change.position ?? .zero, kind: change.kind)
    }
    sample.phase = change.phase
    if let position = change.position { sample.position = position }
    if change.phase != .up && change.phase != .cancelled {
      sample.buttons = change.buttons
      sample.pen = change.pen
    }
    fingers[change.finger] = sample
    return sample
  }
}
