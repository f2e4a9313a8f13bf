/// A typeface at a size, as a value: it opens nothing until something is measured or painted with it.
public nonisolated struct Font: Hashable, Sendable {
  /// How heavy the strokes of letters are; a family that lacks a weight gives its nearest.
  public enum Weight: Int, CaseIterable, Sendable {
    // The numbers are fontconfig's.
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
    /// As heavy as most families go.
    case heavy = 210
  }

  /// The largest size of a font, in points; a larger one counts as this.
  public static let maximumPointSize = 100_000.0

  /// The family, as fontconfig names it: `sans-serif`, `DejaVu Sans`.
  public let familyName: String
  /// The size in points, from 0 to `maximumPointSize`; at 0 nothing is seen.
  public let pointSize: Double
  /// How heavy it is.
  public let weight: Weight

  /// A font of a family that is there.
  ///
  /// The generic families `sans-serif`, `serif`, `monospace` and `system-ui` stand for what the user has chosen for them.
  /// Asks fontconfig, which is loaded for it.
  ///
  /// - Parameter size: in points; what is no positive number counts as 0.
  /// - Throws: `FontError.noFamily`, or why there is no text at all.
  @MainActor public init(family: String, size: Double, weight: Weight = .regular) throws(FontError) {
    let font = Font(known: family, size: size, weight: weight)
    let library = try FontLibrary.ofProcess.get()
    guard Font.genericFamilies.contains(family) || library.hasFamily(family) else { throw .noFamily(family) }
    _ = try library.layoutFace(of: font)
    self = font
  }

  /// The user's font for interfaces; whether there is one shows when it is used.
  public static func systemFont(ofSize size: Double, weight: Weight = .regular) -> Font {
    Font(known: "sans-serif", size: size, weight: weight)
  }

  /// The user's font whose letters are all equally wide; whether there is one shows when it is used.
  public static func monospacedSystemFont(ofSize size: Double, weight: Weight = .regular) -> Font {
    Font(known: "monospace", size: size, weight: weight)
  }

  /// The same typeface at another size.
  public func withSize(_ size: Double) -> Font {
    Font(known: familyName, size: size, weight: weight)
  }

  private init(known family: String, size: Double, weight: Weight) {
    familyName = family
    pointSize = size > 0 ? min(size, Font.maximumPointSize) : 0
    self.weight = weight
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
    guard let library = try? FontLibrary.ofProcess.get(), let face = try? library.layoutFace(of: self) else {
      return FontMetrics(ascender: 0, descent: 0, lineHeight: 0)
    }
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
