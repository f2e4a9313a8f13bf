internal import EaselGeometry

/// Where the colours of a row of pixels come from.
protocol RowSource: AnyObject {
  /// Writes the premultiplied colours of a run of pixels into the first row of a bitmap of words, which is wide enough.
  ///
  /// A pixel's colour depends on its place alone.
  func read(x: Int, y: Int, count: Int, into line: Bitmap)
}

extension Bitmap {
  /// The first pixels of a bitmap of words.
  var words: UnsafeMutablePointer<UInt32> { unsafe pixels.assumingMemoryBound(to: UInt32.self) }
}

/// One colour everywhere.
final class SolidRows: RowSource {
  private let pixel: UInt32

  init(_ color: Color) { pixel = Pixel.premultiplied(color) }

  func read(x: Int, y: Int, count: Int, into line: Bitmap) {
    unsafe line.words.update(repeating: pixel, count: count)
  }
}

/// The colours of a gradient.
final class GradientRows<Field: GradientField>: RowSource {
  private let field: Field
  private var ramp: GradientRamp
  private let spread: Spread

  init(_ field: Field, _ ramp: GradientRamp, _ spread: Spread) {
    self.field = field
    self.ramp = ramp
    self.spread = spread
  }

  func read(x: Int, y: Int, count: Int, into line: Bitmap) {
    let target = unsafe line.words
    var done = 0
    while done < count {
      let offset = (x + done) & (GradientBlock.width - 1)
      let run = min(count - done, GradientBlock.width - offset)
      let row = field.line(block: x + done - offset, y: y, spread: spread)
      unsafe read(row, from: offset, count: run, into: target + done)
      done += run
    }
  }

  @inline(__always)
  private func read(_ row: Field.Line, from: Int, count: Int, into target: UnsafeMutablePointer<UInt32>) {
    var ramp = self.ramp
    var offsets = Four.Numbers(0, 1, 2, 3) + SIMD4(repeating: Float(from))
    var index = 0
    while index < count {
      let (places, exist) = field.places(row, offsets)
      let (inside, shown) = spread(places, exist)
      let four = ramp.pixels(inside) & Four.words(shown)
      if index &+ 4 <= count {
        unsafe UnsafeMutableRawPointer(target + index).storeBytes(of: four, as: SIMD4<UInt32>.self)
      } else {
        for lane in 0..<count &- index { unsafe target[index &+ lane] = four[lane] }
      }
      offsets += 4
      index &+= 4
    }
    self.ramp = ramp
  }

  /// Brings places to the way from 0 to 1.
  @inline(__always)
  private func spread(_ places: Four.Numbers, _ exist: Four.Choice) -> (Four.Numbers, Four.Choice) {
    let one = Four.Numbers(repeating: 1)
    switch spread {
    case .none:
      let shown = exist & ~Four.isLess(places, .zero) & ~Four.isLess(one, places)
      return (Four.keep(shown, places), shown)
    case .pad: return (one - Four.positive(one - Four.positive(places)), exist)
    case .repeat: return (places - Four.floor(places), exist)
    case .reflect:
      let turns = places - 2 * Four.floor(places * 0.5)
      return (one - Four.magnitude(turns - one), exist)
    }
  }
}
