import EaselGeometry
import EaselInk
import EaselPlatform
import EaselPlatformLinux
import Glibc
import Testing

@testable import EaselApp

@Suite struct `A drawing's file (WER-3)` {
  let folder: String

  init() throws {
    var template = Array("/tmp/easel-drawing-XXXXXX".utf8CString)
    folder = String(cString: try #require(mkdtemp(&template)))
  }

  final class Messages {
    var lines: [String] = []
    private(set) lazy var log = Log(minimum: .debug) { [unowned self] in lines.append("\($0): \($1)") }
  }

  func stroke(_ id: UInt64) -> Stroke {
    Stroke(id: StrokeID(id), pen: Pen(width: 4, color: .black), at: InkPoint(x: Float(id), y: 1))
  }

  func ids(_ file: DrawingFile?) -> [UInt64]? { file?.document.strokes.map(\.id.value) }

  @Test func `gives back every edit that it was told, whenever the process was killed`() throws {
    let path = "\(folder)/a"
    let messages = Messages()
    do {
      let file = try #require(try DrawingFile.open(path, log: messages.log))
      for id in 1...3 as ClosedRange<UInt64> { file.keep(.add(stroke(id))) }
      file.keep(.remove(stroke(2)))
    }
    #expect(ids(try DrawingFile.open(path, log: messages.log)) == [1, 3])
    let whole = try Files.read(path, limit: 1 << 20)
    for length in [whole.count - 1, whole.count - 9, Journal.header.count + 3] {
      try Files.writeAtomically(Array(whole[..<length]), to: path)
      let file = try #require(try DrawingFile.open(path, log: messages.log))
      let kept = try #require(ids(file))
      file.keep(.add(stroke(9)))
      #expect(try Journal.read(Files.read(path, limit: 1 << 20))?.document.strokes.map(\.id.value) == kept + [9])
    }
    #expect(messages.lines.count == 3 && messages.lines.allSatisfy { $0.contains("damaged") })
  }

  /// A journal of many strokes that were nearly all taken back, and the numbers of those that were not.
  private func longJournal() -> (bytes: [UInt8], ids: [UInt64]) {
    let ids: ClosedRange<UInt64> = 1...1500
    let bytes = ids.reduce(into: Journal.header) { bytes, id in
      bytes += Journal.record(.add(stroke(id)))
      if id % 10 != 0 { bytes += Journal.record(.remove(stroke(id))) }
    }
    return (bytes, ids.filter { $0 % 10 == 0 })
  }

  @Test func `is written anew when it is twice as long as its page, and loses nothing`() throws {
    let (path, messages) = ("\(folder)/long", Messages())
    let (bytes, kept) = longJournal()
    #expect(bytes.count > DrawingFile.smallestToShorten)
    try Files.writeAtomically(bytes, to: path, permissions: 0o640)
    // What a process left that was killed while it wrote the new file.
    try Files.writeAtomically(Array(bytes.prefix(99)), to: path + ".new")
    do {
      let file = try #require(try DrawingFile.open(path, log: messages.log))
      #expect(ids(file) == kept)
      file.keep(.add(stroke(2000)))
      #expect(try DrawingFile.open(path, log: messages.log) == nil, "the new file is locked as the old one was")
    }
    let short = try Files.read(path, limit: 1 << 20)
    #expect(short.count < bytes.count / 10 && !Files.exists(path + ".new"))
    #expect(ids(try DrawingFile.open(path, log: messages.log)) == kept + [2000])
    #expect(try Files.read(path, limit: 1 << 20) == short && messages.lines == [])
  }

  @Test func `stays as it is if it is short, needed, or not understood`() throws {
    let (path, messages) = ("\(folder)/stays", Messages())
    let (long, _) = longJournal()
    // A record of a kind that is not known: its length, its checksum, its payload.
    let alien: [UInt8] = [9, 0, 0, 0, 0x67, 0x79, 0x68, 0x82, 7, 0, 0, 0, 0, 0, 0, 0, 0]
    #expect(Journal.read(Journal.header + alien)?.recordCount == 1)
    let needed = (1...3000 as ClosedRange<UInt64>).reduce(into: Journal.header) { $0 += Journal.record(.add(stroke($1))) }
    for bytes in [Array(long.prefix(DrawingFile.smallestToShorten / 2)), needed, long + alien] {
      let whole = try #require(Journal.read(bytes)).wholeBytes
      try Files.writeAtomically(Array(bytes[..<whole]), to: path)
      #expect(ids(try DrawingFile.open(path, log: messages.log)) != [])
      #expect(try Files.read(path, limit: 1 << 20).count == whole)
    }
    #expect(messages.lines == [])
  }

  @Test func `stays as it is if the disk refuses the new one`() throws {
    let (path, messages) = ("\(folder)/refused", Messages())
    let (bytes, kept) = longJournal()
    try Files.writeAtomically(bytes, to: path)
    // A folder lies where the new file would be written.
    try Files.createFolders(path + ".new/inside")
    #expect(ids(try DrawingFile.open(path, log: messages.log)) == kept)
    #expect(messages.lines.count == 1 && messages.lines[0].contains("stays so for now"))
    #expect(try Files.read(path, limit: 1 << 20) == bytes)
  }

  @Test func `belongs to one window; the next one gets a file of its own`() throws {
    let messages = Messages()
    let first = try DrawingFile.open(inFolder: "\(folder)/new/state", log: messages.log)
    let second = try DrawingFile.open(inFolder: "\(folder)/new/state", log: messages.log)
    first.keep(.add(stroke(1)))
    second.keep(.add(stroke(2)))
    #expect(try Files.read("\(folder)/new/state/drawing-2.journal", limit: 1 << 20).count > Journal.header.count)
    #expect(try DrawingFile.open("\(folder)/new/state/drawing.journal", log: messages.log) == nil)
  }

  @Test func `on a full disk keeps the drawing in memory, says it once and catches up later`() throws {
    let messages = Messages()
    let path = "\(folder)/full"
    let file = try #require(try DrawingFile.open(path, log: messages.log))
    // A limit on a file's size refuses bytes as a full disk does, with the part before the limit written.
    var old = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &old)
    signal(SIGXFSZ, SIG_IGN)
    var small = rlimit(rlim_cur: rlim_t(Journal.header.count + 10), rlim_max: old.rlim_max)
    setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &small)
    file.keep(.add(stroke(1)))
    file.keep(.add(stroke(2)))
    setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &old)
    #expect(messages.lines.count == 1 && messages.lines[0].contains("cannot be kept") && file.isBehind)
    #expect(try Files.read(path, limit: 1 << 20) == Journal.header)
    file.keep(.add(stroke(3)))
    #expect(try Journal.read(Files.read(path, limit: 1 << 20))?.document.count == 3)
  }

  @Test func `damaged in the middle is copied aside whole before its end is cut off`() throws {
    let path = "\(folder)/bit"
    let messages = Messages()
    do {
      let file = try #require(try DrawingFile.open(path, log: messages.log))
      for id in 1...3 as ClosedRange<UInt64> { file.keep(.add(stroke(id))) }
    }
    var bytes = try Files.read(path, limit: 1 << 20)
    bytes[Journal.header.count + 20] ^= 1
    try Files.writeAtomically(bytes, to: path)
    #expect(ids(try DrawingFile.open(path, log: messages.log)) == [])
    #expect(try Files.read("\(path).damaged-1", limit: 1 << 20) == bytes)
  }

  @Test func `in the state folder that cannot be read is moved aside, so that the program starts`() throws {
    let messages = Messages()
    for (round, bytes) in [[UInt8](repeating: 0, count: 64), Array(Journal.header.prefix(5))].enumerated() {
      try Files.createFolders("\(folder)/state")
      try Files.writeAtomically(bytes, to: "\(folder)/state/drawing.journal")
      let file = try DrawingFile.open(inFolder: "\(folder)/state", log: messages.log)
      #expect(ids(file) == [])
      #expect(try Files.read("\(folder)/state/drawing.journal.damaged-\(round + 1)", limit: 99) == bytes)
    }
    #expect(messages.lines.count == 2)
  }

  @Test func `that is something else is refused and left as it is`() throws {
    let path = "\(folder)/letter"
    try Files.writeAtomically(Array("Dear reader".utf8), to: path)
    let error = #expect(throws: SystemError.self) { _ = try DrawingFile.open(path, log: Messages().log) }
    #expect(error?.description.contains("it is not a drawing") == true)
    #expect(try Files.read(path, limit: 99) == Array("Dear reader".utf8))
  }
}
