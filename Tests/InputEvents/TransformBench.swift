import EaselGeometry
import EaselInputEvents

/// Plays a script of touchpad gestures and writes what comes out as one string.
///
/// Words: `o1:5,6` the pointer is on surface 1 at a place, `o-` on none of ours · `pb2@1` a pinch of two fingers begins on
/// surface 1, `pb2@-` on none · `pc3,4,1.5,90` it has moved by 3,4, has scale 1.5 and turned by 90° · `pe` it ends, `px` it is
/// cancelled; `s` and `h` instead of `p` are a swipe and a hold · `c` device gone · `kc` Control held, `k` nothing held · `+5`
/// five milliseconds later.
struct TransformBench {
  var assembler = TransformAssembler()
  private var time = Timestamp(milliseconds: 1000)
  private(set) var output: [InputEvent] = []

  static func play(_ script: String) -> String {
    var bench = TransformBench()
    for word in script.split(separator: " ") { bench.step(word) }
    return bench.output.map(describe).joined(separator: " ")
  }

  /// What is at its default is left out.
  static func describe(_ event: InputEvent) -> String {
    guard case .transform(let event) = event else { return "?" }
    var words = ["\(event.kind) \(event.phase)@\(event.surface.value)"]
    if event.phase == .began { words.append("\(event.fingerCount) at \(event.position.x),\(event.position.y)") }
    if event.delta != .zero { words.append("by \(event.delta.x),\(event.delta.y)") }
    if event.scale != 1 { words.append("×\(event.scale)") }
    if event.rotation != 0 { words.append("\((event.rotation * 180 / .pi * 1000).rounded() / 1000)°") }
    if event.modifiers != [] { words.append("ctrl") }
    if event.time.nanoseconds != 1_000_000_000 { words.append("+\(event.time.nanoseconds / 1_000_000 - 1000)") }
    return "{" + words.joined(separator: " ") + "}"
  }

  mutating func step(_ word: Substring) {
    let rest = word.dropFirst()
    switch word.first {
    case "o":
      let parts = rest.split(separator: ":")
      let numbers = parts.last?.split(separator: ",").map { Double($0) ?? .nan } ?? []
      let place = numbers.count == 2 ? Point(numbers[0], numbers[1]) : .zero
      assembler.pointer(on: parts.first.flatMap { UInt32($0) }.map { SurfaceID($0) }, at: place, into: &output)
    case "p": step(.pinch, rest)
    case "s": step(.swipe, rest)
    case "h": step(.hold, rest)
    case "c": assembler.cancel(into: &output)
    case "k": assembler.modifiers = rest == "c" ? .control : []
    case "+", "-": time.nanoseconds += (Int64(word) ?? 0) * 1_000_000
    default: preconditionFailure("There is no word \(word).")
    }
  }

  private mutating func step(_ kind: TransformEvent.Kind, _ word: Substring) {
    let rest = word.dropFirst()
    switch word.first {
    case "b":
      let parts = rest.split(separator: "@")
      let surface = parts.last.flatMap { UInt32($0) }.map { SurfaceID($0) }
      assembler.begin(kind, fingers: parts.first.flatMap { UInt32($0) } ?? 0, on: surface, time: time, into: &output)
    case "c":
      let numbers = rest.split(separator: ",").map { Double($0) ?? .nan }
      func number(_ index: Int, _ other: Double) -> Double { index < numbers.count ? numbers[index] : other }
      assembler.change(
        kind, delta: Point(number(0, 0), number(1, 0)), scale: number(2, 1), degrees: number(3, 0), time: time, into: &output)
    case "e", "x": assembler.end(kind, isCancelled: word.first == "x", time: time, into: &output)
    default: preconditionFailure("There is no word \(word).")
    }
  }
}
