import EaselTestSupport
import Glibc
import Testing

/// What can be seen only in a process of its own: see Tests/TextProbe.
@Suite(.needsFont) struct ProcessTests {
  @Test func `fontconfig is loaded with the first text, a title after the first frame, and fribidi with the first Hebrew`() {
    #expect(
      output() == """
        after frame 1: fontconfig is not loaded
        after the title: fontconfig is loaded
        after Latin text: fribidi is not loaded
        height of a line
        family DejaVu Sans
        after Hebrew text: fribidi is loaded

        """)
  }

  @Test func `Without any font labels are empty, the log says once what to install, and a font asked for is an error`() throws {
    let path = "/tmp/easel-no-fonts-\(getpid()).conf"
    let file = try #require(fopen(path, "w"))
    fputs("<fontconfig></fontconfig>\n", file)
    fclose(file)
    defer { unlink(path) }
    let sentence =
      "Text cannot be shown: fontconfig finds no font. Install one; on Debian: apt install fonts-dejavu-core."
    #expect(
      output("FONTCONFIG_FILE=\(path)") == """
        after frame 1: fontconfig is not loaded
        log error: \(sentence)
        after the title: fontconfig is loaded
        after Latin text: fribidi is not loaded
        height none
        error: There is no font of the family "DejaVu Sans". Install one, or name a family that `fc-list : family` prints.
        after Hebrew text: fribidi is not loaded

        """)
  }

  /// What the probe prints, which was built beside the tests.
  private func output(_ environment: String = "") -> String {
    var path = [CChar](repeating: 0, count: 4096)
    let length = readlink("/proc/self/exe", &path, 4095)
    let runner = String(decoding: path[..<max(0, length)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let folder = runner.split(separator: "/").dropLast().map { "/" + $0 }.joined()
    guard let pipe = popen("\(environment) '\(folder)/EaselTextProbe'", "r") else { return "no process" }
    defer { pclose(pipe) }
    var line = [CChar](repeating: 0, count: 4096)
    var result = ""
    while fgets(&line, 4096, pipe) != nil {
      result += String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    return result
  }
}
