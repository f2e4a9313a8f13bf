internal import EaselInputEvents
internal import EaselPlatform

/// Decides which recognizers are recognized: every change of a recognizer's state goes through here.
///
/// A recognizer bids by asking for a state. A bid to leave `possible` meets four gates, in this order (ST-4): the
/// should-begin questions, gestures that are active already (EX-3), requirements (FR-3), and then it is recognized, which
/// makes others fail (EX-2, FR-5) and so may set free those that waited for them (FR-4). `GestureStage` brings touches;
/// it decides nothing. The questions of exclusion and requirement stand in its extension.
final class GestureArena {
  /// Recognizers with an open attempt, in recognizer order (TD-8).
  @safe @exclusivity(unchecked) private(set) var participants: [GestureRecognizer] = []
  /// Messages to targets that wait for the phase's end (AC-2).
  let actions = ActionQueue()
  /// Whether gates may have opened, touches may have been taken or attempts may be over since it was last asked.
  @safe @exclusivity(unchecked) var isDirty = false
  /// Who is told of everything, for people who look for a reason.
  var explain: ((GestureRecognizer, GestureNote) -> Void)?
  private let link: ApplicationLink
  private let session: TouchSession
  private var attemptCount: UInt64 = 0

  init(link: ApplicationLink, session: TouchSession) {
    self.link = link
    self.session = session
  }

  private var pipeline: EventPipeline { link.owner.pipeline }

  /// Whether there is something to send or to tell.
  var hasWork: Bool { isDirty || !actions.isEmpty }
  var isExplained: Bool { explain != nil }
  var log: Log { link.owner.log }
  var event: Event { session.event }
  var tuning: GestureTuning { link.owner.tuning }

  /// One threshold, for each moved touch; copies no others.
  @inline(__always) func threshold(_ value: (GestureTuning) -> Double) -> Double { link.reading { value($0.tuning) } }
  var now: Timestamp { pipeline.now }

  func note(_ recognizer: GestureRecognizer, _ note: @autoclosure () -> GestureNote) {
    explain?(recognizer, note())
  }

  // MARK: Attempts

  /// Opens an attempt, at its place in the recognizer order.
  func open(_ recognizer: GestureRecognizer, depth: Int, place: Int) {
    attemptCount += 1
    recognizer.attempt = Attempt(arena: self, number: attemptCount, depth: depth, place: place)
    let index = participants.firstIndex { other in
      guard other.attempt.depth == depth else { return other.attempt.depth < depth }
      return other.view === recognizer.view && other.attempt.place > place
    }
    participants.insert(recognizer, at: index ?? participants.count)
  }

  /// Closes an attempt that has come to its end (RS-1).
  func close(_ recognizer: GestureRecognizer) {
    // A recognizer may know better in its reset.
    recognizer.lastCentroid = recognizer.attempt.centroid ?? recognizer.attempt.lastCentroid ?? recognizer.lastCentroid
    recognizer.reset()
    disarm(recognizer)
    note(recognizer, .reset)
    for touch in recognizer.attempt.touches { touch.unbind(recognizer) }
    for touch in recognizer.attempt.links { touch.unbind(recognizer) }
    recognizer.attempt = Attempt()
    recognizer.actualState = .possible
    participants.removeAll { $0 === recognizer }
  }

  /// Closes all attempts when there is nobody any more who could be told.
  func letGo() {
    for recognizer in participants {
      for touch in recognizer.attempt.touches + recognizer.attempt.links { touch.unbind(recognizer) }
      recognizer.attempt = Attempt()
      recognizer.actualState = .possible
      recognizer.reset()
    }
    participants = []
  }

  // MARK: Bids

  /// Takes a recognizer's wish for a state; what ST-2 does not allow is corrected or ignored (ST-3).
  func request(_ wanted: GestureRecognizer.State, of recognizer: GestureRecognizer) {
    guard recognizer.isEnabled, recognizer.view != nil else { return }
    // Outside of a turn a wish makes a turn of its own (TD-31).
    pipeline.inGestureTurn {
      // One that has no touch yet may know something else.
      if !recognizer.attempt.isOpen, wanted != .possible, wanted != .changed {
        open(recognizer, depth: recognizer.view?.depth ?? 0, place: .max)
      }
      decide(wanted, of: recognizer)
    }
  }

  private func decide(_ wanted: GestureRecognizer.State, of recognizer: GestureRecognizer) {
    switch (recognizer.actualState, wanted) {
    case (.possible, .began), (.possible, .ended): bid(recognizer, for: wanted)
    case (.possible, .failed): failByItself(recognizer)
    case (.began, .changed), (.changed, .changed): enter(.changed, recognizer)
    case (.began, .ended), (.changed, .ended), (.began, .cancelled), (.changed, .cancelled): enter(wanted, recognizer)
    case (.possible, .cancelled):
      tellIllegal(wanted, of: recognizer)
      failByItself(recognizer)
    case (.began, .began), (.changed, .began):
      tellIllegal(wanted, of: recognizer)
      enter(.changed, recognizer)
    case (.began, .failed), (.changed, .failed):
      tellIllegal(wanted, of: recognizer)
      enter(.cancelled, recognizer)
    default: tellIllegal(wanted, of: recognizer)
    }
  }

