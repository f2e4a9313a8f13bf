internal import EaselGeometry
internal import EaselInputEvents
internal import EaselPlatform

/// Sends scroll and transform events: all of one movement or gesture goes to the window where it began (EV-10, TR-1).
final class SequenceDispatcher {
  private unowned let pipeline: EventPipeline
  private let scrolling = EventRun(type: .scroll)
  private let transforming = EventRun(type: .transform)
  /// A wheel does not tell when it stops (PAN-15).
  private lazy var pause = Deadline { [unowned self] in finishScrolling(.stopped, at: $0) }

  init(pipeline: EventPipeline) {
    self.pipeline = pipeline
  }

  private var application: Application { pipeline.application }

  // MARK: Scrolling

  func handle(_ scroll: ScrollEvent) {
    guard scroll.position.isFinite, scroll.delta.isFinite else { return logNonsense() }
    // A wheel may turn elsewhere before its last movement counts as over.
    if let surface = scrolling.surface, surface != scroll.surface { finishScrolling(.stopped, at: scroll.time) }
    if scrolling.surface == nil {
      guard scroll.delta != .zero || scroll.steps != nil else { return }  // the end of what was not begun
      var first = scroll
      first.phase = .moved
      scrolling.begin(on: scroll.surface, in: window(at: scroll.position, on: scroll.surface))
      send(first, .began)
      if scroll.phase != .moved { finishScrolling(scroll.phase, at: scroll.time) }
    } else {
      send(scroll, scroll.phase.sequencePhase)
      if scroll.phase != .moved { scrolling.end() }
    }
    if scrolling.surface != nil, scroll.source != .finger {
      pipeline.arm(pause, afterSeconds: application.tuning.scrollPause)
    } else {
      pipeline.deadlines.disarm(pause)
    }
  }

  private func send(_ scroll: ScrollEvent, _ phase: SequencePhase) {
    scrolling.event.scroll = scroll
    scrolling.send(phase, at: scroll.time, to: application)
  }

  /// Ends the movement in progress with an event that moves nothing.
  private func finishScrolling(_ phase: ScrollEvent.Phase, at time: Timestamp) {
    tellEndOfScrolling(phase, at: time)
    scrolling.end()
  }

  private func tellEndOfScrolling(_ phase: ScrollEvent.Phase, at time: Timestamp) {
    guard var scroll = scrolling.event.scroll else { return }
    scroll.time = time
    scroll.delta = .zero
    scroll.steps = nil
    scroll.phase = phase
    send(scroll, phase.sequencePhase)
  }

  // MARK: Gestures

  func handle(_ transform: TransformEvent) {
    guard transform.isPlausible else { return logNonsense() }
    if transform.phase == .began {
      if transforming.surface != nil { tellCancellation(at: transform.time) }
      transforming.begin(on: transform.surface, in: window(at: transform.position, on: transform.surface))
    } else {
      let former = transforming.event.transform
      guard transforming.surface == transform.surface, former?.kind == transform.kind else { return }
    }
    send(transform)
    if transform.phase.isLast { transforming.end() }
  }

  private func send(_ transform: TransformEvent) {
    transforming.event.transform = transform
    transforming.event.modifierFlags = transform.modifiers
    transforming.send(transform.phase, at: transform.time, to: application)
  }

  private func tellCancellation(at time: Timestamp) {
    guard var transform = transforming.event.transform else { return }
    transform.time = time
    transform.delta = .zero
    transform.phase = .cancelled
    send(transform)
  }

  // MARK: Both

  /// Whether something is in progress that a cancellation would take away.
  func holdsAny(of scope: EventPipeline.CancelScope) -> Bool {
    scope.holds(scrolling) || scope.holds(transforming)
  }

  /// Cancels what is in progress; the rest of it is swallowed until it stops (SC-13).
  func cancel(_ scope: EventPipeline.CancelScope, time: Timestamp) {
    if scope.holds(scrolling) {
      tellEndOfScrolling(.cancelled, at: time)
      scrolling.swallowRest()
    }
    if scope.holds(transforming) {
      tellCancellation(at: time)
      transforming.swallowRest()
    }
  }

  private func window(at position: Point, on surface: SurfaceID) -> Window? {
    application.isIgnoringInteractionEvents ? nil : pipeline.window(at: position, on: surface)
  }

  private func logNonsense() {
    application.log.once("pointer-nonsense", .warning, "A scroll or gesture event had impossible numbers; it was dropped.")
  }
}

/// The scroll or transform events that belong together, and where they go.
final class EventRun {
  /// Serves all runs of its type.
  let event: Event
  /// Where the run in progress began, or nil if there is none.
  private(set) var surface: SurfaceID?
  /// Nil if nobody gets the run; a window that closes cancels it.
  private(set) var window: Window?

  init(type: Event.EventType) {
    event = Event(type: type)
  }

  func begin(on surface: SurfaceID, in window: Window?) {
    self.surface = surface
    self.window = window
  }

  func send(_ phase: SequencePhase, at time: Timestamp, to application: Application) {
    guard let window else { return }
    event.window = window
    event.sequencePhase = phase
    event.timestamp = time
    application.sendEvent(event)
    application.pipeline.gestures.sequences.settle(after: event)
    event.window = nil
  }

  func swallowRest() { window = nil }

  func end() {
    surface = nil
    window = nil
  }
}

extension ScrollEvent.Phase {
  fileprivate var sequencePhase: SequencePhase {
    switch self {
    case .moved: .changed
    case .stopped: .ended
    case .cancelled: .cancelled
    }
  }
}
