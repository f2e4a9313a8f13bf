internal import CEaselWaylandServer
internal import Glibc

/// An interface as the installed library's own tables have it; the library exports those of the core protocol.
public struct SystemInterface {
  /// Its version there.
  public let version: Int32
  /// Name and signature of each request, by opcode.
  public let requests: [String]
  /// Name and signature of each event, by opcode.
  public let events: [String]

  /// nil if the library has none of that name.
  public init?(_ name: String) {
    guard let symbol = dlsym(nil, name + "_interface") else { return nil }
    let table = symbol.assumingMemoryBound(to: wl_interface.self).pointee
    version = table.version
    requests = Self.list(table.methods, count: table.method_count)
    events = Self.list(table.events, count: table.event_count)
  }

  private static func list(_ messages: UnsafePointer<wl_message>?, count: Int32) -> [String] {
    guard let messages else { return [] }
    return (0..<Int(count)).map { index in
      let message = messages[index]
      return "\(String(cString: message.name)) \(String(cString: message.signature))"
    }
  }
}
