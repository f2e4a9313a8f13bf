/// What the build plugin tells the scanner: `key=value` words.
struct Options {
  var side: Scanner.Side
  /// The folder with `bound.txt` and XML of our own.
  var own: String
  /// Where to write.
  var output: String
  /// The installed packages' folders; missing if pkg-config did not find them.
  var wayland: String?
  var waylandProtocols: String?
  /// Swift files to copy for the server's side.
  var shared: [String] = []

  init(_ words: [String]) throws(ScannerError) {
    var values: [String: String] = [:]
    for word in words {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2 else { throw ScannerError("cannot read the option \(word)") }
      if parts[0] == "shared" {
        shared.append(parts[1])
      } else {
        values[parts[0]] = parts[1]
      }
    }
    guard let side = values["side"].flatMap(Scanner.Side.init), let own = values["own"], let output = values["output"]
    else {
      throw ScannerError("usage: side=client|server own=DIR output=DIR [wayland=DIR] [wayland-protocols=DIR] [shared=FILE]…")
    }
    self.side = side
    self.own = own
    self.output = output
    wayland = values["wayland"]
    waylandProtocols = values["wayland-protocols"]
  }

  /// Where the files of a place are, or which Debian package is missing.
  func directory(of place: BoundList.Place) throws(ScannerError) -> String {
    switch place {
    case .own:
      return own
    case .wayland:
      guard let wayland else { throw Self.missing("wayland-scanner", package: "libwayland-dev") }
      return wayland
    case .waylandProtocols:
      guard let waylandProtocols else { throw Self.missing("wayland-protocols", package: "wayland-protocols") }
      return waylandProtocols
    }
  }

  private static func missing(_ module: String, package: String) -> ScannerError {
    ScannerError(
      """
      pkg-config does not find \(module), whose XML the Wayland bindings are made of. Install the Debian packages \
      pkg-config and \(package) (script/bootstrap does), or build without the trait Wayland.
      """)
  }
}
