/// Messages to targets, in the order of the transitions that they tell of (AC-4), until the phase's end sends them.
final class ActionQueue {
  private struct Message {
    let recognizer: GestureRecognizer
    let state: GestureRecognizer.State
  }

  // Unchecked for the reason that stands with `TouchSession.live`.
  @safe @exclusivity(unchecked) private var messages: [Message] = []
  @safe @exclusivity(unchecked) private var next = 0

  var isEmpty: Bool { next == messages.count }

  /// Adds a message; of several changes in one turn one is left (AC-3).
  func add(_ recognizer: GestureRecognizer, _ state: GestureRecognizer.State) {
    if state == .changed {
      for message in messages[next...].reversed() where message.recognizer === recognizer {
        if message.state == .changed { return }
        break
      }
    }
    messages.append(Message(recognizer: recognizer, state: state))
  }

  /// Sends what there is, and what handlers cause meanwhile (AC-5).
  func send() {
    while next < messages.count {
      let message = messages[next]
      next += 1
      // What has left its view still says how it ended, and nothing else (AC-6).
      if message.state == .changed, message.recognizer.view == nil { continue }
      let shown = message.recognizer.shownState
      message.recognizer.shownState = message.state
      message.recognizer.tellTargets()
      message.recognizer.shownState = shown
    }
    if next > 0 {
      messages.removeAll(keepingCapacity: true)
      next = 0
    }
  }
}
