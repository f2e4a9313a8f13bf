import EaselGeometry
import EaselInputEvents

/// Plays a script of device events on an assembler and writes what comes out as one string.
///
/// Words: `d1` down of id 1 on surface 1, `d1@2` on surface 2, `d1@-` on none, `d1:5,6` at a place · `m1:5,6` motion ·
/// `u1` up · `s1:40,24` shape · `o1:-90` orientation · `f` frame · `c` cancel or device lost · `x2` surface 2 closes ·
/// `w1` contact 1 goes to the window manager · `t` end of turn, as the Weston quirk takes it · `+20` milliseconds pass.
/// Contacts are written A, B, C … by their numbers. A sample shows its place if it has moved or its surface is not 1.
struct TouchBench {
  var assembler = TouchFrameAssembler()
  var contacts = ContactIDSource()
  var time = Timestamp(milliseconds: 1000)
  var frames: [TouchFrame] = []
  var serial: UInt32 = 0

  static func play(_ script: String) -> String {
    var bench = TouchBench()
    bench.play(script)
    return bench.frames.map(describe).joined(separator: " ")
  }

  static func describe(_ frame: TouchFrame) -> String {
    "[" + frame.samples.map(describe).joined(separator: ", ") + "]"
  }

  static func name(_ contact: ContactID) -> String {
    contact.value <= 26 ? String(UnicodeScalar(UInt8(64 + contact.value))) : "#\(contact.value)"
  }

  static func describe(_ sample: TouchSample) -> String {
    var text = "\(sample.phase) \(name(sample.contact))"
    if sample.surface.value != 1 { text += "@\(sample.surface.value)" }
    if sample.phase == .moved || sample.phase == .up { text += " \(sample.position.x),\(sample.position.y)" }
    if let radius = sample.majorRadius { text += " r\(radius)" }
    if let angle = sample.orientation { text += " o\((angle * 180 / .pi).rounded())" }
    return text
  }

  mutating func play(_ script: String) {
    for word in script.split(separator: " ") { step(word) }
  }

  private mutating func step(_ word: Substring) {
    let kind = word.first ?? "?"
    let parts = word.dropFirst().split(separator: ":", maxSplits: 1)
    let name = parts.first.map { $0.split(separator: "@") } ?? []
    let id = name.first.flatMap { Int32($0) } ?? 0
    let numbers = parts.count > 1 ? parts[1].split(separator: ",").map { Double($0) ?? .nan } : []
    let position = numbers.count > 1 ? Point(numbers[0], numbers[1]) : Point(Double(id) * 10, Double(id) * 10)
    switch kind {
    case "d":
      serial += 1
      let surface = name.count < 2 ? SurfaceID(1) : UInt32(name[1]).map { SurfaceID($0) }
      assembler.down(
        id: id, serial: serial, time: time, surface: surface, position: position, contacts: &contacts)
    case "m": assembler.motion(id: id, time: time, position: position)
    case "u": assembler.up(id: id, time: time)
    case "s": assembler.shape(id: id, major: numbers[0], minor: numbers[1])
    case "o": assembler.orientation(id: id, degrees: numbers[0])
    case "f": take(assembler.frame())
    case "c": take(assembler.cancel())
    case "x": take(assembler.cancel(on: SurfaceID(UInt32(id))))
    case "w": take(assembler.cancel(ContactID(UInt64(id))))
    case "t": if assembler.hasLiftedLast { take(assembler.frame()) }
    case "+": time = time.advanced(bySeconds: Double(id) / 1000)
    default: frames.append(TouchFrame(time: .zero, samples: []))
    }
  }

  private mutating func take(_ frame: TouchFrame?) {
    if let frame { frames.append(frame) }
  }
}
