/// What the doctor found, for programs: a value of JSON (DOC-2).
nonisolated enum ReportValue: Equatable {
  case text(String)
  case number(Double)
  case flag(Bool)
  case nothing
  case list([ReportValue])
  case record([Field])

  /// A named part of a record; records keep their order.
  struct Field: Equatable {
    var name: String
    var value: ReportValue
  }

  static func integer(_ value: Int?) -> ReportValue { value.map { .number(Double($0)) } ?? .nothing }

  static func texts(_ texts: [String]) -> ReportValue { .list(texts.map { .text($0) }) }

  /// A record of fields in their order.
  static func fields(_ fields: KeyValuePairs<String, ReportValue>) -> ReportValue {
    .record(fields.map { Field(name: $0.key, value: $0.value) })
  }

  /// The value as JSON, a line for each part, without a line's end behind it.
  func json(indent: String = "") -> String {
    switch self {
    case .text(let text): ReportValue.quoted(text)
    case .number(let number): ReportValue.digits(number)
    case .flag(let isSet): isSet ? "true" : "false"
    case .nothing: "null"
    case .list(let values):
      ReportValue.lines("[", values.map { $0.json(indent: indent + "  ") }, "]", indent)
    case .record(let fields):
      ReportValue.lines(
        "{", fields.map { "\(ReportValue.quoted($0.name)): \($0.value.json(indent: indent + "  "))" }, "}", indent)
    }
  }

  private static func lines(_ begin: String, _ parts: [String], _ end: String, _ indent: String) -> String {
    guard !parts.isEmpty else { return begin + end }
    return begin + parts.map { "\n\(indent)  \($0)" }.joined(separator: ",") + "\n\(indent)\(end)"
  }

  /// JSON knows neither infinity nor what is no number.
  private static func digits(_ number: Double) -> String {
    guard number.isFinite else { return "null" }
    return number.rounded() == number && number.magnitude < 1e15 ? "\(Int(number))" : "\(number)"
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\n": result += "\\n"
      case _ where scalar.value < 0x20 || scalar.value == 0x7f:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
