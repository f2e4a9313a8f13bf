// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Benchmarks",
  dependencies: [.package(name: "Easel", path: "..")],
  targets: [
    .target(name: "EaselRigs", path: "Sources/Rigs", exclude: ["C", "build"]),
    .executableTarget(name: "measure", dependencies: ["EaselRigs"], path: "Sources/Measure"),
    .executableTarget(name: "inprocess", dependencies: [.product(name: "Easel", package: "Easel")], path: "Sources/InProcess"),
  ]
)
