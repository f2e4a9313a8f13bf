internal import EaselInputEvents

/// Tells in sentences what becomes of each contact: which recognizers are offered it, who waits for whom, who fails and why.
///
/// Reached through `Application.onGestureNote`; while nobody listens it does not exist and costs nothing.
final class GestureExplainer {
  private unowned let arena: GestureArena
  private let write: (String) -> Void
  private let start: Timestamp

  init(_ arena: GestureArena, write: @escaping (String) -> Void) {
    self.arena = arena
    self.write = write
    start = arena.now
  }

  func tell(_ recognizer: GestureRecognizer, _ note: GestureNote) {
    write("\(seconds) \(Self.sentence(recognizer.label, note))")
  }

  private static func sentence(_ name: String, _ note: GestureNote) -> String {
    switch note {
    case .offered(let touch): "\(text(touch)) is offered to \(name)"
    case .refused(let touch, let reason): "\(text(touch)) is kept from \(name): \(reason)"
    case .ignored(let touch): "\(name) ignores \(text(touch))"
    case .took(let touches): "\(name) takes \(touches.map(text).joined(separator: ", ")) from views"
    case .waits(let others): "\(name) waits for \(others.map(\.label).joined(separator: ", ")) to fail"
    case .cycle(let other): "\(name) does not wait for \(other.label), which waits for it (FR-8)"
    case .entered(let state): "\(name): \(state)"
    case .failed(let reason): "\(name) failed: \(reason)"
    case .reset: "\(name) is ready again"
    }
  }

  private static func text(_ touch: Touch) -> String {
    let view = touch.hitView.map { " on \(type(of: $0))" } ?? ""
    return "contact \(touch.contact.value)\(view)"
  }

  /// Seconds since somebody listens, with three decimals.
  private var seconds: String {
    let milliseconds = Int64((arena.now.seconds(since: start) * 1000).rounded())
    let fraction = String(milliseconds.magnitude % 1000)
    return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - fraction.count) + fraction
  }
}

extension Application {
  /// Gets a sentence for everything that happens among gesture recognizers.
  ///
  /// That is offers, refusals, waiting, failures with their reason, states. Nil, as it is at first, costs nothing.
  /// `EASEL_TRACE=gestures` prints them for any program on the toolkit.
  public func onGestureNote(_ write: ((String) -> Void)?) {
    let arena = pipeline.gestures.arena
    guard let write else {
      arena.explain = nil
      return
    }
    let explainer = GestureExplainer(arena, write: write)
    arena.explain = { explainer.tell($0, $1) }
  }
}
