import EaselGeometry
import EaselInputEvents
import EaselPlatform
import EaselPlatformLinux
import EaselRaster
internal import Glibc

/// A screen of a card, driven by KMS (FKM).
///
/// Two buffers take turns. Small damage from input is copied straight into the one that is shown; large damage goes into the other
/// one, which is flipped to. A driver that cannot flip gets all of it in one buffer (FKM-7, FKM-18).
///
/// While nothing is plugged in it is a virtual output: pictures are taken and shown nowhere, at the usual pace (FKM-3).
final class CardScreen: Screen {
  weak var delegate: (any ScreenDelegate)?
  private(set) var panel = CardScreen.virtualPanel
  private(set) var orientationHint = Orientation.none
  private(set) var millimeters: Size?
  let node: String

  private let path: String
  private let door: any CardDoor
  private let loop: any EventLoop
  private let log: Log
  private let wish: CardWish
  private let closeDevice: () -> Void
  /// Whether being master is our own business, and not a seat manager's (FKM-12).
  private let managesMaster: Bool
  private var output: CardOutput?
  /// What the first CRTC of ours showed before, to be shown again at the end.
  private var saved: (crtc: UInt32, state: CardState)?
  private var orientation = Orientation.none
  private var slots: [(buffer: CardBuffer, page: PanelPage)] = []
  private var front = 0
  private var layers: PanelLayers?
  private var flips = FlipState()
  private var pace: FramePace?
  private var watchdog: (any LoopTimer)?
  private var isPaused = false
  /// Rectangles that were written into the shown buffer; kept so that a frame allocates nothing.
  private var dirty: [PixelRect] = []
  private var hasDirtyCall = true

  /// How large a virtual output is that never was a real one (FKM-3).
  private static let virtualPanel = PixelSize(width: 1024, height: 768)
  /// Damage of this share of the picture or less is copied into the shown buffer (WFR-10).
  private static let smallShare = 16
  /// Seconds after which a flip without an event counts as done (FKM-9).
  private static let longestFlip = 0.3
  /// Seconds after which a flip that the card refused as busy is tried again (FKM-7).
  private static let busyPause = 0.016

  /// Finds the connector, its modes and a CRTC; with nothing plugged in it begins as a virtual output.
  ///
  /// - Throws: `BackendError` if the card has no place for a screen that can be used.
  init(
    path: String, door: any CardDoor, wish: CardWish, managesMaster: Bool, loop: any EventLoop, log: Log,
    closeDevice: @escaping () -> Void = {}
  ) throws(BackendError) {
    let found = try CardOutput.find(on: path, door, wish)
    self.path = path
    node = CardScreen.node(of: path)
    self.door = door
    self.loop = loop
    self.log = log
    self.wish = wish
    self.closeDevice = closeDevice
    self.managesMaster = managesMaster
    dirty.reserveCapacity(PanelPage.most)
    take(found)
    watchdog = loop.makeTimer { [weak self] _ in self?.flipIsLate() }
  }

  /// The connector's, or the card's path while nothing is plugged in.
  var name: String { output?.connector.name ?? path }

  /// Whether a screen is plugged in.
  var isPlugged: Bool { output != nil }

  func begin(_ orientation: Orientation) throws(BackendError) {
    self.orientation = orientation
    endSlots()
    flips = FlipState(canFlip: flips.canFlip)
    guard let output else {
      log(.info, "No screen is plugged into \(path); the picture appears as soon as one is.")
      return
    }
    do {
      try makeSlots(output.mode.size, bits: door.preferredDepth() == 16 ? 16 : 32)
    } catch {
      try makeSlotsOrFail(output.mode.size, bits: 16, after: error)
    }
    _ = door.hideCursor(of: output.crtc)
  }

  func show(_ layers: borrowing PanelLayers, damage: borrowing Region) {
    self.layers = copy layers
    for place in slots.indices { slots[place].page.add(damage) }
    guard !isPaused else { return }
    guard let output, !slots.isEmpty else {
      pace?.request()
      return
    }
    if flips.needsMode {
      setMode(output)
    } else if !flips.canFlip || flips.isInFlight || damage.area <= panel.area / CardScreen.smallShare {
      updateFront()
      if !flips.isInFlight { pace?.request() }
    } else {
      flip(output)
    }
  }

