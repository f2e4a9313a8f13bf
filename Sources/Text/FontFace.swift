internal import CEaselFcft

/// Owns an `fcft_font`: a typeface at a size in pixels, with the user's other fonts behind it for glyphs that it lacks.
@safe @MainActor final class FontFace {
  /// In pixels, in a whole number.
  let pixelSize: Double
  /// In pixels.
  let metrics: FontMetrics
  private let pointer: FcftFunctions.FontPointer
  private let functions: FcftFunctions

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

/// Owns an `fcft_text_run`: glyphs in the order in which they stand from left to right, each with its image.
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
