import EaselGeometry
import EaselInputEvents
import Testing

/// A palm filter that is told of fingers (a, b), pens (P, Q) and their hovering, and says what came out.
private final class PalmBench {
  let filter = PalmFilter()
  var now = Timestamp(milliseconds: 1000)
  private var received: [InputEvent] = []

  /// Words of one frame each: `+a` goes down, `a` moves, `-a` goes up, `!a` is cancelled; `~P` hovers, `>P` moves there, `<P` leaves.
  func play(_ script: String) -> String {
    received.removeAll()
    for word in script.split(separator: " ") {
      now.nanoseconds += 1_000_000
      send(word)
    }
    return received.map(PalmBench.describe).joined(separator: " ")
  }

  private func send(_ word: Substring) {
    guard let first = word.first, let last = word.last?.asciiValue else { return }
    if let phase = ["~": HoverEvent.Phase.entered, ">": .moved, "<": .left][first] {
      let hover = HoverEvent(time: now, surface: SurfaceID(1), phase: phase, position: .zero, kind: .pencil)
      return filter.filter(.hover(hover), into: &received)
    }
    // Several contacts of one frame stand together: `a,b`.
    let samples = word.split(separator: ",").map { part in
      let phase = ["+": ContactPhase.down, "-": .up, "!": .cancelled][part.first ?? " "] ?? .moved
      let name = part.last?.asciiValue ?? last
      return TouchSample(
        contact: ContactID(UInt64(name)), surface: SurfaceID(1), phase: phase, position: Point(1, 2),
        kind: name < 97 ? .pencil : .direct)
    }
    filter.filter(.touches(TouchFrame(time: now, samples: samples)), into: &received)
  }

  private static func describe(_ event: InputEvent) -> String {
    switch event {
    case .touches(let frame): frame.samples.map(describe).joined(separator: ",")
    case .hover(let hover): hover.phase == .entered ? "~" : hover.phase == .left ? "<" : ">"
    default: "?"
    }
  }

  private static func describe(_ sample: TouchSample) -> String {
    let sign = [ContactPhase.down: "+", .up: "-", .cancelled: "!"][sample.phase] ?? ""
    return sign + String(UnicodeScalar(UInt8(sample.contact.value)))
  }
}

@Suite struct `A palm beside a pen` {
  @Test func `is taken away when the pen comes, and ignored until it is lifted (WTB-7, LPN-4)`() {
    let bench = PalmBench()
    #expect(bench.play("+a a +b -b ~P a >P <P +P a +b b -b -P <P") == "+a a +b -b !a ~ > < +P -P <")
    #expect(bench.play("a -a +a a -a") == "+a a -a")
  }

  @Test func `does not take fingers that come after the pen has gone, nor pens and what shares their frame (WTB-7)`() {
    let bench = PalmBench()
    #expect(bench.play("~P +a +P,a,+Q P,Q,-a -P -Q <P +a,+b a,b !a -b") == "~ +P,+Q P,Q -P -Q < +a,+b a,b !a -b")
  }

  @Test func `is a finger again when a pen has said nothing for half a minute (LPN-4)`() {
    let bench = PalmBench()
    #expect(bench.play("~P +a") == "~")
    let change = bench.filter.lastChange
    bench.now.nanoseconds += Int64(PalmFilter.patience * 1e9)
    #expect(bench.play("a +b b -b") == "+b b -b" && !bench.filter.isPenInRange(at: bench.now))
    #expect(bench.play(">P +b -a <P") == "> <" && bench.filter.lastChange > change)
    #expect(bench.play("<P +a -a") == "< +a -a")
  }

  @Test func `of random hands and pens never leaves a contact that began without an end (LPN-4, WTB-7)`() {
    var random = Seeded(7)
    for _ in 0..<200 {
      let bench = PalmBench()
      var down: Set<Character> = []
      var live: Set<Character> = []
      for _ in 0..<60 {
        let name = "abPQ".randomElement(using: &random) ?? "a"
        let verb = down.contains(name) ? ["", "-", "!"].randomElement(using: &random) ?? "" : "+"
        if verb == "+" { down.insert(name) } else if verb != "" { down.remove(name) }
        let told = bench.play(
          Bool.random(using: &random) ? "\(verb)\(name)" : "\(["~", "<"].randomElement(using: &random) ?? "<")P \(verb)\(name)")
        for word in told.split(whereSeparator: { $0 == " " || $0 == "," }) {
          guard let letter = word.last, letter.isLetter else { continue }
          switch word.first {
          case "+": #expect(live.insert(letter).inserted)
          case "-", "!": #expect(live.remove(letter) != nil)
          default: #expect(live.contains(letter))
          }
        }
      }
      #expect(live.isSubset(of: down))
    }
  }
}
