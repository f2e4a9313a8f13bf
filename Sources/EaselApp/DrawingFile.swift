import Easel
import EaselPlatformLinux

/// Keeps a drawing on disk, edit by edit, and gives it back at the next start (WER-3).
///
/// A disk that refuses is told once; what could not be written waits in memory and is tried again with each edit.
final class DrawingFile {
  /// The drawing as the file had it, with every edit since.
  private(set) var document: Document

  private var file: AppendFile
  private var waiting: [UInt8] = []
  /// How long the file is.
  private var byteCount: Int
  /// The length at which it is next compared with what its page needs; nil if it tells more than its page has.
  private var nextLook: Int?
  private let log: Log

  /// Beyond this a file is no drawing of ours: one that is drawn in is shortened at every doubling if its page needs a quarter
  /// of it, so that no page below 256 MiB, thirty million points, comes here.
  private static let limit = 2 << 30

  /// While it is drawn in, a journal below this is not looked at.
  static let smallestToLookAt = 1 << 20

  /// A journal below this is not worth the wait for the disk.
  static let smallestToShorten = 64 << 10

  /// The first file of this folder that no other process is drawing in: one a window.
  ///
  /// - Throws: `SystemError` if none can be opened.
  static func open(inFolder folder: String, log: Log) throws(SystemError) -> DrawingFile {
    try Files.createFolders(folder)
    for number in 1...64 {
      let name = number == 1 ? "drawing.journal" : "drawing-\(number).journal"
      if let file = try open("\(folder)/\(name)", setsAside: true, log: log) { return file }
    }
    throw SystemError(action: "open a drawing in", path: folder, reason: "64 other windows have theirs open")
  }

  /// The drawing in a file, or nil if another process is drawing in it.
  ///
  /// - Parameter setsAside: whether a file that is no drawing, as a power cut can leave one in the state folder, is moved aside
  ///   for a new one; without that it is left as it is.
  /// - Throws: `SystemError` if the file cannot be used.
  static func open(_ path: String, setsAside: Bool = false, log: Log) throws(SystemError) -> DrawingFile? {
    guard var file = try AppendFile.open(path) else { return nil }
    let bytes: [UInt8]
    let contents: Journal.Contents?
    do throws(SystemError) {
      bytes = try Files.read(path, limit: limit)
      contents = try read(bytes, of: path)
    } catch {
      // What the machine refuses now says nothing of the file.
      guard setsAside, error.code == 0 else { throw error }
      let aside = try Files.moveAside(path)
      log(.warning, "\(path) cannot be read as a drawing; it was moved to \(aside), and a new one is begun.")
      return try open(path, log: log)
    }
    guard let contents else {
      try file.append(Journal.header)
      return DrawingFile(file: file, document: Document(), byteCount: Journal.header.count, canShorten: true, log: log)
    }
    if contents.wholeBytes < bytes.count {
      let aside = try Files.freeName(beside: path)
      try Files.writeAtomically(bytes, to: aside, permissions: 0o600)
      log(.warning, "The end of \(path) is damaged and was left out; the whole file was copied to \(aside).")
      try file.truncate(to: contents.wholeBytes)
    }
    var byteCount = contents.wholeBytes
    if contents.isUnderstood, byteCount >= smallestToShorten {
      byteCount = shorten(&file, of: byteCount, to: contents.document, ifLongerBy: 2, log: log)
    }
    return DrawingFile(
      file: file, document: contents.document, byteCount: byteCount, canShorten: contents.isUnderstood, log: log)
  }

  /// What a file holds, or nil if it is empty.
  ///
  /// - Throws: `SystemError` if it is no drawing.
  private static func read(_ bytes: [UInt8], of path: String) throws(SystemError) -> Journal.Contents? {
    if bytes.isEmpty { return nil }
    guard let contents = Journal.read(bytes) else {
      throw SystemError(action: "open", path: path, reason: "it is not a drawing; move it away or name another file")
    }
    return contents
  }

  /// Writes a journal anew, without what was taken back, if it is so many times as long as its page needs.
  ///
  /// Else, or if the disk refuses, it stays as it is. Returns its length.
  private static func shorten(
    _ file: inout AppendFile, of byteCount: Int, to page: Document, ifLongerBy factor: Int, log: Log
  ) -> Int {
    guard Journal.byteCount(of: page) <= byteCount / factor else { return byteCount }
    let bytes = Journal.bytes(of: page)
    do throws(SystemError) {
      try file.replace(with: bytes)
      return bytes.count
    } catch {
      log(.info, "The drawing's file is longer than it need be, and stays so for now. \(error)")
      return byteCount
    }
  }

  private init(file: consuming AppendFile, document: Document, byteCount: Int, canShorten: Bool, log: Log) {
    self.file = file
    self.document = document
    self.byteCount = byteCount
    self.log = log
    nextLook = canShorten ? DrawingFile.lookAfter(byteCount) : nil
  }

  private static func lookAfter(_ byteCount: Int) -> Int { max(smallestToLookAt, 2 * byteCount) }

  /// Keeps an edit; by the time this returns the death of the process cannot take it away, unless the disk refuses.
  ///
  /// Costs as much as the edit is long. When the file has doubled, it is written anew if its page needs at most a quarter of
  /// it: the caller waits until the disk has the page, the longer the longer its lines are.
  func keep(_ edit: Edit) {
    document.apply(edit)
    waiting += Journal.record(edit)
    do throws(SystemError) {
      try flush()
    } catch {
      log.once("journal", .error, "The drawing cannot be kept now, and is tried again with each line. \(error)")
      return
    }
    guard let look = nextLook, byteCount >= look else { return }
    byteCount = DrawingFile.shorten(&file, of: byteCount, to: document, ifLongerBy: 4, log: log)
    nextLook = DrawingFile.lookAfter(byteCount)
  }

  /// Whether edits wait for the disk to take them.
  var isBehind: Bool { !waiting.isEmpty }

  /// Tries once more to write what could not be written.
  func flush() throws(SystemError) {
    guard !waiting.isEmpty else { return }
    try file.append(waiting)
    byteCount += waiting.count
    waiting.removeAll(keepingCapacity: true)
  }

  /// The last try, at the program's end; what the file has taken is on the disk when this returns.
  func finish() throws(SystemError) {
    try flush()
    file.synchronize()
  }
}
