internal import EaselGeometry
internal import EaselInputEvents

/// Brings scrolling and touchpad gestures to recognizers: what needs no touches (TR).
///
/// Whoever takes such an input at its begin has it until its stop; for the arena it counts as one touch that all takers share
/// (TR-5).
final class SequenceStage {
  private struct Taker {
    let recognizer: GestureRecognizer
    let attempt: UInt64

    /// Whether the attempt that took the input still lasts.
    var isIn: Bool { recognizer.attempt.number == attempt }

    func show(_ phase: SequencePhase, _ event: Event) {
      guard isIn, recognizer.canHear else { return }
      recognizer.attempt.isHearingEnds = phase.isLast
      recognizer.sequence(phase, event)
      recognizer.attempt.isHearingEnds = false
    }
  }

  private let arena: GestureArena
  private var takers: [Taker] = []
  private var count: UInt64 = 0
  /// The last event that has come to recognizers: an application may keep some for itself.
  private var isOver = true

  init(arena: GestureArena) {
    self.arena = arena
  }

  /// Shows a `scroll` or `transform` event to its takers.
  func deliver(_ event: Event, to window: Window) {
    guard let phase = event.sequencePhase, let position = event.position else { return }
    let location = window.fromSuperview(position)
    if phase == .began { offer(event, at: location, in: window) }
    for taker in takers where taker.isIn {
      taker.recognizer.attempt.sequencePoint = location
      if event.type == .transform { taker.recognizer.attempt.modifiers = event.modifierFlags }
      taker.show(phase, event)
    }
    if phase.isLast { finish() }
  }

  /// An application has kept the end of an input for itself: it ends nevertheless.
  func settle(after event: Event) {
    guard event.sequencePhase?.isLast == true, !isOver else { return }
    for taker in takers { taker.show(.cancelled, event) }
    finish()
  }

  /// Offers the input to the recognizers of the view under the pointer and of its superviews (TR-1).
  private func offer(_ event: Event, at location: Point, in window: Window) {
    finish()
    isOver = false
    count += 1
    var next = window.hitTest(location, with: event)
    guard next?.window === window else { return }
    var depth = next?.depth ?? 0
    while let view = next {
      for (place, recognizer) in view.recognizersInOrder.enumerated() where takes(recognizer, event) {
        arena.open(recognizer, depth: depth, place: place)
        recognizer.attempt.sequence = count
        takers.append(Taker(recognizer: recognizer, attempt: recognizer.attempt.number))
      }
      next = view.superview
      depth -= 1
    }
    arena.askForRequirements()
  }

  private func takes(_ recognizer: GestureRecognizer, _ event: Event) -> Bool {
    recognizer.isEnabled && !recognizer.attempt.isOpen && recognizer.takesSequence(event) && recognizer.accepts(event)
  }

  /// The input has stopped: whoever has not decided fails, and all may be reset (RS-3, RS-4).
  private func finish() {
    isOver = true
    let present = takers.filter(\.isIn)
    takers.removeAll(keepingCapacity: true)
    guard !present.isEmpty else { return }
    for taker in present { taker.recognizer.attempt.isSequenceOver = true }
    arena.settle()
    arena.isDirty = true
  }
}

extension Event {
  /// Where the pointer of an event without touches is, in points of the surface.
  fileprivate var position: Point? {
    switch type {
    case .scroll: scroll?.position
    case .transform: transform?.position
    case .touches, .hover, .presses: nil
    }
  }
}
