internal import CEaselPixman
internal import EaselGeometry

/// A bitmap prepared to be found under pixels: the wrapper of pixman's transformed images.
final class Picture: RowSource {
  /// What pixman reads: the bitmap itself, or one that was made of it.
  let bitmap: Bitmap
  /// The pixel that is the origin of what pixman transforms.
  let origin: PixelPoint
  private let opacity: UInt32

  /// Nothing if the bitmap cannot be found, as the map has no inverse or exceeds pixman's 16.16 numbers.
  ///
  /// - Parameters:
  ///   - place: from the bitmap's pixels to those that are painted.
  ///   - canvas: the size of all that can be painted, of which what is visible is a part; a pixel depends on it, but not on the part.
  init?(
    _ bitmap: Bitmap, place: AffineTransform, spread: Spread, filter: ImageFilter, opacity: Double = 1, canvas: PixelSize,
    visible: PixelRect, didWork: (Int) -> Void
  ) {
    guard opacity > 0, place.isFinite, let back = place.inverse, back.isFinite else { return nil }
    self.opacity = UInt32(min(opacity, 1) * 255 + 0.5)
    if place.isTranslation && place.tx == place.tx.rounded() && place.ty == place.ty.rounded(),
      let x = Int32(exactly: place.tx), let y = Int32(exactly: place.ty)
    {
      self.bitmap = bitmap
      origin = PixelPoint(x: Int(x), y: Int(y))
      unsafe pixman_image_set_transform(bitmap.image, nil)
      unsafe pixman_image_set_filter(bitmap.image, PIXMAN_FILTER_NEAREST, nil, 0)
      unsafe pixman_image_set_repeat(bitmap.image, spread.pixman)
      return
    }
    let box = place.boundingBox(of: PixelRect(bitmap.size).points(scale: 1))
    origin = PixelPoint(x: Picture.near(box.minX, canvas.width), y: Picture.near(box.minY, canvas.height))
    let start = Picture.wrapped(back.apply(Point(Double(origin.x), Double(origin.y))), bitmap.size, spread)
    let size = filter == .bilinear ? Picture.reducedSize(of: bitmap, back, start) : bitmap.size
    let columns = Double(bitmap.size.width) / Double(size.width)
    let rows = Double(bitmap.size.height) / Double(size.height)
    var corner = PixelPoint(x: 0, y: 0)
    if size == bitmap.size {
      self.bitmap = bitmap
    } else {
      let part = back.boundingBox(of: visible.points(scale: 1))
      let cells = Picture.cells(size, columns, rows, part, spread)
      guard let smaller = Reducer.reduced(bitmap, to: size, cells: cells, didWork: didWork) else { return nil }
      self.bitmap = smaller
      corner = PixelPoint(x: cells.x, y: cells.y)
    }
    guard let a = Picture.fixed(back.a / columns), let b = Picture.fixed(back.b / rows),
      let c = Picture.fixed(back.c / columns),
      let d = Picture.fixed(back.d / rows), let x = Picture.fixed(start.x / columns), let y = Picture.fixed(start.y / rows)
    else { return nil }
    var matrix = pixman_transform_t(
      matrix: ((a, c, x &- pixman_fixed_t(corner.x << 16)), (b, d, y &- pixman_fixed_t(corner.y << 16)), (0, 0, 65536)))
    guard unsafe pixman_image_set_transform(self.bitmap.image, &matrix) != 0 else { return nil }
    let isExact = filter == .nearest || Picture.isTurn(back, start)
    unsafe pixman_image_set_filter(self.bitmap.image, isExact ? PIXMAN_FILTER_NEAREST : PIXMAN_FILTER_BILINEAR, nil, 0)
    unsafe pixman_image_set_repeat(self.bitmap.image, spread.pixman)
  }

