// Bytes become changes of a small PNG or JPEG file, or a file as they are, which is decoded.
//
// libFuzzer sees the ways through our own code, not those through the C libraries: so it starts from files that are whole.

import EaselFormats
import EaselGeometry
import EaselRaster

func decodeRandomly(_ bytes: [UInt8], isPNG: Bool) {
  decode(changed(isPNG ? wholePNG() : wholeJPEG, as: bytes, isPNG: isPNG), isPNG: isPNG)
}

/// Decodes a file, which is an error or a picture within the limits.
private func decode(_ file: [UInt8], isPNG: Bool) {
  guard let picture = try? isPNG ? PNG.decode(file) : JPEG.decode(file) else { return }
  let size = picture.size
  precondition(
    size.width <= PNG.maximumSide && size.height <= PNG.maximumSide && size.area <= PNG.maximumArea,
    "A picture keeps to the limits.")
  // So that every row is looked at.
  _ = (0..<size.height).reduce(0) { $0 &+ Int(picture.row($1)[0]) }
}

/// A file with some bytes changed, or the bytes themselves.
///
/// The first byte tells what is done; then there are three for each change.
private func changed(_ file: [UInt8], as bytes: [UInt8], isPNG: Bool) -> [UInt8] {
  guard let kind = bytes.first, kind != 0xFF, kind != 0x89 else { return bytes }
  var result = file
  for index in stride(from: 1, to: bytes.count - 2, by: 3) {
    let place = (Int(bytes[index]) << 8 | Int(bytes[index + 1])) % result.count
    switch kind % 4 {
    case 0: result[place] = bytes[index + 2]
    case 1: result[place] ^= bytes[index + 2]
    case 2: result.insert(bytes[index + 2], at: place)
    default:
      result[place] &+= bytes[index + 2]
      if kind & 4 != 0 { result = [UInt8](result.prefix(max(8, place))) }
    }
  }
  return isPNG ? withSums(result) : result
}

/// A PNG file with the checksums that its chunks should have, so that what is inside is looked at.
private func withSums(_ file: [UInt8]) -> [UInt8] {
  var file = file
  var place = 8
  while place + 12 <= file.count {
    let length = file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
    let end = place + 8 + length
    guard end + 4 <= file.count else { break }
    var sum = UInt32.max
    for byte in file[place + 4..<end] {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    for index in 0..<4 { file[end + index] = UInt8(truncatingIfNeeded: ~sum >> (24 - 8 * UInt32(index))) }
    place = end + 4
  }
  return file
}

private func wholePNG() -> [UInt8] {
  guard let picture = try? Bitmap(size: PixelSize(width: 9, height: 7), format: .argb32) else { return [] }
  let painter = Painter(target: picture, clip: Region(PixelRect(picture.size)))
  painter.fill(Path(ellipseIn: Rect(x: 1, y: 1, width: 7, height: 5)), color: Color(red: 1, green: 0.5, blue: 0, alpha: 0.8))
  return (try? PNG.encode(picture)) ?? []
}
