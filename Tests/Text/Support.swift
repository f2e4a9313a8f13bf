import EaselGeometry
import EaselRaster
import EaselTestSupport
import EaselText

func bitmap(_ width: Int, _ height: Int, _ format: PixelFormat = .argb32) -> Bitmap {
  guard let result = try? Bitmap(size: PixelSize(width: width, height: height), format: format) else {
    preconditionFailure("A small bitmap needs little memory.")
  }
  return result
}

/// What painting covers of each pixel.
func coverage(_ width: Int, _ height: Int, _ transform: AffineTransform, _ paint: (Painter) throws -> Void) rethrows -> Bitmap {
  let result = bitmap(width, height, .alpha8)
  let painter = Painter()
  painter.begin(target: result, transform: transform)
  try paint(painter)
  painter.end()
  return result
}

func scaling(_ scale: Double) -> AffineTransform { AffineTransform(scaleX: scale, y: scale) }

func bytes(_ bitmap: Bitmap) -> [UInt8] {
  (0..<bitmap.size.height).flatMap { bitmap.row($0) }
}

/// The box around all pixels that are covered.
func ink(_ bitmap: Bitmap) -> PixelRect {
  var box = PixelRect.zero
  for y in 0..<bitmap.size.height {
    let row = bitmap.row(y)
    guard let left = row.firstIndex(where: { $0 != 0 }), let right = row.lastIndex(where: { $0 != 0 }) else { continue }
    box = box.union(PixelRect(x: left, y: y, width: right - left + 1, height: 1))
  }
  return box
}

/// A picture of coverage: a number sign is more than half, a dot is less.
func art(_ bitmap: Bitmap) -> String {
  (0..<bitmap.size.height).map { y in String(bitmap.row(y).map { $0 > 127 ? "#" : "." }) }.joined(separator: "\n")
}

extension TextLine {
  /// A line in the tests' font.
  convenience init(_ text: String, _ size: Double, _ weight: Font.Weight = .regular) throws {
    try self.init(text, font: TestFont.of(size, weight))
  }
}
