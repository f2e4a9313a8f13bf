import EaselGeometry
import EaselInputEvents
import Testing

/// What must hold of every stream of events (section 6): each contact begins once and ends once, numbers are never used again,
/// time never decreases, nothing happens on what is gone.
struct StreamChecker {
  private var live: [ContactID: SurfaceID] = [:]
  private var seen: Set<ContactID> = []
  private var hovering: Set<SurfaceID> = []
  private var gesture: TransformEvent?
  private var time = Timestamp(nanoseconds: .min)
  var closed: Set<SurfaceID> = []
  var faults: [String] = []

  mutating func take(_ event: InputEvent) {
    if event.time < time { faults.append("time runs backwards") }
    time = max(time, event.time)
    switch event {
    case .touches(let frame):
      if frame.samples.isEmpty { faults.append("an empty frame") }
      for sample in frame.samples { take(sample) }
    case .hover(let hover):
      take(hover)
    case .scroll(let scroll):
      if closed.contains(scroll.surface) { faults.append("scrolling on a closed surface") }
      if !scroll.delta.isFinite { faults.append("an endless scroll") }
    case .transform(let transform):
      take(transform)
    case .key:
      break
    }
  }

  private mutating func take(_ sample: TouchSample) {
    if !sample.position.isFinite { faults.append("no position") }
    switch sample.phase {
    case .down:
      if !seen.insert(sample.contact).inserted { faults.append("\(sample.contact) again") }
      if closed.contains(sample.surface) { faults.append("down on a closed surface") }
      live[sample.contact] = sample.surface
    case .moved:
      if live[sample.contact] != sample.surface { faults.append("moved without down") }
    case .up, .cancelled:
      if live.removeValue(forKey: sample.contact) != sample.surface { faults.append("ended without down") }
    }
  }

  private mutating func take(_ event: TransformEvent) {
    if !event.isPlausible { faults.append("a gesture without sense") }
    if event.phase == .began {
      if gesture != nil { faults.append("two gestures") }
      if closed.contains(event.surface) { faults.append("a gesture on a closed surface") }
    } else if gesture?.kind != event.kind || gesture?.surface != event.surface || gesture?.fingerCount != event.fingerCount {
      faults.append("a gesture without begin")
    }
    gesture = event.phase.isLast ? nil : event
  }

  private mutating func take(_ hover: HoverEvent) {
    let isInside = hovering.contains(hover.surface)
    switch hover.phase {
    case .entered:
      if isInside || closed.contains(hover.surface) { faults.append("entered twice or on a closed surface") }
      hovering.insert(hover.surface)
    case .moved:
      if !isInside { faults.append("hover without enter") }
    case .left:
      if !isInside { faults.append("left without enter") }
      hovering.remove(hover.surface)
    }
  }

  /// A surface is gone and everything of it has been delivered.
  mutating func close(_ surface: SurfaceID) {
    closed.insert(surface)
    if live.values.contains(surface) { faults.append("a contact outlives its surface") }
    if hovering.contains(surface) { faults.append("hover outlives its surface") }
    if gesture?.surface == surface { faults.append("a gesture outlives its surface") }
  }

  /// The devices are gone and everything has been delivered.
  mutating func end() {
    if !live.isEmpty { faults.append("a contact outlives its device") }
    if !hovering.isEmpty { faults.append("hover outlives its device") }
    if gesture != nil { faults.append("a gesture outlives its device") }
  }
}

@Suite struct `Random device events` {
  @Test func `of touch keep every invariant`() {
    // WTC-1 to WTC-14, SC-1 to SC-4, WTS-4, TO-19
    for seed in 0..<150 as Range<UInt64> {
      var random = Seeded(seed)
      var machine = TouchFrameAssembler()
      var contacts = ContactIDSource()
      var checker = StreamChecker()
      let idCount: Int32 = seed % 3 == 0 ? 40 : 3
      for _ in 0..<400 {
        let time = Timestamp(milliseconds: .random(in: 0...2000, using: &random))
        if let frame = touchStep(&machine, &contacts, &checker, Int32.random(in: 0..<idCount, using: &random), time, &random) {
          checker.take(.touches(frame))
        }
        if let gone = closing(&random, checker.closed) {
          if let frame = machine.cancel(on: gone) { checker.take(.touches(frame)) }
          checker.close(gone)
        }
      }
      if let frame = machine.cancel() { checker.take(.touches(frame)) }
      checker.end()
      #expect(checker.faults.isEmpty && machine.liveCount == 0, "seed \(seed): \(Set(checker.faults))")
    }
  }

