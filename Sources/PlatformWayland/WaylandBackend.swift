public import EaselInputEvents
import EaselKeyboard
public import EaselPlatform
public import EaselPlatformLinux

/// The way to a Wayland display: its connection, its globals, its seats and our windows.
///
/// Making one connects and waits for two round trips (WCN-3); afterwards nothing blocks any more. The main thread owns it.
@MainActor public final class WaylandBackend: Backend {
  /// The loop that the connection is in.
  public var loop: any EventLoop { epollLoop }

  /// Where input goes; set once, before the loop runs.
  public var inputSink: (any InputSink)? {
    get { seats.sink }
    set { seats.sink = newValue }
  }

  /// Called in a later turn than the one in which the display was lost; contacts and keys are cancelled by then (WER-2).
  public var onDisplayLost: ((BackendError) -> Void)?

  /// Whether the time from input to its showing is measured (WPT-2).
  public var measuresLatency: Bool {
    get { host.latency.isMeasuring }
    set { host.latency.isMeasuring = newValue }
  }

  /// Percentiles of the time from the newest input in a frame to its showing, as text (WPT-3).
  public var latencySummary: String { host.latency.histogram.summary(of: "frames") }

  private let epollLoop: EpollLoop
  private let log: Log
  private let connection: Connection
  private let globals: Globals
  private let seats: SeatList
  private let host: WindowHost
  private let cursors: CursorImages
  private var hooks: [LoopHook] = []

  /// Whether the environment names a display (`WAYLAND_SOCKET`, `WAYLAND_DISPLAY`), or a socket of the usual name lies in
  /// `XDG_RUNTIME_DIR`.
  public static func hasDisplay(_ environment: [String: String]) -> Bool {
    DisplayAddress(environment: environment).isThere
  }

  /// Connects to the display that the environment names, or speaks over a connected socket.
  ///
  /// - Parameters:
  ///   - loop: the loop that the main thread runs.
  ///   - log: where faults of the display are told.
  ///   - environment: `WAYLAND_SOCKET`, or `WAYLAND_DISPLAY` and `XDG_RUNTIME_DIR`, say where the display is; the caller
  ///     keeps `WAYLAND_SOCKET`, `XDG_ACTIVATION_TOKEN` and `DESKTOP_STARTUP_ID` from its children (WCN-8).
  ///   - descriptor: a connected socket to use in place of what the environment names; owned by the backend from then on.
  /// - Throws: `BackendError` if there is no display, or none that offers what is needed (WCN-2).
  public convenience init(
    loop: EpollLoop, log: Log, environment: [String: String], descriptor: Int32? = nil
  ) throws(BackendError) {
    try self.init(
      loop: loop, log: log, environment: environment, descriptor: descriptor,
      wait: { DescriptorCalls.wait(for: $0, seconds: $1) })
  }

  /// As above, with another way to wait for the answers of the start.
  init(
    loop: EpollLoop, log: Log, environment: [String: String], descriptor: Int32?, wait: Connection.Waiter
  ) throws(BackendError) {
    LibraryLog.prefixMessages()
    self.epollLoop = loop
    self.log = log
    let socket: Int32
    if let descriptor { socket = descriptor } else { socket = try DisplayAddress(environment: environment).connect() }
    let display = try WaylandDisplay(fileDescriptor: socket, log: log)
    connection = try Connection(display: display, loop: loop)
    globals = Globals(display: display)
    seats = SeatList(loop: loop, log: log, locale: KeyTranslator.locale(environment))
    host = WindowHost(connection: connection, globals: globals, seats: seats, environment: environment)
    cursors = CursorImages(globals: globals, log: log, environment: environment)
    connectHandlers()
    try start(wait)
    addHooks()
  }

  isolated deinit {
    // Proxies are ended while the connection is still there, inner ones first.
    host.closeAll()
    seats.removeAll()
    seats.makeCursor = nil
    seats.makeToolCursor = nil
    cursors.invalidate()
    globals.invalidate()
    connection.flush()
  }

  private func connectHandlers() {
    globals.onSeat = { [seats] in seats.add($0, globalName: $1) }
    globals.onSeatGone = { [seats] in seats.remove(globalName: $0) }
    globals.onOutputs = { [weak host] in host?.outputsDidChange() }
    globals.onInputTimestamps = { [seats] in seats.timestamps = $0 }
    globals.onPointerGestures = { [seats] in seats.gestures = $0 }
    globals.onTablets = { [seats] in seats.tablets = $0 }
    globals.onPresentation = { [weak host] in host?.latency.listen(to: $0) }
    seats.makeCursor = { [cursors] in cursors.makeCursor(for: $0) }
    seats.makeToolCursor = { [cursors] in cursors.makeCursor(for: $0) }
    connection.onFailure = { [weak self] in self?.displayWasLost($0) }
    connection.onUnblocked = { [weak host] in host?.displayTakesAgain() }
  }

  /// Globals first, then their first state (WCN-3).
  private func start(_ wait: Connection.Waiter) throws(BackendError) {
    try connection.roundTrip(wait: wait)
    _ = try globals.required()
    try connection.roundTrip(wait: wait)
  }

  private func addHooks() {
    hooks = [
      loop.addHook(.deliver) { [seats] in seats.endTurn() },
      loop.addHook(.flush) { [host] in host.endTurn() },
    ]
  }

  // MARK: Backend

  /// A contact's number that was not used before.
  public func newContact() -> ContactID { seats.newContact() }

  /// Makes a window's surface and asks the display for its size; the delegate hears when it may be painted.
  public func makeSurface(
    _ options: SurfaceOptions, delegate: any OutputSurfaceDelegate
  ) throws(BackendError) -> any OutputSurface {
    try host.makeWindow(options, delegate: delegate)
  }

  /// Everything ends here but the windows' content, which the application keeps (WER-2).
  private func displayWasLost(_ error: BackendError) {
    log(.debug, error.description)
    // Not from inside libwayland's dispatch, so that whoever hears of it may let everything go (WER-5).
    loop.post { [weak self] in
      self?.seats.removeAll()
      self?.onDisplayLost?(error)
    }
  }
}
