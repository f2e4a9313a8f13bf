/// Recorded or written input: events in order of time, counted from the trace's beginning.
public struct Trace: Hashable, Sendable {
  /// The events; their times begin at zero and never decrease.
  public var events: [InputEvent]
  /// How long the trace lasts; at least until its last event.
  public var duration: Timestamp

  /// A trace of events whose times are counted from its beginning.
  public init(events: [InputEvent], duration: Timestamp) {
    self.events = events
    self.duration = duration
  }
}

/// Why a trace cannot be read: the line and what should stand there.
public struct TraceError: Error, Hashable, CustomStringConvertible, Sendable {
  /// The line's number, the first being 1; 0 if the file as a whole is meant.
  public var line: Int
  /// What is wrong and what was expected.
  public var problem: String

  /// An error in a line.
  public init(line: Int, problem: String) {
    self.line = line
    self.problem = problem
  }

  /// The line's number and the problem.
  public var description: String {
    line > 0 ? "line \(line): \(problem)" : problem
  }
}

/// What a trace may hold, so that a hostile file ends in an error and not in a full memory (DSE-5).
public enum TraceLimit {
  /// Bytes in a file.
  public static let fileBytes = 64 << 20
  /// Bytes in a line.
  public static let lineBytes = 4096
  /// Events in a trace.
  public static let events = 1_000_000
  /// Contacts that are down at a time.
  public static let contacts = 256
  /// Samples in a frame.
  public static let samples = 4096
  /// Samples in a whole trace: an hour of ten fingers at 60 Hz.
  public static let allSamples = 2_000_000
  /// Nanoseconds that a trace may last: a week.
  public static let nanoseconds: Int64 = 7 * 24 * 3600 * 1_000_000_000
  /// The largest amount of any number that is measured.
  public static let number = 1e9
  /// Characters that a key may type.
  public static let text = 256

  static func allows(_ value: Double) -> Bool { abs(value) <= number }
}

/// The words of the format, the same for reading and writing.
enum TraceWord {
  static let header = "easel-trace 1"

  static let modifiers: [(word: String, value: KeyModifiers)] = [
    ("shift", .shift), ("control", .control), ("alternate", .alternate), ("command", .command), ("caps", .alphaShift),
  ]

  static let kinds: [(word: String, value: ContactKind)] = [
    ("direct", .direct), ("pencil", .pencil), ("pointer", .indirectPointer),
  ]

  static let contactPhases: [(word: String, value: ContactPhase)] = [
    ("down", .down), ("move", .moved), ("up", .up), ("cancel", .cancelled),
  ]

  static let hoverPhases: [(word: String, value: HoverEvent.Phase)] = [
    ("enter", .entered), ("move", .moved), ("leave", .left),
  ]

  static let scrollSources: [(word: String, value: ScrollEvent.Source)] = [
    ("wheel", .wheel), ("finger", .finger), ("continuous", .continuous),
  ]

  static let transformKinds: [(word: String, value: TransformEvent.Kind)] = [
    ("pinch", .pinch), ("swipe", .swipe), ("hold", .hold),
  ]

  static let sequencePhases: [(word: String, value: SequencePhase)] = [
    ("begin", .began), ("change", .changed), ("end", .ended), ("cancel", .cancelled),
  ]

  static let keyPhases: [(word: String, value: KeyEvent.Phase)] = [
    ("down", .down), ("repeat", .repeated), ("up", .up), ("cancel", .cancelled),
  ]

  /// A table's words as they stand in an error.
  static func list(_ words: [String]) -> String { words.joined(separator: ", ") }
}
