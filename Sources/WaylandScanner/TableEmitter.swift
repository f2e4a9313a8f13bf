/// Writes what both sides need: the list of interfaces and what libwayland must know of each.
struct TableEmitter {
  let set: InterfaceSet

  /// The file with the list of all bound interfaces.
  func index() -> String {
    var source = Source()
    source.line("// Made by EaselWaylandScanner from protocols/bound.txt.")
    source.line()
    source.line("/// The interfaces that are bound, in the order of the tables.")
    source.block("enum BoundInterface: Int, CaseIterable") { source in
      for name in set.names { source.line("case \(caseName(name))") }
      source.line()
      source.line("/// What libwayland must know of it.")
      source.block("var description: InterfaceDescription") { source in
        source.block("switch self") { source in
          for name in set.names { source.line("case .\(caseName(name)): .\(caseName(name))") }
        }
      }
    }
    return source.text
  }

  /// The description of one interface.
  func emit(_ interface: InterfaceModel, into source: inout Source) {
    source.block("extension InterfaceDescription") { source in
      source.line("static let \(caseName(interface.name)) = InterfaceDescription(")
      source.indented { source in
        source.line("name: \"\(interface.name)\", version: \(interface.version),")
        list("requests", interface.requests, end: ",", into: &source)
        list("events", interface.events, end: ")", into: &source)
      }
    }
  }

  func caseName(_ interface: String) -> String {
    let type = Naming.type(interface)
    return type.prefix(1).lowercased() + type.dropFirst()
  }

  private func list(_ label: String, _ messages: [MessageModel], end: String, into source: inout Source) {
    guard !messages.isEmpty else { return source.line("\(label): []\(end)") }
    source.line("\(label): [")
    source.indented { source in
      for message in messages { source.line(describe(message) + ",") }
    }
    source.line("]\(end)")
  }

  private func describe(_ message: MessageModel) -> String {
    let types = message.wireInterfaces.map { name in
      guard let name, set.contains(name) else { return "nil" }
      return "." + caseName(name)
    }
    let hasTypes = types.contains { $0 != "nil" }
    let list = hasTypes ? ", [\(types.joined(separator: ", "))]" : ""
    return "MessageDescription(\"\(message.name)\", \"\(message.signature)\"\(list))"
  }
}
