import Glibc

/// The C programs of the rigs, compiled on demand into the build folder, and where things of the project lie.
public struct Toolbox: Sendable {
  /// The project's root.
  public let root: String
  private let folder: String

  /// The tools for some rigs, made now if they are not there.
  ///
  /// - Throws: `Missing` if a package is not installed, `RigError` if the tools do not compile.
  init(_ parts: [String]) throws {
    root = Toolbox.findRoot()
    folder = root + "/.build/rigs"
    let (status, output) = try Toolbox.shell([root + "/Tests/Rigs/build", folder, "bound"] + parts)
    if status == 3 { throw Missing(reason: output) }
    guard status == 0 else { throw RigError("Tests/Rigs/build failed:\n\(output)") }
  }

  /// Packages that a rig needs and that are not installed.
  struct Missing: Error {
    var reason: String
  }

  func path(_ tool: String) -> String { folder + "/" + tool }

  /// This file lies in Tests/Rigs, also when it was compiled by way of a link to that folder.
  private static func findRoot(_ file: String = #filePath) -> String {
    guard let resolved = realpath(file, nil) else { return file }
    defer { free(resolved) }
    return String(cString: resolved).split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
  }

  /// Runs a command to its end and gives its status and its output without surrounding white space.
  private static func shell(_ command: [String]) throws -> (status: Int, output: String) {
    let quoted = command.map { "'\($0)'" }.joined(separator: " ") + " 2>&1"
    guard let pipe = popen(quoted, "r") else { throw RigError("no shell") }
    var bytes: [UInt8] = []
    while case let byte = fgetc(pipe), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
    let status = Int(pclose(pipe) >> 8 & 0xff)
    let text = String(decoding: bytes, as: UTF8.self)
    return (status, String(text.reversed().drop { $0.isWhitespace }.reversed()))
  }
}
