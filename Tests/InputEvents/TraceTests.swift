import EaselGeometry
import Testing

@testable import EaselInputEvents

@Suite struct `A trace` {
  func parse(_ text: String) throws(TraceError) -> Trace { try TraceParser.parse(Array(text.utf8)) }

  static let handwritten = """
    easel-trace 1
    # Two fingers, the second lifted by its number alone.

    down 1 100 200.5
      down 2 1e2 -30   # on the same frame
    frame
    wait 16.5
    move 1 110 200
    up 2
    frame
    modifiers control shift
    cancel all
    frame
    surface 2
    hover enter 5 6
    wait 0.000001
    scroll wheel 5 6 0 -48 steps 0 -120
    modifiers none
    scroll finger 5 6 1 0 stop yes
    scroll finger 5 6 0 0 cancel yes
    pinch begin 5 6
    pinch change rotation -0.5 scale 1.5
    pinch change 6 7 by 1 2
    pinch cancel
    swipe begin 5 6 fingers 4
    swipe end 7 8 by 1 1
    hold begin 1 2
    hold end
    key down 44 symbol 0x7a shortcut 122 text "z\\"\\\\\\u{7f}"
    down 7 1 2 kind pencil pressure 0.5 altitude 1 azimuth -1 roll 2
    move 7 2 3 eraser yes
    frame
    wait 1000

    """

  @Test func `written by hand is read as it is meant`() throws {
    let trace = try parse(Self.handwritten)
    let first = SurfaceID(1)
    let second = SurfaceID(2)
    func sample(_ id: UInt64, _ phase: ContactPhase, _ x: Double, _ y: Double) -> TouchSample {
      TouchSample(contact: ContactID(id), surface: first, phase: phase, position: Point(x, y))
    }
    func time(_ nanoseconds: Int64) -> Timestamp { Timestamp(nanoseconds: nanoseconds) }
    var pen = TouchSample(contact: ContactID(7), surface: second, phase: .down, position: Point(1, 2), kind: .pencil)
    pen.pen = PenAxes(pressure: 0.5, altitude: 1, azimuth: -1, roll: 2)
    var eraser = pen
    eraser.phase = .moved
    eraser.position = Point(2, 3)
    eraser.pen = PenAxes(isEraser: true)
    let late = time(16_500_001)
    func gesture(
      _ kind: TransformEvent.Kind, _ phase: SequencePhase, _ x: Double, _ y: Double, _ fingers: Int, _ delta: Point = .zero,
      _ scale: Double = 1, _ rotation: Double = 0
    ) -> InputEvent {
      .transform(
        TransformEvent(
          time: late, surface: second, kind: kind, phase: phase, position: Point(x, y), fingerCount: fingers, delta: delta,
          scale: scale, rotation: rotation))
    }
    let expected: [InputEvent] = [
      .touches(TouchFrame(time: .zero, samples: [sample(1, .down, 100, 200.5), sample(2, .down, 100, -30)])),
      .touches(TouchFrame(time: time(16_500_000), samples: [sample(1, .moved, 110, 200), sample(2, .up, 100, -30)])),
      .touches(
        TouchFrame(time: time(16_500_000), samples: [sample(1, .cancelled, 110, 200)], modifiers: [.control, .shift])),
      .hover(
        HoverEvent(
          time: time(16_500_000), surface: second, phase: .entered, position: Point(5, 6), modifiers: [.control, .shift])),
      .scroll(
        ScrollEvent(
          time: late, surface: second, position: Point(5, 6), source: .wheel, delta: Point(0, -48),
          steps: PixelPoint(x: 0, y: -120))),
      .scroll(
        ScrollEvent(
          time: late, surface: second, position: Point(5, 6), source: .finger, delta: Point(1, 0), phase: .stopped)),
      .scroll(
        ScrollEvent(
          time: late, surface: second, position: Point(5, 6), source: .finger, delta: Point(0, 0), phase: .cancelled)),
      gesture(.pinch, .began, 5, 6, 2), gesture(.pinch, .changed, 5, 6, 2, .zero, 1.5, -0.5),
      gesture(.pinch, .changed, 6, 7, 2, Point(1, 2), 1.5, -0.5), gesture(.pinch, .cancelled, 6, 7, 2, .zero, 1.5, -0.5),
      gesture(.swipe, .began, 5, 6, 4), gesture(.swipe, .ended, 7, 8, 4, Point(1, 1)),
      gesture(.hold, .began, 1, 2, 1), gesture(.hold, .ended, 1, 2, 1),
      .key(
        KeyEvent(
          time: late, surface: second, phase: .down, code: 44, symbol: 122, shortcutSymbol: 122, text: "z\"\\\u{7f}")),
      .touches(TouchFrame(time: late, samples: [pen, eraser])),
    ]
    #expect(trace == Trace(events: expected, duration: time(1_016_500_001)))
    #expect(try parse(TraceWriter.text(of: trace)) == trace)
    let lines = TraceWriter.text(of: trace).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(try parse(lines.joined(separator: "\r\n")) == trace, "lines ended as some editors do")
  }

