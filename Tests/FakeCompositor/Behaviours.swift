/// What is done when a client binds a global.
extension FakeCompositor {
  typealias Behaviour = (FakeClient, Int32, UInt32) -> Void

  func behaviour(of interface: BoundInterface) -> Behaviour {
    switch interface {
    case .wlCompositor: { [weak self] in self?.bindCompositor(WlCompositorResource(client: $0, version: $1, id: $2)) }
    case .wlShm: { [weak self] in self?.bindShm(WlShmResource(client: $0, version: $1, id: $2)) }
    case .wlSeat: seatBehaviour()
    case .wlOutput: outputBehaviour()
    case .xdgWmBase: { [weak self] in self?.bindWmBase(XdgWmBaseResource(client: $0, version: $1, id: $2)) }
    case .wpViewporter: { [weak self] in self?.bindViewporter(WpViewporterResource(client: $0, version: $1, id: $2)) }
    case .wpPresentation: { [weak self] in self?.bindPresentation(WpPresentationResource(client: $0, version: $1, id: $2)) }
    case .zxdgDecorationManagerV1:
      { [weak self] in self?.bindDecoration(ZxdgDecorationManagerV1Resource(client: $0, version: $1, id: $2)) }
    case .wpFractionalScaleManagerV1:
      { [weak self] in self?.bindFractionalScale(WpFractionalScaleManagerV1Resource(client: $0, version: $1, id: $2)) }
    case .zwpInputTimestampsManagerV1:
      { [weak self] in self?.bindTimestamps(ZwpInputTimestampsManagerV1Resource(client: $0, version: $1, id: $2)) }
    case .zwpPointerGesturesV1:
      { [weak self] in self?.bindGestures(ZwpPointerGesturesV1Resource(client: $0, version: $1, id: $2)) }
    case .zwpTabletManagerV2:
      { [weak self] in self?.bindTablets(ZwpTabletManagerV2Resource(client: $0, version: $1, id: $2)) }
    case .xdgActivationV1: { [weak self] in self?.bindActivation(XdgActivationV1Resource(client: $0, version: $1, id: $2)) }
    case .wpCursorShapeManagerV1: { _ = WpCursorShapeManagerV1Resource(client: $0, version: $1, id: $2) }
    default: { _, _, _ in }
    }
  }

  private func bindCompositor(_ compositor: WlCompositorResource) {
    compositor.onRequest = { [unowned self] request in
      switch request {
      case .createSurface(let id): surfaces.append(FakeSurface(id, in: self))
      case .createRegion: break
      }
    }
  }

  private func bindShm(_ shm: WlShmResource) {
    shm.sendFormat(format: .argb8888)
    shm.sendFormat(format: .xrgb8888)
    shm.sendFormat(format: WlShmResource.Format(rawValue: 0xdead_beef))
    shm.onRequest = { [unowned self] request in
      switch request {
      case .createPool(let id, let fd, let size):
        FakePool.make(id, descriptor: fd, size: size, in: self)
      }
    }
  }

  private func seatBehaviour() -> Behaviour {
    let seat = FakeSeat(in: self)
    seats.append(seat)
    return { seat.bind(WlSeatResource(client: $0, version: $1, id: $2)) }
  }

  private func outputBehaviour() -> Behaviour {
    let output = FakeOutput(in: self)
    outputs.append(output)
    return { output.bind(WlOutputResource(client: $0, version: $1, id: $2)) }
  }

  private func bindWmBase(_ base: XdgWmBaseResource) {
    wmBases.append(base)
    base.onRequest = { [unowned self] request in
      switch request {
      case .getXdgSurface(let id, let surface): surface.flatMap(surface(of:))?.take(id)
      case .pong(let serial): pongs.append(serial)
      case .destroy: break
      }
    }
  }

  private func bindViewporter(_ viewporter: WpViewporterResource) {
    viewporter.onRequest = { [unowned self] request in
      switch request {
      case .getViewport(let id, let surface): surface.flatMap(surface(of:))?.take(id)
      case .destroy: break
      }
    }
  }

  private func bindPresentation(_ presentation: WpPresentationResource) {
    presentation.sendClockID(clkID: 1)
    presentation.onRequest = { [unowned self] request in
      switch request {
      case .feedback(let surface, let callback): surface.flatMap(surface(of:))?.pending.feedback.append(callback)
      case .destroy: break
      }
    }
  }

  private func bindDecoration(_ manager: ZxdgDecorationManagerV1Resource) {
    manager.onRequest = { [unowned self] request in
      switch request {
      case .getToplevelDecoration(let id, let toplevel):
        toplevels.first { $0.resource === toplevel }?.take(id)
      case .destroy: break
      }
    }
  }

  private func bindFractionalScale(_ manager: WpFractionalScaleManagerV1Resource) {
    manager.onRequest = { [unowned self] request in
      switch request {
      case .getFractionalScale(let id, let surface): surface.flatMap(surface(of:))?.fractionalScale = id
      case .destroy: break
      }
    }
  }

  private func bindTimestamps(_ manager: ZwpInputTimestampsManagerV1Resource) {
    manager.onRequest = { [unowned self] request in
      switch request {
      case .getTouchTimestamps(let id, _), .getPointerTimestamps(let id, _), .getKeyboardTimestamps(let id, _):
        timestamps.append(id)
      case .destroy: break
      }
    }
  }

  private func bindGestures(_ manager: ZwpPointerGesturesV1Resource) {
    manager.onRequest = { [unowned self] request in
      switch request {
      case .getSwipeGesture(let id, let pointer): seat(of: pointer)?.gestures.add(id)
      case .getPinchGesture(let id, let pointer): seat(of: pointer)?.gestures.add(id)
      case .getHoldGesture(let id, let pointer): seat(of: pointer)?.gestures.add(id)
      case .release: break
      }
    }
  }

  private func seat(of pointer: WlPointerResource?) -> FakeSeat? {
    seats.first { seat in seat.pointers.contains { $0 === pointer } }
  }

  private func bindTablets(_ manager: ZwpTabletManagerV2Resource) {
    manager.onRequest = { [unowned self] request in
      guard case .getTabletSeat(let id, let seat) = request else { return }
      seats.first { $0.resources.contains { $0 === seat } }?.tablet.add(id)
    }
  }

  private func bindActivation(_ activation: XdgActivationV1Resource) {
    activation.onRequest = { [unowned self] request in
      switch request {
      case .activate(let token, _): activations.append(token)
      case .getActivationToken(let id):
        id.onRequest = { [unowned id] request in
          if case .commit = request { id.sendDone(token: "token") }
        }
      case .destroy: break
      }
    }
  }

  /// The fake of a client's surface.
  func surface(of resource: WlSurfaceResource) -> FakeSurface? {
    surfaces.first { $0.resource === resource }
  }
}
