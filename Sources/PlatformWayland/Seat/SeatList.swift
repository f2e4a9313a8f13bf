import EaselInputEvents
import EaselKeyboard
import EaselPlatform

/// All seats of one connection, and what they share: contact numbers, the time that never decreases, windows, the sink.
///
/// The registry adds and removes seats, windows add and remove themselves, the connection ends turns.
final class SeatList {
  /// The windows that input can go to.
  let windows = SurfaceDirectory()
  let loop: any EventLoop
  let log: Log
  /// Compiles keymaps; nil if there was no memory for it.
  let keymaps: XKBContext?
  /// The locale whose compose table keyboards use (WKB-8).
  let locale: String

  /// Where input goes.
  var sink: (any InputSink)?
  /// Makes the cursor of a pointer that has appeared; set before seats are added.
  var makeCursor: ((WlPointer) -> any PointerCursor)?
  /// The same for a tablet's tool (WTB-8).
  var makeToolCursor: ((ZwpTabletToolV2) -> any PointerCursor)?
  /// Gives times in nanoseconds, if the compositor offers it (WTS-3); it may come after the seats.
  var timestamps: ZwpInputTimestampsManagerV1? {
    didSet { for seat in seats { seat.timestampsDidChange() } }
  }
  /// Gives touchpad gestures, if the compositor offers it (WPG); it may come after the seats.
  var gestures: ZwpPointerGesturesV1? {
    didSet { for seat in seats { seat.gesturesDidChange() } }
  }
  /// Gives tablets, if the compositor offers them (WTB); it may come after the seats.
  var tablets: ZwpTabletManagerV2? {
    didSet { for seat in seats { seat.tabletsDidChange() } }
  }
  /// The seat and serial of the newest down, press or key, for requests that the user's action must justify (WTC-12).
  private(set) var newestSerial: (seat: WlSeat, serial: UInt32)?

  @safe @exclusivity(unchecked) var contacts = ContactIDSource()
  /// Events on their way to the sink, in order.
  @safe @exclusivity(unchecked) var queue: [InputEvent] = []

  @safe @exclusivity(unchecked) private var seats: [Seat] = []
  @safe @exclusivity(unchecked) private var isDelivering = false
  @safe @exclusivity(unchecked) private var monotonic = MonotonicTime()

  /// A list without seats; `locale` is the user's, as the environment tells.
  init(loop: any EventLoop, log: Log, locale: String) {
    self.loop = loop
    self.log = log
    self.locale = locale
    keymaps = XKBContext()
  }

  // MARK: For the registry

  /// Takes over a bound `wl_seat`, by the name of its global (WSE-1).
  func add(_ proxy: WlSeat, globalName: UInt32) {
    guard seats.count < Limits.seats else {
      log.once("too many seats", .warning, "Only \(Limits.seats) seats are followed; more are ignored.")
      end(proxy, since: 5) { proxy.release() }
      return
    }
    seats.append(Seat(proxy, globalName: globalName, list: self))
  }

  /// A global is gone; anything but a seat's is ignored (WSE-4).
  func remove(globalName: UInt32) {
    guard let index = seats.firstIndex(where: { $0.globalName == globalName }) else { return }
    let seat = seats.remove(at: index)
    seat.invalidate()
    if newestSerial?.seat === seat.proxy { newestSerial = nil }
    deliver()
  }

  /// The connection is lost: every contact and key is cancelled (WER-2).
  func removeAll() {
    let old = seats
    seats.removeAll()
    for seat in old { seat.invalidate() }
    newestSerial = nil
    deliver()
  }

  /// All events of a turn have been dispatched.
  func endTurn() {
    for seat in seats { seat.endTurn() }
    deliver()
  }

  // MARK: For windows

  /// A window goes: what is on it is cancelled, and nothing that still names it finds it (WTC-8).
  ///
  /// To be called before its proxy is destroyed.
  func removeWindow(_ id: SurfaceID) {
    for seat in seats { seat.cancel(on: id) }
    windows.remove(id)
    deliver()
  }

  /// The window is taken off the screen but lives on: what is on it is cancelled (SC-4).
  func cancel(on id: SurfaceID) {
    for seat in seats { seat.cancel(on: id) }
    deliver()
  }

  /// The seat and the serial of the down with which a live contact began, for move, resize and menu (WDE-3).
  func origin(of contact: ContactID) -> (seat: WlSeat, serial: UInt32)? {
    for seat in seats {
      if let serial = seat.serial(of: contact) { return (seat.proxy, serial) }
    }
    return nil
  }

  /// A contact belongs to the compositor from now on: it is cancelled here and the rest of it is swallowed (WDE-4).
  func cancel(_ contact: ContactID) {
    for seat in seats { seat.cancel(contact) }
    deliver()
  }

  /// A contact's number that was not used before.
  func newContact() -> ContactID { contacts.next() }

  // MARK: For devices

  /// Remembers what the user did last (WTC-12).
  func note(serial: UInt32, of seat: WlSeat) {
    newestSerial = (seat, serial)
  }

  /// A gesture begins: what another seat's touchpad was about is cancelled, so that a window follows one at a time.
  func cancelGestures(but gestures: PointerGestures) {
    for seat in seats { seat.cancelGesture(but: gestures) }
  }

  /// Delivers what is queued; what comes up meanwhile, a window closed by a handler for instance, follows in order.
  func deliver() {
    guard !isDelivering else { return }
    isDelivering = true
    var index = 0
    while index < queue.count {
      let event = monotonic.clamp(queue[index])  // WTS-4
      index += 1
      sink?.receive(event)
    }
    queue.removeAll(keepingCapacity: true)
    isDelivering = false
  }
}

/// Ends a proxy with its destructor if its version has one, else without (WCN-5).
func end(_ proxy: Proxy, since version: UInt32, _ release: () -> Void) {
  if proxy.version >= version {
    release()
  } else {
    proxy.retire()
  }
}
