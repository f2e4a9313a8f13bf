internal import CEaselLibinput
import EaselGeometry
import EaselInputEvents
import EaselKeyboard
import EaselPlatform
import EaselPlatformLinux

/// All input devices of a bare screen: the one object of this folder that the backend owns.
///
/// Each event of the library goes to the adapter of its device, which makes our events of it; they are delivered at once.
@safe @MainActor final class LibinputSeat: LocalInput {
  /// Who takes the events; set before the loop runs.
  var onEvent: ((InputEvent) -> Void)? {
    get { route.onEvent }
    set { route.onEvent = newValue }
  }
  /// Where the pointer's image is to be shown, in points of the view; nil while it is hidden (LPT-1).
  var onCursorChange: ((Point?) -> Void)? {
    get { pointer.onCursorChange }
    set { pointer.onCursorChange = newValue }
  }
  /// Keys ask for another terminal, by its number (LKB-6).
  var onSwitchTerminal: ((Int) -> Void)? {
    get { keyboard.onSwitchTerminal }
    set { keyboard.onSwitchTerminal = newValue }
  }
  /// Keys ask for the end; nil where they should not, as in a kiosk (LKB-7).
  var onQuit: (() -> Void)? {
    get { keyboard.onQuit }
    set { keyboard.onQuit = newValue }
  }
  /// Whether keys are kept from everybody else (FVT-10); screens never are.
  var grabsKeyboards = false {
    didSet { if grabsKeyboards != oldValue { devices.forEach(grab) } }
  }
  /// How touchpads and mice behave; for those that are there and those that come (LDV-3).
  var pointerSettings = PointerSettings() {
    didSet { for device in devices { device.apply(pointerSettings) } }
  }
  /// How late events were when they were read (LTM-2).
  @safe @exclusivity(unchecked) private(set) var lateness = LatencyHistogram()

  let context: LibinputContext
  let nodes: any RemovalDoor
  let route: InputRoute
  let keyboard: SeatKeyboard
  let pointer: SeatPointer
  let log: Log
  @safe @exclusivity(unchecked) var devices: [InputDevice] = []
  /// Devices that there is no use for.
  var ignored: [InputReport.Ignored] = []
  /// What the lamps of all keyboards show; each change is a write to each device (LKB-4).
  private var shownLamps: KeyboardLamps = []
  private var retry: (any LoopTimer)?
  /// Whether the session is somebody else's just now.
  private(set) var isPaused = false

  /// How long after the start a device that was refused is tried again, in seconds (LCX-7).
  static let retryDelay = 1.0

  /// Opens the devices of a seat, or those of a list alone; that there are none is no error (LCX-3).
  ///
  /// - Parameters:
  ///   - devices: nodes from a setting, or nil for all of the seat (LCX-1).
  ///   - environment: for the keyboard's layout and the locale's compose table.
  ///   - library: another one than the system's.
  ///   - nodes: other ones than the kernel's.
  init(
    loop: EpollLoop, opener: any DeviceOpener, devices: [String]?, seatName: String, environment: [String: String],
    library: InputLibrary? = nil, nodes: any RemovalDoor = InputNodes(), log: Log
  ) throws(BackendError) {
    self.log = log
    self.nodes = nodes
    let library = if let library { library } else { try InputLibrary.load() }
    route = InputRoute(loop: loop, log: log, placement: InputPlacement(panel: PixelSize(width: 1, height: 1)))
    keyboard = SeatKeyboard(route: route, keys: LocalKeymap.translator(environment: environment, log: log))
    pointer = SeatPointer(route: route)
    context = try LibinputContext(
      library: library, loop: loop, opener: opener, devices: devices, seatName: seatName, log: log)
    context.onEvent = { [unowned self] event in receive(event) }
    context.onDrained = { [unowned self] in endDrain() }
    keyboard.onStateChange = { [unowned self] in keyboardStateDidChange() }
    retry = loop.makeTimer { [weak self] _ in self?.retryRefused() }
    context.readNow()
    tellDevices()
    if !context.refusals.isEmpty { retry?.arm(at: loop.now.advanced(bySeconds: LibinputSeat.retryDelay)) }
  }

  isolated deinit {
    // Nobody hears any more what ends now, and nobody may: this object is going.
    route.onEvent = nil
    pointer.onCursorChange = nil
    keyboard.onStateChange = nil
    context.onEvent = nil
    context.onDrained = nil
    close()
  }

  // MARK: For the backend

  /// Where devices point to; a change cancels what is down (LCO-5).
  var placement: InputPlacement {
    get { route.placement }
    set {
      guard newValue != route.placement else { return }
      cancelPlaces()
      if newValue.surface != route.placement.surface, let old = route.placement.surface { cancelKeys(on: old) }
      route.placement = newValue
      pointer.placementDidChange()
      route.deliver()
    }
  }

  /// A contact's number that was not used before.
  func newContact() -> ContactID { route.contacts.next() }

