import EaselGeometry
import EaselInputEvents
import EaselPlatform
import EaselRaster

/// Pixels: slots lent out, commits, callbacks.
extension XDGWindow {
  /// Seconds without a paint after which spare buffers are given back (WSB-10).
  private static var idleTime: Double { 10 }

  var isWaitingForFrame: Bool { frameClock.isWaiting }

  var isPresenting: Bool { frameClock.isPresenting }

  /// Whether a buffer may be attached now.
  private var canPaint: Bool {
    switch phase {
    case .ready: decoration?.isDecided ?? true
    case .mapped: true
    case .hiding, .hidden, .waiting, .closed: false
    }
  }

  func repairArea(for damage: borrowing Region) -> Int? {
    guard canPaint, !host.isBlocked else { return nil }
    return buffers.ring.repairArea(for: damage)
  }

  func beginFrame(damage: borrowing Region) -> FrameSlot? {
    showAgain()
    guard canPaint else { return nil }
    guard !host.isBlocked, let slot = buffers.begin(damage: damage) else {
      isStarved = true
      return nil
    }
    return slot
  }

  func present(_ slot: FrameSlot, damage: borrowing Region, newestInput: Timestamp?) {
    // A slot of a size that is out of date has left the ring: it is not shown any more (WXS-4).
    guard canPaint, let lent = buffers.ring.slot(for: slot) else { return }
    let isWhole = committedLayout != layout
    guard isWhole || !damage.isEmpty else { return buffers.ring.abandon(lent) }
    guard buffers.ring.commit(lent, damage: damage) else { return }
    let mapsWindow = phase == .ready
    if isWhole, frameClock.isWaiting { frameClock.noteAnswer() }
    acknowledge()
    if isWhole { sendLayout() }
    surface.attach(buffer: buffers.buffer(of: lent)?.proxy, x: 0, y: 0)
    sendDamage(damage, isWhole: isWhole)
    if !applied.isSuspended { frameClock.request(on: surface) }
    // Time in which nobody could see the window is not latency (WPT-4).
    host.latency.willCommit(surface, newestInput: frameClock.isPresenting ? newestInput : nil)
    surface.commit()
    self.newestInput = newestInput ?? self.newestInput
    committedLayout = layout
    needsCommit = false
    isStarved = false
    phase = .mapped
    notePaint()
    if mapsWindow { host.windowWasMapped(self) }
  }

  func abandon(_ slot: FrameSlot) {
    guard let lent = buffers.ring.slot(for: slot) else { return }
    buffers.ring.abandon(lent)
  }

  /// Everything that must fit the buffer goes into the buffer's own commit (WFR-1, WHD-3, WHD-4).
  private func sendLayout() {
    let size = layout.surface
    if let viewport, case .fractional = layout.scale {
      viewport.setDestination(width: Int32(size.width), height: Int32(size.height))
    }
    surface.setBufferScale(scale: layout.scale.bufferScale)
    sendOpaqueRegion()
    guard layout.hasMargin || hasGeometry else { return }
    hasGeometry = true
    xdgSurface.setWindowGeometry(
      x: Int32(layout.origin.width), y: Int32(layout.origin.height), width: Int32(layout.content.width),
      height: Int32(layout.content.height))
  }

  /// The content hides what is below it, its margin does not (WSB-11).
  private func sendOpaqueRegion() {
    guard let region = host.globals.compositor?.createRegion() else { return }
    region.add(
      x: Int32(layout.origin.width), y: Int32(layout.origin.height), width: Int32(layout.content.width),
      height: Int32(layout.content.height))
    surface.setOpaqueRegion(region: region)
    region.destroy()
  }

  private func sendDamage(_ damage: borrowing Region, isWhole: Bool) {
    guard !isWhole else {
      return surface.damageBuffer(x: 0, y: 0, width: Int32(layout.buffer.width), height: Int32(layout.buffer.height))
    }
    DamageClamp.forEach(damage, in: layout.contentPixels) { painted in
      var rect = painted
      if case .fractional(let numerator) = layout.scale, numerator % 120 != 0 {
        rect = Quirks.damageInWholePoints(painted, numerator: numerator).intersection(PixelRect(layout.buffer))
      }
      surface.damageBuffer(x: Int32(rect.x), y: Int32(rect.y), width: Int32(rect.width), height: Int32(rect.height))
    }
  }

  // MARK: What comes back

  func frameCallbackCame(wasPresenting: Bool) {
    host.latency.frameCallback(at: host.loop.now, newestInput: wasPresenting ? newestInput : nil)
    newestInput = nil
    delegate?.surfaceIsReadyForFrame(self)
  }

  func slotBecameFree() {
    guard isStarved else { return }
    isStarved = false
    delegate?.surfaceIsReadyForFrame(self)
  }

  // MARK: Idle

  /// Only a window with more buffers than it needs is looked at again, so that others never wake the loop (WFR-3).
  private func notePaint() {
    lastPaint = host.loop.now
    guard buffers.canTrim, trimTimer?.deadline == nil else { return }
    trimTimer?.arm(at: lastPaint.advanced(bySeconds: Self.idleTime))
  }

  func trim(_ now: Timestamp) {
    let due = lastPaint.advanced(bySeconds: Self.idleTime)
    guard now >= due else {
      trimTimer?.arm(at: due)
      return
    }
    buffers.trim()
  }
}
