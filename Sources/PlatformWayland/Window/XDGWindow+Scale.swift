import EaselPlatform

/// Pixels per point: outputs that the window is on, and what the display prefers (WHD).
extension XDGWindow {
  func makeScaleObjects() {
    if let manager = host.globals.fractionalScales, let viewporter = host.globals.viewporter {
      viewport = viewporter.getViewport(surface: surface)
      let fractionalScale = manager.getFractionalScale(surface: surface)
      fractionalScale.onEvent = { [weak self] event in
        switch event {
        case .preferredScale(let numerator): self?.fractionalScaleCame(Int(numerator))
        }
      }
      self.fractionalScale = fractionalScale
    }
    scaleSources.hasViewport = viewport != nil
    scaleSources.onlyOutput = host.globals.onlyOutputScale
    scale = scaleSources.choice ?? scale
    layout = WindowLayout(content: layout.content, scale: scale, marginEdges: [])
    buffers.retire(for: layout)
    updateState()
  }

  func handle(_ event: WlSurface.Event) {
    switch event {
    case .enter(let output):
      // One that has gone already, or is not ours, is not known (WHD-8).
      guard let output, host.globals.outputs.contains(where: { $0.proxy === output }) else { return }
      guard !enteredOutputs.contains(where: { $0 === output }) else { return }
      enteredOutputs.append(output)
      scaleSources.wasShown = true
      outputsDidChange()
    case .leave(let output):
      guard let index = enteredOutputs.firstIndex(where: { $0 === output }) else { return }
      enteredOutputs.remove(at: index)
      outputsDidChange()
    case .preferredBufferScale(let factor):
      let (scale, wasClamped) = ScaleSources.clamped(integer: Int(factor))
      if wasClamped { host.log.once("buffer scale", .warning, "The display prefers scale \(factor); \(scale) is used.") }
      scaleSources.preferredBufferScale = scale
      updateScale()
    case .preferredBufferTransform:
      // Turning is left to the display, which copies the pixels anyway (WHD-7).
      break
    }
  }

  /// An output came, went or changed its scale.
  func outputsDidChange() {
    let known = host.globals.outputs
    enteredOutputs.removeAll { output in !known.contains { $0.proxy === output } }
    scaleSources.entered = known.filter { output in enteredOutputs.contains { $0 === output.proxy } }.map(\.scale)
    scaleSources.onlyOutput = host.globals.onlyOutputScale
    updateScale()
  }

  private func fractionalScaleCame(_ numerator: Int) {
    let (scale, wasClamped) = ScaleSources.clamped(numerator: numerator)
    if wasClamped { host.log.once("scale", .warning, "The display prefers scale \(numerator)/120; \(scale)/120 is used.") }
    scaleSources.fractional = scale
    updateScale()
  }

  /// Takes the best source's scale; with none the last one stays (WHD-8).
  private func updateScale() {
    guard phase != .closed, let choice = scaleSources.choice, choice != scale else { return }
    scale = choice
    updateLayout()
  }
}
