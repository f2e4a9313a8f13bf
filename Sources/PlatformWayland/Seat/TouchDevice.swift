import EaselGeometry
import EaselInputEvents
import EaselPlatform

/// One `wl_touch`: turns its events into touch frames (WTC).
final class TouchDevice {
  private let proxy: WlTouch
  private unowned let seat: Seat
  private unowned let list: SeatList
  private let clock: DeviceTime
  @safe @exclusivity(unchecked) private var touches = TouchFrameAssembler()

  init(_ proxy: WlTouch, seat: Seat, list: SeatList) {
    self.proxy = proxy
    self.seat = seat
    self.list = list
    clock = DeviceTime(list: list)
    proxy.onEvent = { [weak self] event in self?.receive(event) }
    timestampsDidChange()
  }

  /// The device goes: what is down is cancelled (WTC-13).
  func invalidate() {
    clock.invalidate()
    end(proxy, since: 3) { proxy.release() }
    queue(touches.cancel())
  }

  func timestampsDidChange() {
    clock.subscribe { $0.getTouchTimestamps(touch: proxy) }
  }

  func endTurn() {
    queue(Quirks.frameAfterLastUp(&touches))
  }

  func cancel(on surface: SurfaceID) {
    queue(touches.cancel(on: surface))
  }

  func cancel(_ contact: ContactID) {
    queue(touches.cancel(contact))
  }

  func serial(of contact: ContactID) -> UInt32? {
    touches.serial(of: contact)
  }

  private func receive(_ event: WlTouch.Event) {
    take(event)
    guard touches.isFull else { return }
    queue(touches.frame())
    list.deliver()
  }

  private func take(_ event: WlTouch.Event) {
    switch event {
    case .down(let serial, let time, let surface, let id, let x, let y):
      let window = list.windows.window(of: surface)
      let time = clock.time(time)
      queue(Quirks.frameAfterLastUp(&touches, before: time))
      touches.down(
        id: id, serial: serial, time: time, surface: window?.id, position: place(x, y, in: window), contacts: &list.contacts)
      list.note(serial: serial, of: seat.proxy)
      seat.touchBegan()
    case .up(let serial, let time, let id):
      _ = serial  // an up justifies nothing
      touches.up(id: id, time: clock.time(time))
    case .motion(let time, let id, let x, let y):
      // No closure here: it would look up which actor it is on.
      var window: (any InputSurface)?
      if let surface = touches.surface(of: id) { window = list.windows.window(surface) }
      touches.motion(id: id, time: clock.time(time), position: place(x, y, in: window))
    case .shape(let id, let major, let minor):
      touches.shape(id: id, major: major.double, minor: minor.double)
    case .orientation(let id, let degrees):
      touches.orientation(id: id, degrees: degrees.double)
    case .frame:
      queue(touches.frame())
      list.deliver()
    case .cancel:
      queue(touches.cancel())  // waits for no frame (WTC-6)
      list.deliver()
    }
  }

  /// Where an event is in points of its window; nothing is rounded (WTC-9, CO-13).
  private func place(_ x: Fixed, _ y: Fixed, in window: (any InputSurface)?) -> Point {
    Point(x: x.double, y: y.double) - (window?.contentOrigin ?? .zero)
  }

  private func queue(_ frame: TouchFrame?) {
    guard var frame else { return }
    frame.modifiers = seat.modifiers
    list.queue.append(.touches(frame))
  }
}
