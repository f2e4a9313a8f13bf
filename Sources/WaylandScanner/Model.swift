/// One protocol as its XML tells it.
struct ProtocolModel: Equatable {
  var name: String
  var interfaces: [InterfaceModel] = []
}

/// A kind of object: what it can be asked, what it can say, and the names for numbers in both.
struct InterfaceModel: Equatable {
  var name: String
  var version: Int
  var requests: [MessageModel] = []
  var events: [MessageModel] = []
  var enums: [EnumModel] = []
}

/// A request or an event; its opcode is its place in the list.
struct MessageModel: Equatable {
  var name: String
  var since = 1
  var isDestructor = false
  var arguments: [ArgumentModel] = []
}

/// One argument of a message.
struct ArgumentModel: Equatable {
  /// What goes over the wire; the raw value is its letter in a signature.
  enum Kind: String {
    case int = "i"
    case uint = "u"
    case fixed = "f"
    case string = "s"
    case object = "o"
    case newID = "n"
    case array = "a"
    case descriptor = "h"
  }

  var name: String
  var kind: Kind
  var interface: String?
  /// `enum` or `interface.enum`.
  var enumName: String?
  var isNullable = false
}

/// Names for the values of some arguments.
struct EnumModel: Equatable {
  var name: String
  var isBitfield = false
  var entries: [EntryModel] = []
}

/// One name for one value.
struct EntryModel: Equatable {
  var name: String
  var value: UInt32
  var since = 1
}

extension MessageModel {
  /// The signature as libwayland reads it: the version unless it is 1, then a letter for each argument on the wire.
  var signature: String {
    var text = since > 1 ? String(since) : ""
    for argument in arguments {
      if argument.isNullable { text += "?" }
      // An object whose interface only the call knows is sent with that interface's name and version.
      if argument.kind == .newID, argument.interface == nil { text += "su" }
      text += argument.kind.rawValue
    }
    return text
  }

  /// The interface of each letter in the signature.
  var wireInterfaces: [String?] {
    var list: [String?] = []
    for argument in arguments {
      if argument.kind == .newID, argument.interface == nil { list += [nil, nil] }
      list.append(argument.interface)
    }
    return list
  }
}

extension ProtocolModel {
  /// Adds what `newer` has beyond this; messages are only ever appended to an interface, so order stays the wire's.
  mutating func extend(with newer: ProtocolModel) {
    for addition in newer.interfaces {
      guard let index = interfaces.firstIndex(where: { $0.name == addition.name }) else {
        interfaces.append(addition)
        continue
      }
      interfaces[index].extend(with: addition)
    }
  }
}

extension InterfaceModel {
  fileprivate mutating func extend(with newer: InterfaceModel) {
    version = max(version, newer.version)
    requests += newer.requests.filter { message in !requests.contains { $0.name == message.name } }
    events += newer.events.filter { message in !events.contains { $0.name == message.name } }
    for addition in newer.enums {
      guard let index = enums.firstIndex(where: { $0.name == addition.name }) else {
        enums.append(addition)
        continue
      }
      let known = enums[index].entries
      enums[index].entries += addition.entries.filter { entry in !known.contains { $0.name == entry.name } }
    }
  }

  /// The interface as it was in an earlier version.
  func limited(to version: Int) -> InterfaceModel {
    var limited = self
    limited.version = version
    limited.requests.removeAll { $0.since > version }
    limited.events.removeAll { $0.since > version }
    for index in limited.enums.indices {
      limited.enums[index].entries.removeAll { $0.since > version }
    }
    return limited
  }
}
