import EaselPlatform

/// Who draws title bars, by the environment's wish (WDE-7).
enum DecorationChoice: String {
  /// The display where it offers that, else the toolkit.
  case automatic = "server"
  /// The toolkit.
  case own
  /// Nobody.
  case none

  /// The wish of `EASEL_DECORATIONS`; words that mean nothing are like no wish.
  init(environment: [String: String]) {
    self = environment["EASEL_DECORATIONS"].flatMap(DecorationChoice.init) ?? .automatic
  }

  /// Whether the toolkit draws where the display has no way to say who does.
  var drawsOwnWithoutManager: Bool { self != .none }

  /// The object in which the display decides, where it offers one.
  func make(for toplevel: XdgToplevel, manager: ZxdgDecorationManagerV1?) -> Decoration? {
    guard let manager, self != .none else { return nil }
    return Decoration(object: manager.getToplevelDecoration(toplevel: toplevel), wantsServerSide: self == .automatic)
  }
}

/// The display's word on who draws one window's title bar (WDE-1).
final class Decoration {
  /// Whether the toolkit must draw it.
  private(set) var isClientSide = false
  /// Whether the display has decided at all; a buffer before that is fatal.
  private(set) var isDecided = false

  private let object: ZxdgToplevelDecorationV1
  private let wantsServerSide: Bool
  private var collected: ZxdgToplevelDecorationV1.Mode?

  init(object: ZxdgToplevelDecorationV1, wantsServerSide: Bool) {
    self.object = object
    self.wantsServerSide = wantsServerSide
    object.onEvent = { [weak self] event in
      switch event {
      case .configure(let mode): self?.collected = mode
      }
    }
  }

  /// Asks for what is wanted; to be sent before the first commit.
  func ask() {
    object.setMode(mode: wantsServerSide ? .serverSide : .clientSide)
  }

  /// Takes over what was collected, at the configure that it belongs to (WXS-2); modes that we do not know are the display's.
  func apply() {
    guard let collected else { return }
    isDecided = true
    isClientSide = collected == .clientSide
  }

  func destroy() {
    object.destroy()
  }
}
