internal import CEaselLibinput
import Glibc

/// What the library hands out as a pointer.
@MainActor protocol FakeObject: AnyObject {}

extension FakeObject {
  var pointer: OpaquePointer { OpaquePointer(Unmanaged.passUnretained(self).toOpaque()) }

  static func of(_ pointer: OpaquePointer?) -> Self {
    Unmanaged<Self>.fromOpaque(UnsafeRawPointer(pointer!)).takeUnretainedValue()
  }
}

/// What lives as long as somebody refers to it.
@MainActor protocol CountedFake: FakeObject {
  var references: Int { get set }
}

extension CountedFake {
  func take() {
    references += 1
    _ = Unmanaged.passRetained(self)
  }

  func give() {
    references -= 1
    Unmanaged.passUnretained(self).release()
  }
}

/// A device as libinput would show it.
@MainActor final class FakeDevice: CountedFake {
  var name: String
  let sysname: String
  var capabilities: [libinput_device_capability]
  /// The first two rows of the calibration matrix, for places from 0 to 1.
  var matrix: [Float] = [1, 0, 0, 0, 1, 0]
  var size: (width: Double, height: Double)?
  var touchCount: Int32 = 10
  /// Whether it lies on the screen, so that its places can be calibrated.
  lazy var isDirect = capabilities.contains(LIBINPUT_DEVICE_CAP_TOUCH)
  var keys: Set<UInt32> = [28, 30]
  var tapFingers: Int32 = 0
  var scrolls = false
  var properties: [String: String] = [:]

  weak var owner: FakeLibinput?

  /// What was asked of it.
  var lamps: UInt32 = 0 {
    didSet { lampWrites += 1 }
  }
  private(set) var lampWrites = 0
  var hasTap = false
  var isNatural = false
  var references = 0
  var descriptor: Int32?
  /// Kept as long as somebody may ask for it.
  var texts: [UnsafeMutablePointer<CChar>] = []

  init(_ sysname: String, _ capabilities: [libinput_device_capability], name: String = "Device") {
    self.sysname = sysname
    self.capabilities = capabilities
    self.name = name
  }

  isolated deinit {
    for text in texts { free(text) }
  }

  var node: String { "/dev/input/" + sysname }

  func lend(_ text: String) -> UnsafePointer<CChar>? {
    let copy = strdup(text)!
    texts.append(copy)
    return UnsafePointer(copy)
  }
}

/// A pen as libinput would show it.
@MainActor final class FakeTool: CountedFake {
  var type = LIBINPUT_TABLET_TOOL_TYPE_PEN
  var serial: UInt64 = 7
  var isUnique = true
  var axes: Set<String> = ["pressure", "distance", "tilt"]
  var references = 0
}

/// One event as libinput would show it: the values that its kind has.
@MainActor final class FakeEvent: FakeObject {
  let type: libinput_event_type
  let device: FakeDevice
  var time: UInt64
  var slot: Int32 = 0
  /// A place from 0 to 1, before calibration.
  var x = 0.0
  var y = 0.0
  var dx = 0.0
  var dy = 0.0
  var code: UInt32 = 0
  var isPressed = false
  /// Scrolling, by axis; what is not here has not changed.
  var scroll: [UInt32: (value: Double, v120: Double)] = [:]
  var fingers: Int32 = 0
  var isCancelled = false
  var scale = 1.0
  var angle = 0.0
  var tool: FakeTool?
  var isNear = true
  var isTipDown = false
  var pressure = 0.0
  var distance = 0.0
  var tiltX = 0.0
  var tiltY = 0.0
  var rotation = 0.0
  var wheel: (degrees: Double, clicks: Int32) = (0, 0)
  var number: UInt32 = 0
  var position = 0.0
  var source: UInt32 = 2

  init(_ type: libinput_event_type, _ device: FakeDevice, at time: UInt64, _ edit: (FakeEvent) -> Void = { _ in }) {
    self.type = type
    self.device = device
    self.time = time
    edit(self)
  }

  /// Where it is on a panel, calibrated.
  func across(_ extent: UInt32) -> Double {
    (Double(device.matrix[0]) * x + Double(device.matrix[1]) * y + Double(device.matrix[2])) * Double(extent)
  }
  func down(_ extent: UInt32) -> Double {
    (Double(device.matrix[3]) * x + Double(device.matrix[4]) * y + Double(device.matrix[5])) * Double(extent)
  }
}
