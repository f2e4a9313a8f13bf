internal import CEaselFcft

/// Owns an `fcft_font`: a typeface at a size in pixels, with the user's other fonts behind it for glyphs that it lacks.
@safe @MainActor final class FontFace {
  /// In pixels, in a whole number.
  let pixelSize: Double
  /// In pixels.
  let metrics: FontMetrics
  private let pointer: FcftFunctions.FontPointer
  private let functions: FcftFunctions
  /// Words that were measured, by about the number of scalars; a word of text costs some 600 bytes.
  private var words = RecentCache<ShapedWord.Key, ShapedWord>(limit: 1 << 15)
  /// Words that were painted, by about the number of bytes.
  private var runs = RecentCache<ShapedWord.Key, GlyphRun>(limit: 1 << 19)

  /// The nearest face to a fontconfig name; nil if there is no font at all.
  init?(name: String, pixelSize: Int, functions: FcftFunctions) {
    let made = unsafe name.withCString { text in
      var names: UnsafePointer<CChar>? = unsafe text
      return unsafe functions.makeFont(1, &names, nil)
    }
    guard let pointer = unsafe made else { return nil }
    unsafe self.pointer = pointer
    self.functions = functions
    self.pixelSize = Double(pixelSize)
    let ascent = unsafe Double(max(0, pointer.pointee.ascent))
    let descent = unsafe Double(max(0, pointer.pointee.descent))
    let height = unsafe Double(pointer.pointee.height)
    metrics = FontMetrics(ascender: ascent, descent: descent, lineHeight: max(height, ascent + descent))
  }

  isolated deinit {
    unsafe functions.destroyFont(pointer)
  }

  /// A word's measures, from the last time if it was shaped before.
  ///
  /// - Throws: `FontError.notShaped`.
  func word(_ key: ShapedWord.Key) throws(FontError) -> ShapedWord {
    if let word = words.value(of: key) { return word }
    let word = try ShapedWord(key, face: self)
    words.insert(word, for: key, cost: key.scalars.count + 20)
    return word
  }

  /// A word's glyphs as pixels, from the last time if it was painted before.
  ///
  /// - Throws: `FontError.notShaped`.
  func run(of word: ShapedWord.Key) throws(FontError) -> GlyphRun {
    if let run = runs.value(of: word) { return run }
    let run = try run(of: word.scalars)
    runs.insert(run, for: word, cost: run.byteCount)
    return run
  }

  /// Shapes and paints text (`fcft_rasterize_text_run_utf32`).
  ///
  /// - Throws: `FontError.notShaped`.
  func run(of scalars: [UInt32]) throws(FontError) -> GlyphRun {
    let made = unsafe scalars.withUnsafeBufferPointer {
      unsafe functions.makeRun(pointer, $0.count, $0.baseAddress, FCFT_SUBPIXEL_NONE)
    }
    guard let made = unsafe made else { throw .notShaped }
    return unsafe GlyphRun(made, functions: functions)
  }
}

/// Owns an `fcft_text_run`: glyphs, each with its image.
///
/// They stand from left to right as far as they are of one font and one script; such stretches come in the order of the text.
@safe @MainActor final class GlyphRun {
  private let pointer: FcftFunctions.RunPointer
  private let functions: FcftFunctions

  @unsafe fileprivate init(_ pointer: FcftFunctions.RunPointer, functions: FcftFunctions) {
    unsafe self.pointer = pointer
    self.functions = functions
  }

  isolated deinit {
    unsafe functions.destroyRun(pointer)
  }

  /// The number of glyphs.
  var count: Int { unsafe pointer.pointee.count }

  /// About how many bytes it takes.
  var byteCount: Int {
    (0..<count).reduce(200) { sum, index in
      guard let glyph = unsafe glyph(index) else { return sum }
      let area = unsafe Int(glyph.pointee.width) * Int(glyph.pointee.height)
      return sum + 300 + area
    }
  }

  /// The glyphs in the order in which they stand from left to right.
  func visualOrder(isRightToLeft: Bool) -> [Int] {
    let order = Array(0..<count)
    func stand(_ a: Int, _ b: Int) -> Bool {
      isRightToLeft ? cluster(a) > cluster(b) : cluster(a) < cluster(b)
    }
    guard (1..<max(1, count)).contains(where: { stand($0, $0 - 1) }) else { return order }
    // Glyphs of one scalar stay as they are.
    return order.sorted { stand($0, $1) || cluster($0) == cluster($1) && $0 < $1 }
  }

  /// Which scalar of the text a glyph stands for, the first if it is several.
  func cluster(_ index: Int) -> Int {
    unsafe Int(pointer.pointee.cluster[index])
  }

  /// How far the pen moves after a glyph, in whole pixels, rounded down.
  func advance(_ index: Int) -> Int {
    unsafe glyph(index).map { unsafe Int($0.pointee.advance.x) } ?? 0
  }

  /// A glyph as C knows it; valid as long as the run.
  @unsafe func glyph(_ index: Int) -> UnsafePointer<fcft_glyph>? {
    unsafe pointer.pointee.glyphs[index]
  }
}
