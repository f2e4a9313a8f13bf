internal import CEaselWaylandServer

/// Something that the registry offers.
final class FakeGlobal {
  let interface: BoundInterface
  private weak var compositor: FakeCompositor?
  private let onBind: (FakeClient, Int32, UInt32) -> Void
  private var pointer: OpaquePointer?

  /// Offers an interface; any version may be claimed.
  init(
    _ compositor: FakeCompositor, _ interface: BoundInterface, version: Int32,
    onBind: @escaping (FakeClient, Int32, UInt32) -> Void
  ) {
    self.compositor = compositor
    self.interface = interface
    self.onBind = onBind
    let context = Unmanaged.passUnretained(self).toOpaque()
    pointer = wl_global_create(compositor.display, InterfaceTables.server[interface], version, context) {
      (wire, context, version, id) in
      guard let wire, let context else { return }
      let global = Unmanaged<FakeGlobal>.fromOpaque(context).takeUnretainedValue()
      guard let client = global.compositor?.client(wire) else { return }
      global.onBind(client, Int32(clamping: version), id)
    }
  }

  /// Withdraws it as old servers do: clients hear `global_remove`, objects that exist live on, and a late bind ends the
  /// client's connection.
  func remove() {
    guard let pointer else { return }
    self.pointer = nil
    wl_global_destroy(pointer)
  }
}
