internal import EaselGeometry

/// The options that every program on the toolkit has, understood.
struct LaunchSettings: Equatable {
  /// The ways to a screen that can be named.
  enum BackendName: String, CaseIterable {
    case wayland
    case framebuffer
    case headless
  }

  var backend: BackendName?
  var size: Size?
  var scale: Double?
  var replay: String?
  var record: String?
  var screenshot: String?
  var isFullscreen = false
  var emulatesTouch = false
  var traces: Set<TraceName> = []
  var bareScreen: ScreenSettings

  /// What can be shown of what happens inside.
  enum TraceName: String, CaseIterable {
    case gestures
    case touches
  }

  static let options =
    [
      Option(
        "backend", value: "NAME", variable: "EASEL_BACKEND",
        help: "wayland, framebuffer or headless; without it the environment decides."),
      Option("size", value: "WIDTHxHEIGHT", help: "The window's size in points, as 800x600."),
      Option("scale", value: "NUMBER", variable: "EASEL_SCALE", help: "Pixels per point without a compositor, 0.5 to 8."),
      Option("fullscreen", help: "Begin with the whole screen."),
      Option("replay", value: "FILE", help: "Play a recorded trace on a virtual clock (headless)."),
      Option("screenshot", value: "FILE", help: "Write the window's picture as PNG at the end (headless)."),
      Option("record", value: "FILE", help: "Write a trace of all input; text typed is masked."),
      Option("touch-emulation", variable: "EASEL_TOUCH_EMULATION", help: "The mouse is a finger; with Control it is two."),
      Option(
        "trace", value: "LIST", variable: "EASEL_TRACE",
        help: "Show what happens: gestures (printed as they are decided), touches (drawn above the window)."),
      Option("help", help: "Print this."),
      Option("version", help: "Print the version."),
    ] + ScreenSettings.options

  init(_ values: OptionValues) throws(UsageError) {
    bareScreen = try ScreenSettings(values)
    if let name = values["backend"] {
      guard let backend = BackendName(rawValue: name) else {
        throw UsageError("There is no backend \"\(name)\"; there are \(BackendName.list).")
      }
      self.backend = backend
    }
    if let text = values["size"] { size = try LaunchSettings.size(text) }
    if let text = values["scale"] { scale = try LaunchSettings.scale(text) }
    replay = values["replay"]
    record = values["record"]
    screenshot = values["screenshot"]
    isFullscreen = values.contains("fullscreen")
    emulatesTouch = try LaunchSettings.isOn(values["touch-emulation"], "EASEL_TOUCH_EMULATION")
    if let text = values["trace"] { traces = try LaunchSettings.traces(text) }
    try checkHeadless()
  }

  private static func traces(_ text: String) throws(UsageError) -> Set<TraceName> {
    var traces: Set<TraceName> = []
    for word in text.split(separator: ",") {
      guard let trace = TraceName(rawValue: String(word)) else {
        throw UsageError("\"\(word)\" cannot be traced; what can be is gestures and touches, with a comma between.")
      }
      traces.insert(trace)
    }
    return traces
  }

  /// A trace or a screenshot without a backend named means the headless one.
  private mutating func checkHeadless() throws(UsageError) {
    guard replay != nil || screenshot != nil else {
      if backend == .headless {
        throw UsageError("The headless backend needs something to do: --replay FILE, --screenshot FILE or both.")
      }
      return
    }
    if backend == nil { backend = .headless }
    guard backend == .headless else {
      throw UsageError("--replay and --screenshot need --backend headless.")
    }
  }

  /// Refuses what means nothing on the display that was chosen.
  func check(on backend: BackendName) throws(UsageError) {
    guard backend == .wayland, scale != nil else { return }
    throw UsageError(
      "--scale (or EASEL_SCALE) is for screens without a compositor; a Wayland display decides itself. Leave it away, and set "
        + "the scale in the compositor's settings.")
  }

  /// Whether a flag is set: on the command line its text is empty, in the environment 1 or 0.
  static func isOn(_ text: String?, _ variable: String) throws(UsageError) -> Bool {
    switch text {
    case "", "1": return true
    case nil, "0": return false
    case .some(let text): throw UsageError("\(variable) is \"\(text)\"; it is 1 or 0.")
    }
  }

  private static func size(_ text: String) throws(UsageError) -> Size {
    guard let size = PixelSize(option: text) else {
      throw UsageError("\"\(text)\" is not a size; a size is WIDTHxHEIGHT, each from 1 to 16384, as 800x600.")
    }
    return Size(width: Double(size.width), height: Double(size.height))
  }

  private static func scale(_ text: String) throws(UsageError) -> Double {
    guard let scale = Double(text), scale >= 0.5, scale <= 8 else {
      throw UsageError("\"\(text)\" is not a scale; a scale is a number from 0.5 to 8.")
    }
    return scale
  }
}

extension LaunchSettings.BackendName {
  static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