  func pause() {
    isPaused = true
    pace?.stop()
    watchdog?.disarm()
    flips = FlipState(canFlip: flips.canFlip)
    if managesMaster { _ = door.dropMaster() }
  }

  func resume() throws(BackendError) {
    isPaused = false
    if managesMaster, door.setMaster() < 0 {
      throw BackendError("The screen \(name) is used by another program. End it, then start this one again.")
    }
    for slot in slots { slot.page.addAll() }
    flips = FlipState(canFlip: flips.canFlip)
    if let output { _ = door.hideCursor(of: output.crtc) }
    // What was plugged in and out meanwhile was not looked at.
    _ = lookAgain()
  }

  func close() {
    pace?.stop()
    watchdog?.disarm()
    if !isPaused, let output, let saved, saved.crtc == output.crtc, saved.state.mode != nil {
      _ = door.setState(saved.state, of: saved.crtc, connector: output.connector.id)
    }
    endSlots()
    if managesMaster, !isPaused { _ = door.dropMaster() }
    closeDevice()
  }

  /// Something was plugged in or out: looks again what is there (FKM-14).
  func reprobe() {
    guard !isPaused, !lookAgain(), let output, layers != nil, !slots.isEmpty else { return }
    // Nothing has changed, but the screen may have been away for a moment, or its link is bad: the mode is set anew, which the kernel
    // makes nothing of where nothing is wrong.
    flips.needsMode = true
    slots[front].page.addAll()
    setMode(output)
  }

  // MARK: What is plugged in

  /// Whether there is another screen now, or another mode, or none any more; then the delegate was told.
  private func lookAgain() -> Bool {
    let found: CardOutput?
    do {
      found = try CardOutput.find(on: path, door, wish)
    } catch {
      // One card of a failing kernel is no reason to end: what was shown goes on, and a card that is gone is told by its events.
      log(.warning, error.description)
      return false
    }
    if let found, found.isSame(as: output) { return false }
    if found == nil && output == nil { return false }
    if let found { log(.info, "The screen \(found.connector.name) is used from now on.") }
    take(found)
    delegate?.screenDidChange(self)
    pace?.request()
    return true
  }

  /// Uses another screen from now on, or none: then all stays as large as it was, so that nothing is laid out anew for a loose plug.
  private func take(_ found: CardOutput?) {
    output = found
    watchdog?.disarm()
    flips.isInFlight = false
    flips.isRefused = false
    if let found {
      panel = found.mode.size
      orientationHint = found.connector.orientationHint
      millimeters = Size(millimeters: found.connector.millimeters)
      if saved == nil { saved = door.state(of: found.crtc).map { (found.crtc, $0) } }
      pace = makePace(refresh: found.mode.refresh)
    } else {
      pace = pace ?? makePace(refresh: 0)
    }
  }

  // MARK: Inside

  private func makePace(refresh: Double) -> FramePace {
    // A tenth early: a card that waits for its own refresh paces itself, and must not miss the next one.
    FramePace(loop: loop, interval: refresh > 0 ? 0.9 / refresh : nil) { [weak self] in
      guard let self else { return }
      delegate?.screenIsReady(self)
    }
  }

  private func makeSlots(_ size: PixelSize, bits: Int) throws(SystemError) {
    let format = bits == 16 ? PanelFormat.rgb565 : .xrgb8888
    for _ in 0..<2 {
      let buffer = try door.makeBuffer(size, bits: bits)
      let writer = unsafe PanelWriter(
        memory: buffer.memory, stride: buffer.stride, panel: size, format: format, orientation: orientation)
      slots.append((buffer, PanelPage(writer: writer, view: orientation.turned(size))))
    }
    front = 0
  }

  private func makeSlotsOrFail(_ size: PixelSize, bits: Int, after first: SystemError) throws(BackendError) {
    endSlots()
    do {
      try makeSlots(size, bits: bits)
    } catch {
      throw BackendError("\(first) Choose another mode by --mode, or another screen by --screen.")
    }
  }

