internal import EaselGeometry
internal import EaselInputEvents
internal import EaselPlatform

/// Takes events from the backend, puts them into turns and runs each turn's phases in their order (TD-1 to TD-7).
final class EventPipeline {
  /// Whose touches the system takes away (SC).
  enum CancelScope {
    case all
    case window(Window)
    case contact(ContactID)
    /// Only keys, of a window that has lost the keyboard's focus (KB-4).
    case keys(Window)
  }

  /// The application, whose the pipeline is.
  let link: ApplicationLink
  private let loop: any EventLoop
  let session: TouchSession
  private let touchEvent: Event
  let keys: PressDispatcher
  let gestures: GestureStage
  let deadlines: DeadlineQueue
  /// Draws contacts above the windows, if wanted.
  var overlays: TouchOverlays?
  /// Tells views that have left their window outside of a turn that their touches are cancelled (TD-24).
  ///
  /// It has nothing to do but to be a turn: each turn ends with these cancellations.
  private let leaveDeadline = Deadline { _ in }
  // Unchecked for the reason that stands with `TouchSession.live`.
  @safe @exclusivity(unchecked) private(set) var isInTurn = false
  /// Counts view phases, so that each view is asked once in each (TD-17).
  @safe @exclusivity(unchecked) var viewPhaseCount: UInt64 = 0
  @safe @exclusivity(unchecked) private var turnTime = Timestamp.zero
  private var plan = FramePlan()
  @safe @exclusivity(unchecked) private var motion: [TimedSample] = []
  @safe @exclusivity(unchecked) private var waitingInput: [InputEvent] = []
  @safe @exclusivity(unchecked) private var waitingCancels: [CancelScope] = []
  private let hoverEvent = Event(type: .hover)
  private lazy var sequences = SequenceDispatcher(pipeline: self)

  private struct TimedSample {
    var time: Timestamp
    var sample: TouchSample
    var modifiers: KeyModifiers
  }

  /// Movements that wait for a paint are delivered when there are so many, so that a display that never answers cannot
  /// make them grow.
  private static let mostWaitingSamples = 256

  init(link: ApplicationLink, loop: any EventLoop) {
    self.link = link
    session = TouchSession()
    touchEvent = session.event
    self.loop = loop
    keys = PressDispatcher(link: link)
    deadlines = DeadlineQueue(loop: loop) { [link] in link.application.object?.pipeline.timerFires(at: $0) }
    gestures = GestureStage(link: link, session: session)
  }

  /// The application, which is there as long as anything of the pipeline runs.
  var application: Application { link.owner }

  /// The dispatch clock: the event's or deadline's time inside a turn, the loop's outside.
  var now: Timestamp { isInTurn ? turnTime : loop.now }

  /// Whether movements wait for a paint (EV-4).
  var hasWaitingMotion: Bool { !motion.isEmpty }

  // MARK: Input

  /// Takes an event; inside a turn it waits for the turn's end (TD-7).
  func receive(_ event: InputEvent) {
    guard !isInTurn else {
      waitingInput.append(event)
      return
    }
    process(event)
    if !waitingInput.isEmpty { drainWaitingInput() }
  }

  private func drainWaitingInput() {
    while !isInTurn, !waitingInput.isEmpty {
      process(waitingInput.removeFirst())
    }
  }

  private func process(_ event: InputEvent) {
    if let next = deadlines.next, next <= event.time { runDeadlines(upTo: event.time) }
    switch event {
    case .touches(let frame): process(frame)
    case .hover(let hover):
      flushMotion()
      send(hover)
    case .scroll(let scroll):
      flushMotion()
      inTurn(at: scroll.time) { sequences.handle(scroll) }
    case .transform(let transform):
      flushMotion()
      inTurn(at: transform.time) { sequences.handle(transform) }
    case .key(let key):
      flushMotion()
      inTurn(at: key.time) { keys.handle(key) }
    }
  }

  private func process(_ frame: TouchFrame) {
    guard link.reading(\.coalescesMotion), frame.isOnlyMovement, mustWait(frame) else {
      flushMotion()
      deliver(frame)
      return
    }
    for sample in frame.samples {
      motion.append(TimedSample(time: frame.time, sample: sample, modifiers: frame.modifiers))
      withHost(of: sample.contact) { $0.scheduler.inputWaits() }
    }
    if motion.count >= Self.mostWaitingSamples { flushMotion() }
  }

