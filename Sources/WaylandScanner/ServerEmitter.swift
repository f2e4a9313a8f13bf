/// Writes the server's side of a protocol, for a fake compositor: events as methods, requests as an enum.
///
/// It checks nothing of what it sends: such a server must be able to misbehave.
struct ServerEmitter {
  let set: InterfaceSet

  private var arguments: ArgumentEmitter { ArgumentEmitter(set: set, suffix: "Resource") }

  func emit(_ interface: InterfaceModel, into source: inout Source) {
    let name = Naming.type(interface.name)
    source.line("/// A client's `\(interface.name)`.")
    source.block("final class \(name)Resource: Resource") { source in
      source.block("override class var interface: BoundInterface") { source in
        source.line(".\(TableEmitter(set: set).caseName(interface.name))")
      }
      source.line()
      for enumeration in interface.enums {
        EnumEmitter().emit(enumeration, into: &source)
        source.line()
      }
      ReceiverEmitter(typeName: "Request", arguments: arguments).emit(interface.requests, of: interface, into: &source)
      for (opcode, event) in interface.events.enumerated() where set.canExpress(event) {
        emit(event, opcode: opcode, of: interface, into: &source)
        source.line()
      }
    }
  }

  private func emit(_ event: MessageModel, opcode: Int, of interface: InterfaceModel, into source: inout Source) {
    let parameters = event.arguments.map { argument in
      "\(Naming.member(argument.name)): \(arguments.sentType(argument, in: interface))"
    }
    source.block("func send\(Naming.type(event.name))(\(parameters.joined(separator: ", ")))") { source in
      arguments.lending(event.arguments, returns: nil, into: &source) { source in
        guard !event.arguments.isEmpty else { return source.line("send(\(opcode))") }
        let values = event.arguments.map { argument in
          argument.kind == .newID
            ? "WireArgument(object: \(Naming.member(argument.name)))" : arguments.write(argument, in: interface)
        }
        source.line("var list: InlineArray<\(values.count), WireArgument> = [\(values.joined(separator: ", "))]")
        source.line("send(\(opcode), &list)")
      }
    }
  }
}
