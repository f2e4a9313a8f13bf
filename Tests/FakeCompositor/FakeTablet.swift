/// A seat's tablet as its first client knows it; nothing is checked, so that a test can send anything.
final class FakeTablet {
  private unowned let compositor: FakeCompositor
  private(set) var seats: [ZwpTabletSeatV2Resource] = []
  private(set) var tablet: ZwpTabletV2Resource?

  init(in compositor: FakeCompositor) {
    self.compositor = compositor
  }

  func add(_ seat: ZwpTabletSeatV2Resource) {
    seats.append(seat)
    seat.onDestroy = { [weak self, weak seat] in self?.seats.removeAll { $0 === seat } }
    let made = ZwpTabletV2Resource(client: seat.client, version: 1, id: 0)
    tablet = made
    seat.sendTabletAdded(id: made)
    made.sendName(name: "Tablet")
    made.sendID(vid: 1, pid: 2)
    made.sendPath(path: "/dev/input/event9")
    made.sendDone()
  }

  /// A tool appears, with every event that describes one.
  func addTool(_ kind: ZwpTabletToolV2Resource.Kind) -> ZwpTabletToolV2Resource? {
    guard let seat = seats.first else { return nil }
    let tool = ZwpTabletToolV2Resource(client: seat.client, version: 1, id: 0)
    seat.sendToolAdded(id: tool)
    tool.sendType(toolType: kind)
    tool.sendHardwareSerial(hardwareSerialHi: 1, hardwareSerialLo: 2)
    tool.sendHardwareIDWacom(hardwareIDHi: 3, hardwareIDLo: 4)
    for number: UInt32 in [1, 2, 3, 4, 5, 6, 99] {
      tool.sendCapability(capability: ZwpTabletToolV2Resource.Capability(rawValue: number))
    }
    tool.sendDone()
    return tool
  }

  /// A pad appears, with a group, a ring and a strip.
  func addPad() -> (
    pad: ZwpTabletPadV2Resource, ring: ZwpTabletPadRingV2Resource, strip: ZwpTabletPadStripV2Resource
  )? {
    guard let seat = seats.first else { return nil }
    let pad = ZwpTabletPadV2Resource(client: seat.client, version: 1, id: 0)
    let group = ZwpTabletPadGroupV2Resource(client: seat.client, version: 1, id: 0)
    let ring = ZwpTabletPadRingV2Resource(client: seat.client, version: 1, id: 0)
    let strip = ZwpTabletPadStripV2Resource(client: seat.client, version: 1, id: 0)
    seat.sendPadAdded(id: pad)
    pad.sendGroup(padGroup: group)
    group.sendButtons(buttons: WireArray(words: [0, 1]))
    group.sendRing(ring: ring)
    group.sendStrip(strip: strip)
    group.sendModes(modes: 2)
    group.sendDone()
    pad.sendPath(path: "/dev/input/event10")
    pad.sendButtons(buttons: 2)
    pad.sendDone()
    group.sendModeSwitch(time: 0, serial: compositor.serial(), mode: 1)
    strip.sendPosition(position: 3)
    return (pad, ring, strip)
  }

  func near(_ tool: ZwpTabletToolV2Resource, _ surface: FakeSurface?) {
    // Surfaces may be nil, which the protocol does not allow.
    var list: InlineArray<3, WireArgument> = [
      WireArgument(uint: compositor.serial()), WireArgument(object: tablet), WireArgument(object: surface?.resource),
    ]
    tool.send(6, &list)
  }

  /// The pad works on a surface from now on.
  func enter(_ pad: ZwpTabletPadV2Resource, _ surface: FakeSurface?) {
    guard let tablet, let surface else { return }
    pad.sendEnter(serial: compositor.serial(), tablet: tablet, surface: surface.resource)
  }

  func leave(_ pad: ZwpTabletPadV2Resource, _ surface: FakeSurface) {
    pad.sendLeave(serial: compositor.serial(), surface: surface.resource)
  }

  func down(_ tool: ZwpTabletToolV2Resource) { tool.sendDown(serial: compositor.serial()) }

  func button(_ tool: ZwpTabletToolV2Resource, _ code: UInt32, _ state: ZwpTabletToolV2Resource.ButtonState) {
    tool.sendButton(serial: compositor.serial(), button: code, state: state)
  }
}
