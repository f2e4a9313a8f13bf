internal import CEaselExpat

/// Reads one protocol's XML with expat.
///
/// Descriptions and copyright notices are passed over: only messages, arguments and enums count.
final class Parser {
  private let file: String
  private var model: ProtocolModel?
  private var interface: InterfaceModel?
  private var message: MessageModel?
  private var enumeration: EnumModel?
  private var failure: ScannerError?

  private init(file: String) {
    self.file = file
  }

  /// The protocol in these bytes; `file` is only named in errors.
  static func parse(_ bytes: [UInt8], file: String) throws(ScannerError) -> ProtocolModel {
    let parser = Parser(file: file)
    try parser.run(bytes)
    guard let model = parser.model else { throw ScannerError("\(file): there is no <protocol>") }
    return model
  }

  private func run(_ bytes: [UInt8]) throws(ScannerError) {
    guard let expat = unsafe XML_ParserCreate(nil) else { throw ScannerError("\(file): out of memory") }
    defer { unsafe XML_ParserFree(expat) }
    unsafe XML_SetUserData(expat, Unmanaged.passUnretained(self).toOpaque())
    unsafe XML_SetElementHandler(
      expat,
      { (context, name, attributes) in
        guard let context = unsafe context, let name = unsafe name, let attributes = unsafe attributes else { return }
        let parser = unsafe Unmanaged<Parser>.fromOpaque(context).takeUnretainedValue()
        unsafe parser.begin(String(cString: name), Attributes(attributes))
      },
      { (context, name) in
        guard let context = unsafe context, let name = unsafe name else { return }
        let parser = unsafe Unmanaged<Parser>.fromOpaque(context).takeUnretainedValue()
        unsafe parser.end(String(cString: name))
      })
    let status = unsafe bytes.withUnsafeBytes { (buffer: UnsafeRawBufferPointer) in
      unsafe XML_Parse(
        expat, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(clamping: buffer.count), 1)
    }
    if let failure { throw failure }
    guard status != XML_STATUS_OK else { return }
    let line = unsafe XML_GetCurrentLineNumber(expat)
    let reason = unsafe XML_ErrorString(XML_GetErrorCode(expat)).map { unsafe String(cString: $0) } ?? "no XML"
    throw ScannerError("\(file):\(line): \(reason)")
  }

  private func begin(_ element: String, _ attributes: Attributes) {
    guard failure == nil else { return }
    do {
      try open(element, attributes)
    } catch {
      failure = error
    }
  }

  private func open(_ element: String, _ attributes: Attributes) throws(ScannerError) {
    switch element {
    case "protocol":
      model = ProtocolModel(name: try attributes.required("name", in: file))
    case "interface":
      interface = InterfaceModel(
        name: try attributes.required("name", in: file), version: try attributes.number("version", in: file))
    case "request", "event":
      message = MessageModel(
        name: try attributes.required("name", in: file), since: try attributes.number("since", in: file),
        isDestructor: attributes["type"] == "destructor")
    case "arg":
      message?.arguments.append(try argument(attributes))
    case "enum":
      enumeration = EnumModel(
        name: try attributes.required("name", in: file), isBitfield: attributes["bitfield"] == "true")
    case "entry":
      enumeration?.entries.append(try entry(attributes))
    default:
      break
    }
  }

  private func end(_ element: String) {
    switch element {
    case "interface":
      if let interface { model?.interfaces.append(interface) }
      interface = nil
    case "request":
      if let message { interface?.requests.append(message) }
      message = nil
    case "event":
      if let message { interface?.events.append(message) }
      message = nil
    case "enum":
      if let enumeration { interface?.enums.append(enumeration) }
      enumeration = nil
    default:
      break
    }
  }

  private func argument(_ attributes: Attributes) throws(ScannerError) -> ArgumentModel {
    let name = try attributes.required("name", in: file)
    let type = try attributes.required("type", in: file)
    guard let kind = ArgumentModel.Kind(xmlType: type) else {
      throw ScannerError("\(file): argument \(name) has the unknown type \(type)")
    }
    return ArgumentModel(
      name: name, kind: kind, interface: attributes["interface"], enumName: attributes["enum"],
      isNullable: attributes["allow-null"] == "true")
  }

  private func entry(_ attributes: Attributes) throws(ScannerError) -> EntryModel {
    let name = try attributes.required("name", in: file)
    let text = try attributes.required("value", in: file)
    let value = text.hasPrefix("0x") ? UInt32(text.dropFirst(2), radix: 16) : UInt32(text)
    guard let value else { throw ScannerError("\(file): entry \(name) has the value \(text), which is no number") }
    return EntryModel(name: name, value: value, since: try attributes.number("since", in: file))
  }
}

/// The attributes of one element.
private struct Attributes {
  private var values: [String: String] = [:]

  @unsafe init(_ list: UnsafeMutablePointer<UnsafePointer<XML_Char>?>) {
    var next = unsafe list
    while let name = unsafe next[0], let value = unsafe next[1] {
      unsafe values[String(cString: name)] = unsafe String(cString: value)
      unsafe next += 2
    }
  }

  subscript(name: String) -> String? { values[name] }

  func required(_ name: String, in file: String) throws(ScannerError) -> String {
    guard let value = values[name], !value.isEmpty else { throw ScannerError("\(file): an element has no \(name)") }
    return value
  }

  /// A version; 1 if there is none.
  func number(_ name: String, in file: String) throws(ScannerError) -> Int {
    guard let text = values[name] else { return 1 }
    guard let number = Int(text), number > 0 else { throw ScannerError("\(file): \(name) \(text) is no version") }
    return number
  }
}

extension ArgumentModel.Kind {
  fileprivate init?(xmlType: String) {
    switch xmlType {
    case "int": self = .int
    case "uint": self = .uint
    case "fixed": self = .fixed
    case "string": self = .string
    case "object": self = .object
    case "new_id": self = .newID
    case "array": self = .array
    case "fd": self = .descriptor
    default: return nil
    }
  }
}
