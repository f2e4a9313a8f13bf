import EaselPlatform

/// One screen of the display's, as far as windows must know it.
final class Output {
  /// The registry's number.
  let name: UInt32
  let proxy: WlOutput
  /// Whole pixels per point, as of the last `done`.
  private(set) var scale = 1
  private var pendingScale = 1
  private let log: Log
  private let onChange: () -> Void

  /// Follows a screen; `onChange` comes when its properties apply (WHD-8).
  init(name: UInt32, proxy: WlOutput, log: Log, onChange: @escaping () -> Void) {
    self.name = name
    self.proxy = proxy
    self.log = log
    self.onChange = onChange
    proxy.onEvent = { [weak self] in self?.handle($0) }
  }

  /// Gives the object back, with its request if its version has one (WCN-5).
  func release() {
    if proxy.version >= 3 { proxy.release() } else { proxy.retire() }
  }

  private func handle(_ event: WlOutput.Event) {
    switch event {
    case .scale(let factor):
      let (scale, wasClamped) = ScaleSources.clamped(integer: Int(factor))
      if wasClamped { log.once("output scale", .warning, "An output has scale \(factor); \(scale) is used.") }
      pendingScale = scale
    case .done:
      apply()
    case .geometry, .mode:
      // The first version has no `done`: what it tells applies at once, but there is no scale in it.
      break
    case .name, .description:
      break
    }
  }

  private func apply() {
    guard scale != pendingScale else { return }
    scale = pendingScale
    onChange()
  }
}
