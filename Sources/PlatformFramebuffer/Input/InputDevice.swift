internal import CEaselLibinput
import EaselGeometry

/// What a device is; one may be several things (LDV-1).
nonisolated struct DeviceRoles: OptionSet, Hashable, CustomStringConvertible {
  var rawValue: UInt8

  static let keyboard = DeviceRoles(rawValue: 1)
  static let pointer = DeviceRoles(rawValue: 2)
  static let touch = DeviceRoles(rawValue: 4)
  static let tablet = DeviceRoles(rawValue: 8)
  static let pad = DeviceRoles(rawValue: 16)
  static let gestures = DeviceRoles(rawValue: 32)

  var description: String {
    let names: [(DeviceRoles, String)] = [
      (.keyboard, "keyboard"), (.pointer, "pointer"), (.touch, "touch"), (.tablet, "tablet"), (.pad, "pad"),
      (.gestures, "gestures"),
    ]
    let own = names.filter { contains($0.0) }.map(\.1)
    return own.isEmpty ? "nothing we use" : own.joined(separator: ", ")
  }
}

/// One device of libinput that is there; it keeps the library's object as long as it lives.
@safe @MainActor final class InputDevice {
  /// What its maker calls it, control characters made visible.
  let name: String
  /// Its node, as "/dev/input/event3".
  let node: String
  let roles: DeviceRoles
  /// Its fingers, if it is a touchscreen.
  let touch: TouchScreen?

  private let pointer: OpaquePointer
  private let library: InputLibrary

  init(_ pointer: OpaquePointer, library: InputLibrary, route: InputRoute) {
    _ = unsafe library.call.device_ref(pointer)
    unsafe self.pointer = pointer
    self.library = library
    name = unsafe InputDevice.text(library.call.device_get_name(pointer)) ?? "a device without a name"
    node = "/dev/input/" + (unsafe InputDevice.text(library.call.device_get_sysname(pointer)) ?? "?")
    roles = unsafe InputDevice.roles(of: pointer, library)
    touch = roles.contains(.touch) ? TouchScreen(route: route) : nil
  }

  isolated deinit {
    _ = unsafe library.call.device_unref(pointer)
  }

  /// Whether it is the library's device.
  func isSame(as other: OpaquePointer) -> Bool { unsafe pointer == other }

  private static func text(_ text: UnsafePointer<CChar>?) -> String? {
    guard let text = unsafe text else { return nil }
    return unsafe escaped(String(String(cString: text).prefix(InputLimits.name)))
  }

  private static func roles(of pointer: OpaquePointer, _ library: InputLibrary) -> DeviceRoles {
    let all: [(libinput_device_capability, DeviceRoles)] = [
      (LIBINPUT_DEVICE_CAP_KEYBOARD, .keyboard), (LIBINPUT_DEVICE_CAP_POINTER, .pointer),
      (LIBINPUT_DEVICE_CAP_TOUCH, .touch), (LIBINPUT_DEVICE_CAP_TABLET_TOOL, .tablet),
      (LIBINPUT_DEVICE_CAP_TABLET_PAD, .pad), (LIBINPUT_DEVICE_CAP_GESTURE, .gestures),
    ]
    return all.reduce(into: []) { roles, entry in
      if unsafe library.call.device_has_capability(pointer, entry.0) != 0 { roles.insert(entry.1) }
    }
  }
}
