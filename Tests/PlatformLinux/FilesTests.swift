@testable import EaselPlatformLinux
import Glibc
import Testing

@Suite struct `Files on the disk` {
  let folder: String

  init() {
    var template = Array("/tmp/easel-files-XXXXXX".utf8CString)
    mkdtemp(&template)
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  @Test func `are written whole, replaced whole and leave nothing beside them`() throws {
    try Files.createFolders(folder + "/a/b")
    try Files.createFolders(folder + "/a/b/")
    let path = folder + "/a/b/file"
    for bytes in [[UInt8](repeating: 1, count: 3_000_000), [], [2, 3]] {
      try Files.writeAtomically(bytes, to: path)
      #expect(try Files.read(path, limit: 3_000_000) == bytes)
    }
    try Files.remove(path)
    try Files.remove(path)
    // Empty again: a folder with something in it cannot be taken away.
    #expect(rmdir(folder + "/a/b") == 0)
  }

  @Test func `are refused with a sentence that names the file and says what to do`() throws {
    try Files.writeAtomically([1, 2, 3], to: folder + "/file")
    let cases: [(String, () throws -> Void)] = [
      (
        "Cannot open “\(folder)/none”: No such file or directory. Check the path.",
        { _ = try Files.read(folder + "/none", limit: 9) }
      ),
      ("Cannot open “\(folder)”: it is a folder.", { _ = try Files.read(folder, limit: 9) }),
      ("Cannot open “/dev/zero”: it is no file.", { _ = try Files.read("/dev/zero", limit: 9) }),
      (
        "Cannot read “\(folder)/file”: it is larger than 2 bytes, which is too large for its kind.",
        { _ = try Files.read(folder + "/file", limit: 2) }
      ),
      (
        "Cannot write “\(folder)/none/file”: No such file or directory. Check the path.",
        { try Files.writeAtomically([], to: folder + "/none/file") }
      ),
      (
        "Cannot make the folder “\(folder)/file”: Not a directory.",
        { try Files.createFolders(folder + "/file/below") }
      ),
    ]
    for (sentence, call) in cases {
      let error = #expect(throws: SystemError.self) { try call() }
      #expect(error?.description == sentence)
    }
    #expect(try Files.read(folder + "/file", limit: 3) == [1, 2, 3])
  }

  @Test func `writing follows links and never replaces what is no plain file`() throws {
    try Files.writeAtomically([1], to: folder + "/target")
    symlink("target", folder + "/link")
    try Files.writeAtomically([2, 3], to: folder + "/link")
    #expect(try Files.read(folder + "/target", limit: 9) == [2, 3])
    // Both ends of a pipe, so that neither waits for the other.
    mkfifo(folder + "/fifo", 0o600)
    let end = open(folder + "/fifo", O_RDWR)
    try Files.writeAtomically([7], to: folder + "/fifo")
    var byte: UInt8 = 0
    #expect(read(end, &byte, 1) == 1 && byte == 7)
    close(end)
    #expect(throws: SystemError.self) { try Files.writeAtomically([1], to: folder) }
  }

  @Test func `a pipe in place of a file does not hang (DSE-5)`() {
    mkfifo(folder + "/pipe", 0o600)
    #expect(throws: SystemError.self) { _ = try Files.read(folder + "/pipe", limit: 9) }
  }

  @Test func `a file to append to grows at its end, for one opener at a time (WER-3)`() throws {
    let path = folder + "/appended"
    for entry in [[UInt8](arrayLiteral: 1, 2), [], [3]] {
      try appending(to: path) { file in
        try file.append(entry)
        let isOpen = try AppendFile.open(path) != nil
        #expect(!isOpen)
      }
    }
    #expect(try Files.read(path, limit: 9) == [1, 2, 3])
    #expect(throws: SystemError.self) { try appending(to: folder + "/none/appended") { _ in } }
  }

  @Test func `what is appended within a pause reaches the disk together, and at once when it is asked for (WER-3)`() throws {
    guard var file = try AppendFile.open(folder + "/together", pause: 3600) else {
      Issue.record("nobody else has it")
      return
    }
    for byte in 0..<100 as Range<UInt8> { try file.append([byte]) }
    // The first goes at once, on a thread of its own; the others wait for the pause.
    let before = file.synchronizationCount
    #expect(before <= 1)
    file.synchronize()
    let after = file.synchronizationCount
    #expect(after == 1 || after == 2)
    file.synchronize()
    let again = file.synchronizationCount
    #expect(again == after)
  }

  @Test func `a file that was cut goes on from the cut`() throws {
    try appending(to: folder + "/cut") { file in
      try file.append([1, 2, 3])
      try file.truncate(to: 1)
      try file.append([9])
    }
    #expect(try Files.read(folder + "/cut", limit: 9) == [1, 9])
  }

  @Test func `what is no file is not appended to, and nobody waits for it (DSE-5)`() {
    mkfifo(folder + "/pipe", 0o600)
    for path in ["/dev/null", folder + "/pipe"] {
      let error = #expect(throws: SystemError.self) { try appending(to: path) { try $0.append([1]) } }
      #expect(error?.description == "Cannot open “\(path)”: it is no file.")
    }
  }

  @Test func `a file that is appended to is not replaced by others, and is by its owner, who keeps it (WER-3)`() throws {
    let path = folder + "/owned"
    try appending(to: path) { file in
      try file.append([1, 2, 3])
      let error = #expect(throws: SystemError.self) { try Files.writeAtomically([9], to: path) }
      #expect(error?.description.contains("a program is writing to it") == true)
      try file.replace(with: [4])
      let isFree = try AppendFile.open(path) != nil
      #expect(!isFree && !Files.exists(path + ".new"))
      try file.append([5])
    }
    #expect(try Files.read(path, limit: 9) == [4, 5])
    try Files.writeAtomically([9], to: path)
    #expect(try Files.read(path, limit: 9) == [9])
  }

  @Test func `a file that several append to and replace loses nothing (WER-3)`() async throws {
    let path = folder + "/shared"
    await withTaskGroup { group in
      for number in 0..<4 as Range<UInt8> { group.addTask { await Self.write(25, times: number, to: path) } }
    }
    let bytes = try Files.read(path, limit: 999)
    #expect(bytes.sorted() == (0..<4 as Range<UInt8>).flatMap { Array(repeating: $0, count: 25) })
  }

  /// Writes a byte so often, each time by a new opening: at the end, or with all else into a new file.
  @concurrent private nonisolated static func write(_ count: Int, times byte: UInt8, to path: String) async {
    var left = count
    while left > 0 {
      guard var file = try? AppendFile.open(path) else {
        await Task.yield()
        continue
      }
      let bytes = (try? Files.read(path, limit: 999)) ?? []
      if left % 2 == 0 { try? file.append([byte]) } else { try? file.replace(with: bytes + [byte]) }
      left -= 1
    }
  }

  /// Opens a file that nobody else has open, since an owner of a descriptor is no value that an expectation can take.
  func appending(to path: String, _ body: (inout AppendFile) throws -> Void) throws {
    guard var file = try AppendFile.open(path) else {
      Issue.record("\(path) is open already")
      return
    }
    try body(&file)
  }
}
