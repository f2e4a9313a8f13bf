internal import Synchronization

/// Work for the main thread that any thread may leave.
package nonisolated final class WorkQueue: Sendable {
  /// One piece of work.
  package typealias Work = @Sendable @MainActor () -> Void

  private let waiting = Mutex<[Work]>([])

  /// A queue without work.
  package init() {}

  /// Leaves work; whether it is the first, so that the main thread must be woken.
  package func append(_ work: @escaping Work) -> Bool {
    waiting.withLock { waiting in
      waiting.append(work)
      return waiting.count == 1
    }
  }

  /// Whether nothing waits.
  package var isEmpty: Bool { waiting.withLock { $0.isEmpty } }

  /// Runs what waits, in the order in which it came; what it leaves meanwhile waits for the next call.
  @MainActor package func run() {
    let work = waiting.withLock { waiting in
      let work = waiting
      if !work.isEmpty { waiting = [] }
      return work
    }
    for piece in work { piece() }
  }
}
