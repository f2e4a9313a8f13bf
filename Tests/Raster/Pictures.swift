import EaselGeometry
import EaselRaster

/// Random numbers that are the same in every run (SplitMix64).
struct Dice: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: Int) {
    state = UInt64(bitPattern: Int64(seed)) &* 0x9E37_79B9_7F4A_7C15
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func real(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &self) }
  mutating func whole(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }
  mutating func chance(_ part: Double) -> Bool { real(0...1) < part }
  mutating func pick<Element>(_ list: [Element]) -> Element { list[whole(0...list.count - 1)] }

  mutating func point(_ size: Double) -> Point { Point(real(-0.3 * size...1.3 * size), real(-0.3 * size...1.3 * size)) }

  mutating func color() -> Color {
    Color(red: real(0...1), green: real(0...1), blue: real(0...1), alpha: chance(0.5) ? 1 : real(0...1))
  }
}

func bitmap(_ width: Int, _ height: Int, _ format: PixelFormat = .argb32) -> Bitmap {
  guard let result = try? Bitmap(size: PixelSize(width: width, height: height), format: format) else {
    preconditionFailure("A small bitmap needs little memory.")
  }
  return result
}

/// What painting covers of each pixel of a small bitmap.
func coverage(_ width: Int, _ height: Int, scale: Double = 1, _ paint: (Painter) -> Void) -> Bitmap {
  let result = bitmap(width, height, .alpha8)
  let painter = Painter()
  painter.begin(
    target: result, transform: AffineTransform(a: scale, b: 0, c: 0, d: scale, tx: 0, ty: 0))
  paint(painter)
  painter.end()
  return result
}

/// A picture of coverage: a dot is none, a number sign is all, digits are tenths.
func art(_ bitmap: Bitmap) -> String {
  (0..<bitmap.size.height).map { y in
    bitmap.row(y).map { $0 == 0 ? "." : $0 == 255 ? "#" : String((Int($0) * 10 + 127) / 255) }.joined()
  }.joined(separator: "\n")
}

func bytes(_ bitmap: Bitmap) -> [UInt8] {
  (0..<bitmap.size.height).flatMap { bitmap.row($0) }
}

/// How much of each pixel is inside, by trying 16 × 16 places in it.
func sampled(_ width: Int, _ height: Int, _ isInside: (Double, Double) -> Bool) -> [Double] {
  let count = 16
  var result: [Double] = []
  for y in 0..<height {
    for x in 0..<width {
      var hits = 0
      for j in 0..<count {
        for i in 0..<count {
          let inside = isInside(
            Double(x) + (Double(i) + 0.5) / Double(count), Double(y) + (Double(j) + 0.5) / Double(count))
          if inside { hits += 1 }
        }
      }
      result.append(Double(hits) / Double(count * count))
    }
  }
  return result
}

/// The least and the greatest difference of a picture from what it should be, in parts of a whole pixel.
func differences(_ picture: Bitmap, _ expected: [Double]) -> (least: Double, greatest: Double) {
  let all = zip(bytes(picture), expected).map { Double($0) / 255 - $1 }
  return (all.min() ?? 0, all.max() ?? 0)
}

/// The distance from a place to a segment.
func distance(_ p: Point, _ a: Point, _ b: Point) -> Double {
  let d = b - a
  let square = d.x * d.x + d.y * d.y
  let t = square > 0 ? max(0, min(1, ((p.x - a.x) * d.x + (p.y - a.y) * d.y) / square)) : 0
  return p.distance(to: a + d * t)
}
