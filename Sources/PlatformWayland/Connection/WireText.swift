extension String {
  /// The text as one wire message can carry it: without zero bytes, cut between characters to at most `limit` bytes (WEL-9).
  nonisolated func wireText(limit: Int) -> String {
    var result = String.UnicodeScalarView()
    var room = limit
    for scalar in unicodeScalars where scalar != "\0" {
      let length = UTF8.width(scalar)
      guard room >= length else { break }
      room -= length
      result.append(scalar)
    }
    return String(result)
  }
}
