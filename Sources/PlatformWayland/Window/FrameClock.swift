import EaselInputEvents
import EaselPlatform

/// One window's frame callbacks: at most one is outstanding, nothing ever waits for it by standing still (WFR-2, WFR-4).
final class FrameClock {
  /// Whether a callback is outstanding.
  var isWaiting: Bool { callback != nil }
  /// Whether callbacks come; false after one has been withheld for a second (WFR-5).
  private(set) var isPresenting = true
  /// A callback came; whether it came in time.
  var onFrame: ((_ wasPresenting: Bool) -> Void)?
  /// `isPresenting` has changed.
  var onChange: (() -> Void)?
  /// A second has passed without a callback.
  var onSecond: (() -> Void)?

  private let loop: any EventLoop
  @safe @exclusivity(unchecked) private var callback: WlCallback?
  private var requested: Timestamp?
  private var isIsolated = true
  private var lastAnswer: Timestamp?
  private var timer: (any LoopTimer)?
  /// Made once, so that a frame needs no closure of its own.
  private var handler: ((WlCallback.Event) -> Void)?

  /// How long a callback may be withheld before the window counts as not shown (WFR-5).
  static let patience = 1.0

  init(loop: any EventLoop) {
    self.loop = loop
    handler = { [weak self] _ in self?.done() }
    timer = loop.makeTimer { [weak self] in self?.fire($0) }
  }

  /// Asks for a callback with the commit that follows, unless one is outstanding, be it lost or not (WFR-2).
  func request(on surface: WlSurface) {
    if callback == nil {
      let callback = surface.frame()
      callback.onEvent = handler
      self.callback = callback
    } else if timer?.deadline != nil || !isPresenting {
      return
    }
    let now = loop.now
    if let requested { isIsolated = now.seconds(since: requested) > Self.patience } else { isIsolated = true }
    requested = now
    // Armed once a second at most: a busy window costs no system call per frame for it.
    if timer?.deadline == nil { timer?.arm(at: now.advanced(bySeconds: Self.patience)) }
  }

  /// Whether a new size may be answered now: once for each callback that is outstanding, then once a second (WXS-9, WXS-10).
  var permitsAnswer: Bool {
    guard isWaiting, let lastAnswer else { return true }
    return !isPresenting && loop.now.seconds(since: lastAnswer) >= Self.patience
  }

  /// Notes that a new size was answered while a callback was outstanding.
  func noteAnswer() {
    lastAnswer = loop.now
    // The timer runs while a callback may still come in time; later, it wakes those whom `permitsAnswer` has put off.
    if !isPresenting { timer?.arm(at: loop.now.advanced(bySeconds: Self.patience)) }
  }

  /// The surface is taken off the screen: its callback may come when it is shown again, and nobody waits for it.
  func pause() {
    lastAnswer = nil
    timer?.disarm()
    setPresenting(true)
  }

  /// The surface is gone.
  func invalidate() {
    callback?.retire()
    callback = nil
    timer?.disarm()
  }

  private func done() {
    callback = nil
    lastAnswer = nil
    // After a single frame nothing may wake up the loop any more (WFR-3); while frames follow each other the timer stays.
    if isIsolated { timer?.disarm() }
    let wasPresenting = isPresenting
    setPresenting(true)
    onFrame?(wasPresenting)
  }

  private func fire(_ now: Timestamp) {
    guard isWaiting, let requested else { return }
    let due = requested.advanced(bySeconds: Self.patience)
    guard now >= due else {
      timer?.arm(at: due)
      return
    }
    setPresenting(false)
    let answerDue = lastAnswer?.advanced(bySeconds: Self.patience) ?? now
    guard now >= answerDue else {
      timer?.arm(at: answerDue)
      return
    }
    onSecond?()
  }

  private func setPresenting(_ value: Bool) {
    guard isPresenting != value else { return }
    isPresenting = value
    onChange?()
  }
}
