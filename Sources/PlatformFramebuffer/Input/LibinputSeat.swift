internal import CEaselLibinput
import EaselGeometry
import EaselInputEvents
import EaselKeyboard
import EaselPlatform
import EaselPlatformLinux

/// All input devices of a bare screen: the one object of this folder that the backend owns.
///
/// Each event of the library goes to the adapter of its device, which makes our events of it; they are delivered at once.
@safe @MainActor final class LibinputSeat {
  /// Who takes the events; set before the loop runs.
  var onEvent: ((InputEvent) -> Void)? {
    get { route.onEvent }
    set { route.onEvent = newValue }
  }
  /// Where the pointer's image is to be shown, in points of the view; nil while it is hidden (LPT-1).
  var onCursorChange: ((Point?) -> Void)?
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
  /// Where devices point to; a change cancels what is down (LCO-5).
  var placement: InputPlacement {
    get { route.placement }
    set {
      guard newValue != route.placement else { return }
      cancelPlaces()
      if newValue.surface != route.placement.surface, let old = route.placement.surface { keyboard.cancel(on: old) }
      route.placement = newValue
      route.deliver()
    }
  }

  private let context: LibinputContext
  private let route: InputRoute
  private let keyboard: SeatKeyboard
  private let log: Log
  private var devices: [InputDevice] = []
  private var ignoredCount = 0
  /// Whether the session is somebody else's just now.
  private(set) var isPaused = false

  /// Opens the devices of a seat, or those of a list alone; that there are none is no error (LCX-3).
  ///
  /// - Parameters:
  ///   - devices: nodes from a setting, or nil for all of the seat (LCX-1).
  ///   - environment: for the keyboard's layout and the locale's compose table.
  init(
    loop: EpollLoop, opener: any DeviceOpener, devices: [String]?, seatName: String, environment: [String: String],
    library: InputLibrary? = nil, log: Log
  ) throws(BackendError) {
    self.log = log
    let library = if let library { library } else { try InputLibrary.load() }
    route = InputRoute(loop: loop, log: log, placement: InputPlacement(panel: PixelSize(width: 1, height: 1)))
    keyboard = SeatKeyboard(route: route, keys: LocalKeymap.translator(environment: environment, log: log))
    context = try LibinputContext(
      library: library, loop: loop, opener: opener, devices: devices, seatName: seatName, log: log)
    context.onEvent = { [unowned self] event in receive(event) }
    context.onDrained = { [unowned self] in endDrain() }
    context.readNow()
    tellDevices()
  }

  isolated deinit {
    context.onEvent = nil
    context.onDrained = nil
  }

  // MARK: For the backend

  /// A contact's number that was not used before.
  func newContact() -> ContactID { route.contacts.next() }

  /// One contact is taken away; what still comes of it is swallowed (SC-2).
  func cancel(_ contact: ContactID) {
    for device in devices { device.touch?.cancel(contact) }
    route.deliver()
  }

  /// A surface goes: what is on it is cancelled.
  func cancel(on surface: SurfaceID) {
    for device in devices { device.touch?.cancel(on: surface) }
    keyboard.cancel(on: surface)
    route.deliver()
  }

  /// The session goes to somebody else: everything is cancelled, devices are closed (LCX-6).
  func pause() {
    guard !isPaused else { return }
    cancelPlaces()
    keyboard.releaseAll()
    route.deliver()
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

  private func cancelPlaces() {
    for device in devices { device.touch?.cancel() }
  }

  // MARK: Events

  private func receive(_ event: LibinputEvent) {
    guard let pointer = unsafe event.device else { return }
    switch event.type {
    case LIBINPUT_EVENT_DEVICE_ADDED: unsafe add(pointer)
    case LIBINPUT_EVENT_DEVICE_REMOVED: unsafe remove(pointer)
    default:
      guard !isPaused, let device = unsafe device(pointer) else { return }
      receive(event, from: device)
      route.deliver()
    }
  }

  private func receive(_ event: LibinputEvent, from device: InputDevice) {
    switch event.type {
    case LIBINPUT_EVENT_TOUCH_DOWN, LIBINPUT_EVENT_TOUCH_MOTION, LIBINPUT_EVENT_TOUCH_UP, LIBINPUT_EVENT_TOUCH_CANCEL,
      LIBINPUT_EVENT_TOUCH_FRAME:
      guard let (time, report) = event.touch(panel: route.placement.panel) else { return }
      _ = device.touch?.receive(report, at: time)
    case LIBINPUT_EVENT_KEYBOARD_KEY:
      guard let (time, code, isPressed) = event.key() else { return }
      keyboard.key(code, isPressed: isPressed, of: ObjectIdentifier(device), at: time)
    default: break  // LDV-4
    }
  }

  private func endDrain() {
    for device in devices { device.touch?.endDrain() }
    route.deliver()
  }

  // MARK: Devices

  private func device(_ pointer: OpaquePointer) -> InputDevice? {
    for device in devices where unsafe device.isSame(as: pointer) { return device }
    return nil
  }

  private func add(_ pointer: OpaquePointer) {
    let device = unsafe InputDevice(pointer, library: context.library, route: route)
    guard !device.roles.isEmpty, devices.count < InputLimits.devices else {
      ignoredCount += 1
      return log(.debug, "\(device.node) “\(device.name)” is ignored: \(device.roles).")
    }
    devices.append(device)
    log(.debug, "\(device.node) “\(device.name)”: \(device.roles).")
  }

  private func remove(_ pointer: OpaquePointer) {
    guard let index = devices.firstIndex(where: { unsafe $0.isSame(as: pointer) }) else { return }
    let device = devices.remove(at: index)
    device.touch?.cancel()
    keyboard.remove(ObjectIdentifier(device))
    route.deliver()
  }

  /// One message that counts what was found (LCX-3).
  private func tellDevices() {
    var text = "\(devices.count) input devices found, \(context.refusals.count) refused, \(ignoredCount) ignored."
    for refusal in context.refusals {
      text += " \(escaped(refusal.node)): \(SystemError(action: "open", code: refusal.code).description)"
    }
    log(context.refusals.isEmpty && !devices.isEmpty ? .info : .warning, text)
  }
}
