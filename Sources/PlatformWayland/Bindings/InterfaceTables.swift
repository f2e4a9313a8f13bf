internal import CEaselWaylandClient

/// A request or an event as libwayland must know it.
nonisolated struct MessageDescription: Sendable {
  let name: StaticString
  /// The version since when it exists, then one letter for each argument.
  let signature: StaticString
  /// The interface of each argument, nil where there is none or it is not bound; empty if that is so for all.
  let types: [BoundInterface?]

  init(_ name: StaticString, _ signature: StaticString, _ types: [BoundInterface?] = []) {
    self.name = name
    self.signature = signature
    self.types = types
  }
}

/// An interface as libwayland must know it.
nonisolated struct InterfaceDescription: Sendable {
  let name: StaticString
  /// The highest version of which every event is handled (WCN-1).
  let version: Int32
  let requests: [MessageDescription]
  let events: [MessageDescription]
}

/// libwayland's tables of all bound interfaces, made once and never freed: objects point to them as long as they live.
///
/// They refer to each other in circles, so they are one block of memory whose parts are filled in turn.
@safe struct InterfaceTables {
  private let base: UnsafeMutablePointer<wl_interface>

  /// Makes the tables.
  ///
  /// - Parameter version: what every interface claims as its version, or nil for the one that is bound.
  init(version: Int32? = nil) {
    let all = BoundInterface.allCases
    unsafe base = .allocate(capacity: all.count)
    for interface in all {
      let description = interface.description
      let entry = unsafe wl_interface(
        name: Self.text(description.name), version: version ?? description.version,
        method_count: Int32(description.requests.count), methods: messages(description.requests),
        event_count: Int32(description.events.count), events: messages(description.events, allowingNil: true))
      unsafe (base + interface.rawValue).initialize(to: entry)
    }
  }

  /// One interface's table.
  subscript(interface: BoundInterface) -> UnsafePointer<wl_interface> {
    unsafe UnsafePointer(base + interface.rawValue)
  }

  /// An address that nobody else has: objects that are ours are known by it.
  var mark: UnsafeRawPointer {
    unsafe UnsafeRawPointer(base)
  }

  /// - Parameter allowingNil: whether an object or a text may be left out where the protocol wants one. Some servers do it in
  ///   events, and libwayland would end the connection (WTC-7, WPO-2, WKB-4).
  private func messages(_ descriptions: [MessageDescription], allowingNil: Bool = false) -> UnsafePointer<wl_message> {
    let list = UnsafeMutablePointer<wl_message>.allocate(capacity: max(descriptions.count, 1))
    for (index, description) in descriptions.enumerated() {
      let entry = unsafe wl_message(
        name: Self.text(description.name),
        signature: allowingNil ? Self.tolerant(description.signature) : Self.text(description.signature),
        types: types(of: description))
      unsafe (list + index).initialize(to: entry)
    }
    return unsafe UnsafePointer(list)
  }

  /// libwayland looks at the type of every argument, so each has a place even if it has no type.
  private func types(of message: MessageDescription) -> UnsafeMutablePointer<UnsafePointer<wl_interface>?> {
    let count = max(message.types.count, message.signature.utf8CodeUnitCount)
    let list = UnsafeMutablePointer<UnsafePointer<wl_interface>?>.allocate(capacity: max(count, 1))
    unsafe list.initialize(repeating: nil, count: max(count, 1))
    for (index, type) in message.types.enumerated() {
      if let type { unsafe list[index] = self[type] }
    }
    return unsafe list
  }

  /// A signature in which every object and text may be left out; never freed.
  private static func tolerant(_ signature: StaticString) -> UnsafePointer<CChar> {
    var letters: [CChar] = []
    for letter in "\(signature)".utf8 {
      let mayBeNil = letter == UInt8(ascii: "o") || letter == UInt8(ascii: "s")
      if mayBeNil && letters.last != CChar(UInt8(ascii: "?")) { letters.append(CChar(UInt8(ascii: "?"))) }
      letters.append(CChar(bitPattern: letter))
    }
    letters.append(0)
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: letters.count)
    unsafe copy.initialize(from: letters, count: letters.count)
    return unsafe UnsafePointer(copy)
  }

  /// A literal's bytes end with a zero and are never freed.
  private static func text(_ literal: StaticString) -> UnsafePointer<CChar> {
    unsafe UnsafeRawPointer(literal.utf8Start).assumingMemoryBound(to: CChar.self)
  }
}
