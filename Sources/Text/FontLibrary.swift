internal import CEaselFcft

/// The fonts that are open.
///
/// fcft counts itself and its fonts by process, so there is one of these, made when text is first needed; with it fontconfig reads
/// its configuration, which takes some milliseconds. It is not taken down: the memory goes with the process.
/// fcft may be called from any thread; ours is the main one. It is told to log nothing, since every failure comes back as an error.
@safe final class FontLibrary {
  /// The one that all text of the process shares, or why there is none; that is tried once.
  static let ofProcess = Result { () throws(FontError) in try FontLibrary(FcftFunctions()) }

  /// Faces that are kept open, the one that was used last at the end.
  private(set) var faces: [(key: FaceKey, face: FontFace)] = []
  private let functions: FcftFunctions

  /// Each takes some tens of kilobytes, and as many more as the user has fonts.
  static let mostFaces = 12
  /// The size at which all text is laid out, in pixels; hinting off, so that all sizes have the same proportions.
  ///
  /// fcft tells advances in whole pixels and paints what it measures, so a larger size is more exact and slower.
  private static let layoutSize = 64

  struct FaceKey: Hashable {
    var families: [String]
    var weight: Font.Weight
    var isItalic: Bool
    var pixels: Int
    var isForLayout: Bool

    init(_ font: Font, pixels: Int, isForLayout: Bool) {
      families = font.familyNames
      weight = font.weight
      isItalic = font.isItalic
      self.pixels = pixels
      self.isForLayout = isForLayout
    }
  }

  /// - Throws: `FontError.noLibrary`.
  init(_ functions: FcftFunctions) throws(FontError) {
    self.functions = functions
    guard functions.start(FCFT_LOG_COLORIZE_NEVER, false, FCFT_LOG_CLASS_NONE) else {
      throw .noLibrary("fcft does not start")
    }
    let wanted = FCFT_CAPABILITY_TEXT_RUN_SHAPING.rawValue
    guard functions.capabilities().rawValue & wanted != 0 else { throw .noLibrary("this fcft does not shape text") }
  }

  /// Whether a font of this family is there; case and blanks do not count (`FcFontList`).
  func hasFamily(_ name: String) -> Bool {
    guard !name.isEmpty, !name.utf8.contains(0), let objects = unsafe functions.makeObjectSet() else { return false }
    defer { unsafe functions.destroyObjectSet(objects) }
    let pattern = unsafe Array(FontLibrary.escaped(name).utf8CString).withUnsafeBufferPointer { text in
      unsafe text.withMemoryRebound(to: FcChar8.self) { unsafe functions.parseName($0.baseAddress) }
    }
    guard let pattern = unsafe pattern else { return false }
    defer { unsafe functions.destroyPattern(pattern) }
    guard let fonts = unsafe functions.listFonts(nil, pattern, objects) else { return false }
    defer { unsafe functions.destroyFontSet(fonts) }
    return unsafe fonts.pointee.nfont > 0
  }

  /// The face by which text of a font is laid out, the same for all sizes.
  func layoutFace(of font: Font) throws(FontError) -> FontFace {
    try face(FaceKey(font, pixels: FontLibrary.layoutSize, isForLayout: true))
  }

  /// The face whose glyphs are painted where a font is so many pixels large.
  func face(of font: Font, pixels: Int) throws(FontError) -> FontFace {
    try face(FaceKey(font, pixels: pixels, isForLayout: false))
  }

  private func face(_ key: FaceKey) throws(FontError) -> FontFace {
    if let last = faces.last, last.key == key { return last.face }
    if let index = faces.lastIndex(where: { $0.key == key }) {
      let entry = faces.remove(at: index)
      faces.append(entry)
      return entry.face
    }
    let hinting = key.isForLayout ? ":hinting=false" : ""
    // One name with all families, since fcft takes the same names in another order for the same font.
    let families = key.families.map(FontLibrary.escaped).joined(separator: ",")
    let slant = key.isItalic ? ":slant=100" : ""
    let name = "\(families)\(slant):weight=\(key.weight.rawValue):pixelsize=\(key.pixels)\(hinting)"
    guard let face = FontFace(name: name, pixelSize: key.pixels, functions: functions) else { throw .noFont }
    if faces.count == FontLibrary.mostFaces { faces.removeFirst() }
    faces.append((key, face))
    return face
  }

  /// A family's name as it stands in a fontconfig name, where some characters mean something else.
  private static func escaped(_ family: String) -> String {
    var result = ""
    for scalar in family.unicodeScalars where scalar != "\0" {
      if "\\-:,".unicodeScalars.contains(scalar) { result.unicodeScalars.append("\\") }
      result.unicodeScalars.append(scalar)
    }
    return result
  }
}
