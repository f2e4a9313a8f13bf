internal import CEaselLinuxShims
import EaselInputEvents
import EaselPlatform

/// Waits for a display's refreshes, elsewhere than on the main thread.
protocol RefreshWaiter: AnyObject {
  /// Readable when all that was wanted is over.
  var channel: Int32 { get }
  /// Waits for so many refreshes.
  func want(_ count: Int)
  /// What came since the last time: how many, and the seconds of the shortest and of the longest wait; a negated errno in place of the
  /// number once the driver has refused.
  func take() -> (count: Int, shortest: Double, longest: Double)
  /// Waits no more.
  func stop()
}

/// A thread that stands in the kernel's FBIO_WAITFORVSYNC when it is asked to, and rests otherwise.
@safe final class RefreshThread: RefreshWaiter {
  private let thread: OpaquePointer

  init?(fileDescriptor: Int32) {
    guard let thread = unsafe easel_refresh_start(fileDescriptor) else { return nil }
    unsafe self.thread = unsafe thread
  }

  isolated deinit {
    unsafe easel_refresh_end(thread)
  }

  var channel: Int32 { unsafe easel_refresh_channel(thread) }

  func want(_ count: Int) { unsafe easel_refresh_want(thread, Int32(clamping: count)) }

  func take() -> (count: Int, shortest: Double, longest: Double) {
    var (shortest, longest) = (0.0, 0.0)
    let count = unsafe easel_refresh_take(thread, &shortest, &longest)
    return (Int(count), shortest, longest)
  }

  func stop() { unsafe easel_refresh_stop(thread) }
}

/// Says when a display has begun its next picture, by the driver's word (FFB-9).
///
/// The word is measured before it is believed: emulated framebuffers answer at once, and some drivers never.
final class RefreshClock {
  /// Seconds that a refresh may take.
  static let plausible = 0.004...0.05
  /// How much longer than the shortest the longest one may be.
  static let spread = 1.25
  /// Refreshes that are measured; one before them is not, since it had begun already.
  static let measured = 8
  /// Seconds after which a refresh that was waited for does not come any more.
  static let longestWait = 0.3

  private enum State {
    case warming
    case measuring
    case trusted
    case refused
  }

  private let waiter: any RefreshWaiter
  private let loop: any EventLoop
  private let tick: () -> Void
  private var timer: (any LoopTimer)?
  private var state = State.warming
  private var isWanted = false

  init(waiter: any RefreshWaiter, loop: any EventLoop, tick: @escaping () -> Void) {
    self.waiter = waiter
    self.loop = loop
    self.tick = tick
    timer = loop.makeTimer { [weak self] _ in self?.refuse() }
    waiter.want(1)
  }

  var channel: Int32 { waiter.channel }

  /// Asks for the tick of the next refresh.
  ///
  /// - Returns: false if the driver's word is not to be had, or not yet.
  func request() -> Bool {
    guard state == .trusted else { return false }
    guard !isWanted else { return true }
    isWanted = true
    waiter.want(1)
    timer?.arm(at: loop.now.advanced(bySeconds: RefreshClock.longestWait))
    return true
  }

  /// The tick that was asked for is not wanted any more.
  func stop() {
    isWanted = false
    timer?.disarm()
  }

  /// Hears what the waiter has to tell.
  func hear() {
    let news = waiter.take()
    guard news.count != 0, state != .refused else { return }
    guard news.count > 0 else { return refuse() }
    switch state {
    case .warming:
      state = .measuring
      waiter.want(RefreshClock.measured)
    case .measuring:
      let isTrue = RefreshClock.isTrue(shortest: news.shortest, longest: news.longest)
      if isTrue { state = .trusted } else { refuse() }
    case .trusted: finish()
    case .refused: break
    }
  }

  /// Whether refreshes that took so long, in seconds, are a display's.
  static func isTrue(shortest: Double, longest: Double) -> Bool {
    plausible.contains(shortest) && plausible.contains(longest) && longest <= shortest * spread
  }

  private func refuse() {
    state = .refused
    waiter.stop()
    finish()
  }

  private func finish() {
    guard isWanted else { return }
    stop()
    tick()
  }
}
