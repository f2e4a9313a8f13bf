import EaselInputEvents
import EaselPlatform

/// One `zwp_tablet_seat_v2`: the tablets, tools and pads of a seat (WTB-1).
final class TabletSeat {
  private let proxy: ZwpTabletSeatV2
  private unowned let seat: Seat
  private unowned let list: SeatList
  private var tools: [TabletTool] = []
  private var tablets: [ZwpTabletV2] = []
  private var pads: [TabletPad] = []

  init(_ proxy: ZwpTabletSeatV2, seat: Seat, list: SeatList) {
    self.proxy = proxy
    self.seat = seat
    self.list = list
    proxy.onEvent = { [weak self] event in self?.receive(event) }
  }

  /// The seat goes: what its tools draw is cancelled, their objects are given back.
  func invalidate() {
    for tool in tools { tool.invalidate() }
    for pad in pads { pad.invalidate() }
    for tablet in tablets { tablet.destroy() }
    tools.removeAll()
    pads.removeAll()
    tablets.removeAll()
    proxy.destroy()
  }

  func endTurn() {
    for tool in tools { tool.endTurn() }
  }

  func cancel(on surface: SurfaceID) {
    for tool in tools { tool.cancel(on: surface) }
    for pad in pads { pad.cancel(on: surface) }
  }

  func cancel(_ contact: ContactID) {
    for tool in tools { tool.cancel(contact) }
  }

  func serial(of contact: ContactID) -> UInt32? {
    tools.lazy.compactMap { $0.serial(of: contact) }.first
  }

  private func receive(_ event: ZwpTabletSeatV2.Event) {
    switch event {
    case .toolAdded(let proxy): add(proxy)
    case .tabletAdded(let proxy): add(proxy)
    case .padAdded(let proxy): add(proxy)
    }
  }

  private func add(_ proxy: ZwpTabletToolV2) {
    guard tools.count < Limits.tools else {
      list.log.once("too many tools", .warning, "Only \(Limits.tools) pens are followed; more are ignored.")
      return proxy.destroy()
    }
    let tool = TabletTool(proxy, seat: seat, list: list)
    tool.onRemoved = { [weak self, weak tool] in
      tool?.invalidate()
      self?.tools.removeAll { $0 === tool }
      self?.list.deliver()
    }
    tools.append(tool)
  }

  /// Tablets are only kept: what is drawn on them is the tools' to tell.
  private func add(_ proxy: ZwpTabletV2) {
    guard tablets.count < Limits.tools else { return proxy.destroy() }
    tablets.append(proxy)
    proxy.onEvent = { [weak self, weak proxy] event in
      guard case .removed = event, let self, let proxy else { return }
      tablets.removeAll { $0 === proxy }
      proxy.destroy()
    }
  }

  private func add(_ proxy: ZwpTabletPadV2) {
    guard pads.count < Limits.tools else { return proxy.destroy() }
    let pad = TabletPad(proxy, seat: seat, list: list)
    pad.onRemoved = { [weak self, weak pad] in
      pad?.invalidate()
      self?.pads.removeAll { $0 === pad }
      self?.list.deliver()
    }
    pads.append(pad)
  }
}
