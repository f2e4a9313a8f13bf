import Easel

/// A page with a small view whose panel lies far outside of it.
final class PanelPage: View {
  let holder = View(frame: Rect(x: 20, y: 20, width: 100, height: 100))
  let panel = Panel(frame: Rect(x: 150, y: 150, width: 120, height: 80))

  override init(frame: Rect = .zero) {
    super.init(frame: frame)
    holder.backgroundColor = Color(white: 0.85)
    addSubview(holder)
    panel.backgroundColor = .blue
    holder.addSubview(panel)
  }
}

/// A window that passes touches to panels which hit-testing cannot find.
final class PanelWindow: Window {
  var panels: [Panel] = []

  override func sendEvent(_ event: Event) {
    for panel in panels { pass(event, to: panel) }
    super.sendEvent(event)
  }

  private func pass(_ event: Event, to panel: Panel) {
    // Over its superview a panel is hit like any view, and gets those touches the usual way.
    let touches = event.touches(for: self).filter { $0.view !== panel }
    let began = touches.filter { $0.phase == .began && panel.bounds.contains($0.location(in: panel)) }
    if !began.isEmpty { panel.touchesBegan(began, with: event) }
    let moved = touches.filter { $0.phase == .moved }
    if !moved.isEmpty { panel.touchesMoved(moved, with: event) }
    let ended = touches.filter { $0.phase == .ended }
    if !ended.isEmpty { panel.touchesEnded(ended, with: event) }
    let cancelled = touches.filter { $0.phase == .cancelled }
    if !cancelled.isEmpty { panel.touchesCancelled(cancelled, with: event) }
  }
}

/// Follows the finger that went down on it, and no other, until that lifts.
final class Panel: View {
  private var touch: Touch?

  override func touchesBegan(_ touches: Set<Touch>, with event: Event?) {
    guard touch == nil else { return }
    touch = touches.first
    backgroundColor = Color(red: 0.9, green: 0.4, blue: 0.1)
  }

  override func touchesMoved(_ touches: Set<Touch>, with event: Event?) {
    guard let touch, touches.contains(touch) else { return }
    // However far a step is, the panel goes along: where it lies now does not matter.
    frame.origin += touch.location(in: superview) - touch.previousLocation(in: superview)
  }

  override func touchesEnded(_ touches: Set<Touch>, with event: Event?) { letGo(touches) }
  override func touchesCancelled(_ touches: Set<Touch>, with event: Event?) { letGo(touches) }

  private func letGo(_ touches: Set<Touch>) {
    guard let held = touch, touches.contains(held) else { return }
    touch = nil
    backgroundColor = .blue
  }
}
