internal import Glibc

/// Whole files in and out; the scanner does without Foundation like the rest.
enum Files {
  static func read(_ path: String) throws(ScannerError) -> [UInt8] {
    guard let file = unsafe fopen(path, "rb") else { throw ScannerError("cannot read \(path): \(reason())") }
    defer { unsafe fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = unsafe fread(&chunk, 1, chunk.count, file)
      guard count > 0 else { return bytes }
      bytes += chunk[..<count]
    }
  }

  /// Writes a file anew.
  static func write(_ text: String, to path: String) throws(ScannerError) {
    let bytes = Array(text.utf8)
    guard let file = unsafe fopen(path, "wb") else { throw ScannerError("cannot write \(path): \(reason())") }
    let written = unsafe fwrite(bytes, 1, bytes.count, file)
    guard unsafe fclose(file) == 0, written == bytes.count else {
      throw ScannerError("cannot write \(path): \(reason())")
    }
  }

  /// Ends the build step with a line that SwiftPM shows as an error.
  static func fail(_ message: String) -> Never {
    let bytes = Array("error: \(message)\n".utf8)
    _ = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    exit(1)
  }

  private static func reason() -> String {
    unsafe String(cString: strerror(errno))
  }
}
