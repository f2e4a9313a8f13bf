import EaselGeometry
import Testing

@testable import EaselLaunch

@Suite struct `A command line` {
  func settings(_ arguments: String, _ environment: [String: String] = [:]) throws -> LaunchSettings {
    let values = try OptionValues(
      arguments: arguments.split(separator: " ").map(String.init), environment: environment,
      options: LaunchSettings.options)
    return try LaunchSettings(values)
  }

  func refusal(_ arguments: String, _ environment: [String: String] = [:]) -> String {
    do {
      return "accepted: \(try settings(arguments, environment))"
    } catch {
      return "\(error)"
    }
  }

  @Test func `gives each option its value, by a space or an equals sign`() throws {
    let settings = try settings(
      "--backend headless --size=800x600 --scale 1.5 --replay a.trace --screenshot=b.png --fullscreen")
    #expect(settings.backend == .headless && settings.size == Size(800, 600) && settings.scale == 1.5)
    #expect(settings.replay == "a.trace" && settings.screenshot == "b.png" && settings.isFullscreen)
  }

  @Test func `SET-1 beats the environment, which beats nothing`() throws {
    let environment = ["EASEL_BACKEND": "headless", "EASEL_SCALE": "2", "EASEL_TOUCH_EMULATION": "1"]
    let settings = try settings("--scale 3 --screenshot x", environment)
    #expect(settings.backend == .headless && settings.scale == 3 && settings.emulatesTouch)
    #expect(try !self.settings("", ["EASEL_TOUCH_EMULATION": "0"]).emulatesTouch)
  }

  @Test func `SET-1 tells of a bare screen, and its devices may be several`() throws {
    let environment = ["EASEL_SCREEN": "fb:/dev/fb1", "EASEL_INPUT_DEVICES": "/dev/a:/dev/b", "EASEL_MODE": "640x480@59.9"]
    let screen = try settings("--rotate 270 --session vt --tty 3", environment).bareScreen
    #expect(screen.screen == "fb:/dev/fb1" && screen.devices == ["/dev/a", "/dev/b"] && screen.rotation == 270)
    #expect(screen.mode == .init(size: PixelSize(width: 640, height: 480), refresh: 59.9))
    #expect(screen.session == .vt && screen.terminal == "3" && screen.keysEnd)
    #expect(try !settings("--kiosk").bareScreen.keysEnd && !settings("", ["EASEL_KIOSK": "1"]).bareScreen.keysEnd)
    let usual = try settings("", ["EASEL_TTY": "4"]).bareScreen
    #expect(usual.terminal == nil && usual.usualTerminal == "4")
    #expect(try settings("--tty 5", ["EASEL_TTY": "4"]).bareScreen.usualTerminal == nil)
    #expect(try settings("--input /dev/c --input=/dev/d", environment).bareScreen.devices == ["/dev/c", "/dev/d"])
  }

  @Test func `names what is to be shown of what happens inside`() throws {
    #expect(try settings("--trace gestures,touches").traces == [.gestures, .touches])
    #expect(try settings("", ["EASEL_TRACE": "touches"]).traces == [.touches])
    #expect(
      refusal("--trace=gesture")
        == "\"gesture\" cannot be traced; what can be is gestures and touches, with a comma between.")
  }

  @Test func `that is wrong is refused with a sentence that says what is right`() {
    let table: [(String, String)] = [
      ("--bogus", "There is no option \"--bogus\"; --help lists what there is."),
      ("file.easel", "\"file.easel\" is not an option; --help lists what there is."),
      ("--", "\"--\" is not an option; --help lists what there is."),
      ("--backend mir", "There is no backend \"mir\"; there are wayland, framebuffer, headless."),
      ("--size", "--size needs a value: --size WIDTHxHEIGHT."),
      ("--size=", "--size needs a value: --size WIDTHxHEIGHT."),
      ("--size 0x5", "\"0x5\" is not a size; a size is WIDTHxHEIGHT, each from 1 to 16384, as 800x600."),
      (
        "--size 99999999999999999999x1",
        "\"99999999999999999999x1\" is not a size; a size is WIDTHxHEIGHT, each from 1 to 16384, as 800x600."
      ),
      ("--scale nan", "\"nan\" is not a scale; a scale is a number from 0.5 to 8."),
      ("--rotate 45", "A screen cannot be turned by \"45\"; it can by 0, 90, 180 or 270 degrees."),
      ("--session logind", "There is no session \"logind\"; there are libseat, vt, none."),
      ("--mode 1280", "\"1280\" is not a mode; a mode is WIDTHxHEIGHT or WIDTHxHEIGHT@RATE, as 1280x720@60."),
      ("--mode 1280x720@0", "\"1280x720@0\" is not a mode; a mode is WIDTHxHEIGHT or WIDTHxHEIGHT@RATE, as 1280x720@60."),
      ("--help=yes", "--help takes no value."),
      ("--backend wayland --replay x", "--replay and --screenshot need --backend headless."),
      ("--backend headless", "The headless backend needs something to do: --replay FILE, --screenshot FILE or both."),
    ]
    #expect(table.map { refusal($0.0) } == table.map(\.1))
    #expect(refusal("", ["EASEL_TOUCH_EMULATION": "maybe"]) == "EASEL_TOUCH_EMULATION is \"maybe\"; it is 1 or 0.")
  }

  @Test func `help names every option once`() {
    let program = Program(
      name: "easel", applicationID: "x", version: "1", summary: "draws.",
      options: [Option("journal", value: "FILE", help: "Keep.")])
    for option in program.allOptions {
      #expect(program.help.split(separator: "\n").count { $0.hasPrefix("  --\(option.name) ") } == 1)
    }
  }
}
