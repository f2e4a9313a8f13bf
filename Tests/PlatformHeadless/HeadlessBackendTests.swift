import EaselGeometry
import EaselInputEvents
import EaselPlatform
import EaselPlatformHeadless
import EaselRaster
import Testing

@Suite struct `A headless display` {
  let loop = ManualLoop()
  let log = EventLog()
  let owner: SurfaceOwner
  let backend: HeadlessBackend

  init() {
    owner = SurfaceOwner(log: log)
    var options = HeadlessOptions()
    options.refreshInterval = 0.01
    backend = HeadlessBackend(loop: loop, options: options)
    backend.inputSink = owner
  }

  func makeSurface(width: Double = 40, height: Double = 30) throws -> HeadlessSurface {
    let options = SurfaceOptions(title: "t", applicationID: "a", preferredSize: Size(width, height))
    return try #require(try backend.makeSurface(options, delegate: owner) as? HeadlessSurface)
  }

  /// Paints a rectangle, or everything, and presents it; whether there was a slot.
  @discardableResult func paint(_ surface: HeadlessSurface, _ rect: PixelRect? = nil, byte: UInt8) -> Bool {
    let rect = rect ?? PixelRect(surface.state.pixelSize)
    guard let slot = surface.beginFrame(damage: Region(rect)) else { return false }
    for y in rect.y..<rect.maxY {
      memset(slot.bitmap, x: rect.x, y: y, count: rect.width, byte: byte)
    }
    surface.present(slot, damage: Region(rect), newestInput: nil)
    return true
  }

  func memset(_ bitmap: Bitmap, x: Int, y: Int, count: Int, byte: UInt8) {
    let row = bitmap.pixels + y * bitmap.stride + x * 4
    row.initializeMemory(as: UInt8.self, repeating: byte, count: count * 4)
  }

  @Test func `decides in the turn after, maps at the first frame and refreshes on its clock`() throws {
    let surface = try makeSurface()
    let nothing = surface.repairArea(for: Region())
    #expect(!paint(surface, byte: 1) && nothing == nil)
    loop.turn()
    #expect(surface.mustAnswerConfigure && surface.state.pixelSize == PixelSize(width: 40, height: 30))
    loop.advance(to: Timestamp(milliseconds: 3))
    paint(surface, byte: 1)
    #expect(surface.isWaitingForFrame && !surface.mustAnswerConfigure)
    loop.advance(to: Timestamp(milliseconds: 9))
    log.add("|")
    loop.advance(to: Timestamp(milliseconds: 10))
    // A second frame at a refresh is called back at the next one, not at the same.
    paint(surface, byte: 2)
    log.add("|")
    loop.run()
    #expect(log.take() == "state1 ready1 state1 focus1 | ready1 | ready1" && loop.now == Timestamp(milliseconds: 20))
  }

