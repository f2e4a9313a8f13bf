internal import EaselInputEvents

/// What the defaults of the two `sendEvent` do, and the view phase.
extension EventPipeline {
  /// Passes an event on to its windows: for touches each once, in the order of their oldest touch (TD-3).
  func pass(_ event: Event) {
    guard event.type == .touches else {
      let window = (event as? PressesEvent).map { keys.window(for: $0) } ?? event.window
      window?.sendEvent(event)
      return
    }
    guard event === session.event, isInTurn else { return }
    var index = 0
    while index < session.live.count {
      if let window = session.live[index].windowToVisit(in: event.turn) { window.sendEvent(event) }
      index += 1
    }
  }

  /// Delivers an event inside one window: recognizers, actions, views, clean-up (TD-4).
  func deliver(_ event: Event, to window: Window) {
    if event.type == .presses, let presses = event as? PressesEvent {
      keys.deliver(presses, to: window)
      return
    }
    guard event.type == .touches else {
      deliverWithoutTouches(event, to: window)
      return
    }
    guard event === session.event, isInTurn, window.handledTurn != event.turn else { return }
    window.handledTurn = event.turn
    gestures.bind(in: window)
    gestures.recognize(in: window)
    finish(in: window)
  }

  /// Shows a pointer's movement to the recognizers that want it.
  private func deliverWithoutTouches(_ event: Event, to window: Window) {
    guard isInTurn, event.window === window else { return }
    switch event.type {
    case .scroll, .transform: gestures.sequences.deliver(event, to: window)
    case .hover: gestures.hovers.deliver(event, to: window)
    case .touches, .presses: return
    }
    finish(in: window)
  }

  /// Sends actions and tells views, again and again as long as handlers cause more (AC-5), then resets recognizers.
  ///
  /// - Parameter window: whose views are told; nil means those of all windows.
  func finish(in window: Window?) {
    var mayReset = session.phases != .moved
    repeat {
      mayReset = mayReset || gestures.arena.isDirty
      gestures.arena.isDirty = false
      if !gestures.arena.actions.isEmpty { gestures.sendActions() }
      viewPhase(of: window)
    } while gestures.arena.hasWork
    if mayReset { gestures.cleanUp() }
  }

  // MARK: The view phase

  /// Cancels what recognizers have taken, then one call a phase for each view with changes, in the order of the views' oldest
  /// touches (TD-17).
  private func viewPhase(of window: Window?) {
    viewPhaseCount += 1
    if session.phases.contains(.began) {
      for touch in session.live where touch.phase == .began && touch.delivery.state == .new && touch.isIn(window) {
        accept(touch)
      }
    }
    if session.takesTouches { tellTaken(in: window) }
    var index = 0
    while index < session.known.count {
      // Only the view is kept during the call: the session keeps its touches until the turn ends.
      if let view = session.known[index].viewToVisit(in: viewPhaseCount, of: window) { tell(view) }
      index += 1
    }
  }

  /// Tells a view of its touches.
  private func tell(_ view: View) {
    guard session.withholdsTouches || session.phases != .moved else { return tellMoved(to: view) }
    guard let group = view.touchGroup else { return }
    tellBegan(group, to: view)
    tellMoved(to: view)
    if session.withholdsTouches || session.phases != .moved { tellEnds(group, to: view) }
  }

