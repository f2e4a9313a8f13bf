/// All bound interfaces: what one protocol's file may refer to in another's.
struct InterfaceSet {
  private var byName: [String: InterfaceModel] = [:]

  /// In the order of the list, which is the order of the tables.
  private(set) var names: [String] = []

  mutating func insert(_ interface: InterfaceModel) throws(ScannerError) {
    guard byName.updateValue(interface, forKey: interface.name) == nil else {
      throw ScannerError("\(interface.name) is bound twice")
    }
    names.append(interface.name)
  }

  func contains(_ name: String) -> Bool {
    byName[name] != nil
  }

  /// Where an argument's enum is, or nil if it has none or that is in an interface that is not bound.
  func enumReference(of argument: ArgumentModel, in interface: InterfaceModel) -> (owner: String, name: String)? {
    guard let reference = argument.enumName else { return nil }
    let parts = reference.split(separator: ".").map(String.init)
    let owner = byName[parts.count == 2 ? parts[0] : interface.name]
    guard let owner, let name = parts.last, owner.enums.contains(where: { $0.name == name }) else { return nil }
    return (owner.name, name)
  }

  /// Whether a message's objects are all bound; one that is not stays in the tables, but gets no Swift.
  func canExpress(_ message: MessageModel) -> Bool {
    message.arguments.allSatisfy { argument in
      switch argument.kind {
      case .object, .newID: argument.interface.map(contains) ?? false
      case .int, .uint, .fixed, .string, .array, .descriptor: true
      }
    }
  }

  /// libwayland makes the object of an event's new id before anybody can refuse it.
  func check(_ interface: InterfaceModel) throws(ScannerError) {
    for event in interface.events {
      for argument in event.arguments where argument.kind == .newID {
        guard let created = argument.interface, contains(created) else {
          throw ScannerError("\(interface.name).\(event.name) creates an object that bound.txt does not name")
        }
      }
    }
  }
}
