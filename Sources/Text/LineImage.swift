internal import CEaselFcft
internal import EaselGeometry
internal import EaselRaster

/// A line of text as pixels: how much of each is covered, and apart from it glyphs that have colours of their own.
@safe @MainActor final class LineImage {
  /// Pixels per point of the line's positions.
  let scale: Double
  /// The size of the glyphs in pixels.
  let pixels: Int
  /// Where the pixels lie, from the left end of the baseline.
  let box: PixelRect
  /// Bytes of coverage; nil if nothing is covered.
  let coverage: Bitmap?
  /// Nil if there are no glyphs with colours.
  let colors: Bitmap?

  /// The most pixels of an image; a line that would take more is painted smaller and enlarged.
  private static let mostArea = 16 << 20
  /// FreeType becomes slow beyond it.
  private static let mostPixels = 1024

  /// The largest size in pixels at which so many glyphs take no more memory than is allowed.
  static func limit(glyphs count: Int) -> Int {
    let each = (Double(mostArea) / Double(max(1, count))).squareRoot()
    return max(1, min(mostPixels, Int(each)))
  }

  /// Paints a line; nil if there is no memory for it, or no font any more.
  init?(_ line: TextLine, scale: Double, pixels: Int) {
    self.scale = scale
    self.pixels = pixels
    guard let library = try? FontLibrary.ofProcess.get(), let face = try? library.face(of: line.font, pixels: pixels) else {
      return nil
    }
    var glyphs: [Glyph] = []
    var runs: [GlyphRun] = []
    for word in line.words {
      guard let run = try? face.run(of: word.shaped.key) else { return nil }
      LineImage.place(run, of: word, size: line.font.pointSize, scale: scale, into: &glyphs)
      // The faces may forget it before it is composed.
      runs.append(run)
    }
    let box = glyphs.reduce(PixelRect.zero) { $0.union($1.box) }
    guard !glyphs.isEmpty, box.area <= LineImage.mostArea else { return nil }
    self.box = box
    coverage = LineImage.compose(glyphs.filter { !$0.hasColors }, .alpha8, in: box)
    colors = LineImage.compose(glyphs.filter { $0.hasColors }, .argb32, in: box)
    withExtendedLifetime(runs) {}
  }

  /// A glyph's image, which belongs to its run, and where it goes.
  @safe private struct Glyph {
    @unsafe var image: OpaquePointer
    var box: PixelRect
    var hasColors: Bool
  }

  /// Each glyph stands on the whole pixel that is nearest to its place, so that its stems are as sharp as its font makes them.
  private static func place(
    _ run: GlyphRun, of word: TextLine.PlacedWord, size: Double, scale: Double, into glyphs: inout [Glyph]
  ) {
    let positions = word.shaped.positions
    // A font may have another glyph for this size, as bitmap fonts do; then its own widths are all that is known.
    let isAsLaidOut = run.count == positions.count
    let total = (0..<run.count).reduce(0) { $0 + run.advance($1) }
    let stretch = total > 0 ? word.shaped.width * size * scale / Double(total) : 1
    var pen = 0.0
    for (place, index) in run.visualOrder(isRightToLeft: word.shaped.key.isRightToLeft).enumerated() {
      let x = word.x * scale + (isAsLaidOut ? positions[place] * size * scale : pen * stretch)
      pen += Double(run.advance(index))
      guard let glyph = unsafe run.glyph(index), let image = unsafe glyph.pointee.pix else { continue }
      let box = unsafe PixelRect(
        x: Int((x + 0.5).rounded(.down)) + Int(glyph.pointee.x), y: -Int(glyph.pointee.y), width: Int(glyph.pointee.width),
        height: Int(glyph.pointee.height))
      guard !box.isEmpty else { continue }
      glyphs.append(
        unsafe Glyph(image: image, box: box, hasColors: pixman_image_get_format(image) == PIXMAN_a8r8g8b8))
    }
  }

  /// Coverage adds up, so that letters that overlap are no darker there than elsewhere when they are translucent.
  private static func compose(_ glyphs: [Glyph], _ format: PixelFormat, in box: PixelRect) -> Bitmap? {
    guard !glyphs.isEmpty, let bitmap = try? Bitmap(size: box.size, format: format) else { return nil }
    let code = format == .alpha8 ? PIXMAN_a8 : PIXMAN_a8r8g8b8
    let target = unsafe pixman_image_create_bits_no_clear(
      code, Int32(box.width), Int32(box.height), bitmap.pixels.assumingMemoryBound(to: UInt32.self), Int32(bitmap.stride))
    guard let target = unsafe target else { return nil }
    let operation = glyphs[0].hasColors ? PIXMAN_OP_OVER : PIXMAN_OP_ADD
    for glyph in glyphs {
      unsafe pixman_image_composite32(
        operation, glyph.image, nil, target, 0, 0, 0, 0, Int32(glyph.box.x - box.x), Int32(glyph.box.y - box.y),
        Int32(glyph.box.width), Int32(glyph.box.height))
    }
    unsafe pixman_image_unref(target)
    return bitmap
  }
}
