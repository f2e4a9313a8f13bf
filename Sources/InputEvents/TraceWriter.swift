internal import EaselGeometry

/// Writes events in the text format of traces, so that `TraceParser` reads back exactly what went in.
///
/// What the format refuses is left out: numbers that are not finite, and samples of contacts that were not seen going down.
public struct TraceWriter {
  /// What happens to what the user types (DSE-8).
  public enum KeyText: Hashable, Sendable {
    /// Keys that type are written as keys without a name that type “•”.
    case masked
    /// Everything is written.
    case written
  }

  private var time: Timestamp?
  private var surface = SurfaceID(1)
  private var modifiers: KeyModifiers = []
  private var contacts: [ContactID: TouchSample] = [:]
  private var gesture: TransformEvent?
  private var mask: KeyMask?

  /// A writer at the beginning of a trace.
  ///
  /// - Parameters:
  ///   - start: the time from which the trace counts, or nil for that of the first event.
  ///   - keyText: whether the user's text may be read in the trace.
  public init(start: Timestamp? = nil, keyText: KeyText = .masked) {
    time = start
    mask = keyText == .masked ? KeyMask() : nil
  }

  /// The line with which a trace begins.
  public static var header: String { TraceWord.header + "\n" }

  /// A whole trace as text.
  public static func text(of trace: Trace, keyText: KeyText = .written) -> String {
    var writer = TraceWriter(start: .zero, keyText: keyText)
    return trace.events.reduce(into: header) { $0 += writer.lines(for: $1) } + writer.wait(until: trace.duration)
  }

  /// The lines that tell of an event, or nothing if there is nothing that may be told.
  public mutating func lines(for event: InputEvent) -> String {
    var lines = ""
    switch event {
    case .touches(let frame): lines = touchLines(frame)
    case .hover(let hover): lines = hoverLine(hover)
    case .scroll(let scroll): lines = scrollLine(scroll)
    case .transform(let transform): lines = transformLine(transform)
    case .key(let key): lines = keyLine(key)
    }
    return lines.isEmpty ? "" : wait(until: event.time) + lines
  }

  /// The line that lets time pass until then; nothing if it has passed already.
  public mutating func wait(until later: Timestamp) -> String {
    guard let time else {
      self.time = later
      return ""
    }
    guard later > time else { return "" }
    self.time = later
    let nanoseconds = later.nanoseconds.subtractingReportingOverflow(time.nanoseconds)
    // Longer than the format allows: a clock that has leapt.
    let rest = nanoseconds.overflow ? TraceLimit.nanoseconds : min(nanoseconds.partialValue, TraceLimit.nanoseconds)
    let digits = String(1_000_000 + rest % 1_000_000).dropFirst()
    let decimals = String(String(digits.reversed()).drop { $0 == "0" }.reversed())
    return "wait \(rest / 1_000_000)\(decimals.isEmpty ? "" : "." + decimals)\n"
  }

  // MARK: States

  private mutating func surfaceLine(_ surface: SurfaceID) -> String {
    guard surface != self.surface else { return "" }
    self.surface = surface
    return "surface \(surface.value)\n"
  }

  private mutating func modifiersLine(_ modifiers: KeyModifiers) -> String {
    guard modifiers != self.modifiers else { return "" }
    self.modifiers = modifiers
    let words = TraceWord.modifiers.filter { modifiers.contains($0.value) }.map(\.word)
    return "modifiers \(words.isEmpty ? "none" : words.joined(separator: " "))\n"
  }

  // MARK: Events

  private mutating func touchLines(_ frame: TouchFrame) -> String {
    var lines = ""
    var count = 0
    for sample in frame.samples where TraceWriter.canTell(sample) && count < TraceLimit.samples {
      var latest = contacts[sample.contact]
      if sample.phase == .down {
        guard latest == nil, contacts.count < TraceLimit.contacts else { continue }
        lines += surfaceLine(sample.surface)
        latest = TouchSample(contact: sample.contact, surface: sample.surface, phase: .down, position: .zero)
      }
      guard let latest else { continue }
      contacts[sample.contact] = sample.phase == .up || sample.phase == .cancelled ? nil : sample
      lines += TraceWriter.line(sample, after: latest)
      count += 1
    }
    return lines.isEmpty ? "" : lines + modifiersLine(frame.modifiers) + "frame\n"
  }

  private static func canTell(_ sample: TouchSample) -> Bool {
    let pen = sample.pen
    let others = [sample.majorRadius, sample.orientation, pen?.pressure, pen?.altitude, pen?.azimuth, pen?.roll]
    return TraceLimit.allows(sample.position.x) && TraceLimit.allows(sample.position.y)
      && others.allSatisfy { $0.map(TraceLimit.allows) ?? true }
  }

