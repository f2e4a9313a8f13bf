package import EaselInputEvents

/// The armed timers of one loop, earliest first, equal times in the order in which they were armed (TD-1).
///
/// Arming and disarming are linear in the number of armed timers, of which there are few.
package final class TimerQueue {
  @safe @exclusivity(unchecked) private var armed: [TimerSlot] = []
  private var lastOrder: UInt64 = 0

  /// A queue without timers.
  package init() {}

  /// When the next timer is due, or nil if none is armed.
  package var earliest: Timestamp? { armed.first?.deadline }

  /// A timer of this queue that is not armed yet.
  package func makeTimer(_ action: @escaping (Timestamp) -> Void) -> any LoopTimer {
    QueuedTimer(slot: TimerSlot(action: action), queue: self)
  }

  /// The number of the latest arming; `fireNext` leaves later ones alone.
  package var order: UInt64 { lastOrder }

  /// Fires the first timer that is due at `time` and was armed no later than `order`; false if there is none.
  ///
  /// The action may arm, disarm and release any timer, its own included.
  package func fireNext(at time: Timestamp, armedUpTo order: UInt64) -> Bool {
    // A loop of its own: it is walked on each turn, and a closure would look up which actor it is on.
    var index = 0
    while index < armed.count, armed[index].deadline <= time, armed[index].order > order { index += 1 }
    guard index < armed.count, armed[index].deadline <= time else { return false }
    let slot = armed[index]
    armed.remove(at: index)
    slot.isArmed = false
    slot.action(time)
    return true
  }

  fileprivate func arm(_ slot: TimerSlot, at deadline: Timestamp) {
    disarm(slot)
    lastOrder += 1
    slot.deadline = deadline
    slot.order = lastOrder
    slot.isArmed = true
    armed.insert(slot, at: armed.firstIndex { $0.deadline > deadline } ?? armed.count)
  }

  fileprivate func disarm(_ slot: TimerSlot) {
    guard slot.isArmed else { return }
    slot.isArmed = false
    armed.removeAll { $0 === slot }
  }
}

/// What the queue keeps of a timer while it is armed.
private final class TimerSlot {
  let action: (Timestamp) -> Void
  var deadline = Timestamp.zero
  var order: UInt64 = 0
  var isArmed = false

  init(action: @escaping (Timestamp) -> Void) {
    self.action = action
  }
}

@MainActor private final class QueuedTimer: LoopTimer {
  private let slot: TimerSlot
  private let queue: TimerQueue

  init(slot: TimerSlot, queue: TimerQueue) {
    self.slot = slot
    self.queue = queue
  }

  var deadline: Timestamp? { slot.isArmed ? slot.deadline : nil }

  func arm(at deadline: Timestamp) { queue.arm(slot, at: deadline) }

  func disarm() { queue.disarm(slot) }

  isolated deinit {
    queue.disarm(slot)
  }
}
