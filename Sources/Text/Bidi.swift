/// What we call of fribidi: in which direction each letter of a paragraph runs (UAX #9).
///
/// It is loaded by `dlopen` when text is first seen that may run from right to left; nobody else pays for it. All that it takes are
/// arrays of plain numbers, so its header is not needed.
@safe struct BidiFunctions {
  /// The library's, or why there is none; that is tried once.
  static let ofProcess = Result { () throws(FontError) in try BidiFunctions() }

  private typealias Numbers = UnsafePointer<UInt32>
  private typealias Output = UnsafeMutablePointer<UInt32>
  private let types: @convention(c) (Numbers?, Int32, Output?) -> Void
  private let brackets: @convention(c) (Numbers?, Int32, Numbers?, Output?) -> Void
  private let levels: @convention(c) (Numbers?, Numbers?, Int32, Output?, UnsafeMutablePointer<Int8>?) -> Int8
  private let mirror: @convention(c) (UInt32, Output?) -> Int32

  // The numbers are fribidi's, of FriBidiParType.
  private static let leftToRight: UInt32 = 0x110
  private static let rightToLeft: UInt32 = 0x111
  private static let byFirstLetter: UInt32 = 0x40

  /// - Throws: `FontError.noBidi`.
  init(library name: String = "libfribidi.so.0") throws(FontError) {
    let library = try LateLibrary("fribidi", name: name, error: FontError.noBidi)
    unsafe types = try library.find("fribidi_get_bidi_types")
    unsafe brackets = try library.find("fribidi_get_bracket_types")
    unsafe levels = try library.find("fribidi_get_par_embedding_levels_ex")
    unsafe mirror = try library.find("fribidi_get_mirror_char")
  }

  /// The level of each scalar of a paragraph: even ones run from left to right, odd ones from right to left.
  ///
  /// - Parameter base: the paragraph's own level; nil lets its first letter decide.
  /// - Throws: `FontError.notShaped`.
  func resolve(_ scalars: [UInt32], base: UInt8?) throws(FontError) -> (levels: [Int8], base: UInt8) {
    let count = Int32(scalars.count)
    var kinds = [UInt32](repeating: 0, count: scalars.count)
    var pairs = kinds
    var result = [Int8](repeating: 0, count: scalars.count)
    var paragraph = base.map { $0 == 0 ? BidiFunctions.leftToRight : BidiFunctions.rightToLeft } ?? BidiFunctions.byFirstLetter
    unsafe types(scalars, count, &kinds)
    unsafe brackets(scalars, count, kinds, &pairs)
    guard unsafe levels(kinds, pairs, count, &paragraph, &result) > 0 else { throw .notShaped }
    return (result, UInt8(paragraph & 1))
  }

  /// What stands for a scalar where text runs from right to left, as `)` does for `(`.
  func mirrored(_ scalar: UInt32) -> UInt32 {
    var result = scalar
    _ = unsafe mirror(scalar, &result)
    return result
  }

  /// Whether a scalar can make its paragraph run otherwise than from left to right.
  nonisolated static func matters(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0..<0x590: false
    case 0x590..<0x900, 0x200F, 0x202B, 0x202E, 0x2067, 0xFB1D..<0xFE00, 0xFE70..<0xFF00, 0x10800..<0x11000,
      0x1E800..<0x1F000:
      true
    default: false
    }
  }
}
