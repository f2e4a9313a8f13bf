/// One line of a trace, cut into words, with the words' readers.
struct TraceLine {
  private struct Word {
    var text: String
    var isQuoted: Bool
  }

  let number: Int
  private var words: [Word] = []
  private var index = 0

  /// Cuts a line; what follows an unquoted `#` is a comment.
  init(_ bytes: ArraySlice<UInt8>, number: Int) throws(TraceError) {
    self.number = number
    guard bytes.count <= TraceLimit.lineBytes else {
      throw TraceError(line: number, problem: "the line is longer than \(TraceLimit.lineBytes) bytes")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw TraceError(line: number, problem: "the line is no UTF-8 text")
    }
    var scalars = text.unicodeScalars[...]
    while let scalar = scalars.first {
      if scalar == "#" { break }
      if TraceLine.isSpace(scalar) {
        scalars.removeFirst()
      } else if scalar == "\"" {
        words.append(Word(text: try quoted(&scalars), isQuoted: true))
      } else {
        let end = scalars.firstIndex { TraceLine.isSpace($0) || $0 == "#" } ?? scalars.endIndex
        words.append(Word(text: String(scalars[..<end]), isQuoted: false))
        scalars = scalars[end...]
      }
    }
  }

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" || scalar == "\r" }

  private func quoted(_ scalars: inout Substring.UnicodeScalarView) throws(TraceError) -> String {
    scalars.removeFirst()
    var result = String.UnicodeScalarView()
    while let scalar = scalars.popFirst() {
      if scalar == "\"" { return String(result) }
      guard scalar == "\\" else {
        result.append(scalar)
        continue
      }
      result.append(try escaped(&scalars))
    }
    throw TraceError(line: number, problem: "expected \" at the end of the text")
  }

  /// What follows a backslash.
  private func escaped(_ scalars: inout Substring.UnicodeScalarView) throws(TraceError) -> Unicode.Scalar {
    switch scalars.popFirst() {
    case "\"": return "\""
    case "\\": return "\\"
    case "u":
      guard scalars.popFirst() == "{", let end = scalars.firstIndex(of: "}"),
        let code = UInt32(String(scalars[..<end]), radix: 16), let scalar = Unicode.Scalar(code)
      else { break }
      scalars = scalars[scalars.index(after: end)...]
      return scalar
    case .some, nil: break
    }
    throw error("expected \\\", \\\\ or \\u{…} with a character's number in hexadecimal")
  }

  // MARK: Readers

  /// Whether every word was read.
  var isAtEnd: Bool { index == words.count }

  func error(_ problem: String) -> TraceError { TraceError(line: number, problem: problem) }

  private func unexpected(_ expected: String, at index: Int) -> TraceError {
    error("expected \(expected), found \(index < words.count ? "“\(words[index].text.prefix(40))”" : "the end of the line")")
  }

  /// The next word, whatever it is.
  mutating func word(_ expected: @autoclosure () -> String) throws(TraceError) -> String {
    guard index < words.count, !words[index].isQuoted else { throw unexpected(expected(), at: index) }
    index += 1
    return words[index - 1].text
  }

  /// The next word's value in a table of words.
  mutating func word<Value>(of table: [(word: String, value: Value)]) throws(TraceError) -> Value {
    let word = try self.word("one of " + TraceWord.list(table.map(\.word)))
    for entry in table where entry.word == word { return entry.value }
    throw unexpected("one of " + TraceWord.list(table.map(\.word)), at: index - 1)
  }

  /// A quoted text.
  mutating func text(_ expected: String) throws(TraceError) -> String {
    guard index < words.count, words[index].isQuoted, words[index].text.count <= TraceLimit.text else {
      throw unexpected(expected, at: index)
    }
    index += 1
    return words[index - 1].text
  }

  /// A whole number that is not negative, decimal or with 0x.
  mutating func integer<Number: FixedWidthInteger & UnsignedInteger>(_ expected: String) throws(TraceError) -> Number {
    let word = try self.word("\(expected) (a whole number up to \(Number.max))")
    let isHexadecimal = word.hasPrefix("0x")
    let digits = isHexadecimal ? word.dropFirst(2) : word[...]
    guard digits.utf8.first != UInt8(ascii: "+"), let value = Number(digits, radix: isHexadecimal ? 16 : 10) else {
      throw unexpected("\(expected) (a whole number up to \(Number.max))", at: index - 1)
    }
    return value
  }

  /// A whole number that may be negative.
  mutating func signed(_ expected: String) throws(TraceError) -> Int {
    let expected = "\(expected) (a whole number)"
    let word = try self.word(expected)
    guard let value = Int32(word) else { throw unexpected(expected, at: index - 1) }
    return Int(value)
  }

  /// A number with or without decimals, within the format's bounds.
  mutating func number(_ expected: String) throws(TraceError) -> Double {
    let word = try self.word("\(expected) (a number between -1e9 and 1e9)")
    let isPlain = word.utf8.allSatisfy { "+-.0123456789eE".utf8.contains($0) }
    guard isPlain, let value = Double(word), TraceLimit.allows(value) else {
      throw unexpected("\(expected) (a number between -1e9 and 1e9)", at: index - 1)
    }
    return value
  }

  /// A number, or nil for the word `none`.
  mutating func optionalNumber(_ expected: String) throws(TraceError) -> Double? {
    guard index < words.count, words[index].text == "none" else { return try number(expected) }
    index += 1
    return nil
  }

  /// The word `yes` or `no`.
  mutating func flag() throws(TraceError) -> Bool { try word(of: [("yes", true), ("no", false)]) }

  /// Milliseconds with at most six decimals, as nanoseconds.
  mutating func milliseconds() throws(TraceError) -> Int64 {
    let expected = "milliseconds, at most a week, with at most 6 decimals"
    let word = try self.word(expected)
    let parts = word.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let decimals = parts.count > 1 ? parts[1] : "0"
    let isPlain = word.utf8.allSatisfy { ".0123456789".utf8.contains($0) }
    guard isPlain, let whole = Int64(parts[0]), whole <= TraceLimit.nanoseconds / 1_000_000, decimals.utf8.count <= 6,
      let fraction = Int64(decimals + String(repeating: "0", count: 6 - decimals.utf8.count))
    else { throw unexpected(expected, at: index - 1) }
    return whole * 1_000_000 + fraction
  }

  /// Refuses words that nobody has read.
  func end() throws(TraceError) {
    guard isAtEnd else { throw unexpected("the end of the line", at: index) }
  }
}