  /// Wrong files and what is said of them.
  static let wrongLines: [(text: String, message: String)] = [
    ("", "line 1: expected `easel-trace 1`: this is no trace, or one of another version"),
    ("easel-trace 2\n", "line 1: expected `easel-trace 1`: this is no trace, or one of another version"),
    ("\u{89}PNG\n", "line 1: expected `easel-trace 1`: this is no trace, or one of another version"),
    ("easel-trace 1", "line 1: expected a line feed at the end of the line: the trace was cut off here"),
    (
      "easel-trace 1\ndown 1 1 1\nfra",
      "line 3: expected one of down, move, up, cancel, frame, wait, hover, scroll, "
        + "pinch, swipe, hold, key, surface, modifiers, found “fra”"
    ),
    ("easel-trace 1\ndown 1 1 1\n", "line 2: expected `frame` after the last samples, found the end of the trace"),
    ("easel-trace 1\n\ndown 1 1\n", "line 3: expected y (a number between -1e9 and 1e9), found the end of the line"),
    ("easel-trace 1\ndown 1 nan 1\n", "line 2: expected x (a number between -1e9 and 1e9), found “nan”"),
    ("easel-trace 1\ndown 1 1e10 1\n", "line 2: expected x (a number between -1e9 and 1e9), found “1e10”"),
    ("easel-trace 1\ndown 1 0x1 1\n", "line 2: expected x (a number between -1e9 and 1e9), found “0x1”"),
    (
      "easel-trace 1\ndown -1 1 1\n",
      "line 2: expected a contact's number (a whole number up to 18446744073709551615), "
        + "found “-1”"
    ),
    ("easel-trace 1\ndown 1 1 1\ndown 1 2 2\n", "line 3: expected another number: contact 1 is down already"),
    ("easel-trace 1\nmove 1 1 1\n", "line 2: expected `down 1` before: no such contact is down"),
    ("easel-trace 1\nup 3\n", "line 2: expected `down 3` before: no such contact is down"),
    ("easel-trace 1\ncancel all\n", "line 2: expected a contact that is down"),
    ("easel-trace 1\nframe\n", "line 2: expected down, move, up or cancel before `frame`"),
    ("easel-trace 1\ndown 1 1 1\nwait 5\n", "line 3: expected `frame` after the samples, before `wait`"),
    ("easel-trace 1\nwait -5\n", "line 2: expected milliseconds, at most a week, with at most 6 decimals, found “-5”"),
    (
      "easel-trace 1\nwait 9999999999999999999\n",
      "line 2: expected milliseconds, at most a week, with at most 6 decimals, "
        + "found “9999999999999999999”"
    ),
    ("easel-trace 1\nwait 604800000\nwait 1\n", "line 3: the trace lasts longer than a week"),
    ("easel-trace 1\nframe now\n", "line 2: expected down, move, up or cancel before `frame`"),
    ("easel-trace 1\nwait 1 2\n", "line 2: expected the end of the line, found “2”"),
    ("easel-trace 1\ndown 1 1 1 kind thumb\n", "line 2: expected one of direct, pencil, pointer, found “thumb”"),
    (
      "easel-trace 1\ndown 1 1 1 colour red\n",
      "line 2: expected one of kind, surface, buttons, radius, orientation, "
        + "emulated, pressure, altitude, azimuth, roll, eraser, found “colour”"
    ),
    (
      "easel-trace 1\nsurface 0\n",
      "line 2: expected a window's number, of which 1 is the first, found “0”"
    ),
    (
      "easel-trace 1\ndown 1 2 3 surface 0\n",
      "line 2: expected a window's number, of which 1 is the first, found “0”"
    ),
    (
      "easel-trace 1\nsurface 4294967296\n",
      "line 2: expected a window's number (a whole number up to 4294967295), "
        + "found “4294967296”"
    ),
    (
      "easel-trace 1\nmodifiers\n",
      "line 2: expected one of shift, control, alternate, command, caps, none, "
        + "found the end of the line"
    ),
    ("easel-trace 1\nscroll wheel 1 1 1 1 steps 1 2.5\n", "line 2: expected steps along y (a whole number), found “2.5”"),
    ("easel-trace 1\nscroll wheel 1 1 1 1 halt yes\n", "line 2: expected one of steps, stop, cancel, found “halt”"),
    ("easel-trace 1\npinch change 1 1\n", "line 2: expected `pinch begin` before"),
    ("easel-trace 1\npinch begin 1 1\nswipe end\n", "line 3: expected `swipe begin` before"),
    ("easel-trace 1\npinch begin 1 1\nhold begin 1 1\n", "line 3: expected the end of the gesture that is in progress"),
    ("easel-trace 1\npinch begin\n", "line 2: expected x (a number between -1e9 and 1e9), found the end of the line"),
    ("easel-trace 1\npinch stop 1 1\n", "line 2: expected one of begin, change, end, cancel, found “stop”"),
    ("easel-trace 1\npinch begin 1 1\npinch end fingers 2\n", "line 3: expected one of by, scale, rotation, found “fingers”"),
    ("easel-trace 1\npinch begin 1 1 fingers 0\n", "line 2: expected numbers that a touchpad can mean"),
    ("easel-trace 1\npinch begin 1 1 scale 0\n", "line 2: expected numbers that a touchpad can mean"),
    ("easel-trace 1\ndown 1 1 1\nhold begin 1 1\n", "line 3: expected `frame` after the samples, before `hold`"),
    ("easel-trace 1\nkey down 1 text \"a\n", "line 2: expected \" at the end of the text"),
    (
      "easel-trace 1\nkey down 1 text \"\\n\"\n",
      "line 2: expected \\\", \\\\ or \\u{…} with a character's number in "
        + "hexadecimal"
    ),
    ("easel-trace 1\nkey down 1 text a\n", "line 2: expected a text in quotes of at most 256 characters, found “a”"),
  ]

