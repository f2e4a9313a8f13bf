import EaselInputEvents

/// The buttons, rings and strips beside a tablet (LPN-6).
final class TabletPad {
  /// The kernel's first button without a meaning; pads count from it, and no keyboard has such keys.
  static let firstCode: UInt32 = 0x100
  /// More buttons, rings or strips than these are ignored.
  static let most: UInt32 = 64

  private let route: InputRoute
  private let pointer: SeatPointer
  private var rings: [UInt32: PadSlide] = [:]
  private var strips: [UInt32: PadSlide] = [:]
  /// Buttons that were told as down, and on which surface.
  private var told: [(code: UInt32, surface: SurfaceID)] = []
  private var newestTime = Timestamp.zero

  init(route: InputRoute, pointer: SeatPointer) {
    self.route = route
    self.pointer = pointer
  }

  func receive(_ report: PadReport, at time: Timestamp) {
    newestTime = max(newestTime, time)
    switch report {
    case .button(let number, let isPressed):
      if number < TabletPad.most { button(TabletPad.firstCode + number, isPressed) }
    case .ring(let number, let degrees):
      guard number < TabletPad.most else { return }
      scroll(by: rings[number, default: PadSlide(isRing: true)].move(to: degrees.map { $0 / 360 }))
    case .strip(let number, let position):
      guard number < TabletPad.most else { return }
      scroll(by: strips[number, default: PadSlide(isRing: false)].move(to: position))
    }
  }

  private func button(_ code: UInt32, _ isPressed: Bool) {
    let index = told.firstIndex { $0.code == code }
    if isPressed, index == nil, let surface = route.placement.surface {
      told.append((code, surface))
      queue(code, .down, on: surface)
    } else if !isPressed, let index {
      queue(code, .up, on: told.remove(at: index).surface)
    }
  }

  private func scroll(by points: Double?) {
    if let points { pointer.scroll(.finger, vertical: points, horizontal: nil, at: newestTime) }
  }

  /// The pad or the session goes: what is held on it is cancelled.
  func cancel() {
    let isScrolling = rings.values.contains { $0.isTouched } || strips.values.contains { $0.isTouched }
    if isScrolling { scroll(by: 0) }
    rings.removeAll()
    strips.removeAll()
    cancel { _ in true }
  }

  /// A surface goes: the buttons held on it are cancelled.
  func cancel(on surface: SurfaceID) {
    cancel { $0 == surface }
  }

  private func cancel(where isGone: (SurfaceID) -> Bool) {
    for (code, surface) in told where isGone(surface) { queue(code, .cancelled, on: surface) }
    told.removeAll { isGone($0.surface) }
  }

  private func queue(_ code: UInt32, _ phase: KeyEvent.Phase, on surface: SurfaceID) {
    route.queue.append(
      .key(KeyEvent(time: newestTime, surface: surface, phase: phase, code: code, modifiers: route.modifiers)))
  }
}
