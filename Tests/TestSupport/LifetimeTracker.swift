/// Remembers objects weakly and tells which of them are still alive.
public final class LifetimeTracker {
  private struct Entry {
    weak var object: AnyObject?
    var name: String
  }

  private var entries: [Entry] = []

  /// A tracker without objects.
  public init() {}

  /// Remembers an object under a name.
  public func track(_ object: AnyObject, _ name: String) {
    entries.append(Entry(object: object, name: name))
  }

  /// The names of the objects that are alive.
  public var survivors: [String] { entries.filter { $0.object != nil }.map(\.name) }
}
