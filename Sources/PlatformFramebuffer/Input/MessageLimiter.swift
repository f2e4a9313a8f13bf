import EaselInputEvents

/// Lets a message pass ten times a minute (DSE-13).
nonisolated struct MessageLimiter {
  enum Pass {
    case one
    /// The next ones will not pass.
    case last
  }

  static let mostPerMinute = 10
  /// More kinds of messages than these are not told apart.
  static let mostKinds = 64

  private struct Count {
    var since: Timestamp
    var count: Int
  }

  private var counts: [String: Count] = [:]

  /// Whether a message of this kind may be told now; nil if it has been told too often of late.
  mutating func pass(_ kind: String, at now: Timestamp) -> Pass? {
    let kind = counts[kind] == nil && counts.count >= Self.mostKinds ? "" : kind
    var entry = counts[kind] ?? Count(since: now, count: 0)
    if now.seconds(since: entry.since) >= 60 { entry = Count(since: now, count: 0) }
    entry.count += 1
    counts[kind] = entry
    if entry.count > Self.mostPerMinute { return nil }
    return entry.count == Self.mostPerMinute ? .last : .one
  }
}
