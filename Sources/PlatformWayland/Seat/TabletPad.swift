import EaselGeometry
import EaselInputEvents
import EaselPlatform

/// One `zwp_tablet_pad_v2`: its buttons are keys of their own numbers, its rings and strips scroll (WTB-1, LPN-6).
final class TabletPad {
  /// The kernel's first button without a meaning; pads count from it, and no keyboard has such keys.
  static let firstCode: UInt32 = 0x100
  /// More buttons than these are ignored.
  static let mostButtons: UInt32 = 64

  /// The pad is gone.
  var onRemoved: (() -> Void)?

  private let proxy: ZwpTabletPadV2
  private unowned let seat: Seat
  private unowned let list: SeatList
  private let clock: DeviceTime
  private var groups: [ZwpTabletPadGroupV2] = []
  private var slides: [Slide] = []
  /// The window that it works on.
  private var focus: SurfaceID?
  /// Buttons that were told as down, and on which surface.
  private var told: [(code: UInt32, surface: SurfaceID)] = []
  private var newestTime = Timestamp.zero

  /// A ring or a strip.
  private final class Slide {
    var slide: PadSlide
    let destroy: () -> Void
    /// What has come since the last frame: a place, or that the finger has gone.
    var change: Double??

    init(isRing: Bool, destroy: @escaping () -> Void) {
      slide = PadSlide(isRing: isRing)
      self.destroy = destroy
    }
  }

  init(_ proxy: ZwpTabletPadV2, seat: Seat, list: SeatList) {
    self.proxy = proxy
    self.seat = seat
    self.list = list
    clock = DeviceTime(list: list)
    proxy.onEvent = { [weak self] event in self?.receive(event) }
  }

  /// The pad goes: what is held on it is cancelled, its objects are given back.
  func invalidate() {
    leave()
    clock.invalidate()
    for slide in slides { slide.destroy() }
    for group in groups { group.destroy() }
    slides.removeAll()
    groups.removeAll()
    proxy.destroy()
  }

  /// A surface goes: what is held on it is cancelled.
  func cancel(on surface: SurfaceID) {
    if focus == surface { leave() }
  }

  private func receive(_ event: ZwpTabletPadV2.Event) {
    switch event {
    case .group(let group): add(group)
    case .enter(_, _, let surface):
      leave()
      focus = list.windows.window(of: surface)?.id
    case .leave:
      leave()
      list.deliver()
    case .button(let time, let number, let state):
      newestTime = clock.time(time)
      if number < TabletPad.mostButtons { button(TabletPad.firstCode + number, state == .pressed) }
      list.deliver()
    case .removed: onRemoved?()
    default: break
    }
  }

  // MARK: Buttons

  private func button(_ code: UInt32, _ isPressed: Bool) {
    let index = told.firstIndex { $0.code == code }
    if isPressed, index == nil, let focus {
      told.append((code, focus))
      queue(code, .down, on: focus)
    } else if !isPressed, let index {
      queue(code, .up, on: told.remove(at: index).surface)
    }
  }

  private func queue(_ code: UInt32, _ phase: KeyEvent.Phase, on surface: SurfaceID) {
    list.queue.append(
      .key(KeyEvent(time: newestTime, surface: surface, phase: phase, code: code, modifiers: seat.modifiers)))
  }

  private func leave() {
    for (code, surface) in told { queue(code, .cancelled, on: surface) }
    told.removeAll()
    for slide in slides where slide.slide.isTouched {
      _ = slide.slide.move(to: nil)
      scroll(by: 0, .cancelled)
    }
    focus = nil
  }

  // MARK: Rings and strips

  private func add(_ group: ZwpTabletPadGroupV2) {
    guard groups.count < Limits.tools else { return group.destroy() }
    groups.append(group)
    group.onEvent = { [weak self] event in
      switch event {
      case .ring(let ring): self?.add(ring)
      case .strip(let strip): self?.add(strip)
      default: break
      }
    }
  }

  private func add(_ ring: ZwpTabletPadRingV2) {
    guard let slide = makeSlide(isRing: true, destroy: ring.destroy) else { return }
    ring.onEvent = { [weak self] event in
      switch event {
      case .source: break
      case .angle(let degrees): slide.change = .some(degrees.double / 360)
      case .stop: slide.change = .some(nil)
      case .frame(let time): self?.endFrame(of: slide, at: time)
      }
    }
  }

  private func add(_ strip: ZwpTabletPadStripV2) {
    guard let slide = makeSlide(isRing: false, destroy: strip.destroy) else { return }
    strip.onEvent = { [weak self] event in
      switch event {
      case .source: break
      case .position(let position): slide.change = .some(Double(position) / 65535)
      case .stop: slide.change = .some(nil)
      case .frame(let time): self?.endFrame(of: slide, at: time)
      }
    }
  }

  private func makeSlide(isRing: Bool, destroy: @escaping () -> Void) -> Slide? {
    guard slides.count < Limits.tools else {
      destroy()
      return nil
    }
    let slide = Slide(isRing: isRing, destroy: destroy)
    slides.append(slide)
    return slide
  }

  private func endFrame(of slide: Slide, at time: UInt32) {
    newestTime = clock.time(time)
    guard focus != nil, let change = slide.change else { return }
    slide.change = nil
    if let points = slide.slide.move(to: change) { scroll(by: points, points == 0 ? .stopped : .moved) }
    list.deliver()
  }

  /// What scrolls is what lies in the window's middle: a pad has no place on it.
  private func scroll(by points: Double, _ phase: ScrollEvent.Phase) {
    guard let focus, let window = list.windows.window(focus) else { return }
    let middle = Point(x: window.contentSize.width / 2, y: window.contentSize.height / 2)
    list.queue.append(
      .scroll(
        ScrollEvent(
          time: newestTime, surface: focus, position: middle, source: .finger, delta: Point(x: 0, y: points), phase: phase)))
  }
}
