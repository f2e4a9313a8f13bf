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
    for touch in session.live {
      guard let window = touch.window, window.visitedTurn != event.turn else { continue }
      window.visitedTurn = event.turn
      window.sendEvent(event)
    }
  }

  /// Delivers an event inside one window: recognizers, actions, views, clean-up (TD-4).
  func deliver(_ event: Event, to window: Window) {
    if let presses = event as? PressesEvent {
      keys.deliver(presses, to: window)
      return
    }
    guard event === session.event, isInTurn, window.handledTurn != event.turn else { return }
    window.handledTurn = event.turn
    gestures.bind(session, in: window)
    gestures.recognize(session, in: window)
    gestures.sendActions()
    viewPhase(of: window)
    gestures.cleanUp()
  }

  /// One call a phase for each view with changes, in the order of the views' oldest touches (TD-17).
  private func viewPhase(of window: Window) {
    for touch in session.live where touch.phase == .began && touch.window === window { accept(touch) }
    for touch in session.live where touch.delivery.isTracked && touch.window === window {
      guard let view = touch.view, let group = view.touchGroup, group.visitedTurn != session.turn else { continue }
      group.visitedTurn = session.turn
      let (event, turn) = (session.event, session.turn)
      let phases = group.phases(in: turn)
      if phases.contains(.began), let touches = group.take(.began, in: turn) { view.touchesBegan(touches, with: event) }
      if phases.contains(.moved), let touches = group.take(.moved, in: turn) { view.touchesMoved(touches, with: event) }
      if phases.contains(.ended), let touches = group.take(.ended, in: turn) { view.touchesEnded(touches, with: event) }
      if phases.contains(.cancelled), let touches = group.take(.cancelled, in: turn) {
        view.touchesCancelled(touches, with: event)
      }
    }
  }

  /// Decides for a new touch's whole life whether its view gets it (TD-19, TD-21).
  private func accept(_ touch: Touch) {
    guard touch.delivery.state == .new, let view = touch.view else { return }
    guard !touch.delivery.viewHasLeft, !isSuppressed(touch, on: view) else {
      touch.delivery.state = .never
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
      if other.view === view {
        if !view.isMultipleTouchEnabled { return true }
      } else if other.window === touch.window, other.delivery.isTracked {
        if view.isExclusiveTouch || other.view?.isExclusiveTouch == true { return true }
      }
    }
    return false
  }

  /// A touch whose beginning an application kept for itself is never delivered; one whose end it kept is cancelled, so that
  /// no view waits for ever (TD-28, TD-29).
  func settleWhatWasNotPassedOn() {
    for touch in session.live where touch.delivery.changedTurn == session.turn {
      switch touch.phase {
      case .began:
        if touch.delivery.state == .new { touch.delivery.state = .never }
      case .ended, .cancelled:
        guard touch.delivery.isTracked, !touch.delivery.viewHasLeft else { continue }
        touch.delivery.viewHasLeft = true
        session.mayHaveLeftViews = true
      case .moved, .stationary: continue
      }
    }
  }

  /// Cancels the touches of views that have left their window, one call a view; the fingers may go on (TD-24).
  func cancelTouchesOfLeftViews() {
    guard session.mayHaveLeftViews else { return }
    // Handlers may take further views out.
    while let touch = session.live.first(where: { $0.delivery.viewHasLeft && $0.delivery.isTracked }) {
      guard let view = touch.view, let touches = view.touchGroup?.takeLeft() else {
        touch.delivery.state = .finished
        continue
      }
      let phases = touches.map { ($0, $0.phase) }
      for touch in touches { touch.values.phase = .cancelled }
      view.touchesCancelled(touches, with: session.event)
      for (touch, phase) in phases where phase != .ended { touch.values.phase = phase }
    }
    session.mayHaveLeftViews = false
  }
}