  /// One contact is taken away; what still comes of it is swallowed (SC-2).
  func cancel(_ contact: ContactID) {
    for device in devices {
      device.touch?.cancel(contact)
      device.tablet?.cancel(contact)
    }
    pointer.cancel(contact)
    route.deliver()
  }

  /// A surface goes: what is on it is cancelled.
  func cancel(on surface: SurfaceID) {
    for device in devices {
      device.touch?.cancel(on: surface)
      device.tablet?.cancel(on: surface)
    }
    pointer.cancel(on: surface)
    cancelKeys(on: surface)
    route.deliver()
  }

  /// The session goes to somebody else: everything is cancelled, devices are closed (LCX-6).
  func pause() {
    guard !isPaused else { return }
    cancelEverything()
    isPaused = true
    context.suspend()
    context.readNow()
  }

  /// The session is ours again: devices are opened, what is held on them counts when it was released (LCX-6, LTC-7).
  func resume() {
    guard isPaused else { return }
    isPaused = false
    context.resume()
    context.readNow()
  }

  /// The end: everything is cancelled, devices are given back.
  func close() {
    cancelEverything()
    isPaused = true
    retry = nil
    context.suspend()
    context.readNow()
    context.onEvent = nil
    context.onDrained = nil
    devices.removeAll()
    context.close()
  }

  private func cancelEverything() {
    cancelPlaces()
    for device in devices { device.pad?.cancel() }
    keyboard.releaseAll()
    route.deliver()
  }

  /// Everything that has a place.
  private func cancelPlaces() {
    for device in devices {
      device.touch?.cancel()
      device.tablet?.cancel()
    }
    pointer.cancel()
  }

  private func cancelKeys(on surface: SurfaceID) {
    keyboard.cancel(on: surface)
    for device in devices { device.pad?.cancel(on: surface) }
  }

  private func keyboardStateDidChange() {
    pointer.modifiersDidChange()
    let lamps = keyboard.lamps
    guard lamps != shownLamps else { return }
    shownLamps = lamps
    for device in devices { device.show(lamps) }
  }

  /// Devices that were refused are tried once more, when udev has had the time for their permissions (LCX-7).
  private func retryRefused() {
    guard !isPaused, !context.refusals.isEmpty else { return }
    guard !devices.contains(where: { $0.hasContacts }), !pointer.hasContact else {
      retry?.arm(at: route.loop.now.advanced(bySeconds: LibinputSeat.retryDelay))
      return
    }
    retry = nil
    pause()
    resume()
    tellDevices()
  }

  // MARK: Events

  private func receive(_ event: LibinputEvent) {
    guard let pointer = unsafe event.device else { return }
    switch event.type {
    case LIBINPUT_EVENT_DEVICE_ADDED: unsafe add(pointer)
    case LIBINPUT_EVENT_DEVICE_REMOVED: unsafe remove(pointer)
    default:
      guard !isPaused, let device = unsafe device(pointer) else { return }
      if let time = receive(event, from: device) {
        lateness.add(nanoseconds: route.loop.now.nanoseconds - time.nanoseconds)
      }
      route.deliver()
    }
  }

  /// Hands an event to whom it concerns; its time, or nil if nobody has a use for it (LDV-4).
  private func receive(_ event: LibinputEvent, from device: InputDevice) -> Timestamp? {
    let panel = route.placement.panel
    switch event.kind {
    case .touch:
      guard device.points(to: route.placement.screen), let (time, report) = event.touch(panel: panel),
        let touch = device.touch
      else { return nil }
      if touch.receive(report, at: time) { pointer.hide() }
      return time
    case .key:
      guard let (time, code, isPressed) = event.key() else { return nil }
      keyboard.key(code, isPressed: isPressed, of: ObjectIdentifier(device), at: time)
      return time
    case .pointer:
      guard let (time, report) = event.pointerReport(panel: panel) else { return nil }
      if isRemoval(report, device) {
        pointer.release(ObjectIdentifier(device))
      } else {
        pointer.receive(report, of: ObjectIdentifier(device), at: time)
      }
      return time
    case .gesture:
      guard let (time, report) = event.gesture() else { return nil }
      pointer.receive(report, of: ObjectIdentifier(device), at: time)
      return time
    case .tool:
      guard device.points(to: route.placement.screen) else { return nil }
      return device.tablet?.receive(event, of: ObjectIdentifier(device))
    case .pad:
      guard let (time, report) = event.pad(), let pad = device.pad else { return nil }
      pad.receive(report, at: time)
      return time
    case nil: return nil
    }
  }

  /// Whether a button is let go because its device is pulled out (LDV-2).
  private func isRemoval(_ report: PointerReport, _ device: InputDevice) -> Bool {
    guard case .button(_, let isPressed) = report else { return false }
    guard isPressed else { return device.removal.release() }
    device.removal.press()
    return false
  }

  private func endDrain() {
    for device in devices { device.touch?.endDrain() }
    route.deliver()
  }
}