  private func endSlots() {
    for slot in slots { door.endBuffer(slot.buffer) }
    slots.removeAll()
  }

  /// The first frame, and the first after the screen was somebody else's: a whole picture with its mode (FKM-13).
  private func setMode(_ output: CardOutput) {
    updateFront()
    let others = CardChoice.modes(of: output.connector, wish: wish.mode).filter { $0.size == panel && $0 != output.mode }
    for candidate in [output.mode] + others {
      let state = CardState(framebuffer: slots[front].buffer.framebuffer, mode: candidate)
      let result = door.setState(state, of: output.crtc, connector: output.connector.id)
      if result >= 0 {
        flips.needsMode = false
        markDirty()
        pace?.request()
        return
      }
      if result == -EACCES || result == -EPERM { return }  // paused, or not master: the session will tell
      if result == -ENODEV { return isGone() }
    }
    delegate?.screen(
      self, didFail: BackendError("The screen \(name) refuses its mode. Choose another one by --mode."))
  }

  private func updateFront() {
    guard let layers else { return }
    dirty.removeAll(keepingCapacity: true)
    slots[front].page.update(from: layers) { dirty.append(orientation.panelRect($0, panel: panel)) }
    if !flips.needsMode { markDirty() }
  }

  /// Without this virtual, USB and SPI screens stay as they were (FKM-10).
  private func markDirty() {
    guard hasDirtyCall, !dirty.isEmpty else { return }
    let result = door.markDirty(slots[front].buffer.framebuffer, dirty)
    if result == -ENODEV { return isGone() }
    if result == -ENOSYS || result == -EINVAL || result == -EOPNOTSUPP { hasDirtyCall = false }
  }

  private func flip(_ output: CardOutput) {
    guard let layers else { return }
    let back = 1 - front
    slots[back].page.update(from: layers) { _ in }
    switch door.flip(output.crtc, to: slots[back].buffer.framebuffer) {
    case 0...:
      front = back
      flips.isInFlight = true
      watchdog?.arm(at: loop.now.advanced(bySeconds: CardScreen.longestFlip))
    case -EBUSY:
      flips.isRefused = true
      watchdog?.arm(at: loop.now.advanced(bySeconds: CardScreen.busyPause))
    case -EACCES, -EPERM:
      return
    case -ENODEV:
      isGone()
    default:
      log.once("flip", .info, "The screen \(name) cannot flip between buffers; one buffer is used.")
      flips.canFlip = false
      updateFront()
      pace?.request()
    }
  }

  private func flipIsLate() {
    if flips.isRefused {
      flips.isRefused = false
      if let output { flip(output) }
      return
    }
    guard flips.isInFlight else { return }
    flips.late += 1
    log.once("late flip", .info, "The screen \(name) does not say when a picture is shown.")
    if flips.late >= 3 { flips.canFlip = false }
    flipIsDone()
  }

  /// The kernel says so to every call from now on (FFB-15).
  private func isGone() {
    delegate?.screenIsGone(self)
    pace?.request()
  }

  private func flipIsDone() {
    flips.isInFlight = false
    watchdog?.disarm()
    pace?.request()
  }
}

/// What is known of a card's flips.
private struct FlipState {
  /// False once the driver has refused, or three events did not come (FKM-9).
  var canFlip = true
  /// Whether the mode is still to be set.
  var needsMode = true
  /// Whether a flip's event has not come yet.
  var isInFlight = false
  /// Whether a flip is to be tried again.
  var isRefused = false
  /// Events that did not come.
  var late = 0
}

extension CardScreen: EventSource {
  /// The card's.
  var fileDescriptor: Int32 { door.fileDescriptor }

  /// Reads the events of flips that are done (FKM-11).
  func process(_ readiness: IOReadiness) {
    let done = door.readFlips(of: output?.crtc ?? 0)
    if done < 0 { return isGone() }
    guard flips.isInFlight, done > 0 else { return }
    flips.late = 0
    flipIsDone()
  }
}
