internal import Glibc

/// Stands between a client and the compositor and may change the bytes that pass (DFZ-3); descriptors pass unharmed.
@MainActor final class Wiretap {
  /// Who sent what passes.
  enum Direction: Sendable {
    case toClient
    case toServer
  }

  private let clientSide: Int32
  private let serverSide: Int32
  private let change: (Direction, inout [UInt8]) -> Void

  /// Connects a new client through it; the caller owns the descriptor.
  static func connect(
    _ compositor: FakeCompositor, change: @escaping (Direction, inout [UInt8]) -> Void
  ) -> Int32 {
    let (client, near) = Self.pair()
    let (far, server) = Self.pair()
    compositor.wiretap = Wiretap(clientSide: near, serverSide: far, change: change)
    compositor.adopt(serverEnd: server)
    return client
  }

  private init(clientSide: Int32, serverSide: Int32, change: @escaping (Direction, inout [UInt8]) -> Void) {
    self.clientSide = clientSide
    self.serverSide = serverSide
    self.change = change
  }

  isolated deinit {
    close(clientSide)
    close(serverSide)
  }

  private static func pair() -> (Int32, Int32) {
    var ends: [Int32] = [-1, -1]
    let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    precondition(socketpair(AF_UNIX, type, 0, &ends) == 0, "There are no descriptors left for a socket pair.")
    return (ends[0], ends[1])
  }

  /// Passes on what waits on both sides.
  func pump() {
    pass(from: clientSide, to: serverSide, .toServer)
    pass(from: serverSide, to: clientSide, .toClient)
  }

  private func pass(from source: Int32, to target: Int32, _ direction: Direction) {
    while let (received, descriptors) = receive(source) {
      var bytes = received
      guard !bytes.isEmpty else {
        // The end of one side is the end of the other.
        shutdown(target, Int32(SHUT_WR))
        return
      }
      change(direction, &bytes)
      send(bytes, descriptors, to: target)
      for descriptor in descriptors { close(descriptor) }
    }
  }

  // MARK: Bytes with descriptors; the macros for control messages are not there in Swift

  private static let headerSize = 16
  private static let mostDescriptors = 28

  /// What waits, or nil if nothing does; no bytes are the end.
  private func receive(_ socket: Int32) -> (bytes: [UInt8], descriptors: [Int32])? {
    var bytes = [UInt8](repeating: 0, count: 65536)
    var control = [UInt8](repeating: 0, count: Self.headerSize + Self.mostDescriptors * 4)
    var controlLength = 0
    let count = withMessage(&bytes, &control) { message in
      let count = recvmsg(socket, &message, Int32(MSG_DONTWAIT) | Int32(MSG_CMSG_CLOEXEC))
      controlLength = Int(message.msg_controllen)
      return count
    }
    guard count >= 0 else { return errno == EAGAIN ? nil : ([], []) }
    guard controlLength >= Self.headerSize else { return (Array(bytes[..<count]), []) }
    let descriptors = control.withUnsafeBytes { buffer in
      let length = min(buffer.loadUnaligned(as: Int.self), controlLength)
      return stride(from: Self.headerSize, to: length, by: 4).map { buffer.loadUnaligned(fromByteOffset: $0, as: Int32.self) }
    }
    return (Array(bytes[..<count]), descriptors)
  }

  private func send(_ bytes: [UInt8], _ descriptors: [Int32], to socket: Int32) {
    guard !bytes.isEmpty else { return }
    var bytes = bytes
    var control: [UInt8] = []
    if !descriptors.isEmpty {
      control = [UInt8](repeating: 0, count: (Self.headerSize + descriptors.count * 4 + 7) / 8 * 8)
      control.withUnsafeMutableBytes { buffer in
        buffer.storeBytes(of: Self.headerSize + descriptors.count * 4, as: Int.self)
        buffer.storeBytes(of: SOL_SOCKET, toByteOffset: 8, as: Int32.self)
        buffer.storeBytes(of: Int32(SCM_RIGHTS), toByteOffset: 12, as: Int32.self)
        for (index, descriptor) in descriptors.enumerated() {
          buffer.storeBytes(of: descriptor, toByteOffset: Self.headerSize + index * 4, as: Int32.self)
        }
      }
    }
    // What does not fit is lost, as on a line that is cut.
    _ = withMessage(&bytes, &control) { sendmsg(socket, &$0, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)) }
  }

  private func withMessage(_ bytes: inout [UInt8], _ control: inout [UInt8], _ body: (inout msghdr) -> Int) -> Int {
    bytes.withUnsafeMutableBytes { bytes in
      control.withUnsafeMutableBytes { control in
        var vector = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
        return withUnsafeMutablePointer(to: &vector) { vector in
          var message = msghdr()
          message.msg_iov = vector
          message.msg_iovlen = 1
          message.msg_control = control.isEmpty ? nil : control.baseAddress
          message.msg_controllen = control.count
          return body(&message)
        }
      }
    }
  }
}
