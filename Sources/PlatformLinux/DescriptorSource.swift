public import EaselPlatform

/// What a descriptor is waited for, and what came of it.
public struct IOReadiness: OptionSet, Hashable, Sendable {
  /// One bit a condition.
  public var rawValue: UInt8

  /// A set from its bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// There is something to read.
  public static let readable = IOReadiness(rawValue: 1)
  /// There is room to write.
  public static let writable = IOReadiness(rawValue: 2)
  /// The other side is gone, or the descriptor has an error; told without being asked for.
  public static let hungUp = IOReadiness(rawValue: 4)
}

/// What a source says before the loop waits.
public enum WaitPreparation: Hashable, Sendable {
  /// The loop may wait for these conditions, and tells with `finishWait` what came.
  case wait(for: IOReadiness)
  /// Events were queued already and have been delivered: the loop does not wait in this turn, runs timers and hooks, and
  /// asks again. Sources that were prepared before this one in the same turn are told that nothing came.
  case deliveredInstead
}

/// Something with a descriptor that takes part in each turn of a loop.
///
/// The two steps around the wait are what `wl_display_prepare_read` asks for (WEL-1); simpler sources answer
/// `.wait(for: .readable)` at once. For each `.wait` answer there is exactly one `finishWait`.
public protocol DescriptorSource: AnyObject {
  /// The descriptor, owned by the source and the same as long as it is in the loop.
  var descriptor: Int32 { get }

  /// Called before each wait; delivers what was queued, sends what must be sent.
  func prepareToWait() -> WaitPreparation

  /// Called after each wait with what came, which may be nothing: then a prepared read is cancelled.
  func finishWait(_ ready: IOReadiness)

  /// Reads what waits into memory and delivers nothing (WEL-6); may be called from inside any delivery, never during the wait.
  func drain()
}

/// An event loop that waits for descriptors too; a protocol, so that a test can turn one by hand.
public protocol DescriptorLoop: EventLoop {
  /// Takes a source into each turn, as long as the returned token is kept.
  func addSource(_ source: any DescriptorSource) -> LoopHook
}
