internal import CEaselWaylandServer

/// One object of a client's, seen from the server's side; the generated classes are its subclasses.
///
/// libwayland's object owns it until either side destroys that.
class Resource {
  /// Which interface; each subclass says it.
  class var interface: BoundInterface { preconditionFailure("A subclass of Resource names its interface.") }

  let client: FakeClient
  /// What it is called in traces: `surface#1`.
  let name: String
  /// Called once when the object is destroyed, by request or with its client.
  var onDestroy: (() -> Void)?
  private(set) var pointer: OpaquePointer?

  /// Makes the object that a request asked for; an id of 0 makes one of the server's own.
  required init(client: FakeClient, version: Int32, id: UInt32) {
    self.client = client
    name = client.recorder.nextName(Self.interface)
    guard let wire = client.pointer else { return }
    pointer = wl_resource_create(wire, InterfaceTables.server[Self.interface], version, id)
    guard let pointer else { return }
    client.keep(self)
    let context = Unmanaged.passRetained(self).toOpaque()
    wl_resource_set_dispatcher(
      pointer,
      { (_, target, opcode, message, arguments) in
        guard let target, let message, let arguments else { return 0 }
        guard let context = wl_resource_get_user_data(OpaquePointer(target)) else { return 0 }
        let resource = Unmanaged<Resource>.fromOpaque(context).takeUnretainedValue()
        resource.client.recorder.record(resource, message, arguments)
        resource.receive(opcode, WireArguments(arguments))
        return 0
      },
      InterfaceTables.server.mark, context,
      { pointer in
        guard let pointer, let context = wl_resource_get_user_data(pointer) else { return }
        let resource = Unmanaged<Resource>.fromOpaque(context).takeRetainedValue()
        resource.pointer = nil
        resource.client.forget(resource)
        resource.onDestroy?()
        resource.onDestroy = nil
        resource.dropHandler()
      })
  }

  /// Whether it still exists.
  var isAlive: Bool { pointer != nil }

  /// The version that the client has bound.
  var version: Int32 { pointer.map { wl_resource_get_version($0) } ?? 0 }

  /// The object's number on the wire.
  var id: UInt32 { pointer.map { wl_resource_get_id($0) } ?? 0 }

  /// Takes a request; subclasses know theirs.
  func receive(_ opcode: UInt32, _ arguments: WireArguments) {}

  /// Lets go of what handles requests; subclasses know theirs.
  func dropHandler() {}

  /// Ends the object.
  func destroy() {
    guard let pointer else { return }
    wl_resource_destroy(pointer)
  }

  final func send(_ opcode: UInt32) {
    var none: InlineArray<0, WireArgument> = []
    send(opcode, &none)
  }

  /// Sends an event, whatever the version; on a dead object nothing is sent.
  final func send<let n: Int>(_ opcode: UInt32, _ arguments: inout InlineArray<n, WireArgument>) {
    guard let pointer else { return }
    arguments.withWireForm { wl_resource_post_event_array(pointer, opcode, $0) }
  }

  /// The object of a request's new id.
  final func newObject<R: Resource>(_ arguments: WireArguments, _ index: Int, _ type: R.Type) -> R {
    R(client: client, version: version, id: arguments.uint(index))
  }
}

extension WireArgument {
  init(object: Resource?) {
    self.init(pointer: object?.pointer)
  }
}

extension WireArguments {
  /// Our side of an object that a request names.
  func object<R: Resource>(_ index: Int, _ type: R.Type) -> R? {
    pointer(index).flatMap { Resource.of($0) } as? R
  }
}

extension Resource {
  /// Our side of libwayland's object; those that libwayland keeps to itself are never named in a request.
  static func of(_ pointer: OpaquePointer) -> Resource? {
    guard let context = wl_resource_get_user_data(pointer) else { return nil }
    return Unmanaged<Resource>.fromOpaque(context).takeUnretainedValue()
  }
}

extension InterfaceTables {
  /// The server's tables: each interface claims a version that no client has, so that any can be offered.
  static let server = InterfaceTables(version: 1000)
}
