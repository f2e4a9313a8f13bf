internal import EaselGeometry
internal import EaselInputEvents

/// Tells hover recognizers of a pointer without a pressed button and of a pen near the surface (HOV).
///
/// Hovering takes no part in the arena's decisions (HOV-3).
final class HoverStage {
  private let arena: GestureArena
  private var hovered: [HoverGestureRecognizer] = []
  /// The window that the pointer is over, if anything there hovers.
  private(set) var window: Window?

  init(arena: GestureArena) {
    self.arena = arena
  }

  /// Begins, changes and ends hovering as an event says.
  func deliver(_ event: Event, to window: Window) {
    guard let hover = event.hover else { return }
    let location = window.fromSuperview(hover.position)
    let over = hover.phase == .left ? [] : recognizers(at: location, in: window, event)
    endAll { former in !over.contains { $0 === former } }
    for recognizer in over {
      recognizer.take(hover, at: location)
      let isNew = !hovered.contains { $0 === recognizer }
      if isNew { hovered.append(recognizer) }
      arena.enterFreely(isNew ? .began : .changed, recognizer)
      recognizer.attempt.modifiers = event.modifierFlags
    }
    self.window = hovered.isEmpty ? nil : window
  }

  /// Ends hovering: the pointer is over nothing any more.
  func leave() {
    endAll { _ in true }
    window = nil
  }

  private func endAll(where isLeft: (HoverGestureRecognizer) -> Bool) {
    // Those that were disabled or removed have ended already.
    hovered.removeAll { !$0.isActive }
    for recognizer in hovered where isLeft(recognizer) { arena.enterFreely(.ended, recognizer) }
    hovered.removeAll { !$0.isActive }
  }

  /// The enabled hover recognizers of the view under the pointer and of its superviews, the deepest first.
  private func recognizers(at location: Point, in window: Window, _ event: Event) -> [HoverGestureRecognizer] {
    var result: [HoverGestureRecognizer] = []
    var next = window.hitTest(location, with: event)
    guard next?.window === window else { return [] }
    while let view = next {
      for case let recognizer as HoverGestureRecognizer in view.recognizers where recognizer.isEnabled {
        let isIn = recognizer.isActive && hovered.contains { $0 === recognizer }
        if isIn || takes(recognizer, event) { result.append(recognizer) }
      }
      next = view.superview
    }
    return result
  }

  private func takes(_ recognizer: HoverGestureRecognizer, _ event: Event) -> Bool {
    guard !recognizer.attempt.isOpen, let kind = event.hover?.kind else { return false }
    return recognizer.allowedTouchTypes.contains(kind) && recognizer.accepts(event)
  }
}
