import EaselInputEvents
import EaselPlatform

/// One user's set of devices; each seat has its own contacts, focus and serials (WSE-1).
final class Seat {
  let proxy: WlSeat
  /// The number by which the registry knows it.
  let globalName: UInt32
  /// What the compositor calls it; for logs.
  private(set) var name = ""
  /// Modifier keys that its keyboard holds.
  private(set) var modifiers: KeyModifiers = []

  private unowned let list: SeatList
  private var touch: TouchDevice?
  private var pointer: PointerDevice?
  private var keyboard: KeyboardDevice?
  private var tablets: TabletSeat?

  init(_ proxy: WlSeat, globalName: UInt32, list: SeatList) {
    self.proxy = proxy
    self.globalName = globalName
    self.list = list
    proxy.onEvent = { [weak self] event in self?.receive(event) }
    tabletsDidChange()
  }

  /// Ends the seat: its contacts and keys are cancelled, its objects given back (WSE-4).
  func invalidate() {
    capabilitiesDidChange([])
    tablets?.invalidate()
    tablets = nil
    end(proxy, since: 5) { proxy.release() }
  }

  private func receive(_ event: WlSeat.Event) {
    switch event {
    case .capabilities(let capabilities):
      capabilitiesDidChange(capabilities)
      list.deliver()
    case .name(let name):
      self.name = name
    }
  }

  /// Makes and ends devices, so that they exist exactly while they are announced (WSE-2, WTC-13, WPO-6).
  private func capabilitiesDidChange(_ capabilities: WlSeat.Capability) {
    if capabilities.contains(.touch) {
      touch = touch ?? TouchDevice(proxy.getTouch(), seat: self, list: list)
    } else {
      touch?.invalidate()
      touch = nil
    }
    if capabilities.contains(.pointer) {
      pointer = pointer ?? PointerDevice(proxy.getPointer(), seat: self, list: list)
    } else {
      pointer?.invalidate()
      pointer = nil
    }
    if capabilities.contains(.keyboard) {
      keyboard = keyboard ?? KeyboardDevice(proxy.getKeyboard(), seat: self, list: list)
    } else {
      keyboard?.invalidate()
      keyboard = nil
      modifiersDidChange([])
    }
  }

  func timestampsDidChange() {
    touch?.timestampsDidChange()
    pointer?.timestampsDidChange()
    keyboard?.timestampsDidChange()
  }

  func gesturesDidChange() {
    pointer?.gesturesDidChange()
  }

  /// Tablets are no capability: they are asked for as soon as somebody can be asked, once (WTB-1).
  func tabletsDidChange() {
    guard tablets == nil, let manager = list.tablets else { return }
    tablets = TabletSeat(manager.getTabletSeat(seat: proxy), seat: self, list: list)
  }

  func cancelGesture(but gestures: PointerGestures) {
    pointer?.cancelGesture(but: gestures)
  }

  func endTurn() {
    touch?.endTurn()
    tablets?.endTurn()
  }

  func cancel(on surface: SurfaceID) {
    touch?.cancel(on: surface)
    pointer?.cancel(on: surface)
    tablets?.cancel(on: surface)
    keyboard?.cancel(on: surface)
  }

  func cancel(_ contact: ContactID) {
    touch?.cancel(contact)
    pointer?.cancel(contact)
    tablets?.cancel(contact)
  }

  func serial(of contact: ContactID) -> UInt32? {
    touch?.serial(of: contact) ?? pointer?.serial(of: contact) ?? tablets?.serial(of: contact)
  }

  // MARK: For its devices

  /// A finger touches: the cursor goes until the pointer moves (WTC-15).
  func touchBegan() {
    pointer?.hideCursor()
  }

  func modifiersDidChange(_ new: KeyModifiers) {
    modifiers = new
    pointer?.modifiersDidChange(new)
  }
}
