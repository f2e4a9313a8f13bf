/// Writes the client's side of a protocol: a class for each interface, requests as methods, events as an enum.
struct ClientEmitter {
  let set: InterfaceSet

  private var arguments: ArgumentEmitter { ArgumentEmitter(set: set, suffix: "") }

  func emit(_ interface: InterfaceModel, into source: inout Source) {
    source.line("/// `\(interface.name)` up to version \(interface.version).")
    source.block("final class \(Naming.type(interface.name)): Proxy") { source in
      source.block("override class var interface: BoundInterface") { source in
        source.line(".\(TableEmitter(set: set).caseName(interface.name))")
      }
      source.line()
      for enumeration in interface.enums {
        EnumEmitter().emit(enumeration, into: &source)
        source.line()
      }
      ReceiverEmitter(typeName: "Event", arguments: arguments).emit(interface.events, of: interface, into: &source)
      for (opcode, request) in interface.requests.enumerated() where set.canExpress(request) {
        emit(request, opcode: opcode, of: interface, into: &source)
        source.line()
      }
    }
  }

  private func emit(_ request: MessageModel, opcode: Int, of interface: InterfaceModel, into source: inout Source) {
    let created = request.arguments.first { $0.kind == .newID }?.interface.map(arguments.objectType)
    let parameters = request.arguments.filter { $0.kind != .newID }.map { argument in
      "\(Naming.member(argument.name)): \(arguments.sentType(argument, in: interface))"
    }
    let result = created.map { " -> \($0)" } ?? ""
    let head = "func \(Naming.member(request.name))(\(parameters.joined(separator: ", ")))\(result)"
    source.block(head) { source in
      let refusal = created.map { "return \($0)(inertOn: display)" } ?? "return"
      source.line("guard \(condition(request, of: interface)) else { \(refusal) }")
      arguments.lending(request.arguments, returns: created, into: &source) { source in
        send(request, opcode: opcode, creating: created, of: interface, into: &source)
      }
    }
  }

  private func condition(_ request: MessageModel, of interface: InterfaceModel) -> String {
    let name = "\"\(interface.name).\(request.name)\""
    var terms = ["canSend(\(name), since: \(request.since))"]
    for argument in request.arguments where argument.kind == .object {
      terms.append("canName(\(Naming.member(argument.name)), in: \(name))")
    }
    return terms.joined(separator: ", ")
  }

  private func send(
    _ request: MessageModel, opcode: Int, creating created: String?, of interface: InterfaceModel, into source: inout Source
  ) {
    let call = request.isDestructor ? "sendDestructor" : created == nil ? "send" : "create"
    let keyword = created == nil ? "" : "return "
    let type = created.map { ", \($0).self" } ?? ""
    guard !request.arguments.isEmpty else { return source.line("\(call)(\(opcode))") }
    let values = request.arguments.map { arguments.write($0, in: interface) }
    source.line("var list: InlineArray<\(values.count), WireArgument> = [\(values.joined(separator: ", "))]")
    source.line("\(keyword)\(call)(\(opcode), &list\(type))")
  }
}