  @Test func `has slots like a real one: a third frame in one refresh takes one, and the picture is the newest`() throws {
    let surface = try makeSurface()
    loop.turn()
    for byte in 1...4 { #expect(paint(surface, PixelRect(x: byte, y: 0, width: 1, height: 30), byte: UInt8(byte))) }
    let picture = try #require(try surface.screenshot())
    // Unpainted, 1, 2, 3, 4, unpainted: each frame holds what those before it have painted.
    let row = (0...5).map { picture.pixel(x: $0, y: 29) & 0xff }
    #expect(row == [0, 1, 2, 3, 4, 0] && surface.presentCount == 4)
  }

  @Test func `tells when a slot is free again after all were held`() throws {
    let surface = try makeSurface()
    loop.turn()
    let slots = (0..<4).compactMap { _ in surface.beginFrame(damage: Region()) }
    let fifth = surface.beginFrame(damage: Region())
    #expect(slots.count == 4 && fifth == nil)
    _ = log.take()
    for slot in slots.prefix(2) { surface.present(slot, damage: Region(PixelRect(surface.state.pixelSize)), newestInput: nil) }
    loop.turn()
    surface.abandon(slots[2])
    #expect(log.take() == "state1 focus1 ready1")
  }

  @Test func `changes size and scale as it is told, within what can be (WHD-3, WHD-9, DLI-1)`() throws {
    let surface = try makeSurface()
    surface.setMinimumSize(Size(20, 10))
    loop.turn()
    paint(surface, byte: 9)
    loop.run()
    _ = log.take()
    for (width, height, scale, pixels) in [
      (41, 31, 1.5, PixelSize(width: 62, height: 47)), (41, 31, 1.25, PixelSize(width: 51, height: 39)),
      (0, -5, 1, PixelSize(width: 20, height: 10)), (1e12, .nan, 1, PixelSize(width: 16384, height: 10)),
      (100, 100, .nan, PixelSize(width: 100, height: 100)), (16384, 100, 99, PixelSize(width: 16384, height: 800)),
    ] as [(Double, Double, Double, PixelSize)] {
      surface.decide {
        $0.size = Size(width, height)
        $0.scale = scale
      }
      #expect(surface.state.pixelSize == pixels && surface.mustAnswerConfigure, "\(width) \(height) \(scale)")
    }
    surface.decide { $0.isActivated.toggle() }
    surface.decide { _ in }
    #expect(log.take() == "state1 state1 state1 state1 state1 state1 state1")
  }

  @Test func `keeps the old picture until a new size is answered, and drops a frame of the old size (WSB-9)`() throws {
    let surface = try makeSurface()
    loop.turn()
    paint(surface, byte: 7)
    let frame = surface.beginFrame(damage: Region())
    let late = try #require(frame)
    surface.decide { $0.size = Size(10, 10) }
    surface.present(late, damage: Region(PixelRect(x: 0, y: 0, width: 40, height: 30)), newestInput: nil)
    #expect(try surface.screenshot()?.size == PixelSize(width: 40, height: 30) && surface.presentCount == 1)
    paint(surface, byte: 8)
    #expect(try surface.screenshot()?.size == PixelSize(width: 10, height: 10))
  }

  @Test func `fills the screen and comes back to its size (WXS-19)`() throws {
    let surface = try makeSurface()
    loop.turn()
    surface.setFullscreen(true)
    loop.turn()
    #expect(surface.state.isFullscreen && surface.state.size == backend.options.screenSize)
    surface.setMaximized(true)
    surface.setFullscreen(false)
    loop.turn()
    #expect(surface.state.isMaximized && surface.state.size == backend.options.screenSize)
    surface.setMaximized(false)
    loop.turn()
    #expect(surface.state.size == Size(40, 30) && !surface.state.isFullscreen)
  }

  @Test func `that withholds callbacks is noticed after a second, and again when it goes on (WFR-5)`() throws {
    let surface = try makeSurface()
    loop.turn()
    _ = log.take()
    surface.isWithholdingFrames = true
    paint(surface, byte: 1)
    loop.advance(to: Timestamp(milliseconds: 999))
    #expect(surface.isPresenting)
    loop.advance(to: Timestamp(milliseconds: 5000))
    #expect(!surface.isPresenting && surface.isWaitingForFrame)
    surface.isWithholdingFrames = false
    loop.run()
    #expect(log.take() == "state1 focus1 presenting1 presenting1 ready1" && surface.isPresenting)
  }

  @Test func `takes contacts and keys away when a window or the display goes (SC-4, WER-2)`() throws {
    let first = try makeSurface()
    let second = try makeSurface()
    loop.turn()
    paint(first, byte: 1)
    loop.turn()
    for (surface, code) in [(first, 30), (second, 31)] as [(HeadlessSurface, UInt32)] {
      backend.send(.touches(frame(.down, backend.newContact(), surface)))
      backend.send(.key(KeyEvent(time: loop.now, surface: surface.id, phase: .down, code: code, text: "x")))
    }
    _ = log.take()
    first.close()
    // What a device still says of the first contact is dropped, and so is a touch on the closed window (WTC-7, WTC-8).
    backend.send(.touches(frame(.moved, ContactID(1), first)))
    backend.send(.touches(frame(.down, backend.newContact(), first)))
    backend.onDisplayLost = { [log] in log.add("lost: \($0)") }
    backend.loseDisplay("gone")
    backend.loseDisplay("gone")
    backend.send(.touches(frame(.moved, ContactID(2), second)))
    #expect(log.take() == "cancelled1 key30cancelled cancelled2 key31cancelled lost: gone")
    #expect(throws: BackendError.self) { try makeSurface() }
  }

  @Test func `lets each contact begin and end once, whatever it is sent (WTC-3, WTC-4)`() throws {
    let surface = try makeSurface()
    loop.turn()
    _ = log.take()
    let contact = ContactID(5)
    for phase in [.moved, .up, .down, .down, .moved, .up, .up, .cancelled] as [ContactPhase] {
      backend.send(.touches(frame(phase, contact, surface)))
    }
    surface.onRequest = { [log] in if $0 == .move(ContactID(6)) { log.add("move6") } }
    backend.send(.touches(frame(.down, ContactID(6), surface)))
    surface.beginMove(with: ContactID(6))
    backend.send(.touches(frame(.up, ContactID(6), surface)))
    #expect(log.take() == "down5 moved5 up5 down6 cancelled6 move6")
  }

  @Test func `lets each touchpad gesture begin and end once, whatever it is sent and whatever goes (WPG-3, SC-4, WER-2)`()
    throws
  {
    let (first, second) = (try makeSurface(), try makeSurface())
    loop.turn()
    _ = log.take()
    func send(_ kind: TransformEvent.Kind, _ phase: SequencePhase, _ surface: HeadlessSurface, scale: Double = 1) {
      backend.send(
        .transform(
          TransformEvent(time: loop.now, surface: surface.id, kind: kind, phase: phase, position: Point(1, 1), scale: scale)))
    }
    for phase in [.changed, .ended, .began, .changed, .ended, .cancelled] as [SequencePhase] { send(.pinch, phase, first) }
    #expect(log.take() == "pinch1began pinch1changed pinch1ended")
    send(.pinch, .began, first)
    send(.pinch, .changed, first, scale: .nan)
    send(.pinch, .changed, second)
    send(.hold, .ended, first)
    send(.hold, .began, first)
    send(.pinch, .ended, first)
    send(.swipe, .began, second)
    #expect(log.take() == "pinch1began pinch1cancelled hold1began hold1cancelled swipe2began")
    first.close()
    send(.hold, .began, first)
    #expect(log.take() == "swipe2cancelled")
    send(.swipe, .began, second)
    second.close()
    send(.swipe, .ended, second)
    #expect(log.take() == "swipe2began swipe2cancelled")
    let third = try makeSurface()
    send(.pinch, .began, third)
    backend.loseDisplay()
    send(.pinch, .ended, third)
    #expect(log.take() == "pinch3began pinch3cancelled")
  }

  @Test func `keeps every contact's life whole, whatever devices send and whichever window goes`() throws {
    var random = SeededGenerator(seed: 11)
    let phases: [ContactPhase] = [.down, .down, .moved, .moved, .moved, .up, .cancelled]
    for _ in 0..<40 {
      let log = EventLog()
      let sink = SurfaceOwner(log: log)
      let backend = HeadlessBackend(loop: loop)
      backend.inputSink = sink
      let surfaces = try (0..<3).map { _ in
        try #require(
          try backend.makeSurface(SurfaceOptions(title: "", applicationID: ""), delegate: sink) as? HeadlessSurface)
      }
      for _ in 0..<200 {
        let surface = surfaces[Int.random(in: 0..<3, using: &random)]
        if Int.random(in: 0..<150, using: &random) == 0 { surface.close() }
        if Int.random(in: 0..<50, using: &random) == 0 { backend.cancelContacts { $0.surface == surface.id } }
        let contact = ContactID(UInt64.random(in: 1...6, using: &random))
        backend.send(.touches(frame(phases.randomElement(using: &random) ?? .up, contact, surface)))
      }
      backend.loseDisplay()
      var live: Set<Substring> = []
      for word in log.take().split(separator: " ") {
        let contact = word.suffix(1)
        if word.hasPrefix("down") {
          #expect(live.insert(contact).inserted)
        } else {
          let isLive = word.hasPrefix("moved") ? live.contains(contact) : live.remove(contact) != nil
          if !isLive { Issue.record("\(word) of a contact that is not down") }
        }
      }
      #expect(live.isEmpty)
    }
  }