  /// Tells a view of new touches and of those that no recognizer withholds any longer; these look as they went down (DC-3).
  private func tellBegan(_ group: TouchGroup, to view: View) {
    var released: [Touch] = []
    let began = group.take { touch in
      guard touch.delivery.state == .accepted, !touch.delivery.viewHasLeft else { return false }
      // What the system takes while it is withheld has never been there (SC-10).
      if touch.phase == .cancelled {
        touch.delivery.state = .never
        return false
      }
      if touch.bound.contains(where: \.gatesBegan) {
        touch.delivery.isWithheld = true
        session.withholdsTouches = true
        return false
      }
      if touch.delivery.isWithheld { released.append(touch) }
      touch.delivery.tell(.began)
      return true
    }
    guard let began else { return }
    let event = session.eventForViews(at: now)
    released.showing(\.origin) { view.touchesBegan(began, with: event) }
    let changed = released.filter(\.delivery.hasChanged)
    guard !changed.isEmpty else { return }
    let moved = group.take { touch in
      guard touch.delivery.state == .delivered, !touch.delivery.viewHasLeft else { return false }
      guard changed.contains(where: { $0 === touch }) || isNewMovement(touch) else { return false }
      touch.delivery.toldTurn = session.turn
      return true
    }
    guard let moved else { return }
    changed.showing(\.valuesSinceDown) { view.touchesMoved(moved, with: event) }
  }

  private func tellMoved(to view: View) {
    guard session.phases.contains(.moved), let moved = movedTouches(of: view) else { return }
    view.touchesMoved(moved, with: session.event)
  }

  /// The touches of whose movement a view is to be told; they count as told.
  private func movedTouches(of view: View) -> Set<Touch>? {
    guard let group = view.touchGroup else { return nil }
    // The view keeps its group as long as there are touches in it, and these go at the turn's end.
    return withKept(group) { group in
      group.take { touch in
        guard touch.delivery.state == .delivered, !touch.delivery.viewHasLeft, isNewMovement(touch) else { return false }
        touch.delivery.toldTurn = session.turn
        return true
      }
    }
  }

  /// Whether a touch has moved in this turn's event and its view has not been told; nor will it be if the application keeps the
  /// event for itself (TD-5).
  private func isNewMovement(_ touch: Touch) -> Bool {
    touch.delivery.changedTurn == session.turn && touch.phase == .moved && touch.delivery.toldTurn != session.turn
      && touch.withWindow(\.handledTurn) == session.turn
  }

  /// Tells a view of ends that no recognizer withholds (DC-5), and of what the system has taken (SC-10).
  private func tellEnds(_ group: TouchGroup, to view: View) {
    let ended = group.take { touch in
      guard touch.phase == .ended, touch.delivery.state == .delivered, !touch.delivery.viewHasLeft else { return false }
      if touch.bound.contains(where: \.gatesEnded) {
        session.withholdsTouches = true
        return false
      }
      touch.delivery.tell(.ended)
      return true
    }
    if let ended { view.touchesEnded(ended, with: session.eventForViews(at: now)) }
    let cancelled = group.take { touch in
      guard touch.phase == .cancelled, touch.delivery.state == .delivered, !touch.delivery.viewHasLeft else { return false }
      touch.delivery.tell(.cancelled)
      return true
    }
    if let cancelled { view.touchesCancelled(cancelled, with: session.event) }
  }

  /// Tells views of the touches that recognizers have taken from them: one call for each that has lifted before, oldest first,
  /// then one for all others of the view (DC-7, DC-8).
  private func tellTaken(in window: Window?) {
    let taken = session.known.filter { $0.delivery.isBeingTaken && $0.isIn(window) }
    session.takesTouches = session.known.contains { $0.delivery.isBeingTaken && !$0.isIn(window) }
    for touch in taken where touch.delivery.isOver { cancel([touch], of: touch.hitView) }
    var views: [View] = []
    for touch in taken {
      guard let view = touch.hitView, !views.contains(where: { $0 === view }) else { continue }
      views.append(view)
      cancel(taken.filter { $0.hitView === view && !$0.delivery.isOver }, of: view)
    }
    for touch in taken {
      touch.delivery.isBeingTaken = false
      touch.delivery.isTaken = true
    }
  }

  private func cancel(_ touches: [Touch], of view: View?) {
    // A view that has left hears of its cancellation in its own way (TD-24); one that was never told never will be (DC-4).
    let told = touches.filter { $0.delivery.state == .delivered && !$0.delivery.viewHasLeft }
    for touch in touches where touch.delivery.isTracked && !touch.delivery.viewHasLeft {
      touch.delivery.state = touch.delivery.state == .delivered ? .finished : .never
    }
    guard let view, !told.isEmpty else { return }
    let event = session.eventForViews(at: now)
    told.showing(\.valuesIfCancelled) { view.touchesCancelled(Set(told), with: event) }
  }

