public import EaselGeometry
public import EaselInputEvents

/// Words for what a touchpad or a wheel says: the kind, where in its course, where the pointer is, and what has changed.
///
/// The pointer stays where it was if nothing is said, scale and rotation too; they count from the gesture's beginning.
extension TouchScript {
  /// A step of a pinch, which may turn too.
  public func pinch(
    _ phase: SequencePhase, _ x: Double? = nil, _ y: Double? = nil, fingers: Int? = nil, scale: Double? = nil,
    rotation: Double? = nil, by delta: Point = .zero
  ) -> TouchScript {
    adding(.transform(step(.pinch, phase, x, y, fingers, scale, rotation, delta)))
  }

  /// A step of a swipe.
  public func swipe(
    _ phase: SequencePhase, _ x: Double? = nil, _ y: Double? = nil, fingers: Int? = nil, by delta: Point = .zero
  ) -> TouchScript {
    adding(.transform(step(.swipe, phase, x, y, fingers, nil, nil, delta)))
  }

  /// The beginning or end of a hold.
  public func hold(_ phase: SequencePhase, _ x: Double? = nil, _ y: Double? = nil, fingers: Int? = nil) -> TouchScript {
    adding(.transform(step(.hold, phase, x, y, fingers, nil, nil, .zero)))
  }

  /// A movement of a wheel or of fingers that scroll.
  public func scroll(
    _ source: ScrollEvent.Source, _ phase: ScrollEvent.Phase = .moved, _ x: Double? = nil, _ y: Double? = nil,
    by delta: Point = .zero
  ) -> TouchScript {
    let position = Point(x ?? scrollPosition.x, y ?? scrollPosition.y)
    return adding(
      .scroll(
        ScrollEvent(
          time: .zero, surface: SurfaceID(0), position: position, source: source, delta: delta, phase: phase)))
  }

  /// A whole pinch in even steps, each a frame, 8 ms from step to step.
  public func pinch(
    at position: Point, scale: Double, rotation: Double = 0, steps: Int, interval: Double = 0.008
  ) -> TouchScript {
    var copy = pinch(.began, position.x, position.y)
    for step in 1...steps {
      let part = Double(step) / Double(steps)
      copy = copy.wait(interval).pinch(.changed, scale: 1 + (scale - 1) * part, rotation: rotation * part)
    }
    return copy.wait(interval).pinch(.ended)
  }

  /// A whole turn without a change of scale.
  public func turn(at position: Point, rotation: Double, steps: Int, interval: Double = 0.008) -> TouchScript {
    pinch(at: position, scale: 1, rotation: rotation, steps: steps, interval: interval)
  }

  /// A whole swipe in even steps.
  public func swipe(
    at position: Point, by delta: Point, fingers: Int = 3, steps: Int, interval: Double = 0.008
  ) -> TouchScript {
    var copy = swipe(.began, position.x, position.y, fingers: fingers)
    for _ in 1...steps {
      copy = copy.wait(interval).swipe(.changed, by: Point(delta.x / Double(steps), delta.y / Double(steps)))
    }
    return copy.wait(interval).swipe(.ended)
  }

  /// A whole hold of some seconds.
  public func hold(at position: Point, seconds: Double, fingers: Int = 1) -> TouchScript {
    hold(.began, position.x, position.y, fingers: fingers).wait(seconds).hold(.ended)
  }

  /// Fingers scroll in even steps and stop.
  public func scroll(at position: Point, by delta: Point, steps: Int, interval: Double = 0.008) -> TouchScript {
    var copy = self
    for _ in 1...steps {
      copy = copy.scroll(
        .finger, .moved, position.x, position.y, by: Point(delta.x / Double(steps), delta.y / Double(steps))
      ).wait(interval)
    }
    return copy.scroll(.finger, .stopped)
  }

  private func step(
    _ kind: TransformEvent.Kind, _ phase: SequencePhase, _ x: Double?, _ y: Double?, _ fingers: Int?, _ scale: Double?,
    _ rotation: Double?, _ delta: Point
  ) -> TransformEvent {
    let former = phase == .began ? nil : gesture
    let position = Point(x ?? gesture?.position.x ?? 0, y ?? gesture?.position.y ?? 0)
    return TransformEvent(
      time: .zero, surface: SurfaceID(0), kind: kind, phase: phase, position: position,
      fingerCount: fingers ?? former?.fingerCount, delta: delta, scale: scale ?? former?.scale ?? 1,
      rotation: rotation ?? former?.rotation ?? 0)
  }
}
