/// One run: reads the list and every protocol on it, and writes the Swift of one side.
struct Scanner {
  /// Whose code is made.
  enum Side: String {
    case client
    case server
  }

  private let options: Options

  init(_ options: Options) {
    self.options = options
  }

  func run() throws(ScannerError) {
    let list = try BoundList(text(of: options.own + "/bound.txt"))
    var set = InterfaceSet()
    var selections: [[InterfaceModel]] = []
    for entry in list.entries {
      let interfaces = try entry.select(from: try protocolModel(of: entry))
      for interface in interfaces { try set.insert(interface) }
      selections.append(interfaces)
    }
    for (entry, interfaces) in zip(list.entries, selections) {
      for interface in interfaces { try set.check(interface) }
      try Files.write(Self.emit(interfaces, from: entry.path, in: set, options.side), to: output(entry.outputName))
    }
    try Files.write(TableEmitter(set: set).index(), to: output("BoundInterface.swift"))
    for path in options.shared { try copy(path) }
  }

  /// The Swift of one protocol.
  static func emit(_ interfaces: [InterfaceModel], from path: String, in set: InterfaceSet, _ side: Side) -> String {
    var source = Source()
    source.line("// Made by EaselWaylandScanner from \(path).")
    for interface in interfaces {
      source.line()
      TableEmitter(set: set).emit(interface, into: &source)
      source.line()
      switch side {
      case .client:
        ClientEmitter(set: set).emit(interface, into: &source)
      // libwayland's server keeps the registry to itself.
      case .server where interface.name != "wl_registry":
        ServerEmitter(set: set).emit(interface, into: &source)
      case .server:
        break
      }
    }
    return source.text
  }

  private func protocolModel(of entry: BoundList.Entry) throws(ScannerError) -> ProtocolModel {
    var model = try parse(try options.directory(of: entry.place) + "/" + entry.path)
    if let addition = entry.addition { model.extend(with: try parse(options.own + "/" + addition)) }
    return model
  }

  private func parse(_ path: String) throws(ScannerError) -> ProtocolModel {
    try Parser.parse(try Files.read(path), file: path)
  }

  /// Sources that both sides need are the client's, copied for the server with the other C module.
  private func copy(_ path: String) throws(ScannerError) {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let lines = try text(of: path).split(separator: "\n", omittingEmptySubsequences: false)
    let copied = lines.map { $0 == "internal import CEaselWaylandClient" ? "internal import CEaselWaylandServer" : $0 }
    try Files.write(copied.joined(separator: "\n"), to: output(name))
  }

  private func output(_ name: String) -> String {
    options.output + "/" + name
  }

  private func text(of path: String) throws(ScannerError) -> String {
    String(decoding: try Files.read(path), as: UTF8.self)
  }
}
