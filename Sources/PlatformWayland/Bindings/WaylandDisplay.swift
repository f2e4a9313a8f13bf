internal import CEaselWaylandClient
internal import EaselPlatform

/// Owns the connection; every proxy holds it, so that it closes after the last of them has gone.
@safe @MainActor final class WaylandDisplay {
  /// Where the proxies write.
  let log: Log
  /// libwayland's own object; not to be kept beyond this one.
  let pointer: OpaquePointer
  /// The newest requests, for the log after a protocol error (WER-1).
  @safe @exclusivity(unchecked) var history = RequestHistory()

  private init(_ pointer: OpaquePointer?, log: Log, orElse sentence: @autoclosure () -> String) throws(BackendError) {
    guard let pointer = unsafe pointer else { throw BackendError(sentence()) }
    unsafe self.pointer = pointer
    self.log = log
  }

  /// Connects to a socket by its name, or to the one that the environment names (wl_display_connect).
  convenience init(socketName: String?, log: Log) throws(BackendError) {
    let pointer = unsafe wl_display_connect(socketName)
    try unsafe self.init(
      pointer, log: log,
      orElse: "No Wayland display answers at \(socketName ?? "WAYLAND_DISPLAY"). Start a compositor or choose another backend.")
  }

  /// Speaks over a connected socket (wl_display_connect_to_fd), which it owns from then on.
  convenience init(fileDescriptor: Int32, log: Log) throws(BackendError) {
    let pointer = unsafe wl_display_connect_to_fd(fileDescriptor)
    try unsafe self.init(pointer, log: log, orElse: "Descriptor \(fileDescriptor) cannot be used as a Wayland connection.")
  }

  isolated deinit {
    unsafe wl_display_disconnect(pointer)
  }

  /// The object that tells of globals.
  func getRegistry() -> WlRegistry {
    create(opcode: 1, WlRegistry.self)
  }

  /// A callback whose `done` comes once the compositor has handled all that was sent before.
  func sync() -> WlCallback {
    create(opcode: 0, WlCallback.self)
  }

  private func create<P: Proxy>(opcode: UInt32, _ type: P.Type) -> P {
    var list: InlineArray<1, WireArgument> = [WireArgument.newID]
    let table = unsafe InterfaceTables.client[P.interface]
    let created = unsafe list.withWireForm { arguments in
      unsafe wl_proxy_marshal_array_flags(pointer, opcode, table, 1, 0, arguments)
    }
    return unsafe P(created, on: self)
  }
}

extension InterfaceTables {
  /// The client's tables, made when the first display connects.
  static let client = InterfaceTables()
}