  func read(x: Int, y: Int, count: Int, into line: Bitmap) {
    unsafe pixman_image_composite32(
      PIXMAN_OP_SRC, bitmap.image, nil, line.image, Int32(x - origin.x), Int32(y - origin.y), 0, 0, 0, 0, Int32(count), 1)
    guard opacity < 255, line.format != .alpha8 else { return }
    let words = unsafe line.words
    for index in 0..<count { unsafe words[index] = Pixel.scale(words[index], by: opacity) }
  }

  /// How small the bitmap is to be made before four pixels say enough.
  private static func reducedSize(of bitmap: Bitmap, _ back: AffineTransform, _ start: Point) -> PixelSize {
    func reduced(_ a: Double, _ b: Double, _ start: Double, _ size: Int) -> Int {
      // Half as much where four pixels that lie side by side are mixed evenly: exactly what a mean would be.
      if back.keepsAxes, (a + b).magnitude == 2, start == start.rounded() { return size }
      let factor = max(1, min(Double(Reducer.most), ((a * a + b * b).squareRoot() + 0.25).rounded(.down)))
      return max(Int(Double(size) / factor), (size + Reducer.most - 1) / Reducer.most)
    }
    return PixelSize(
      width: reduced(back.a, back.c, start.x, bitmap.size.width), height: reduced(back.b, back.d, start.y, bitmap.size.height))
  }

  /// Which pixels of the smaller bitmap are needed for a part of the bitmap.
  private static func cells(_ size: PixelSize, _ columns: Double, _ rows: Double, _ part: Rect, _ spread: Spread) -> PixelRect {
    func range(_ low: Double, _ high: Double, _ count: Int) -> (first: Int, end: Int) {
      guard spread == .pad || spread == .none, low.isFinite, high.isFinite else { return (0, count) }
      // What bilinear filtering looks at, and one more for rounding.
      let first = max(0, min(Double(count - 1), low.rounded(.down) - 2))
      let end = max(first + 1, min(Double(count), high.rounded(.up) + 2))
      return (Int(first), Int(end))
    }
    let across = range(part.minX / columns, part.maxX / columns, size.width)
    let down = range(part.minY / rows, part.maxY / rows, size.height)
    return PixelRect(x: across.first, y: down.first, width: across.end - across.first, height: down.end - down.first)
  }

  /// A place in a bitmap that is laid down again and again, brought into its first copy.
  private static func wrapped(_ place: Point, _ size: PixelSize, _ spread: Spread) -> Point {
    guard spread == .repeat || spread == .reflect else { return place }
    let copies: Double = spread == .reflect ? 2 : 1
    func wrapped(_ value: Double, _ size: Int) -> Double {
      let period = Double(size) * copies
      return value - period * (value / period).rounded(.down)
    }
    return Point(wrapped(place.x, size.width), wrapped(place.y, size.height))
  }

  /// Whether pixels fall on pixels: a turn by right angles, mirrored or not.
  private static func isTurn(_ back: AffineTransform, _ start: Point) -> Bool {
    let isStraight = back.keepsAxes && (back.a + back.c).magnitude == 1 && (back.b + back.d).magnitude == 1
    return isStraight && start.x == start.x.rounded() && start.y == start.y.rounded()
  }

  /// A whole pixel of the canvas or at its edge.
  private static func near(_ value: Double, _ size: Int) -> Int {
    value == value ? Int(max(0, min(Double(size), value.rounded(.down)))) : 0
  }

  /// A number in pixman's 16.16, or nothing if it does not fit.
  private static func fixed(_ value: Double) -> pixman_fixed_t? {
    guard value.magnitude < 30000 else { return nil }
    return pixman_fixed_t((value * 65536).rounded())
  }
}

extension Spread {
  var pixman: pixman_repeat_t {
    switch self {
    case .none: PIXMAN_REPEAT_NONE
    case .pad: PIXMAN_REPEAT_PAD
    case .repeat: PIXMAN_REPEAT_NORMAL
    case .reflect: PIXMAN_REPEAT_REFLECT
    }
  }
}
