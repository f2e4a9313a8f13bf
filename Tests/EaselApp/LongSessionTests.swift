import EaselGeometry
import EaselInk
import EaselPlatform
import EaselPlatformLinux
import Glibc
import Testing

@testable import EaselApp

/// A hand that takes a long line back and makes it again for hours does not make the file grow (WER-3).
@Suite struct `A drawing's file in a long session (WER-3)` {
  let path: String

  init() throws {
    var template = Array("/tmp/easel-session-XXXXXX".utf8CString)
    path = String(cString: try #require(mkdtemp(&template))) + "/drawing"
  }

  final class Messages {
    var lines: [String] = []
    private(set) lazy var log = Log(minimum: .debug) { [unowned self] in lines.append("\($0): \($1)") }
  }

  private func stroke(_ id: UInt64) throws -> Stroke {
    let points = (0..<500).map { InkPoint(x: Float($0), y: Float(id)) }
    return try #require(Stroke(id: StrokeID(id), pen: Pen(width: 4, color: .black), points: points))
  }

  private func bytes() throws -> [UInt8] { try Files.read(path, limit: 64 << 20) }

  private func ids() throws -> [UInt64]? { try Journal.read(bytes())?.document.strokes.map(\.id.value) }

  @Test func `stays short over thousands of undo and redo, and replays right after each`() throws {
    let messages = Messages()
    let file = try #require(try DrawingFile.open(path, log: messages.log))
    let strokes = try (1...5 as ClosedRange<UInt64>).map(stroke)
    for stroke in strokes { file.keep(.add(stroke)) }
    var longest = 0
    for round in 0..<3000 {
      file.keep(.remove(strokes[4]))
      file.keep(.add(strokes[4]))
      guard round % 50 == 0 else { continue }
      longest = max(longest, try bytes().count)
      #expect(try ids() == [1, 2, 3, 4, 5])
    }
    #expect(longest <= DrawingFile.smallestToLookAt + 8192 && longest > 500_000)
    for stroke in strokes.reversed() { file.keep(.remove(stroke)) }
    #expect(try ids() == [] && messages.lines == [])
    file.keep(.add(strokes[2]))
    #expect(try ids() == [3])
  }

  @Test func `loses nothing if the disk refuses the shorter file, and is shortened once it does not`() throws {
    let messages = Messages()
    let file = try #require(try DrawingFile.open(path, log: messages.log))
    let (first, second) = (try stroke(1), try stroke(2))
    file.keep(.add(first))
    // A folder lies where the new file would be written.
    try Files.createFolders(path + ".new/inside")
    for _ in 0..<300 {
      file.keep(.add(second))
      file.keep(.remove(second))
    }
    #expect(try bytes().count > DrawingFile.smallestToLookAt && ids() == [1])
    #expect(messages.lines.count == 1 && messages.lines.allSatisfy { $0.contains("stays so for now") })
    #expect(rmdir(path + ".new/inside") == 0 && rmdir(path + ".new") == 0)
    for _ in 0..<300 {
      file.keep(.add(second))
      file.keep(.remove(second))
    }
    #expect(try bytes().count < DrawingFile.smallestToLookAt && ids() == [1])
  }
}
