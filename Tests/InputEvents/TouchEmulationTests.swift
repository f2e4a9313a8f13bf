import EaselGeometry
import EaselInputEvents
import Testing

/// A pointer, a window of 200 × 100 points and an emulation behind it.
private final class EmulationBench {
  var pointer = PointerBench()
  var received: [InputEvent] = []
  var emulation: TouchEmulation?
  private var next: UInt64 = 100

  init(isEnabled: Bool = true) {
    emulation = TouchEmulation(isEnabled: isEnabled) { surface in
      surface.value == 1 ? Size(200, 100) : nil
    } nextContact: { [unowned self] in
      next += 1
      return ContactID(next)
    }
  }

  /// Plays words of `PointerBench`, frame by frame, and the words `kcs` (Control and Shift held), `F` (a real finger moves) and
  /// `C` (a held key is cancelled with the focus).
  func play(_ script: String) {
    for word in script.split(separator: " ") {
      switch word {
      case "kcs": modifiers([.control, .shift])
      case "ks": modifiers(.shift)
      case "F":
        let sample = TouchSample(contact: ContactID(50), surface: SurfaceID(1), phase: .moved, position: Point(1, 1))
        send(.touches(TouchFrame(time: .zero, samples: [sample])))
      case "C": send(.key(KeyEvent(time: .zero, surface: SurfaceID(1), phase: .cancelled, code: 29)))
      default:
        pointer.output.removeAll()
        pointer.play(String(word))
        pointer.output.forEach(send)
        pointer.output.removeAll()
      }
    }
  }

  private func modifiers(_ modifiers: KeyModifiers) {
    var output: [InputEvent] = []
    pointer.assembler.setModifiers(modifiers, into: &output)
    output.forEach(send)
  }

  private func send(_ event: InputEvent) {
    emulation?.filter(event, into: &received)
  }

  /// The touch frames that came out.
  var touches: String {
    received.compactMap { event in
      guard case .touches(let frame) = event else { return nil }
      return "["
        + frame.samples.map { "\($0.phase) #\($0.contact.value) \($0.position.x),\($0.position.y)" }.joined(separator: ", ")
        + "]"
    }.joined(separator: " ")
  }

  var samples: [TouchSample] {
    received.flatMap { event -> [TouchSample] in
      guard case .touches(let frame) = event else { return [] }
      return frame.samples
    }
  }

  var markers: String {
    guard let markers = emulation?.markers else { return "none" }
    return "\(markers.pointer.x),\(markers.pointer.y) \(markers.mirror.x),\(markers.mirror.y)\(markers.areDown ? " down" : "")"
  }
}

@Suite struct `Touch emulation` {
  @Test func `lets a pointer be a pointer when it is off`() {
    // WEM-1
    let bench = EmulationBench(isEnabled: false)
    bench.play("kc e1:50,40 p0 f m60,40 f r0 f")
    #expect(bench.touches == "[down #1 50.0,40.0] [moved #1 60.0,40.0] [up #1 60.0,40.0]")
    #expect(bench.samples.allSatisfy { $0.kind == .indirectPointer && !$0.isEmulated })
    #expect(bench.markers == "none")
  }

  @Test func `makes one finger of a press`() {
    // WEM-1: direct, and marked as emulated; a second button is no change of a finger.
    let bench = EmulationBench()
    bench.play("e1:50,40 p0 f p1 f m60,40 f r1 f r0 f")
    #expect(bench.touches == "[down #1 50.0,40.0] [moved #1 60.0,40.0] [up #1 60.0,40.0]")
    #expect(bench.samples.allSatisfy { $0.kind == .direct && $0.isEmulated && $0.buttons == 0 })
  }

