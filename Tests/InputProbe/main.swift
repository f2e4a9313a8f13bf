// A program of its own for what needs a real kernel: it prints what the input devices say as a trace, and on its end what they are.
// Orders on standard input, one a line: grab, pause, resume, list, mark WORD (is told and no more),
// stall MILLISECONDS (reads nothing meanwhile), quit.
import EaselGeometry
import EaselInputEvents
import EaselPlatform
import EaselPlatformFramebuffer
import EaselPlatformLinux
import Glibc

/// Reads orders and obeys them.
final class Orders: EventSource {
  let fileDescriptor: Int32 = 0
  private let survey: DeviceSurvey
  private let loop: EpollLoop
  private var rest: [UInt8] = []

  init(_ survey: DeviceSurvey, _ loop: EpollLoop) {
    self.survey = survey
    self.loop = loop
  }

  func process(_ readiness: IOReadiness) {
    var bytes = [UInt8](repeating: 0, count: 512)
    let count = read(0, &bytes, bytes.count)
    guard count > 0 else { return loop.stop() }
    rest += bytes[..<count]
    while let end = rest.firstIndex(of: 10) {
      obey(String(decoding: rest[..<end], as: UTF8.self))
      rest.removeSubrange(...end)
    }
  }

  private func obey(_ line: String) {
    let words = line.split(separator: " ")
    switch words.first {
    case "grab": survey.grabsKeyboards = true
    case "pause": survey.pause()
    case "resume": survey.resume()
    case "mark": break
    case "list": survey.lines.forEach { say($0) }
    case "stall": usleep((words.last.flatMap { UInt32($0) } ?? 0) * 1000)
    default: loop.stop()
    }
    say("# \(line)")
  }
}

func say(_ line: String, terminator: String = "\n") {
  print(line, terminator: terminator)
  fflush(nil)
}

let loop = try EpollLoop()
let devices = Array(CommandLine.arguments.dropFirst())
var environment: [String: String] = [:]
for name in ["XKB_DEFAULT_LAYOUT", "LANG", "XDG_SEAT"] {
  if let value = getenv(name) { environment[name] = String(cString: value) }
}
let survey = try DeviceSurvey(
  loop: loop, devices: devices.isEmpty ? nil : devices, panel: PixelSize(width: 1024, height: 768), environment: environment,
  log: Log(minimum: .debug) { say("# \($0): \($1)") })
var writer = TraceWriter(keyText: .written)
survey.onEvent = { say(writer.lines(for: $0), terminator: "") }
let orders = Orders(survey, loop)
let registration = try loop.add(orders)
say("# ready")
loop.run()
survey.lines.forEach { say("# " + $0) }
withExtendedLifetime(registration) { say("# end") }