  /// Decides for a new touch's whole life whether its view gets it (TD-19, TD-21).
  private func accept(_ touch: Touch) {
    guard touch.delivery.state == .new, let view = touch.hitView else { return }
    let isTaken = touch.bound.contains { $0.isActive && $0.cancelsTouchesInView }
    guard !touch.delivery.viewHasLeft, !touch.delivery.isBeingTaken, !isTaken, !isSuppressed(touch, on: view) else {
      touch.delivery.state = .never
      // What an active gesture gets, no view gets (DC-9).
      if isTaken { touch.delivery.isTaken = true }
      return
    }
    touch.delivery.state = .accepted
    if view.touchGroup == nil { view.touchGroup = TouchGroup() }
    view.touchGroup?.add(touch)
  }

  private func isSuppressed(_ touch: Touch, on view: View) -> Bool {
    for other in session.live {
      // Of several new touches the first one counts, so only earlier ones are in the way.
      if other === touch { break }
      if other.hitView === view {
        if !view.isMultipleTouchEnabled { return true }
      } else if other.window === touch.window, other.delivery.isTracked {
        if view.isExclusiveTouch || other.hitView?.isExclusiveTouch == true { return true }
      }
    }
    return false
  }

  /// A touch whose beginning an application kept for itself is never delivered; one whose end it kept is cancelled, so that
  /// no view and no recognizer waits for ever (TD-28, TD-29).
  func settleWhatWasNotPassedOn() {
    guard session.phases != .moved else { return }
    var kept: [Touch] = []
    for touch in session.live where touch.delivery.changedTurn == session.turn {
      switch touch.phase {
      case .began:
        if touch.delivery.state == .new { touch.delivery.state = .never }
      case .ended, .cancelled:
        guard touch.window?.handledTurn != session.turn else { continue }
        kept.append(touch)
        guard touch.delivery.isTracked else { continue }
        touch.delivery.viewHasLeft = true
        session.mayHaveLeftViews = true
      case .moved, .stationary: continue
      }
    }
    if !kept.isEmpty { gestures.withdrawKept(kept) }
  }

  /// Tells recognizers and views that have left their window that their touches are taken away (TD-24); the fingers may go on.
  func settleLeft() {
    while gestures.hasLeaving || session.mayHaveLeftViews || gestures.arena.hasWork {
      gestures.endLeaving()
      gestures.sendActions()
      cancelTouchesOfLeftViews()
      if gestures.arena.hasWork { finish(in: nil) }
    }
  }

  /// One call a view; handlers may take further views out.
  private func cancelTouchesOfLeftViews() {
    guard session.mayHaveLeftViews else { return }
    while let touch = session.known.first(where: { $0.delivery.viewHasLeft && $0.delivery.isTracked }) {
      guard let view = touch.hitView, let touches = view.touchGroup?.takeLeft() else {
        touch.delivery.state = .finished
        continue
      }
      let event = session.eventForViews(at: now)
      Array(touches).showing(\.valuesIfCancelled) { view.touchesCancelled(touches, with: event) }
    }
    session.mayHaveLeftViews = false
  }
}

extension Touch {
  /// What it shows in a movement that tells of everything since it went down (DC-3).
  fileprivate var valuesSinceDown: TouchValues {
    var values = values
    values.phase = .moved
    values.previousLocation = origin.location
    return values
  }

  /// What it shows while it is taken away.
  var valuesIfCancelled: TouchValues {
    var values = values
    values.phase = .cancelled
    return values
  }
}

extension [Touch] {
  /// Lets touches show other values during a call.
  func showing(_ values: (Touch) -> TouchValues, _ call: () -> Void) {
    let present = map(\.values)
    for touch in self { touch.values = values(touch) }
    call()
    for (touch, values) in zip(self, present) { touch.values = values }
  }
}