  @Test func `shows two markers while Control is held`() {
    // WEM-2: the window's centre is 100,50.
    let bench = EmulationBench()
    var seen: [String] = []
    for step in ["e1:50,40 f", "kc", "m60,40 f", "p0 f", "m70,40 f", "r0 f", "k", "kc", "l f"] {
      bench.play(step)
      seen.append(bench.markers)
    }
    #expect(
      seen == [
        "none", "50.0,40.0 150.0,60.0", "60.0,40.0 140.0,60.0", "60.0,40.0 140.0,60.0 down", "70.0,40.0 130.0,60.0 down",
        "70.0,40.0 130.0,60.0", "none", "70.0,40.0 130.0,60.0", "none",
      ])
  }

  @Test func `tells when the markers change`() {
    let bench = EmulationBench()
    var calls = 0
    bench.emulation?.onMarkersChange = { _ in calls += 1 }
    bench.play("e1:50,40 f kc k k m60,60 f kc")
    #expect(calls == 3)
    bench.emulation?.isEnabled = false
    #expect(calls == 4)
    #expect(bench.markers == "none")
  }

  @Test func `with Control and Shift moves both markers and keeps their distance`() {
    // WEM-2
    let bench = EmulationBench()
    bench.play("e1:90,50 f kc kcs m95,60 f")
    #expect(bench.markers == "95.0,60.0 115.0,60.0")
    bench.play("kc m85,60 f")
    #expect(bench.markers == "85.0,60.0 125.0,60.0")  // mirrored about the moved middle, 105,60
    bench.play("p0 f kcs m86,61 f kc m87,61 f r0 f k kc")
    #expect(
      bench.touches == "[down #1 85.0,60.0, down #101 125.0,60.0] [moved #1 86.0,61.0, moved #101 126.0,61.0] "
        + "[moved #1 87.0,61.0, moved #101 125.0,61.0] [up #1 87.0,61.0, up #101 125.0,61.0]")
    #expect(bench.markers == "87.0,61.0 113.0,39.0")  // Control let go: the window's centre again
  }

  @Test func `begins, moves and ends both fingers in one frame each`() {
    // WEM-3: releasing Control in between changes nothing.
    let bench = EmulationBench()
    bench.play("kc e1:50,40 f p0 f k m60,40 f r0 f p0 f")
    #expect(
      bench.touches == "[down #1 50.0,40.0, down #101 150.0,60.0] [moved #1 60.0,40.0, moved #101 140.0,60.0] "
        + "[up #1 60.0,40.0, up #101 140.0,60.0] [down #2 60.0,40.0]")
    #expect(Set(bench.received.suffix(3).map(\.time)).count == 1)
  }

  @Test func `mirrors exactly`() {
    // WEM-4: the midpoint is the centre; from d to 2d is scale 2, a quarter circle π/2.
    var random = Seeded(4)
    let bench = EmulationBench()
    bench.play("kc e1:50,40 f p0 f")
    for _ in 0..<1000 {
      bench.play("m\(Double.random(in: -500...500, using: &random)),\(Double.random(in: -500...500, using: &random)) f")
    }
    bench.play("m110,50 f m120,50 f m100,60 f")
    var pairs: [(Point, Point)] = []
    for event in bench.received {
      guard case .touches(let frame) = event else { continue }
      #expect(frame.samples.count == 2)
      pairs.append((frame.samples[0].position, frame.samples[1].position))
    }
    let worst = pairs.map { (($0 + $1) * 0.5).distance(to: Point(100, 50)) }.max()
    #expect((worst ?? 1) < 1e-9)
    let last = pairs.suffix(3).map { $0.1 - $0.0 }
    #expect(Point.zero.distance(to: last[1]) / Point.zero.distance(to: last[0]) == 2)
    #expect(last[0] == Point(-20, 0) && last[2] == Point(0, -20))
  }

  @Test func `leaves real fingers alone`() {
    // WEM-5
    let bench = EmulationBench()
    bench.play("F kc e1:50,40 p0 f F r0 f F")
    let real = bench.samples.filter { $0.contact == ContactID(50) }
    #expect(real.count == 3 && real.allSatisfy { !$0.isEmulated })
  }

  @Test func `cancels both fingers with the pointer or the focus`() {
    // WEM-5, WPO-3, SC-4
    for end in ["l f", "c", "x1", "w1", "C"] {
      let bench = EmulationBench()
      bench.play("kc e1:50,40 p0 f \(end) m60,60 f r0 f")
      #expect(
        bench.touches
          == "[down #1 50.0,40.0, down #101 150.0,60.0] [cancelled #1 50.0,40.0, cancelled #101 150.0,60.0]", "\(end)")
      bench.play("kc e1:50,40 p0 f")
      #expect(bench.samples.suffix(2).map(\.phase) == [.down, .down], "\(end)")
    }
  }

  @Test func `plays one finger where a window's size is unknown, and ends what began before it was switched`() {
    let bench = EmulationBench()
    bench.play("kc e2:50,40 p0 f")
    bench.emulation?.isEnabled = false
    bench.play("m60,60 f r0 f p0 f")
    #expect(bench.touches == "[down #1 50.0,40.0] [moved #1 60.0,60.0] [up #1 60.0,60.0] [down #2 60.0,60.0]")
    #expect(bench.samples.map(\.isEmulated) == [true, true, true, false])
  }
}
