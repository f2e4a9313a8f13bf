internal import EaselInputEvents

/// The recognizers' place in the order of dispatch: before the views, with their actions between (TD-4).
///
/// It brings touches to recognizers: `bind` offers new touches from the hit view up to the window (6.2), `recognize` shows
/// changed ones to those that are bound (6.3), `sendActions` tells their targets (8.3), `cleanUp` resets them (8.4). What
/// they ask for is decided by the arena; what views get meanwhile stands in `EventPipeline+Views`.
final class GestureStage {
  let arena: GestureArena
  let sequences: SequenceStage
  let hovers: HoverStage
  private let link: ApplicationLink
  private let session: TouchSession
  /// Recognizers whose view has left its window in this turn (TD-24).
  @safe @exclusivity(unchecked) private var leaving: [GestureRecognizer] = []

  init(link: ApplicationLink, session: TouchSession) {
    self.link = link
    self.session = session
    arena = GestureArena(link: link, session: session)
    sequences = SequenceStage(arena: arena)
    hovers = HoverStage(arena: arena)
  }

  // MARK: Binding

  /// Offers new touches of a window to the recognizers of their views and superviews (TD-8 to TD-11).
  func bind(in window: Window) {
    guard session.phases.contains(.began) else { return }
    let turn = session.turn
    for touch in session.live
    where touch.phase == .began && touch.delivery.changedTurn == turn && touch.window === window {
      bind(touch)
    }
    arena.askForRequirements()
  }

  private func bind(_ touch: Touch) {
    let candidates = candidates(for: touch)
    guard !candidates.isEmpty else { return }
    endAttempts(of: candidates, thatDoNotContinueWith: touch)
    for candidate in candidates where candidate.isThere {
      if let refusal = refusal(of: candidate.recognizer, touch) {
        arena.note(candidate.recognizer, .refused(touch, by: refusal))
      } else if candidate.isThere, candidate.recognizer.isEnabled {
        // Whoever was asked has not taken it out.
        accept(touch, candidate)
      }
    }
  }

  private struct Candidate {
    let recognizer: GestureRecognizer
    let view: View
    let depth: Int
    let place: Int

    /// Whether the recognizer is still the view's.
    var isThere: Bool { recognizer.view === view }
  }

  /// The recognizers of the hit view, then of each superview up to the window (TD-8).
  private func candidates(for touch: Touch) -> [Candidate] {
    var result: [Candidate] = []
    var next: View? = touch.hitView
    var depth = touch.hitView?.depth ?? 0
    while let view = next {
      for (place, recognizer) in view.recognizersInOrder.enumerated() where recognizer.looksAtTouches {
        result.append(Candidate(recognizer: recognizer, view: view, depth: depth, place: place))
      }
      next = view.superview
      depth -= 1
    }
    return result
  }

  /// An attempt without a finger that a new touch cannot continue fails before the touch is offered (TD-9).
  private func endAttempts(of candidates: [Candidate], thatDoNotContinueWith touch: Touch) {
    let ended = candidates.map(\.recognizer).filter { recognizer in
      recognizer.actualState == .possible && recognizer.attempt.hasHadTouch && recognizer.attempt.down.isEmpty
        && recognizer.attempt.wish == nil && !recognizer.continues(with: touch)
    }
    guard !ended.isEmpty else { return }
    arena.fail(ended, because: .newTouchElsewhere)
    arena.actions.send()
    cleanUp()
  }

