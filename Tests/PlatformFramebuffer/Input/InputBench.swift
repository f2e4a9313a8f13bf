internal import CEaselLibinput
import EaselGeometry
import EaselInputEvents
import EaselPlatform
import EaselPlatformLinux
import Glibc

@testable import EaselPlatformFramebuffer

/// Opens what fakes name: any descriptor will do, and some nodes are refused.
final class FakeOpener: DeviceOpener {
  /// The errno with which a node is refused.
  var refusals: [String: Int32] = [:]
  private(set) var opened: [String] = []
  private(set) var openCount = 0

  func openDevice(_ path: String) -> Int32 {
    opened.append(path)
    if let code = refusals[path] { return -code }
    openCount += 1
    return open("/dev/null", O_RDWR | O_CLOEXEC)
  }

  func closeDevice(_ descriptor: Int32) {
    openCount -= 1
    close(descriptor)
  }
}

/// Nodes that report what the test says.
final class FakeNodes: RemovalDoor {
  /// Nodes that can be opened by a seat manager alone.
  var refuses = false
  /// Whether the kernel lets go, as it does before it takes a device away.
  var isGoing = false
  /// Whether the device is gone.
  var isGone = false
  private(set) var openCount = 0

  func open(_ node: String) -> Int32 {
    guard !refuses else { return -EACCES }
    openCount += 1
    return 1000
  }

  func isGoing(_ descriptor: Int32) -> Bool { isGoing }
  func close(_ descriptor: Int32) { openCount -= 1 }
  func isGone(_ descriptor: Int32) -> Bool { isGone }
}

/// A seat on a fake libinput, in a loop whose clock the test moves; what is delivered is written down as words.
///
/// The panel has 480 × 800 pixels, one a point, and is surface 1.
@MainActor final class InputBench {
  struct Missing: Error {}

  let fake = FakeLibinput()
  let opener = FakeOpener()
  let nodes = FakeNodes()
  let loop: EpollLoop
  private(set) var seat: LibinputSeat?
  private(set) var events: [InputEvent] = []
  private var words: [String] = []
  private(set) var messages: [String] = []
  /// Where the cursor was shown last.
  private(set) var cursor: Point?
  /// Runs after an event has been written down, as an application does.
  var onReceive: ((InputEvent) -> Void)?
  private let clock = Clock()

  private final class Clock {
    var now = Timestamp(milliseconds: 1000)
  }

  init(
    _ devices: FakeDevice..., list: [String]? = nil, environment: [String: String] = [:],
    prepare: (InputBench) -> Void = { _ in }
  ) throws {
    loop = try EpollLoop(mainQueue: .leftAlone) { [clock] in clock.now }
    fake.devices = devices
    prepare(self)
    let log = Log(minimum: .info) { [weak self] in self?.messages.append("\($0): \($1)") }
    seat = try LibinputSeat(
      loop: loop, opener: opener, devices: list, seatName: "seat0", environment: environment, library: fake.library(),
      nodes: nodes,
      log: log)
    seat?.onEvent = { [unowned self] event in
      events.append(event)
      words.append(InputBench.describe(event))
      onReceive?(event)
    }
    seat?.onCursorChange = { [unowned self] place in
      cursor = place ?? cursor
      words.append(place.map { "^" + InputBench.place($0) } ?? "^hidden")
    }
    seat?.placement = InputPlacement(surface: SurfaceID(1), panel: PixelSize(width: 480, height: 800))
    _ = taken()
  }

  isolated deinit {
    seat = nil  // before the fake goes, to which it holds no more than pointers
  }

  /// The clock in the kernel's microseconds.
  var time: UInt64 { UInt64(clock.now.nanoseconds / 1000) }

  func advance(_ milliseconds: Int64) { clock.now.nanoseconds += milliseconds * 1_000_000 }

