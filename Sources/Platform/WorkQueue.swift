internal import Glibc

/// Work for the main thread that any thread may leave.
///
/// The lock is the C library's: what the toolchain's own does under contention is hidden from the thread sanitizer, which then
/// reports races that are none.
@safe package nonisolated final class WorkQueue: @unchecked Sendable {
  /// One piece of work.
  package typealias Work = @Sendable @MainActor () -> Void

  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  /// Only touched while `lock` is held.
  @safe @exclusivity(unchecked) private var waiting: [Work] = []

  /// A queue without work.
  package init() {
    unsafe lock.initialize(to: pthread_mutex_t())
    unsafe pthread_mutex_init(lock, nil)
  }

  deinit {
    unsafe pthread_mutex_destroy(lock)
    unsafe lock.deallocate()
  }

  /// Leaves work; whether it is the first, so that the main thread must be woken.
  package func append(_ work: @escaping Work) -> Bool {
    withLock {
      waiting.append(work)
      return waiting.count == 1
    }
  }

  /// Whether nothing waits.
  package var isEmpty: Bool { withLock { waiting.isEmpty } }

  /// Runs what waits, in the order in which it came; what it leaves meanwhile waits for the next call.
  @MainActor package func run() {
    let work = withLock {
      let work = waiting
      if !work.isEmpty { waiting = [] }
      return work
    }
    for piece in work { piece() }
  }

  private func withLock<Result>(_ body: () -> Result) -> Result {
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    return body()
  }
}
