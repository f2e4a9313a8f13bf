/// Writes how arguments look in Swift, and how they go to and from the wire.
struct ArgumentEmitter {
  let set: InterfaceSet
  /// What stands after an interface's Swift name: nothing on the client's side, `Resource` on the server's.
  let suffix: String

  /// The Swift class of an interface's objects.
  func objectType(_ interface: String) -> String {
    Naming.type(interface) + suffix
  }

  private func enumType(_ argument: ArgumentModel, in interface: InterfaceModel) -> String? {
    set.enumReference(of: argument, in: interface).map { objectType($0.owner) + "." + Naming.enumType($0.name) }
  }

  // MARK: What arrives

  /// The type of an argument that arrives; objects may always be missing, since the peer may name a dead one.
  func receivedType(_ argument: ArgumentModel, in interface: InterfaceModel) -> String {
    switch argument.kind {
    case .object: return argument.interface.map { set.contains($0) ? objectType($0) : root }.map { $0 + "?" } ?? root + "?"
    case .newID: return objectType(argument.interface ?? "")
    case .string: return argument.isNullable ? "String?" : "String"
    case .int, .uint, .fixed, .array, .descriptor: return plainType(argument, in: interface)
    }
  }

  /// The expression that reads an argument that arrived.
  func read(_ argument: ArgumentModel, at index: Int, in interface: InterfaceModel) -> String {
    switch argument.kind {
    case .int, .uint:
      let value = "arguments.\(argument.kind == .int ? "int" : "uint")(\(index))"
      guard let type = enumType(argument, in: interface) else { return value }
      return "\(type)(rawValue: \(argument.kind == .int ? "UInt32(bitPattern: \(value))" : value))"
    case .fixed: return "arguments.fixed(\(index))"
    case .string: return "arguments.\(argument.isNullable ? "optionalString" : "string")(\(index))"
    case .array: return "arguments.array(\(index))"
    case .descriptor: return "arguments.descriptor(\(index))"
    case .newID: return "newObject(arguments, \(index), \(objectType(argument.interface ?? "")).self)"
    case .object:
      guard let name = argument.interface, set.contains(name) else { return "nil" }
      return "arguments.object(\(index), \(objectType(name)).self)"
    }
  }

  // MARK: What is sent

  /// The type of an argument that is sent.
  func sentType(_ argument: ArgumentModel, in interface: InterfaceModel) -> String {
    let optional = argument.isNullable ? "?" : ""
    switch argument.kind {
    case .object, .newID: return objectType(argument.interface ?? "") + optional
    case .string: return "String" + optional
    case .int, .uint, .fixed, .array, .descriptor: return plainType(argument, in: interface)
    }
  }

  /// The expression that makes the wire's form of an argument that is sent.
  func write(_ argument: ArgumentModel, in interface: InterfaceModel) -> String {
    let name = Naming.member(argument.name)
    switch argument.kind {
    case .int, .uint:
      let isEnum = enumType(argument, in: interface) != nil
      let value = isEnum ? name + ".rawValue" : name
      if argument.kind == .uint { return "WireArgument(uint: \(value))" }
      return isEnum ? "WireArgument(int: Int32(bitPattern: \(value)))" : "WireArgument(int: \(value))"
    case .fixed: return "WireArgument(fixed: \(name))"
    // Their memory is lent by the closure around the call, which has the same name.
    case .string, .array: return name
    case .descriptor: return "WireArgument(descriptor: \(name))"
    case .object: return "WireArgument(object: \(name))"
    case .newID: return "WireArgument.newID"
    }
  }

  /// Wraps a call whose strings and arrays need memory for its time.
  func lending(_ arguments: [ArgumentModel], returns: String?, into source: inout Source, _ body: (inout Source) -> Void) {
    guard let first = arguments.first(where: { $0.kind == .string || $0.kind == .array }) else { return body(&source) }
    let name = Naming.member(first.name)
    let rest = Array(arguments.drop { $0 != first }.dropFirst())
    let result = returns.map { " -> \($0)" } ?? ""
    let lender = first.kind == .string ? "withString" : "withArray"
    source.line("\(returns == nil ? "" : "return ")WireArgument.\(lender)(\(name)) { (\(name): WireArgument)\(result) in")
    source.indented { lending(rest, returns: returns, into: &$0, body) }
    source.line("}")
  }

  private func plainType(_ argument: ArgumentModel, in interface: InterfaceModel) -> String {
    switch argument.kind {
    case .int: enumType(argument, in: interface) ?? "Int32"
    case .uint: enumType(argument, in: interface) ?? "UInt32"
    case .fixed: "Fixed"
    case .array: "WireArray"
    case .descriptor: "Int32"
    case .string, .object, .newID: ""
    }
  }

  private var root: String { suffix.isEmpty ? "Proxy" : suffix }
}
