internal import CEaselWaylandClient
internal import EaselPlatform

/// One object of the compositor's, seen from our side; the generated classes are its subclasses.
///
/// Whoever makes a proxy keeps it. Dropping the last reference ends it without a request, so interfaces that have a
/// destructor should be ended with it; events that are still on their way are then ignored. libwayland's object refers
/// to this one without owning it, and is destroyed no later.
@safe @MainActor class Proxy {
  /// Which interface; each subclass says it.
  class var interface: BoundInterface { preconditionFailure("A subclass of Proxy names its interface.") }

  /// The connection; it outlives its proxies.
  let display: WaylandDisplay

  /// nil once the object is dead.
  private var pointer: OpaquePointer?

  /// Takes over an object of libwayland; nil, if it could make none, gives a dead proxy.
  required init(_ pointer: OpaquePointer?, on display: WaylandDisplay) {
    unsafe self.pointer = pointer
    self.display = display
    guard let pointer = unsafe pointer else { return }
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe wl_proxy_add_dispatcher(pointer, dispatchToProxy, InterfaceTables.client.mark, context)
  }

  /// A proxy that was dead from the start: what a request on a dead proxy makes.
  convenience init(inertOn display: WaylandDisplay) {
    unsafe self.init(nil, on: display)
  }

  isolated deinit {
    guard let pointer = unsafe pointer else { return }
    display.log(.debug, "\(Self.interface.description.name) \(id) was dropped without its destructor.")
    unsafe wl_proxy_destroy(pointer)
  }

  /// Whether requests can be made: no destructor was sent, and no event ended it.
  var isAlive: Bool { unsafe pointer != nil }

  /// The version that was bound; 0 once it is dead.
  var version: UInt32 {
    // No closure: each request would look up which actor it is on.
    guard let pointer = unsafe pointer else { return 0 }
    return unsafe wl_proxy_get_version(pointer)
  }

  /// The object's number on this connection, for logs; numbers are used again.
  var id: UInt32 { unsafe pointer.map { unsafe wl_proxy_get_id($0) } ?? 0 }

  /// Takes an event; subclasses know theirs, this is for those that nobody knows.
  func receive(_ opcode: UInt32, _ arguments: WireArguments) {
    display.log.once("unknown event \(Self.interface).\(opcode)", .debug, "\(Self.interface) has no event \(opcode).")
  }

  /// Ends it without a request: for objects that have no destructor, or that an event has ended.
  func retire() {
    guard let pointer = unsafe pointer else { return }
    unsafe self.pointer = nil
    unsafe wl_proxy_destroy(pointer)
  }

  // MARK: For the generated classes

  /// Whether a request goes out: silently not on a dead proxy; never before the version that brought it.
  final func canSend(_ request: StaticString, since: UInt32) -> Bool {
    guard isAlive else {
      display.log(.debug, "\(request) on a dead object is dropped.")
      return false
    }
    precondition(since <= 1 || version >= since, "\(request) needs version \(since); look at `version` first.")
    return true
  }

  /// Whether an object can be named: a request that names a dead one is dropped, since it would end the connection.
  final func canName(_ object: Proxy?, in request: StaticString) -> Bool {
    guard let object, !object.isAlive else { return true }
    display.log(.debug, "\(request) names a dead object and is dropped.")
    return false
  }

  final func send(_ opcode: UInt32) {
    var none: InlineArray<0, WireArgument> = []
    _ = unsafe marshal(opcode, &none)
  }

  final func send<let n: Int>(_ opcode: UInt32, _ arguments: inout InlineArray<n, WireArgument>) {
    _ = unsafe marshal(opcode, &arguments)
  }

  final func create<let n: Int, P: Proxy>(
    _ opcode: UInt32, _ arguments: inout InlineArray<n, WireArgument>, _ type: P.Type, version: UInt32? = nil
  ) -> P {
    let table = unsafe InterfaceTables.client[P.interface]
    return unsafe P(marshal(opcode, &arguments, table, version: version ?? self.version), on: display)
  }

  final func sendDestructor(_ opcode: UInt32) {
    var none: InlineArray<0, WireArgument> = []
    sendDestructor(opcode, &none)
  }

