import EaselGeometry
import EaselPlatform

/// What the display decides: role events, configures, decorations.
extension XDGWindow {
  func handle(_ event: XdgToplevel.Event) {
    switch event {
    case .configure(let width, let height, let states):
      collected.width = Int(width)
      collected.height = Int(height)
      collected.setStates(states.words)
    case .configureBounds(let width, let height):
      collected.boundsWidth = max(0, Int(width))
      collected.boundsHeight = max(0, Int(height))
    case .wmCapabilities(let capabilities):
      collectedCapabilities = SurfaceState.Capabilities(numbers: capabilities.words)
    case .close:
      delegate?.surfaceShouldClose(self)
    }
  }

  /// Makes the collected state ours (WXS-2); what is painted for it is committed with its acknowledgement.
  func configured(_ serial: UInt32) {
    // What still comes for a window that was taken off the screen belongs to its former life.
    guard phase != .hiding, phase != .hidden, phase != .closed else { return }
    self.serial = serial
    applied = collected
    if phase == .waiting { phase = .ready }
    if applied.isFloating { wishes.floating = wishes.size(for: applied) }
    decoration?.apply()
    updateLayout()
  }

  /// Whether the toolkit draws the title bar, and a margin lies around the content (WDE-2, WDE-5).
  var hasOwnDecorations: Bool {
    guard !applied.isFullscreen else { return false }
    return decoration?.isClientSide ?? host.decorationChoice.drawsOwnWithoutManager
  }

  /// Works out size, scale and margins anew and tells what has changed.
  func updateLayout() {
    let edges = hasOwnDecorations ? applied.freeEdges : []
    let layout = WindowLayout(content: wishes.size(for: applied), scale: scale, marginEdges: edges)
    if layout != self.layout {
      self.layout = layout
      buffers.retire(for: layout)
    }
    if updateState() { delegate?.surfaceDidChangeState(self) }
    if needsPixels { delegate?.surfaceIsReadyForFrame(self) }
  }

  /// Makes the public state agree with what has been decided; whether it is another one.
  @discardableResult func updateState() -> Bool {
    var state = SurfaceState(
      size: Size(width: Double(layout.content.width), height: Double(layout.content.height)), scale: scale.value,
      pixelSize: layout.contentPixels.size)
    state.isActivated = applied.isActivated
    state.isMaximized = applied.isMaximized
    state.isFullscreen = applied.isFullscreen
    state.isResizing = applied.isResizing
    state.isSuspended = applied.isSuspended
    state.needsTitleBar = hasOwnDecorations
    state.capabilities = collectedCapabilities
    guard state != self.state else { return false }
    self.state = state
    return true
  }

  /// Whether the display waits for pixels: none are there yet, or those that are have another layout.
  var needsPixels: Bool {
    switch phase {
    case .ready: decoration?.isDecided ?? true
    case .mapped: committedLayout != layout
    case .hiding, .hidden, .waiting, .closed: false
    }
  }

  var mustAnswerConfigure: Bool { needsPixels && frameClock.permitsAnswer }

  /// At the end of a turn: a configure that needed no new pixels is acknowledged by a bare commit (WXS-3).
  func settle() {
    guard phase == .mapped, !needsPixels, serial != nil || needsCommit else { return }
    acknowledge()
    needsCommit = false
    surface.commit()
  }

  func acknowledge() {
    guard let serial else { return }
    xdgSurface.ackConfigure(serial: serial)
    self.serial = nil
  }
}

extension SurfaceState.Capabilities {
  /// The capabilities of `xdg_toplevel.wm_capabilities`; numbers that we do not know are ignored (WXS-15).
  init(numbers: [UInt32]) {
    self = []
    for number in numbers {
      switch number {
      case 1: insert(.windowMenu)
      case 2: insert(.maximize)
      case 3: insert(.fullscreen)
      case 4: insert(.minimize)
      default: break
      }
    }
  }
}
