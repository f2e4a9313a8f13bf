internal import EaselGeometry
public import EaselPlatform

extension Window {
  /// Pixels per point; 1 before the window is shown.
  public var scale: Double { host.object?.surface.state.scale ?? 1 }

  /// What the display has decided about the window's surface, or nil before it is shown.
  public var surfaceState: SurfaceState? { host.object?.surface.state }

  /// Whether frames are being shown; false after the display has withheld its callback for 1 s (WFR-5).
  public var isPresenting: Bool { host.object?.surface.isPresenting ?? false }

  /// Whether the window fills the screen.
  public var isFullscreen: Bool {
    get { surfaceState?.isFullscreen ?? options.isFullscreen }
    set { host.object?.surface.setFullscreen(newValue) }
  }

  /// Whether the window fills the screen but for panels.
  public var isMaximized: Bool {
    get { surfaceState?.isMaximized ?? false }
    set { host.object?.surface.setMaximized(newValue) }
  }

  /// Asks the display to put the window away; nothing tells when it is back.
  public func minimize() {
    host.object?.surface.minimize()
  }

  /// Lets the display move the window with a touch, which is cancelled in this turn (WDE-4).
  public func beginMove(with touch: Touch) {
    guard touch.isLive, let host = host.object else { return }
    host.surface.beginMove(with: touch.contact)
    application?.pipeline.cancel(.contact(touch.contact))
  }

  /// Lets the display resize the window with a touch, which is cancelled in this turn (WDE-4).
  public func beginResize(_ edges: WindowEdges, with touch: Touch) {
    guard touch.isLive, let host = host.object else { return }
    host.surface.beginResize(edges, with: touch.contact)
    application?.pipeline.cancel(.contact(touch.contact))
  }

  /// Shows the display's own menu for the window where a touch is, which is cancelled in this turn (WDE-4, WDE-5).
  public func showWindowMenu(with touch: Touch) {
    guard touch.isLive, let host = host.object else { return }
    host.surface.showWindowMenu(at: toSuperview.apply(touch.location(in: nil)), with: touch.contact)
    application?.pipeline.cancel(.contact(touch.contact))
  }
}
