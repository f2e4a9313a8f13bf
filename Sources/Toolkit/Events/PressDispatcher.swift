internal import EaselInputEvents

/// Turns changes of keys into presses and key commands (KB).
final class PressDispatcher {
  private let link: ApplicationLink
  private var held: Set<Press> = []

  init(link: ApplicationLink) {
    self.link = link
  }

  /// Sends a key's change as an event to the key window of its surface.
  func handle(_ key: KeyEvent) {
    for press in held { press.phase = .stationary }
    let event = PressesEvent(cause: key, presses: held)
    guard window(for: event) != nil else { return }
    link.owner.sendEvent(event)
    // An application that keeps an end for itself must leave no key held for ever.
    if key.phase == .up || key.phase == .cancelled, let press = press(key.code, on: key.surface) {
      end(press, as: .cancelled, event)
    }
  }

  /// The window that an event of keys belongs to (KB-1).
  func window(for event: PressesEvent) -> Window? {
    switch event.cause.phase {
    case .down, .repeated:
      guard let host = link.owner.host(of: event.cause.surface) else { return nil }
      return host.keyWindow ?? host.windows.last
    case .up, .cancelled:
      return press(event.cause.code, on: event.cause.surface)?.window
    }
  }

  /// Delivers inside the window: commands first, then presses (KB-2).
  func deliver(_ event: PressesEvent, to window: Window) {
    let cause = event.cause
    switch cause.phase {
    case .down:
      guard press(cause.code, on: cause.surface) == nil else { return }
      if !performCommand(for: cause, in: window) { begin(event, in: window) }
    case .repeated:
      // A repeat causes no further press (KB-5).
      _ = performCommand(for: cause, in: window)
    case .up:
      if let press = press(cause.code, on: cause.surface) { end(press, as: .ended, event) }
    case .cancelled:
      if let press = press(cause.code, on: cause.surface) { end(press, as: .cancelled, event) }
    }
  }

  /// Whether a key is held that a cancellation would take away.
  func holdsAny(of scope: EventPipeline.CancelScope) -> Bool {
    held.contains { scope.holds($0) }
  }

  /// Takes held keys away, one event each, in the order in which they went down (KB-4).
  func cancel(_ scope: EventPipeline.CancelScope, time: Timestamp) {
    let presses = held.filter { scope.holds($0) }.sorted { ($0.timestamp, $0.key.code) < ($1.timestamp, $1.key.code) }
    for press in presses {
      handle(KeyEvent(time: time, surface: press.surface, phase: .cancelled, code: press.key.code))
    }
  }

  private func press(_ code: UInt32, on surface: SurfaceID) -> Press? {
    held.first { $0.key.code == code && $0.surface == surface }
  }

  /// Asks the chain from the first responder outward for the first command that matches and can act (KB-2, KB-3).
  private func performCommand(for key: KeyEvent, in window: Window) -> Bool {
    var responder: Responder? = target(in: window)
    while let present = responder {
      for command in present.keyCommands where command.matches(key) {
        if command.perform() { return true }
      }
      responder = present.next
    }
    return false
  }

  private func begin(_ event: PressesEvent, in window: Window) {
    let responder = target(in: window)
    let press = Press(key: Key(event.cause), timestamp: event.timestamp, window: window, responder: responder)
    press.surface = event.cause.surface
    held.insert(press)
    event.allPresses.insert(press)
    responder.pressesBegan([press], with: event)
  }

  private func end(_ press: Press, as phase: Press.Phase, _ event: PressesEvent) {
    held.remove(press)
    event.allPresses.insert(press)
    press.phase = phase
    press.timestamp = event.timestamp
    let responder = press.responder ?? press.window.map { target(in: $0) }
    switch phase {
    case .ended: responder?.pressesEnded([press], with: event)
    case .cancelled: responder?.pressesCancelled([press], with: event)
    case .began, .changed, .stationary: preconditionFailure("A press ends or is cancelled.")
    }
  }

  /// The first responder, else the root view, else the window (KB-1).
  private func target(in window: Window) -> Responder {
    window.firstResponder ?? window.rootView ?? window
  }
}
