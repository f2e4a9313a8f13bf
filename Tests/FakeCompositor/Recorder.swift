internal import CEaselWaylandServer

/// Writes down what the client asks for, one readable word for each request.
final class Recorder {
  private var words: [String] = []
  private var counts: [String: Int] = [:]

  /// What breaks the protocol or our own rules; tests assert that it is empty.
  private(set) var violations: [String] = []

  /// The requests since the last call, in order; `of` keeps those of objects whose kind is named: `["surface"]`.
  func takeTrace(of kinds: [String] = []) -> String {
    defer { words = [] }
    guard !kinds.isEmpty else { return words.joined(separator: " ") }
    return words.filter { word in kinds.contains { word.hasPrefix($0 + "#") } }.joined(separator: " ")
  }

  func violation(_ text: String) {
    violations.append(text)
  }

  /// `wl_surface` → `surface`, `zwp_input_timestamps_v1` → `input_timestamps`; xdg names keep their prefix.
  static func kind(_ interface: String) -> String {
    var parts = interface.split(separator: "_")
    if let first = parts.first, ["wl", "wp", "zwp", "zxdg"].contains(first) { parts.removeFirst() }
    if let last = parts.last, last.first == "v", Int(last.dropFirst()) != nil { parts.removeLast() }
    return parts.joined(separator: "_")
  }

  func nextName(_ interface: BoundInterface) -> String {
    let kind = Self.kind("\(interface.description.name)")
    counts[kind, default: 0] += 1
    return "\(kind)#\(counts[kind, default: 0])"
  }

  func record(_ resource: Resource, _ message: UnsafePointer<wl_message>, _ arguments: UnsafeMutablePointer<wl_argument>) {
    let letters = String(cString: message.pointee.signature).filter { $0 != "?" && !$0.isNumber }
    let list = letters.enumerated().map { index, letter in
      let type = message.pointee.types?[index]
      return describe(letter, arguments[index], type.map { String(cString: $0.pointee.name) })
    }
    let name = String(cString: message.pointee.name)
    words.append("\(resource.name).\(name)" + (list.isEmpty ? "" : "(\(list.joined(separator: ",")))"))
  }

  private func describe(_ letter: Character, _ argument: wl_argument, _ type: String?) -> String {
    switch letter {
    case "i": return String(argument.i)
    case "u": return String(argument.u)
    case "f": return String(Fixed(raw: argument.f).double)
    case "s": return argument.s.map { "\"\(String(cString: $0))\"" } ?? "nil"
    case "o": return argument.o.flatMap { Resource.of($0)?.name } ?? "nil"
    case "n":
      let kind = Self.kind(type ?? "unknown")
      return "\(kind)#\(counts[kind, default: 0] + 1)"
    case "a": return "\(argument.a.map { $0.pointee.size } ?? 0) bytes"
    case "h": return "fd"
    default: return "?"
    }
  }
}