  @Test func `of a pointer keep every invariant, emulated or not`() {
    // WPO-1 to WPO-6, WEM-3, WEM-5
    for seed in 0..<150 as Range<UInt64> {
      var random = Seeded(seed)
      var machine = PointerFrameAssembler()
      var contacts = ContactIDSource()
      var checker = StreamChecker()
      var made: UInt64 = 1 << 32
      let emulation = TouchEmulation(isEnabled: seed % 2 == 0) {
        $0.value == 3 ? nil : Size(300, 200)
      } nextContact: {
        made += 1
        return ContactID(made)
      }
      var output: [InputEvent] = []
      func deliver() {
        var filtered: [InputEvent] = []
        for event in output { emulation.filter(event, into: &filtered) }
        filtered.forEach { checker.take($0) }
        output.removeAll(keepingCapacity: true)
      }
      for _ in 0..<400 {
        pointerStep(&machine, &contacts, checker.closed, &output, &random)
        if Int.random(in: 0..<50, using: &random) == 0 { emulation.isEnabled.toggle() }
        deliver()
        if let gone = closing(&random, checker.closed) {
          machine.cancel(on: gone, into: &output)
          deliver()
          checker.close(gone)
        }
      }
      machine.cancel(into: &output)
      deliver()
      checker.end()
      #expect(checker.faults.isEmpty && emulation.markers?.areDown != true, "seed \(seed): \(Set(checker.faults))")
    }
  }

  @Test func `of a touchpad's gestures keep every invariant`() {
    // WPG-1 to WPG-3, WTS-4
    for seed in 0..<150 as Range<UInt64> {
      var random = Seeded(seed)
      var machine = TransformAssembler()
      var checker = StreamChecker()
      var output: [InputEvent] = []
      var pointer: SurfaceID?
      for _ in 0..<400 {
        transformStep(&machine, &pointer, checker.closed, &output, &random)
        if let gone = closing(&random, checker.closed) {
          if pointer == gone { pointer = nil }
          machine.pointer(on: pointer, at: .zero, into: &output)
          output.forEach { checker.take($0) }
          output.removeAll()
          checker.close(gone)
        }
      }
      machine.cancel(into: &output)
      output.forEach { checker.take($0) }
      checker.end()
      #expect(checker.faults.isEmpty && !machine.isActive, "seed \(seed): \(Set(checker.faults))")
    }
  }

  private func transformStep(
    _ machine: inout TransformAssembler, _ pointer: inout SurfaceID?, _ closed: Set<SurfaceID>,
    _ output: inout [InputEvent], _ random: inout Seeded
  ) {
    let time = Timestamp(milliseconds: .random(in: 0...2000, using: &random))
    let kind: TransformEvent.Kind = [.pinch, .swipe, .hold].randomElement(using: &random) ?? .hold
    let surface = SurfaceID(.random(in: 0...4, using: &random))
    let open = surface.value == 0 || closed.contains(surface) ? nil : surface
    let place = Point(number(&random), number(&random))
    switch Int.random(in: 0..<16, using: &random) {
    case 0:
      pointer = open
      machine.pointer(on: pointer, at: place, into: &output)
    case 1: machine.pointer(on: pointer, at: place, into: &output)
    case 2..<6:
      let fingers = Int.random(in: 0..<9, using: &random) == 0 ? .random(in: 0...UInt32.max, using: &random) : UInt32(3)
      machine.begin(kind, fingers: fingers, on: Bool.random(using: &random) ? pointer : open, time: time, into: &output)
    case 6..<12:
      machine.change(
        kind, delta: place, scale: number(&random) / 100, degrees: number(&random), time: time, into: &output)
    case 12..<15: machine.end(kind, isCancelled: .random(using: &random), time: time, into: &output)
    default: if Int.random(in: 0..<8, using: &random) == 0 { machine.cancel(into: &output) }
    }
  }

