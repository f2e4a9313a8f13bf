internal import CEaselWaylandServer
internal import Glibc

/// An event written byte by byte, for what libwayland's server would not send.
struct RawEvent {
  private var body: [UInt8] = []
  private let object: UInt32
  private let opcode: UInt16

  init(_ object: UInt32, _ opcode: UInt16) {
    self.object = object
    self.opcode = opcode
  }

  func uint(_ value: UInt32) -> RawEvent {
    var copy = self
    copy.body += WireArray(words: [value]).bytes
    return copy
  }

  /// Text without its final zero; it need not be UTF-8.
  func string(_ bytes: [UInt8]) -> RawEvent {
    var copy = uint(UInt32(bytes.count + 1))
    let padding = 4 - bytes.count % 4
    copy.body += bytes + [UInt8](repeating: 0, count: padding)
    return copy
  }

  /// The whole message.
  var bytes: [UInt8] {
    WireArray(words: [object, UInt32(body.count + 8) << 16 | UInt32(opcode)]).bytes + body
  }
}

extension FakeClient {
  /// Sends what is queued, then these bytes.
  func write(_ bytes: [UInt8]) {
    guard let pointer else { return }
    wl_client_flush(pointer)
    _ = Glibc.send(wl_client_get_fd(pointer), bytes, bytes.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
  }
}
