internal import EaselGeometry

/// What a user wants of a bare screen, understood but for what only the screen can know (SET).
struct ScreenSettings: Equatable {
  /// Who gives the right to the devices.
  enum SessionName: String, CaseIterable {
    case libseat
    case vt
    case none
  }

  /// A screen's mode.
  struct Mode: Equatable {
    var size: PixelSize
    var refresh: Double?
  }

  var screen: String?
  var mode: Mode?
  /// Clockwise degrees: 0, 90, 180 or 270.
  var rotation = 0
  var devices: [String]?
  var session: SessionName?
  /// The terminal to take over, whatever else there is.
  var terminal: String?
  /// The terminal to take over where the program was not started from one (FVT-2).
  var usualTerminal: String?
  /// Whether Control, Alt and Backspace end the program (LKB-7).
  var keysEnd = true

  static let options = [
    Option(
      "screen", value: "SCREEN", variable: "EASEL_SCREEN",
      help: "The bare screen: fb:/dev/fb0, kms:HDMI-A-1, kms:/dev/dri/card0 or a path."),
    Option("mode", value: "WIDTHxHEIGHT", variable: "EASEL_MODE", help: "The bare screen's mode, as 1280x720 or 1280x720@60."),
    Option("rotate", value: "DEGREES", variable: "EASEL_ROTATE", help: "Turn the bare screen clockwise: 0, 90, 180 or 270."),
    Option(
      "input", value: "DEVICE", variable: "EASEL_INPUT_DEVICES", isList: true,
      help: "Read this device alone, without a compositor; may repeat, in the environment with colons between."),
    Option(
      "session", value: "NAME", variable: "EASEL_SESSION", help: "Who gives the right to a bare screen: libseat, vt or none."),
    Option(
      "tty", value: "TERMINAL", variable: "EASEL_TTY",
      help: "The virtual terminal to take over: its number or path. The variable counts where none is there to start from."),
    Option(
      "kiosk", variable: "EASEL_KIOSK",
      help: "On a bare screen Control+Alt+Backspace is a key like any other, and ends nothing."),
  ]

  init(_ values: OptionValues) throws(UsageError) {
    screen = values["screen"]
    if let text = values["mode"] {
      guard let mode = ScreenSettings.mode(text) else {
        throw UsageError("\"\(text)\" is not a mode; a mode is WIDTHxHEIGHT or WIDTHxHEIGHT@RATE, as 1280x720@60.")
      }
      self.mode = mode
    }
    if let text = values["rotate"] {
      guard let degrees = Int(text), [0, 90, 180, 270].contains(degrees) else {
        throw UsageError("A screen cannot be turned by \"\(text)\"; it can by 0, 90, 180 or 270 degrees.")
      }
      rotation = degrees
    }
    if let text = values["session"] {
      guard let session = SessionName(rawValue: text) else {
        throw UsageError("There is no session \"\(text)\"; there are libseat, vt, none.")
      }
      self.session = session
    }
    devices = values["input"]?.split(separator: ":").map(String.init)
    if values.isFromEnvironment("tty") { usualTerminal = values["tty"] } else { terminal = values["tty"] }
    keysEnd = try !LaunchSettings.isOn(values["kiosk"], "EASEL_KIOSK")
  }

  private static func mode(_ text: String) -> Mode? {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count <= 2, let size = PixelSize(option: parts[0]) else { return nil }
    guard parts.count == 2 else { return Mode(size: size) }
    guard let refresh = Double(parts[1]), refresh > 0, refresh < 1000 else { return nil }
    return Mode(size: size, refresh: refresh)
  }
}

extension PixelSize {
  /// `WIDTHxHEIGHT`, each from 1 to 16384 (DLI-1); nil for anything else.
  init?(option text: some StringProtocol) {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1], (1...16384).contains(width),
      (1...16384).contains(height)
    else { return nil }
    self.init(width: width, height: height)
  }
}
