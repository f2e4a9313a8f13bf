internal import EaselGeometry

/// Reads the text format of traces, version 1; Documentation/TraceFormat.md describes it with examples.
///
/// A trace is UTF-8 text of lines; each ends with a line feed. The first is `easel-trace 1`. Words are separated by spaces,
/// `#` begins a comment, empty lines mean nothing. Numbers are in points, milliseconds and radians. Options follow in any
/// order.
///
/// - `surface N`: events that follow lie on the N-th window, which is 1 at first.
/// - `modifiers none`, or some of `shift control alternate command caps`: the keys that are held from here on.
/// - `down ID X Y`, `move ID X Y`, `up ID [X Y]`, `cancel ID [X Y]`, `cancel all`: samples of contacts. Options that stay with a
///   contact until said otherwise: `kind direct|pencil|pointer`, `surface N`, `buttons N`, `radius R|none`,
///   `orientation A|none`, `emulated yes|no`. Options of this sample alone: `pressure P`, `altitude A`, `azimuth A`, `roll A`,
///   `eraser yes|no`.
/// - `frame`: the samples since the last frame happen now, at once.
/// - `wait MS`: time passes.
/// - `hover enter|move|leave X Y [kind K]`
/// - `scroll wheel|finger|continuous X Y DX DY [steps SX SY] [stop yes] [cancel yes]`
/// - `pinch|swipe|hold begin X Y [fingers N]`, `… change [X Y]`, `… end [X Y]`, `… cancel [X Y]`: a gesture on a touchpad, with
///   `scale S` and `rotation A` since its beginning, which stay until said otherwise, and `by DX DY` since the last line.
/// - `key down|repeat|up|cancel CODE [symbol N] [shortcut N] [text "…"]`: the evdev code, XKB symbols and the text it types.
public struct TraceParser {
  private var trace = Trace(events: [], duration: .zero)
  private var samples: [TouchSample] = []
  private var sampleCount = 0
  private var contacts: [ContactID: TouchSample] = [:]
  private var gesture: TransformEvent?
  private var surface = SurfaceID(1)
  private var modifiers: KeyModifiers = []

  private let eventLimit: Int
  private let sampleLimit: Int

  private init(eventLimit: Int, sampleLimit: Int) {
    self.eventLimit = eventLimit
    self.sampleLimit = sampleLimit
  }

  /// Reads a whole trace, or says which line is wrong and what was expected there.
  ///
  /// Linear in the number of bytes.
  public static func parse(_ bytes: [UInt8]) throws(TraceError) -> Trace {
    try parse(bytes, eventLimit: TraceLimit.events)
  }

  static func parse(
    _ bytes: [UInt8], eventLimit: Int, sampleLimit: Int = TraceLimit.allSamples
  ) throws(TraceError) -> Trace {
    guard bytes.count <= TraceLimit.fileBytes else {
      throw TraceError(line: 0, problem: "the trace is larger than \(TraceLimit.fileBytes) bytes")
    }
    var parser = TraceParser(eventLimit: eventLimit, sampleLimit: sampleLimit)
    var number = 0
    var rest = bytes[...]
    repeat {
      number += 1
      let end = rest.firstIndex(of: UInt8(ascii: "\n"))
      var bytes = rest[..<(end ?? rest.endIndex)]
      // Some editors end lines in two letters.
      if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
      var line = try TraceLine(bytes, number: number)
      if number == 1 {
        try readHeader(&line)
      } else if !line.isAtEnd {
        try parser.read(&line)
      }
      guard let end else {
        throw TraceError(line: number, problem: "expected a line feed at the end of the line: the trace was cut off here")
      }
      rest = rest[(end + 1)...]
    } while !rest.isEmpty
    guard parser.samples.isEmpty else {
      throw TraceError(line: number, problem: "expected `frame` after the last samples, found the end of the trace")
    }
    return parser.trace
  }

  private static func readHeader(_ line: inout TraceLine) throws(TraceError) {
    let problem = "expected `\(TraceWord.header)`: this is no trace, or one of another version"
    guard !line.isAtEnd, try line.word("") == "easel-trace", !line.isAtEnd, try line.word("") == "1", line.isAtEnd else {
      throw line.error(problem)
    }
  }

  private mutating func read(_ line: inout TraceLine) throws(TraceError) {
    let word = try line.word("a word that begins a line")
    if let entry = TraceWord.contactPhases.first(where: { $0.word == word }) {
      return try readContact(&line, phase: entry.value)
    }
    if let entry = TraceWord.transformKinds.first(where: { $0.word == word }) {
      return try readTransform(&line, kind: entry.value)
    }
    switch word {
    case "frame": try readFrame(&line)
    case "surface": surface = try TraceParser.readSurface(&line)
    case "modifiers": try readModifiers(&line)
    case "wait": try readWait(&line)
    case "hover": try readHover(&line)
    case "scroll": try readScroll(&line)
    case "key": try readKey(&line)
    default:
      let known = "down, move, up, cancel, frame, wait, hover, scroll, pinch, swipe, hold, key, surface, modifiers"
      throw line.error("expected one of \(known), found “\(word.prefix(40))”")
    }
    try line.end()
  }

