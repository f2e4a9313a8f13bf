internal import CEaselLinuxShims
import EaselInputEvents
import EaselPlatform
import EaselPlatformLinux

/// Devices that come and go (LDV).
extension LibinputSeat {
  func device(_ pointer: OpaquePointer) -> InputDevice? {
    for device in devices where unsafe device.isSame(as: pointer) { return device }
    return nil
  }

  func add(_ pointer: OpaquePointer) {
    let device = unsafe InputDevice(pointer, library: context.library, route: route, seatPointer: self.pointer) { node in
      RemovalWatch(node: node, door: nodes) { [context] in context.descriptor(of: node) }
    }
    guard !device.roles.isEmpty, devices.count < InputLimits.devices else {
      if ignored.count < InputLimits.devices { ignored.append(.init(node: device.node, name: device.name)) }
      return log(.debug, "\(device.node) “\(device.name)” is ignored: \(device.roles).")
    }
    devices.append(device)
    device.apply(pointerSettings)
    device.show(keyboard.lamps)
    if grabsKeyboards { grab(device) }
    let place = device.output.map { ", on the screen “\($0)”" } ?? ""
    log(.debug, "\(device.node) “\(device.name)”: \(device.roles)\(place).")
  }

  func remove(_ pointer: OpaquePointer) {
    guard let index = devices.firstIndex(where: { unsafe $0.isSame(as: pointer) }) else { return }
    let device = devices.remove(at: index)
    device.touch?.cancel()
    device.tablet?.cancel()
    device.pad?.cancel()
    keyboard.remove(ObjectIdentifier(device))
    self.pointer.release(ObjectIdentifier(device))
    if !devices.contains(where: { $0.isPointing }) { self.pointer.cancel() }
    route.deliver()
  }

  /// Takes a keyboard's keys from everybody else, or gives them back; the kernel does that too when it is closed (FVT-10).
  func grab(_ device: InputDevice) {
    guard device.isTypewriter, let descriptor = context.descriptor(of: device.node) else { return }
    let result = easel_input_grab(descriptor, grabsKeyboards ? 1 : 0)
    guard result != 0, grabsKeyboards else { return }
    let reason = SystemError(action: "take the keys of", path: device.node, code: -result)
    log(.warning, "\(reason.description) What is typed reaches other programs as well.")
  }

  /// One message that counts what was found (LCX-3).
  func tellDevices() {
    var text =
      "\(devices.count) input \(devices.count == 1 ? "device" : "devices") found, \(context.refusals.count) refused, \(ignored.count) ignored."
    for refusal in context.refusals {
      text += " " + DeviceRefusal(path: escaped(refusal.node), code: refusal.code).error.description
    }
    if devices.isEmpty && !Files.exists(LibinputSeat.udevData) {
      text +=
        " There is no \(LibinputSeat.udevData), without which no device is used: let udev run, or mount the host's /run/udev."
    }
    log(context.refusals.isEmpty && !devices.isEmpty ? .info : .warning, text)
  }

  /// Where udev keeps what it knows of devices (LCX-2).
  static var udevData: String { "/run/udev/data" }

  /// What the doctor tells.
  var report: InputReport {
    let all = devices.map { device in
      let axes = context.descriptor(of: device.node).map { InputReport.Axis.axes(of: $0) }
      return InputReport.Device(
        name: device.name, node: device.node, roles: device.roles, size: device.size, touchCount: device.touchCount,
        across: axes?.across, down: axes?.down, calibration: device.calibration, output: device.output)
    }
    return InputReport(devices: all, refusals: context.refusals, ignored: ignored)
  }
}
