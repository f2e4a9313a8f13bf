public import EaselText
internal import Glibc
public import Testing

/// The font that tests of text stand on.
public enum TestFont {
  /// Whose letters the tests know the widths of.
  public static let family = "DejaVu Sans"

  /// Whether the font is there; with `CI=true` nothing is skipped: the tests run and fail.
  public static let isThere: Bool = {
    do {
      _ = try Font(family: family, size: 17)
      return true
    } catch {
      reportSkip("SKIPPED, no tests of text: \(error)\n")
      return isCI
    }
  }()

  /// The font at a size; the system's, which then shows nothing, where it is missing.
  public static func of(_ size: Double, _ weight: Font.Weight = .regular) -> Font {
    (try? Font(family: family, size: size, weight: weight)) ?? .systemFont(ofSize: size, weight: weight)
  }
}

extension Trait where Self == ConditionTrait {
  /// Only where the font of tests is there.
  public nonisolated static var needsFont: ConditionTrait {
    .enabled("The tests' font is there.") { await TestFont.isThere }
  }
}

private func reportSkip(_ text: String) {
  text.withCString { _ = write(2, $0, strlen($0)) }
}

private var isCI: Bool { getenv("CI").map { String(cString: $0) } == "true" }
