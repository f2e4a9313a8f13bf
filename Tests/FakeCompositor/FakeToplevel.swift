/// A surface's part in xdg-shell.
final class FakeXDGSurface {
  let resource: XdgSurfaceResource
  unowned let surface: FakeSurface
  private(set) var toplevel: FakeToplevel?
  /// Configures that were sent and neither acknowledged nor passed over.
  private var outstanding: [UInt32] = []
  private var isConfigured = false
  private var isMapped = false
  private var hasAskedForConfigure = false
  /// Whether a first configure was sent.
  var hasBeenConfigured: Bool { hasAskedForConfigure }
  /// What the client last told as its window's geometry.
  private(set) var geometry: (x: Int32, y: Int32, width: Int32, height: Int32)?

  init(_ resource: XdgSurfaceResource, of surface: FakeSurface) {
    self.resource = resource
    self.surface = surface
    resource.onRequest = { [unowned self] request in
      switch request {
      case .getToplevel(let id): toplevel = FakeToplevel(id, of: self)
      case .ackConfigure(let serial): acknowledge(serial)
      case .setWindowGeometry(let x, let y, let width, let height): geometry = (x, y, width, height)
      case .destroy: break
      }
    }
  }

  /// Ends a sequence of configure events with its serial.
  @discardableResult
  func configure() -> UInt32 {
    let serial = surface.compositor.serial()
    outstanding.append(serial)
    resource.sendConfigure(serial: serial)
    return serial
  }

  private func acknowledge(_ serial: UInt32) {
    guard let index = outstanding.firstIndex(of: serial) else {
      return surface.compositor.recorder.violation("\(resource.name) acknowledges the unknown serial \(serial)")
    }
    outstanding.removeFirst(index + 1)
    isConfigured = true
  }

  func wasCommitted(hasBuffer: Bool) {
    if hasBuffer, !isConfigured {
      surface.compositor.recorder.violation("\(surface.resource.name) shows a buffer before it acknowledged a configure")
    }
    if !hasBuffer, isMapped {
      // The window was hidden: its next commit is a first one again, and asks for a first configure.
      isMapped = false
      isConfigured = false
      hasAskedForConfigure = false
      return
    }
    isMapped = hasBuffer
    guard !hasBuffer, !hasAskedForConfigure, let toplevel else { return }
    hasAskedForConfigure = true
    if let size = surface.compositor.firstConfigure { toplevel.configure(width: size.width, height: size.height) }
  }
}

/// A client's window.
final class FakeToplevel {
  let resource: XdgToplevelResource
  unowned let xdgSurface: FakeXDGSurface
  private(set) var decoration: ZxdgToplevelDecorationV1Resource?
  private(set) var title = ""
  private(set) var applicationID = ""

  /// The window's surface.
  var surface: FakeSurface { xdgSurface.surface }

  init(_ resource: XdgToplevelResource, of xdgSurface: FakeXDGSurface) {
    self.resource = resource
    self.xdgSurface = xdgSurface
    let compositor = xdgSurface.surface.compositor
    compositor.toplevels.append(self)
    resource.onRequest = { [unowned self] request in
      switch request {
      case .setTitle(let title): self.title = title
      case .setAppID(let appID): applicationID = appID
      case .setParent, .showWindowMenu, .move, .resize, .setMaxSize, .setMinSize, .setMaximized, .unsetMaximized,
        .setFullscreen, .unsetFullscreen, .setMinimized, .destroy:
        break
      }
    }
    resource.onDestroy = { [weak self, weak compositor] in compositor?.toplevels.removeAll { $0 === self } }
  }

  /// Sends one configure; states may be any numbers.
  @discardableResult
  func configure(width: Int32, height: Int32, states: [XdgToplevelResource.State] = [.activated]) -> UInt32 {
    resource.sendConfigure(width: width, height: height, states: WireArray(words: states.map(\.rawValue)))
    return xdgSurface.configure()
  }

  func take(_ decoration: ZxdgToplevelDecorationV1Resource) {
    self.decoration = decoration
    decoration.onRequest = { [unowned self] request in
      switch request {
      case .setMode(let mode): decorate(mode)
      case .unsetMode: decorate(.serverSide)
      case .destroy: break
      }
    }
  }

  /// A wish for decorations is answered with what the compositor has been told to answer, or with what was wished.
  private func decorate(_ wished: ZxdgToplevelDecorationV1Resource.Mode) {
    decoration?.sendConfigure(mode: surface.compositor.decorationMode ?? wished)
    if surface.xdgSurface?.hasBeenConfigured == true { xdgSurface.configure() }
  }

  /// Asks the client to close the window.
  func close() {
    resource.sendClose()
  }
}