  @Test func `with a wrong line names it and what was expected`() {
    for (text, message) in Self.wrongLines {
      let error = #expect(throws: TraceError.self) { try parse(text) }
      #expect(error?.description == message)
    }
  }

  @Test func `that is too large in any way is refused`() {
    let header = "easel-trace 1\n"
    let tooMuch = [
      header + String(repeating: "#", count: TraceLimit.lineBytes + 1) + "\n",
      header + (1...(TraceLimit.contacts + 1)).map { "down \($0) 1 1\n" }.joined() + "frame\n",
      header + "down 1 1 1\n" + String(repeating: "move 1 1 1\n", count: TraceLimit.samples) + "frame\n",
      header + "key down 1 text \"\(String(repeating: "a", count: TraceLimit.text + 1))\"\n",
    ]
    for text in tooMuch { #expect(throws: TraceError.self) { try parse(text) } }
    let frames = Array((header + "down 1 1 1\nframe\nup 1\nframe\n").utf8)
    #expect((try? TraceParser.parse(frames, eventLimit: 2)) != nil)
    #expect(throws: TraceError(line: 5, problem: "the trace has more than 1 events")) {
      try TraceParser.parse(frames, eventLimit: 1)
    }
    #expect((try? TraceParser.parse(frames, eventLimit: 2, sampleLimit: 2)) != nil)
    #expect(throws: TraceError(line: 4, problem: "expected the end: there are 1 samples already")) {
      try TraceParser.parse(frames, eventLimit: 2, sampleLimit: 1)
    }
    #expect(throws: TraceError.self) { try TraceParser.parse([UInt8](repeating: 10, count: TraceLimit.fileBytes + 1)) }
    #expect(throws: TraceError.self) { try TraceParser.parse(Array(header.utf8) + [0xff, 10]) }
  }

  @Test func `cut or spoilt anywhere ends in an error or another trace, never in a trap (DSE-5)`() throws {
    var random = SeededGenerator(seed: 7)
    let whole = Array(TraceWriter.text(of: RandomTrace(seed: 1, count: 15).trace).utf8)
    for length in whole.indices.prefix(600) {
      _ = try? TraceParser.parse(Array(whole[..<length]))
    }
    let letters = Array("\n\"\\ 0.-e{}#\0\u{7f}x".utf8) + [0xff, 0xc0]
    for _ in 0..<300 {
      var spoilt = whole
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        spoilt[Int.random(in: spoilt.indices, using: &random)] = letters.randomElement(using: &random) ?? 0
      }
      if let trace = try? TraceParser.parse(spoilt) {
        #expect(try parse(TraceWriter.text(of: trace)) == trace)
      }
    }
  }

  @Test func `of anything that can be told is read back exactly`() throws {
    for seed: UInt64 in 1...10 {
      let trace = RandomTrace(seed: seed, count: 100).trace
      #expect(try parse(TraceWriter.text(of: trace)) == trace, "seed \(seed)")
    }
  }

  @Test func `recorded by the filter replays as what passed, without what cannot be told`() throws {
    var text = ""
    let start = Timestamp(milliseconds: 5000)
    let recorder = InputRecorder(start: start) { text += $0 }
    var passed: [InputEvent] = []
    func frame(_ milliseconds: Int64, _ samples: [TouchSample]) -> InputEvent {
      .touches(TouchFrame(time: Timestamp(milliseconds: milliseconds), samples: samples))
    }
    func sample(_ id: UInt64, _ phase: ContactPhase, _ x: Double) -> TouchSample {
      TouchSample(contact: ContactID(id), surface: SurfaceID(1), phase: phase, position: Point(x, 0.1))
    }
    let events = [
      frame(5010, [sample(9, .moved, 1)]), frame(5020, [sample(10, .down, 1), sample(10, .down, 2)]),
      frame(5030, [sample(10, .moved, .nan)]), frame(4000, [sample(10, .moved, 3)]), frame(5040, [sample(10, .up, .infinity)]),
      frame(5050, [sample(10, .cancelled, 1.5)]),
    ]
    events.forEach { recorder.filter($0, into: &passed) }
    recorder.finish(at: Timestamp(milliseconds: 6000))
    #expect(passed.count == events.count)
    let expected = """
      easel-trace 1
      wait 20
      down 10 1 0.1
      frame
      move 10 3 0.1
      frame
      wait 30
      cancel 10 1.5 0.1
      frame
      wait 950

      """
    #expect(text == expected)
    #expect(try parse(text).duration == Timestamp(milliseconds: 1000))
  }

  @Test func `leaves gestures out that cannot be told`() throws {
    func event(_ phase: SequencePhase, _ kind: TransformEvent.Kind = .pinch, on surface: UInt32 = 1, _ scale: Double = 1)
      -> InputEvent
    {
      .transform(
        TransformEvent(
          time: .zero, surface: SurfaceID(surface), kind: kind, phase: phase, position: Point(1, 2), scale: scale))
    }
    let events = [
      event(.changed), event(.ended), event(.began, .pinch, .nan), event(.began), event(.began), event(.began, .hold),
      event(.changed, .swipe), event(.changed, on: 2), event(.changed, .pinch, .infinity), event(.changed, .pinch, 2),
      event(.cancelled), event(.cancelled), event(.began, .hold, on: 2),
    ]
    var writer = TraceWriter(start: .zero)
    let expected = """
      pinch begin 1 2
      pinch change 1 2 scale 2
      pinch cancel 1 2 scale 1
      surface 2
      hold begin 1 2

      """
    #expect(events.reduce(into: "") { $0 += writer.lines(for: $1) } == expected)
  }

  @Test func `hides what the user types unless asked, but keeps commands and pairs of keys (DSE-8)`() {
    func key(_ phase: KeyEvent.Phase, _ code: UInt32, _ symbol: UInt32, _ text: String = "", _ modifiers: KeyModifiers = [])
      -> InputEvent
    {
      .key(
        KeyEvent(
          time: .zero, surface: SurfaceID(1), phase: phase, code: code, symbol: symbol, shortcutSymbol: symbol, text: text,
          modifiers: modifiers))
    }
    let events = [
      key(.up, 30, 0x61), key(.down, 30, 0x61, "a"), key(.down, 31, 0xe4, "ä"), key(.repeated, 31, 0xe4, "ä"),
      key(.up, 30, 0x61), key(.down, 32, 0x64, "d"), key(.cancelled, 31, 0xe4), key(.up, 32, 0x64),
      key(.down, 40, 0xfe51), key(.up, 40, 0xfe51), key(.down, 1, 0xff1b, "\u{1b}"), key(.up, 1, 0xff1b),
      key(.down, 44, 0x7a, "\u{1a}", .control), key(.up, 44, 0x7a, "", .control),
      // Control comes while z is held, which then undoes; Control goes while z is held, which then types.
      key(.down, 44, 0x7a, "z"), key(.repeated, 44, 0x7a, "\u{1a}", .control), key(.up, 44, 0x7a, "", .control),
      key(.down, 44, 0x7a, "\u{1a}", .control), key(.repeated, 44, 0x7a, "z"), key(.up, 44, 0x7a),
    ]
    var masked = TraceWriter(start: .zero)
    var written = TraceWriter(start: .zero, keyText: .written)
    let expected = """
      key down 768 text "•"
      key down 769 text "•"
      key repeat 769 text "•"
      key up 768
      key down 768 text "•"
      key cancel 769
      key up 768
      key down 768
      key up 768
      key down 1 symbol 0xff1b shortcut 0xff1b text "\\u{1b}"
      key up 1 symbol 0xff1b shortcut 0xff1b
      modifiers control
      key down 44 symbol 0x7a shortcut 0x7a text "\\u{1a}"
      key up 44 symbol 0x7a shortcut 0x7a
      modifiers none
      key down 768 text "•"
      modifiers control
      key repeat 768 symbol 0x7a shortcut 0x7a text "\\u{1a}"
      key up 768
      key down 44 symbol 0x7a shortcut 0x7a text "\\u{1a}"
      modifiers none
      key up 44 symbol 0x7a shortcut 0x7a

      """
    #expect(events.reduce(into: "") { $0 += masked.lines(for: $1) } == expected)
    #expect(written.lines(for: events[2]) == "key down 31 symbol 0xe4 shortcut 0xe4 text \"ä\"\n")
  }
}

