import EaselGeometry
import EaselInputEvents
import EaselPlatform

/// One `wl_pointer`: turns its events into hover, touches and scrolling (WPO).
final class PointerDevice {
  private let proxy: WlPointer
  private unowned let seat: Seat
  private unowned let list: SeatList
  private let clock: DeviceTime
  private let cursor: (any PointerCursor)?
  private var pointer = PointerFrameAssembler()
  private lazy var gestures = PointerGestures(list: list) { [unowned self] in endFrame() }
  /// The window that the pointer is on now, which the assembler learns at the frame.
  private var focus: SurfaceID?
  /// Below version 5 there are no frames: each event is one (WPO-1).
  private let hasFrames: Bool

  init(_ proxy: WlPointer, seat: Seat, list: SeatList) {
    self.proxy = proxy
    self.seat = seat
    self.list = list
    hasFrames = proxy.version >= 5
    clock = DeviceTime(list: list)
    cursor = list.makeCursor?(proxy)
    pointer.setModifiers(seat.modifiers, into: &list.queue)
    gestures.modifiersDidChange(seat.modifiers)
    proxy.onEvent = { [weak self] event in self?.receive(event) }
    timestampsDidChange()
    gesturesDidChange()
  }

  /// The device goes: hover ends, a held button's touch and a gesture are cancelled (WPO-6, WPG-3).
  func invalidate() {
    gestures.invalidate()
    cursor?.invalidate()
    clock.invalidate()
    end(proxy, since: 3) { proxy.release() }
    pointer.cancel(into: &list.queue)
  }

  func timestampsDidChange() {
    clock.subscribe { $0.getPointerTimestamps(pointer: proxy) }
  }

  func gesturesDidChange() {
    gestures.subscribe(to: proxy)
  }

  func cancelGesture(but other: PointerGestures) {
    if gestures !== other { gestures.cancel() }
  }

  func cancel(on surface: SurfaceID) {
    if focus == surface { focus = nil }
    pointer.cancel(on: surface, into: &list.queue)
    gestures.pointer(on: pointer.focus, at: pointer.position)
  }

  func cancel(_ contact: ContactID) {
    pointer.cancel(contact, into: &list.queue)
  }

  func serial(of contact: ContactID) -> UInt32? {
    pointer.serial(of: contact)
  }

  /// A finger touches (WTC-15).
  func hideCursor() {
    if focus != nil { cursor?.hide() }
  }

  func modifiersDidChange(_ modifiers: KeyModifiers) {
    gestures.modifiersDidChange(modifiers)
    pointer.setModifiers(modifiers, into: &list.queue)
  }

  private func receive(_ event: WlPointer.Event) {
    if case .frame = event {
      endFrame()
      return
    }
    collect(event)
    if !hasFrames || pointer.isFull { endFrame() }
  }

  private func endFrame() {
    pointer.frame(into: &list.queue, contacts: &list.contacts)
    gestures.pointer(on: pointer.focus, at: pointer.position)
    list.deliver()
  }

  private func collect(_ event: WlPointer.Event) {
    switch event {
    case .enter(let serial, let surface, let x, let y):
      let window = list.windows.window(of: surface)
      focus = window?.id
      if window != nil { cursor?.pointerEntered(serial: serial) }  // WPO-2
      pointer.enter(window?.id, at: place(x, y))
    case .leave:
      focus = nil
      pointer.leave()
    case .motion(let time, let x, let y):
      cursor?.show()
      pointer.motion(time: clock.time(time), position: place(x, y))
    case .button(let serial, let time, let code, let state):
      if state == .pressed { list.note(serial: serial, of: seat.proxy) }
      pointer.button(serial: serial, time: clock.time(time), code: code, isPressed: state == .pressed)
    case .axis(let time, let axis, let value):
      guard let axis = scrollAxis(axis) else { return }
      pointer.axis(time: clock.time(time), axis, value: value.double)
    case .axisSource(let source):
      pointer.axisSource(scrollSource(source))
    case .axisStop(let time, let axis):
      guard let axis = scrollAxis(axis) else { return }
      pointer.axisStop(time: clock.time(time), axis)
    case .axisDiscrete(let axis, let steps):
      guard let axis = scrollAxis(axis) else { return }
      pointer.axisDiscrete(axis, steps: steps)
    case .axisValue120(let axis, let units):
      guard let axis = scrollAxis(axis) else { return }
      pointer.axisValue120(axis, units: units)
    case .axisRelativeDirection, .frame:
      break
    }
  }

  private func place(_ x: Fixed, _ y: Fixed) -> Point {
    let origin = focus.flatMap { list.windows.window($0) }?.contentOrigin ?? .zero
    return Point(x: x.double, y: y.double) - origin
  }

  /// The axis that we know, or nil (WCN-6).
  private func scrollAxis(_ axis: WlPointer.Axis) -> ScrollAxis? {
    switch axis {
    case .verticalScroll: .vertical
    case .horizontalScroll: .horizontal
    default: nil
    }
  }

  /// What scrolls; what we do not know counts as a wheel (WPO-5).
  private func scrollSource(_ source: WlPointer.AxisSource) -> ScrollEvent.Source {
    switch source {
    case .finger: .finger
    case .continuous: .continuous
    default: .wheel
    }
  }
}
