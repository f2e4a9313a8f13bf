internal import EaselGeometry
internal import EaselPlatform
internal import EaselInputEvents

extension EventPipeline {
  /// Farther away than any screen is wide: such a position is a device's mistake.
  private static let farthest = 1e9

  /// Takes one sample into the present turn's event (TD-2).
  ///
  /// What makes no sense is dropped and never traps.
  func take(_ sample: TouchSample, at time: Timestamp) {
    if let index = session.index(of: sample.contact) {
      // The session keeps its touches until the turn ends.
      withKept(session.live[index]) { take(sample, of: $0, at: time) }
    } else if sample.phase == .down {
      begin(sample)
    }
  }

  private func take(_ sample: TouchSample, of touch: Touch, at time: Timestamp) {
    guard sample.phase != .down else {
      application.log.once("touch-twice", .warning, "A contact that is down went down again; this was ignored.")
      return
    }
    guard let position = sensible(sample.position) else {
      // An end without a place still ends.
      if sample.phase != .moved { update(touch, sample, at: time, location: touch.values.location) }
      return
    }
    update(touch, sample, at: time, location: touch.withWindow { $0.fromSuperview(position) } ?? position)
  }

  private func update(_ touch: Touch, _ sample: TouchSample, at time: Timestamp, location: Point) {
    session.update(touch, sample, at: time, location: location)
    if !touch.delivery.hasMovedFar,
      location.distance(to: touch.origin.location) > link.reading(\.tuning.tapAllowableMovement)
    {
      touch.delivery.hasMovedFar = true
    }
    if touch.phase == .ended { recordTap(of: touch) }
  }

  /// Makes a touch for a new contact, or swallows the contact: what follows of it finds no touch (HT-12, HT-13).
  private func begin(_ sample: TouchSample) {
    guard let position = sensible(sample.position), !application.isIgnoringInteractionEvents,
      let host = application.host(of: sample.surface)
    else { return }
    for window in host.windows.reversed() where !window.isHidden {
      let location = window.fromSuperview(position)
      guard let view = hitView(in: window, at: location) ?? window.resizeMargin(at: location, for: sample.kind) else {
        continue
      }
      let values = TouchValues(
        sample, phase: .began, timestamp: session.event.timestamp, location: location, previousLocation: location)
      let touch = Touch(sample: sample, values: values, view: view, window: window)
      countTaps(touch, on: view)
      session.add(touch)
      return
    }
  }

  /// The answer of the window's `hitTest`, unless it lies in another window or in none (HT-11).
  private func hitView(in window: Window, at location: Point) -> View? {
    guard let view = window.hitTest(location, with: session.event) else { return nil }
    if view.window === window { return view }
    application.log.once("hit-elsewhere", .debug, "hitTest returned a view that is not in the window; it counts as none.")
    return nil
  }

  private func sensible(_ position: Point) -> Point? {
    guard position.x.magnitude <= Self.farthest, position.y.magnitude <= Self.farthest else {
      application.log.once("touch-position", .warning, "A touch's position was no sensible number; it was dropped.")
      return nil
    }
    return position
  }

  // MARK: Taps

  /// TO-11: one more than the nearest earlier touch's on the same view, if that was a tap, close in time and place.
  private func countTaps(_ touch: Touch, on view: View) {
    let tuning = application.tuning
    if let record = view.tapRecord, let end = record.tapEnd,
      touch.timestamp.seconds(since: end) < tuning.multiTapInterval,
      record.downLocation.distance(to: touch.values.location) <= tuning.multiTapSeparation
    {
      touch.tapCount = record.tapCount + 1
    }
    view.tapRecord = TapRecord(
      contact: touch.contact, downLocation: touch.values.location, downTime: touch.timestamp, tapEnd: nil,
      tapCount: touch.tapCount)
  }

  private func recordTap(of touch: Touch) {
    guard let view = touch.hitView, view.tapRecord?.contact == touch.contact, !touch.delivery.hasMovedFar,
      touch.timestamp.seconds(since: touch.origin.timestamp) < application.tuning.tapMaximumDuration
    else { return }
    view.tapRecord?.tapEnd = touch.timestamp
  }
}
