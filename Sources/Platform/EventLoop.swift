public import EaselInputEvents

/// The one loop that owns the main thread: it waits for descriptors, timers, signals and work from other threads.
///
/// A turn is: wait, read and deliver input, fire timers, run hooks in their order. With nothing to do the loop makes no
/// system call. Tests and the headless backend have a loop whose clock they move themselves.
public protocol EventLoop: AnyObject {
  /// The monotonic clock's time.
  var now: Timestamp { get }

  /// Runs turns until `stop()`; not to be called from inside a turn.
  func run()

  /// Makes `run()` return after the present turn.
  func stop()

  /// A timer that is not armed yet; it lives as long as the caller keeps it. Arming one again allocates nothing.
  func makeTimer(_ action: @escaping (Timestamp) -> Void) -> any LoopTimer

  /// Runs an action at the end of each turn, before the loop waits, as long as the returned token is kept.
  func addHook(_ stage: HookStage, _ action: @escaping () -> Void) -> LoopHook

  /// Runs work on the main thread in a later turn; may be called from any thread.
  nonisolated func post(_ work: @escaping @Sendable @MainActor () -> Void)

  /// Reads what waits in the backend's socket into memory and delivers nothing, so that a display does not drop a busy
  /// client; work on the main thread of more than 50 ms calls it (WEL-6, DLI-10), as painting does by itself.
  func drainInput()
}

/// When in a turn a hook runs.
public enum HookStage: Int, CaseIterable, Sendable {
  /// Input that waited for others is delivered.
  case deliver
  /// Marked views are painted and committed.
  case paint
  /// What was committed is sent.
  case flush
}

/// A moment at which a loop calls its owner back.
public protocol LoopTimer: AnyObject {
  /// When it fires, or nil while it is not armed.
  var deadline: Timestamp? { get }

  /// Fires once at that time, in place of any earlier deadline; a time that has passed fires in the next turn.
  func arm(at deadline: Timestamp)

  /// Does not fire.
  func disarm()
}

/// Keeps a hook in its loop: it runs no more once this is released.
@MainActor public final class LoopHook {
  private let remove: () -> Void

  /// A token that calls `remove` when it goes.
  public init(remove: @escaping () -> Void) {
    self.remove = remove
  }

  isolated deinit {
    remove()
  }
}