  final func sendDestructor<let n: Int>(_ opcode: UInt32, _ arguments: inout InlineArray<n, WireArgument>) {
    _ = unsafe marshal(opcode, &arguments, flags: UInt32(WL_MARSHAL_FLAG_DESTROY))
    unsafe pointer = nil
  }

  private func marshal<let n: Int>(
    _ opcode: UInt32, _ arguments: inout InlineArray<n, WireArgument>, _ created: UnsafePointer<wl_interface>? = nil,
    version: UInt32 = 0, flags: UInt32 = 0
  ) -> OpaquePointer? {
    guard let pointer = unsafe pointer else { return nil }
    display.history.record(Self.interface, id: unsafe wl_proxy_get_id(pointer), opcode: opcode)
    return unsafe arguments.withWireForm { list in
      unsafe wl_proxy_marshal_array_flags(pointer, opcode, created, version, flags, list)
    }
  }
}

// MARK: Events

/// What libwayland calls with each event.
private nonisolated func dispatchToProxy(
  _: UnsafeRawPointer?, _ target: UnsafeMutableRawPointer?, _ opcode: UInt32, _: UnsafePointer<wl_message>?,
  _ arguments: UnsafeMutablePointer<wl_argument>?
) -> Int32 {
  guard let target = unsafe target, let arguments = unsafe arguments else { return 0 }
  guard let context = unsafe wl_proxy_get_user_data(OpaquePointer(target)) else { return 0 }
  // Held, so that a handler may drop the last other reference.
  let proxy = unsafe Unmanaged<Proxy>.fromOpaque(context).takeUnretainedValue()
  unsafe receiveOnMainThread(proxy, opcode, arguments)
  return 0
}

/// `receive` for the dispatcher, which runs where we dispatch: on the main thread.
///
/// The compiler cannot know that and would have each event look up which actor it is on, a third of what a movement costs here.
private nonisolated let receiveOnMainThread = unsafe unsafeBitCast(
  { @MainActor proxy, opcode, arguments in unsafe proxy.receive(opcode, WireArguments(arguments)) }
    as @MainActor (Proxy, UInt32, UnsafeMutablePointer<wl_argument>) -> Void,
  to: (@Sendable (Proxy, UInt32, UnsafeMutablePointer<wl_argument>) -> Void).self)

// MARK: Objects in arguments

extension WireArgument {
  /// An object, or none.
  init(object: Proxy?) {
    unsafe self.init(pointer: object?.wirePointer)
  }
}

extension Proxy {
  /// What C calls of other libraries are given; not to be kept.
  @unsafe var wirePointer: OpaquePointer? { unsafe pointer }

  /// The proxy of an object that an event has made.
  final func newObject<P: Proxy>(_ arguments: WireArguments, _ index: Int, _ type: P.Type) -> P {
    unsafe P(arguments.pointer(index), on: display)
  }
}

extension WireArguments {
  /// Our proxy of an object; nil if none was named, if it is dead, not ours or of another class.
  func object<P: Proxy>(_ index: Int, _ type: P.Type) -> P? {
    guard let pointer = unsafe pointer(index) else { return nil }
    // Others in this process may share the connection (WEL-10); their user data is not ours to read.
    guard unsafe wl_proxy_get_listener(pointer) == InterfaceTables.client.mark else { return nil }
    guard let context = unsafe wl_proxy_get_user_data(pointer) else { return nil }
    return unsafe Unmanaged<Proxy>.fromOpaque(context).takeUnretainedValue() as? P
  }
}

extension WlRegistry {
  /// Binds a global; the version must be one that is offered and that we handle (WCN-1).
  func bind<P: Proxy>(name: UInt32, _ type: P.Type, version: UInt32) -> P {
    guard canSend("wl_registry.bind", since: 1) else { return unsafe P(nil, on: display) }
    let description = P.interface.description
    precondition(version <= UInt32(description.version), "\(description.name) \(version) has events that nobody handles.")
    return WireArgument.withString("\(description.name)") { (interface: WireArgument) -> P in
      var list: InlineArray<4, WireArgument> = [
        WireArgument(uint: name), interface, WireArgument(uint: version), WireArgument.newID,
      ]
      return create(0, &list, type, version: version)
    }
  }
}