  private func tellIllegal(_ wanted: GestureRecognizer.State, of recognizer: GestureRecognizer) {
    log.once(
      "illegal-\(ObjectIdentifier(recognizer))", .debug,
      "\(recognizer.label) asked for \(wanted) while it was \(recognizer.actualState), which is no legal step (ST-3).")
  }

  private func failByItself(_ recognizer: GestureRecognizer) {
    if recognizer.attempt.wish == .began, recognizer.attempt.isHearingEnds {
      // What it waits for may fail by the same lift (FR-11).
      recognizer.attempt.failsAtPhaseEnd = true
      return
    }
    fail([recognizer], because: recognizer.attempt.reason ?? .recognizerSaidSo)
  }

  /// The way out of `possible` (ST-4).
  private func bid(_ recognizer: GestureRecognizer, for wanted: GestureRecognizer.State) {
    guard recognizer.attempt.wish == nil else { return }
    if !recognizer.attempt.hasAskedToBegin {
      recognizer.attempt.hasAskedToBegin = true
      if let refusal = refusalToBegin(of: recognizer) {
        fail([recognizer], because: refusal)
        return
      }
    }
    // Whoever was asked may have changed everything.
    guard canStillBid(recognizer) else { return }
    if let active = participants.first(where: { $0.isActive && excludes($0, recognizer, recognizing: recognizer) }) {
      fail([recognizer], because: .prevented(by: active))
      return
    }
    guard canStillBid(recognizer) else { return }
    if let active = requirements(of: recognizer).first(where: { $0.isActive && $0.looksAtTouches }) {
      fail([recognizer], because: .requirementRecognized(active))
      return
    }
    let open = openRequirements(of: recognizer)
    guard open.isEmpty else {
      recognizer.attempt.wish = wanted
      recognizer.attempt.awaited = open
      note(recognizer, .waits(for: open))
      return
    }
    recognize(recognizer, as: wanted)
  }

  private func canStillBid(_ recognizer: GestureRecognizer) -> Bool {
    recognizer.actualState == .possible && recognizer.attempt.isOpen && recognizer.isEnabled && recognizer.view != nil
  }

  /// The should-begin questions: the views whose touches it would take, then the delegate (DG-3).
  private func refusalToBegin(of recognizer: GestureRecognizer) -> FailureReason? {
    if recognizer.cancelsTouchesInView {
      var asked: [View] = []
      for touch in recognizer.attempt.touches {
        var next: View? = touch.hitView
        while let view = next {
          if !asked.contains(where: { $0 === view }) {
            asked.append(view)
            if !view.gestureRecognizerShouldBegin(recognizer) { return .viewRefused(view) }
          }
          next = view === recognizer.view ? nil : view.superview
        }
      }
    }
    return recognizer.delegate?.gestureRecognizerShouldBegin(recognizer) == false ? .delegateRefused : nil
  }

  /// A recognizer has won: it takes its touches, and all that it keeps from being recognized fail together (FR-6).
  private func recognize(_ recognizer: GestureRecognizer, as state: GestureRecognizer.State) {
    recognizer.attempt.wish = nil
    recognizer.willBeRecognized()
    enter(state, recognizer)
    if recognizer.cancelsTouchesInView {
      let touches = recognizer.attempt.touches
      for touch in touches { session.take(touch) }
      if !touches.isEmpty { note(recognizer, .took(touches)) }
    }
    for loser in losers(to: recognizer) { markFailed(loser.recognizer, because: loser.reason) }
    if state == .began, recognizer.isActive,
      recognizer.attempt.hasNothingLeft || recognizer.attempt.failsAtPhaseEnd && recognizer.hasLostFingers
    {
      enter(.ended, recognizer)
    }
    releaseWaiting()
  }

  private func losers(to winner: GestureRecognizer) -> [(recognizer: GestureRecognizer, reason: FailureReason)] {
    var losers: [(recognizer: GestureRecognizer, reason: FailureReason)] = []
    for other in participants where other !== winner && isParticipating(other) {
      if requirements(of: other).contains(where: { $0 === winner }) {
        losers.append((other, .requirementRecognized(winner)))
      } else if excludes(winner, other, recognizing: winner) {
        losers.append((other, .prevented(by: winner)))
      }
    }
    return losers
  }

  // MARK: Failing

  /// Makes recognizers fail all together, and only then sets those free that waited for one of them (FR-6).
  func fail(_ recognizers: [GestureRecognizer], because reason: FailureReason) {
    for recognizer in recognizers { markFailed(recognizer, because: reason) }
    releaseWaiting()
  }

