// swift-tools-version: 6.2
import PackageDescription

// Module names carry the project's name, folder names do not: modules must be unique in a user's whole package graph.
// The arrows between targets are the architecture; see ARCHITECTURE.md before adding one.

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
  .strictMemorySafety(),
]

/// For everything from Platform up: the main thread owns it.
let mainActor: [SwiftSetting] = strict + [.defaultIsolation(MainActor.self)]

/// Tests: as strict as the code, but they may say what they do to memory without the word.
let testing: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
]

func library(_ folder: String, c name: String, pkgConfig: String, apt: String) -> Target {
  .systemLibrary(name: name, path: "Sources/\(folder)", pkgConfig: pkgConfig, providers: [.apt([apt])])
}

/// A program of Examples: built as a user's is, with no settings but that warnings are errors.
///
/// It has no product of its own, so that no package that depends on this one compiles it; its module's name is not in theirs.
func example(_ name: String) -> Target {
  .executableTarget(
    name: name, dependencies: ["Easel"], path: "Examples/\(name)", exclude: ["demonstration.trace"],
    swiftSettings: [.treatAllWarnings(as: .error)])
}

/// Tests of the modules that the main thread owns.
let mainTesting: [SwiftSetting] = testing + [.defaultIsolation(MainActor.self)]

