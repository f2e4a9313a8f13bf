internal import CEaselFcft

/// What we call of fcft, and of fontconfig, on which it stands.
///
/// They are loaded by `dlopen`, not linked: with fcft come fontconfig, FreeType, HarfBuzz and a dozen more, 3 MB resident and 2 ms
/// of every start, also of programs that never show a letter.
@safe struct FcftFunctions {
  typealias FontPointer = UnsafeMutablePointer<fcft_font>
  typealias RunPointer = UnsafeMutablePointer<fcft_text_run>

  let start: @convention(c) (fcft_log_colorize, Bool, fcft_log_class) -> Bool
  let capabilities: @convention(c) () -> fcft_capabilities
  let makeFont: @convention(c) (Int, UnsafeMutablePointer<UnsafePointer<CChar>?>?, UnsafePointer<CChar>?) -> FontPointer?
  let destroyFont: @convention(c) (FontPointer?) -> Void
  let makeRun: @convention(c) (FontPointer?, Int, UnsafePointer<UInt32>?, fcft_subpixel) -> RunPointer?
  let destroyRun: @convention(c) (RunPointer?) -> Void

  let parseName: @convention(c) (UnsafePointer<FcChar8>?) -> OpaquePointer?
  let destroyPattern: @convention(c) (OpaquePointer?) -> Void
  let makeObjectSet: @convention(c) () -> UnsafeMutablePointer<FcObjectSet>?
  let destroyObjectSet: @convention(c) (UnsafeMutablePointer<FcObjectSet>?) -> Void
  let listFonts:
    @convention(c) (OpaquePointer?, OpaquePointer?, UnsafeMutablePointer<FcObjectSet>?) -> UnsafeMutablePointer<FcFontSet>?
  let destroyFontSet: @convention(c) (UnsafeMutablePointer<FcFontSet>?) -> Void

  /// fcft's name while its interface is the one of the header that we are compiled against.
  static let libraryName = "libfcft.so.4"

  /// Loads the library for good: fonts live as long as the process.
  ///
  /// - Throws: `FontError.noLibrary`.
  init(library name: String = libraryName) throws(FontError) {
    let library = try LateLibrary("fcft", name: name, error: FontError.noLibrary)
    start = try library.find("fcft_init")
    capabilities = try library.find("fcft_capabilities")
    unsafe makeFont = try library.find("fcft_from_name")
    unsafe destroyFont = try library.find("fcft_destroy")
    unsafe makeRun = try library.find("fcft_rasterize_text_run_utf32")
    unsafe destroyRun = try library.find("fcft_text_run_destroy")
    // fcft stands on fontconfig.
    unsafe parseName = try library.find("FcNameParse")
    unsafe destroyPattern = try library.find("FcPatternDestroy")
    unsafe makeObjectSet = try library.find("FcObjectSetCreate")
    unsafe destroyObjectSet = try library.find("FcObjectSetDestroy")
    unsafe listFonts = try library.find("FcFontList")
    unsafe destroyFontSet = try library.find("FcFontSetDestroy")
  }
}
