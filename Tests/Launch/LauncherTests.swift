import EaselFormats
import EaselGeometry
import EaselPlatform
import EaselPlatformLinux
import EaselRaster
import EaselToolkit
import Glibc
import Testing

@testable import EaselLaunch

/// Draws a black square where a touch is.
private final class Spot: View {
  private var place: Point?

  override func touchesBegan(_ touches: Set<Touch>, with event: Event?) { follow(touches) }
  override func touchesMoved(_ touches: Set<Touch>, with event: Event?) { follow(touches) }

  private func follow(_ touches: Set<Touch>) {
    place = touches.first?.location(in: self)
    setNeedsDisplay()
  }

  override func draw(_ rect: Rect, in painter: Painter) {
    guard let place else { return }
    painter.fill(Rect(x: place.x, y: place.y, width: 2, height: 2), color: .black)
  }
}

@Suite struct `A launched program` {
  let folder: String

  init() throws {
    var template = Array("/tmp/easel-launch-XXXXXX".utf8CString)
    let made = try #require(mkdtemp(&template))
    folder = String(cString: made)
  }

  /// Runs a program with one view and returns its status and all that it said.
  func run(
    _ arguments: String, environment: [String: String] = [:], setUp: ((Application, Launch) throws -> Void)? = nil
  ) -> (status: Int32, said: String) {
    var said = ""
    let console = Console(say: { said += $0 }, complain: { said += $0 + "\n" })
    let program = Program(name: "spot", applicationID: "org.example.Spot", version: "7", summary: "shows a spot.")
    let launcher = Launcher(program: program, environment: environment, console: console, drainsMainQueue: false)
    let status = launcher.run(arguments: arguments.split(separator: " ").map(String.init)) { application, launch in
      if let setUp { return try setUp(application, launch) }
      let window = Window(application: application, options: launch.surfaceOptions(title: "Spot"))
      window.rootView = Spot(frame: .zero)
      try window.makeKeyAndVisible()
    }
    return (status, said)
  }

  func write(_ text: String, to name: String) throws -> String {
    try Files.writeAtomically(Array(text.utf8), to: "\(folder)/\(name)")
    return "\(folder)/\(name)"
  }

