import Foundation
import PackagePlugin

/// Makes the Wayland bindings of a target: the server's side if it depends on CEaselWaylandServer, else the client's.
///
/// Whatever is missing is only told by the scanner when it runs, so that a build that needs no Wayland never hears of it.
@main struct WaylandBindings: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
    let isServer = target.dependencies.contains { dependency in
      if case .target(let other) = dependency { other.name == "CEaselWaylandServer" } else { false }
    }
    let root = context.package.directoryURL
    let own = root.appending(path: "protocols")
    let output = context.pluginWorkDirectoryURL
    let list = try ProtocolList(own.appending(path: "bound.txt"))

    var arguments = ["side=\(isServer ? "server" : "client")", "own=\(own.path)", "output=\(output.path)"]
    var places = ["own": own]
    for (place, module) in [("wayland", "wayland-scanner"), ("wayland-protocols", "wayland-protocols")] {
      guard let directory = packageDataDirectory(of: module) else { continue }
      places[place] = directory
      arguments.append("\(place)=\(directory.path)")
    }

    var outputs = list.files.map(\.outputName) + ["BoundInterface.swift"]
    var inputs = [own.appending(path: "bound.txt")] + list.files.flatMap { $0.inputs(in: places) }
    if isServer {
      // What both sides share is written once, in the client's module.
      for name in ["Wire.swift", "InterfaceTables.swift"] {
        let source = root.appending(path: "Sources/PlatformWayland/Bindings/\(name)")
        arguments.append("shared=\(source.path)")
        inputs.append(source)
        outputs.append(name)
      }
    }
    return [
      .buildCommand(
        displayName: "Wayland bindings for \(target.name)", executable: try context.tool(named: "EaselWaylandScanner").url,
        arguments: arguments, inputFiles: inputs.filter { FileManager.default.fileExists(atPath: $0.path) },
        outputFiles: outputs.map { output.appending(path: $0) })
    ]
  }

  /// Where a package keeps its XML, or nil if pkg-config or the package is missing.
  private func packageDataDirectory(of module: String) -> URL? {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["pkg-config", "--variable=pkgdatadir", module]
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let path = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    guard process.terminationStatus == 0, !path.isEmpty else { return nil }
    return URL(fileURLWithPath: path)
  }
}
