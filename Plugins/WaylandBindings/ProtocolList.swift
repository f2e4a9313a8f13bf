import Foundation

/// The files that `protocols/bound.txt` names; what is in them is the scanner's business.
struct ProtocolList {
  /// One line at the margin: a place, a path there, and perhaps `+` and a file of ours.
  struct File {
    var place: String
    var path: String
    var addition: String?

    /// The name of the Swift file that the scanner makes of it.
    var outputName: String {
      let name = path.split(separator: "/").last.map(String.init) ?? path
      return (name.hasSuffix(".xml") ? String(name.dropLast(4)) : name) + ".swift"
    }

    /// What must be made anew when it changes.
    func inputs(in places: [String: URL]) -> [URL] {
      let main = places[place].map { [$0.appending(path: path)] } ?? []
      return main + (addition.flatMap { name in places["own"]?.appending(path: name) }.map { [$0] } ?? [])
    }
  }

  var files: [File] = []

  init(_ url: URL) throws {
    for line in try String(contentsOf: url, encoding: .utf8).split(separator: "\n") {
      guard let first = line.first, first != " ", first != "#" else { continue }
      let words = line.split(separator: " ").map(String.init)
      guard words.count >= 2 else { continue }
      files.append(File(place: words[0], path: words[1], addition: words.count == 4 ? words[3] : nil))
    }
  }
}
