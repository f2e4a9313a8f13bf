import EaselGeometry
import EaselPlatform
import EaselPlatformLinux

/// What the user wants of a card (SET).
nonisolated struct CardWish: Equatable {
  /// A connector's name, as HDMI-A-1.
  var connector: String?
  var mode: FramebufferOptions.Mode?
}

/// A screen that is plugged into a card, and the way to it.
struct CardOutput {
  var connector: CardConnector
  var crtc: UInt32
  var mode: CardMode

  /// Looks what is plugged in, which may take some tens of milliseconds.
  ///
  /// - Returns: nil while there is no screen that can be used.
  /// - Throws: `BackendError` for a card that has no place for a screen, or none of the wished name, or that cannot be asked.
  static func find(on path: String, _ door: any CardDoor, _ wish: CardWish) throws(BackendError) -> CardOutput? {
    let connectors: [CardConnector]
    let crtcs: [UInt32]
    do {
      let all = try door.resources()
      crtcs = all.crtcs
      connectors = try all.connectors.map { id throws(SystemError) in try door.connector(id) }
    } catch {
      throw BackendError("\(error) Choose another screen by --screen.")
    }
    guard let connector = CardChoice.connector(of: connectors, named: wish.connector) else {
      if connectors.contains(where: { !$0.isNonDesktop && $0.name == wish.connector ?? $0.name }) { return nil }
      let (what, names) = (wish.connector.map { " \($0)" } ?? "", connectors.map(\.name).joined(separator: ", "))
      throw BackendError("The card \(path) has no place for a screen\(what) (\(names)). Choose another one by --screen.")
    }
    guard let mode = CardChoice.modes(of: connector, wish: wish.mode).first,
      let crtc = CardChoice.crtc(for: connector, of: crtcs, encoder: door.encoder)
    else { throw BackendError("The card \(path) cannot drive its screen \(connector.name). Choose another one by --screen.") }
    return CardOutput(connector: connector, crtc: crtc, mode: mode)
  }

  /// Whether pictures go the same way to the same screen.
  func isSame(as other: CardOutput?) -> Bool {
    other.map { $0.connector.id == connector.id && $0.crtc == crtc && $0.mode == mode } ?? false
  }
}