  @Test func `plays a trace into a picture, and its recording gives the same picture`() throws {
    let trace = try write("easel-trace 1\ndown 1 2 3\nframe\nwait 20\nmove 1 5 1\nframe\nwait 9\nup 1\nframe\n", to: "a.trace")
    let first = run("--size 8x6 --scale 2 --replay \(trace) --screenshot \(folder)/a.png --record \(folder)/b.trace")
    let second = run("--size 8x6 --scale 2 --replay \(folder)/b.trace --screenshot \(folder)/b.png")
    #expect(first.status == 0 && second.status == 0 && first.said + second.said == "")
    let pictures = try ["a.png", "b.png"].map { try PNG.decode(Files.read("\(folder)/\($0)", limit: 1 << 20)) }
    #expect(pictures[0].size == PixelSize(width: 16, height: 12) && pictures[0].pixel(x: 10, y: 2) & 0xffffff == 0)
    #expect(pictures[0].pixel(x: 9, y: 2) & 0xffffff == 0xffffff && pictures[0].pixel(x: 13, y: 5) & 0xffffff == 0)
    #expect(
      (0..<12).allSatisfy { y in (0..<16).allSatisfy { pictures[0].pixel(x: $0, y: y) == pictures[1].pixel(x: $0, y: y) } })
  }

  @Test func `ends with the status and the sentence of what went wrong`() throws {
    let cut = try write("easel-trace 1\ndown 1 2", to: "cut.trace")
    let table: [(String, [String: String], Int32, String)] = [
      ("--version", [:], 0, "spot 7\n"),
      ("-h", [:], 0, "spot: shows a spot.\n\nUsage: spot"), ("--scale 2 -h", [:], 0, "spot: shows a spot.\n\nUsage: spot"),
      ("help", [:], 0, "spot: shows a spot."), ("help doctor", [:], 0, "spot: shows a spot."),
      ("doctor --help", [:], 0, "spot: shows a spot."), ("doctor --json -h", [:], 0, "spot: shows a spot."),
      ("rescue --help", [:], 0, "spot: shows a spot."), ("doctor 1", [:], 2, "spot: doctor takes --json, --mask and nothing"),
      ("rescue 1 2", [:], 2, "spot: rescue takes a terminal's number or path"),
      ("--bogus", [:], 2, "spot: There is no option \"--bogus\"; --help lists what there is.\n"),
      ("--replay \(cut)", [:], 2, "spot: The trace \(cut) cannot be played: line 2: "),
      ("--replay /nowhere/x", [:], 2, "spot: The trace /nowhere/x cannot be played: Cannot open “/nowhere/x”"),
      (
        "--screen fb:/nowhere/fb0", [:], 69, "spot: There is no display: neither WAYLAND_DISPLAY nor WAYLAND_SOCKET is set"
      ),
      ("--backend framebuffer --screen fb:/nowhere/fb0", [:], 69, "spot: Cannot open “/nowhere/fb0”"),
      ("--backend framebuffer --screen HDMI", [:], 2, "spot: “HDMI” is no screen; a screen is fb:/dev/fb0, kms:HDMI-A-1"),
      ("--scale 2 --backend wayland", [:], 2, "spot: --scale (or EASEL_SCALE) is for screens without a compositor; a Wayland"),
      ("", ["EASEL_SCALE": "2", "WAYLAND_DISPLAY": "/nowhere/w"], 2, "spot: --scale (or EASEL_SCALE) is for"),
      ("--screenshot /nowhere/x.png", [:], 74, "spot: Cannot write “/nowhere/x.png”"),
      ("--screenshot \(folder)/x.png --record /nowhere/y", [:], 74, "spot: Cannot open “/nowhere/y”"),
    ]
    for (arguments, environment, status, sentence) in table {
      let result = run(arguments, environment: environment)
      #expect(result.status == status && result.said.hasPrefix(sentence), "\(arguments): \(result)")
    }
  }

  @Test func `SET-2 leaves a screen alone that an X server owns`() {
    let result = run("", environment: ["DISPLAY": ":0"])
    #expect(result.status == 69 && result.said.contains("The screen belongs to the X server of DISPLAY."))
  }

  @Test func `SET-2 never falls back from a display that was set`() {
    let result = run("", environment: ["WAYLAND_DISPLAY": "\(folder)/none"])
    #expect(result.status == 69 && result.said.contains("\(folder)/none"))
  }

  @Test func `SET-2 finds the display that has the usual name`() throws {
    let result = run("--screen fb:/nowhere/fb0", environment: ["XDG_RUNTIME_DIR": folder])
    #expect(result.status == 69 && result.said.contains("no compositor listens"))
    _ = try write("no socket", to: "wayland-0")
    let found = run("", environment: ["XDG_RUNTIME_DIR": folder])
    #expect(found.status == 69 && found.said.contains("\(folder)/wayland-0"))
  }

  @Test func `that cannot start leaves what lies where it would have recorded`() throws {
    struct Sad: Error {}
    let path = try write("a drawing", to: "named-by-mistake")
    let result = run("--screenshot \(folder)/x.png --record \(path)") { _, _ in throw Sad() }
    #expect(result.status == 70)
    #expect(try Files.read(path, limit: 99) == Array("a drawing".utf8))
  }

  @Test func `does not put its picture in place of its recording`() throws {
    let result = run("--size 8x6 --screenshot \(folder)/same --record \(folder)/same")
    #expect(result.status == 74 && result.said.contains("a program is writing to it; name another file"))
    #expect(try Files.read("\(folder)/same", limit: 99).starts(with: Array("easel-trace 1\n".utf8)))
  }

  @Test func `says an error of its own setting up`() {
    struct Sad: Error, CustomStringConvertible { let description = "No paper." }
    let result = run("--screenshot \(folder)/x.png") { _, _ in throw Sad() }
    #expect(result.status == 70 && result.said == "spot: No paper.\n")
  }

  @Test func `is told of its end, and what fails there is said and decides the status`() {
    final class Ending: FinishingProgram {
      struct Failure: ProgramError {
        let description = "Two lines are lost."
        let exitStatus: Int32 = 74
      }
      func finish() throws { throw Failure() }
    }
    var said = ""
    let console = Console(say: { said += $0 }, complain: { said += $0 + "\n" })
    let program = Program(name: "spot", applicationID: "org.example.Spot", version: "7", summary: "shows a spot.")
    let launcher = Launcher(program: program, environment: [:], console: console, drainsMainQueue: false)
    let status = launcher.run(arguments: ["--screenshot", "\(folder)/x.png"]) { application, launch in
      let window = Window(application: application, options: launch.surfaceOptions(title: "Spot"))
      try window.makeKeyAndVisible()
      return Ending()
    }
    #expect(status == 74 && said == "spot: Two lines are lost.\n")
  }

  @Test func `knows where to keep what must outlive it`() {
    var folders: [String] = []
    for environment in [
      ["HOME": "/h"], ["HOME": "/h", "XDG_STATE_HOME": "/s"], ["HOME": "/h", "XDG_STATE_HOME": "not/absolute"],
    ] {
      _ = run("--screenshot \(folder)/x.png", environment: environment) { _, launch in
        folders.append(try launch.stateFolder(of: "spot"))
      }
    }
    #expect(folders == ["/h/.local/state/spot", "/s/spot", "/h/.local/state/spot"])
    for environment in [[:], ["HOME": ""], ["HOME": "relative"]] {
      let result = run("--screenshot \(folder)/x.png", environment: environment) { _, launch in
        _ = try launch.stateFolder(of: "spot")
      }
      #expect(result.status == 2 && result.said.contains("set HOME or XDG_STATE_HOME"))
    }
  }
}
