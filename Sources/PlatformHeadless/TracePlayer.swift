public import EaselInputEvents
public import EaselPlatform

/// Plays a trace into a headless display, each event at its time, with a turn of the loop between any two.
///
/// On a `ManualLoop` the replay takes no longer than its work; on a real loop it takes as long as it did. The trace's windows
/// are the display's, in the order in which they were opened; contacts get numbers of their own, so that a trace may use one
/// number for one finger after the other (WTC-2).
public final class TracePlayer {
  /// The trace that is played.
  public let trace: Trace
  /// Whether the end was reached.
  public private(set) var isDone = false

  private let backend: HeadlessBackend
  private let log: Log
  private let onEnd: () -> Void
  private var start = Timestamp.zero
  private var index = 0
  private var contacts: [ContactID: ContactID] = [:]
  private var timer: (any LoopTimer)?

  /// A player that has not begun; it must be kept while it plays.
  ///
  /// - Parameters:
  ///   - log: told once if the trace names a window that is not there: what happens on it is left out.
  ///   - onEnd: called once, when the trace's time is over.
  public init(_ trace: Trace, backend: HeadlessBackend, log: Log, onEnd: @escaping () -> Void = {}) {
    self.trace = trace
    self.backend = backend
    self.log = log
    self.onEnd = onEnd
    timer = backend.loop.makeTimer { [weak self] _ in self?.step() }
  }

  /// Begins to play: the trace's zero is the present time; the first event comes in a later turn.
  public func play() {
    precondition(index == 0 && !isDone, "A trace is played once.")
    // However many of its events happen at one time, each has a turn, and so may what it posts.
    if let loop = backend.loop as? ManualLoop { loop.turnLimit += 2 * trace.events.count }
    start = backend.loop.now
    armTimer()
  }

  private func armTimer() {
    let next = index < trace.events.count ? trace.events[index].time : max(trace.duration, .zero)
    timer?.arm(at: onLoop(next))
  }

  private func step() {
    guard index < trace.events.count else {
      isDone = true
      return onEnd()
    }
    let event = trace.events[index]
    index += 1
    // A turn for each event: what falls due at the same time as the next one is done before it.
    armTimer()
    for surface in event.surfaces where backend.surface(surface) == nil { tellMissing(surface) }
    backend.send(moved(event, to: onLoop(event.time)))
  }

  private func tellMissing(_ surface: SurfaceID) {
    log.once(
      "trace-surface", .warning,
      "The trace names window \(surface.value), which is not open then; what happens on it is left out.")
  }

  /// The event at another time, with contacts of this process.
  private func moved(_ event: InputEvent, to time: Timestamp) -> InputEvent {
    let event = event.at(time)
    guard case .touches(var frame) = event else { return event }
    for index in frame.samples.indices { rename(&frame.samples[index]) }
    return .touches(frame)
  }

  /// A time of the trace on the loop's clock.
  private func onLoop(_ time: Timestamp) -> Timestamp {
    let (sum, overflow) = start.nanoseconds.addingReportingOverflow(time.nanoseconds)
    return Timestamp(nanoseconds: overflow ? .max : sum)
  }

  private func rename(_ sample: inout TouchSample) {
    let name = sample.contact
    let contact = sample.phase == .down ? backend.newContact() : contacts[name] ?? backend.newContact()
    contacts[name] = sample.phase == .up || sample.phase == .cancelled ? nil : contact
    sample.contact = contact
  }
}
