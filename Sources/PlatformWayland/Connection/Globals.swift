import EaselPlatform

/// The display's globals: what it offers, what of it is bound, and what comes and goes (WCN).
final class Globals {
  private(set) var compositor: WlCompositor?
  private(set) var shm: WlShm?
  private(set) var wmBase: XdgWmBase?
  private(set) var viewporter: WpViewporter?
  private(set) var fractionalScales: WpFractionalScaleManagerV1?
  private(set) var presentation: WpPresentation?
  private(set) var decorations: ZxdgDecorationManagerV1?
  private(set) var cursorShapes: WpCursorShapeManagerV1?
  private(set) var inputTimestamps: ZwpInputTimestampsManagerV1?
  private(set) var pointerGestures: ZwpPointerGesturesV1?
  private(set) var tablets: ZwpTabletManagerV2?
  private(set) var activation: XdgActivationV1?
  private(set) var outputs: [Output] = []

  /// A seat came; the receiver owns its object.
  var onSeat: ((_ seat: WlSeat, _ name: UInt32) -> Void)?
  /// A seat has gone.
  var onSeatGone: ((_ name: UInt32) -> Void)?
  /// An output came, changed or has gone; in the last case its proxy is still alive.
  var onOutputs: (() -> Void)?

  /// Times in nanoseconds are offered, or no more.
  var onInputTimestamps: ((ZwpInputTimestampsManagerV1?) -> Void)?
  /// Touchpad gestures are offered, or no more.
  var onPointerGestures: ((ZwpPointerGesturesV1?) -> Void)?
  /// Tablets are offered, or no more.
  var onTablets: ((ZwpTabletManagerV2?) -> Void)?
  /// Presentation times are offered.
  var onPresentation: ((WpPresentation) -> Void)?

  private let registry: WlRegistry
  private let log: Log
  private var names: [UInt32: Bound] = [:]
  private var offered: [String: UInt32] = [:]

  private enum Bound {
    case output
    case seat
    case single(Proxy)
  }

  init(display: WaylandDisplay) {
    log = display.log
    registry = display.getRegistry()
    registry.onEvent = { [weak self] in self?.handle($0) }
  }

  /// The scale of the only output, or nil if there are several or none (WHD-2).
  var onlyOutputScale: Int? { outputs.count == 1 ? outputs[0].scale : nil }

  /// Bytes of which a buffer's rows should be a multiple.
  var rowAlignment: Int { Quirks.rowAlignment(offered: offered.keys) }

  /// The three without which nothing works, or one sentence that says what is missing (WCN-2).
  func required() throws(BackendError) -> (compositor: WlCompositor, shm: WlShm, wmBase: XdgWmBase) {
    guard let compositor else { throw missing("wl_compositor", 4) }
    guard let shm else { throw missing("wl_shm", 1) }
    guard let wmBase else { throw missing("xdg_wm_base", 1) }
    return (compositor, shm, wmBase)
  }

  private func missing(_ interface: String, _ version: UInt32) -> BackendError {
    let found = offered[interface].map { "offers version \($0)" } ?? "does not offer it"
    return BackendError("Easel needs \(interface) in version \(version) or later, and this Wayland compositor \(found).")
  }

  private func handle(_ event: WlRegistry.Event) {
    switch event {
    case .global(let name, let interface, let version): add(name, interface, version)
    case .globalRemove(let name): remove(name)
    }
  }

  /// Binds at once: what has vanished again may not be bound later on older displays (WCN-4).
  private func add(_ name: UInt32, _ interface: String, _ version: UInt32) {
    guard names[name] == nil, version > 0 else { return }
    offered[interface] = max(version, offered[interface] ?? 0)
    switch interface {
    case "wl_compositor" where version >= 4: compositor = compositor ?? single(name, version)
    case "wl_shm": shm = shm ?? single(name, version)
    case "xdg_wm_base": addWindowManager(name, version)
    case "wp_viewporter": viewporter = viewporter ?? single(name, version)
    case "wp_fractional_scale_manager_v1": fractionalScales = fractionalScales ?? single(name, version)
    case "wp_presentation": addPresentation(name, version)
    case "zxdg_decoration_manager_v1": decorations = decorations ?? single(name, version)
    case "wp_cursor_shape_manager_v1": cursorShapes = cursorShapes ?? single(name, version)
    case "zwp_input_timestamps_manager_v1": addInputTimestamps(name, version)
    case "zwp_pointer_gestures_v1": addPointerGestures(name, version)
    case "zwp_tablet_manager_v2": addTablets(name, version)
    case "xdg_activation_v1": activation = activation ?? single(name, version)
    case "wl_output": addOutput(name, version)
    case "wl_seat": addSeat(name, version)
    default: break
    }
  }

