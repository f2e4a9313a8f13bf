/// A seat's touchpad as clients know it; what is sent goes to every object that clients have of it.
///
/// Surfaces may be nil, which the protocol does not allow, and nothing is checked, so that a test can send anything.
final class FakeGestures {
  private unowned let compositor: FakeCompositor
  private(set) var pinches: [ZwpPointerGesturePinchV1Resource] = []
  private(set) var swipes: [ZwpPointerGestureSwipeV1Resource] = []
  private(set) var holds: [ZwpPointerGestureHoldV1Resource] = []

  init(in compositor: FakeCompositor) {
    self.compositor = compositor
  }

  func add(_ pinch: ZwpPointerGesturePinchV1Resource) {
    pinches.append(pinch)
    pinch.onDestroy = { [weak self, weak pinch] in self?.pinches.removeAll { $0 === pinch } }
  }

  func add(_ swipe: ZwpPointerGestureSwipeV1Resource) {
    swipes.append(swipe)
    swipe.onDestroy = { [weak self, weak swipe] in self?.swipes.removeAll { $0 === swipe } }
  }

  func add(_ hold: ZwpPointerGestureHoldV1Resource) {
    holds.append(hold)
    hold.onDestroy = { [weak self, weak hold] in self?.holds.removeAll { $0 === hold } }
  }

  // MARK: Pinch and turn

  func pinchBegin(_ fingers: UInt32, on surface: FakeSurface?, time: UInt32 = 0) {
    for pinch in pinches { begin(pinch, fingers, on: surface, time: time) }
  }

  func pinchUpdate(_ dx: Double, _ dy: Double, scale: Double, degrees: Double, time: UInt32 = 0) {
    for pinch in pinches {
      pinch.sendUpdate(time: time, dx: Fixed(dx), dy: Fixed(dy), scale: Fixed(scale), rotation: Fixed(degrees))
    }
  }

  func pinchEnd(cancelled: Int32 = 0, time: UInt32 = 0) {
    for pinch in pinches { pinch.sendEnd(serial: compositor.serial(), time: time, cancelled: cancelled) }
  }

  // MARK: Swipe

  func swipeBegin(_ fingers: UInt32, on surface: FakeSurface?, time: UInt32 = 0) {
    for swipe in swipes { begin(swipe, fingers, on: surface, time: time) }
  }

  func swipeUpdate(_ dx: Double, _ dy: Double, time: UInt32 = 0) {
    for swipe in swipes { swipe.sendUpdate(time: time, dx: Fixed(dx), dy: Fixed(dy)) }
  }

  func swipeEnd(cancelled: Int32 = 0, time: UInt32 = 0) {
    for swipe in swipes { swipe.sendEnd(serial: compositor.serial(), time: time, cancelled: cancelled) }
  }

  // MARK: Hold

  func holdBegin(_ fingers: UInt32, on surface: FakeSurface?, time: UInt32 = 0) {
    for hold in holds { begin(hold, fingers, on: surface, time: time) }
  }

  func holdEnd(cancelled: Int32 = 0, time: UInt32 = 0) {
    for hold in holds { hold.sendEnd(serial: compositor.serial(), time: time, cancelled: cancelled) }
  }

  /// All three begin alike, as event 0.
  private func begin(_ gesture: Resource, _ fingers: UInt32, on surface: FakeSurface?, time: UInt32) {
    var list: InlineArray<4, WireArgument> = [
      WireArgument(uint: compositor.serial()), WireArgument(uint: time), WireArgument(object: surface?.resource),
      WireArgument(uint: fingers),
    ]
    gesture.send(0, &list)
  }
}