  private func markFailed(_ recognizer: GestureRecognizer, because reason: FailureReason) {
    guard recognizer.actualState == .possible, recognizer.attempt.isOpen else { return }
    recognizer.actualState = .failed
    recognizer.attempt.wish = nil
    disarm(recognizer)
    isDirty = true
    note(recognizer, .failed(recognizer.attempt.reason ?? reason))
  }

  /// Those that wait go on as soon as nothing is left that they wait for (FR-4).
  private func releaseWaiting() {
    for recognizer in participants {
      guard let wish = recognizer.attempt.wish else { continue }
      let open = openRequirements(of: recognizer)
      recognizer.attempt.awaited = open
      if open.isEmpty { recognize(recognizer, as: wish) }
    }
  }

  // MARK: Leaving

  /// Delivers movements that wait for a paint.
  func flushMotion() { pipeline.flushMotion() }

  /// Takes a recognizer out in the middle of its attempt (EN-1, EN-3).
  func withdraw(_ recognizer: GestureRecognizer, because reason: FailureReason) {
    pipeline.inGestureTurn {
      if recognizer.isActive { enter(.cancelled, recognizer) }
      fail([recognizer], because: reason)
    }
  }

  /// Takes a recognizer out of its view in the middle of its attempt (EN-3).
  func remove(_ recognizer: GestureRecognizer) {
    let view = recognizer.view
    withdraw(recognizer, because: .removed)
    // Until here it belongs to its view, for whoever hears of it; who hears may have given it a view again.
    guard recognizer.view === view, view?.recognizers.contains(where: { $0 === recognizer }) == false else { return }
    recognizer.home = BackReference()
  }

  /// Looks at a touch no more for a recognizer (DC-10).
  func ignore(_ touch: Touch, by recognizer: GestureRecognizer) {
    guard recognizer.attempt.touches.contains(where: { $0 === touch }) else { return }
    pipeline.inGestureTurn {
      recognizer.attempt.touches.removeAll { $0 === touch }
      recognizer.attempt.drop { $0 === touch }
      touch.unbind(recognizer)
      isDirty = true
      note(recognizer, .ignored(touch))
      // Nobody waits for one that has no touch (FR-4).
      if !recognizer.attempt.hasInput { releaseWaiting() }
    }
  }

  /// Ends what the system has cut short: an attempt without touches can neither go on nor wait for ever (RS-4).
  ///
  /// One that waits for others keeps what it has, unless its last touch was taken away (SC-9).
  func settle() {
    var lost: [GestureRecognizer] = []
    for recognizer in participants where recognizer.attempt.hasNothingLeft {
      if recognizer.keepsAttemptOpen { continue }
      if recognizer.isActive {
        enter(recognizer.attempt.lastWasCancelled ? .cancelled : .ended, recognizer)
      } else if recognizer.actualState == .possible, recognizer.attempt.wish == nil || recognizer.attempt.lastWasCancelled {
        lost.append(recognizer)
      }
    }
    for recognizer in participants where recognizer.attempt.failsAtPhaseEnd && recognizer.attempt.wish != nil {
      lost.append(recognizer)
    }
    if !lost.isEmpty { fail(lost, because: .noTouchesLeft) }
  }

  /// The one place where a recognizer enters a state that its targets hear of (AC-1).
  private func enter(_ state: GestureRecognizer.State, _ recognizer: GestureRecognizer) {
    let isUpdate = recognizer.actualState == .changed && state == .changed
    if recognizer.isActive, state != .changed { keepNewTouches(of: recognizer) }
    recognizer.actualState = state
    actions.add(recognizer, state)
    if isUpdate { return }
    isDirty = true
    if !recognizer.isActive { disarm(recognizer) }
    note(recognizer, .entered(state))
  }

  /// Makes a recognizer enter a state that nobody else has a say in (HOV-3).
  func enterFreely(_ state: GestureRecognizer.State, _ recognizer: GestureRecognizer) {
    if !recognizer.attempt.isOpen { open(recognizer, depth: recognizer.view?.depth ?? 0, place: .max) }
    enter(state, recognizer)
  }

  /// A touch that begins while a gesture goes on is its own, even if the gesture ends by the same event (DC-9).
  private func keepNewTouches(of recognizer: GestureRecognizer) {
    guard recognizer.cancelsTouchesInView else { return }
    for touch in recognizer.attempt.touches where touch.delivery.state == .new { session.take(touch) }
  }

  // MARK: Deadlines

  func arm(_ recognizer: GestureRecognizer, after seconds: Double) {
    pipeline.arm(recognizer.deadline, afterSeconds: seconds)
  }

  func disarm(_ recognizer: GestureRecognizer) {
    pipeline.deadlines.disarm(recognizer.deadline)
  }
}

extension GestureRecognizer {
  /// Whether a continuous gesture of it goes on.
  var isActive: Bool { actualState == .began || actualState == .changed }
}
