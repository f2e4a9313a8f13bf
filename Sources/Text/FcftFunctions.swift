internal import CEaselFcft
internal import Glibc

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
    guard let handle = unsafe dlopen(name, RTLD_NOW | RTLD_LOCAL) else {
      throw .noLibrary(unsafe dlerror().map { unsafe String(cString: $0) } ?? "\(name) cannot be loaded")
    }
    unsafe start = try FcftFunctions.find("fcft_init", in: handle)
    unsafe capabilities = try FcftFunctions.find("fcft_capabilities", in: handle)
    unsafe makeFont = try FcftFunctions.find("fcft_from_name", in: handle)
    unsafe destroyFont = try FcftFunctions.find("fcft_destroy", in: handle)
    unsafe makeRun = try FcftFunctions.find("fcft_rasterize_text_run_utf32", in: handle)
    unsafe destroyRun = try FcftFunctions.find("fcft_text_run_destroy", in: handle)
    // A library's handle finds what it depends on, too.
    unsafe parseName = try FcftFunctions.find("FcNameParse", in: handle)
    unsafe destroyPattern = try FcftFunctions.find("FcPatternDestroy", in: handle)
    unsafe makeObjectSet = try FcftFunctions.find("FcObjectSetCreate", in: handle)
    unsafe destroyObjectSet = try FcftFunctions.find("FcObjectSetDestroy", in: handle)
    unsafe listFonts = try FcftFunctions.find("FcFontList", in: handle)
    unsafe destroyFontSet = try FcftFunctions.find("FcFontSetDestroy", in: handle)
  }

  private static func find<Function>(_ name: String, in handle: UnsafeMutableRawPointer) throws(FontError) -> Function {
    guard let address = unsafe dlsym(handle, name) else { throw .noLibrary("fcft lacks \(name)") }
    return unsafe unsafeBitCast(address, to: Function.self)
  }
}