  private mutating func append(_ event: InputEvent, _ line: TraceLine) throws(TraceError) {
    guard trace.events.count < eventLimit else {
      throw line.error("the trace has more than \(eventLimit) events")
    }
    trace.events.append(event)
  }

  private func requireNoSamples(_ line: TraceLine, before word: String) throws(TraceError) {
    guard samples.isEmpty else { throw line.error("expected `frame` after the samples, before `\(word)`") }
  }

  // MARK: Contacts

  private mutating func readContact(_ line: inout TraceLine, phase: ContactPhase) throws(TraceError) {
    sampleCount += 1
    guard sampleCount <= sampleLimit else {
      throw line.error("expected the end: there are \(sampleLimit) samples already")
    }
    guard samples.count < TraceLimit.samples else {
      throw line.error("expected `frame`: there are \(TraceLimit.samples) samples already")
    }
    var probe = line
    if phase == .cancelled, (try? probe.word("")) == "all" {
      try probe.end()
      return try cancelAll(line)
    }
    let contact = ContactID(try line.integer("a contact's number"))
    var sample: TouchSample
    if let latest = contacts[contact] {
      guard phase != .down else {
        throw line.error("expected another number: contact \(contact.value) is down already")
      }
      sample = latest
    } else {
      guard phase == .down else { throw line.error("expected `down \(contact.value)` before: no such contact is down") }
      guard contacts.count < TraceLimit.contacts else {
        throw line.error("expected `up`: \(TraceLimit.contacts) contacts are down already")
      }
      sample = TouchSample(contact: contact, surface: surface, phase: .down, position: .zero)
    }
    sample.phase = phase
    sample.pen = nil
    try readSample(&line, &sample)
    samples.append(sample)
    contacts[contact] = phase == .up || phase == .cancelled ? nil : sample
  }

  /// Windows are counted from 1 on.
  private static func readSurface(_ line: inout TraceLine) throws(TraceError) -> SurfaceID {
    let before = line
    let number: UInt32 = try line.integer("a window's number")
    guard number > 0 else { throw before.error("expected a window's number, of which 1 is the first, found “0”") }
    return SurfaceID(number)
  }

  private mutating func cancelAll(_ line: TraceLine) throws(TraceError) {
    guard !contacts.isEmpty else { throw line.error("expected a contact that is down") }
    for contact in contacts.keys.sorted() {
      guard var sample = contacts[contact] else { continue }
      sample.phase = .cancelled
      sample.pen = nil
      samples.append(sample)
    }
    contacts = [:]
  }

  /// Position and options.
  private func readSample(_ line: inout TraceLine, _ sample: inout TouchSample) throws(TraceError) {
    let mayStay = sample.phase == .up || sample.phase == .cancelled
    var probe = line
    if !mayStay || (try? probe.number("")) != nil {
      sample.position.x = try line.number("x")
      sample.position.y = try line.number("y")
    }
    var pen = PenAxes()
    var hasPen = false
    while !line.isAtEnd {
      let word = try line.word("an option")
      if try readPen(word, &line, &pen) {
        hasPen = true
        continue
      }
      switch word {
      case "kind": sample.kind = try line.word(of: TraceWord.kinds)
      case "surface": sample.surface = try TraceParser.readSurface(&line)
      case "buttons": sample.buttons = try line.integer("the buttons' mask")
      case "radius": sample.majorRadius = try line.optionalNumber("a radius, or none")
      case "orientation": sample.orientation = try line.optionalNumber("an angle, or none")
      case "emulated": sample.isEmulated = try line.flag()
      default:
        let known = "kind, surface, buttons, radius, orientation, emulated, pressure, altitude, azimuth, roll, eraser"
        throw line.error("expected one of \(known), found “\(word.prefix(40))”")
      }
    }
    if hasPen { sample.pen = pen }
  }

  /// Whether the word was one of a pen's.
  private func readPen(_ word: String, _ line: inout TraceLine, _ pen: inout PenAxes) throws(TraceError) -> Bool {
    switch word {
    case "pressure": pen.pressure = try line.number("a pressure")
    case "altitude": pen.altitude = try line.number("an angle")
    case "azimuth": pen.azimuth = try line.number("an angle")
    case "roll": pen.roll = try line.number("an angle")
    case "eraser": pen.isEraser = try line.flag()
    default: return false
    }
    return true
  }

  private mutating func readFrame(_ line: inout TraceLine) throws(TraceError) {
    guard !samples.isEmpty else { throw line.error("expected down, move, up or cancel before `frame`") }
    try append(.touches(TouchFrame(time: trace.duration, samples: samples, modifiers: modifiers)), line)
    samples = []
  }

  // MARK: All else