/// A trace in which everything occurs that the format can tell.
struct RandomTrace {
  private(set) var trace = Trace(events: [], duration: .zero)
  private var random: SeededGenerator
  private var live: [ContactID: SurfaceID] = [:]
  private var gesture: TransformEvent?
  private var lastContact = ContactIDSource()

  init(seed: UInt64, count: Int) {
    random = SeededGenerator(seed: seed)
    for _ in 0..<count {
      if one(in: 2) { trace.duration.nanoseconds += Int64.random(in: 0...40_000_000, using: &random) }
      if let event = event() { trace.events.append(event) }
    }
  }

  private mutating func one(in count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }

  private mutating func number() -> Double {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: Double(Int.random(in: -1000...1000, using: &random))
    case 1: Double.random(in: -1e-7...1e-7, using: &random)
    case 2: Double.random(in: -1e9...1e9, using: &random)
    default: Double.random(in: 0...1000, using: &random)
    }
  }

  private mutating func maybe() -> Double? { one(in: 2) ? number() : nil }

  private mutating func point() -> Point { Point(number(), number()) }

  private mutating func surface() -> SurfaceID { SurfaceID(UInt32.random(in: 1...3, using: &random)) }

  private mutating func modifiers() -> KeyModifiers { KeyModifiers(rawValue: UInt8.random(in: 0..<32, using: &random)) }

  private mutating func event() -> InputEvent? {
    let time = trace.duration
    switch Int.random(in: 0..<7, using: &random) {
    case 6:
      return .transform(transform())
    case 0:
      let phase: HoverEvent.Phase = one(in: 2) ? .moved : one(in: 2) ? .entered : .left
      let kind: ContactKind = one(in: 3) ? .pencil : .indirectPointer
      return .hover(
        HoverEvent(time: time, surface: surface(), phase: phase, position: point(), kind: kind, modifiers: modifiers()))
    case 1:
      let source: ScrollEvent.Source = one(in: 2) ? .wheel : one(in: 2) ? .finger : .continuous
      let steps = one(in: 2) ? PixelPoint(x: Int(Int32.min), y: 120) : nil
      return .scroll(
        ScrollEvent(
          time: time, surface: surface(), position: point(), source: source, delta: point(), steps: steps,
          phase: one(in: 2) ? .moved : one(in: 2) ? .stopped : .cancelled))
    case 2:
      let phase: KeyEvent.Phase = one(in: 2) ? .down : one(in: 2) ? .up : one(in: 2) ? .repeated : .cancelled
      let text = ["", "a", "# \"\\", "日本", "\t\n\u{0}", "e\u{301}🎨"].randomElement(using: &random) ?? ""
      return .key(
        KeyEvent(
          time: time, surface: surface(), phase: phase, code: .random(in: 0...900, using: &random),
          symbol: .random(in: 0...UInt32.max, using: &random), shortcutSymbol: one(in: 2) ? 0 : 97, text: text,
          modifiers: modifiers()))
    default:
      let samples = (0..<Int.random(in: 1...4, using: &random)).map { _ in sample() }
      return .touches(TouchFrame(time: time, samples: samples, modifiers: one(in: 4) ? modifiers() : []))
    }
  }

  private mutating func transform() -> TransformEvent {
    let kind: TransformEvent.Kind = one(in: 3) ? .pinch : one(in: 2) ? .swipe : .hold
    let place = Point(.random(in: -1e6...1e6, using: &random), Double(Int.random(in: 0...99, using: &random)))
    var event =
      gesture
      ?? TransformEvent(
        time: trace.duration, surface: surface(), kind: kind, phase: .began, position: place,
        fingerCount: .random(in: 1...32, using: &random))
    if gesture != nil { event.phase = one(in: 2) ? .changed : one(in: 2) ? .ended : .cancelled }
    event.time = trace.duration
    event.delta = one(in: 2) ? .zero : place
    if one(in: 2) { event.position = place }
    if one(in: 2) { event.scale = .random(in: 1e-6...9, using: &random) }
    if one(in: 2) { event.rotation = .random(in: -9...9, using: &random) }
    event.modifiers = modifiers()
    gesture = event.phase.isLast ? nil : event
    return event
  }

  private mutating func sample() -> TouchSample {
    var sample: TouchSample
    if let contact = live.keys.sorted().randomElement(using: &random), !one(in: 4), let surface = live[contact] {
      sample = TouchSample(contact: contact, surface: surface, phase: .moved, position: point())
      if one(in: 5) { sample.surface = self.surface() }
      if one(in: 4) {
        sample.phase = one(in: 2) ? .up : .cancelled
        live[contact] = nil
      }
    } else {
      sample = TouchSample(contact: lastContact.next(), surface: surface(), phase: .down, position: point())
      live[sample.contact] = sample.surface
    }
    sample.kind = one(in: 2) ? .direct : one(in: 2) ? .pencil : .indirectPointer
    sample.buttons = one(in: 3) ? .random(in: 0...UInt32.max, using: &random) : 0
    sample.majorRadius = maybe()
    sample.orientation = maybe()
    sample.isEmulated = one(in: 3)
    if one(in: 3) {
      sample.pen = PenAxes(pressure: maybe(), altitude: maybe(), azimuth: maybe(), roll: maybe(), isEraser: one(in: 2))
    }
    return sample
  }
}

/// Numbers that look random and are the same each time (splitmix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var value = state
    value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
    value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
    return value ^ (value >> 31)
  }
}
