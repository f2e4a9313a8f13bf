import EaselInputEvents
import EaselPlatform
import EaselPlatformLinux

/// Measures from the newest input in a frame to the moment when that frame was seen (WPT).
final class LatencyMeter {
  /// Whether frames are measured; the display is asked for nothing while not (WPT-2).
  var isMeasuring = false
  /// What was measured so far.
  private(set) var histogram = LatencyHistogram()
  /// Frames that were never shown.
  private(set) var discarded = 0

  private let presentation: () -> WpPresentation?
  private let clock = MonotonicClock()
  private var clockID: UInt32?
  private var pending: [ObjectIdentifier: WpPresentationFeedback] = [:]

  /// The number of the clock that input's times are on (CLOCK_MONOTONIC).
  private static let monotonic: UInt32 = 1

  /// A meter that asks the global of the moment, if there is one.
  init(presentation: @escaping () -> WpPresentation?) {
    self.presentation = presentation
  }

  /// Hears which clock the display shows its times on (WPT-1).
  func listen(to presentation: WpPresentation) {
    presentation.onEvent = { [weak self] event in
      switch event {
      case .clockID(let id): self?.clockID = id
      }
    }
  }

  /// Asks for the fate of the commit that follows.
  func willCommit(_ surface: WlSurface, newestInput: Timestamp?) {
    guard isMeasuring, let newestInput, let presentation = presentation(), clockID != nil else { return }
    let feedback = presentation.feedback(surface: surface)
    let key = ObjectIdentifier(feedback)
    pending[key] = feedback
    feedback.onEvent = { [weak self] event in
      switch event {
      case .syncOutput:
        break
      case .presented(let high, let low, let nanoseconds, _, _, _, _):
        self?.end(key)
        self?.presented(seconds: UInt64(high) << 32 | UInt64(low), nanoseconds: nanoseconds, newestInput: newestInput)
      case .discarded:
        self?.end(key)
        self?.discarded += 1
      }
    }
  }

  /// Takes a frame callback for the moment of showing where the display tells nothing better (WPT-3).
  func frameCallback(at now: Timestamp, newestInput: Timestamp?) {
    guard isMeasuring, let newestInput, presentation() == nil || clockID == nil else { return }
    histogram.isEstimate = true
    histogram.add(nanoseconds: now.nanoseconds &- newestInput.nanoseconds)
  }

  /// Ends all that is outstanding.
  func invalidate() {
    for feedback in pending.values { feedback.retire() }
    pending.removeAll()
  }

  private func end(_ key: ObjectIdentifier) {
    pending.removeValue(forKey: key)?.retire()
  }

  private func presented(seconds: UInt64, nanoseconds: UInt32, newestInput: Timestamp) {
    guard let clockID, seconds < 1 << 33, nanoseconds < 1_000_000_000 else { return }
    let shown = Timestamp(nanoseconds: Int64(seconds) * 1_000_000_000 + Int64(nanoseconds))
    if clockID == Self.monotonic {
      histogram.add(nanoseconds: shown.nanoseconds &- newestInput.nanoseconds)
    } else if let ahead = clock.difference(toClock: clockID) {
      histogram.add(nanoseconds: shown.advanced(bySeconds: -ahead).nanoseconds &- newestInput.nanoseconds)
    }
  }
}
