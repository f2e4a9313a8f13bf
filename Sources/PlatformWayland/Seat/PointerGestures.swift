import EaselGeometry
import EaselInputEvents

/// The touchpad gestures of one `wl_pointer`: made after it and given back before it (WPG).
final class PointerGestures {
  private unowned let list: SeatList
  private let willBegin: () -> Void
  private var assembler = TransformAssembler()
  private var pinch: ZwpPointerGesturePinchV1?
  private var swipe: ZwpPointerGestureSwipeV1?
  private var hold: ZwpPointerGestureHoldV1?
  // One clock an object, as everywhere (WTS-2); nanoseconds are not offered for gestures.
  private let pinchTime: DeviceTime
  private let swipeTime: DeviceTime
  private let holdTime: DeviceTime

  /// - Parameter willBegin: called before a gesture begins, so that what waits for the pointer's frame comes before it.
  init(list: SeatList, willBegin: @escaping () -> Void) {
    self.list = list
    self.willBegin = willBegin
    pinchTime = DeviceTime(list: list)
    swipeTime = DeviceTime(list: list)
    holdTime = DeviceTime(list: list)
  }

  /// Listens for gestures, if they are not listened for yet and the compositor has them; holding is known from version 3 on.
  func subscribe(to pointer: WlPointer) {
    guard pinch == nil, let manager = list.gestures else { return }
    pinch = manager.getPinchGesture(pointer: pointer)
    pinch?.onEvent = { [weak self] event in self?.receive(event) }
    swipe = manager.getSwipeGesture(pointer: pointer)
    swipe?.onEvent = { [weak self] event in self?.receive(event) }
    guard manager.version >= 3 else { return }
    hold = manager.getHoldGesture(pointer: pointer)
    hold?.onEvent = { [weak self] event in self?.receive(event) }
  }

  /// The pointer goes: a gesture is cancelled (WPG-3).
  func invalidate() {
    assembler.cancel(into: &list.queue)
    pinch?.destroy()
    swipe?.destroy()
    hold?.destroy()
  }

  /// The pointer is on a window of ours, or on none.
  func pointer(on surface: SurfaceID?, at position: Point) {
    assembler.pointer(on: surface, at: position, into: &list.queue)
  }

  func modifiersDidChange(_ modifiers: KeyModifiers) {
    assembler.modifiers = modifiers
  }

  /// Another pointer's gesture begins, and one at a time is enough.
  func cancel() {
    assembler.cancel(into: &list.queue)
  }

  private func receive(_ event: ZwpPointerGesturePinchV1.Event) {
    switch event {
    case .begin(_, let time, let surface, let fingers): begin(.pinch, fingers, on: surface, at: pinchTime.time(time))
    case .update(let time, let dx, let dy, let scale, let rotation):
      assembler.change(
        .pinch, delta: Point(x: dx.double, y: dy.double), scale: scale.double, degrees: rotation.double,
        time: pinchTime.time(time), into: &list.queue)
      list.deliver()
    case .end(_, let time, let cancelled): end(.pinch, cancelled, at: pinchTime.time(time))
    }
  }

  private func receive(_ event: ZwpPointerGestureSwipeV1.Event) {
    switch event {
    case .begin(_, let time, let surface, let fingers): begin(.swipe, fingers, on: surface, at: swipeTime.time(time))
    case .update(let time, let dx, let dy):
      assembler.change(
        .swipe, delta: Point(x: dx.double, y: dy.double), time: swipeTime.time(time), into: &list.queue)
      list.deliver()
    case .end(_, let time, let cancelled): end(.swipe, cancelled, at: swipeTime.time(time))
    }
  }

  private func receive(_ event: ZwpPointerGestureHoldV1.Event) {
    switch event {
    case .begin(_, let time, let surface, let fingers): begin(.hold, fingers, on: surface, at: holdTime.time(time))
    case .end(_, let time, let cancelled): end(.hold, cancelled, at: holdTime.time(time))
    }
  }

  private func begin(_ kind: TransformEvent.Kind, _ fingers: UInt32, on surface: WlSurface?, at time: Timestamp) {
    willBegin()
    let window = list.windows.window(of: surface)
    if window != nil { list.cancelGestures(but: self) }
    assembler.begin(kind, fingers: fingers, on: window?.id, time: time, into: &list.queue)
    list.deliver()
  }

  private func end(_ kind: TransformEvent.Kind, _ cancelled: Int32, at time: Timestamp) {
    assembler.end(kind, isCancelled: cancelled != 0, time: time, into: &list.queue)
    list.deliver()
  }
}
