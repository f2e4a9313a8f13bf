internal import CEaselWaylandServer
internal import Glibc

/// One client's connection.
final class FakeClient {
  let recorder: Recorder
  /// nil once it is disconnected.
  private(set) var pointer: OpaquePointer?
  /// Its objects that exist, in the order of their making.
  private(set) var resources: [Resource] = []
  private var listener: UnsafeMutableRawPointer?

  init(compositor: FakeCompositor, pointer: OpaquePointer) {
    recorder = compositor.recorder
    self.pointer = pointer
    // libwayland tells of a client's end through a listener, behind which we keep the address of this object.
    let memory = UnsafeMutableRawPointer.allocate(byteCount: Self.contextOffset + 8, alignment: 8)
    let listener = memory.bindMemory(to: wl_listener.self, capacity: 1)
    listener.initialize(to: wl_listener())
    listener.pointee.notify = { (listener, _) in
      guard let listener else { return }
      let memory = UnsafeMutableRawPointer(listener)
      let context = memory.load(fromByteOffset: FakeClient.contextOffset, as: UnsafeMutableRawPointer.self)
      Unmanaged<FakeClient>.fromOpaque(context).takeRetainedValue().hasDisconnected()
      memory.deallocate()
    }
    memory.storeBytes(
      of: Unmanaged.passRetained(self).toOpaque(), toByteOffset: Self.contextOffset, as: UnsafeMutableRawPointer.self)
    self.listener = memory
    wl_client_add_destroy_listener(pointer, listener)
  }

  private static let contextOffset = MemoryLayout<wl_listener>.stride

  func keep(_ resource: Resource) {
    resources.append(resource)
  }

  func forget(_ resource: Resource) {
    resources.removeAll { $0 === resource }
  }

  var isConnected: Bool { pointer != nil }

  private func hasDisconnected() {
    pointer = nil
    listener = nil
  }

  /// Closes the connection with no word.
  func kill() {
    guard let pointer else { return }
    // A child that another test is just starting holds a copy of the socket until it executes; closing ours would not be the end.
    wl_client_flush(pointer)
    shutdown(wl_client_get_fd(pointer), Int32(SHUT_RDWR))
    wl_client_destroy(pointer)
  }

  /// Tells the client that it broke the protocol, and closes the connection; nil blames the display itself.
  func postError(on resource: Resource?, code: UInt32, message: String) {
    guard let pointer, let display = wl_client_get_object(pointer, 1) else { return }
    WireArgument.withString(message) { (text: WireArgument) in
      let object = WireArgument(pointer: resource?.pointer ?? display)
      var list: InlineArray<3, WireArgument> = [object, WireArgument(uint: code), text]
      list.withWireForm { wl_resource_post_event_array(display, 0, $0) }
    }
    wl_client_flush(pointer)
    wl_client_destroy(pointer)
  }
}
