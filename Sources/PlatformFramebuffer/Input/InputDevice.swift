internal import CEaselLibinput
internal import CEaselLinuxShims
import EaselGeometry
import EaselInputEvents
import EaselKeyboard

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
  /// Its fingers, tools and buttons, if it has such.
  private(set) var touch: TouchScreen?
  private(set) var tablet: Tablet?
  private(set) var pad: TabletPad?
  /// Tells a release from a removal.
  let removal: RemovalWatch

  private let pointer: OpaquePointer
  private let library: InputLibrary

  init(
    _ pointer: OpaquePointer, library: InputLibrary, route: InputRoute, seatPointer: SeatPointer,
    removal: (_ node: String) -> RemovalWatch
  ) {
    _ = unsafe library.call.device_ref(pointer)
    unsafe self.pointer = pointer
    self.library = library
    name = unsafe InputDevice.text(library.call.device_get_name(pointer)) ?? "a device without a name"
    node = "/dev/input/" + (unsafe InputDevice.text(library.call.device_get_sysname(pointer)) ?? "?")
    self.removal = removal(node)
    roles = unsafe InputDevice.roles(of: pointer, library)
    if roles.contains(.touch) { touch = TouchScreen(route: route) }
    if roles.contains(.pad) { pad = TabletPad(route: route, pointer: seatPointer) }
    guard roles.contains(.tablet) else { return }
    // The library calibrates what lies on a screen, and nothing else (LPN-5).
    let mapping = TabletMapping(aspect: size.map { $0.width / $0.height }, isExternal: !hasCalibration)
    tablet = Tablet(route: route, pointer: seatPointer, library: library, mapping: mapping, removal: self.removal)
  }

  isolated deinit {
    _ = unsafe library.call.device_unref(pointer)
  }

  /// Whether it is the library's device.
  func isSame(as other: OpaquePointer) -> Bool { unsafe pointer == other }

  /// Whether it can move the cursor.
  var isPointing: Bool { roles.contains(.pointer) || tablet != nil }

  /// Whether a contact of it is down.
  var hasContacts: Bool { touch?.hasContacts ?? false || tablet?.hasContacts ?? false }

  // MARK: What it knows of itself

  /// Millimetres that a device may be long; what tells more is mistaken.
  private static let longest = 10_000.0

  /// Its extents in millimetres, if it knows them.
  var size: Size? {
    var width = 0.0
    var height = 0.0
    guard unsafe library.call.device_get_size(pointer, &width, &height) == 0, width > 0, height > 0,
      width <= InputDevice.longest, height <= InputDevice.longest
    else { return nil }
    return Size(width: width, height: height)
  }

  /// The screen that udev's property `EASEL_OUTPUT`, or the older `WL_OUTPUT`, says it lies on; nil if neither does (LCO-6).
  private(set) lazy var output: String? = {
    guard let record = unsafe library.call.device_get_udev_device(pointer) else { return nil }
    defer { _ = unsafe library.udev.device_unref(record) }
    for property in ["EASEL_OUTPUT", "WL_OUTPUT"] {
      if let name = unsafe InputDevice.text(library.udev.device_get_property_value(record, property)) { return name }
    }
    return nil
  }()

  /// Whether what is touched on it lies on this screen; a device that names none lies on the one that is used (FKM-17).
  func points(to screen: String?) -> Bool { output.map { $0 == screen } ?? true }

  /// Whether places on it are corrected by a matrix.
  var hasCalibration: Bool { unsafe library.call.device_config_calibration_has_matrix(pointer) != 0 }

  /// The first two rows of that matrix, for places from 0 to 1; nil if it has none.
  ///
  /// It is never replaced here (LCO-2).
  var calibration: [Float]? {
    guard hasCalibration else { return nil }
    var matrix = [Float](repeating: 0, count: 6)
    _ = unsafe matrix.withUnsafeMutableBufferPointer { rows in
      unsafe library.call.device_config_calibration_get_matrix(pointer, rows.baseAddress)
    }
    return matrix
  }

  /// How many fingers it tells apart; nil if unknown.
  var touchCount: Int? {
    guard roles.contains(.touch) else { return nil }
    let count = unsafe library.call.device_touch_get_touch_count(pointer)
    return count > 0 ? Int(count) : nil
  }

  /// Whether one types on it, as opposed to a power button, a remote control or a mouse with keys.
  var isTypewriter: Bool {
    guard roles.contains(.keyboard), !roles.contains(.touch) else { return false }
    return [Self.keyA, Self.keyReturn].allSatisfy { unsafe library.call.device_keyboard_has_key(pointer, $0) == 1 }
  }

  private static let keyA: UInt32 = 30
  private static let keyReturn: UInt32 = 28

  // MARK: What it is told

  /// Makes it behave as wished, as far as it can (LDV-3).
  func apply(_ settings: PointerSettings) {
    if unsafe library.call.device_config_tap_get_finger_count(pointer) > 0 {
      let state = settings.tapsClick ? LIBINPUT_CONFIG_TAP_ENABLED : LIBINPUT_CONFIG_TAP_DISABLED
      _ = unsafe library.call.device_config_tap_set_enabled(pointer, state)
    }
    if unsafe library.call.device_config_scroll_has_natural_scroll(pointer) != 0 {
      _ = unsafe library.call.device_config_scroll_set_natural_scroll_enabled(pointer, settings.scrollsContent ? 1 : 0)
    }
  }

  /// Lights its lamps (LKB-4).
  func show(_ lamps: KeyboardLamps) {
    guard roles.contains(.keyboard) else { return }
    unsafe library.call.device_led_update(pointer, libinput_led(UInt32(lamps.rawValue)))
  }

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

/// How touchpads and mice behave (LDV-3).
struct PointerSettings: Equatable {
  /// Whether a tap on a touchpad presses the button.
  var tapsClick = true
  /// Whether fingers move the content, as on a screen, and not the view.
  var scrollsContent = true
}
