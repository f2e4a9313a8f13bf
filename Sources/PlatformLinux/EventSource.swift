/// Something with a descriptor that an `EpollLoop` watches.
public protocol EventSource: AnyObject {
  /// The descriptor, the same as long as the source is watched.
  var fileDescriptor: Int32 { get }

  /// Called when the descriptor is ready; it may change any interest and remove any source, itself included.
  ///
  /// What is not read is told again in the next turn. After `hangUp` a source that has read all must remove itself: the
  /// kernel tells a hang-up for ever.
  func process(_ readiness: IOReadiness)

  /// Reads what waits into memory and delivers nothing (WEL-6); only asked of sources of input, who may do without.
  func drain()
}

extension EventSource {
  /// Nothing: the kernel keeps what waits.
  public func drain() {}
}

/// A source that must get ready before each wait and hear of each wait's end, as libwayland's reading scheme asks (WEL-1).
///
/// After each call of `prepare` comes one call of `process`, with an empty readiness if the descriptor was not ready; only a
/// source that is removed in between hears nothing, and takes its preparation back itself.
public protocol PreparedEventSource: EventSource {
  /// Gets ready for a wait; true if there is work already, so that the loop looks for others but does not wait.
  func prepare() -> Bool
}

/// What can be done with a descriptor without waiting.
public nonisolated struct IOReadiness: OptionSet, Hashable, Sendable {
  /// One bit a kind.
  public var rawValue: UInt32

  /// A set from its bits.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Something can be read, or the end.
  public static let readable = IOReadiness(rawValue: 1)
  /// Something can be written.
  public static let writable = IOReadiness(rawValue: 2)
  /// The other side is gone, or an error waits; told without being asked for.
  public static let hangUp = IOReadiness(rawValue: 4)
}

/// Who is heard first when several descriptors are ready at once.
public enum SourcePriority: Int, CaseIterable, Sendable {
  /// Devices and displays; timers that fall due meanwhile wait for them (TD-1).
  case input
  /// All else.
  case ordinary
}

/// Keeps a source watched; released, it takes the source out.
///
/// The loop itself keeps a source only weakly, so that a source can own this.
@MainActor public final class SourceRegistration {
  let entry: SourceEntry
  private let sources: SourceList

  init(entry: SourceEntry, sources: SourceList) {
    self.entry = entry
    self.sources = sources
  }

  /// What the source waits for; hang-ups are told anyway.
  ///
  /// Setting what is already set makes no system call.
  public var interest: IOReadiness {
    get { entry.interest }
    set { sources.setInterest(newValue, of: entry) }
  }

  /// Takes the source out; it hears no more, not even of what this turn has found.
  public func remove() {
    sources.remove(entry)
  }

  isolated deinit {
    sources.remove(entry)
  }
}
