internal import CEaselLibinput
import Glibc

@testable import EaselPlatformFramebuffer

/// libudev with one monitor, whose events a test queues.
///
/// C functions see no `self`, so the one that is in use stands in a place of its own; tests of the main thread do not overlap.
final class FakeUdev {
  static var current: FakeUdev?
  /// The events that wait: an action, or an action and a node.
  var waiting: [String] = []
  var alive = 0
  var filters: [String] = []
  var refusal: Int32 = 0
  /// The monitor's.
  var descriptor: Int32 = -1
  /// The words of the event that is read.
  private var lent: [UnsafeMutablePointer<CChar>] = []

  func library() -> UdevLibrary {
    FakeUdev.current = self
    var udev = easel_udev()
    udev.new = { FakeUdev.make() }
    udev.unref = { _ in FakeUdev.end() }
    udev.monitor_new_from_netlink = { _, name in String(cString: name!) == "udev" ? FakeUdev.make() : nil }
    udev.monitor_unref = { _ in FakeUdev.end() }
    udev.monitor_filter_add_match_subsystem_devtype = { _, subsystem, type in
      MainActor.assumeIsolated {
        FakeUdev.current?.filters.append(String(cString: subsystem!) + (type.map { " " + String(cString: $0) } ?? ""))
      }
      return 0
    }
    udev.monitor_enable_receiving = { _ in MainActor.assumeIsolated { FakeUdev.current?.refusal ?? 0 } }
    udev.monitor_get_fd = { _ in MainActor.assumeIsolated { FakeUdev.current?.descriptor ?? -1 } }
    udev.monitor_receive_device = { _ in MainActor.assumeIsolated { FakeUdev.current?.next() ?? false } ? FakeUdev.make() : nil
    }
    udev.device_unref = { _ in FakeUdev.end() }
    udev.device_get_action = { _ in FakeUdev.word(0) }
    udev.device_get_devnode = { _ in FakeUdev.word(1) }
    return UdevLibrary(functions: udev)
  }

  private func next() -> Bool {
    guard !waiting.isEmpty else { return false }
    forget()
    lent = waiting.removeFirst().split(separator: " ").map { word in strdup(String(word)) }
    return true
  }

  private nonisolated static func word(_ place: Int) -> UnsafePointer<CChar>? {
    UnsafePointer(
      bitPattern: MainActor.assumeIsolated {
        guard let lent = FakeUdev.current?.lent, place < lent.count else { return 0 }
        return Int(bitPattern: lent[place])
      })
  }

  private func forget() {
    for word in lent { free(word) }
    lent.removeAll()
  }

  private nonisolated static func make() -> OpaquePointer? {
    MainActor.assumeIsolated { FakeUdev.current?.alive += 1 }
    return OpaquePointer(bitPattern: 0x1000)
  }

  private nonisolated static func end() -> OpaquePointer? {
    MainActor.assumeIsolated { FakeUdev.current?.alive -= 1 }
    return nil
  }

  isolated deinit {
    forget()
  }
}
