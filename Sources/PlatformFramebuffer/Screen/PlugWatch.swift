internal import CEaselLibinput
import EaselInputEvents
import EaselPlatform
import EaselPlatformLinux

/// The functions of libudev, loaded when a card is used; tests fill the table with functions of their own.
@safe struct UdevLibrary {
  let functions: easel_udev

  /// The system's, or nil where it is not installed.
  static func load() -> UdevLibrary? {
    var functions = easel_udev()
    guard unsafe easel_udev_load(&functions) == nil else { return nil }
    return UdevLibrary(functions: functions)
  }
}

/// Hears from udev that something was plugged into a card or out of it (FKM-14), and that screens' devices come and go (FFB-15);
/// asks nobody while nothing happens.
///
/// That something came or changed is told when it has been quiet for a moment, that a device is gone at once, with its node.
/// Each change of a card counts, not only those that the kernel calls a hot-plug: somebody who forces a connector by hand says so by
/// `udevadm trigger`. Which card it was does not matter: to look again changes nothing where nothing has changed.
@safe final class PlugWatch {
  /// Seconds of quiet after the last event before the card is looked at: a plug bounces, and a dock plugs in several.
  static let quiet = 0.1

  private let library: UdevLibrary
  private let loop: any EventLoop
  private let context: OpaquePointer
  private let monitor: OpaquePointer
  private let removed: (String) -> Void
  private var timer: (any LoopTimer)?

  /// Begins to listen.
  ///
  /// - Returns: nil if udev gives no such events.
  init?(library: UdevLibrary, loop: any EventLoop, changed: @escaping () -> Void, removed: @escaping (String) -> Void) {
    let call = library.functions
    guard let context = call.new() else { return nil }
    guard let monitor = unsafe call.monitor_new_from_netlink(context, "udev") else {
      _ = unsafe call.unref(context)
      return nil
    }
    self.library = library
    self.loop = loop
    self.removed = removed
    unsafe self.context = unsafe context
    unsafe self.monitor = unsafe monitor
    // The subsystem's cards, not their connectors, which say the same once more.
    guard unsafe call.monitor_filter_add_match_subsystem_devtype(monitor, "drm", "drm_minor") >= 0,
      unsafe call.monitor_filter_add_match_subsystem_devtype(monitor, "graphics", nil) >= 0,
      unsafe call.monitor_enable_receiving(monitor) >= 0
    else { return nil }
    timer = loop.makeTimer { _ in changed() }
  }

  isolated deinit {
    _ = unsafe library.functions.monitor_unref(monitor)
    _ = unsafe library.functions.unref(context)
  }
}

extension PlugWatch: EventSource {
  /// The monitor's.
  var fileDescriptor: Int32 { unsafe library.functions.monitor_get_fd(monitor) }

  /// Reads all events that wait.
  func process(_ readiness: IOReadiness) {
    let call = library.functions
    while let device = unsafe call.monitor_receive_device(monitor) {
      defer { _ = unsafe call.device_unref(device) }
      switch unsafe call.device_get_action(device).map({ unsafe String(cString: $0) }) {
      case "add", "change": timer?.arm(at: loop.now.advanced(bySeconds: PlugWatch.quiet))
      case "remove":
        if let node = unsafe call.device_get_devnode(device) { unsafe removed(String(cString: node)) }
      default: break
      }
    }
  }
}