  @Test func `plays a trace, each event at its time and in a turn of its own (TH-6)`() throws {
    _ = try makeSurface()
    loop.advance(to: Timestamp(milliseconds: 100))
    _ = log.take()
    let hook = loop.addHook(.paint) { [log, loop] in log.add("@\(loop.now.nanoseconds / 1_000_000)") }
    let trace = try TraceParser.parse(
      Array(
        ("easel-trace 1\ndown 1 1 1\nframe\nup 1\nframe\nwait 5\ndown 1 1 1\nframe\nwait 10\nkey down 9\npinch begin 1 1\nwait 2\n"
          + "pinch end\nwait 1\n").utf8))
    var messages: [String] = []
    let player = TracePlayer(trace, backend: backend, log: Log { messages.append($1) }) { [log] in log.add("end") }
    player.play()
    loop.run()
    #expect(messages == [])
    let turns = "down1 @100 up1 @100 down2 @105 key9down @115 pinch1began @115 pinch1ended @117 end @118"
    #expect(log.take() == turns && player.isDone)
    withExtendedLifetime(hook) {}
  }

  @Test func `a trace that names a window which is not there is told once (DSE-5)`() throws {
    _ = try makeSurface()
    loop.turn()
    let trace = try TraceParser.parse(
      Array(
        "easel-trace 1\nsurface 7\ndown 1 1 1\nframe\nkey down 9\nsurface 1\nhover enter 1 1\nsurface 8\nhover enter 1 1\n"
          .utf8))
    _ = log.take()
    var messages: [String] = []
    let player = TracePlayer(trace, backend: backend, log: Log { messages.append("\($0): \($1)") })
    player.play()
    loop.run()
    #expect(log.take() == "other")
    #expect(messages == ["warning: The trace names window 7, which is not open then; what happens on it is left out."])
  }