  /// Seldom, a surface that is still open.
  private func closing(_ random: inout Seeded, _ closed: Set<SurfaceID>) -> SurfaceID? {
    let surface = SurfaceID(.random(in: 1...4, using: &random))
    return Int.random(in: 0..<150, using: &random) == 0 && !closed.contains(surface) ? surface : nil
  }

  private func number(_ random: inout Seeded) -> Double {
    switch Int.random(in: 0..<40, using: &random) {
    case 0: .nan
    case 1: -.infinity
    case 2: 1e300
    default: .random(in: -100...1000, using: &random)
    }
  }

  private func touchStep(
    _ machine: inout TouchFrameAssembler, _ contacts: inout ContactIDSource, _ checker: inout StreamChecker, _ id: Int32,
    _ time: Timestamp, _ random: inout Seeded
  ) -> TouchFrame? {
    switch Int.random(in: 0..<24, using: &random) {
    case 0..<5:
      let surface = SurfaceID(.random(in: 0...4, using: &random))
      machine.down(
        id: id, serial: 0, time: time, surface: surface.value == 0 || checker.closed.contains(surface) ? nil : surface,
        position: Point(number(&random), number(&random)), contacts: &contacts)
    case 5..<10: machine.motion(id: id, time: time, position: Point(number(&random), number(&random)))
    case 10..<13: machine.up(id: id, time: time)
    case 13: machine.shape(id: id, major: number(&random), minor: number(&random))
    case 14: machine.orientation(id: id, degrees: number(&random))
    case 15..<21: return machine.frame()
    case 21: return machine.hasLiftedLast ? machine.frame() : nil
    case 22: return machine.cancel(ContactID(.random(in: 1...200, using: &random)))
    default: return Int.random(in: 0..<8, using: &random) == 0 ? machine.cancel() : nil
    }
    return nil
  }

  private func pointerStep(
    _ machine: inout PointerFrameAssembler, _ contacts: inout ContactIDSource, _ closed: Set<SurfaceID>,
    _ output: inout [InputEvent], _ random: inout Seeded
  ) {
    let time = Timestamp(milliseconds: .random(in: 0...2000, using: &random))
    let axis = Bool.random(using: &random) ? ScrollAxis.vertical : .horizontal
    let place = Point(number(&random), number(&random))
    switch Int.random(in: 0..<24, using: &random) {
    case 0..<3:
      let surface = SurfaceID(.random(in: 0...4, using: &random))
      machine.enter(surface.value == 0 || closed.contains(surface) ? nil : surface, at: place)
    case 3: machine.leave()
    case 4..<9: machine.motion(time: time, position: place)
    case 9..<13:
      let code: UInt32 = Int.random(in: 0..<9, using: &random) == 0 ? .random(in: 0...UInt32.max, using: &random) : 0x110
      machine.button(
        serial: 0, time: time, code: code + (code == 0x110 ? .random(in: 0...2, using: &random) : 0),
        isPressed: .random(using: &random))
    case 13: machine.axis(time: time, axis, value: number(&random))
    case 14: machine.axisSource([.wheel, .finger, .continuous].randomElement(using: &random) ?? .wheel)
    case 15: machine.axisStop(time: time, axis)
    case 16: machine.axisDiscrete(axis, steps: .random(in: Int32.min...Int32.max, using: &random))
    case 17: machine.axisValue120(axis, units: .random(in: Int32.min...Int32.max, using: &random))
    case 18: machine.setModifiers(KeyModifiers(rawValue: .random(in: 0...15, using: &random)), into: &output)
    case 19: machine.cancel(ContactID(.random(in: 1...100, using: &random)), into: &output)
    default: machine.frame(into: &output, contacts: &contacts)
    }
  }
}
