import EaselGeometry
import EaselInputEvents
import EaselPlatform

/// What the application asks for.
extension XDGWindow {
  func setTitle(_ title: String) {
    guard phase != .closed else { return }
    self.title = title
    toplevel.setTitle(title: title.wireText(limit: Limits.titleBytes))
  }

  func setMinimumSize(_ size: Size) {
    guard phase != .closed else { return }
    minimumSize = PointSize(size, least: 0)
    wishes.minimum = minimumSize
    sendMinimumSize()
    needsCommit = true
  }

  private func sendMinimumSize() {
    toplevel.setMinSize(width: Int32(minimumSize.width), height: Int32(minimumSize.height))
  }

  func setFullscreen(_ isFullscreen: Bool) {
    guard phase != .closed else { return }
    wantsFullscreen = isFullscreen
    if isFullscreen { toplevel.setFullscreen(output: nil) } else { toplevel.unsetFullscreen() }
  }

  func setMaximized(_ isMaximized: Bool) {
    guard phase != .closed else { return }
    wantsMaximized = isMaximized
    if isMaximized { toplevel.setMaximized() } else { toplevel.unsetMaximized() }
  }

  func minimize() {
    guard phase != .closed else { return }
    toplevel.setMinimized()
  }

  // MARK: Handing a contact over (WDE-3, WDE-4)

  func beginMove(with contact: ContactID) {
    guard phase == .mapped else { return }
    host.surrender(contact) { seat, serial in toplevel.move(seat: seat, serial: serial) }
  }

  func beginResize(_ edges: WindowEdges, with contact: ContactID) {
    guard phase == .mapped, !edges.isEmpty else { return }
    host.surrender(contact) { seat, serial in
      toplevel.resize(seat: seat, serial: serial, edges: XdgToplevel.ResizeEdge(rawValue: UInt32(edges.rawValue)))
    }
  }

  func showWindowMenu(at position: Point, with contact: ContactID) {
    guard phase == .mapped, position.isFinite else { return }
    let x = WindowLayout.wholePoint(position.x) + Int32(layout.origin.width)
    let y = WindowLayout.wholePoint(position.y) + Int32(layout.origin.height)
    host.surrender(contact) { seat, serial in toplevel.showWindowMenu(seat: seat, serial: serial, x: x, y: y) }
  }

  // MARK: Off the screen and back

  func hide() {
    switch phase {
    case .closed, .hiding, .hidden:
      return
    case .waiting, .ready, .mapped:
      break
    }
    host.surfaceWillHide(self)
    phase = .hiding
    wantsShowing = false
    serial = nil
    committedLayout = nil
    hasGeometry = false
    frameClock.pause()
    surface.attach(buffer: nil, x: 0, y: 0)
    surface.commit()
    // Configures that are on their way answer a state that is no more: they have all come once this one is answered.
    let callback = host.display.sync()
    callback.onEvent = { [weak self] _ in self?.didHide() }
    hideCallback = callback
  }

  private func didHide() {
    hideCallback = nil
    guard phase == .hiding else { return }
    phase = .hidden
    if wantsShowing { showAgain() }
  }

  /// Brings a hidden window back: everything but its content is new to the display (WXS-13).
  func showAgain() {
    if phase == .hiding { wantsShowing = true }
    guard phase == .hidden else { return }
    phase = .waiting
    collected = ToplevelRequest()
    buffers.retire(for: layout)
    sendBareCommit()
  }

  /// The role's first state, and the commit that asks for the first configure (WXS-1).
  func sendBareCommit() {
    toplevel.setTitle(title: title.wireText(limit: Limits.titleBytes))
    toplevel.setAppID(appID: options.applicationID.wireText(limit: Limits.titleBytes))
    if minimumSize != PointSize(width: 0, height: 0) { sendMinimumSize() }
    if wantsFullscreen { toplevel.setFullscreen(output: nil) }
    if wantsMaximized { toplevel.setMaximized() }
    decoration?.ask()
    needsCommit = false
    surface.commit()
  }
}

extension WindowLayout {
  /// A whole number of points that any position can be sent as.
  static func wholePoint(_ value: Double) -> Int32 { Int32(min(max(value.rounded(), -1_000_000), 1_000_000)) }
}