  /// Whether a paint waits in a window that owns one of the frame's touches (EV-4).
  private func mustWait(_ frame: TouchFrame) -> Bool {
    if !motion.isEmpty { return true }
    for sample in frame.samples where withHost(of: sample.contact, \.isPaintWaiting) == true { return true }
    return false
  }

  /// Calls `body` with the surface in which a contact's touch is.
  @discardableResult
  private func withHost<Result>(of contact: ContactID, _ body: (SurfaceHost) -> Result) -> Result? {
    guard let index = session.index(of: contact) else { return nil }
    return withKept(session.live[index]) { $0.withHost(body) }
  }

  /// Delivers waiting movements as one event (EV-4).
  func flushMotion() {
    guard !motion.isEmpty, !isInTurn else { return }
    // The buffer is swapped out, not copied, so that handlers may cause new input and its memory stays.
    var samples: [TimedSample] = []
    swap(&samples, &motion)
    let newest = samples[samples.count - 1]
    turn(at: newest.time, newest.modifiers) {
      for timed in samples { take(timed.sample, at: timed.time) }
    }
    samples.removeAll(keepingCapacity: true)
    if motion.isEmpty { swap(&samples, &motion) }
    drainWaitingInput()
  }

  private func deliver(_ frame: TouchFrame) {
    // Mostly each contact says one thing, and there is nothing to plan.
    if FramePlan.isOneEvent(frame.samples) {
      turn(at: frame.time, frame.modifiers) {
        var index = 0
        while index < frame.samples.count {
          take(frame.samples[index], at: frame.time)
          index += 1
        }
      }
      return
    }
    plan.make(for: frame.samples)
    for number in 0..<plan.eventCount {
      turn(at: frame.time, frame.modifiers) {
        for (index, sample) in frame.samples.enumerated() where plan.events[index] == number {
          take(sample, at: frame.time)
        }
      }
    }
  }

  func window(at position: Point, on surface: SurfaceID) -> Window? {
    guard position.isFinite, let host = application.host(of: surface) else { return nil }
    return host.windows.last { !$0.isHidden && $0.frame.contains(position) }
  }

  /// Sends a hover event to the window under the pointer; its leaving goes to the window where it was.
  private func send(_ hover: HoverEvent) {
    let former = gestures.hovers.window
    let window = hover.phase == .left && former != nil ? former : window(at: hover.position, on: hover.surface)
    inTurn(at: hover.time) {
      if window == nil || former !== window { gestures.hovers.leave() }
      guard let window else { return }
      hoverEvent.hover = hover
      hoverEvent.window = window
      hoverEvent.timestamp = hover.time
      hoverEvent.modifierFlags = hover.modifiers
      application.sendEvent(hoverEvent)
      hoverEvent.window = nil
    }
  }

  // MARK: Turns

  /// One event turn of touches: what `takeSamples` changes is sent as one event (TD-2 to TD-4).
  ///
  /// - Parameter modifiers: the keys that are held with it (GR-7); nil is as before.
  private func turn(at time: Timestamp, _ modifiers: KeyModifiers? = nil, _ takeSamples: () -> Void) {
    inTurn(at: time) {
      session.beginTurn(at: time)
      takeSamples()
      guard session.hasChanges else { return }
      if let modifiers { session.event.modifierFlags = modifiers }
      noteInput(at: session.event.timestamp)
      sendTouches()
      settleWhatWasNotPassedOn()
      settleLeft()
      overlays?.follow(session, at: time)
      session.endTurn()
    }
  }

  private func sendTouches() {
    application.sendEvent(touchEvent)
  }

  /// Runs a turn; cancellations that it causes follow as turns of their own (WDE-4, SC-4).
  private func inTurn(at time: Timestamp, _ body: () -> Void) {
    isInTurn = true
    turnTime = time
    body()
    if gestures.arena.hasWork { finish(in: nil) }
    settleLeft()
    isInTurn = false
    while !isInTurn, !waitingCancels.isEmpty { runCancel(waitingCancels.removeFirst(), at: time) }
  }

  /// A turn without input: recognizers are called by `body`, then actions, releases and cancellations follow (TD-6).
  private func timerTurn(at time: Timestamp, _ body: () -> Void) {
    inTurn(at: time) {
      session.beginTurn(at: time)
      body()
      gestures.arena.settle()
      finish(in: nil)
      settleLeft()
      session.endTurn()
    }
  }

