import EaselGeometry

extension Finding {
  /// A card with its connectors and their modes.
  init(path: String, card door: any CardDoor) {
    guard door.hasDumbBuffers() else {
      self.init(
        ["\(path): a card without buffers that a processor can write"],
        .fields(["path": .text(path), "kind": .text("card"), "hasBuffers": .flag(false)]))
      return
    }
    let format = door.preferredDepth() == 16 ? "RGB565" : "XRGB8888"
    let connectors = ((try? door.resources().connectors) ?? []).compactMap { id in
      (try? door.connector(id)).map(Finding.init(connector:))
    }
    self.init(
      ["\(path): a card, \(format)"] + connectors.flatMap { $0.lines.map { "  " + $0 } },
      .fields([
        "path": .text(path), "kind": .text("card"), "hasBuffers": .flag(true), "format": .text(format),
        "connectors": .list(connectors.map(\.value)),
      ]))
  }

  private init(connector: CardConnector) {
    let turned = connector.orientationHint == .none ? "" : ", mounted turned by \(connector.orientationHint.rawValue)°"
    let (width, height) = (connector.millimeters.width, connector.millimeters.height)
    var lines = ["\(connector.name): \(connector.connection), \(width) × \(height) mm\(turned)"]
    let modes = connector.modes.map(Finding.describe)
    let mode = CardChoice.modes(of: connector, wish: nil).first
    let rate = mode.map { Finding.rate(interval: $0.refresh > 0 ? 1 / $0.refresh : nil) }
    if !modes.isEmpty { lines.append("  modes " + modes.joined(separator: ", ")) }
    if let rate { lines.append("  " + Pacing.pageFlip.line(rate: rate)) }
    self.init(
      lines,
      .fields([
        "name": .text(connector.name), "connection": .text("\(connector.connection)"),
        "millimeters": .list([.number(Double(width)), .number(Double(height))]),
        "mounted": .integer(connector.orientationHint.rawValue), "modes": .texts(modes),
        "pacing": rate == nil ? .nothing : .text(Pacing.pageFlip.name), "rate": .integer(rate),
      ]))
  }

  private static func describe(_ mode: CardMode) -> String {
    let rate = (mode.refresh * 10).rounded() / 10
    return "\(mode.size.width)x\(mode.size.height)@\(rate)\(mode.isPreferred ? " (preferred)" : "")"
  }

  /// How often a timer would go off, in a second (FFB-9, FKM-8).
  private static func rate(interval: Double?) -> Int {
    let told = interval.flatMap { FramePace.plausible.contains($0) ? 1 / $0 : nil } ?? 60
    return Int(told.rounded())
  }

  /// A framebuffer, or why it is not used.
  ///
  /// - Parameter paces: whether the driver's refreshes can be waited for.
  init(path: String, framebuffer door: any FramebufferDoor, paces: (any RefreshWaiter) -> Bool = { RefreshClock.isTrue($0) }) {
    do {
      let info = try door.describe()
      let layout = try FramebufferLayout(info)
      let rate = Finding.rate(interval: info.usefulInterval)
      let hasVsync = !info.isDeferred && door.makeRefreshWaiter().map(paces) == true
      let pacing = hasVsync ? Pacing.vsync : .timer
      let late = info.isDeferred ? ", whose driver shows what is written a little later" : ""
      let (width, height) = (info.millimeters.width, info.millimeters.height)
      self.init(
        [
          "\(path): a framebuffer of the driver “\(info.driver)”, \(info.size.width) × \(info.size.height) pixels of "
            + "\(info.bitsPerPixel) bits (\(layout.format.title)), \(layout.stride) bytes a row, starting at byte \(layout.start), "
            + "\(width) × \(height) mm, \(pacing.line(rate: rate))\(late)"
        ],
        .fields([
          "path": .text(path), "kind": .text("framebuffer"), "driver": .text(info.driver), "width": .integer(info.size.width),
          "height": .integer(info.size.height), "bits": .integer(Int(info.bitsPerPixel)), "format": .text(layout.format.title),
          "stride": .integer(layout.stride), "start": .integer(layout.start),
          "millimeters": .list([.number(Double(width)), .number(Double(height))]), "pacing": .text(pacing.name),
          "rate": .integer(rate), "isDeferred": .flag(info.isDeferred),
        ]))
    } catch {
      self.init(
        ["\(path): \(error)"],
        .fields(["path": .text(path), "kind": .text("framebuffer"), "isRefused": .flag(true), "reason": .text("\(error)")]))
    }
  }
}

extension PanelFormat {
  /// What it is, for a person.
  fileprivate var title: String {
    switch kind {
    case .grey: return "grey"
    case .palette: return "palette"
    case .colours(let red, let green, let blue):
      return
        "red \(red.length) at \(red.offset), green \(green.length) at \(green.offset), blue \(blue.length) at \(blue.offset)"
    }
  }
}
