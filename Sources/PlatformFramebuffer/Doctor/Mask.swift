/// Leaves out of a report what may tell whose devices they are: their names, which users may choose, and their serial numbers (DOC-2).
nonisolated enum Mask {
  /// What stands in the place of what is left out.
  static let text = "masked"

  /// Links to devices have the maker, the model and the serial number in their names.
  private static let folders = ["/by-id/", "/by-path/"]

  /// The text with what follows such a folder in a path left out.
  static func hideLinks(in text: String) -> String {
    var result: [Character] = []
    var rest = Array(text)[...]
    while let next = rest.first {
      guard let folder = folders.first(where: { rest.starts(with: $0) }) else {
        result.append(next)
        rest.removeFirst()
        continue
      }
      result += Array(folder + Mask.text)
      rest = rest.dropFirst(folder.count).drop { !$0.isWhitespace && !"”\",:".contains($0) }
    }
    return String(result)
  }
}

extension InputReport {
  /// The same without the names of devices.
  var masked: InputReport {
    var report = self
    for place in devices.indices { report.devices[place].name = Mask.text }
    for place in ignored.indices { report.ignored[place].name = Mask.text }
    for place in refusals.indices { report.refusals[place].node = Mask.hideLinks(in: refusals[place].node) }
    return report
  }
}
