import EaselGeometry
import EaselInputEvents

/// Plays a script of pointer events and writes what comes out as one string, a frame's events between brackets.
///
/// Words: `e1:5,6` enter surface 1 at a place, `e-` enter what is none of ours · `l` leave · `m5,6` motion · `p0` press button 0
/// (of 32, or a code if it is larger) · `r0` release · `v10` scroll down by 10 · `h10` scroll right · `vd1` one wheel step,
/// `vu60` half a one in 120ths, `vs` fingers stop · `sf`, `sc`, `sw` source finger, continuous, wheel · `f` frame · `c` device
/// gone · `x1` surface 1 closes · `w1` contact 1 goes to the window manager · `kc` Control held, `k` nothing held.
struct PointerBench {
  var assembler = PointerFrameAssembler()
  var contacts = ContactIDSource()
  var time = Timestamp(milliseconds: 1000)
  var output: [InputEvent] = []
  var words: [String] = []

  static func play(_ script: String) -> String {
    var bench = PointerBench()
    bench.play(script)
    return bench.words.joined(separator: " ")
  }

  mutating func play(_ script: String) {
    for word in script.split(separator: " ") { step(word) }
  }

  static func describe(_ event: InputEvent) -> String {
    switch event {
    case .touches(let frame):
      return frame.samples.map {
        "\($0.phase) \(TouchBench.name($0.contact)) \($0.position.x),\($0.position.y) b\($0.buttons)"
      }.joined(separator: ", ")
    case .hover(let hover):
      let modifiers = hover.modifiers.contains(.control) ? " ctrl" : ""
      return "\(hover.phase)@\(hover.surface.value) \(hover.position.x),\(hover.position.y)\(modifiers)"
    case .scroll(let scroll):
      let steps = scroll.steps.map { " steps \($0.x),\($0.y)" } ?? ""
      return "\(scroll.source) \(scroll.delta.x),\(scroll.delta.y)\(steps)\(scroll.phase == .moved ? "" : " \(scroll.phase)")"
    case .transform:
      return TransformBench.describe(event)
    case .key(let key):
      return "key \(key.code)"
    }
  }

  private mutating func step(_ word: Substring) {
    let rest = word.dropFirst()
    let numbers = (rest.split(separator: ":").last ?? rest).split(separator: ",").map { Double($0) ?? .nan }
    let position = numbers.count > 1 ? Point(numbers[0], numbers[1]) : .zero
    switch word.first {
    case "e":
      assembler.enter(rest.split(separator: ":").first.flatMap { UInt32($0) }.map { SurfaceID($0) }, at: position)
    case "l": assembler.leave()
    case "m": assembler.motion(time: time, position: position)
    case "p", "r":
      let number = UInt32(rest) ?? 0
      assembler.button(
        serial: number, time: time, code: number < 32 ? 0x110 + number : number, isPressed: word.first == "p")
    case "v", "h": scroll(word.first == "v" ? .vertical : .horizontal, rest)
    case "s": assembler.axisSource(rest == "f" ? .finger : rest == "c" ? .continuous : .wheel)
    case "f": take { $0.frame(into: &$1, contacts: &$2) }
    case "c": take { bench, output, _ in bench.cancel(into: &output) }
    case "x": take { bench, output, _ in bench.cancel(on: SurfaceID(UInt32(rest) ?? 0), into: &output) }
    case "w": take { bench, output, _ in bench.cancel(ContactID(UInt64(rest) ?? 0), into: &output) }
    case "k": take { bench, output, _ in bench.setModifiers(rest == "c" ? .control : [], into: &output) }
    default: words.append("?")
    }
  }

  private mutating func scroll(_ axis: ScrollAxis, _ rest: Substring) {
    switch rest.first {
    case "d": assembler.axisDiscrete(axis, steps: Int32(rest.dropFirst()) ?? 0)
    case "u": assembler.axisValue120(axis, units: Int32(rest.dropFirst()) ?? 0)
    case "s": assembler.axisStop(time: time, axis)
    default: assembler.axis(time: time, axis, value: Double(rest) ?? .nan)
    }
  }

  private mutating func take(_ body: (inout PointerFrameAssembler, inout [InputEvent], inout ContactIDSource) -> Void) {
    output.removeAll()
    body(&assembler, &output, &contacts)
    if !output.isEmpty { words.append("[" + output.map(PointerBench.describe).joined(separator: "; ") + "]") }
  }
}
