// swift-tools-version: 6.2
import PackageDescription

// A package of its own: nobody who builds or uses Easel builds this. `script/bench` does.
let package = Package(
  name: "Benchmarks",
  dependencies: [.package(name: "Easel", path: "..")],
  targets: [
    // The rigs of the end-to-end tests, by a link: they are no product of Easel.
    .target(name: "EaselRigs", path: "Sources/Rigs", exclude: ["C", "build"]),
    .executableTarget(name: "measure", dependencies: ["EaselRigs"], path: "Sources/Measure"),
    .target(name: "CairoPaint", path: "Sources/CairoPaint", linkerSettings: [.linkedLibrary("cairo")]),
    .executableTarget(
      name: "paint", dependencies: ["CairoPaint", .product(name: "Easel", package: "Easel")], path: "Sources/Paint"),
    .target(name: "Allocations", path: "Sources/Allocations"),
    .target(
      name: "Motions", path: "Sources/Motions",
      linkerSettings: [.linkedLibrary("wayland-server"), .linkedLibrary("wayland-client")]),
    .executableTarget(
      name: "inprocess", dependencies: ["Allocations", "Motions", .product(name: "Easel", package: "Easel")],
      path: "Sources/InProcess", swiftSettings: [.defaultIsolation(MainActor.self)]),
    // Its fakes of libinput are those of the tests, by links; built with -enable-testing, since the doors are nobody's but ours.
    .executableTarget(
      name: "panel", dependencies: [.product(name: "Easel", package: "Easel")], path: "Sources/Panel",
      swiftSettings: [.defaultIsolation(MainActor.self)]),
    .executableTarget(
      name: "nested", dependencies: [.product(name: "Easel", package: "Easel")], path: "Sources/Nested",
      swiftSettings: [.defaultIsolation(MainActor.self)]),
  ]
)