  private func bind<P: Proxy>(_ name: UInt32, _ version: UInt32) -> P {
    registry.bind(name: name, P.self, version: min(version, UInt32(P.interface.description.version)))
  }

  private func single<P: Proxy>(_ name: UInt32, _ version: UInt32) -> P {
    let proxy: P = bind(name, version)
    names[name] = .single(proxy)
    return proxy
  }

  private func addWindowManager(_ name: UInt32, _ version: UInt32) {
    guard wmBase == nil else { return }
    let base: XdgWmBase = single(name, version)
    // Answered in the dispatch itself, whatever else is going on (WCN-9).
    base.onEvent = { [weak base] event in
      switch event {
      case .ping(let serial): base?.pong(serial: serial)
      }
    }
    wmBase = base
  }

  private func addPresentation(_ name: UInt32, _ version: UInt32) {
    guard presentation == nil else { return }
    let global: WpPresentation = single(name, version)
    presentation = global
    onPresentation?(global)
  }

  private func addInputTimestamps(_ name: UInt32, _ version: UInt32) {
    guard inputTimestamps == nil else { return }
    inputTimestamps = single(name, version)
    onInputTimestamps?(inputTimestamps)
  }

  private func addPointerGestures(_ name: UInt32, _ version: UInt32) {
    guard pointerGestures == nil else { return }
    pointerGestures = single(name, version)
    onPointerGestures?(pointerGestures)
  }

  private func addTablets(_ name: UInt32, _ version: UInt32) {
    guard tablets == nil else { return }
    tablets = single(name, version)
    onTablets?(tablets)
  }

  private func addOutput(_ name: UInt32, _ version: UInt32) {
    guard outputs.count < Limits.outputs else {
      return log.once("too many outputs", .warning, "More than \(Limits.outputs) outputs: the others are ignored.")
    }
    names[name] = .output
    outputs.append(Output(name: name, proxy: bind(name, version), log: log) { [weak self] in self?.onOutputs?() })
    onOutputs?()
  }

  private func addSeat(_ name: UInt32, _ version: UInt32) {
    names[name] = .seat
    onSeat?(bind(name, version), name)
  }

  private func remove(_ name: UInt32) {
    switch names.removeValue(forKey: name) {
    case nil:
      break
    case .seat:
      onSeatGone?(name)
    case .output:
      guard let index = outputs.firstIndex(where: { $0.name == name }) else { return }
      let output = outputs.remove(at: index)
      onOutputs?()
      output.release()
    case .single(let proxy):
      forget(proxy)
    }
  }

  /// A global that is taken back can be used no more for new objects; those that exist stay.
  private func forget(_ proxy: Proxy) {
    log(.info, "The Wayland display has taken a global back.")
    if viewporter === proxy { viewporter = nil }
    if fractionalScales === proxy { fractionalScales = nil }
    if presentation === proxy { presentation = nil }
    if decorations === proxy { decorations = nil }
    if cursorShapes === proxy { cursorShapes = nil }
    if inputTimestamps === proxy {
      inputTimestamps = nil
      onInputTimestamps?(nil)
    }
    if pointerGestures === proxy {
      pointerGestures = nil
      onPointerGestures?(nil)
    }
    if tablets === proxy {
      tablets = nil
      onTablets?(nil)
    }
    if activation === proxy { activation = nil }
  }

  /// Ends all objects that it has bound; those that were made from them are ended before.
  func invalidate() {
    onSeat = nil
    onSeatGone = nil
    onOutputs = nil
    onInputTimestamps = nil
    onPointerGestures = nil
    onTablets = nil
    onPresentation = nil
    for output in outputs { output.release() }
    outputs.removeAll()
    fractionalScales?.destroy()
    decorations?.destroy()
    viewporter?.destroy()
    cursorShapes?.destroy()
    inputTimestamps?.destroy()
    if let pointerGestures { end(pointerGestures, since: 2) { pointerGestures.release() } }
    tablets?.destroy()
    presentation?.destroy()
    activation?.destroy()
    wmBase?.destroy()
    for plain in [compositor, shm, registry] as [Proxy?] { plain?.retire() }
  }
}