  private static func line(_ sample: TouchSample, after latest: TouchSample) -> String {
    let word = TraceWord.contactPhases.first { $0.value == sample.phase }?.word ?? ""
    var line = "\(word) \(sample.contact.value) \(text(sample.position.x)) \(text(sample.position.y))"
    if sample.kind != latest.kind { line += " kind \(TraceWriter.word(sample.kind))" }
    if sample.surface != latest.surface { line += " surface \(sample.surface.value)" }
    if sample.buttons != latest.buttons { line += " buttons \(sample.buttons)" }
    if sample.majorRadius != latest.majorRadius { line += " radius \(text(sample.majorRadius))" }
    if sample.orientation != latest.orientation { line += " orientation \(text(sample.orientation))" }
    if sample.isEmulated != latest.isEmulated { line += " emulated \(sample.isEmulated ? "yes" : "no")" }
    guard let pen = sample.pen else { return line + "\n" }
    if let pressure = pen.pressure { line += " pressure \(text(pressure))" }
    if let altitude = pen.altitude { line += " altitude \(text(altitude))" }
    if let azimuth = pen.azimuth { line += " azimuth \(text(azimuth))" }
    if let roll = pen.roll { line += " roll \(text(roll))" }
    let knowsNothing = pen.pressure == nil && pen.altitude == nil && pen.azimuth == nil && pen.roll == nil
    if pen.isEraser || knowsNothing { line += " eraser \(pen.isEraser ? "yes" : "no")" }
    return line + "\n"
  }

  private mutating func hoverLine(_ event: HoverEvent) -> String {
    guard TraceLimit.allows(event.position.x), TraceLimit.allows(event.position.y) else { return "" }
    let word = TraceWord.hoverPhases.first { $0.value == event.phase }?.word ?? ""
    let kind = event.kind == .indirectPointer ? "" : " kind \(TraceWriter.word(event.kind))"
    return surfaceLine(event.surface) + modifiersLine(event.modifiers)
      + "hover \(word) \(TraceWriter.text(event.position.x)) \(TraceWriter.text(event.position.y))\(kind)\n"
  }

  private mutating func scrollLine(_ event: ScrollEvent) -> String {
    let numbers = [event.position.x, event.position.y, event.delta.x, event.delta.y]
    guard numbers.allSatisfy(TraceLimit.allows) else { return "" }
    let word = TraceWord.scrollSources.first { $0.value == event.source }?.word ?? ""
    var line = surfaceLine(event.surface) + "scroll \(word) " + numbers.map(TraceWriter.text).joined(separator: " ")
    if let steps = event.steps { line += " steps \(Int32(clamping: steps.x)) \(Int32(clamping: steps.y))" }
    switch event.phase {
    case .moved: return line + "\n"
    case .stopped: return line + " stop yes\n"
    case .cancelled: return line + " cancel yes\n"
    }
  }

  private mutating func transformLine(_ event: TransformEvent) -> String {
    guard event.isPlausible, let former = former(of: event) else { return "" }
    gesture = event.phase.isLast ? nil : event
    let kind = TraceWord.transformKinds.first { $0.value == event.kind }?.word ?? ""
    let phase = TraceWord.sequencePhases.first { $0.value == event.phase }?.word ?? ""
    var line = event.phase == .began ? surfaceLine(event.surface) : ""
    line += modifiersLine(event.modifiers)
    line += "\(kind) \(phase) \(TraceWriter.text(event.position.x)) \(TraceWriter.text(event.position.y))"
    if event.fingerCount != former.fingerCount { line += " fingers \(event.fingerCount)" }
    if event.delta != .zero { line += " by \(TraceWriter.text(event.delta.x)) \(TraceWriter.text(event.delta.y))" }
    if event.scale != former.scale { line += " scale \(TraceWriter.text(event.scale))" }
    if event.rotation != former.rotation { line += " rotation \(TraceWriter.text(event.rotation))" }
    return line + "\n"
  }

  /// What a gesture was before an event, or nil if that cannot follow it.
  private func former(of event: TransformEvent) -> TransformEvent? {
    if event.phase == .began {
      guard gesture == nil else { return nil }
      return TransformEvent(time: event.time, surface: event.surface, kind: event.kind, phase: .began, position: .zero)
    }
    guard let gesture, gesture.kind == event.kind, gesture.surface == event.surface,
      gesture.fingerCount == event.fingerCount
    else { return nil }
    return gesture
  }

  private mutating func keyLine(_ event: KeyEvent) -> String {
    var event = event
    if mask != nil {
      guard let masked = mask?.masked(event) else { return "" }
      event = masked
    }
    let word = TraceWord.keyPhases.first { $0.value == event.phase }?.word ?? ""
    var line = surfaceLine(event.surface) + modifiersLine(event.modifiers) + "key \(word) \(event.code)"
    if event.symbol != 0 { line += " symbol 0x\(String(event.symbol, radix: 16))" }
    if event.shortcutSymbol != 0 { line += " shortcut 0x\(String(event.shortcutSymbol, radix: 16))" }
    if !event.text.isEmpty { line += " text \"\(TraceWriter.escaped(event.text))\"" }
    return line + "\n"
  }

  // MARK: Words

  private static func word(_ kind: ContactKind) -> String { TraceWord.kinds.first { $0.value == kind }?.word ?? "" }

  /// The shortest decimals that give the same number again.
  private static func text(_ value: Double) -> String {
    let text = "\(value)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  private static func text(_ value: Double?) -> String { value.map { text($0) } ?? "none" }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.prefix(TraceLimit.text).unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case _ where scalar.value < 32 || scalar.value == 127: result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