  /// What keeps a touch from a recognizer, or nil (TD-10).
  private func refusal(of recognizer: GestureRecognizer, _ touch: Touch) -> String? {
    let event = session.event
    guard recognizer.isEnabled else { return "it is disabled" }
    guard recognizer.allowedTouchTypes.contains(touch.type) else { return "touches of this type are not allowed" }
    if recognizer.requiresExclusiveTouchType, let first = recognizer.attempt.touches.first, first.type != touch.type {
      return "its touches have to be of one type"
    }
    guard recognizer.shouldReceive(event) else { return "it refuses the event" }
    guard let delegate = recognizer.delegate else { return nil }
    if recognizer.askedTurn != session.turn {
      recognizer.askedTurn = session.turn
      recognizer.delegateTakesEvent = delegate.gestureRecognizer(recognizer, shouldReceive: event)
    }
    guard recognizer.delegateTakesEvent else { return "the delegate refuses the event" }
    return delegate.gestureRecognizer(recognizer, shouldReceive: touch) ? nil : "the delegate refuses the touch"
  }

  private func accept(_ touch: Touch, _ candidate: Candidate) {
    let recognizer = candidate.recognizer
    switch recognizer.actualState {
    case .failed, .cancelled:
      // It is over: the touch only keeps it from starting anew too soon (TD-11, RS-3).
      if recognizer.attempt.isOpen { recognizer.attempt.links.append(touch) }
    case .possible where recognizer.attempt.wish == .ended:
      arena.note(recognizer, .refused(touch, by: "it has all that it needs and waits for others to fail"))
    case .possible, .began, .changed:
      // Input without touches and touches do not mix (TR-2).
      guard recognizer.attempt.sequence == nil else { return }
      if !recognizer.attempt.isOpen { arena.open(recognizer, depth: candidate.depth, place: candidate.place) }
      recognizer.attempt.hasHadTouch = true
      recognizer.attempt.touches.append(touch)
      recognizer.attempt.down.append(touch)
      recognizer.attempt.links.append(touch)
      touch.bound.append(recognizer)
      arena.note(recognizer, .offered(touch))
    case .ended: break
    }
  }

  // MARK: Recognizing

  /// Shows the window's changed touches to the recognizers that are bound to them (TD-13 to TD-15).
  func recognize(in window: Window) {
    guard !arena.participants.isEmpty else { return }
    let (phases, turn, event) = (session.phases, session.turn, session.event)
    for recognizer in arena.participants where recognizer.canHear {
      guard recognizer.attempt.down.look(into: window) else { continue }
      show(phases, of: turn, event, to: recognizer)
    }
    guard phases != .moved || arena.isDirty else { return }
    for recognizer in arena.participants where recognizer.attempt.window === window {
      recognizer.attempt.dropLifted(in: turn)
    }
    arena.settle()
  }

  private func show(_ phases: PhaseSet, of turn: UInt64, _ event: Event, to recognizer: GestureRecognizer) {
    if phases.contains(.began), let touches = recognizer.changed(.began, in: turn) {
      recognizer.touchesBegan(touches, with: event)
      guard recognizer.canHear else { return }
    }
    if phases.contains(.moved), let touches = recognizer.changed(.moved, in: turn) {
      recognizer.touchesMoved(touches, with: event)
      guard recognizer.canHear else { return }
    }
    if phases.contains(.ended), let touches = recognizer.changed(.ended, in: turn) {
      recognizer.attempt.isHearingEnds = true
      recognizer.touchesEnded(touches, with: event)
      recognizer.attempt.isHearingEnds = false
      guard recognizer.canHear else { return }
    }
    if phases.contains(.cancelled), let touches = recognizer.changed(.cancelled, in: turn) {
      recognizer.touchesCancelled(touches, with: event)
    }
  }

  /// Sends what has been recognized to its targets (AC-2).
  func sendActions() {
    arena.actions.send()
  }

  // MARK: Taking away

  /// Notes the recognizers of a subtree that leaves its window; true if any had something to look at (TD-24).
  func subtreeLeaves(_ root: View) -> Bool {
    var found = false
    for recognizer in arena.participants {
      guard let view = recognizer.view, root.isAncestor(of: view), !leaving.contains(where: { $0 === recognizer }) else {
        continue
      }
      leaving.append(recognizer)
      found = true
    }
    return found
  }

