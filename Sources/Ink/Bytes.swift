extension [UInt8] {
  /// Appends an integer's bytes, the lowest first.
  mutating func append<Value: FixedWidthInteger>(littleEndian value: Value) {
    for shift in stride(from: 0, to: Value.bitWidth, by: 8) { append(UInt8(truncatingIfNeeded: value >> Value(shift))) }
  }
}

/// Reads values from bytes; answers nil at the end instead of trapping.
struct ByteReader {
  let bytes: [UInt8]
  private(set) var position: Int

  init(bytes: [UInt8], position: Int) {
    self.bytes = bytes
    self.position = position
  }

  mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, count <= bytes.count - position else { return nil }
    defer { position += count }
    return bytes[position..<position + count]
  }

  mutating func read<Value: FixedWidthInteger>(_ type: Value.Type) -> Value? {
    guard let slice = take(Value.bitWidth / 8) else { return nil }
    return slice.reversed().reduce(0 as Value) { Value.bitWidth > 8 ? $0 << 8 | Value($1) : Value($1) }
  }

  /// A float that is a number and not absurdly large.
  mutating func readFloat() -> Float? {
    guard let bits = read(UInt32.self) else { return nil }
    let value = Float(bitPattern: bits)
    return value.isFinite && value.magnitude < 1e7 ? value : nil
  }
}

/// The checksum of PNG and zip (ISO 3309): tells a record that was cut off or damaged.
enum CRC32 {
  static func checksum(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var sum: UInt32 = 0xffff_ffff
    for byte in bytes { sum = table[Int((sum ^ UInt32(byte)) & 0xff)] ^ (sum >> 8) }
    return ~sum
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { sum, _ in sum & 1 == 1 ? 0xedb8_8320 ^ (sum >> 1) : sum >> 1 }
  }
}
