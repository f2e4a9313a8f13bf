/// Writes how messages arrive: an enum of them, one closure for it, and the switch over opcodes.
///
/// For a client these are an interface's events, for a server its requests.
struct ReceiverEmitter {
  /// `Event` or `Request`.
  let typeName: String
  let arguments: ArgumentEmitter

  func emit(_ messages: [MessageModel], of interface: InterfaceModel, into source: inout Source) {
    let expressible = messages.filter(canExpress)
    guard !expressible.isEmpty else { return }
    source.block("enum \(typeName)") { source in
      for message in expressible { source.line("case " + caseDeclaration(message, in: interface)) }
    }
    source.line()
    source.line("/// Set once by the owner; descriptors in what it is handed become its own, to be closed by it.")
    source.line("@safe @exclusivity(unchecked) var on\(typeName): ((\(typeName)) -> Void)?")
    source.line()
    if typeName == "Request" {
      // The closures name their resource, which would keep the two alive for ever.
      source.block("override func dropHandler()") { $0.line("onRequest = nil") }
      source.line()
    }
    source.block("override func receive(_ opcode: UInt32, _ arguments: WireArguments)") { source in
      source.line("switch opcode {")
      for (opcode, message) in messages.enumerated() {
        source.line("case \(opcode):")
        source.indented { handle(message, in: interface, into: &$0) }
      }
      source.line("default:")
      source.indented { $0.line("super.receive(opcode, arguments)") }
      source.line("}")
    }
    source.line()
  }

  private func canExpress(_ message: MessageModel) -> Bool {
    // An event with an object that is not bound is told without it; a request that creates one cannot be answered.
    typeName == "Event" || arguments.set.canExpress(message)
  }

  private func caseDeclaration(_ message: MessageModel, in interface: InterfaceModel) -> String {
    let list = message.arguments.map { argument in
      "\(Naming.member(argument.name)): \(arguments.receivedType(argument, in: interface))"
    }
    return Naming.member(message.name) + (list.isEmpty ? "" : "(\(list.joined(separator: ", ")))")
  }

  private func handle(_ message: MessageModel, in interface: InterfaceModel, into source: inout Source) {
    guard canExpress(message) else { return source.line("super.receive(opcode, arguments)") }
    for (index, argument) in message.arguments.enumerated() where argument.kind == .descriptor {
      source.line("guard on\(typeName) != nil else { return arguments.closeDescriptor(\(index)) }")
    }
    let list = message.arguments.enumerated().map { index, argument in
      "\(Naming.member(argument.name)): \(arguments.read(argument, at: index, in: interface))"
    }
    let values = list.isEmpty ? "" : "(\(list.joined(separator: ", ")))"
    source.line("let message = \(typeName).\(Naming.member(message.name))\(values)")
    if message.isDestructor, typeName == "Event" { source.line("retire()") }
    source.line("on\(typeName)?(message)")
    if message.isDestructor, typeName == "Request" { source.line("destroy()") }
  }
}
