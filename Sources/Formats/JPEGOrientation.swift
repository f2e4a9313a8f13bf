internal import EaselGeometry
internal import EaselRaster

/// How a picture is to be turned to be upright: the number that cameras write into its EXIF data, 1 to 8.
struct JPEGOrientation: Equatable {
  /// As TIFF's tag 274 has it; 1 is upright.
  let number: Int

  init(number: Int) { self.number = number }

  /// The orientation that a file tells; upright if it tells none, or if what it tells makes no sense.
  init(of file: [UInt8]) {
    number = JPEGOrientation.segment(of: file).flatMap(JPEGOrientation.tag) ?? 1
  }

  /// The TIFF data of the first EXIF segment before the picture's own data.
  private static func segment(of file: [UInt8]) -> ArraySlice<UInt8>? {
    let head: [UInt8] = [0x45, 0x78, 0x69, 0x66, 0, 0]
    var place = 2
    while place + 4 <= file.count, file[place] == 0xFF {
      let kind = file[place + 1]
      let end = place + 2 + Int(file[place + 2]) << 8 + Int(file[place + 3])
      // The picture's data, or a length that leads nowhere.
      guard kind != 0xDA, kind >= 0xC0, end > place + 3, end <= file.count else { return nil }
      let content = file[place + 4..<max(place + 4, end)]
      if kind == 0xE1 && content.starts(with: head) { return content.dropFirst(head.count) }
      place = end
    }
    return nil
  }

  private static func tag(in tiff: ArraySlice<UInt8>) -> Int? {
    let bytes = [UInt8](tiff)
    let isLittle = bytes.starts(with: [0x49, 0x49, 42, 0])
    guard isLittle || bytes.starts(with: [0x4D, 0x4D, 0, 42]) else { return nil }
    func number(_ place: Int, _ count: Int) -> Int? {
      guard place >= 0, place + count <= bytes.count else { return nil }
      let digits = bytes[place..<place + count]
      return (isLittle ? digits.reversed() : [UInt8](digits)).reduce(0) { $0 << 8 | Int($1) }
    }
    guard let directory = number(4, 4), let count = number(directory, 2) else { return nil }
    for index in 0..<count {
      let entry = directory + 2 + 12 * index
      guard let tag = number(entry, 2), let kind = number(entry + 2, 2), let value = number(entry + 8, 2) else { return nil }
      if tag == 274 { return kind == 3 && (1...8).contains(value) ? value : nil }
    }
    return nil
  }

  /// A picture turned as this says.
  func upright(_ picture: Bitmap) throws(FormatError) -> Bitmap {
    guard number != 1 else { return picture }
    let (width, height) = (picture.size.width, picture.size.height)
    let size = number > 4 ? PixelSize(width: height, height: width) : picture.size
    guard let result = try? Bitmap(size: size, format: picture.format) else { throw .outOfMemory }
    let painter = Painter(target: result, clip: Region(PixelRect(size)))
    painter.concatenate(transform(Double(width), Double(height)))
    painter.draw(picture, at: .zero)
    return result
  }

  private func transform(_ width: Double, _ height: Double) -> AffineTransform {
    switch number {
    case 2: AffineTransform(a: -1, b: 0, c: 0, d: 1, tx: width, ty: 0)
    case 3: AffineTransform(a: -1, b: 0, c: 0, d: -1, tx: width, ty: height)
    case 4: AffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: height)
    case 5: AffineTransform(a: 0, b: 1, c: 1, d: 0, tx: 0, ty: 0)
    case 6: AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: height, ty: 0)
    case 7: AffineTransform(a: 0, b: -1, c: -1, d: 0, tx: height, ty: width)
    case 8: AffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: width)
    default: .identity
    }
  }
}
