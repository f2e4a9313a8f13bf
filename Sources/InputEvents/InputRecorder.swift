/// A filter that lets everything pass and hands its text to whoever keeps it.
public final class InputRecorder: InputFilter {
  private var writer: TraceWriter
  private let write: (String) -> Void

  /// Begins a trace: its first line is handed out at once, then whole lines, event by event.
  ///
  /// - Parameters:
  ///   - start: the time from which the trace counts, or nil for that of the first event.
  ///   - keyText: whether the user's text may be read in the trace (DSE-8).
  ///   - write: takes the text.
  public init(start: Timestamp? = nil, keyText: TraceWriter.KeyText = .masked, write: @escaping (String) -> Void) {
    writer = TraceWriter(start: start, keyText: keyText)
    self.write = write
    write(TraceWriter.header)
  }

  /// Writes the event and lets it pass.
  public func filter(_ event: InputEvent, into output: inout [InputEvent]) {
    let lines = writer.lines(for: event)
    if !lines.isEmpty { write(lines) }
    output.append(event)
  }

  /// Ends the trace at a time, so that a replay lasts as long as what was recorded.
  public func finish(at time: Timestamp) {
    let line = writer.wait(until: time)
    if !line.isEmpty { write(line) }
  }
}
