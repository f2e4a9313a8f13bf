public import EaselInputEvents

/// Where a backend delivers input: the toolkit, or something that stands before it.
public protocol InputSink: AnyObject {
  /// Takes one event. A touch frame's array is on loan: whoever keeps it makes the sender allocate a new one.
  func receive(_ event: InputEvent)
}