  private mutating func readWait(_ line: inout TraceLine) throws(TraceError) {
    try requireNoSamples(line, before: "wait")
    let sum = trace.duration.nanoseconds + (try line.milliseconds())
    guard sum <= TraceLimit.nanoseconds else { throw line.error("the trace lasts longer than a week") }
    trace.duration = Timestamp(nanoseconds: sum)
  }

  private mutating func readModifiers(_ line: inout TraceLine) throws(TraceError) {
    var table = TraceWord.modifiers
    table.append(("none", []))
    modifiers = []
    repeat { modifiers.formUnion(try line.word(of: table)) } while !line.isAtEnd
  }

  private mutating func readHover(_ line: inout TraceLine) throws(TraceError) {
    try requireNoSamples(line, before: "hover")
    let phase = try line.word(of: TraceWord.hoverPhases)
    var event = HoverEvent(time: trace.duration, surface: surface, phase: phase, position: .zero, modifiers: modifiers)
    event.position.x = try line.number("x")
    event.position.y = try line.number("y")
    if !line.isAtEnd {
      _ = try line.word(of: [("kind", ())])
      event.kind = try line.word(of: TraceWord.kinds)
    }
    try append(.hover(event), line)
  }

  private mutating func readScroll(_ line: inout TraceLine) throws(TraceError) {
    try requireNoSamples(line, before: "scroll")
    let source = try line.word(of: TraceWord.scrollSources)
    var event = ScrollEvent(time: trace.duration, surface: surface, position: .zero, source: source, delta: .zero)
    event.position.x = try line.number("x")
    event.position.y = try line.number("y")
    event.delta.x = try line.number("the movement along x")
    event.delta.y = try line.number("the movement along y")
    while !line.isAtEnd {
      switch try line.word("an option") {
      case "steps": event.steps = .init(x: try line.signed("steps along x"), y: try line.signed("steps along y"))
      case "stop": if try line.flag() { event.phase = .stopped }
      case "cancel": if try line.flag() { event.phase = .cancelled }
      case let word: throw line.error("expected one of steps, stop, cancel, found “\(word.prefix(40))”")
      }
    }
    try append(.scroll(event), line)
  }

  private mutating func readTransform(_ line: inout TraceLine, kind: TransformEvent.Kind) throws(TraceError) {
    let name = TraceWord.transformKinds.first { $0.value == kind }?.word ?? ""
    try requireNoSamples(line, before: name)
    let phase = try line.word(of: TraceWord.sequencePhases)
    var event = TransformEvent(time: trace.duration, surface: surface, kind: kind, phase: phase, position: .zero)
    if phase == .began {
      guard gesture == nil else { throw line.error("expected the end of the gesture that is in progress") }
    } else {
      guard let gesture, gesture.kind == kind else { throw line.error("expected `\(name) begin` before") }
      event = gesture
      event.time = trace.duration
      event.phase = phase
      event.delta = .zero
    }
    event.modifiers = modifiers
    try readOptions(&line, &event)
    guard event.isPlausible else { throw line.error("expected numbers that a touchpad can mean") }
    gesture = phase.isLast ? nil : event
    try append(.transform(event), line)
  }

  private func readOptions(_ line: inout TraceLine, _ event: inout TransformEvent) throws(TraceError) {
    var probe = line
    if event.phase == .began || (try? probe.number("")) != nil {
      event.position.x = try line.number("x")
      event.position.y = try line.number("y")
    }
    while !line.isAtEnd {
      switch try line.word("an option") {
      case "by":
        event.delta.x = try line.number("the movement along x")
        event.delta.y = try line.number("the movement along y")
      case "scale": event.scale = try line.number("a scale")
      case "rotation": event.rotation = try line.number("an angle")
      case "fingers" where event.phase == .began:
        let fingers: UInt32 = try line.integer("the number of fingers")
        event.fingerCount = Int(fingers)
      case let word:
        let known = event.phase == .began ? "by, scale, rotation, fingers" : "by, scale, rotation"
        throw line.error("expected one of \(known), found “\(word.prefix(40))”")
      }
    }
  }

  private mutating func readKey(_ line: inout TraceLine) throws(TraceError) {
    try requireNoSamples(line, before: "key")
    let phase = try line.word(of: TraceWord.keyPhases)
    let code: UInt32 = try line.integer("a key's code")
    var event = KeyEvent(time: trace.duration, surface: surface, phase: phase, code: code, modifiers: modifiers)
    while !line.isAtEnd {
      switch try line.word("an option") {
      case "symbol": event.symbol = try line.integer("a symbol's number")
      case "shortcut": event.shortcutSymbol = try line.integer("a symbol's number")
      case "text": event.text = try line.text("a text in quotes of at most \(TraceLimit.text) characters")
      case let word: throw line.error("expected one of symbol, shortcut, text, found “\(word.prefix(40))”")
      }
    }
    try append(.key(event), line)
  }
}
