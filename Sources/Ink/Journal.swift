internal import EaselGeometry

/// The form in which edits are kept on disk while a drawing is made: one record each, appended as it happens.
///
/// A file is the header and then records; a record is its payload's length and CRC-32 (both little-endian 32 bits) and the
/// payload. Whatever a killed process or a full disk left at the end is cut off: reading stops at the first record that is
/// not whole, and all before it counts.
///
/// The payload begins with its kind. `1` is an added stroke: number (64 bits), pen width (32-bit float), red, green, blue,
/// alpha (a byte each), then x and y of each point (32-bit floats). `2` is a removed stroke: its number.
public enum Journal {
  /// What every journal begins with; the digit is the format's version.
  public static let header: [UInt8] = Array("easel-journal 1\n".utf8)

  /// The longest payload that is believed; strokes end well below it.
  static let longestPayload = 32 << 20

  /// The widest pen that is believed, in points.
  static let widestPen: Float = 4096

  /// One edit as a record.
  public static func record(_ edit: Edit) -> [UInt8] {
    var payload: [UInt8] = []
    switch edit {
    case .add(let stroke):
      payload.reserveCapacity(strokeBytes + stroke.points.count * pointBytes)
      payload.append(1)
      payload.append(littleEndian: stroke.id.value)
      payload.append(littleEndian: stroke.pen.width.bitPattern)
      payload += stroke.pen.color.bytes
      for point in stroke.points {
        payload.append(littleEndian: point.x.bitPattern)
        payload.append(littleEndian: point.y.bitPattern)
      }
    case .remove(let stroke):
      payload.append(2)
      payload.append(littleEndian: stroke.id.value)
    }
    var record: [UInt8] = []
    record.reserveCapacity(payload.count + 8)
    record.append(littleEndian: UInt32(payload.count))
    record.append(littleEndian: CRC32.checksum(payload))
    return record + payload
  }

  /// A whole journal that leads to a page in the fewest bytes.
  public static func bytes(of document: Document) -> [UInt8] {
    document.strokes.reduce(into: header) { $0 += record(.add($1)) }
  }

  /// How many bytes `bytes(of:)` has, without making them.
  public static func byteCount(of document: Document) -> Int {
    document.strokes.reduce(header.count) { $0 + strokeBytes + $1.points.count * pointBytes }
  }

  /// An added stroke's record without its points, and a point in it.
  private static let strokeBytes = 8 + 17
  private static let pointBytes = 8

  /// What could be read of a journal.
  public struct Contents: Sendable {
    /// The page that its edits lead to.
    public var document = Document()
    /// The number of whole records.
    public var recordCount = 0
    /// Whether every record is of a kind that this version knows; else the page is not all that the file tells.
    public var isUnderstood = true
    /// How many bytes of the file are whole; what follows is to be cut off before more is appended.
    public var wholeBytes = 0
  }

  /// Reads a journal, or returns nil if it is not one; never fails on a damaged end.
  public static func read(_ bytes: [UInt8]) -> Contents? {
    guard bytes.starts(with: header) else { return nil }
    var contents = Contents()
    var reader = ByteReader(bytes: bytes, position: header.count)
    contents.wholeBytes = header.count
    while let length = reader.read(UInt32.self), let checksum = reader.read(UInt32.self),
      length > 0, Int(length) <= longestPayload, let payload = reader.take(Int(length)), CRC32.checksum(payload) == checksum
    {
      if !apply(payload, to: &contents.document) { contents.isUnderstood = false }
      contents.recordCount += 1
      contents.wholeBytes = reader.position
    }
    return contents
  }

  /// Makes one record's edit; a kind that this version does not know is passed over, and the answer is false.
  private static func apply(_ payload: ArraySlice<UInt8>, to document: inout Document) -> Bool {
    var reader = ByteReader(bytes: Array(payload), position: 0)
    guard let kind = reader.read(UInt8.self), let number = reader.read(UInt64.self), number < 1 << 62 else { return false }
    if kind == 2 { _ = document.remove(StrokeID(number)) }
    guard kind == 1 else { return kind == 2 }
    guard let width = reader.readFloat(), width > 0, width <= widestPen, let color = reader.take(4) else { return false }
    var points: [InkPoint] = []
    while let x = reader.readFloat(), let y = reader.readFloat() { points.append(InkPoint(x: x, y: y)) }
    let pen = Pen(width: width, color: Color(bytes: Array(color)))
    guard let stroke = Stroke(id: StrokeID(number), pen: pen, points: points) else { return false }
    document.insert(stroke)
    return reader.position == payload.count
  }
}

extension Color {
  /// Red, green, blue, alpha.
  fileprivate var bytes: [UInt8] {
    [red, green, blue, alpha].map { UInt8((max(0, min(1, $0)) * 255).rounded()) }
  }

  fileprivate init(bytes: [UInt8]) {
    self.init(
      red: Double(bytes[0]) / 255, green: Double(bytes[1]) / 255, blue: Double(bytes[2]) / 255, alpha: Double(bytes[3]) / 255)
  }
}
