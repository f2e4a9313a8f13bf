internal import EaselInputEvents
internal import EaselPlatform

/// A moment on the dispatch clock at which its owner is called, once each time it is armed.
final class Deadline {
  fileprivate(set) var time: Timestamp?
  fileprivate let action: (Timestamp) -> Void

  init(_ action: @escaping (Timestamp) -> Void) {
    self.action = action
  }
}

/// All deadlines of an application, behind one timer of the loop (TD-1).
final class DeadlineQueue {
  /// In order of time, equal ones in the order in which they were armed.
  @safe @exclusivity(unchecked) private var armed: [Deadline] = []
  /// When the first one falls due; kept, since each event asks.
  @safe @exclusivity(unchecked) private(set) var next: Timestamp?
  private let timer: any LoopTimer

  /// - Parameter fire: called by the loop's timer; has to call `popDue` until there is none.
  init(loop: any EventLoop, fire: @escaping (Timestamp) -> Void) {
    timer = loop.makeTimer(fire)
  }

  /// Sets a deadline, in place of the time that it had.
  func arm(_ deadline: Deadline, at time: Timestamp) {
    remove(deadline)
    deadline.time = time
    let index = armed.firstIndex { $0.time.map { $0 > time } ?? false } ?? armed.count
    armed.insert(deadline, at: index)
    rearm()
  }

  /// Takes a deadline back.
  func disarm(_ deadline: Deadline) {
    guard deadline.time != nil else { return }
    remove(deadline)
    rearm()
  }

  /// The first deadline that is due, which counts as not armed from then on.
  func popDue(at now: Timestamp) -> (deadline: Deadline, time: Timestamp)? {
    guard let first = armed.first, let time = first.time, time <= now else { return nil }
    armed.removeFirst()
    first.time = nil
    rearm()
    return (first, time)
  }

  private func remove(_ deadline: Deadline) {
    guard deadline.time != nil, let index = armed.firstIndex(where: { $0 === deadline }) else { return }
    deadline.time = nil
    armed.remove(at: index)
  }

  private func rearm() {
    next = armed.first?.time
    guard timer.deadline != next else { return }
    if let next { timer.arm(at: next) } else { timer.disarm() }
  }
}

extension Deadline {
  /// Calls the owner.
  func run(at time: Timestamp) {
    action(time)
  }
}