  /// Takes a turn, and tells what was delivered since the last call.
  func taken(after milliseconds: Int64 = 0) -> String {
    advance(milliseconds)
    loop.poll()
    defer { words = [] }
    return words.joined(separator: " ")
  }

  /// The seat and the library go.
  func end() { seat = nil }

  // MARK: Words

  static func describe(_ event: InputEvent) -> String {
    switch event {
    case .touches(let frame): return "[" + frame.samples.map(describe).joined(separator: ", ") + "]"
    case .hover(let hover):
      let pen = hover.kind == .pencil ? " pen" + (hover.distance.map { " d\(short($0))" } ?? "") + axes(hover.pen) : ""
      return "(\(hover.phase) \(place(hover.position))\(pen))"
    case .scroll(let scroll):
      let steps = scroll.steps.map { " steps \($0.x),\($0.y)" } ?? ""
      return "(\(scroll.source) \(place(scroll.delta))\(steps)\(scroll.phase == .moved ? "" : " \(scroll.phase)"))"
    case .transform(let transform):
      let degrees = short(transform.rotation * 180 / .pi)
      return
        "{\(transform.kind) \(transform.phase) \(transform.fingerCount) by \(place(transform.delta)) ×\(short(transform.scale)) \(degrees)°}"
    case .key(let key):
      let modifiers = key.modifiers.rawValue == 0 ? "" : " m\(key.modifiers.rawValue)"
      let text = key.text.isEmpty ? "" : " “\(key.text)”"
      return "<\(key.phase) \(key.code)\(text)\(modifiers)>"
    }
  }

  private static func describe(_ sample: TouchSample) -> String {
    let number = sample.contact.value
    let name = number <= 26 ? String(UnicodeScalar(UInt8(64 + number))) : "#\(number)"
    let kind = sample.kind == .pencil ? " pen" : sample.kind == .indirectPointer ? " pointer" : ""
    let buttons = sample.buttons == 0 ? "" : " b\(sample.buttons)"
    let place = sample.phase == .down || sample.phase == .moved ? " " + place(sample.position) : ""
    return "\(sample.phase) \(name)\(place)\(kind)\(buttons)\(axes(sample.pen))"
  }

  private static func axes(_ pen: PenAxes?) -> String {
    guard let pen else { return "" }
    return (pen.pressure.map { " p\(short($0))" } ?? "") + (pen.isEraser ? " eraser" : "")
  }

  static func place(_ point: Point) -> String { "\(short(point.x)),\(short(point.y))" }

  private static func short(_ value: Double) -> String {
    let rounded = (value * 1000).rounded() / 1000
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }
}

/// Events of the usual devices, at a bench's time.
extension InputBench {
  func down(_ slot: Int32, _ x: Double, _ y: Double, _ device: FakeDevice) -> FakeEvent {
    touch(LIBINPUT_EVENT_TOUCH_DOWN, slot, x, y, device)
  }
  func motion(_ slot: Int32, _ x: Double, _ y: Double, _ device: FakeDevice) -> FakeEvent {
    touch(LIBINPUT_EVENT_TOUCH_MOTION, slot, x, y, device)
  }
  func up(_ slot: Int32, _ device: FakeDevice) -> FakeEvent { touch(LIBINPUT_EVENT_TOUCH_UP, slot, 0, 0, device) }
  func cancel(_ slot: Int32, _ device: FakeDevice) -> FakeEvent { touch(LIBINPUT_EVENT_TOUCH_CANCEL, slot, 0, 0, device) }
  func frame(_ device: FakeDevice) -> FakeEvent { touch(LIBINPUT_EVENT_TOUCH_FRAME, 0, 0, 0, device) }

  /// Places in pixels of the bench's panel.
  private func touch(
    _ type: libinput_event_type, _ slot: Int32, _ x: Double, _ y: Double, _ device: FakeDevice
  ) -> FakeEvent {
    FakeEvent(type, device, at: time) { event in
      event.slot = slot
      event.x = x / 480
      event.y = y / 800
    }
  }