let package = Package(
  name: "Easel",
  products: [
    .library(name: "Easel", targets: ["Easel"]),
    .executable(name: "easel", targets: ["EaselApp"]),
  ],
  traits: [
    .trait(name: "Wayland", description: "Run as a Wayland client."),
    .trait(name: "Framebuffer", description: "Run on a bare screen with libinput, without a compositor."),
    .default(enabledTraits: ["Wayland", "Framebuffer"]),
  ],
  targets: [
    // 0: C
    library("CPixman", c: "CEaselPixman", pkgConfig: "pixman-1", apt: "libpixman-1-dev"),
    library("CWaylandClient", c: "CEaselWaylandClient", pkgConfig: "wayland-client", apt: "libwayland-dev"),
    library("CWaylandCursor", c: "CEaselWaylandCursor", pkgConfig: "wayland-cursor", apt: "libwayland-dev"),
    library("CWaylandServer", c: "CEaselWaylandServer", pkgConfig: "wayland-server", apt: "libwayland-dev"),
    library("CXkbcommon", c: "CEaselXkbcommon", pkgConfig: "xkbcommon", apt: "libxkbcommon-dev"),
    library("CExpat", c: "CEaselExpat", pkgConfig: "expat", apt: "libexpat1-dev"),
    library("CSpng", c: "CEaselSpng", pkgConfig: "spng", apt: "libspng-dev"),
    // For tests alone: no product links it.
    .systemLibrary(name: "CEaselCairo", path: "Tests/CCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"])]),
    // No pkg-config for these three: theirs would link the libraries, which are loaded when a JPEG file is read, a bare screen used.
    .systemLibrary(name: "CEaselTurboJPEG", path: "Sources/CTurboJPEG", providers: [.apt(["libturbojpeg0-dev"])]),
    .systemLibrary(name: "CEaselLibinput", path: "Sources/CLibinput", providers: [.apt(["libinput-dev", "libudev-dev"])]),
    .systemLibrary(name: "CEaselSeat", path: "Sources/CSeat", providers: [.apt(["libseat-dev"])]),
    // pixman's, not fcft's: its own would link the library, which Text loads when text is first shown.
    library("CFcft", c: "CEaselFcft", pkgConfig: "pixman-1", apt: "libfcft-dev"),
    .target(
      name: "CEaselLinuxShims", path: "Sources/CLinuxShims",
      cSettings: [.define("_GNU_SOURCE"), .treatAllWarnings(as: .error)]),

    .target(
      name: "CEaselCards", path: "Sources/CCards", cSettings: [.define("_GNU_SOURCE"), .treatAllWarnings(as: .error)]),

    // The generator of the Wayland bindings and the plugin that runs it.
    .executableTarget(
      name: "EaselWaylandScanner", dependencies: ["CEaselExpat"], path: "Sources/WaylandScanner", swiftSettings: strict),
    .plugin(
      name: "EaselWaylandBindings", capability: .buildTool(), dependencies: ["EaselWaylandScanner"],
      path: "Plugins/WaylandBindings"),

    // 0–2: values, no actor
    .target(
      name: "EaselGeometry", path: "Sources/Geometry", swiftSettings: strict, linkerSettings: [.linkedLibrary("m")]),
    .target(name: "EaselInputEvents", dependencies: ["EaselGeometry"], path: "Sources/InputEvents", swiftSettings: strict),
    .target(
      name: "EaselRaster", dependencies: ["EaselGeometry", "CEaselPixman"], path: "Sources/Raster", swiftSettings: strict),
    .target(name: "EaselInk", dependencies: ["EaselGeometry"], path: "Sources/Ink", swiftSettings: strict),

    // 3
    .target(
      name: "EaselText", dependencies: ["EaselGeometry", "EaselRaster", "CEaselFcft"], path: "Sources/Text",
      swiftSettings: mainActor),
    .target(
      name: "EaselFormats", dependencies: ["EaselGeometry", "EaselRaster", "CEaselSpng", "CEaselTurboJPEG"],
      path: "Sources/Formats", swiftSettings: strict),
    .target(
      name: "EaselPlatform", dependencies: ["EaselGeometry", "EaselInputEvents", "EaselRaster"], path: "Sources/Platform",
      swiftSettings: mainActor),

    // 4
    .target(
      name: "EaselPlatformLinux",
      dependencies: ["EaselGeometry", "EaselInputEvents", "EaselPlatform", "CEaselLinuxShims"],
      path: "Sources/PlatformLinux", swiftSettings: mainActor),
    .target(
      name: "EaselKeyboard", dependencies: ["EaselInputEvents", "CEaselXkbcommon"], path: "Sources/Keyboard",
      swiftSettings: mainActor),
    .target(
      name: "EaselToolkit", dependencies: ["EaselGeometry", "EaselInputEvents", "EaselRaster", "EaselText", "EaselPlatform"],
      path: "Sources/Toolkit", swiftSettings: mainActor),

    // 5
    .target(
      name: "EaselPlatformWayland",
      dependencies: [
        "EaselGeometry", "EaselInputEvents", "EaselRaster", "EaselPlatform", "EaselPlatformLinux",
        "EaselKeyboard", "CEaselWaylandClient", "CEaselWaylandCursor",
      ],
      path: "Sources/PlatformWayland", swiftSettings: mainActor,
      plugins: [.plugin(name: "EaselWaylandBindings")]),
    .target(
      name: "EaselPlatformFramebuffer",
      dependencies: [
        "EaselGeometry", "EaselInputEvents", "EaselRaster", "EaselPlatform", "EaselPlatformLinux",
        "EaselKeyboard", "CEaselLibinput", "CEaselSeat", "CEaselLinuxShims", "CEaselCards",
      ],
      path: "Sources/PlatformFramebuffer", swiftSettings: mainActor),
    .target(
      name: "EaselPlatformHeadless",
      dependencies: ["EaselGeometry", "EaselInputEvents", "EaselRaster", "EaselPlatform"],
      path: "Sources/PlatformHeadless", swiftSettings: mainActor),
    .target(
      name: "EaselCanvas",
      dependencies: ["EaselGeometry", "EaselRaster", "EaselInk", "EaselToolkit"],
      path: "Sources/Canvas", swiftSettings: mainActor),

    // 6
    .target(
      name: "EaselLaunch",
      dependencies: [
        "EaselGeometry", "EaselInputEvents", "EaselRaster", "EaselFormats", "EaselPlatform", "EaselPlatformLinux",
        "EaselPlatformHeadless", "EaselToolkit",
        .target(name: "EaselPlatformWayland", condition: .when(traits: ["Wayland"])),
        .target(name: "EaselPlatformFramebuffer", condition: .when(traits: ["Framebuffer"])),
      ],
      path: "Sources/Launch", swiftSettings: mainActor),
    .target(
      name: "Easel",
      dependencies: [
        "EaselGeometry", "EaselInputEvents", "EaselRaster", "EaselText", "EaselFormats", "EaselInk", "EaselPlatform",
        "EaselToolkit", "EaselCanvas", "EaselLaunch",
      ],
      path: "Sources/Easel", swiftSettings: mainActor),

    // 7
    .executableTarget(
      name: "EaselApp", dependencies: ["Easel", "EaselPlatformLinux"], path: "Sources/EaselApp", swiftSettings: mainActor),

    example("TapCounter"),
    example("PinchLabel"),
    example("TouchTracker"),
    example("Panels"),

    // Tests
    .testTarget(
      name: "EaselCanvasTests",
      dependencies: [
        "EaselCanvas", "EaselGeometry", "EaselInk", "EaselInputEvents", "EaselPlatform", "EaselPlatformHeadless", "EaselRaster",
        "EaselTestSupport", "EaselToolkit",
      ],
      path: "Tests/Canvas", swiftSettings: mainTesting),
    .target(name: "EaselRigs", path: "Tests/Rigs", exclude: ["C", "Machine", "build"], swiftSettings: testing),
    .testTarget(
      name: "EaselEndToEndTests",
      dependencies: [
        "EaselFakeCompositor", "EaselRigs", "EaselFormats", "EaselRaster", "EaselGeometry", "EaselTestSupport",
        "EaselCrashProbe",
        "EaselInputProbe",
      ],
      path: "Tests/EndToEnd", swiftSettings: testing),
    .executableTarget(name: "EaselCrashProbe", dependencies: ["Easel"], path: "Tests/CrashProbe", swiftSettings: testing),
    .target(
      name: "EaselFakeCompositor", dependencies: ["CEaselWaylandServer"], path: "Tests/FakeCompositor",
      swiftSettings: mainTesting, plugins: [.plugin(name: "EaselWaylandBindings")]),
    .testTarget(
      name: "EaselRasterTests", dependencies: ["EaselFormats", "EaselRaster", "EaselGeometry", "CEaselCairo"],
      path: "Tests/Raster", exclude: ["Golden"], swiftSettings: testing),
    .testTarget(
      name: "EaselFormatsTests", dependencies: ["EaselFormats", "EaselGeometry", "EaselRaster", "CEaselTurboJPEG"],
      path: "Tests/Formats", swiftSettings: testing,
      // They write files too; the product only reads them.
      linkerSettings: [.linkedLibrary("turbojpeg")]),
    .executableTarget(
      name: "EaselFuzzer", dependencies: ["EaselFormats", "EaselGeometry", "EaselRaster"], path: "Tests/Fuzzer",
      swiftSettings: testing),
    .executableTarget(
      name: "EaselTextProbe",
      dependencies: ["EaselGeometry", "EaselText", "EaselPlatform", "EaselPlatformHeadless", "EaselToolkit"],
      path: "Tests/TextProbe", swiftSettings: mainTesting),
    .testTarget(
      name: "EaselTextTests",
      dependencies: ["EaselText", "EaselGeometry", "EaselRaster", "EaselTestSupport", "EaselTextProbe"],
      path: "Tests/Text", swiftSettings: mainTesting),
    .testTarget(name: "EaselGeometryTests", dependencies: ["EaselGeometry"], path: "Tests/Geometry", swiftSettings: testing),
    .testTarget(name: "EaselInkTests", dependencies: ["EaselInk", "EaselGeometry"], path: "Tests/Ink", swiftSettings: testing),
    .testTarget(
      name: "EaselInputEventsTests", dependencies: ["EaselInputEvents", "EaselGeometry"], path: "Tests/InputEvents",
      swiftSettings: testing),
    .testTarget(
      name: "EaselLaunchTests",
      dependencies: [
        "EaselFormats", "EaselGeometry", "EaselLaunch", "EaselPlatform", "EaselPlatformLinux", "EaselRaster", "EaselToolkit",
      ],
      path: "Tests/Launch", swiftSettings: mainTesting),
    .testTarget(
      name: "EaselAppTests",
      dependencies: ["EaselApp", "EaselGeometry", "EaselInk", "EaselPlatform", "EaselPlatformLinux"],
      path: "Tests/EaselApp", swiftSettings: mainTesting),
    .testTarget(
      name: "EaselPlatformHeadlessTests",
      dependencies: ["EaselPlatformHeadless", "EaselPlatform", "EaselInputEvents", "EaselGeometry", "EaselRaster"],
      path: "Tests/PlatformHeadless", swiftSettings: mainTesting),
    .executableTarget(
      name: "EaselLoopProbe",
      dependencies: ["EaselPlatformLinux", "EaselPlatformHeadless", "EaselPlatform", "EaselInputEvents"],
      path: "Tests/LoopProbe",
      swiftSettings: mainTesting),
    .testTarget(
      name: "EaselPlatformLinuxTests",
      dependencies: ["EaselPlatformLinux", "EaselPlatform", "EaselInputEvents", "EaselLoopProbe"],
      path: "Tests/PlatformLinux", swiftSettings: mainTesting),
    .testTarget(
      name: "EaselPlatformTests", dependencies: ["EaselPlatform", "EaselGeometry", "EaselRaster"], path: "Tests/Platform",
      swiftSettings: testing),
    .executableTarget(
      name: "EaselInputProbe",
      dependencies: ["EaselPlatformFramebuffer", "EaselPlatformLinux", "EaselPlatform", "EaselInputEvents", "EaselGeometry"],
      path: "Tests/InputProbe", swiftSettings: mainTesting),
    .testTarget(
      name: "EaselPlatformFramebufferTests",
      dependencies: [
        "EaselPlatformFramebuffer", "EaselPlatform", "EaselPlatformLinux", "EaselPlatformHeadless", "EaselKeyboard",
        "EaselInputEvents", "EaselGeometry", "EaselRaster", "CEaselLibinput", "EaselAllocations", "EaselTestSupport",
      ],
      path: "Tests/PlatformFramebuffer", swiftSettings: mainTesting),
    // Counts what the whole test program allocates; script/bench has it too, by a link.
    .target(name: "EaselAllocations", path: "Tests/Allocations"),
    .testTarget(
      name: "EaselPlatformWaylandTests",
      dependencies: [
        "EaselPlatformWayland", "EaselPlatform", "EaselPlatformLinux", "EaselInputEvents", "EaselGeometry", "EaselRaster",
        "EaselToolkit", "EaselKeyboard", "EaselFakeCompositor",
      ],
      path: "Tests/PlatformWayland", swiftSettings: mainTesting),
    .testTarget(
      name: "EaselWaylandScannerTests", dependencies: ["EaselWaylandScanner"], path: "Tests/WaylandScanner",
      swiftSettings: testing),
    .testTarget(
      name: "EaselExamplesTests",
      dependencies: [
        "TapCounter", "PinchLabel", "TouchTracker", "Panels", "Easel", "EaselPlatformHeadless", "EaselPlatformLinux",
        "EaselTestSupport",
      ],
      path: "Tests/Examples", swiftSettings: mainTesting),
    .target(
      name: "EaselTestSupport",
      dependencies: [
        "EaselGeometry", "EaselInputEvents", "EaselRaster", "EaselText", "EaselPlatform", "EaselPlatformHeadless",
        "EaselToolkit",
      ],
      path: "Tests/TestSupport", swiftSettings: mainTesting),
    .testTarget(
      name: "EaselToolkitTests",
      dependencies: [
        "EaselGeometry", "EaselInputEvents", "EaselRaster", "EaselPlatform", "EaselPlatformHeadless", "EaselToolkit",
        "EaselPlatformLinux", "EaselTestSupport",
      ],
      path: "Tests/Toolkit", swiftSettings: mainTesting),
  ]
)
