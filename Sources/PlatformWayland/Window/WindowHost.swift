import EaselInputEvents
import EaselPlatform

/// What the windows of one connection share; it lives as long as the backend or any window that somebody still holds.
final class WindowHost {
  let loop: any EventLoop
  let log: Log
  let display: WaylandDisplay
  let connection: Connection
  let globals: Globals
  let seats: SeatList
  let latency: LatencyMeter
  let decorationChoice: DecorationChoice
  @safe @exclusivity(unchecked) private var windows: [XDGWindow] = []
  private var lastSurface: UInt32 = 0
  private var activationToken: String?

  init(connection: Connection, globals: Globals, seats: SeatList, environment: [String: String]) {
    self.connection = connection
    self.globals = globals
    self.seats = seats
    loop = seats.loop
    log = seats.log
    display = connection.display
    latency = LatencyMeter { [globals] in globals.presentation }
    decorationChoice = DecorationChoice(environment: environment)
    activationToken = environment["XDG_ACTIVATION_TOKEN"] ?? environment["DESKTOP_STARTUP_ID"]
  }

  /// Whether the display takes nothing for now (WEL-3).
  var isBlocked: Bool { connection.isBlocked }

  // MARK: For the backend

  func makeWindow(_ options: SurfaceOptions, delegate: any OutputSurfaceDelegate) throws(BackendError) -> XDGWindow {
    if let failure = connection.failure { throw failure }
    let (compositor, shm, wmBase) = try globals.required()
    lastSurface += 1
    let window = XDGWindow(
      id: SurfaceID(lastSurface), options: options, host: self, compositor: compositor, shm: shm, wmBase: wmBase,
      delegate: delegate)
    windows.append(window)
    return window
  }

  /// At the end of a turn: what needs no pixels is answered (WXS-3), and everything is sent.
  func endTurn() {
    guard connection.failure == nil else { return }
    for window in windows { window.settle() }
    connection.flush()
  }

  func outputsDidChange() {
    for window in windows { window.outputsDidChange() }
  }

  /// The display takes requests again: paints that it refused may be tried again (WEL-3).
  func displayTakesAgain() {
    for window in windows { window.slotBecameFree() }
  }

  /// Ends all windows, and with them what they ask of this object.
  func closeAll() {
    for window in windows { window.close() }
    latency.invalidate()
  }

  // MARK: For windows

  func surfaceWillClose(_ window: XDGWindow) {
    seats.removeWindow(window.id)
  }

  func surfaceDidClose(_ window: XDGWindow) {
    windows.removeAll { $0 === window }
  }

  func surfaceWillHide(_ window: XDGWindow) {
    seats.cancel(on: window.id)
  }

  /// Gives a contact to the display with the serial of its own down, and cancels it here (WDE-3, WDE-4).
  func surrender(_ contact: ContactID, _ request: (WlSeat, UInt32) -> Void) {
    guard let (seat, serial) = seats.origin(of: contact) else { return }
    request(seat, serial)
    seats.cancel(contact)
  }

  /// The first window that is shown uses up the token of whoever started the program (WXS-16).
  func windowWasMapped(_ window: XDGWindow) {
    guard let token = activationToken, let activation = globals.activation else { return }
    activationToken = nil
    activation.activate(token: token.wireText(limit: Limits.titleBytes), surface: window.surface)
  }
}
