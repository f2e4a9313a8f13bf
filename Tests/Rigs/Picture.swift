import Glibc

/// A screen's pixels.
public struct Picture: Equatable, Sendable, CustomStringConvertible {
  /// Pixels in a row.
  public var width: Int
  /// Number of rows.
  public var height: Int
  /// 0xRRGGBB, row by row.
  public var pixels: [UInt32]

  /// A picture from its parts.
  public init(width: Int, height: Int, pixels: [UInt32]) {
    precondition(pixels.count == width * height, "A picture has all its pixels.")
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  /// Its size alone, since a failed expectation prints it.
  public var description: String { "\(width)x\(height)" }

  /// One pixel.
  public subscript(x: Int, y: Int) -> UInt32 { pixels[y * width + x] }

  /// How the other differs, in one line, or nil if no channel does by more than the tolerance.
  public func difference(from other: Picture, tolerance: Int = 0) -> String? {
    guard width == other.width, height == other.height else {
      return "\(width)x\(height) is not \(other.width)x\(other.height)"
    }
    let wrong = pixels.indices.filter { pixels[$0] != other.pixels[$0] && distance(pixels[$0], other.pixels[$0]) > tolerance }
    guard let first = wrong.first else { return nil }
    return "\(wrong.count) pixels differ, first (\(first % width), \(first / width)): "
      + "\(hexadecimal(pixels[first])), not \(hexadecimal(other.pixels[first]))"
  }

  /// Writes it as PPM, for the eyes of whoever looks into a failure.
  public func write(to path: String) {
    guard let file = fopen(path, "w") else { return }
    defer { fclose(file) }
    var bytes = Array("P6\n\(width) \(height)\n255\n".utf8)
    for pixel in pixels { bytes += [UInt8(pixel >> 16 & 255), UInt8(pixel >> 8 & 255), UInt8(pixel & 255)] }
    fwrite(bytes, 1, bytes.count, file)
  }

  /// Reads a PPM of 8 bits a channel.
  init(ppm path: String) throws {
    guard let bytes = readBytes(path) else { throw RigError("\(path) cannot be read") }
    var rest = bytes[...]
    let fields = (0..<4).map { _ in
      let field = rest.prefix { $0 > 32 }
      rest = rest.dropFirst(field.count + 1)
      return String(decoding: field, as: UTF8.self)
    }
    guard fields[0] == "P6", let width = Int(fields[1]), let height = Int(fields[2]), rest.count == width * height * 3 else {
      throw RigError("\(path) is not a picture")
    }
    let start = rest.startIndex
    let pixels = (0..<width * height).map { index in
      UInt32(rest[start + index * 3]) << 16 | UInt32(rest[start + index * 3 + 1]) << 8 | UInt32(rest[start + index * 3 + 2])
    }
    self.init(width: width, height: height, pixels: pixels)
  }
}

/// The greatest difference of a channel.
private func distance(_ a: UInt32, _ b: UInt32) -> Int {
  [0, 8, 16].map { abs(Int(a >> $0 & 255) - Int(b >> $0 & 255)) }.max() ?? 0
}

private func hexadecimal(_ pixel: UInt32) -> String {
  let digits = String(pixel, radix: 16)
  return String(repeating: "0", count: 6 - digits.count) + digits
}
