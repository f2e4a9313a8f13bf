/// Where messages go that no user asked for; passed in, so that a test can read them.
public final class Log {
  /// How much a message matters.
  public enum Level: Int, Comparable, Sendable {
    /// For those who look for a fault.
    case debug
    /// Worth knowing once.
    case info
    /// Something was dropped or worked around.
    case warning
    /// Something that the user wanted did not happen.
    case error

    /// Whether `a` matters less than `b`.
    public static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue }
  }

  private let minimum: Level
  private let write: (Level, String) -> Void
  private var onceKeys: Set<String> = []

  /// A log that hands what is at least `minimum` to `write`.
  public init(minimum: Level = .info, write: @escaping (Level, String) -> Void) {
    self.minimum = minimum
    self.write = write
  }

  /// Writes a message; its text is only made if it is wanted.
  public func callAsFunction(_ level: Level, _ message: @autoclosure () -> String) {
    guard level >= minimum else { return }
    write(level, message())
  }

  /// Writes a message the first time that its key is seen.
  public func once(_ key: String, _ level: Level, _ message: @autoclosure () -> String) {
    guard level >= minimum, onceKeys.insert(key).inserted else { return }
    write(level, message())
  }
}
