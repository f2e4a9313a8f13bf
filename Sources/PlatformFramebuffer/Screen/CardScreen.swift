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
final class CardScreen: Screen {
  let name: String
  weak var delegate: (any ScreenDelegate)?

  private let door: any CardDoor
  private let loop: any EventLoop
  private let log: Log
  private let wish: CardWish
  private let closeDevice: () -> Void
  /// Whether being master is our own business, and not a seat manager's (FKM-12).
  private let managesMaster: Bool
  private var connector: CardConnector
  private let crtc: UInt32
  private let saved: CardState?
  private var mode: CardMode
  private var orientation = Orientation.none
  private var slots: [CardSlot] = []
  private var front = 0
  private var layers: PanelLayers?
  private var flips = FlipState()
  private var pace: FramePace?
  private var watchdog: (any LoopTimer)?
  private var isPaused = false
  /// Rectangles that were written into the shown buffer; kept so that a frame allocates nothing.
  private var dirty: [PixelRect] = []
  private var hasDirtyCall = true

  /// Damage of this share of the picture or less is copied into the shown buffer (WFR-10).
  private static let smallShare = 16
  /// Seconds after which a flip without an event counts as done (FKM-9).
  private static let longestFlip = 0.3
  /// Seconds after which a flip that the card refused as busy is tried again (FKM-7).
  private static let busyPause = 0.016

  /// Finds the connector, its modes and a CRTC.
  ///
  /// - Throws: `BackendError` if the card has no screen that can be used.
  init(
    path: String, door: any CardDoor, wish: CardWish, managesMaster: Bool, loop: any EventLoop, log: Log,
    closeDevice: @escaping () -> Void = {}
  ) throws(BackendError) {
    let found = try CardScreen.probe(path, door, wish)
    self.door = door
    self.loop = loop
    self.log = log
    self.wish = wish
    self.closeDevice = closeDevice
    self.managesMaster = managesMaster
    name = found.connector.name
    connector = found.connector
    crtc = found.crtc
    mode = found.mode
    saved = door.state(of: found.crtc)
    pace = makePace()
    watchdog = loop.makeTimer { [weak self] _ in self?.flipIsLate() }
  }

  var panel: PixelSize { mode.size }

  var orientationHint: Orientation { connector.orientationHint }

  var millimeters: Size? { Size(millimeters: connector.millimeters) }

  func begin(_ orientation: Orientation) throws(BackendError) {
    self.orientation = orientation
    endSlots()
    do {
      try makeSlots(bits: door.preferredDepth() == 16 ? 16 : 32)
    } catch {
      try makeSlotsOrFail(bits: 16, after: error)
    }
    flips = FlipState(canFlip: flips.canFlip)
    _ = door.hideCursor(of: crtc)
  }