  func key(_ code: UInt32, _ isPressed: Bool, _ device: FakeDevice) -> FakeEvent {
    FakeEvent(LIBINPUT_EVENT_KEYBOARD_KEY, device, at: time) { event in
      event.code = code
      event.isPressed = isPressed
    }
  }
}

/// Events of pointers, touchpads, tablets and pads.
extension InputBench {
  func move(_ dx: Double, _ dy: Double, _ device: FakeDevice) -> FakeEvent {
    FakeEvent(LIBINPUT_EVENT_POINTER_MOTION, device, at: time) { event in
      event.dx = dx
      event.dy = dy
    }
  }

  /// A place from 0 to 1.
  func place(_ x: Double, _ y: Double, _ device: FakeDevice) -> FakeEvent {
    FakeEvent(LIBINPUT_EVENT_POINTER_MOTION_ABSOLUTE, device, at: time) { event in
      event.x = x
      event.y = y
    }
  }

  func button(_ code: UInt32, _ isPressed: Bool, _ device: FakeDevice) -> FakeEvent {
    FakeEvent(LIBINPUT_EVENT_POINTER_BUTTON, device, at: time) { event in
      event.code = code
      event.isPressed = isPressed
    }
  }

  /// Scrolling on axes: 0 up and down, 1 left and right.
  func scroll(
    _ type: libinput_event_type, _ device: FakeDevice, _ axes: [UInt32: (value: Double, v120: Double)]
  ) -> FakeEvent {
    FakeEvent(type, device, at: time) { $0.scroll = axes }
  }

  func gesture(_ type: libinput_event_type, _ device: FakeDevice, _ edit: (FakeEvent) -> Void = { _ in }) -> FakeEvent {
    FakeEvent(type, device, at: time) { event in
      event.fingers = 3
      edit(event)
    }
  }

  /// A tool at a place in the bench's pixels.
  func pen(
    _ type: libinput_event_type, _ tool: FakeTool, _ device: FakeDevice, _ x: Double, _ y: Double,
    _ edit: (FakeEvent) -> Void = { _ in }
  ) -> FakeEvent {
    FakeEvent(type, device, at: time) { event in
      event.tool = tool
      event.x = x / 480
      event.y = y / 800
      edit(event)
    }
  }

  func pad(_ type: libinput_event_type, _ device: FakeDevice, _ edit: (FakeEvent) -> Void) -> FakeEvent {
    FakeEvent(type, device, at: time, edit)
  }
}

extension FakeDevice {
  static func mouse(_ sysname: String = "event2") -> FakeDevice {
    FakeDevice(sysname, [LIBINPUT_DEVICE_CAP_POINTER], name: "Mouse")
  }
  static func touchpad(_ sysname: String = "event3") -> FakeDevice {
    let device = FakeDevice(sysname, [LIBINPUT_DEVICE_CAP_POINTER, LIBINPUT_DEVICE_CAP_GESTURE], name: "Touchpad")
    device.tapFingers = 3
    device.scrolls = true
    return device
  }
  static func penDisplay(_ sysname: String = "event4") -> FakeDevice {
    let device = FakeDevice(sysname, [LIBINPUT_DEVICE_CAP_TABLET_TOOL], name: "Pen display")
    device.isDirect = true
    return device
  }
  static func pad(_ sysname: String = "event5") -> FakeDevice {
    FakeDevice(sysname, [LIBINPUT_DEVICE_CAP_TABLET_PAD], name: "Pad")
  }
  static func screen(_ sysname: String = "event0") -> FakeDevice {
    FakeDevice(sysname, [LIBINPUT_DEVICE_CAP_TOUCH], name: "Screen")
  }
  static func keyboard(_ sysname: String = "event1") -> FakeDevice {
    FakeDevice(sysname, [LIBINPUT_DEVICE_CAP_KEYBOARD], name: "Keyboard")
  }
}
