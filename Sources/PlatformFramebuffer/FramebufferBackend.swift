import EaselGeometry
public import EaselInputEvents
public import EaselPlatform
import EaselPlatformLinux
import EaselRaster

/// The way to a bare screen: a framebuffer or a card, the devices through libinput, and the terminal that is ours meanwhile.
///
/// Each window fills the screen; the newest is in front and has the devices. The main thread owns it.
@MainActor public final class FramebufferBackend: Backend {
  /// The loop that the devices are in.
  public let loop: any EventLoop
  /// Where input goes; set once, before the loop runs.
  public var inputSink: (any InputSink)?
  /// Called when the screen or the session is gone; contacts and keys are cancelled by then.
  public var onDisplayLost: ((BackendError) -> Void)?
  /// Called when the user asks the program to end by Control+Alt+Backspace (LKB-7).
  public var onQuit: (() -> Void)?

  let log: Log
  /// What is shown on; another one when its device was gone and one came (FFB-15).
  private(set) var screen: any Screen
  let session: any Session
  private let input: any LocalInput
  /// What the user wants, beside what the panel itself says.
  private let turn: Orientation
  private let wishedScale: Double?
  private var orientation = Orientation.none
  private var scale = 1.0
  private var pointer = PointerLayer(scale: 1)
  private var surfaces: [PanelSurface] = []
  private var lastSurface: UInt32 = 0
  private weak var front: PanelSurface?
  private var damage = Region()
  private(set) var isEnded = false
  /// How another screen is found.
  var supply: ScreenSupply?

  init(
    loop: any EventLoop, screen: any Screen, session: any Session, input: any LocalInput, orientation: Orientation,
    scale: Double?, keysEnd: Bool = true, log: Log
  ) throws(BackendError) {
    self.loop = loop
    self.screen = screen
    self.session = session
    self.input = input
    self.log = log
    turn = orientation
    wishedScale = scale
    measure()
    do throws(BackendError) {
      try session.begin()
      try screen.begin(self.orientation)
    } catch {
      screen.close()
      session.close()
      throw error
    }
    if !session.isActive { screen.pause() }
    connect(keysEnd: keysEnd)
  }

  /// Asks the screen how it is mounted and how fine it is.
  private func measure() {
    orientation = screen.orientationHint.combined(with: turn)
    let new = wishedScale ?? FramebufferBackend.usualScale(of: screen)
    guard new != scale else { return }
    scale = new
    pointer = PointerLayer(scale: max(1, Int(new.rounded())))
  }

  /// FFB-13: twice as many pixels a point on fine panels.
  private static func usualScale(of screen: any Screen) -> Double {
    guard let millimeters = screen.millimeters else { return 1 }
    let dotsPerInch = Double(screen.panel.width) / (millimeters.width / 25.4)
    return dotsPerInch >= 192 ? 2 : 1
  }

  private func connect(keysEnd: Bool) {
    screen.delegate = self
    session.delegate = self
    input.placement = placement(of: nil)
    input.grabsKeyboards = !session.mutesKeyboard
    input.onEvent = { [weak self] in self?.inputSink?.receive($0) }
    input.onCursorChange = { [weak self] in self?.movePointer(to: $0) }
    input.onSwitchTerminal = { [session] in session.switchTerminal(to: $0) }
    if keysEnd { input.onQuit = { [weak self] in self?.onQuit?() } }
    if !session.isActive { input.pause() }
  }

  /// Gives the devices, the screen and the terminal back, in this order (FVT-11); afterwards nothing is shown any more.
  public func end() {
    guard !isEnded else { return }
    isEnded = true
    supply = nil
    input.close()
    screen.close()
    session.close()
  }

  // MARK: Windows

  /// A contact's number that was not used before.
  public func newContact() -> ContactID { input.newContact() }

  /// Makes a window that fills the screen; it comes to the front with its first frame.
  public func makeSurface(
    _ options: SurfaceOptions, delegate: any OutputSurfaceDelegate
  ) throws(BackendError) -> any OutputSurface {
    guard !isEnded else { throw BackendError("The screen is gone. Start the program again.") }
    lastSurface += 1
    var state = SurfaceState(size: .zero, scale: scale, pixelSize: .zero)
    state.isFullscreen = true
    state.isActivated = true
    fit(&state)
    let surface = PanelSurface(id: SurfaceID(lastSurface), state: state, delegate: delegate, backend: self)
    surfaces.append(surface)
    loop.post { [weak surface] in
      guard let surface else { return }
      surface.delegate?.surfaceDidChangeState(surface)
      surface.delegate?.surfaceIsReadyForFrame(surface)
    }
    return surface
  }

  private func fit(_ state: inout SurfaceState) {
    state.scale = scale
    state.pixelSize = orientation.turned(screen.panel)
    state.size = Size(width: Double(state.pixelSize.width) / scale, height: Double(state.pixelSize.height) / scale)
  }

