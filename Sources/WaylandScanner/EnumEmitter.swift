/// Writes the enums of an interface.
///
/// They become structs, not Swift enums: a peer may send a value that nobody has heard of (WCN-6).
struct EnumEmitter {
  func emit(_ enumeration: EnumModel, into source: inout Source) {
    let protocols = enumeration.isBitfield ? "OptionSet, Hashable, Sendable" : "RawRepresentable, Hashable, Sendable"
    let name = Naming.enumType(enumeration.name)
    source.block("nonisolated struct \(name): \(protocols)") { source in
      source.line("var rawValue: UInt32")
      source.block("init(rawValue: UInt32)") { $0.line("self.rawValue = rawValue") }
      for entry in enumeration.entries where !(enumeration.isBitfield && entry.value == 0) {
        let member = Naming.entry(entry.name, of: enumeration.name)
        source.line("static let \(member) = \(name)(rawValue: \(entry.value))")
      }
    }
  }
}
