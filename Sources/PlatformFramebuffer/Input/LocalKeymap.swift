import EaselKeyboard
import EaselPlatform
import EaselPlatformLinux

/// Which keymap keyboards have without a compositor (LKB-1).
enum LocalKeymap {
  /// The system's own setting.
  static let systemFile = "/etc/default/keyboard"

  /// A translator with the keymap that the environment names, else the system's file, else the library.
  static func translator(
    environment: [String: String], systemFile: String = LocalKeymap.systemFile,
    context: XKBContext? = XKBContext(readsSystem: true),
    log: Log
  ) -> KeyTranslator {
    var keys = KeyTranslator(context: context, locale: KeyTranslator.locale(environment))
    if let problem = keys.setKeymap(names(environment, systemFile)) { log(.warning, problem) }
    return keys
  }

  private static func names(_ environment: [String: String], _ systemFile: String) -> KeymapNames {
    if let names = KeymapNames(environment: environment) { return names }
    guard let bytes = try? Files.read(systemFile, limit: 1 << 16) else { return KeymapNames() }
    return KeymapNames(systemFile: String(decoding: bytes, as: UTF8.self)) ?? KeymapNames()
  }
}
