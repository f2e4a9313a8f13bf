/// What `protocols/bound.txt` says: which interfaces are bound, up to which version, and where their XML is.
struct BoundList: Equatable {
  /// Where a protocol's file is.
  enum Place: String {
    case wayland
    case waylandProtocols = "wayland-protocols"
    case own
  }

  /// One protocol's file and what is bound of it.
  struct Entry: Equatable {
    var place: Place
    var path: String
    /// A file of our own that adds to it.
    var addition: String?
    /// Interface and version, in the order of the list.
    var interfaces: [Bound] = []
  }

  /// One interface.
  struct Bound: Equatable {
    var name: String
    var version: Int
  }

  var entries: [Entry] = []

  /// Reads the list; a line that makes no sense is an error with its number.
  init(_ text: String) throws(ScannerError) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (number, line) in lines.enumerated() {
      let words = line.split(separator: " ").map(String.init)
      guard let first = words.first, !first.hasPrefix("#") else { continue }
      let isUnderstood = line.hasPrefix(" ") ? readInterface(words) : readProtocol(words)
      guard isUnderstood else { throw ScannerError("bound.txt:\(number + 1): cannot read “\(line)”") }
    }
  }

  private mutating func readProtocol(_ words: [String]) -> Bool {
    guard words.count == 2 || (words.count == 4 && words[2] == "+"), let place = Place(rawValue: words[0]) else {
      return false
    }
    entries.append(Entry(place: place, path: words[1], addition: words.count == 4 ? words[3] : nil))
    return true
  }

  private mutating func readInterface(_ words: [String]) -> Bool {
    guard words.count == 2, let version = Int(words[1]), version > 0, !entries.isEmpty else { return false }
    entries[entries.count - 1].interfaces.append(Bound(name: words[0], version: version))
    return true
  }
}

extension BoundList.Entry {
  /// The name of the Swift file that is made of it.
  var outputName: String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    return (file.hasSuffix(".xml") ? String(file.dropLast(4)) : file) + ".swift"
  }

  /// The bound interfaces of a protocol that has been read, cut to their versions.
  func select(from model: ProtocolModel) throws(ScannerError) -> [InterfaceModel] {
    var selected: [InterfaceModel] = []
    for bound in interfaces {
      guard let interface = model.interfaces.first(where: { $0.name == bound.name }) else {
        throw ScannerError("\(path) has no interface \(bound.name)")
      }
      guard interface.version >= bound.version else {
        throw ScannerError("\(path) has \(bound.name) \(interface.version), bound.txt wants \(bound.version)")
      }
      selected.append(interface.limited(to: bound.version))
    }
    return selected
  }
}
