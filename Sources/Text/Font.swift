/// A typeface at a size, as a value: it opens nothing until something is measured or painted with it.
public nonisolated struct Font: Hashable, Sendable {
  /// How heavy the strokes of letters are; a family that lacks a weight gives its nearest.
  public enum Weight: Int, CaseIterable, Sendable {
    // The numbers are fontconfig's.
    /// The thinnest of all.
    case thin = 0
    /// Thinner than light.
    case ultraLight = 40
    /// Thinner than regular.
    case light = 50
    /// For running text.
    case regular = 80
    /// A little heavier than regular.
    case medium = 100
    /// Between medium and bold.
    case semibold = 180
    /// For what stands out.
    case bold = 200
    /// Heavier than bold.
    case heavy = 205
    /// The heaviest of all.
    case black = 210
  }

  /// The largest size of a font, in points; a larger one counts as this.
  public static let maximumPointSize = 100_000.0

  /// The families, as fontconfig names them: the first one that has a glyph gives it, and the user's other fonts stand behind them.
  public let familyNames: [String]
  /// The size in points, from 0 to `maximumPointSize`; at 0 nothing is seen.
  public let pointSize: Double
  /// How heavy it is.
  public let weight: Weight
  /// Whether its letters lean; a family without such letters has its upright ones leant.
  public let isItalic: Bool

  /// The first family: `sans-serif`, `DejaVu Sans`.
  public var familyName: String { familyNames[0] }

  /// A font of a family that is there.
  ///
  /// The generic families `sans-serif`, `serif`, `monospace` and `system-ui` stand for what the user has chosen for them.
  /// Asks fontconfig, which is loaded for it.
  ///
  /// - Parameter size: in points; what is no positive number counts as 0.
  /// - Throws: `FontError.noFamily`, or why there is no text at all.
  @MainActor public init(family: String, size: Double, weight: Weight = .regular, isItalic: Bool = false) throws(FontError) {
    try self.init(families: [family], size: size, weight: weight, isItalic: isItalic)
  }

  /// A font of several families, the one before being asked for a glyph before the one behind; those that are not there are left out.
  ///
  /// - Parameters:
  ///   - families: at least one; generic ones as well.
  ///   - size: in points; what is no positive number counts as 0.
  /// - Throws: `FontError.noFamily` if none of them is there, or why there is no text at all.
  @MainActor public init(families: [String], size: Double, weight: Weight = .regular, isItalic: Bool = false) throws(FontError)
  {
    precondition(!families.isEmpty, "A font has a family.")
    let library = try FontLibrary.ofProcess.get()
    let present = families.filter { Font.genericFamilies.contains($0) || library.hasFamily($0) }
    guard !present.isEmpty else { throw .noFamily(families.joined(separator: ", ")) }
    let font = Font(known: present, size: size, weight: weight, isItalic: isItalic)
    _ = try library.layoutFace(of: font)
    self = font
  }

  /// A regular font of a family that is there, or nil: UIKit's form of `init(family:size:)`, which says why.
  ///
  /// - Parameter name: a family's; the weight is no part of it, as it is in “Helvetica-Bold”.
  @MainActor public init?(name: String, size: Double) {
    guard let font = try? Font(family: name, size: size) else { return nil }
    self = font
  }

  /// The user's font for interfaces; whether there is one shows when it is used.
  public static func systemFont(ofSize size: Double, weight: Weight = .regular) -> Font {
    Font(known: ["sans-serif"], size: size, weight: weight)
  }

  /// The user's font for interfaces in `bold`; whether there is one shows when it is used.
  public static func boldSystemFont(ofSize size: Double) -> Font { systemFont(ofSize: size, weight: .bold) }

  /// The user's font for interfaces, leaning; whether there is one shows when it is used.
  public static func italicSystemFont(ofSize size: Double) -> Font {
    Font(known: ["sans-serif"], size: size, weight: .regular, isItalic: true)
  }

  /// The user's font whose letters are all equally wide; whether there is one shows when it is used.
  public static func monospacedSystemFont(ofSize size: Double, weight: Weight = .regular) -> Font {
    Font(known: ["monospace"], size: size, weight: weight)
  }

  /// The same typeface at another size.
  public func withSize(_ size: Double) -> Font {
    Font(known: familyNames, size: size, weight: weight, isItalic: isItalic)
  }

  /// The same families with another weight.
  public func withWeight(_ weight: Weight) -> Font {
    Font(known: familyNames, size: pointSize, weight: weight, isItalic: isItalic)
  }

  /// The same families, leaning or upright.
  public func withItalic(_ isItalic: Bool) -> Font {
    Font(known: familyNames, size: pointSize, weight: weight, isItalic: isItalic)
  }

  private init(known families: [String], size: Double, weight: Weight, isItalic: Bool = false) {
    familyNames = families
    pointSize = size > 0 ? min(size, Font.maximumPointSize) : 0
    self.weight = weight
    self.isItalic = isItalic
  }

  private static let genericFamilies: Set<String> = ["sans-serif", "serif", "monospace", "system-ui"]
}

nonisolated extension Font {
  /// How far the line's box reaches above the baseline, in points; 0 if the font cannot be had.
  @MainActor public var ascender: Double { metrics.ascender }
  /// How far the line's box reaches below the baseline, in points and negative as in UIKit; 0 if the font cannot be had.
  @MainActor public var descender: Double { -metrics.descent }
  /// The height of a line's box in points; 0 if the font cannot be had.
  @MainActor public var lineHeight: Double { metrics.lineHeight }

  @MainActor private var metrics: FontMetrics {
    (try? lineMetrics()) ?? FontMetrics(ascender: 0, descent: 0, lineHeight: 0)
  }

  /// Its distances in points.
  ///
  /// - Throws: `FontError`, if the font cannot be had.
  @MainActor func lineMetrics() throws(FontError) -> FontMetrics {
    let face = try FontLibrary.ofProcess.get().layoutFace(of: self)
    return face.metrics.scaled(by: pointSize / face.pixelSize)
  }
}

/// Distances that all glyphs of a font share, all positive.
nonisolated struct FontMetrics {
  var ascender: Double
  var descent: Double
  var lineHeight: Double

  func scaled(by factor: Double) -> FontMetrics {
    FontMetrics(ascender: ascender * factor, descent: descent * factor, lineHeight: lineHeight * factor)
  }
}
