internal import CEaselLinuxShims
internal import Glibc

/// The one door to a node that is open a second time.
protocol RemovalDoor: AnyObject {
  /// Opens a node to hear its buttons alone; a descriptor or a negated errno.
  func open(_ node: String) -> Int32

  /// Whether what was reported last on such a descriptor is the kernel's own, because the device is pulled out.
  func isGoing(_ descriptor: Int32) -> Bool

  func close(_ descriptor: Int32)

  /// Whether the device of any descriptor is gone.
  func isGone(_ descriptor: Int32) -> Bool
}

/// The kernel's nodes.
final class InputNodes: RemovalDoor {
  func open(_ node: String) -> Int32 { unsafe easel_input_watch(node) }
  func isGoing(_ descriptor: Int32) -> Bool { easel_input_is_going(descriptor) != 0 }
  func close(_ descriptor: Int32) { _ = Glibc.close(descriptor) }
  func isGone(_ descriptor: Int32) -> Bool { easel_input_is_gone(descriptor) != 0 }
}

/// Tells what is let go because its device is pulled out from what the user lets go (LDV-2).
///
/// The kernel releases what a device holds before it takes the device away, so early that the removal may not be known yet, and
/// marks that report, which the library does not pass on. So while something is held the node is open a second time, and its last
/// report is read when that is let go. Where a node can be opened by a seat manager alone, only a device that is gone already is
/// known as such.
final class RemovalWatch {
  private let node: String
  private let door: any RemovalDoor
  /// The library's own descriptor of the node; nil if that is closed.
  private let descriptor: () -> Int32?
  private var own: Int32?
  private var heldCount = 0

  init(node: String, door: any RemovalDoor, descriptor: @escaping () -> Int32?) {
    self.node = node
    self.door = door
    self.descriptor = descriptor
  }

  isolated deinit {
    close()
  }

  /// A button or a tip is pressed.
  func press() {
    heldCount += 1
    guard own == nil else { return }
    let result = door.open(node)
    if result >= 0 { own = result }
  }

  /// It is let go: whether that is because the device goes.
  func release() -> Bool {
    heldCount = max(0, heldCount - 1)
    defer { if heldCount == 0 { close() } }
    if let own, door.isGoing(own) { return true }
    return descriptor().map { door.isGone($0) } ?? true
  }

  private func close() {
    if let own { door.close(own) }
    own = nil
  }
}
