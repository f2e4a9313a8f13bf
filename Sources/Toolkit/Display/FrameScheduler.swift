internal import EaselGeometry
internal import EaselInputEvents
internal import EaselPlatform
internal import EaselRaster

/// Decides at each turn's end whether a surface's marks are painted now or wait (WFR-2, WFR-5, WFR-6, WFR-10, WXS-10).
final class FrameScheduler {
  /// Whether this turn has delivered input to a window of the surface.
  @safe @exclusivity(unchecked) private var hadInput = false
  /// Whether movements have come that wait for a paint.
  @safe @exclusivity(unchecked) private var inputIsWaiting = false
  /// Whether the display has changed the surface's state since the last paint.
  @safe @exclusivity(unchecked) var wasConfigured = false
  @safe @exclusivity(unchecked) private var newestInput: Timestamp?
  @safe @exclusivity(unchecked) private var lastUnshownPaint: Timestamp?

  /// Small enough that painting at once costs next to nothing (WFR-10).
  private static let smallShare = 16
  /// How often a window that shows nothing may be painted (WFR-6).
  private static let unshownInterval = 1.0

  /// Input was delivered to a window of the surface: what it has marked may be painted in this turn.
  func inputWasDelivered(at time: Timestamp) {
    hadInput = true
    newestInput = max(newestInput ?? time, time)
  }

  /// Input came and waits for the next paint.
  func inputWaits() {
    inputIsWaiting = true
  }

  /// Paints what is marked on the scheduler's host if it may be painted now; with nothing marked it does nothing.
  func turnEnds(of host: SurfaceHost) {
    defer { hadInput = false }
    guard host.isVisible else { return }
    host.layout()
    host.mayHaveToAnswer = host.surface.mustAnswerConfigure
    guard host.mayHaveToAnswer || !host.damage.isEmpty, mayPaint(host) else { return }
    if host.hasWaitingMotion {
      // The paint shows the newest sample (EV-4, WFR-9); what that marks may be too large to go out at once.
      host.flushMotion()
      inputIsWaiting = false
      guard host.isVisible else { return }
      host.layout()
      guard mayPaint(host) else { return }
    }
    paint(host)
  }

  /// Notes the end of a turn that has left nothing to paint.
  func turnEndsAtRest() {
    hadInput = false
  }

  private func mayPaint(_ host: SurfaceHost) -> Bool {
    let surface = host.surface
    if surface.mustAnswerConfigure { return true }
    if surface.state.isSuspended { return false }
    guard surface.isPresenting else { return mayPaintUnshown(host) }
    return !surface.isWaitingForFrame || mayPaintAtOnce(host)
  }

  /// WFR-6: a lost callback must not freeze the window, so input or a configure allows one paint a second.
  private func mayPaintUnshown(_ host: SurfaceHost) -> Bool {
    guard host.surface.isWaitingForFrame else { return true }
    guard hadInput || inputIsWaiting || wasConfigured else { return false }
    guard let last = lastUnshownPaint else { return true }
    return host.now.seconds(since: last) >= Self.unshownInterval
  }

  /// WFR-10: small damage from input goes out in the turn of that input, repair of an older slot included.
  private func mayPaintAtOnce(_ host: SurfaceHost) -> Bool {
    guard hadInput else { return false }
    let size = host.surface.state.pixelSize
    let damage = host.damage.region(in: size)
    let most = size.area / Self.smallShare
    guard !damage.isEmpty, damage.area <= most, let repair = host.surface.repairArea(for: damage) else { return false }
    return damage.area + repair <= most
  }

  private func paint(_ host: SurfaceHost) {
    let surface = host.surface
    if surface.mustAnswerConfigure { host.damage.markWhole() }
    let damage = host.damage.region(in: surface.state.pixelSize)
    guard !damage.isEmpty else {
      host.damage.removeAll()
      return
    }
    // Without a slot the marks stay; the surface tells when there is one (WSB-7).
    guard let slot = surface.beginFrame(damage: damage) else { return }
    if !surface.isPresenting { lastUnshownPaint = host.now }
    host.damage.removeAll()
    host.paint(into: slot.bitmap, damage: damage)
    surface.present(slot, damage: damage, newestInput: newestInput)
    newestInput = nil
    wasConfigured = false
    inputIsWaiting = false
  }
}
