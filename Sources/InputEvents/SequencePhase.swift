/// Where an event stands in a run of events that belong together: a touchpad gesture, or scrolling (TR-1).
public enum SequencePhase: Hashable, Sendable {
  /// The first of its run.
  case began
  /// One more.
  case changed
  /// The last one, as the user meant it.
  case ended
  /// The last one, because the rest was taken away: what the run has done should be taken back.
  case cancelled

  /// Whether nothing of the run follows.
  public var isLast: Bool { self == .ended || self == .cancelled }
}