  var hasLeaving: Bool { !leaving.isEmpty }

  /// Takes everything away from recognizers whose view has left (TD-24, SC-15).
  func endLeaving() {
    guard !leaving.isEmpty else { return }
    let all = leaving
    leaving.removeAll()
    arena.fail(all.filter { $0.attempt.down.isEmpty }, because: .viewLeft)
    withdraw({ _ in true }, from: all)
    for recognizer in all where recognizer.isActive { arena.withdraw(recognizer, because: .viewLeft) }
    arena.fail(all, because: .viewLeft)
  }

  /// Tells recognizers that touches are taken away from them; the fingers may stay where they are.
  func withdraw(_ isTaken: (Touch) -> Bool, from recognizers: [GestureRecognizer]) {
    for recognizer in recognizers {
      let touches = recognizer.attempt.down.filter(isTaken)
      guard !touches.isEmpty else { continue }
      touches.showing(\.valuesIfCancelled) {
        if recognizer.canHear { recognizer.touchesCancelled(Set(touches), with: session.event) }
        recognizer.attempt.drop { leaving in touches.contains { $0 === leaving } }
      }
    }
    arena.settle()
  }

  /// An application has kept ends of touches for itself: recognizers are told that these are taken away (TD-29).
  func withdrawKept(_ touches: [Touch]) {
    withdraw({ touch in touches.contains { $0 === touch } }, from: arena.participants)
    for recognizer in arena.participants { recognizer.attempt.dropLifted(in: session.turn) }
    // One that had failed before may have lost its last touch.
    arena.isDirty = true
  }

  /// The attempts that go on without a finger.
  func fingerless(where isConcerned: (GestureRecognizer) -> Bool) -> [GestureRecognizer] {
    arena.participants.filter {
      ($0.attempt.hasHadTouch || $0.isActive) && $0.attempt.down.isEmpty && $0.attempt.sequence == nil && isConcerned($0)
    }
  }

  /// Ends attempts that go on without a finger: the system has taken everything, so those that wait fail all together (SC-15).
  func endFingerless(where isConcerned: (GestureRecognizer) -> Bool) {
    let fingerless = fingerless(where: isConcerned)
    guard !fingerless.isEmpty else { return }
    arena.fail(fingerless, because: .windowLost)
    for recognizer in fingerless where recognizer.isActive { arena.withdraw(recognizer, because: .windowLost) }
  }

  // MARK: Resetting

  /// Resets recognizers whose attempt is over (RS-2, RS-3).
  func cleanUp() {
    guard !arena.participants.isEmpty else { return }
    for recognizer in arena.participants {
      switch recognizer.actualState {
      case .ended: arena.close(recognizer)
      case .failed, .cancelled:
        if recognizer.attempt.mayReset { arena.close(recognizer) }
      case .possible, .began, .changed: break
      }
    }
  }
}

extension GestureRecognizer {
  /// Whether touches are shown to it.
  var canHear: Bool {
    switch actualState {
    case .possible, .began, .changed: isEnabled && home.isSet
    case .ended, .cancelled, .failed: false
    }
  }

  /// Whether it and its delegate want an event that brings no touches (TR-1).
  func accepts(_ event: Event) -> Bool {
    shouldReceive(event) && delegate?.gestureRecognizer(self, shouldReceive: event) ?? true
  }

  /// Its touches that came into a phase in this turn, or nil if there are none.
  fileprivate func changed(_ phase: Touch.Phase, in turn: UInt64) -> Set<Touch>? {
    attempt.touches(in: phase, of: turn)
  }

  /// Whether it keeps views from hearing of a new touch (DC-1).
  var gatesBegan: Bool { delaysTouchesBegan && actualState == .possible && isEnabled }
  /// Whether it keeps views from hearing of a touch's end (DC-5).
  var gatesEnded: Bool { delaysTouchesEnded && actualState == .possible && isEnabled }
}