  func surface(_ surface: PanelSurface, didPaint region: borrowing Region) {
    guard surface === front else { return surface.frameIsDone() }
    show(region)
  }

  func surfaceDidMap(_ surface: PanelSurface) {
    surfaces.removeAll { $0 === surface }
    surfaces.append(surface)
    chooseFront()
  }

  func surfaceDidUnmap(_ surface: PanelSurface) {
    input.cancel(on: surface.id)
    chooseFront()
  }

  func surfaceDidClose(_ surface: PanelSurface) {
    surfaces.removeAll { $0 === surface }
    surfaceDidUnmap(surface)
  }

  /// The newest window that has a picture is in front, sees all and has the keyboard; the others rest.
  private func chooseFront() {
    let new = surfaces.last { $0.isMapped }
    guard new !== front else { return }
    if let old = front {
      old.delegate?.surface(old, didChangeKeyboardFocus: false)
      old.decide { $0.isSuspended = true }
      old.frameIsDone()
    }
    front = new
    input.placement = placement(of: new)
    if let new {
      new.decide { $0.isSuspended = false }
      new.delegate?.surface(new, didChangeKeyboardFocus: true)
    }
    showAll()
  }

  private func placement(of surface: PanelSurface?) -> InputPlacement {
    InputPlacement(
      surface: surface?.id, screen: screen.name, panel: screen.panel, orientation: orientation, scale: scale)
  }

  // MARK: Pixels

  private func showAll() {
    show(Region(PixelRect(orientation.turned(screen.panel))))
  }

  private func show(_ region: borrowing Region) {
    guard !isEnded, let picture = front?.picture, picture.size == orientation.turned(screen.panel) else { return }
    screen.show(PanelLayers(picture: picture, pointer: pointer.over(picture)), damage: region)
  }

  private func movePointer(to place: Point?) {
    let tip = place.map { point in
      PixelPoint(x: Int((point.x * scale).rounded(.down)), y: Int((point.y * scale).rounded(.down)))
    }
    guard tip != pointer.tip else { return }
    let (old, new) = pointer.move(to: tip)
    damage.removeAll()
    damage.formUnion(old)
    damage.formUnion(new)
    damage.formIntersection(PixelRect(orientation.turned(screen.panel)))
    show(damage)
  }

  /// Shows on another screen from now on; the old one is given back.
  ///
  /// - Throws: why the new one cannot begin; it is given back then, and the old one stays.
  func use(_ new: any Screen) throws(BackendError) {
    do throws(BackendError) {
      try new.begin(new.orientationHint.combined(with: turn))
    } catch {
      new.close()
      throw error
    }
    screen.delegate = nil
    // What is paused is not written to: where the device was, there may be somebody else's.
    screen.pause()
    screen.close()
    screen = new
    new.delegate = self
    if !session.isActive { new.pause() }
    cancelTouches()
    measure()
    fitWindows()
  }

  /// What fingers point at is no longer what they began on (SC-4).
  private func cancelTouches() {
    if let front { input.cancel(on: front.id) }
  }

  /// The screen has begun anew: the windows are made as large as it is.
  private func fitWindows() {
    let old = front?.state
    for surface in surfaces { surface.decide { fit(&$0) } }
    input.placement = placement(of: front)
    // A window that stays as it was paints no new picture: the screen gets the old one.
    if front?.state == old { showAll() }
  }

  func fail(_ error: BackendError) {
    guard !isEnded else { return }
    // Not from inside a screen's or a session's own call, so that whoever hears of it may let everything go.
    loop.post { [weak self] in
      guard let self, !isEnded else { return }
      end()
      onDisplayLost?(error)
    }
  }
}

extension FramebufferBackend: ScreenDelegate {
  func screenIsReady(_ screen: any Screen) {
    front?.frameIsDone()
  }

  func screenDidChange(_ screen: any Screen) {
    cancelTouches()
    measure()
    do {
      try screen.begin(orientation)
    } catch {
      return fail(error)
    }
    fitWindows()
  }

  func screenIsGone(_ screen: any Screen) {
    // Not from inside its own call.
    loop.post { [weak self] in
      guard let self, screen === self.screen else { return }
      loseScreen()
    }
  }

  func screen(_ screen: any Screen, didFail error: BackendError) {
    fail(error)
  }
}

extension FramebufferBackend: SessionDelegate {
  func sessionWillDeactivate(_ session: any Session) {
    input.pause()
    screen.pause()
    for surface in surfaces { surface.decide { $0.isSuspended = true } }
  }

  func sessionDidActivate(_ session: any Session) {
    do {
      try screen.resume()
    } catch {
      return fail(error)
    }
    input.resume()
    front?.decide { $0.isSuspended = false }
    showAll()
    if screen is AbsentScreen { lookForScreen() }
  }

  func session(_ session: any Session, didFail error: BackendError) {
    fail(error)
  }
}
