// swift-tools-version: 6.2
import PackageDescription

// An application in a package of its own, as somebody else would write it: it takes Easel by path, chooses its traits (here none,
// so that no Wayland is needed), and imports the umbrella alone. `.ci/run` builds it in debug and release and runs it.
let package = Package(
  name: "Consumer",
  dependencies: [.package(name: "Easel", path: "../..", traits: [])],
  targets: [
    .executableTarget(
      name: "Consumer", dependencies: [.product(name: "Easel", package: "Easel")],
      swiftSettings: [.defaultIsolation(MainActor.self), .treatAllWarnings(as: .error)])
  ]
)
