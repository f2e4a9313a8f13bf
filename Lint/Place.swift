/// Where a file lies, and so which rules hold for it.
struct Place {
  /// The path from the root.
  let path: String
  /// The first folder, as Sources or Tests.
  let top: String
  /// The second one: the module's.
  let folder: String

  init(path: String) {
    self.path = path
    let parts = path.split(separator: "/").map(String.init)
    top = parts.count > 1 ? parts[0] : ""
    folder = parts.count > 2 ? parts[1] : ""
  }

  var isLibrary: Bool { top == "Sources" && !Arrows.programs.contains(folder) }
  var isSource: Bool { top == "Sources" }
  var isExample: Bool { top == "Examples" }
  var isMain: Bool { path.hasSuffix("/main.swift") }
  /// The build plugin and examples may use Foundation; nothing else may, tests included.
  var mayUseFoundation: Bool { top == "Plugins" || top == "Examples" }
}

/// The arrows between folders of Sources, that is what each may import.
///
/// ARCHITECTURE.md explains them, Package.swift must follow them, and a folder that is not named here may not exist.
enum Arrows {
  /// Folders whose product is a program, not a library.
  static let programs: Set<String> = ["EaselApp", "WaylandScanner"]

  private static let values: Set<String> = ["Geometry", "InputEvents", "Raster"]
  private static let toolkit: Set<String> = values.union(["Platform", "Toolkit", "Text"])

  /// Folder → folders it may import.
  static let allowed: [String: Set<String>] = [
    "Geometry": [],
    "InputEvents": ["Geometry"],
    "Raster": ["Geometry"],
    "Ink": ["Geometry"],
    "Text": ["Geometry", "Raster"],
    "Formats": ["Geometry", "Raster", "Ink"],
    "Platform": values,
    "PlatformLinux": values.union(["Platform"]),
    "Keyboard": ["InputEvents"],
    "Toolkit": values.union(["Platform", "Text"]),
    "PlatformWayland": values.union(["Platform", "PlatformLinux", "Keyboard"]),
    "PlatformFramebuffer": values.union(["Platform", "PlatformLinux", "Keyboard"]),
    "PlatformHeadless": values.union(["Platform"]),
    "Canvas": ["Geometry", "InputEvents", "Raster", "Ink", "Toolkit"],
    "Launch": toolkit.union([
      "Formats", "PlatformLinux", "PlatformWayland", "PlatformFramebuffer", "PlatformHeadless",
    ]),
    "Easel": toolkit.union(["Formats", "Ink", "Canvas", "Launch"]),
    "EaselApp": toolkit.union(["Easel", "Ink", "Canvas", "Formats", "Launch", "PlatformLinux"]),
    "WaylandScanner": [],
  ]

  /// C target → the only modules that may import it.
  static let wrappers: [String: Set<String>] = [
    "CEaselPixman": ["Sources/Raster"],
    "CEaselCairo": ["Tests/Raster"],
    "CEaselSpng": ["Sources/Formats"],
    "CEaselTurboJPEG": ["Sources/Formats", "Tests/Formats"],
    "CEaselFcft": ["Sources/Text"],
    "CEaselExpat": ["Sources/Formats", "Sources/WaylandScanner"],
    "CEaselWaylandClient": ["Sources/PlatformWayland"],
    "CEaselWaylandCursor": ["Sources/PlatformWayland"],
    "CEaselXkbcommon": ["Sources/Keyboard"],
    "CEaselLibinput": ["Sources/PlatformFramebuffer", "Tests/PlatformFramebuffer", "Benchmarks/Sources"],
    "CEaselSeat": ["Sources/PlatformFramebuffer", "Tests/PlatformFramebuffer"],
    "CEaselWaylandServer": ["Tests/FakeCompositor"],
    "CEaselLinuxShims": ["Sources/PlatformLinux", "Sources/PlatformFramebuffer"],
    "CEaselCards": ["Sources/PlatformFramebuffer"],
  ]

  /// Folders that may not even see the C library: pure values, and what stands above the platform.
  static let withoutGlibc: Set<String> = [
    "Geometry", "InputEvents", "Ink", "Platform", "Toolkit", "Canvas", "Easel",
  ]

  /// The files that may all the same: functions of angles, and a lock that the thread sanitizer understands.
  static let withGlibc: Set<String> = [
    "Sources/Toolkit/Events/Angles.swift", "Sources/InputEvents/PenTilt.swift", "Sources/Platform/WorkQueue.swift",
  ]

  /// System modules that anything may import.
  static let system: Set<String> = ["Swift", "Synchronization", "_Concurrency", "_Builtin_float"]
}
