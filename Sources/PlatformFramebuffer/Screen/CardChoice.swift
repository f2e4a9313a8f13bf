import EaselGeometry

/// Which of a card's connectors, modes and CRTCs are used (FKM-3, FKM-4, FKM-5).
nonisolated enum CardChoice {
  /// The connector of that name, else an internal panel, else the first that is connected; "unknown" with modes counts.
  static func connector(of connectors: [CardConnector], named name: String?) -> CardConnector? {
    let usable = connectors.filter { !$0.isNonDesktop && !$0.modes.isEmpty && $0.connection != .disconnected }
    if let name { return usable.first { $0.name == name } }
    let connected = usable.filter { $0.connection == .connected }
    return connected.first(where: \.isInternal) ?? connected.first ?? usable.first
  }

  /// The modes to try, the best first: the wish, the preferred, then the rest in the card's order.
  static func modes(of connector: CardConnector, wish: FramebufferOptions.Mode?) -> [CardMode] {
    let wished = connector.modes.filter { mode in
      guard let wish, mode.size == wish.size else { return false }
      return wish.refresh.map { abs($0 - mode.refresh) < 1 } ?? true
    }
    let preferred = connector.modes.filter(\.isPreferred)
    var seen: [CardMode] = []
    for mode in wished + preferred + connector.modes where !seen.contains(mode) { seen.append(mode) }
    return seen
  }

  /// The CRTC that drives the connector already, else the first that can; a missing encoder is no error.
  static func crtc(for connector: CardConnector, of crtcs: [UInt32], encoder: (UInt32) -> (crtc: UInt32, possible: UInt32)?)
    -> UInt32?
  {
    if connector.encoder != 0, let now = encoder(connector.encoder)?.crtc, now != 0, crtcs.contains(now) { return now }
    for id in connector.encoders {
      guard let possible = encoder(id)?.possible else { continue }
      for (place, crtc) in crtcs.enumerated() where place < 32 && possible & 1 << UInt32(place) != 0 { return crtc }
    }
    return nil
  }
}
