import EaselInputEvents
import EaselPlatform

/// Says when the next frame is worth making on a screen that does not tell (FFB-9, FKM-8): at the mode's rate, else 60 times a second.
final class FramePace {
  /// Rates that a screen may have; others are mistakes.
  static let plausible = (1.0 / 240)...(1.0 / 24)

  /// Seconds from frame to frame.
  let interval: Double
  private let loop: any EventLoop
  private var timer: (any LoopTimer)?
  private var last = Timestamp.zero

  init(loop: any EventLoop, interval: Double?, tick: @escaping () -> Void) {
    self.loop = loop
    self.interval = interval.flatMap { FramePace.plausible.contains($0) ? $0 : nil } ?? 1.0 / 60
    timer = loop.makeTimer { _ in tick() }
  }

  /// Something was shown: the tick comes one interval after the one before, or at once if that is long ago.
  func request() {
    guard timer?.deadline == nil else { return }
    last = max(loop.now, last.advanced(bySeconds: interval))
    timer?.arm(at: last)
  }

  func stop() {
    timer?.disarm()
  }
}