  @Test func `a trace may play more events at one time than a loop believes of timers (DSE-5)`() throws {
    _ = try makeSurface()
    let hover = HoverEvent(time: .zero, surface: SurfaceID(1), phase: .moved, position: Point(1, 1))
    let trace = Trace(events: Array(repeating: .hover(hover), count: 120_000), duration: .zero)
    let player = TracePlayer(trace, backend: backend, log: Log { _, _ in })
    player.play()
    loop.run()
    #expect(player.isDone)
  }

  private func frame(_ phase: ContactPhase, _ contact: ContactID, _ surface: HeadlessSurface) -> TouchFrame {
    TouchFrame(
      time: loop.now, samples: [TouchSample(contact: contact, surface: surface.id, phase: phase, position: Point(1, 1))])
  }
}

/// Writes down what a display and its devices say.
final class SurfaceOwner: OutputSurfaceDelegate, InputSink {
  private let log: EventLog

  init(log: EventLog) { self.log = log }

  func surfaceDidChangeState(_ surface: any OutputSurface) { log.add("state\(surface.id.value)") }
  func surfaceIsReadyForFrame(_ surface: any OutputSurface) { log.add("ready\(surface.id.value)") }
  func surfaceDidChangePresenting(_ surface: any OutputSurface) { log.add("presenting\(surface.id.value)") }
  func surfaceShouldClose(_ surface: any OutputSurface) { log.add("close\(surface.id.value)") }

  func surface(_ surface: any OutputSurface, didChangeKeyboardFocus hasFocus: Bool) {
    log.add(hasFocus ? "focus\(surface.id.value)" : "blur\(surface.id.value)")
  }

  func receive(_ event: InputEvent) {
    switch event {
    case .touches(let frame): for sample in frame.samples { log.add("\(sample.phase)\(sample.contact.value)") }
    case .key(let key): log.add("key\(key.code)\(key.phase)")
    case .transform(let event): log.add("\(event.kind)\(event.surface.value)\(event.phase)")
    case .hover, .scroll: log.add("other")
    }
  }
}