  /// Does what concerns recognizers inside the running turn or, if there is none, in one of its own (TD-31).
  func inGestureTurn(_ body: () -> Void) {
    guard !isInTurn else {
      body()
      return
    }
    // As before a deadline, what has come already comes first (EV-4).
    flushMotion()
    timerTurn(at: application.loop.now, body)
    drainWaitingInput()
  }

  /// Tells the windows of changed touches that input has come, so that they may paint in this turn (WFR-10).
  private func noteInput(at time: Timestamp) {
    session.forEachChanged { touch in touch.withHost { $0.scheduler.inputWasDelivered(at: time) } }
  }

  // MARK: Deadlines

  /// Sets a deadline on the dispatch clock.
  func arm(_ deadline: Deadline, afterSeconds seconds: Double) {
    deadlines.arm(deadline, at: now.advanced(bySeconds: seconds))
  }

  private func timerFires(at now: Timestamp) {
    guard !isInTurn else { return }
    runDeadlines(upTo: now)
    drainWaitingInput()
  }

  /// Runs each due deadline as a turn of its own, waiting movements before it (TD-1, EV-4).
  private func runDeadlines(upTo time: Timestamp) {
    while !isInTurn, let next = deadlines.next, next <= time {
      flushMotion()
      guard let due = deadlines.popDue(at: time) else { return }
      timerTurn(at: due.time) { due.deadline.run(at: due.time) }
    }
  }

  // MARK: Cancellation

  /// Takes touches away as one event, after the running turn if there is one (SC-8).
  func cancel(_ scope: CancelScope) {
    guard !isInTurn else {
      waitingCancels.append(scope)
      return
    }
    runCancel(scope, at: loop.now)
    drainWaitingInput()
  }

  private func runCancel(_ scope: CancelScope, at time: Timestamp) {
    if session.live.contains(where: { scope.holds($0) }) {
      flushMotion()
      turn(at: time) {
        gestures.endFingerless { scope.holdsWaiting($0) }
        for touch in session.live where scope.holds(touch) { session.cancel(touch, at: time) }
      }
    }
    if !gestures.fingerless(where: scope.holdsWaiting).isEmpty {
      timerTurn(at: time) { gestures.endFingerless { scope.holdsWaiting($0) } }
    }
    if keys.holdsAny(of: scope) { inTurn(at: time) { keys.cancel(scope, time: time) } }
    if sequences.holdsAny(of: scope) { inTurn(at: time) { sequences.cancel(scope, time: time) } }
  }

  /// The application is gone: touches and recognizers, which keep each other while fingers are down, let each other go.
  func letGo() {
    gestures.arena.letGo()
    session.letGo()
  }

  /// Notes which touches lose their view; they are cancelled at the end of the turn, or in the loop's next one (TD-24).
  func subtreeDidLeave(_ root: View) {
    var found = gestures.subtreeLeaves(root)
    for touch in session.known {
      guard let view = touch.hitView, root.isAncestor(of: view), !touch.delivery.viewHasLeft else { continue }
      touch.delivery.viewHasLeft = true
      session.mayHaveLeftViews = true
      found = true
    }
    if found, !isInTurn { deadlines.arm(leaveDeadline, at: loop.now) }
  }
}

extension EventPipeline.CancelScope {
  /// Whether it ends an attempt that goes on without a finger: only what takes everything does (SC-15).
  func holdsWaiting(_ recognizer: GestureRecognizer) -> Bool {
    switch self {
    case .all: true
    case .window(let window): recognizer.view?.window === window
    case .contact, .keys: false
    }
  }

  func holds(_ touch: Touch) -> Bool {
    switch self {
    case .all: true
    case .window(let window): touch.window === window
    case .contact(let contact): touch.contact == contact
    case .keys: false
    }
  }

  func holds(_ run: EventRun) -> Bool {
    guard run.surface != nil, let owner = run.window else { return false }
    return switch self {
    case .all: true
    case .window(let window): owner === window
    case .contact, .keys: false
    }
  }

  func holds(_ press: Press) -> Bool {
    switch self {
    case .all: true
    case .window(let window), .keys(let window): press.window === window
    case .contact: false
    }
  }
}
