import EaselGeometry
import EaselInputEvents
import EaselPlatform

/// One `zwp_tablet_tool_v2`: turns what a pen says into hover and touches, what a tablet's mouse says into a pointer's (WTB).
final class TabletTool {
  /// What is made of it (WTB-3).
  private enum Use {
    case pen
    case pointer
    /// Not yet described, or of no use.
    case nothing
  }

  /// The tool is gone for good.
  var onRemoved: (() -> Void)?

  private let proxy: ZwpTabletToolV2
  private unowned let seat: Seat
  private unowned let list: SeatList
  private let clock: DeviceTime
  private var cursor: (any PointerCursor)?
  @safe @exclusivity(unchecked) private var pen = PenFrameAssembler()
  private var pointer = PointerFrameAssembler()
  private var use = Use.nothing
  private var kind: ZwpTabletToolV2.Kind?
  /// The window that it is near to now, which the assemblers learn at the frame.
  private var focus: SurfaceID?
  private var place = Point.zero
  private var newestTime = Timestamp.zero

  init(_ proxy: ZwpTabletToolV2, seat: Seat, list: SeatList) {
    self.proxy = proxy
    self.seat = seat
    self.list = list
    clock = DeviceTime(list: list)
    proxy.onEvent = { [weak self] event in self?.receive(event) }
  }

  /// The tool goes: what it draws is cancelled.
  func invalidate() {
    cursor?.invalidate()
    clock.invalidate()
    pen.cancel(into: &list.queue)
    pointer.cancel(into: &list.queue)
    proxy.destroy()
  }

  /// A tool that has gone without a frame is told as gone (WTB-2).
  func endTurn() {
    if pen.hasGone { endFrame(at: newestTime) }
  }

  func cancel(on surface: SurfaceID) {
    if focus == surface { focus = nil }
    pen.cancel(on: surface, into: &list.queue)
    pointer.cancel(on: surface, into: &list.queue)
  }

  func cancel(_ contact: ContactID) {
    pen.cancel(contact, into: &list.queue)
    pointer.cancel(contact, into: &list.queue)
  }

  func serial(of contact: ContactID) -> UInt32? {
    pen.serial(of: contact) ?? pointer.serial(of: contact)
  }

  // MARK: Events

  private func receive(_ event: ZwpTabletToolV2.Event) {
    switch event {
    case .type(let kind): self.kind = kind
    case .done: describe()
    case .removed: onRemoved?()
    case .frame(let time): endFrame(at: clock.time(time))
    case .hardwareSerial, .hardwareIDWacom, .capability, .slider: break
    default:
      switch use {
      case .pen: drawing(event)
      case .pointer: pointing(event)
      case .nothing: break
      }
    }
  }

  /// The tool has told all of itself (WTB-1, WTB-3); kinds that we do not know are of no use (WCN-6).
  private func describe() {
    guard case .nothing = use, let kind else { return }
    switch kind {
    case .pen, .brush, .pencil, .airbrush: use = .pen
    case .eraser:
      use = .pen
      pen = PenFrameAssembler(isEraser: true)
    case .mouse, .lens: use = .pointer
    default: break
    }
  }

  private func endFrame(at time: Timestamp) {
    newestTime = max(newestTime, time)
    switch use {
    case .pen:
      pen.modifiers = seat.modifiers
      pen.frame(at: newestTime, into: &list.queue, contacts: &list.contacts)
    case .pointer:
      pointer.setModifiers(seat.modifiers, into: &list.queue)
      pointer.motion(time: newestTime, position: place)
      pointer.frame(into: &list.queue, contacts: &list.contacts)
    case .nothing: break
    }
    list.deliver()
  }

  private func near(_ surface: WlSurface?, serial: UInt32) -> SurfaceID? {
    focus = list.windows.window(of: surface)?.id
    guard focus != nil else { return nil }
    cursor = cursor ?? list.makeToolCursor?(proxy)
    cursor?.pointerEntered(serial: serial)  // WTB-8
    return focus
  }

  /// Where an event is in points of its window; nothing is rounded.
  private func place(_ x: Fixed, _ y: Fixed) -> Point {
    let origin = focus.flatMap { list.windows.window($0) }?.contentOrigin ?? .zero
    return Point(x: x.double, y: y.double) - origin
  }

  private func drawing(_ event: ZwpTabletToolV2.Event) {
    switch event {
    case .proximityIn(let serial, _, let surface): pen.proximityIn(on: near(surface, serial: serial))
    case .proximityOut:
      focus = nil
      pen.proximityOut()
    case .down(let serial):
      list.note(serial: serial, of: seat.proxy)
      pen.down(on: focus, serial: serial)
      seat.touchBegan()
    case .up: pen.up()
    case .motion(let x, let y): pen.motion(to: place(x, y))
    case .pressure(let pressure): pen.pressure(TabletTool.part(pressure))
    case .distance(let distance): pen.distance(TabletTool.part(distance))
    case .tilt(let x, let y): pen.tilt(x: x.double, y: y.double)
    case .rotation(let degrees): pen.rotation(degrees: degrees.double)
    case .button(let serial, let code, let state):
      if state == .pressed { list.note(serial: serial, of: seat.proxy) }
      pen.button(code, isPressed: state == .pressed)
    default: break
    }
  }

  private func pointing(_ event: ZwpTabletToolV2.Event) {
    switch event {
    case .proximityIn(let serial, _, let surface): pointer.enter(near(surface, serial: serial), at: place)
    case .proximityOut:
      focus = nil
      pointer.leave()
    case .motion(let x, let y): place = place(x, y)
    case .button(let serial, let code, let state):
      if state == .pressed { list.note(serial: serial, of: seat.proxy) }
      pointer.motion(time: newestTime, position: place)
      pointer.button(serial: serial, time: newestTime, code: code, isPressed: state == .pressed)
    case .wheel(_, let clicks): pointer.axisDiscrete(.vertical, steps: clicks)
    default: break
    }
  }

  /// The protocol's 65535ths (WTB-4).
  private static func part(_ value: UInt32) -> Double { Double(value) / 65535 }
}