  func show(_ layers: borrowing PanelLayers, damage: borrowing Region) {
    self.layers = copy layers
    for slot in slots { slot.addStale(damage) }
    guard !isPaused, !slots.isEmpty else { return }
    if flips.needsMode {
      setMode()
    } else if !flips.canFlip || flips.isInFlight || damage.area <= panel.area / CardScreen.smallShare {
      updateFront()
      if !flips.isInFlight { pace?.request() }
    } else {
      flip()
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
    for slot in slots { slot.addAllStale() }
    flips = FlipState(canFlip: flips.canFlip)
    _ = door.hideCursor(of: crtc)
  }

  func close() {
    pace?.stop()
    watchdog?.disarm()
    if !isPaused, let saved, saved.mode != nil { _ = door.setState(saved, of: crtc, connector: connector.id) }
    endSlots()
    if managesMaster, !isPaused { _ = door.dropMaster() }
    closeDevice()
  }

  /// Looks again what is plugged in (FKM-14).
  func reprobe() {
    guard !isPaused else { return }
    guard let found = try? CardScreen.probe(name, door, wish), found.connector.id == connector.id else { return }
    let isSame = found.mode == mode
    connector = found.connector
    guard !isSame else {
      // The link may have been lost meanwhile: the mode is set again with the next frame.
      flips.needsMode = true
      return
    }
    mode = found.mode
    pace = makePace()
    delegate?.screenDidChange(self)
  }

  // MARK: Inside

  private static func probe(
    _ path: String, _ door: any CardDoor, _ wish: CardWish
  ) throws(BackendError) -> (connector: CardConnector, crtc: UInt32, mode: CardMode) {
    do {
      let all = try door.resources()
      var connectors: [CardConnector] = []
      for id in all.connectors { connectors.append(try door.connector(id)) }
      guard let connector = CardChoice.connector(of: connectors, named: wish.connector) else {
        let names = connectors.map { "\($0.name) \($0.connection)" }.joined(separator: ", ")
        throw BackendError(
          "The card \(path) has no screen\(wish.connector.map { " \($0)" } ?? "") that can be used (\(names)). "
            + "Plug one in, or choose another by --screen.")
      }
      guard let mode = CardChoice.modes(of: connector, wish: wish.mode).first,
        let crtc = CardChoice.crtc(for: connector, of: all.crtcs, encoder: door.encoder)
      else { throw BackendError("The card \(path) cannot drive its screen \(connector.name). Choose another by --screen.") }
      return (connector, crtc, mode)
    } catch let error as BackendError {
      throw error
    } catch {
      throw BackendError("\(error) Choose another screen by --screen.")
    }
  }

  private func makePace() -> FramePace {
    // A tenth early: a card that waits for its own refresh paces itself, and must not miss the next one.
    FramePace(loop: loop, interval: mode.refresh > 0 ? 0.9 / mode.refresh : nil) { [weak self] in
      guard let self else { return }
      delegate?.screenIsReady(self)
    }
  }

  private func makeSlots(bits: Int) throws(SystemError) {
    let format = bits == 16 ? PanelFormat.rgb565 : .xrgb8888
    for _ in 0..<2 {
      let buffer = try door.makeBuffer(mode.size, bits: bits)
      slots.append(CardSlot(buffer: buffer, panel: mode.size, format: format, orientation: orientation))
    }
    front = 0
  }

  private func makeSlotsOrFail(bits: Int, after first: SystemError) throws(BackendError) {
    endSlots()
    do {
      try makeSlots(bits: bits)
    } catch {
      throw BackendError("\(first) Choose another mode by --mode, or another screen by --screen.")
    }
  }

  private func endSlots() {
    for slot in slots { door.endBuffer(slot.buffer) }
    slots.removeAll()
  }

  /// The first frame, and the first after the screen was somebody else's: a whole picture with its mode (FKM-13).
  private func setMode() {
    updateFront()
    for candidate in [mode] + CardChoice.modes(of: connector, wish: wish.mode).filter({ $0.size == mode.size && $0 != mode }) {
      let state = CardState(framebuffer: slots[front].buffer.framebuffer, mode: candidate)
      let result = door.setState(state, of: crtc, connector: connector.id)
      if result >= 0 {
        flips.needsMode = false
        markDirty()
        pace?.request()
        return
      }
      if result == -EACCES || result == -EPERM { return }  // paused, or not master: the session will tell
    }
    delegate?.screen(
      self, didFail: BackendError("The screen \(name) refuses its mode. Choose another one by --mode."))
  }

  private func updateFront() {
    guard let layers else { return }
    dirty.removeAll(keepingCapacity: true)
    slots[front].update(from: layers) { dirty.append(orientation.panelRect($0, panel: panel)) }
    if !flips.needsMode { markDirty() }
  }

  /// Without this virtual, USB and SPI screens stay as they were (FKM-10).
  private func markDirty() {
    guard hasDirtyCall, !dirty.isEmpty else { return }
    if dirty.count > 16 { dirty = [dirty.reduce(.zero) { $0.union($1) }] }
    let result = door.markDirty(slots[front].buffer.framebuffer, dirty)
    if result == -ENOSYS || result == -EINVAL || result == -EOPNOTSUPP { hasDirtyCall = false }
  }

  private func flip() {
    guard let layers else { return }
    let back = 1 - front
    slots[back].update(from: layers) { _ in }
    switch door.flip(crtc, to: slots[back].buffer.framebuffer) {
    case 0...:
      front = back
      flips.isInFlight = true
      watchdog?.arm(at: loop.now.advanced(bySeconds: CardScreen.longestFlip))
    case -EBUSY:
      flips.isRefused = true
      watchdog?.arm(at: loop.now.advanced(bySeconds: CardScreen.busyPause))
    case -EACCES, -EPERM:
      return
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
      flip()
      return
    }
    guard flips.isInFlight else { return }
    flips.late += 1
    log.once("late flip", .info, "The screen \(name) does not say when a picture is shown.")
    if flips.late >= 3 { flips.canFlip = false }
    flipIsDone()
  }

  private func flipIsDone() {
    flips.isInFlight = false
    watchdog?.disarm()
    pace?.request()
  }
}

/// What the user wants of a card (SET).
nonisolated struct CardWish: Equatable {
  /// A connector's name, as HDMI-A-1.
  var connector: String?
  var mode: FramebufferOptions.Mode?
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
    guard let done = door.readFlips() else {
      delegate?.screen(self, didFail: BackendError("The card of the screen \(name) is gone. Start the program again."))
      return
    }
    guard flips.isInFlight, done.contains(crtc) else { return }
    flips.late = 0
    flipIsDone()
  }
}
